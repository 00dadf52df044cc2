/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaviest matchings of rows with columns: those of least cost (assignment.h), if an entry
 * costs -log2 of itself.  Costs are integers, multiples of 2^-bits.
 *
 * First they are short.  If neighbours in the list, and the first one after it, differ by more than
 * all roundings, their order is proved.  Else the list is made again, with so many bits that
 * weights which differ at all differ by more than the rest: the part from which column j of row i
 * adds j cols^(rows - 1 - i).  So this part orders equal weights, and only these.
 *
 * The sum of the other matchings is the permanent without those of the list, or at most its upper
 * bound without them.  The weights are products, exactly. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/clock.h"
#include "estimate/logs.h"
#include "num/exponential.h"
#include "query/assignment.h"
#include "query/call.h"
#include "query/hafnians.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <string.h>

/* What the permanent may take if there is no limit, and bounds if the time is over. */
static const double TOTAL_SECONDS = 1, LEAST_SECONDS = 0.1;

enum { SHORT = 60 }; /* bits of a sum of short costs, with their sign */

struct best {
    struct pm_query_call call;
    int *partner;
    double *log10_rest, begun;
    size_t count;           /* as many as there are, and at most as are asked for */
    bool more;              /* the list has one more */
    struct pm_matrix *wide; /* at most as many rows as columns */
    fmpz *cost;             /* of each entry */
    struct pm_assignment list;
};

/* The bits of an odd factor of x, of which 1 has none. */
static slong odd_bits(const fmpz_t x)
{
    const slong bits = (slong)fmpz_bits(x) - (slong)fmpz_val2(x);

    return bits > 1 ? bits : 0;
}

/* Two products differ by a factor above 1 + 2^-(so many bits), or not at all: without powers of 2,
 * each side of the quotient has at most these bits. */
static slong distinct_bits(const struct pm_matrix *a)
{
    slong sum = 0;

    for (int i = 0; i < a->rows; i++) {
        slong num = 0, den = 0;
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            num = FLINT_MAX(num, odd_bits(fmpq_numref(a->re + e)));
            den = FLINT_MAX(den, odd_bits(fmpq_denref(a->re + e)));
        }
        sum += num + den;
    }
    return sum;
}

/* The bits of the largest |log2|. */
static int size_bits(const struct pm_matrix *a)
{
    slong most = 1;

    for (int e = 0; e < pm_matrix_nnz(a); e++)
        most = FLINT_MAX(most, (slong)FLINT_MAX(fmpz_bits(fmpq_numref(a->re + e)),
                                                fmpz_bits(fmpq_denref(a->re + e))));
    return (int)FLINT_BIT_COUNT(most);
}

/* cost = -log2 x in units of 2^-bits, with an error of at most one unit. */
static void set_cost(fmpz_t cost, const fmpq_t x, slong bits, int size)
{
    const slong precision = bits + size + 32;
    arb_t y;

    arb_init(y);
    arb_set_fmpq(y, x, precision);
    arb_log_base_ui(y, y, 2, precision);
    arb_neg(y, y);
    arb_mul_2exp_si(y, y, bits);
    arf_get_fmpz(cost, arb_midref(y), ARF_RND_NEAR);
    arb_clear(y);
}

static int compare_values(const void *x, const void *y)
{
    return fmpq_cmp(*(const fmpq *const *)x, *(const fmpq *const *)y);
}

/* Equal entries have one logarithm. */
static pm_status set_costs(struct best *b, slong bits)
{
    const struct pm_matrix *const a = b->wide;
    const size_t entries = (size_t)pm_matrix_nnz(a);
    const int size = size_bits(a);
    pm_status status = pm_budget_take(entries * (size_t)(bits + size) / 8);
    const fmpq **sorted;

    PM_TRY(status);
    PM_NEW(sorted, entries);
    for (size_t e = 0; e < entries; e++)
        sorted[e] = a->re + e;
    pm_alloc_sort(sorted, entries, sizeof *sorted, compare_values);
    for (size_t k = 0; k < entries && status == PM_OK; k++) {
        fmpz *const cost = b->cost + (sorted[k] - a->re);
        if (k > 0 && fmpq_equal(sorted[k], sorted[k - 1])) {
            fmpz_set(cost, b->cost + (sorted[k - 1] - a->re));
        } else {
            set_cost(cost, sorted[k], bits, size);
            status = pm_budget_ask();
        }
    }
    free(sorted);
    return status;
}

/* The costs differ more than all roundings of both sums. */
static slong margin(const struct pm_matrix *a)
{
    return 2L * a->rows + 1;
}

