/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers u_i and v_j of a matrix of which most entries are u_i v_j.  Each is the quotient of
 * most entries of its line (Boyer and Moore, MJRTY, 1981).  Cost: a division for each entry of a
 * row and of a column; a matrix of another form is seen in its first rows. */
#include "model/outer.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <stdlib.h>

int pm_outer_majority(const fmpq *value, int count)
{
    int best = -1, votes = 0;

    for (int k = 0; k < count; k++) {
        const bool same = best >= 0 && fmpq_equal(value + best, value + k);
        if (votes == 0)
            best = k;
        votes += votes == 0 || same ? 1 : -1;
    }
    return best;
}

static pm_status fractions_new(fmpq **x, int count)
{
    PM_NEW(*x, count);
    for (int k = 0; k < count; k++)
        fmpq_init(*x + k);
    return PM_OK;
}

static void fractions_free(fmpq *x, int count)
{
    for (int k = 0; k < count && x != NULL; k++)
        fmpq_clear(x + k);
    free(x);
}

/* factor[i] = the quotient of most entries of row i and of the base, which may be 0 in some
 * columns. *found: there is one for each row. */
static pm_status row_factors(fmpq *factor, bool *found, const struct pm_matrix *a, const fmpq *base)
{
    pm_status status = PM_OK;
    fmpq *quotient = NULL;

    *found = true;
    PM_TRY(fractions_new(&quotient, a->cols));
    for (int i = 0; i < a->rows && *found && status == PM_OK; i++) {
        int count = 0, equal = 0;
        for (int e = a->start[i]; e < a->start[i + 1]; e++)
            if (!fmpq_is_zero(base + a->col[e]))
                fmpq_div(quotient + count++, a->re + e, base + a->col[e]);
        const int best = pm_outer_majority(quotient, count);
        for (int k = 0; k < count; k++)
            equal += fmpq_equal(quotient + best, quotient + k);
        *found = 2 * equal > count;
        if (*found)
            fmpq_set(factor + i, quotient + best);
        status = pm_budget_ask();
    }
    fractions_free(quotient, a->cols);
    return status;
}

pm_status pm_outer_find(struct pm_outer *outer, bool *found, const struct pm_matrix *a, int row)
{
    struct pm_matrix *turned;

    *found = false;
    *outer = (struct pm_outer){.rows = a->rows, .cols = a->cols};
    PM_TRY(fractions_new(&outer->u, a->rows));
    PM_TRY(fractions_new(&outer->v, a->cols));
    for (int e = a->start[row]; e < a->start[row + 1]; e++)
        fmpq_set(outer->v + a->col[e], a->re + e);
    PM_TRY(row_factors(outer->u, found, a, outer->v));
    if (!*found)
        return PM_OK;
    PM_TRY(pm_matrix_transpose(&turned, a));
    const pm_status status = row_factors(outer->v, found, turned, outer->u);
    pm_matrix_free(turned);
    return status;
}

void pm_outer_clear(struct pm_outer *outer)
{
    fractions_free(outer->u, outer->rows);
    fractions_free(outer->v, outer->cols);
}
