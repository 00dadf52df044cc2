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
 * around the vertex where h starts.  The ends of an edge use the same direction of rotation, unless
 * it is twisted. */
struct pm_plane {
    int vertices, halves;
    int *first; /* for each vertex: a half-edge that starts there; -1: none */
    int *head;  /* for each half-edge: the vertex where it ends */
    int *next;
    bool *twisted; /* for each edge; NULL: no edge is twisted */
};

/* A drawing without edges for `vertices` vertices, with room for the half-edges; the caller must
 * free it. */
pm_status pm_plane_room(struct pm_plane **plane, int vertices, int halves);

/* *plane = a plane embedding of the graph; the caller must free it.  PM_UNABLE: the graph is not
 * planar. */
pm_status pm_plane_new(struct pm_plane **plane, const struct pm_adjacent *graph);

/* *plane = the embedding that a rotation system describes; the caller must free it.  PM_UNABLE: the
 * rotation system does not belong to this graph. */
pm_status pm_plane_given(struct pm_plane **plane, const struct pm_adjacent *graph,
                         const struct pm_rotation *around);

/* *plane = an embedding in a surface of few handles or crosscaps that the short cycles of the graph
 * tell; the caller must free it.  PM_UNABLE: none was found. */
pm_status pm_plane_search(struct pm_plane **plane, const struct pm_adjacent *graph);

/* *plane = the embedding that `around` describes, or, if it is NULL, one that is found; the caller
 * must free it. */
static inline pm_status pm_plane_surface(struct pm_plane **plane, const struct pm_adjacent *graph,
                                         const struct pm_rotation *around)
{
    return around != NULL ? pm_plane_given(plane, graph, around) : pm_plane_search(plane, graph);
}
void pm_plane_free(struct pm_plane *plane);

/* edge[0 .. 2 *edges - 1] = the ends of the edges of a subdivision of K5 or K3,3 in the graph;
 * *edges is 0 if the graph is planar.  edge[] has room for all edges. */
pm_status pm_plane_obstacle(int *edge, int *edges, const struct pm_adjacent *graph);

/* A step along the boundary of a face: 2 h + 1 if the face is on the right of half-edge h, as the
 * rotation at the start of h says, otherwise 2 h.  If rotations are clockwise, the half-edge that
 * next[] names after another is on its right. */

static inline bool pm_plane_twisted(const struct pm_plane *plane, int h)
{
    return plane->twisted != NULL && plane->twisted[h / 2];
}

/* True if h has been taken out of the rotation at its start: it is a rotation of its own. */
static inline bool pm_plane_removed(const struct pm_plane *plane, int h)
{
    return plane->next[h] == h && plane->first[plane->head[h ^ 1]] != h;
}

/* The half-edge before h around its start. */
static inline int pm_plane_before(const struct pm_plane *plane, int h)
{
    int before = h;

    while (plane->next[before] != h)
        before = plane->next[before];
    return before;
}

/* The step after this one on the boundary of the same face. */
static inline int pm_step_next(const struct pm_plane *plane, int step)
{
    const int h = step / 2;

    return step % 2 != pm_plane_twisted(plane, h) ? 2 * pm_plane_before(plane, h ^ 1) + 1
                                                  : 2 * plane->next[h ^ 1];
}

/* The step back along the same edge, for the face on its other side. */
static inline int pm_step_across(const struct pm_plane *plane, int step)
{
    return 2 * ((step / 2) ^ 1) + (step % 2 != pm_plane_twisted(plane, step / 2));
}

/* The number of this side of the edge, from 0 to plane->halves - 1. */
static inline int pm_step_side(const struct pm_plane *plane, int step)
{
    const int h = step / 2;

    return h ^ (step % 2) ^ (h % 2 && pm_plane_twisted(plane, h));
}

struct pm_faces {
    int count;
    int *of;    /* for each side of an edge: the face whose boundary walk contains it */
    int *walk;  /* for each face: a step of its boundary walk */
    int *queue; /* all faces in breadth-first order */
    /* for each face: the step of its walk whose edge it shares with its parent in the breadth-first
     * forest; -1: a root */
    int *enter;
};

/* Finds the faces.  The forest does not cross the edges that are marked in closed[]; NULL: none.
 * Clear `faces` also after a failure. */
pm_status pm_faces_find(struct pm_faces *faces, const struct pm_plane *plane, const bool *closed);
void pm_faces_clear(struct pm_faces *faces);

/* Finds an orientation that is right at each face but the roots (orient.c): along[h] is true for
 * one half-edge of each edge, the one in the direction of the edge. */
void pm_faces_orient(bool *along, const struct pm_faces *faces, const struct pm_plane *plane);

/* The same with the faces of a plane: a Pfaffian orientation. */
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

