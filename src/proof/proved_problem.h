/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statement that a proof proves: the original graph or matrix, with integers as weights, as the
 * text of permatch_proof(5) and as arrays. */
#pragma once

#include "engine/engine.h"

#include <flint/fmpz.h>

enum { PM_PROOF_GROUP = 6 }; /* most edges of one message */

struct pm_proved_problem {
    int rows, cols; /* of a matrix: vertices are its rows, then its columns; graph: cols is -1 */
    int vertices;   /* numbered from 0; the text counts from 1 */
    int edges;
    int *u, *v;    /* u < v, or u = v for a loop; they ascend */
    fmpz *re, *im; /* weights; im NULL: real */
    fmpz_t scale;  /* the entries of the input times this are the weights */
    /* The tight sets (tight.c): the vertices of all of them, and where each ends. */
    int *tight, *tight_end, tights;
    int *block; /* of each vertex of the core; edges between blocks are left out.  NULL: none are */
    /* the neighbours of v, ascending: near[start[v]] .. near[start[v + 1] - 1], and their edges;
     * without loops and what is left out */
    int *start, *near, *near_edge;
    bool *stays;  /* the vertex may stay uncovered */
    bool *column; /* the graph is bipartite, and this is the side; NULL: general */
    pm_proved what;

    /* The core for searches of orders, and the vertex of each of its vertices: rows, then columns.
     */
    struct pm_matrix *own; /* a matrix of the core that belongs to the statement; NULL: none */
    struct pm_core core;
    int *vertex;
};

pm_status pm_proved_problem_new(struct pm_proved_problem **statement, const pm_problem *problem,
                                pm_proved what);
void pm_proved_problem_free(struct pm_proved_problem *statement); /* NULL is fine */

/* Lists the neighbours of all vertices again, when edges have been left out. */
pm_status pm_proved_problem_list_near(struct pm_proved_problem *statement);

/* The number of the edge between two vertices, which may be left out. */
int pm_proved_problem_edge(const struct pm_proved_problem *statement, int u, int v);

/* Finds the tight sets, and leaves out of the core and of the neighbours what they exclude.  For
 * proofs by steps only: a drawing has all edges. */
pm_status pm_proved_problem_find_tight(struct pm_proved_problem *statement);

/* Writes the lines of a proof that describe the problem; the tight sets. */
void pm_proved_problem_write(FILE *file, const struct pm_proved_problem *statement);
void pm_proved_problem_write_tight(FILE *file, const struct pm_proved_problem *statement);
