/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some columns of a matrix counted exactly, all others by factors of rows (tracked.c). */
#pragma once

#include "base/budget.h"
#include "estimate/logs.h"
#include "estimate/positive.h"

#include <stdint.h>

struct pm_tracked {
    const struct pm_positive *p; /* borrowed */
    const double *entry;         /* [nnz] the entries, at least; borrowed by pm_tracked_sweep() */
    const double *factor;        /* [rows] the factor of a row that takes no tracked column */
    bool *tracks;                /* [cols] */
    int count;                   /* number of tracked columns */
    int *order;                  /* [rows] */
    int *first, *last; /* [cols] places of the first and last row with an entry, in this order */
    signed char *bit;  /* [nnz] the bit of each tracked entry, in the states at its row; -1 */
    struct pm_tracked_row {
        int lives, opens; /* live columns, and how many of them begin here: the upper bits */
        uint32_t closes;  /* those that end here */
    } * row;              /* [rows] by place */
    double **table;       /* [rows + 1] the weights of the states before each place */
    int64_t exp;          /* the last table's number is so many powers of two too small */
    double roundings;     /* of that number */
};

/* Chooses the order of the rows, and the tracked columns: as many as a sweep may have with so many
 * products, and with so many bytes for all tables (infinite: tables are not kept). */
pm_status pm_tracked_init(struct pm_tracked *t, const struct pm_positive *p, double steps,
                          double bytes, int most);
void pm_tracked_clear(struct pm_tracked *t);

/* Computes the sum; `keep`: for pm_tracked_draw(). */
pm_status pm_tracked_sweep(struct pm_tracked *t, const double *entry, const double *factor,
                           bool keep);

/* The natural logarithm of at least the sum. */
void pm_tracked_log(arb_t x, const struct pm_tracked *t);

/* Draws a term of the sum, with the probability of its share: taken[i] = the entry of a tracked
 * column that row i takes, or -1.  False: rounding led to a term that is 0. */
bool pm_tracked_draw(int *taken, const struct pm_tracked *t, uint64_t *state);
