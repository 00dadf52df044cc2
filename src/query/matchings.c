/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings of every size, in the quicker of two ways: an engine that has one sum for each size, or
 * the digits of one integer, which pm_solve() finds with all that it can do: reductions, devices,
 * ranks, checkpoints.
 *
 * For the first way, entries are multiplied by their least common denominator d, and an engine's
 * sums over matchings with k entries are divided by d^k.  There are no reductions, since rules that
 * keep the permanent do not keep these sums.  Such work has no units, so it has no checkpoints.
 *
 * If every entry is multiplied by d 2^b, the sum over all matchings is sum_k m_k d^k 2^(b k).  The
 * bound |m_k| d^k < 2^(b-1) makes the sums its digits to the base 2^b. (Kronecker, Grundzuege einer
 * arithmetischen Theorie der algebraischen Groessen, 1882, section 4.) */
#include "base/alloc.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/refusal.h"
#include "plan/facility.h"
#include "query/call.h"
#include "query/check_values.h"
#include "query/values.h"
#include "engine/engine_query.h"
#include "engine/sizes.h"
#include "plan/machine.h"
#include "solve/solve.h"

#include <flint/fmpz_vec.h>
#include <math.h>

/* An engine's sums by size are taken without a look at the other way, whose planning alone may take
 * seconds, if they take no longer; they are not looked for in larger problems. */
static const double QUICK_SECONDS = 5;

/* Longer work should have units: then the other way may take this many times as long. */
static const double LONG_SECONDS = 10, LONGER = 2;

enum { MANY_ENTRIES = 2000 };

/* A call, and the limit of the first way.  What takes longer is declined. */
struct sizes {
    struct pm_query_call call;
    double most, seconds; /* allowed; predicted, HUGE_VAL: the first way is not possible */
    bool declined;        /* it is possible, but takes more than that */
};

/* True if vertex i of a general graph, or row i of a matrix, has an edge. */
static bool has_edge(const struct pm_matrix *a, enum pm_kind kind, int i)
{
    const int first = a->start[i], count = a->start[i + 1] - first;

    return count > 1 || (count == 1 && (kind != PM_HAFNIAN || a->col[first] != i));
}

/* Keeps the rows of `a` that have entries; for a general graph, the vertices that have edges. */
static pm_status drop_lonely(struct pm_matrix **out, const struct pm_matrix *a, enum pm_kind kind)
{
    int *row = NULL, *col = NULL, rows = 0;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, row, a->rows, done);
    PM_NEW_GOTO(status, col, a->cols, done);
    for (int i = 0; i < a->rows; i++)
        if (has_edge(a, kind, i))
            row[rows++] = i;
    for (int j = 0; j < a->cols; j++)
        col[j] = j;
    status = kind == PM_HAFNIAN ? pm_matrix_sub(out, a, rows, row, rows, row)
                                : pm_matrix_sub(out, a, rows, row, a->cols, col);
done:
    PM_FREE(row, col);
    return status;
}

static pm_status check_real(const struct pm_matrix *a)
{
    return a->im == NULL ? PM_OK : pm_fail(PM_UNABLE, "matchings of every size need real entries");
}

/* Multiplies all entries by their least common denominator d. */
static void make_integer(fmpz_t d, struct pm_matrix *a)
{
    fmpz_one(d);
    pm_matrix_denominators(d, a, 0, pm_matrix_nnz(a));
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        fmpq_mul_fmpz(a->re + k, a->re + k, d);
}

/* Makes the matrix to compute with: rows <= cols, no empty row (no vertex without edges), entries
 * multiplied by d, which makes them integers. */
static pm_status prepare(struct pm_matrix **out, fmpz_t d, const struct pm_matrix *a,
                         enum pm_kind kind)
{
    struct pm_matrix *turned = NULL;

    PM_TRY(check_real(a));
    if (a->rows > a->cols)
        PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = drop_lonely(out, turned != NULL ? turned : a, kind);
    pm_matrix_free(turned);
    if (status == PM_OK)
        make_integer(d, *out);
    return status;
}

/* values[k] = count[k] / d^k. */
static void scale_back(struct pm_values *values, const fmpz *count, size_t counts, const fmpz_t d)
{
    fmpz_t power;

    fmpz_init_set_ui(power, 1);
    for (size_t k = 0; k < counts; k++) {
        fmpq_set_fmpz_frac(values->value[k].centre.re, &count[k], power);
        fmpz_mul(power, power, d);
    }
    fmpz_clear(power);
}

/* Drops the sizes for which there is no matching, if no entry is negative: then a sum is 0 only if
 * it has no terms.  With negative entries, terms may cancel, so all sizes are kept. */
static void drop_impossible(struct pm_values *values, const struct pm_matrix *a)
{
    const bool sure = pm_matrix_is_nonnegative(a);

    while (sure && values->count > 1 && fmpq_is_zero(values->value[values->count - 1].centre.re))
        pm_value_clear(&values->value[--values->count]);
}