/* Factors that turn a matrix a into K, whose determinant or Pfaffian counts perfect matchings. */
struct pm_signs {
    /* for each entry of a: its factor, +1 or -1; +2 or -2 stand for i and -i; 0: the entry is left
     * out, as on the diagonal of a skew K */
    signed char *entry;
    int turns; /* the determinant or Pfaffian counts with the factor i^turns */
};

/* The sets of signs of a drawing.  The sum over the matchings is that of the determinants or
 * Pfaffians of the 2^rank sets, each with its factor, halved (rank + 1) / 2 times, and multiplied
 * by 1 + i if the rank is odd. */
struct pm_sheets {
    int rank;       /* 0 in the plane, 2 on a torus: the dimension of the homology modulo 2 */
    bool imaginary; /* there are factors i and -i: the surface has no orientation */
    struct pm_signs *signs;
};

enum { PM_RANK_MOST = 8 };

static inline int pm_sheets_count(const struct pm_sheets *sheets)
{
    return 1 << sheets->rank;
}

/* Finds the signs for the drawing; mate[] is a perfect matching.  Edges that are not drawn and not
 * in mate[] are left out; the ends of other such edges must have no drawn edges.  Changes the
 * directions of rotation.  PM_UNABLE: the rank is above PM_RANK_MOST.  Clear the signs also after a
 * failure. */
pm_status pm_sheets_find(struct pm_sheets *sheets, const struct pm_matrix *a, enum pm_kind kind,
                         struct pm_plane *plane, const int *mate);
void pm_sheets_clear(struct pm_sheets *sheets);

/* The surface of a drawing. */
pm_status pm_surface_rank(int *rank, bool *orientable, struct pm_plane *plane);

/* The first *length elements of ring[] = the vertices of closed curves without which the graph of
 * the drawing is planar; ring[] has room for all vertices.  *curves: the set of these curves. */
pm_status pm_surface_ring(int *ring, int *length, unsigned *curves, struct pm_plane *plane,
                          const struct pm_adjacent *graph);

/* Fills signs->entry for an orientation, and signs->turns so that the term of the matching `mate`
 * counts with the factor 1. */
pm_status pm_signs_new(struct pm_signs *signs, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_plane *plane, const bool *along, const int *mate);

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
    int sets;
    /* of[x][s]: the first set whose elimination in front s and below differs from that with set x
     * only by the signs of rows and columns.  Set x uses that one. */
    unsigned char **of;
    /* turned[d][2 k] and [2 k + 1]: whether the signs of row k and of column k of the borders
     * differ between two sets x and x ^ d */
    bool **turned;
    bool *minus; /* whether the determinant or Pfaffian that follows has the wrong sign */
};

/* Finds what the sets of signs of a drawing share.  Clear *alike also after a failure. */
pm_status pm_switching_find(struct pm_switching *alike, const struct pm_fronts *fronts,
                            const struct pm_sheets *sheets, const struct pm_matrix *a);
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

/* Makes the leaves for the far edges that are marked as by pm_far_find().  mate[] is a perfect
 * matching.  PM_UNABLE: there are too many leaves.  The caller must free *far. */
pm_status pm_far_new(struct pm_far **far, const struct pm_matrix *a, enum pm_kind kind,
                     const int *mate, const bool *marks);
void pm_far_free(struct pm_far *far);

/* Why no few far edges were found. */
#define PM_FAR_MANY "too many edges would be far"
#define PM_FAR_LONG "the search for far edges ran out of steps"

/* A search for few edges without which a graph is planar (far_search.c).  Its steps are those of
 * engine/search_steps.h.  PM_UNABLE: there are too many far edges.  The graph must exist as long as
 * the search. */
struct pm_far_search;
pm_status pm_far_search_new(struct pm_far_search **search, const struct pm_adjacent *graph);
pm_status pm_far_search_go_on(bool *done, struct pm_far_search *search, double steps);
double pm_far_search_used(const struct pm_far_search *search);
/* The number of far edges if they follow as densely as those that were found so far. */
double pm_far_search_expected(const struct pm_far_search *search);
void pm_far_search_free(struct pm_far_search *search); /* NULL is fine */

/* Marks the far edges of a search that is done: out[k] for graph->to[k], in both directions. */
void pm_far_search_marks(bool *out, const struct pm_far_search *search);

/* The same in one call.  PM_UNABLE: also if they were not found in this number of steps; 0: they
 * are not looked for. */
pm_status pm_far_find(bool *out, const struct pm_adjacent *graph, double steps);

/* The number of steps that pay for a graph of so many vertices and edges together where no other
 * way is known. */
double pm_far_alone(double places);

