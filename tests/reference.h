/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference for the differential test, in GMP's integers.  It shares no code with src. */
#pragma once

#include "instance.h"

/* Which vertices a matching may leave free. */
enum reference_free {
    REFERENCE_FULL,       /* those of the longer side of a matrix; of a graph none */
    REFERENCE_SATURATING, /* those of the larger side of each component of a bipartite graph */
    REFERENCE_ALL,        /* every one */
};

struct exact {
    mpq_t re, im;
};

void exact_init(struct exact *x);
void exact_clear(struct exact *x);

/* size[k] = the sum over the matchings of size k that leave no other vertices free. */
struct sums {
    int sizes;
    struct exact size[INSTANCE_LINES / 2 + 1];
};

void sums_init(struct sums *sums);
void sums_clear(struct sums *sums);

/* *total = the sum over all sizes. */
void sums_total(struct exact *total, const struct sums *sums);

/* By expansion: edges one after another; for each set of covered vertices that still matter, the
 * sum over the partial matchings that cover it.  False: too many sets; or the graph is not
 * bipartite. */
bool refer(struct sums *sums, const struct instance *x, enum reference_free which);

/* -------------------------------------------------------------- what it uses */

/* A graph; the rows of a matrix come before its columns. */
struct net {
    int vertices, edges;
    int from[INSTANCE_ENTRIES], to[INSTANCE_ENTRIES];
    uint64_t may_be_free; /* a set of vertices */
    int parts;            /* of a number: 1 real, 2 complex */
    mpz_t scale;          /* all weights are multiplied by this */
    mpz_t weight[INSTANCE_ENTRIES][2];
};

/* False: too many vertices, or the graph is not bipartite. */
bool net_init(struct net *net, const struct instance *x, enum reference_free which);
void net_clear(struct net *net);

/* Numbers the vertices anew: vertex v becomes rank[v]. */
void net_renumber(struct net *net, const int *rank);

/* rank[] of a breadth-first order from that vertex; components follow each other. */
void net_breadth_first(int *rank, const struct net *net, int first);

/* rank[] of the order with the longer side first. */
void net_longer_first(int *rank, const struct net *net, const struct instance *x);

/* size[k] = parts[k] / scale^k. */
void net_sums(struct sums *sums, const struct net *net, mpz_t *parts, int sizes);

/* Numbers for sets: 0, 1, ... in the order in which they are seen. */
struct sets {
    size_t room, count;
    uint64_t *set; /* by number */
    int *slot;
};

void sets_init(struct sets *sets);
void sets_clear(struct sets *sets);
size_t sets_number(struct sets *sets, uint64_t set);