/* Costs that order all matchings. */
static pm_status set_long_costs(struct best *b)
{
    const struct pm_matrix *const a = b->wide;
    const slong unit = 2 * margin(a);
    fmpz_t part;

    fmpz_init_set_si(part, unit);
    for (int i = 0; i < a->rows; i++)
        fmpz_mul_si(part, part, a->cols);
    const pm_status status = set_costs(b, distinct_bits(a) + (slong)fmpz_bits(part) + 1);
    for (int i = 0; i < a->rows && status == PM_OK; i++) {
        fmpz_divexact_si(part, part, a->cols);
        for (int e = a->start[i]; e < a->start[i + 1]; e++)
            fmpz_addmul_si(b->cost + e, part, a->col[e]);
    }
    fmpz_clear(part);
    return status;
}

/* The list, and one more if there is one. */
static pm_status find(struct best *b)
{
    bool any = true;

    pm_assignment_clear(&b->list);
    PM_TRY(pm_assignment_init(&b->list, b->wide, b->cost));
    while (any && b->list.count <= b->count)
        PM_TRY(pm_assignment_next(&any, &b->list));
    b->more = b->list.count > b->count;
    return PM_OK;
}

static bool is_ordered(const struct best *b)
{
    bool ordered = true;
    fmpz_t less;

    fmpz_init(less);
    for (size_t k = 1; k < b->list.count && ordered; k++) {
        fmpz_sub(less, b->list.found[k].cost, b->list.found[k - 1].cost);
        ordered = fmpz_cmp_si(less, margin(b->wide)) >= 0;
    }
    fmpz_clear(less);
    return ordered;
}

static pm_status find_ordered(struct best *b)
{
    const struct pm_matrix *const a = b->wide;
    const bool rounded = b->call.problem->field == PM_FIELD_LOGS;
    const int bits = SHORT - size_bits(a) - (int)FLINT_BIT_COUNT(a->rows + 1L);

    b->cost = _fmpz_vec_init(pm_matrix_nnz(a) + 1);
    PM_TRY(set_costs(b, rounded ? PM_LOGS_PROVED : FLINT_MAX(bits, 1)));
    PM_TRY(find(b));
    if (rounded || is_ordered(b))
        return PM_OK;
    PM_TRY(set_long_costs(b));
    return find(b);
}

/* ------------------------------------------------------------------ weights and the rest */

/* Sets the weights and partners.  sum = all weights. */
static pm_status set_weights(fmpq_t sum, struct best *b, size_t count)
{
    const struct pm_matrix *const a = b->wide;
    struct pm_value *const value = b->call.values->value;
    fmpq *const factor = _fmpq_vec_init(a->rows);
    pm_status status = PM_OK;

    for (size_t k = 0; k < count && status == PM_OK; k++) {
        const int *const col = b->list.found[k].col;
        memcpy(b->partner + k * (size_t)a->rows, col, (size_t)a->rows * sizeof *col);
        for (int i = 0; i < a->rows; i++)
            fmpq_set(factor + i, a->re + pm_matrix_entry(a, i, col[i]));
        pm_gauss_product(&value[k].centre, factor, NULL, a->rows);
        fmpq_add(sum, sum, value[k].centre.re);
        status = pm_budget_ask();
    }
    _fmpq_vec_clear(factor, a->rows);
    return status;
}

/* x = log10 y or more, y >= 0 */
static double log10_above(const fmpq_t y)
{
    arb_t x;

    if (fmpq_sgn(y) <= 0)
        return -HUGE_VAL;
    arb_init(x);
    arb_set_fmpq(x, y, PM_LOG_BITS);
    arb_log_base_ui(x, x, 10, PM_LOG_BITS);
    const double above = pm_end_above(x);
    arb_clear(x);
    return above;
}

/* y = 10^x or more */
static void power_above(fmpq_t y, double x)
{
    arb_t power, ten;
    arf_t end;

    PM_EACH(arb_init, power, ten);
    arf_init(end);
    arb_const_log10(ten, PM_LOG_BITS);
    arb_set_d(power, x);
    arb_mul(power, power, ten, PM_LOG_BITS);
    arb_exp(power, power, PM_LOG_BITS);
    arb_get_ubound_arf(end, power, PM_LOG_BITS);
    arf_get_fmpq(y, end);
    arf_clear(end);
    PM_EACH(arb_clear, power, ten);
}

