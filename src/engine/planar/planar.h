/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the planar engine: graph, embedding, orientation, matching, elimination order and
 * elimination.  engine/planar/planar.c combines them. */
#ifndef PM_ENGINE_PLANAR_PLANAR_H
#define PM_ENGINE_PLANAR_PLANAR_H

#include "model/image.h"
#include "model/problem.h"
#include "model/rotation.h"
#include "num/part.h"
#include "num/value.h"

/* ------------------------------------------------------------------ graph */

/* A graph without loops: vertex v is adjacent to to[start[v]] .. to[start[v + 1] - 1]. */
struct pm_adjacency {
    int vertices;
    int *start, *to;
};

/* The graph of a square matrix: of a permanent, rows 0 .. n - 1 and columns n .. 2n - 1; of a
 * hafnian, the vertices 0 .. n - 1. */
pm_status pm_adjacency_new(struct pm_adjacency **graph, const struct pm_matrix *a,
                           enum pm_kind kind);
void pm_adjacency_free(struct pm_adjacency *graph);

/* own[0 .. *owns - 1] = vertices whose removal splits a connected graph into small components. */
pm_status pm_adjacency_separate(int *own, int *owns, const struct pm_adjacency *graph);

/* ------------------------------------------------------------------ embedding */

/* A plane drawing as a rotation system.  Half-edges come in pairs h, h ^ 1.  next[h] is the next
 * one around the vertex that h leaves; all vertices of a component use the same direction of
 * rotation. */
struct pm_plane {
    int vertices, halves;
    int *first; /* a half-edge that leaves the vertex; -1: none */
    int *head;  /* where the half-edge ends */
    int *next;
};

/* PM_UNABLE: the graph is not planar. */
pm_status pm_plane_new(struct pm_plane **plane, const struct pm_adjacency *graph);

/* The embedding from a rotation system; PM_UNABLE: it does not belong to this graph. */
pm_status pm_plane_given(struct pm_plane **plane, const struct pm_adjacency *graph,
                         const struct pm_rotation *around);
void pm_plane_free(struct pm_plane *plane);

struct pm_faces {
    int count;
    int *of;    /* halves: the face whose boundary walk contains the half-edge */
    int *walk;  /* count: a half-edge of each face */
    int *queue; /* count: faces in breadth-first order */
    int *enter; /* count: the half-edge of a face that it shares with its parent; -1: a root */
};

/* Clear it also after a failure. */
pm_status pm_faces_find(struct pm_faces *faces, const struct pm_plane *plane);
void pm_faces_clear(struct pm_faces *faces);

/* The half-edge after h on the boundary of its face; if rotations are clockwise, the face is on the
 * left of both. */
static inline int pm_face_next(const struct pm_plane *plane, int h)
{
    return plane->next[h ^ 1];
}

/* A Pfaffian orientation: along[h] for one half-edge of each pair. */
pm_status pm_plane_orient(bool *along, const struct pm_plane *plane);

/* ------------------------------------------------------------------ matching */

/* mate[v] = the partner in a perfect matching; *perfect is false if there is none. */
pm_status pm_match_perfect(int *mate, bool *perfect, const struct pm_adjacency *graph);

/* The sign of the sequence u[0], v[0], u[1], v[1], ... as a permutation of 0 .. 2 pairs - 1. */
pm_status pm_pairs_sign(int *sign, int pairs, const int *u, const int *v);

/* ------------------------------------------------------------------ elimination */

/* Signs that turn a matrix a into K: the determinant or Pfaffian of K is `term` times the weighted
 * sum of the perfect matchings. */
struct pm_signs {
    signed char *entry; /* for each entry of a: +-1, or 0 on the diagonal of a skew K */
    int term;
};

/* The signs of an orientation; `term` is the sign of one matching. */
pm_status pm_signs_new(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_plane *plane, const bool *along, const int *mate);

/* The signs of the Pfaffian orientation of a planar graph. */
pm_status pm_signs_planar(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                          const struct pm_plane *plane, const int *mate);

/* Four sets of signs for a graph embedded in a torus.  The sum of the matchings is half the sum of
 * the four determinants or Pfaffians, each times its term.  PM_UNABLE: the embedding is not in a
 * torus.  Clear them also after a failure. */
