/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the planar engine: graph, embedding, orientation, matching, elimination order and
 * elimination.  engine/planar/planar.c combines them. */
#pragma once

#include "engine/engine_query.h"
#include "model/adjacent.h"
#include "model/image.h"
#include "model/problem.h"
#include "model/rotation.h"
#include "num/part.h"
#include "num/value.h"

/* ------------------------------------------------------------------ graph */

/* own[0 .. *owns - 1] = vertices whose removal splits a connected graph into small components.
 * own[] has room for all vertices. */
pm_status pm_graph_separate(int *own, int *owns, const struct pm_adjacent *graph);

/* ------------------------------------------------------------------ embedding */

/* A drawing on a surface, given by the order of the edges around each vertex (a rotation system).
 * Each edge has two half-edges h and h ^ 1, one for each direction. next[h] is the next half-edge
 * around the vertex where h starts; all vertices of a component use the same direction of
 * rotation. */
struct pm_plane {
    int vertices, halves;
    int *first; /* for each vertex: a half-edge that starts there; -1: none */
    int *head;  /* for each half-edge: the vertex where it ends */
    int *next;
};

/* *plane = a plane embedding of the graph; the caller must free it.  PM_UNABLE: the graph is not
 * planar. */
pm_status pm_plane_new(struct pm_plane **plane, const struct pm_adjacent *graph);

/* *plane = the embedding that a rotation system describes; the caller must free it.  PM_UNABLE: the
 * rotation system does not belong to this graph. */
pm_status pm_plane_given(struct pm_plane **plane, const struct pm_adjacent *graph,
                         const struct pm_rotation *around);

/* *plane = an embedding in a torus that the short cycles of the graph tell; the caller must free
 * it.  PM_UNABLE: none was found. */
pm_status pm_plane_search(struct pm_plane **plane, const struct pm_adjacent *graph);

/* *plane = the embedding in a torus that `around` describes, or, if it is NULL, one that is found;
 * the caller must free it. */
static inline pm_status pm_plane_torus(struct pm_plane **plane, const struct pm_adjacent *graph,
                                       const struct pm_rotation *around)
{
    return around != NULL ? pm_plane_given(plane, graph, around) : pm_plane_search(plane, graph);
}
void pm_plane_free(struct pm_plane *plane);

/* edge[0 .. 2 *edges - 1] = the ends of the edges of a subdivision of K5 or K3,3 in the graph;
 * *edges is 0 if the graph is planar.  edge[] has room for all edges. */
pm_status pm_plane_obstacle(int *edge, int *edges, const struct pm_adjacent *graph);

struct pm_faces {
    int count;
    int *of;    /* for each half-edge: the face whose boundary walk contains it */
    int *walk;  /* for each face: a half-edge of its boundary walk */
    int *queue; /* all faces in breadth-first order */
    /* for each face: the half-edge of its walk whose edge it shares with its parent in the
     * breadth-first forest; -1: a root */
    int *enter;
};

/* Finds the faces.  Clear `faces` also after a failure. */
pm_status pm_faces_find(struct pm_faces *faces, const struct pm_plane *plane);
void pm_faces_clear(struct pm_faces *faces);

/* The half-edge after h on the boundary of its face.  If rotations are clockwise, the face is on
 * the left of both half-edges. */
static inline int pm_face_next(const struct pm_plane *plane, int h)
{
    return plane->next[h ^ 1];
}

/* Finds a Pfaffian orientation: along[h] is true for one half-edge of each edge, the one in the
 * direction of the edge. */
pm_status pm_plane_orient(bool *along, const struct pm_plane *plane);

/* ------------------------------------------------------------------ matching */

/* mate[v] = the partner of v in a perfect matching.  *perfect is false if there is no perfect
 * matching. */
pm_status pm_match_perfect(int *mate, bool *perfect, const struct pm_adjacent *graph);

/* mate[v] = the partner of v in a matching with as many pairs as possible, or -1.  The search
 * begins with pairs of vertices that are marked in first[]. */
pm_status pm_match_largest(int *mate, const struct pm_adjacent *graph, const bool *first);

/* The sign of the sequence u[0], v[0], u[1], v[1], ... as a permutation of 0 .. 2 pairs - 1. */
pm_status pm_pairs_sign(int *sign, int pairs, const int *u, const int *v);

/* ------------------------------------------------------------------ elimination */

/* Signs that turn a matrix a into K: the determinant or Pfaffian of K is `term` times the weighted
 * sum of the perfect matchings. */
struct pm_signs {
    /* for each entry of a: its sign, +1 or -1, or 0 on the diagonal of a skew K */
    signed char *entry;
    int term;
};

/* Finds the signs of an orientation.  `mate` is one perfect matching; `term` is the sign of its
 * term.  Clear the signs with pm_signs_clear(). */
pm_status pm_signs_new(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_plane *plane, const bool *along, const int *mate);

/* entry[k] = 1 if the edge of entry k points from its row to its column (from i to j), otherwise
 * -1; 0 if the plane has no such edge. */
