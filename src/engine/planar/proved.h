/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffians in floating arithmetic, with a proved bound (proved.c). */
#pragma once

#include "engine/planar/planar.h"
#include "num/arb_ball.h"
#include "num/dd.h"

enum { PM_PANEL = 32 }; /* so many products at most are added before the sum is subtracted */

/* One elimination. */
struct pm_proved {
    const struct pm_kasteleyn *k;
    const struct pm_matrix *a;
    int set;                   /* the instruction set */
    const struct pm_dd *entry; /* scaled weights, each with relative error at most 2^-105 */
    double shift;
    /* for each row, a bound of the sum of the moduli of what is added to the entries of the row and
     * to those of the column, when the roundings of the elimination become changes of the matrix */
    double *change;
    double steps;         /* so far: the sum of pivots x rows x columns of the fronts */
    arb_struct *pfaffian; /* of the changed matrix */
    /* a singular matrix was left, a pair of pivots has too large entries on the diagonal, or so
     * many rows were delayed that it takes too long */
    bool failed;
};

/* An elimination for an instruction set: of the skew-symmetric matrix K with these entries, in
 * double-double; or of the Hermitian matrix i K - shift, in complex double-double, which has no
 * pfaffian.  Unless it fails, one half of the eigenvalues of the changed Hermitian matrix is
 * positive. */
typedef pm_status pm_proved_run(struct pm_proved *p);
