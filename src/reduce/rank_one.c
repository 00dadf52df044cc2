/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `rank1`: entry (i, j) of a square matrix is u_i v_j, but for at most one exception in each
 * row and each column.  Pair row i with the column of its exception e_i, or with one of those that
 * have none.  If w_i = u_i v_j and d_i = e_i - w_i, or 0, in the pairs, then
 *
 *     per = sum over k of (n-k)! times the coefficient of t^k in the product of all w_i + d_i t,
 *
 * since n - k rows and columns of rank one have (n-k)! times the product of their u and v as their
 * permanent (Riordan, An Introduction to Combinatorial Analysis, 1958, chapter 7, for u = v = 1).
 * If all u_i v_j are equal, engine `complement` does the same for any exceptions.
 *
 * In five columns, row i is a multiple of row 0 in at least three places, which shows the factor
 * u_i (model/outer.h).  Cost: some passes over the entries, and a product of n linear factors. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "model/outer.h"

#include <flint/fmpq_poly.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEAST = 5 };

struct split {
    const struct pm_matrix *a;
    struct pm_outer outer;
    int *partner; /* of each row, the column of its exception, or -1 */
    bool *taken;  /* columns with an exception */
};

/* x = entry (i, j); a row lacks at most one. */
static void entry(fmpq_t x, const struct pm_matrix *a, int i, int j)
{
    const int first = a->start[i], last = a->start[i + 1] - 1;

    for (int k = first + j > last ? last : first + j; k >= first && k >= first + j - 1; k--)
        if (a->col[k] == j) {
            fmpq_set(x, a->re + k);
            return;
        }
    fmpq_zero(x);
}

/* *found = whether each row and column has at most one exception. */
static pm_status find_exceptions(bool *found, struct split *s)
{
    const int n = s->a->rows;
    bool equal = true;
    fmpq_t x, w;

    PM_EACH(fmpq_init, x, w);
    pm_status status = PM_OK;
    for (int i = 0; i < n && *found && status == PM_OK; i++) {
        s->partner[i] = -1;
        status = pm_budget_ask();
        equal = equal && fmpq_equal(s->outer.u + i, s->outer.u) &&
                fmpq_equal(s->outer.v + i, s->outer.v);
        for (int j = 0; j < n && *found; j++) {
            entry(x, s->a, i, j);
            fmpq_mul(w, s->outer.u + i, s->outer.v + j);
            if (fmpq_equal(x, w))
                continue;
            *found = s->partner[i] < 0 && !s->taken[j];
            s->partner[i] = j;
            s->taken[j] = true;
        }
    }
    *found = *found && !equal;
    PM_EACH(fmpq_clear, x, w);
    return status;
}

/* The linear factor of row i, whose column is j. */
static void set_factor(fmpq_poly_t p, const struct split *s, int i, int j)
{
    fmpq_t x, w;

    PM_EACH(fmpq_init, x, w);
    entry(x, s->a, i, j);
    fmpq_mul(w, s->outer.u + i, s->outer.v + j);
    fmpq_sub(x, x, w);
    fmpq_poly_set_coeff_fmpq(p, 0, w);
    fmpq_poly_set_coeff_fmpq(p, 1, x);
    PM_EACH(fmpq_clear, x, w);
}

/* p = the product of the factors of rows first .. end - 1. */
static pm_status multiply(fmpq_poly_t p, const struct split *s, int first, int end)
{
    const int middle = first + (end - first) / 2;
    fmpq_poly_t q;

    PM_TRY(pm_budget_ask());
    if (end - first == 1) {
        set_factor(p, s, first, s->partner[first]);
        return PM_OK;
    }
    fmpq_poly_init(q);
    pm_status status = multiply(p, s, first, middle);
    PM_THEN(status, multiply(q, s, middle, end));
    if (status == PM_OK)
        fmpq_poly_mul(p, p, q);
    fmpq_poly_clear(q);
    return status;
}

static pm_status add_up(fmpq_t sum, const struct split *s)
{
    const int n = s->a->rows;
    fmpq_poly_t p;
    fmpz_t ways;
    fmpq_t term;

    fmpq_poly_init(p);
    fmpz_init_set_ui(ways, 1);
    fmpq_init(term);
    const pm_status status = multiply(p, s, 0, n);
    for (int k = n; k >= 0 && status == PM_OK; k--) {
        fmpq_poly_get_coeff_fmpq(term, p, k);
        fmpq_mul_fmpz(term, term, ways);
        fmpq_add(sum, sum, term);
        fmpz_mul_ui(ways, ways, (ulong)(n - k + 1));
    }
    fmpq_poly_clear(p);
    fmpz_clear(ways);
    fmpq_clear(term);
    return status;
}

/* Rows without an exception get the columns that have none. */
static void pair(struct split *s)
{
    int next = 0;

    for (int i = 0; i < s->a->rows; i++) {
        if (s->partner[i] >= 0)
            continue;
        while (s->taken[next])
            next++;
        s->partner[i] = next++;
    }
}

static pm_status apply(struct pm_rewrite *rewrite, struct split *s)
{
    const int n = s->a->rows;
    fmpq_t sum;
    bool found;

    PM_NEW(s->partner, n);
    PM_NEW(s->taken, n);
    PM_TRY(pm_outer_find(&s->outer, &found, s->a, 0));
    PM_TRY(find_exceptions(&found, s));
    if (!found)
        return PM_OK;
    pair(s);
    fmpq_init(sum);
    const pm_status status = add_up(sum, s);
    fmpq_swap(rewrite->factor.re, sum);
    fmpq_clear(sum);
    PM_TRY(status);
    rewrite->changed = true;
    rewrite->zero = fmpq_is_zero(rewrite->factor.re);
    snprintf(rewrite->note, sizeof rewrite->note,
             "%d x %d: of rank one, but for one entry at most in each line", n, n);
    return PM_OK;
}

pm_status pm_rank_one_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    const int n = a->rows;
    struct split s = {.a = a};

    if (n < LEAST || a->cols != n || a->im != NULL)
        return PM_OK;
    for (int i = 0; i < n; i++)
        if (a->start[i + 1] - a->start[i] < n - 1)
            return PM_OK;
    const pm_status status = apply(rewrite, &s);
    pm_outer_clear(&s.outer);
    PM_FREE(s.partner, s.taken);
    return status;
}