pm_status pm_signs_entries(signed char *entry, const struct pm_matrix *a, enum pm_kind kind,
                           const struct pm_plane *plane, const bool *along);

/* Finds the signs of a Pfaffian orientation of a planar graph. */
pm_status pm_signs_planar(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                          const struct pm_plane *plane, const int *mate);

/* Finds four sets of signs for a graph embedded in a torus: signs[0 .. 3].  The sum over the
 * matchings is half the sum of the four determinants or Pfaffians, each multiplied by its `term`.
 * PM_UNABLE: the embedding is not in a torus.  Clear all four also after a failure. */
pm_status pm_signs_torus(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                         const struct pm_plane *plane, const int *mate);
void pm_signs_clear(struct pm_signs *signs);

/* Finds a short ring that does not bound a disk.  PM_UNABLE: the embedding is not in a torus.  The
 * first *length elements of ring[] are its vertices; ring[] has room for all vertices. */
pm_status pm_torus_ring(int *ring, int *length, const struct pm_plane *plane);

/* *term = the sign of the term of the matching `mate` in the determinant or Pfaffian of K. */
pm_status pm_signs_term(int *term, const signed char *entry, const struct pm_matrix *a,
                        enum pm_kind kind, const int *mate);

/* The tree of fronts for the elimination of a matrix K of order n.  A front is a small dense
 * matrix.  It eliminates its own rows and columns.  What this adds to the rows and columns of its
 * border is passed on to its parent.  Fronts are numbered in postorder. */
struct pm_fronts {
    int n;
    bool skew; /* K is skew-symmetric: compute the Pfaffian, not the determinant */
    int count;
    int *children;  /* the number of children of each front */
    int *tree;      /* the number of fronts in the subtree of each front, itself included */
    int *own_start; /* count + 1 elements: where each front begins in own_row and own_col */
    int *border_start;
    int *own_row, *own_col; /* n elements each: the rows and columns that the fronts eliminate */
    int *border_row, *border_col;
    int *entry_start; /* count + 1 elements: where each front begins in entry and entry_row */
    /* the entries of the matrix and their rows, sorted by the front where they are added */
    int *entry, *entry_row;
    double steps; /* number of products of the elimination */
    double bytes; /* memory of the largest stack of fronts, in bytes */
    double kept;  /* memory of the data of all fronts that shares need, in bytes */
};

/* Makes the fronts of the signed form of `a`.  `mate` is a perfect matching of the graph of
 * pm_adjacent_new().  `last` (may be NULL) marks vertices of this graph: they and their mates are
 * eliminated only in the last front.  The caller must free *fronts. */
pm_status pm_fronts_new(struct pm_fronts **fronts, const struct pm_matrix *a, enum pm_kind kind,
                        const int *mate, const bool *last);
void pm_fronts_free(struct pm_fronts *fronts);

/* The number of products of one front. */
double pm_fronts_steps(const struct pm_fronts *fronts, int front);

/* What the eliminations with several sets of signs share. */
struct pm_switching {
    /* of[x][s]: the first set whose elimination in front s and below differs from that with set x
     * only by the signs of rows and columns.  Set x uses that one. */
    signed char *of[4];
    /* turned[x][2 k] and [2 k + 1]: whether the signs of row k and of column k of the borders
     * differ from those of the set that is used */
    bool *turned[4];
    bool minus[4]; /* whether the determinant or Pfaffian that follows has the wrong sign */
};

/* Finds what the sets of signs share.  Clear *alike also after a failure. */
pm_status pm_switching_find(struct pm_switching *alike, const struct pm_fronts *fronts,
                            const struct pm_signs *signs, int sets, const struct pm_matrix *a);
void pm_switching_clear(struct pm_switching *alike);

/* A dense matrix: what remains of K after the other rows and columns have been eliminated. */
struct pm_rest {
    int size;
    /* number of rows and columns, the first ones, that could not be eliminated (delayed) */
    int delayed;
    int *row, *col;
    void *value; /* size x size numbers, by rows */
    bool lent;   /* all these belong to another matrix */
};

/* ------------------------------------------------------------------ far edges */

/* A graph that is planar without some edges, the far ones.  A matching has at most one edge of each
 * star.  So every perfect matching belongs to one leaf: a choice of one edge, or none, of each
 * star. */
struct pm_far {
    struct pm_matrix *a;
    enum pm_kind kind;
    struct pm_adjacent graph; /* the whole graph */
    struct pm_plane *plane;   /* a drawing without the far edges */
    struct pm_adjacent drawn; /* what it has */
    int *mate;                /* a perfect matching of the whole graph */
    int edges, *u, *v;        /* the far edges, those of a star in succession */
    int stars, *star;         /* where each star begins; stars + 1 elements */
    double leaves;            /* the product of 1 + the size of each star */
};

/* Finds few far edges.  mate[] is a perfect matching.  PM_UNABLE: there are too many, or they were
 * not found in this number of steps.  The caller must free *far. */
