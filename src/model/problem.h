/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem: the question, the matrix, and the kind of numbers.  Readers make problems; reductions
 * and the planner use them. */
#pragma once

#include "model/labels.h"
#include "model/matrix.h"
#include "model/rotation.h"

struct pm_variable;

enum { PM_FREE_ANY = -1 }; /* free_vertices: any number of them */

/* Messages speak of a matrix, of matchings or of cycle covers. */
enum pm_asked { PM_ASKED_MATRIX, PM_ASKED_MATCHINGS, PM_ASKED_COVERS, PM_ASKED_FACTORS };

struct pm_problem {
    enum pm_kind kind;
    enum pm_asked asked;
    pm_field field;
    struct pm_matrix *a; /* as read: any shape */
    bool mirrored;       /* the file lists a triangle: (skew-)symmetric or hermitian */
    int *row_vertex;     /* vertices of the original graph, by rows and by columns: */
    int *col_vertex;     /* -1 for lines that only make the matrix square; NULL: row i is i */
    struct pm_labels vertex_name; /* of that graph's vertices; none: they are called 1, 2, ... */
    struct pm_labels row_name, col_name; /* of the lines of a matrix that is no graph's */
    struct pm_rotation *around;          /* an embedding of the graph; NULL: none is known */
    /* the problem without the partners of its lines that stay free, of which there are so many
     * (total.c); NULL: none stays free */
    struct pm_problem *base;
    int free_vertices;
    fmpq *alone;                /* for each line of the base its weight where it is free; NULL: 1 */
    struct pm_variant *variant; /* copies, loops (variant.h); NULL: neither */
    bool required;              /* entries are: other matchings than perfect ones may lack them */
    int gadgets; /* rows and columns from this one on belong to no vertex; they exclude terms from
                  * the sum (opposite.h), or divide it (factors.c); 0: there are none */
    int looped;  /* as in the graph: vertices from this one on are not the input's */
    uint64_t memory;    /* bytes that its reader was allowed, and what is made of it is; 0: any */
    const char *format; /* what was read (formats.h); NULL: nothing */
    char *notes; /* how the matrix was read, for the user: one or more lines; NULL: nothing */
    char *note;  /* the first line that the plan prints about the problem; NULL: nothing */
};

/* What a problem asks besides its matrix: copies of lines, loops (variant.c). */
struct pm_variant {
    struct pm_matrix *a; /* the matrix without copies; NULL: that of the problem is */
    int *times[2];       /* how often its rows, and columns, stand; NULL: once each */
    bool looped;         /* the value is a loop hafnian; times[0] are the copies of vertices */
    bool skew;           /* the value is the Pfaffian of the matrix */
    fmpq *cycle;         /* the weight of every cycle of a permutation; NULL: 1 */
    struct pm_variable *powers; /* that weight is its x; NULL: it is a number */
    struct pm_matrix *loops;    /* 1 x n; NULL: there are none */
};

static inline const struct pm_matrix *pm_variant_matrix(const struct pm_problem *problem)
{
    return problem->variant->a != NULL ? problem->variant->a : problem->a;
}

/* Whether copies are not lines of the problem's matrix. */
static inline bool pm_variant_is_folded(const struct pm_problem *problem)
{
    const struct pm_variant *const v = problem->variant;

    return v != NULL && !v->looped && !v->skew && v->cycle == NULL && v->a == NULL;
}

/* How often a line stands. */
static inline int pm_variant_times(const struct pm_variant *v, int side, int line)
{
    return v->times[side] != NULL ? v->times[side][line] : 1;
}

void pm_problem_variant_free(struct pm_variant *variant); /* NULL is fine */

/* A problem that owns `a` from now on; after a failure the caller still owns `a`. */
pm_status pm_problem_wrap(struct pm_problem **out, pm_field field, struct pm_matrix *a);

/* The adjacency matrix of a graph, bipartite or not, as a hafnian, with the embedding of the graph.
 * Directions and loops are ignored, and parallel edges are added up. */
pm_status pm_problem_adjacency(pm_problem **problem, const pm_graph *graph);

/* The problem's vertices get the names of those of the graph. */
pm_status pm_problem_take_names(struct pm_problem *problem, const struct pm_graph *graph);

/* The lines of a side that belong to vertices; others, which make the matrix square, come after
 * them.
 */
int pm_problem_vertex_lines(const struct pm_problem *problem, bool cols);

/* The lines of the matrix: its rows and columns, or its vertices. */
int pm_problem_lines(const struct pm_problem *problem);

/* pm_problem_total() with a weight above or below 0 for each line that stays free. */
pm_status pm_total_weighted(pm_problem **out, const struct pm_problem *problem, const fmpq *alone);

/* PM_UNABLE: there are gadgets, so that the problem has no ... (a list, a total). */
pm_status pm_problem_without_gadgets(const struct pm_problem *problem, const char *what);

/* PM_UNABLE: entries are required, so that only perfect matchings can be asked for. */
pm_status pm_problem_unrequired(const struct pm_problem *problem);

/* The types of answers, and their names. */
enum pm_type {
    PM_TYPE_INTEGER,
    PM_TYPE_RATIONAL,
    PM_TYPE_GAUSSIAN,
    PM_TYPE_REAL,
    PM_TYPE_COMPLEX,
    PM_TYPE_MODULAR,
    PM_TYPE_ESTIMATE, /* with a relative error */
    PM_TYPE_ADDITIVE, /* an estimate with an absolute error */
};
const char *pm_problem_type_name(enum pm_type type);

/* The type of an answer, or of a list of values.  Exact values of integer problems are integers if
 * `whole` is true. */
enum pm_type pm_problem_type(const struct pm_problem *problem, bool floating, bool whole);

/* The vertex of a row, or of a column as a line after the rows; -1: it belongs to none. */
int pm_problem_line_vertex(const struct pm_problem *problem, int line);

/* Writes the name of the vertex of a line, or of the row or column; without names, its number from
 * 1 on. */
void pm_problem_say_line(FILE *out, const struct pm_problem *problem, int line);

/* *why = the reason that a problem has no perfect matching, or no cycle cover, in terms of its
 * graph or matrix; the caller must free it.  NULL: it has one. */
pm_status pm_problem_why(char **why, const struct pm_problem *problem);

/* The same, and *label = the labels (blossom.h) of the vertices of pm_adjacent_new(): the OUTER
 * ones cannot all be matched, since they have only INNER ones as partners outside their own
 * components. It is the smallest such set that the search finds.  The caller must free both; NULL:
 * none. */
pm_status pm_problem_obstacle(char **why, char **label, const struct pm_problem *problem);

/* For PM_DOMAIN, sets that reason, if there is one, as the message.  Returns `status`. */
pm_status pm_problem_blame(pm_status status, const struct pm_problem *problem);

/* A hash of the canonical content (kind, field, shape, entries).  It is the same on every machine,
 * and identifies checkpoints and audits. */
pm_status pm_problem_fingerprint(uint64_t *hash, const struct pm_problem *problem);

/* Adds to a hash what answers print besides numbers: the names of lines and vertices; of the graph
 * of the problem, which may be NULL, its number, its title, and what the variable x is. */
pm_status pm_problem_hash_words(uint64_t *hash, const struct pm_problem *problem,
                                const struct pm_graph *graph);
