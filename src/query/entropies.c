/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entropy of what a random matching does at each line: the sum of -p ln p over the shares p of
 * its entries, and of its being free.  In ball arithmetic, from shares with their errors.  Cost:
 * that of the shares. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/sized.h"
#include "num/arb_ball.h"
#include "plan/ask.h"
#include "query/values.h"

#include <string.h>

enum { BITS = 128, MORE = 64 }; /* at least so many; more than the answer has */

static const double INCREASES = 0.25,
                    MOST = 0.37; /* -p ln p increases up to 1/e, and is at most this */

/* sum += -p ln p */
static void add_term(arb_ptr sum, const struct pm_value *share, slong bits)
{
    arb_t p, term;
    arf_t end;

    if (fmpq_is_zero(share->centre.re) && share->error.m == 0)
        return;
    PM_EACH(arb_init, p, term);
    arf_init(end);
    ball_of_value(p, share, bits);
    arb_nonnegative_part(p, p);
    const bool down_to_zero = arb_contains_zero(p);
    if (down_to_zero) {
        arb_get_ubound_arf(end, p, bits);
        arb_set_arf(p, end);
    }
    arb_log(term, p, bits);
    arb_mul(term, term, p, bits);
    arb_neg(term, term);
    if (down_to_zero && arf_cmp_d(end, INCREASES) > 0)
        arb_set_d(term, MOST);
    if (down_to_zero) {
        arb_zero(p);
        arb_union(term, term, p, bits);
    }
    arb_add(sum, sum, term, bits);
    PM_EACH(arb_clear, p, term);
    arf_clear(end);
}

/* Adds the terms of the lines of the longer side that stay free. */
static pm_status add_longer(arb_ptr sum, const struct pm_values *shares, const struct pm_matrix *a,
                            slong bits)
{
    const bool rows = a->rows > a->cols;
    const int lines = rows ? a->rows : a->cols;
    struct pm_value *line;

    PM_NEW(line, lines);
    for (int v = 0; v < lines; v++)
        pm_value_init(line + v);
    pm_marginals_left(line, a, shares->value, rows);
    for (int v = 0; v < lines; v++) {
        add_term(sum + (rows ? v : a->rows + v), line + v, bits);
        pm_value_clear(line + v);
    }
    free(line);
    return PM_OK;
}

/* Adds the terms of all entries to their lines, and those of free lines. */
static pm_status add_terms(arb_ptr sum, const struct pm_values *shares,
                           const struct pm_problem *base, slong bits)
{
    const struct pm_matrix *const a = base->a;
    const int nnz = pm_matrix_nnz(a), lines = pm_problem_lines(base);
    const bool with_free = shares->count > (size_t)nnz;

    PM_EACH_ENTRY(a, i, k) {
        add_term(sum + i, shares->value + k, bits);
        if (base->kind != PM_HAFNIAN)
            add_term(sum + a->rows + a->col[k], shares->value + k, bits);
    }
    for (int v = 0; v < lines && with_free; v++)
        add_term(sum + v, shares->value + nnz + v, bits);
    return a->rows == a->cols || with_free ? PM_OK : add_longer(sum, shares, a, bits);
}

static pm_status find(struct pm_values **values, const struct pm_values *shares,
                      const struct pm_problem *base, pm_precision precision)
{
    const int lines = pm_problem_lines(base), asked = pm_ask_bits(base, precision);
    const int bits = asked > 0 ? asked : PM_PRECISION_DOUBLE;
    arb_ptr sum;

    PM_TRY(pm_values_new(values, (size_t)lines, base, bits, false));
    (*values)->proved = true;
    PM_NEW(sum, lines);
    for (int v = 0; v < lines; v++)
        arb_init(sum + v);
    const pm_status status = add_terms(sum, shares, base, bits + MORE > BITS ? bits + MORE : BITS);
    for (int v = 0; v < lines; v++) {
        ball_value(&(*values)->value[v], sum + v, NULL);
        arb_clear(sum + v);
    }
    free(sum);
    memcpy((*values)->checks, shares->checks, sizeof shares->checks);
    return status;
}

pm_status pm_entropies(pm_values **entropies, const pm_problem *problem, const pm_options *options)
{
    PM_ARGUMENTS(entropies, problem);
    const struct pm_problem *const base = problem->base != NULL ? problem->base : problem;
    pm_values *shares = NULL, *values = NULL;
    pm_options asked;

    PM_TRY(pm_sized_options(&asked, options));
    if (asked.is_signed)
        return pm_fail(PM_INPUT, "shares that may be negative or complex have no entropies");
    if (base->variant != NULL || base->gadgets > 0)
        return pm_fail(PM_UNABLE,
                       "entropies are those of lines without copies and with one partner");
    pm_status status = pm_marginals(&shares, problem, &asked);
    PM_THEN(status, find(&values, shares, base, asked.precision));
    pm_values_free(shares);
    PM_GIVE(entropies, values, status, pm_values_free);
}
