/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formula of lines.h in doubles.
 *
 * The first signed lines are the low ones: all their combinations of numbers s_i, a hundred or so,
 * are taken side by side in vectors, and their share of every x_j stands in a table.  The other
 * lines count like an odometer around that.  Entries are rounded to multiples of one power of two a
 * factor line, so that all x_j are exact; x_j is off by at most eta_j, what rounding changed.
 *
 * Error bound.  With t > 1 and positive polynomials, P(eta) - P(0) <= (P(t eta) - P(0)) / t.  So
 * what rounding the entries changes is at most U / t, U = sum of |weight| prod (|x_j| + t eta_j),
 * and what the k roundings of a term change is at most k u U, u = 2^-53.  |x| is replaced by
 * max(|re|, |im|) + (sqrt 2 - 1) min(|re|, |im|), which is at most 9 percent above it. */
#ifndef PM_BATCH_TERMS_H
#define PM_BATCH_TERMS_H

#include "batch/lines.h"

enum {
    PM_TERM_LANES = 16, /* combinations side by side, whatever the width of the machine's vectors */
    PM_TERM_MOST = 128, /* lines in all: beyond, products leave the range of doubles */
};

/* Arrays of [PM_TERM_LANES] are aligned to 64 bytes. */
struct pm_terms {
    int factors, parts, groups; /* groups of combinations */
    bool sizes;                 /* bounds are wanted */
    const int *times;           /* [factors]: c_j */
    const double *offset;       /* [groups][factors][parts][PM_TERM_LANES] */
    const double *weight;       /* [groups][PM_TERM_LANES]: signed; 0 where there is none */
    const double *floor;        /* [factors]: t eta_j */

    /* Of minors. */
    double *share;   /* [groups][factors][parts][PM_TERM_LANES], added to: products without x_j */
    double *product; /* [factors][parts + 1][PM_TERM_LANES], added to: their sums over groups, and
                      * those of their bounds */
    double *room;    /* [factors][2][3][PM_TERM_LANES] */
};

/* Sums of weighted products, added to. */
struct pm_terms_sum {
    double high[2][PM_TERM_LANES] __attribute__((aligned(64))), low[2][PM_TERM_LANES];
    double size[PM_TERM_LANES];
};

/* All combinations for x[factors][parts] of the other lines. */
typedef void pm_terms_walk(struct pm_terms_sum *sum, const struct pm_terms *t, const double *x,
                           double weight);

/* The kernels of an instruction set; all give the same bits. */
pm_terms_walk *pm_terms_kernel(const struct pm_isa *isa, bool minors);

/* Room of one thread, for matrices of a call. */
struct pm_terms_room;
pm_status pm_terms_room_new(struct pm_terms_room **room, const struct pm_batch *b);
void pm_terms_room_free(struct pm_terms_room *room); /* NULL is fine */

/* The permanent or the minors of matrix k, delivered.  At most PM_TERM_MOST lines in all. */
pm_status pm_terms_work(struct pm_terms_room *room, const struct pm_batch *b,
                        const struct pm_lines *lines, size_t k);

#endif
