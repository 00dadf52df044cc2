/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph with weights that eliminations can change.  For a permanent, its vertices are the rows of
 * the matrix and then the columns; for a hafnian, vertex v is row v and column v.  An edge e has
 * two halves, 2 e and 2 e + 1, each in the doubly linked list of its own vertex.  So an edge is
 * removed or moved in constant time, and two vertices are merged in time linear in their lists.  A
 * heap holds the vertices that can be eliminated. */
#pragma once

#include "base/heap.h"
#include "model/problem.h"
#include "num/gauss.h"

struct pm_half {
    int to;         /* the vertex at the other end */
    int next, prev; /* in the list of its own vertex; -1 ends the list */
};

struct pm_edit {
    enum pm_kind kind;
    bool square;     /* else only rows with at most one entry are light */
    int rows;        /* for a permanent, vertices from this one on are columns */
    int size, alive; /* number of vertices at the start; number of rows now */
    int *head;       /* the first half of a vertex */
    int *degree;     /* halves of a vertex; -1 after its removal */
    int *place;      /* position of a vertex among those of its side, for output and for choice */
    int *origin;     /* of a vertex (model/matrix.h); NULL: none are known */
    bool *kept;      /* of a vertex: it is not light with two edges; NULL: none is kept */
    int *mark;       /* 1 + the half of the marked vertex that leads to this one; 0: none does */
    int marked;      /* -1: no vertex */
    struct pm_half *half;
    struct pm_gauss *value; /* of an edge */
    int edges;              /* number of edges, including removed ones */
    struct pm_heap light;   /* vertices, including outdated keys */
};

/* A hafnian's matrix must have an empty diagonal. */
pm_status pm_edit_init(struct pm_edit *e, const struct pm_matrix *a, enum pm_kind kind);
void pm_edit_clear(struct pm_edit *e);

/* Keeps the few vertices with two edges to distant places, if the graph may be planar without these
 * (distant.c). */
pm_status pm_edit_keep_distant(struct pm_edit *e);

/* The lightest vertex with at most two edges (of a rectangular matrix: row with at most one entry).
 * Fewest edges come first, then columns before rows, then places.  -1: there is none. */
int pm_edit_lightest(struct pm_edit *e);

/* Removes a vertex with its edges. */
void pm_edit_remove(struct pm_edit *e, int v);

/* Multiplies the edges of a vertex by a nonzero number. */
void pm_edit_scale(struct pm_edit *e, int v, const struct pm_gauss *x);

/* Adds `ratio` times the edges of `from` to those of `to`.  Removes `from`, edges whose sum is 0,
 * and an edge between the two.  The sum gets the lower of the two places. */
void pm_edit_merge(struct pm_edit *e, int to, int from, const struct pm_gauss *ratio);

/* The remaining matrix in canonical form, lines in the order of their places. */
pm_status pm_edit_matrix(struct pm_matrix **out, const struct pm_edit *e);