/* *rest = the matrix without its far edges. */
pm_status pm_far_rest(struct pm_matrix **rest, const struct pm_far *far);

/* mate[] = the pairs of the far edges that the leaf takes, or -1.  Returns false if two of them
 * have a common end. */
bool pm_far_take(int *mate, const struct pm_far *far, uint64_t leaf);

/* Finds the signs for the matchings of a leaf.  The signs are 0 for edges that these matchings
 * cannot have.  mate[] = one of these matchings.  *some is false if there is none.  Clear the signs
 * also after a failure. */
pm_status pm_far_sheets(struct pm_sheets *sheets, int *mate, bool *some, const struct pm_far *far,
                        uint64_t leaf);

/* ------------------------------------------------------------------ all of it */

/* The data by which the perfect matchings of a graph are counted.  They do not depend on the
 * numbers, only on the graph; epsilon and stop are the caller's. */
struct pm_kasteleyn {
    struct pm_fronts *fronts; /* NULL: there is no perfect matching */
    struct pm_sheets sheets;
    struct pm_switching alike; /* of these signs */
    struct pm_far *far;        /* NULL: there are no far edges; otherwise each leaf has its signs */
    double leaves;             /* their number; 1 without far edges */
    double steps;              /* number of products for all sheets, of one leaf */
    double spread;             /* of the weights for which they were made (pm_balls_spread()) */
    double epsilon;            /* a relative error that a floating sum may have; 0: none */
    const int *stop;           /* base/stop.h; asks computations with these data to stop */
    int threads;               /* for the sheets */
};

/* Fills *k for the matrix a.  `around` is a rotation system, or NULL if no embedding is known.
 * PM_UNABLE: the graph is not planar, no embedding in a surface of small rank is given or found,
 * and there are too many far edges, or they were not found in this number of steps.  Clear *k also
 * after a failure. */
pm_status pm_kasteleyn_find(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                            const struct pm_rotation *around, double steps);
void pm_kasteleyn_clear(struct pm_kasteleyn *k);

/* The same with the far edges that are marked as by pm_far_find(), on no surface; mate[] is a
 * perfect matching. */
pm_status pm_kasteleyn_far(struct pm_kasteleyn *k, const struct pm_matrix *a, enum pm_kind kind,
                           const int *mate, const bool *marks);

/* The same with the far edges u[] v[], vertices as in the graph of pm_adjacent_new(); on no
 * surface. PM_INPUT: one is no edge.  PM_UNABLE: the rest is not planar. */
pm_status pm_kasteleyn_given(struct pm_kasteleyn *k, const struct pm_core *core, const int *u,
                             const int *v, int edges);

/* Makes *leaf the data of one leaf of k.  *some is false if it has no matchings.  mate[] as in
 * pm_far_sheets(); it may be NULL.  Clear it with pm_kasteleyn_leaf_clear() also after a failure.
 */
pm_status pm_kasteleyn_leaf(struct pm_kasteleyn *leaf, int *mate, bool *some,
                            const struct pm_kasteleyn *k, uint64_t number);
void pm_kasteleyn_leaf_clear(struct pm_kasteleyn *leaf);

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

/* weight[l] = the sum over the matchings of leaf l of k, whose weights are integers. */
pm_status pm_far_weigh(fmpz *weight, const struct pm_kasteleyn *k, int threads);

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

/* Bits of balls beyond the wanted ones. */
enum { PM_BALLS_SPARE = 11 };

/* *spread = the mean modulus of the logarithms of the entries, to base 2, after rows and columns
 * have been scaled. */
pm_status pm_balls_spread(double *spread, const struct pm_matrix *a);

/* The bits of the numbers with which a sum of `wanted` bits is tried first. */
int pm_balls_bits(const struct pm_kasteleyn *k, int wanted);

/* The time of a product of such numbers, as a multiple of that of numbers with 128 bits. */
double pm_balls_price(int bits);

/* *part = the sum over all matchings, with about this relative error, at most twice.  PM_UNABLE:
 * this is not proved, or the graph is not of the kind for which it is tried. */
pm_status pm_proved_sum(struct pm_part *part, const struct pm_kasteleyn *k,
                        const struct pm_matrix *a, double error, const char *isa);

extern const struct pm_engine_query pm_planar_draws_query; /* planar_draws.c */

/* The engine's search, for far edges (far_turns.c), and the data for what it has found; the core
 * has the pattern of the one that was searched.  PM_UNABLE: it has not found them. */
extern const struct pm_engine_search pm_far_looking;
pm_status pm_far_found(struct pm_kasteleyn *k, const struct pm_core *core, const void *search);

/* The number of steps in which a query looks for far edges. */
double pm_far_of_query(const struct pm_core *core, const struct pm_limits *limits);