/* ------------------------------------------------------------------ an engine's sums */

static pm_status describe(struct sizes *s, const struct pm_way *way)
{
    char note[160];

    snprintf(note, sizeof note,
             "sums over the matchings of each size, without checkpoints, %.3g bytes",
             way->cost.bytes);
    PM_TRY(pm_query_describe(&s->call, way->engine->name, note,
                             pm_way_predicted(way, s->call.planner.policy.limits.threads, true)));
    s->call.plan->reference = s->seconds;
    return PM_OK;
}

static pm_status add_up(fmpz *count, const struct pm_core *core, struct sizes *s)
{
    struct pm_way way;
    pm_status status = PM_UNABLE;

    PM_TRY(pm_choice_query(&way, PM_SIZES, core, &s->call.planner));
    s->seconds = pm_way_reference(&way, s->call.planner.policy.limits.threads);
    s->declined = s->seconds > s->most;
    if (s->declined)
        pm_fail(status, "the first way takes longer than another one may");
    else if (s->call.plan_only)
        status = describe(s, &way);
    for (const struct pm_way *w = &way; w != NULL && status == PM_UNABLE && !s->declined;
         w = w->fallback)
        status = w->query->sizes(count, core, &w->cost, &s->call.planner.policy.limits);
    pm_way_clear(&way);
    return status;
}

static pm_status new_values(struct pm_query_call *call)
{
    const struct pm_core core = {.a = call->problem->a, .kind = call->problem->kind};

    return pm_values_new(&call->values, (size_t)pm_core_size(&core) + 1, call->problem,
                         call->planner.ask.bits, true);
}

static pm_status finish(struct pm_values *values, const struct pm_problem *problem)
{
    PM_TRY(pm_check_sizes(values, problem));
    drop_impossible(values, problem->a);
    return PM_OK;
}

static pm_status answer(struct pm_query_call *call)
{
    const struct pm_problem *const problem = call->problem;
    struct pm_core core = {.kind = problem->kind};
    struct pm_matrix *a = NULL;
    fmpz *count = NULL;
    size_t sizes = 0;
    pm_status status;
    fmpz_t d;

    fmpz_init(d);
    PM_TRY_GOTO(status, prepare(&a, d, problem->a, core.kind), done);
    PM_TRY_GOTO(status, new_values(call), done);
    sizes = call->values->count;
    count = _fmpz_vec_init((slong)sizes);
    core.a = a;
    PM_TRY_GOTO(status, add_up(count, &core, (struct sizes *)call), done);
    if (call->plan_only)
        goto done;
    scale_back(call->values, count, (size_t)pm_core_size(&core) + 1, d);
    status = finish(call->values, problem);
done:
    if (count != NULL)
        _fmpz_vec_clear(count, (slong)sizes);
    fmpz_clear(d);
    pm_matrix_free(a);
    return status;
}

/* ------------------------------------------------------------------ one number */

struct one_number {
    struct pm_problem *total;
    fmpz_t d; /* the least common denominator of the entries */
    ulong b;
};

/* The entries, in the matrix, in triplets and in the sum. */
static pm_status check_memory(const struct one_number *one, const struct pm_matrix *a,
                              uint64_t memory)
{
    const double bytes = 3.0 * pm_matrix_nnz(a) * (double)one->b / 8;

    return bytes <= (double)memory ? PM_OK
                                   : pm_refusal_of_memory("the sum over all sizes as one number",
                                                          bytes, (double)memory);
}

/* Makes the problem in at most so many bytes.  Clear *one also after a failure. */
static pm_status one_number_init(struct one_number *one, const struct pm_problem *problem,
                                 uint64_t memory)
{
    struct pm_problem scaled = *problem;
    struct pm_matrix *a = NULL;

    *one = (struct one_number){.total = NULL};
    fmpz_init_set_ui(one->d, 1);
    PM_TRY(check_real(problem->a));
    PM_TRY(pm_matrix_copy(&a, problem->a));
    make_integer(one->d, a);
    one->b = (ulong)ceil(pm_sizes_bits(a)) + 2;
    pm_status status = check_memory(one, a, memory);
    for (int k = 0; k < pm_matrix_nnz(a) && status == PM_OK; k++)
        fmpq_mul_2exp(a->re + k, a->re + k, one->b);
    scaled.a = a;
    scaled.field = PM_FIELD_INTEGER;
    PM_THEN(status, pm_problem_total(&one->total, &scaled));
    pm_matrix_free(a);
    return status;
}

static void one_number_clear(struct one_number *one)
{
    pm_problem_free(one->total);
    fmpz_clear(one->d);
}

/* Sets all values: value[k] = m_k.  Digits are between -2^(b-1) and 2^(b-1), since sums may be
 * negative. */