/* The sum of all matchings, if it is found in so many seconds. */
static pm_status find_total(struct pm_value *total, struct best *b, double seconds)
{
    struct pm_planner planner = b->call.planner;
    struct pm_budget budget = {.until = pm_clock() + seconds};

    if (seconds <= 0)
        return pm_fail(PM_UNABLE, "no time is left for the sum");
    planner.policy.limits.seconds = seconds;
    pm_budget_open(&budget);
    const pm_status status =
        pm_budget_close(&budget, pm_hafnian_exact_sum(total, b->wide, PM_PERMANENT, 1, &planner));
    return status == PM_STOPPED && budget.late ? PM_UNABLE : status;
}

/* *known: rest = the sum of the others; else it is at most 10^*log10_rest less the listed ones. */
static pm_status find_rest(bool *known, fmpq_t rest, struct best *b, const fmpq_t sum)
{
    const pm_options *const o = b->call.options;
    const double left = o->seconds - (pm_clock() - b->begun);
    pm_options about = PM_OPTIONS_DEFAULT;
    struct pm_value total;
    double ends[2];

    *known = true;
    *b->log10_rest = -HUGE_VAL;
    if (!b->more)
        return PM_OK;
    pm_value_init(&total);
    pm_status status = find_total(&total, b, o->seconds > 0 ? left : TOTAL_SECONDS);
    fmpq_sub(rest, total.centre.re, sum);
    pm_value_clear(&total);
    if (status == PM_UNABLE) {
        *known = false;
        about.threads = o->threads;
        about.memory = o->memory;
        about.seconds = o->seconds > 0 ? fmax(left, LEAST_SECONDS) : 0;
        status = pm_bounds(ends, NULL, b->call.problem, &about);
        *b->log10_rest = status == PM_OK ? ends[1] : HUGE_VAL;
    }
    return status;
}

/* Sets the values and the bound of the others, after the list has been made. */
static pm_status set_values(struct best *b)
{
    struct pm_query_call *const call = &b->call;
    const int bits = call->planner.ask.bits;
    const size_t count = b->count = b->list.count - b->more;
    fmpq_t sum, rest, most;
    bool known;

    PM_TRY(pm_values_new(&call->values, count + 1, call->problem, bits, true));
    PM_EACH(fmpq_init, sum, rest, most);
    pm_status status = set_weights(sum, b, count);
    PM_THEN(status, find_rest(&known, rest, b, sum));
    if (status != PM_OK)
        goto done;
    if (!known && *b->log10_rest < HUGE_VAL) {
        power_above(most, *b->log10_rest);
        fmpq_sub(rest, most, sum);
    }
    if (known || *b->log10_rest < HUGE_VAL)
        *b->log10_rest = log10_above(rest);
    fmpq_set(call->values->value[count].centre.re, rest);
    for (size_t k = 0; k <= count && bits > 0; k++)
        pm_value_round(&call->values->value[k], bits);
    if (!known)
        pm_value_clear(&call->values->value[--call->values->count]);
done:
    PM_EACH(fmpq_clear, sum, rest, most);
    return status;
}

static pm_status answer(struct pm_query_call *call)
{
    struct best *const b = (struct best *)call;
    const struct pm_matrix *const a = call->problem->a;

    b->begun = pm_clock();
    if (call->problem->kind != PM_PERMANENT)
        return pm_fail(PM_UNABLE, "the heaviest matchings are those of rows with columns, or of a "
                                  "bipartite graph");
    if (!pm_matrix_is_nonnegative(a))
        return pm_fail(PM_DOMAIN, "the heaviest matchings are those of positive weights; an entry "
                                  "is negative or complex");
    PM_TRY((a->rows > a->cols ? pm_matrix_transpose : pm_matrix_copy)(&b->wide, a));
    pm_status status = find_ordered(b);
    PM_THEN(status, set_values(b));
    pm_assignment_clear(&b->list);
    if (b->cost != NULL)
        _fmpz_vec_clear(b->cost, pm_matrix_nnz(b->wide) + 1);
    pm_matrix_free(b->wide);
    return status;
}

pm_status pm_best(pm_values **out, size_t *count, int *partner, double *log10_rest,
                  const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(out, count, partner, log10_rest, problem);
    PM_AT_LEAST(1, *count);
    struct best best = {
        {.question = PM_ASK_BEST, .answer = answer, .problem = problem, .options = options},
        .partner = partner,
        .log10_rest = log10_rest,
        .count = *count};

    PM_TRY(pm_query_run(&best.call));
    *out = best.call.values;
    *count = best.count;
    return PM_OK;
}
