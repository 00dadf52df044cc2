/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modulo 2, a permanent is a determinant and a hafnian is a Pfaffian (model/parity.c); modulo 4
 * and 8 they are found by elimination (model/two_powers.c).  These are no equations of numbers: the
 * planner applies the rules only for an answer modulo 2, 4 or 8. */
#include "model/outer.h"
#include "model/parity.h"
#include "model/two_powers.h"
#include "reduce/rewrite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Steps on machine words: some minutes; modulo 4 and 8 one, since larger sparse graphs
 * have quicker engines. */
static const double MOST_STEPS = 1e12, MOST_STEPS_4 = 1e11;

/* Modulo 8, exact answers take less time below this order, of matrices with few entries in a row,
 * where most entries are equal, and of bands in whose sweeps vectors have at most STATES_8 states
 * together.  With 6 random ones in a row, elimination takes 0.4 s for 60 x 60, and exact answers
 * are predicted to take 3 minutes; lattices such as king's have 8.  With 17 in a row around the
 * diagonal, elimination takes 2 s for 76 x 76, and an exact answer 0.1. */
enum { LEAST_8 = 26 };
static const double LEAST_IN_ROW_8[] = {[PM_PERMANENT] = 5, [PM_HAFNIAN] = 8}, MOST_EQUAL_8 = 0.75;
static const double STATES_8 = 1e8;

/* The states of all vectors if a sweep follows the diagonal: only vertices near it are open. */
static double states_of(const struct pm_matrix *a, enum pm_kind kind)
{
    int far = 0; /* from the diagonal */

    PM_EACH_ENTRY(a, i, e)
        far = abs(i - a->col[e]) > far ? abs(i - a->col[e]) : far;
    return ldexp(a->rows, kind == PM_HAFNIAN ? far : 2 * far);
}

static bool is_quick_exactly(const struct pm_matrix *a, enum pm_kind kind)
{
    const int count = pm_matrix_nnz(a);
    double equal = 0;

    if (a->rows < LEAST_8 || count < LEAST_IN_ROW_8[kind] * a->rows ||
        states_of(a, kind) <= STATES_8)
        return true;
    const int most = pm_outer_majority(a->re, count);
    for (int e = 0; e < count; e++)
        equal += fmpq_equal(a->re + e, a->re + most);
    return equal > MOST_EQUAL_8 * a->rows * a->cols;
}

static pm_status apply(struct pm_rewrite *rewrite, const struct pm_matrix *a, enum pm_kind kind,
                       int modulo)
{
    int residue;

    if (a->im != NULL || (modulo == 8 && is_quick_exactly(a, kind)))
        return PM_OK;
    const pm_status status = modulo == 2 ? pm_parity(&residue, a, kind, MOST_STEPS)
                                         : pm_two_powers(&residue, a, kind, modulo, MOST_STEPS_4);
    if (status == PM_UNABLE && !pm_lacks_memory())
        return PM_OK;
    PM_TRY(status);
    rewrite->changed = true;
    rewrite->zero = residue == 0;
    pm_gauss_set_si(&rewrite->factor, residue);
    snprintf(rewrite->note, sizeof rewrite->note, "%d x %d: %s modulo %d is %d", a->rows, a->cols,
             modulo > 2           ? "the answer"
             : kind == PM_HAFNIAN ? "the Pfaffian"
                                  : "the determinant",
             modulo, residue);
    return PM_OK;
}

pm_status pm_parity_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_PERMANENT, 2);
}

pm_status pm_parity_graph_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_HAFNIAN, 2);
}

pm_status pm_parity_4_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_PERMANENT, 4);
}

pm_status pm_parity_graph_4_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_HAFNIAN, 4);
}

pm_status pm_parity_8_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_PERMANENT, 8);
}

pm_status pm_parity_graph_8_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return apply(rewrite, a, PM_HAFNIAN, 8);
}