pm_status pm_signs_torus(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                         const struct pm_plane *plane, const int *mate);
void pm_signs_clear(struct pm_signs *signs);

/* *term = the sign of the matching's term in the determinant or Pfaffian of K. */
pm_status pm_signs_term(int *term, const signed char *entry, const struct pm_matrix *a,
                        enum pm_kind kind, const int *mate);

/* The tree of fronts for the elimination of a matrix K of order n.  A front eliminates its own rows
 * and columns, and passes its contributions to the rows and columns of its border to its parent.
 * Fronts are numbered in postorder. */
struct pm_fronts {
    int n;
    bool skew; /* K is skew-symmetric: compute the Pfaffian, not the determinant */
    int count;
    int *children;  /* number of children of each front */
    int *own_start; /* count + 1: into own_row, own_col */
    int *border_start;
    int *own_row, *own_col; /* n each */
    int *border_row, *border_col;
    int *entry_start;       /* count + 1: into entry, entry_row */
    int *entry, *entry_row; /* entries of the matrix, by the front where they enter */
    double steps;           /* number of products */
    double bytes;           /* of the largest stack of fronts */
    double kept;            /* memory of all fronts, in bytes, for shares */
};

/* Makes the fronts of a matrix of that kind.  `last` (may be NULL) marks vertices (of
 * pm_adjacency_new()) that are left for the last front, with their mates. */
pm_status pm_fronts_new(struct pm_fronts **fronts, const struct pm_matrix *a, enum pm_kind kind,
                        const int *mate, const bool *last);
void pm_fronts_free(struct pm_fronts *fronts);

/* A dense matrix: the rest of K after the other rows and columns have been eliminated. */
struct pm_rest {
    int size;
    int delayed; /* this many rows and columns, the first ones, could not be eliminated */
    int *row, *col;
    void *value; /* size x size numbers of the ring, by rows */
    /* From pm_fronts_eliminate(): this residue times the determinant of `value` is that of K, times
     * the term; for the Pfaffian, the columns are in the order of the rows. */
    uint64_t factor;
};
void pm_rest_clear(struct pm_rest *rest);

/* *part = det(K) or Pf(K), times signs->term, over the residues of the image.  *last (may be NULL)
 * = the last front before its own elimination; the caller must clear it. */
pm_status pm_fronts_eliminate(struct pm_part *part, struct pm_rest *last,
                              const struct pm_fronts *fronts, const struct pm_signs *signs,
                              const struct pm_image *image, const int *stop);

/* ------------------------------------------------------------------ all of it */

/* The data that count the matchings of a graph; they do not depend on numbers. */
struct pm_kasteleyn {
    struct pm_fronts *fronts; /* NULL: no perfect matching */
    int sheets;               /* 1 in the plane, 4 on a torus */
    struct pm_signs signs[4];
    const int *stop; /* for computations with these data: base/stop.h */
};

/* PM_UNABLE: the graph is neither planar nor embedded in a torus by `around` (NULL: no embedding is
 * known).  Clear it also after a failure. */
pm_status pm_kasteleyn_find(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                            const struct pm_rotation *around);
void pm_kasteleyn_clear(struct pm_kasteleyn *k);

/* The graph must have a perfect matching.  share[e] = the sum over those with entry e, 0 on the
 * diagonal; share[nnz] = the sum over all; residues of the image. */
pm_status pm_fronts_shares(uint64_t *share, const struct pm_kasteleyn *k,
                           const struct pm_image *image);

/* Floating numbers of any precision with a proved error bound. */
struct pm_balls {
    /* *part = the sum over all matchings with this many bits; PM_UNABLE: it cannot be distinguished
     * from 0. */
    pm_status (*sum)(struct pm_part *part, const struct pm_kasteleyn *k, const struct pm_matrix *a,
                     int bits);
    /* *value = the same with all its bits, or as many as possible. */
    pm_status (*value)(struct pm_value *value, const struct pm_kasteleyn *k,
                       const struct pm_matrix *a, int bits);
    /* share[e] = the fraction of the sum that the matchings with entry e have; the caller
     * initialises it.  PM_UNABLE as above. */
    pm_status (*shares)(struct pm_value *share, const struct pm_kasteleyn *k,
                        const struct pm_matrix *a, int bits);
};

extern const struct pm_balls pm_balls_real, pm_balls_complex;

#endif
