/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem: what is asked, about which matrix, over which numbers.  Readers make it; reductions
 * and the planner take it. */
#ifndef PM_MODEL_PROBLEM_H
#define PM_MODEL_PROBLEM_H

#include "model/matrix.h"
#include "model/rotation.h"

enum pm_kind {
    PM_PERMANENT, /* of a matrix m <= n: perfect matchings of a bipartite graph, rows saturated */
    PM_HAFNIAN,   /* of a symmetric matrix, diagonal ignored: perfect matchings of any graph */
    PM_KINDS
};

/* As sets, for tables that say what an engine or a rule is for. */
enum {
    PM_PERMANENT_BIT = 1 << PM_PERMANENT,
    PM_HAFNIAN_BIT = 1 << PM_HAFNIAN,
};

/* In whose words to speak of it. */
enum pm_asked { PM_ASKED_MATRIX, PM_ASKED_MATCHINGS, PM_ASKED_COVERS };

struct pm_problem {
    enum pm_kind kind;
    enum pm_asked asked;
    pm_field field;
    struct pm_matrix *a; /* as read: any shape */
    bool mirrored;       /* the file lists a triangle: (skew-)symmetric or hermitian */
    int *row_vertex;     /* of the graph that the problem was made from, by rows and by columns: */
    int *col_vertex;     /* -1 for lines that only make the matrix square; NULL: row i is i */
    char *vertex_names;  /* of that graph, one after the other */
    size_t
        *vertex_name; /* where the name of a vertex begins; NULL: vertices are called 1, 2, ... */
    struct pm_rotation *around; /* an embedding of the graph; NULL: none is known */
    int gadgets; /* rows and columns from this one on belong to no vertex but make the sum
                  * leave something out (opposite.h); 0: there are none */
    char *note;  /* what the plan says of the problem first; NULL: nothing */
};

/* A problem that takes over `a`; on failure `a` stays the caller's. */
pm_status pm_problem_wrap(struct pm_problem **out, pm_field field, struct pm_matrix *a);

/* Why the graph of a problem has no perfect matching, or no cycle cover: a line of the caller's in
 * *why; NULL where it has one, and for a matrix that was made from no graph. */
pm_status pm_problem_why(char **why, const struct pm_problem *problem);

/* Gives PM_DOMAIN that reason for a message, if there is one; returns `status`. */
pm_status pm_problem_blame(pm_status status, const struct pm_problem *problem);

/* Hash of the canonical content (kind, field, shape, entries), the same on every machine: names
 * checkpoints and audits. */
pm_status pm_problem_fingerprint(uint64_t *hash, const struct pm_problem *problem);

#endif