pm_status pm_far_new(struct pm_far **far, const struct pm_matrix *a, enum pm_kind kind,
                     const int *mate, double steps);
void pm_far_free(struct pm_far *far);

/* Marks in `out` the few edges without which the graph is planar: out[k] of graph->to[k], in both
 * directions.  PM_UNABLE as above. */
pm_status pm_far_find(bool *out, const struct pm_adjacent *graph, double steps);

/* *rest = the matrix without its far edges. */
pm_status pm_far_rest(struct pm_matrix **rest, const struct pm_far *far);

/* mate[] = the pairs of the far edges that the leaf takes, or -1.  Returns false if two of them
 * have a common end. */
bool pm_far_take(int *mate, const struct pm_far *far, uint64_t leaf);

/* Finds the signs for the matchings of a leaf.  The signs are 0 for edges that these matchings
 * cannot have.  mate[] = one of these matchings.  *some is false if there is none. */
pm_status pm_far_signs(struct pm_signs *signs, int *mate, bool *some, const struct pm_far *far,
                       uint64_t leaf);

/* ------------------------------------------------------------------ all of it */

/* The data by which the perfect matchings of a graph are counted.  They do not depend on the
 * numbers, only on the graph. */
struct pm_kasteleyn {
    struct pm_fronts *fronts; /* NULL: there is no perfect matching */
    int sheets;               /* number of signs: 1 in the plane, 4 on a torus */
    struct pm_signs signs[4];
    struct pm_switching alike; /* of these signs */
    struct pm_far *far;        /* NULL: there are no far edges; otherwise each leaf has its signs */
    double leaves;             /* their number; 1 without far edges */
    double steps;              /* number of products for all sheets, of one leaf */
    const int *stop;           /* base/stop.h; asks computations with these data to stop */
    int threads;               /* for the sheets */
};

/* Fills *k for the matrix a.  `around` is a rotation system, or NULL if no embedding is known.
 * PM_UNABLE: the graph is not planar, no embedding in a torus is given or found, and there are too
 * many far edges, or they were not found in this number of steps.  Clear *k also after a failure. */
pm_status pm_kasteleyn_find(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                            const struct pm_rotation *around, double steps);
void pm_kasteleyn_clear(struct pm_kasteleyn *k);

/* Makes *leaf the data of one leaf of k.  *some is false if it has no matchings.  mate[] as in
 * pm_far_signs(); it may be NULL.  The caller must clear leaf->signs[0]. */
pm_status pm_kasteleyn_leaf(struct pm_kasteleyn *leaf, int *mate, bool *some,
                            const struct pm_kasteleyn *k, uint64_t number);

/* *part = the sum over all matchings of the leaves from `first` on, modulo the prime of the image;
 * k->fronts is not NULL. */
pm_status pm_kasteleyn_sum(struct pm_part *part, const struct pm_kasteleyn *k,
                           const struct pm_image *image, uint64_t first, uint64_t count);

/* The same modulo eight primes at once (eliminate_kernel.c).  *mixed is true if *part may be wrong,
 * since a pivot is 0 modulo some of them. */
typedef pm_status pm_kasteleyn_eight(struct pm_part *part, bool *mixed,
                                     const struct pm_kasteleyn *k, const struct pm_image *image,
                                     uint64_t first, uint64_t count);

/* share[e] = the sum over the matchings with entry e (0 on the diagonal); share[nnz] = the sum over
 * all matchings; all are residues modulo the prime of the image.  The graph must have a perfect
 * matching. */
pm_status pm_fronts_shares(uint64_t *share, const struct pm_kasteleyn *k,
                           const struct pm_image *image);

/* leaf[d] = a random leaf of k for each of `count` draws, state[d] the state of its generator. */
pm_status pm_far_draw(uint64_t *leaf, size_t count, uint64_t *state, const struct pm_kasteleyn *k,
                      int threads);

/* Computations in ball arithmetic (Arb): floating numbers of any precision with a proved error
 * bound. */
struct pm_balls {
    /* *part = the sum over all matchings, with `bits` correct bits.  PM_UNABLE: the sum cannot be
     * distinguished from 0. */
    pm_status (*sum)(struct pm_part *part, const struct pm_kasteleyn *k, const struct pm_matrix *a,
                     int bits);
    /* *value = the same sum with `bits` correct bits, or with as many as possible. */
    pm_status (*value)(struct pm_value *value, const struct pm_kasteleyn *k,
                       const struct pm_matrix *a, int bits);
    /* share[e] = the sum over the matchings with entry e, divided by the sum over all matchings.
     * The caller initialises share[].  PM_UNABLE as for sum(). */
    pm_status (*shares)(struct pm_value *share, const struct pm_kasteleyn *k,
                        const struct pm_matrix *a, int bits);
};

extern const struct pm_balls pm_balls_real, pm_balls_complex;

extern const struct pm_engine_query pm_planar_draws_query; /* planar_draws.c */
