/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An upper bound of a permanent from which matchings can be drawn (nested_bound.c). */
#pragma once

#include "estimate/tracked.h"

struct pm_nested {
    const struct pm_positive *p; /* borrowed */
    struct pm_tracked tracked;
    double *y;      /* [cols] factors of the columns */
    double *entry;  /* [nnz] at least a_ij y_j */
    double *factor; /* [rows] the factor of each row for all untracked columns */
    int count;      /* untracked columns */
    int *column;    /* [count] in the order in which they take rows */
    int *start;     /* [count + 1] their entries: start[c] .. start[c + 1] - 1 */
    int *last;      /* [count] from here on, they are the last ones of their rows */
    int *row, *of;  /* [start[count]] row of each, and which entry of the matrix it is */
    double *chance; /* [start[count]] a_ij y_j / h_i(c + 1); 0 for the last entry of a row */
    double *gain;   /* [start[count]] h_i(c + 1) / h_i(0), or a_ij y_j / h_i(0) for the last one */
};

/* Builds the tables, for a square matrix; `most`, `steps`, `bytes` as in tracked.h.  If `bytes` is
 * infinite, nothing can be drawn. */
pm_status pm_nested_init(struct pm_nested *n, const struct pm_positive *p, double steps,
                         double bytes, int most);
void pm_nested_clear(struct pm_nested *n);

/* The natural logarithm of the bound; it may be too large by pm_nested_loose(). */
void pm_nested_log(arb_t x, const struct pm_nested *n);
double pm_nested_loose(const struct pm_nested *n);

/* What a thread needs to draw. */
struct pm_nested_draw {
    int *taken;    /* [rows] the entry that each row takes */
    double *alive; /* [rows] 1, or 0 for a row that is taken */
    double *sum;   /* sums of a few chances each */
};
pm_status pm_nested_draw_init(struct pm_nested_draw *d, const struct pm_nested *n);
void pm_nested_draw_clear(struct pm_nested_draw *d);

/* Draws a matching.  Returns its weight, divided by its probability and by the bound; 0: there was
 * no matching to be drawn any more. */
double pm_nested_draw(struct pm_nested_draw *d, const struct pm_nested *n, uint64_t *state);