static void take_digits(struct pm_values *values, const struct one_number *one,
                        const struct pm_answer *answer)
{
    fmpz_t rest, digit, power;

    fmpz_init_set(rest, fmpq_numref(answer->value.centre.re));
    fmpz_init(digit);
    fmpz_init_set_ui(power, 1);
    for (size_t k = 0; k < values->count; k++) {
        fmpz_fdiv_r_2exp(digit, rest, one->b);
        fmpz_fdiv_q_2exp(rest, rest, one->b);
        if (fmpz_tstbit(digit, one->b - 1)) { /* negative */
            fmpz_one_2exp(power, one->b);
            fmpz_sub(digit, digit, power);
            fmpz_add_ui(rest, rest, 1);
        }
        fmpz_pow_ui(power, one->d, k);
        fmpq_set_fmpz_frac(values->value[k].centre.re, digit, power);
    }
    PM_EACH(fmpz_clear, power, digit, rest);
}

/* What is wanted: the answer or, if `plan` is not NULL, the plan. */
struct wanted {
    struct pm_values **values;
    pm_answer **plan;
    const pm_problem *problem;
    pm_options options;
};

/* PM_UNABLE, also if it takes more than `most` seconds and is declined. */
static pm_status first_way(struct sizes *s, const struct wanted *w, double most)
{
    *s = (struct sizes){.call = {.question = PM_ASK_SIZES,
                                 .answer = answer,
                                 .problem = w->problem,
                                 .options = &w->options,
                                 .plan_only = w->plan != NULL},
                        .most = most,
                        .seconds = HUGE_VAL};
    const pm_status status = pm_query_run(&s->call);
    if (w->plan != NULL)
        pm_values_free(s->call.values);
    if (status == PM_OK && w->plan != NULL)
        *w->plan = s->call.plan;
    else if (status == PM_OK)
        *w->values = s->call.values;
    return status;
}

/* What the second way may take. */
static double most_seconds(const struct sizes *first)
{
    return first->seconds > LONG_SECONDS ? LONGER * first->seconds : first->seconds;
}

/* ------------------------------------------------------------------ one number */

/* The first way has no units, parts, ranks, chosen engines or devices. */
static bool is_only_for_one_number(const pm_options *o)
{
    return !pm_solve_options_are_simple(&(pm_options){.engine = o->engine,
                                                      .gpus = o->gpus,
                                                      .audit = o->audit,
                                                      .checkpoint = o->checkpoint,
                                                      .team = o->team});
}

static bool first_way_is_possible(const pm_problem *problem, const pm_options *options)
{
    return !is_only_for_one_number(options) && pm_matrix_nnz(problem->a) <= MANY_ENTRIES;
}

static pm_status take(const struct wanted *w, const struct one_number *one, const pm_answer *solved)
{
    struct pm_query_call call = {.problem = w->problem};

    call.planner.ask.bits = pm_ask_bits(w->problem, w->options.precision);
    PM_TRY(new_values(&call));
    take_digits(call.values, one, solved);
    const pm_status status = finish(call.values, w->problem);
    pm_values_of_logs(call.values);
    PM_GIVE(w->values, call.values, status, pm_values_free);
}

/* PM_UNABLE, also if it takes more than `most` seconds. */
static pm_status second_way(const struct wanted *w, double most)
{
    struct one_number one;
    pm_options options = w->options;
    pm_answer *solved = NULL;
    bool declined;

    options.precision = PM_PRECISION_EXACT;
    options.plan_only = w->plan != NULL;
    const uint64_t memory = pm_machine_memory(options.memory, pm_matrix_lines(w->problem->a));
    pm_status status = one_number_init(&one, w->problem, memory);
    PM_THEN(status, pm_solve_below(&solved, &declined, one.total, &options, most));
    if (status == PM_OK && w->plan == NULL)
        status = take(w, &one, solved);
    one_number_clear(&one);
    if (w->plan != NULL)
        *w->plan = solved;
    else
        pm_answer_free(solved);
    return status;
}

static pm_status choose(const struct wanted *w)
{
    struct sizes first = {.seconds = HUGE_VAL};

    PM_TRY(pm_problem_unrequired(w->problem));
    if (first_way_is_possible(w->problem, &w->options)) {
        const pm_status status = first_way(&first, w, QUICK_SECONDS);
        if (status != PM_UNABLE)
            return status;
    }
    const pm_status status = second_way(w, isfinite(first.seconds) ? most_seconds(&first) : 0);
    if (status != PM_UNABLE || isinf(first.seconds))
        return status;
    if (w->plan != NULL)
        pm_answer_free(*w->plan);
    return first_way(&first, w, HUGE_VAL);
}

pm_status pm_matchings(pm_values **out, const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(out, problem);
    struct wanted wanted = {.values = out, .problem = problem};

    PM_TRY(pm_facility_options(&wanted.options, PM_ASK_SIZES, problem, options));
    return choose(&wanted);
}

pm_status pm_matchings_plan(pm_answer **plan, size_t count, const pm_problem *problem,
                            const pm_options *options)
{
    const struct wanted wanted = {.plan = plan, .problem = problem, .options = *options};

    (void)count;
    return choose(&wanted);
}
