/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows as high and low parts, as the graded walk adds them up, and numbers that graded_tables.c
 * computes from them. */
#pragma once

#include "engine/glynn/rounded.h"
#include "engine/graded/graded_walk.h"

/* Rows in the order of the walk (pm_rows.order). */
struct pm_halves {
    int n, pivot;
    double *high, *low; /* [n][n] by rows and columns; row k is row order[k] of the matrix */
    double sum[64];     /* upper bound of the sum of |high parts| of the row */
    double grid[64];    /* high parts of the row are multiples of this */
    double off[64];     /* upper bound of the rounding errors of all tables of the row */
    bool lows[64];      /* whether some entry of the row has a low part or was rounded */
    double nearby[64];  /* sum of the columns that are free in a block or fixed in level 0 */
    double gap[PM_GRADED_LEVELS][64], slope[PM_GRADED_LEVELS][64];
    double *delta;  /* [n][n] delta_ij <= 1 (rounding_loss.c), by rows and columns of the matrix */
    int column[64]; /* free columns in the order of the walk, then the fixed one */
};

pm_status pm_halves_init(struct pm_halves *halves, const struct pm_rows *rows);
void pm_halves_clear(struct pm_halves *halves);

/* *rounding = a bound of how much rounding the entries changes the permanent of the scaled matrix,
 * relative to its lower bound.  PM_UNABLE: the bound is too large. */
pm_status pm_halves_rounding(double *rounding, const struct pm_halves *halves,
                             const struct pm_scaled *scaled);

/* The entry of row k in column[place]; in the pivot column if `place` is -1.  `part` is r->high or
 * r->low. */
static inline double pm_halves_entry(const struct pm_halves *r, const double *part, int k,
                                     int place)
{
    return part[k * r->n + (place < 0 ? r->pivot : r->column[place])];
}
