/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows as the graded walk adds them up, and what graded_tables.c finds out about them. */
#ifndef PM_ENGINE_GRADED_HALVES_H
#define PM_ENGINE_GRADED_HALVES_H

#include "engine/glynn/rounded.h"
#include "engine/graded/graded_walk.h"

/* Rows in walking order. */
struct pm_halves {
    int n, pivot;
    double *high, *low; /* [n][n] by rows and columns */
    double sum[64];     /* at least the sum of high parts */
    double grid[64];    /* high parts are multiples of this */
    double off[64];     /* at most what sums of low parts leave out, each rounded */
    bool lows[64];      /* an entry was rounded */
    double nearby[64];  /* sum of the columns that are free in a block, or fixed just above it */
    double gap[PM_GRADED_LEVELS][64], slope[PM_GRADED_LEVELS][64];
    double *delta;  /* [n][n] delta_ij <= 1, by rows and columns of the matrix */
    int column[64]; /* free columns in walking order, the fixed one last */
};

pm_status pm_halves_init(struct pm_halves *halves, const struct pm_rows *rows);
void pm_halves_clear(struct pm_halves *halves);

/* How far, relative to its lower bound, the permanent of the scaled matrix moves by rounding. */
pm_status pm_halves_rounding(double *rounding, const struct pm_halves *halves,
                             const struct pm_scaled *scaled);

/* Column `place` of the free ones in row k; place -1 is the pivot. */
static inline double pm_halves_entry(const struct pm_halves *r, const double *part, int k,
                                     int place)
{
    return part[k * r->n + (place < 0 ? r->pivot : r->column[place])];
}

#endif
