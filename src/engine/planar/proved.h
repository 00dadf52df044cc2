/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffians in floating arithmetic, with a proved bound (proved.c). */
#pragma once

#include "engine/planar/planar.h"
#include "num/arb_ball.h"
#include "num/dd.h"

/* One elimination. */
struct pm_proved {
    const struct pm_kasteleyn *k;
    const struct pm_matrix *a;
    const struct pm_dd *entry; /* scaled weights, each with relative error at most 2^-105 */
    double shift;
    /* for each row i: change[2 i] is a bound of the sum of the moduli of what is added to the
     * entries of the row and to those of the column, when the roundings of the elimination become
     * changes of the matrix; change[2 i + 1] is what it would be in complex double */
    double *change;
    arb_struct *pfaffian; /* of the changed matrix */
    /* a singular matrix was left, or a pair of pivots has too large entries on the diagonal */
    bool failed;
};

/* In complex double: the error of a product of so many terms, beside the norms of its factors
 * (proved_shift_kernel.c). */
static inline double pm_proved_double(int count)
{
    return (0.9 * count + 100) * PM_BALL_U;
}

/* An elimination for an instruction set: of the skew-symmetric matrix K with these entries, in
 * double-double; or of the Hermitian matrix i K - shift, in complex double, which has no pfaffian.
 * Unless it fails, one half of the eigenvalues of the changed Hermitian matrix is positive. */
typedef pm_status pm_proved_run(struct pm_proved *p);
