/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of a planar graph in random draws of perfect matchings (dissection.h), and the state of a
 * draw in it: the sums over the matchings that contain the pairs drawn so far, modulo as many
 * primes as necessary; or, of weights with many digits, only shares of sums, in floating
 * arithmetic.
 *
 * When a part is drawn, each of its vertices with an edge that leaves the part may have a partner
 * already, outside the part.  The other vertices are *present* in all draws.  A draw gives partners
 * to the vertices of the separator. */
#pragma once

#include "engine/engine.h"
#include "engine/planar/planar.h"
#include "num/crt.h"

struct pm_separator_pack;
struct pm_separator_state;
struct pm_separator_kernel;

/* What is the same in all draws. */
struct pm_separator {
    bool skew;
    int n; /* order of the matrix; empty lines make that of a bipartite graph square */
    struct pm_matrix *a;      /* the weights */
    signed char *sign;        /* of each entry, in the whole graph's Pfaffian orientation */
    struct pm_adjacent graph; /* of this matrix; here, vertices have numbers in this graph */
    int *vertex; /* for each vertex: its number in the whole graph; -1: an empty line */
    struct pm_fronts *fronts; /* the last one has the lines that are not eliminated in advance */
    int *own, owns;           /* the separator */
    bool *is_own;             /* for each vertex: it belongs to the separator */
    bool closed; /* no edge leaves the part, so all vertices are present in all draws */
    /* The last so many rows and columns are a border with random entries: sums are those without
     * it. So K with the border has an inverse where K has none.  0: there is no border. */
    int border;
    /* The entries of Z = K^-1 are needed at `rows` rows and `cols` columns of K, those of the
     * separator and its neighbours.  For each line: its place among them; -1: not needed. */
    int rows, cols, *row_at, *col_at;
    /* for each entry: its place among those in the separator's rows and columns; -1: none */
    int *weight_at, weights;
    int room;                  /* the largest number of rank-one terms by which pairs change Z */
    int bits;                  /* of floating numbers; 0: residues modulo primes */
    struct pm_crt_rings rings; /* of floating numbers: one, of double-double */
    const struct pm_separator_kernel *kernel;
    struct pm_separator_pack **pack; /* for each ring of rings */
};

/* Finds everything except the packs.  k: the signed matrix of the whole graph, whose component with
 * the vertices v of of[v] == part becomes this separator's part; vertex[] lists them, ascending.
 * bits: of floating numbers, PM_DD_BITS or more; 0: residues.  *bytes: the memory that the packs
 * need.  Clear *separator also after a failure. */
pm_status pm_separator_new(struct pm_separator *separator, double *bytes, const struct pm_matrix *k,
                           const struct pm_adjacent *whole, const int *of, int part,
                           const int *vertex, int count, enum pm_kind kind, int bits,
                           const char *isa);

/* The same for a whole graph with a border and a given separator, own[], which has the
 * border, for sums below 2^bits. */
pm_status pm_separator_bordered(struct pm_separator *separator, double *bytes,
                                const struct pm_matrix *k, enum pm_kind kind, const int *own,
                                int owns, double bits, const char *isa);

/* Sets up the packs of some parts; then they are ready. */
pm_status pm_separators_set_up(struct pm_separator *part, int parts, int threads);

void pm_separator_clear(struct pm_separator *separator);

/* The bits of double-double numbers, and those of a sum of shares. */
enum { PM_DD_BITS = 106, PM_SHARE_BITS = 106 };

/* The lines of a border: as many as uniform square lattices need. */
enum { PM_BORDER = 2 };

/* Whether a vertex belongs to the border. */
static inline bool pm_separator_is_border(const struct pm_separator *s, int v)
{
    return (v >= s->n ? v - s->n : v) >= s->n - s->border;
}

/* A draw in this part. */
struct pm_separator_draw {
    const struct pm_separator *s;
    const int *mate; /* for each vertex of the whole graph: its partner; -1: none yet */
    struct pm_separator_state **state; /* for each ring */
    struct pm_part *part;              /* working memory, for each ring */
    int terms; /* number of terms by which the pairs of this separator change Z so far */
    /* for each vertex: how many of its neighbours and itself belong to the separator and have no
     * partner yet; if there are none, its line of Z is no longer needed */
    int *left;
};

/* Starts a draw.  *total (residues) = the sum over all matchings of the present vertices, times 1
 * or -1: a sign of the order of the vertices.  PM_UNABLE: a prime divides it, and there is no
 * border; or floating numbers have too few bits.  Clear *draw also after a failure. */
pm_status pm_separator_begin(struct pm_separator_draw *draw, struct pm_gauss *total,
                             const struct pm_separator *s, const int *mate);
void pm_separator_end(struct pm_separator_draw *draw);

/* Changes that sign. */
void pm_separator_negate(struct pm_separator_draw *draw);

/* *sum = the sum over the matchings that contain the pairs so far and the edge of vertices w, of
 * the separator, and x. */
pm_status pm_separator_sum(struct pm_gauss *sum, struct pm_separator_draw *draw, int w, int x);

/* With floating numbers: adds the share of that edge to the sum of shares, as
 * pm_separator_kernel.add_share does, with the same result. */
__int128 pm_separator_add_share(struct pm_separator_draw *draw, bool first, int w, int x);

/* Adds the pair of the latest call of one of these functions.  PM_UNABLE as above. */
pm_status pm_separator_take(struct pm_separator_draw *draw, int w, int x);

/* The computation with one kind of numbers: modulo eight primes at once (separator_kernel.c), or
 * with floating numbers (separator_dd_kernel.c, separator_arf.c). */
struct pm_separator_kernel {
    /* Clear *pack also after a failure. */
    pm_status (*setup)(struct pm_separator_pack **pack, const struct pm_separator *s,
                       const struct pm_ring *ring);
    void (*clear)(struct pm_separator_pack *pack);
    /* Computes the needed part of the inverse.  *part (residues) = the sum over all matchings, up
     * to a sign that is the same for all packs.  Clear *state also after a failure. */
    pm_status (*begin)(struct pm_separator_state **state, struct pm_part *part,
                       const struct pm_separator_pack *pack, const struct pm_separator *s,
                       const int *mate);
    void (*end)(struct pm_separator_state *state);
    /* Adds the pair of the latest sum() or add_share().  left: as in struct pm_separator_draw,
     * after this pair. */
    pm_status (*take)(struct pm_separator_state *state, const struct pm_separator *s,
                      const int *left, int terms, int u, int v);

    /* Residues: changes that sign. */
    void (*negate)(struct pm_separator_state *state);
    /* *part = the sum over the matchings with the pairs so far, of which there are `terms` terms,
     * and entry k of row u and column v. */
    void (*sum)(struct pm_part *part, struct pm_separator_state *state,
                const struct pm_separator *s, int terms, int k, int u, int v);

    /* Floating numbers: adds the share of that entry to the sum of shares, which begins with the
     * first.  Returns this sum, in units of 2^-PM_SHARE_BITS. */
    __int128 (*add_share)(struct pm_separator_state *state, bool first, int terms, int k, int u,
                          int v);
};
