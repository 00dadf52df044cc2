/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A connected planar graph whose separator is being matched: the sums over the matchings that
 * contain some pairs, modulo as many primes as necessary. */
#ifndef PM_ENGINE_PLANAR_SEPARATOR_H
#define PM_ENGINE_PLANAR_SEPARATOR_H

#include "engine/engine.h"
#include "engine/planar/planar.h"
#include "num/crt.h"

struct pm_separator_prime;

struct pm_separator {
    enum pm_kind kind;
    int n;               /* order of the matrix */
    struct pm_matrix *a; /* the weights */
    struct pm_signs signs;
    struct pm_fronts *fronts;
    int *own, owns;       /* the separator: vertices, of pm_adjacency_new() */
    int rows, cols;       /* of Z, as far as it is needed */
    int *row_at, *col_at; /* places of the rows and columns of `a` in Z; -1: none */
    struct pm_images images;
    struct pm_separator_prime *prime;
    struct pm_part *part; /* working memory: a residue for each prime */
    int room, terms;      /* of the terms by which the pairs so far change Z */
    int *mate;            /* for each vertex, in the current draw; -1: none yet */
    int threads;
};

static inline bool pm_separator_is_skew(const struct pm_separator *s)
{
    return s->kind == PM_HAFNIAN;
}

/* Finds the separator of a connected graph and prepares its matrix, which has the signs of a
 * Pfaffian orientation.  PM_DOMAIN: there is no perfect matching.  Clear it also after a
 * failure. */
pm_status pm_separator_setup(struct pm_separator *separator, const struct pm_matrix *k,
                             enum pm_kind kind, const struct pm_adjacency *graph,
                             const struct pm_limits *limits);
void pm_separator_clear(struct pm_separator *separator);

/* Starts without pairs; *total = the sum over all matchings. */
pm_status pm_separator_begin(struct pm_gauss *total, struct pm_separator *separator);

/* *sum = the sum over the matchings with the pairs so far and the entry of row u and column v. */
pm_status pm_separator_sum(struct pm_gauss *sum, struct pm_separator *separator, int u, int v);

/* Adds the pair that was asked for last. */
pm_status pm_separator_take(struct pm_separator *separator, int u, int v);

#endif
