/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a random draw of the partners of a separator in a connected planar graph: it
 * computes the sums over the matchings that contain the pairs drawn so far, modulo as many primes
 * as necessary (planar_draws.c). */
#pragma once

#include "engine/engine.h"
#include "engine/planar/planar.h"
#include "num/crt.h"

struct pm_separator_pack;
struct pm_separator_kernel;

struct pm_separator {
    enum pm_kind kind;
    int n;               /* order of the matrix */
    struct pm_matrix *a; /* the weights */
    struct pm_signs signs;
    struct pm_fronts *fronts;
    int *own, owns; /* the separator: vertices as numbered by pm_adjacent_new() */
    /* number of rows and columns of K whose entries of Z = K^-1 are needed: those of the
     * separator and its neighbours */
    int rows, cols;
    /* for each row and column of `a`: its place in the needed part of Z; -1: not needed */
    int *row_at, *col_at;
    struct pm_crt_rings rings;
    const struct pm_separator_kernel *kernel;
    struct pm_separator_pack **pack; /* for each ring of rings */
    struct pm_part *part;            /* working memory, for each ring */
    /* largest and present number of rank-one terms by which the pairs so far change Z */
    int room, terms;
    int *mate; /* for each vertex: its partner in the current draw; -1: none yet */
    int threads;
};

static inline bool pm_separator_is_skew(const struct pm_separator *s)
{
    return s->kind == PM_HAFNIAN;
}

/* Finds the separator of a connected graph and computes the needed part of the inverse of its
 * matrix k, which has the signs of a Pfaffian orientation.  Sums are below 2^bits.  PM_DOMAIN:
 * there is no perfect matching.  PM_UNABLE: it needs too much memory, or a prime divides the sum.
 * Clear *separator also after a failure. */
pm_status pm_separator_setup(struct pm_separator *separator, const struct pm_matrix *k,
                             enum pm_kind kind, const struct pm_adjacent *graph, double bits,
                             const struct pm_limits *limits);
void pm_separator_clear(struct pm_separator *separator);

/* Starts a draw, without pairs.  *total = the sum over all matchings. */
pm_status pm_separator_begin(struct pm_gauss *total, struct pm_separator *separator);

/* *sum = the sum over the matchings that contain the pairs so far and the entry in row u and column
 * v. */
pm_status pm_separator_sum(struct pm_gauss *sum, struct pm_separator *separator, int u, int v);

/* Adds the pair of row u and column v, which must be that of the latest call of
 * pm_separator_sum(). */
pm_status pm_separator_take(struct pm_separator *separator, int u, int v);

/* The computation modulo eight primes at once (separator_kernel.c), for an instruction set. */
struct pm_separator_kernel {
    /* Computes the needed part of the inverse.  PM_UNABLE: a prime divides the sum.  Clear *pack
     * also after a failure. */
    pm_status (*setup)(struct pm_separator_pack **pack, const struct pm_separator *s,
                       const struct pm_ring *ring);
    void (*clear)(struct pm_separator_pack *pack);
    /* *part = the sum over all matchings, without pairs. */
    void (*begin)(struct pm_part *part, struct pm_separator_pack *pack);
    /* *part = the sum over the matchings with the pairs so far and entry k of row u and column v.
     */
    void (*sum)(struct pm_part *part, struct pm_separator_pack *pack, const struct pm_separator *s,
                int k, int u, int v);
    /* Adds the pair of the latest sum(). */
    pm_status (*take)(struct pm_separator_pack *pack, const struct pm_separator *s, int u, int v);
};
