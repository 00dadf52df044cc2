/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows in the form in which the graded walk adds them up, and results of graded_tables.c about
 * them. */
#ifndef PM_ENGINE_GRADED_HALVES_H
#define PM_ENGINE_GRADED_HALVES_H

#include "engine/glynn/rounded.h"
#include "engine/graded/graded_walk.h"

/* Rows in the order of the walk. */
struct pm_halves {
    int n, pivot;
    double *high, *low; /* [n][n] by rows and columns */
    double sum[64];     /* upper bound of the sum of high parts */
    double grid[64];    /* high parts are multiples of this */
    double off[64];     /* upper bound of the rounding errors of sums of low parts */
    bool lows[64];      /* some entry was rounded */
    double nearby[64];  /* sum of the columns that are free in a block, or fixed in the level above
                         * it */
    double gap[PM_GRADED_LEVELS][64], slope[PM_GRADED_LEVELS][64];
    double *delta;  /* [n][n] delta_ij <= 1, by rows and columns of the matrix */
    int column[64]; /* free columns in the order of the walk, then the fixed one */
};

pm_status pm_halves_init(struct pm_halves *halves, const struct pm_rows *rows);
void pm_halves_clear(struct pm_halves *halves);

/* A bound of how much rounding changes the permanent of the scaled matrix, relative to its lower
 * bound. */
pm_status pm_halves_rounding(double *rounding, const struct pm_halves *halves,
                             const struct pm_scaled *scaled);

/* Column `place` of the free ones, in row k; place -1 is the pivot. */
static inline double pm_halves_entry(const struct pm_halves *r, const double *part, int k,
                                     int place)
{
    return part[k * r->n + (place < 0 ? r->pivot : r->column[place])];
}

#endif
