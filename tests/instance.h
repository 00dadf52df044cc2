/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instances for the differential test: a small matrix, graph or digraph with exact entries.  It is
 * written as text and given to the library as text; the reference reads the numbers itself. */
#pragma once

#include "test.h"

#include <gmp.h>

enum instance_kind {
    INSTANCE_MATRIX, /* the permanent of any matrix */
    INSTANCE_COVERS, /* cycle covers of a digraph */
    INSTANCE_GRAPH,  /* matchings of a graph: an entry is an edge, row > column */
};

/* num / den * 10^ten * 2^two */
struct number {
    long num, den;
    int ten, two;
};

struct entry {
    int row, col;
    struct number re, im;
};

enum { INSTANCE_ENTRIES = 400, INSTANCE_LINES = 64 };

struct instance {
    enum instance_kind kind;
    pm_field field;
    int rows, cols; /* of graphs and digraphs: the number of vertices, twice */
    int loose;      /* of graphs: vertices from this one on may be left free; 0: none may */
    bool large;     /* too large for the reference: engines are compared with each other */
    int count;
    struct entry entry[INSTANCE_ENTRIES];
};

/* Adds an entry 1, unless it is there, or there are too many. */
void instance_add(struct instance *x, int row, int col);

void number_get(mpq_t value, const struct number *number);

/* The Matrix Market text; the caller must free it. */
char *instance_text(const struct instance *x);

/* The program that reads that text. */
const char *instance_program(const struct instance *x);

/* The problem that the program would make.  `saturating` is for graphs. */
pm_status instance_problem(pm_problem **problem, const struct instance *x, bool saturating);

/* The same from arrays; `way` chooses the function and the type.  PM_UNABLE: a number is no double.
 */
pm_status instance_by_arrays(pm_problem **problem, const struct instance *x, bool saturating,
                             unsigned way);

/* Without row i and column j; for a graph, without both vertices.  -1: keeps all. */
void instance_without(struct instance *out, const struct instance *x, int i, int j);

/* Row i row_times[i] times and column j col_times[j] times; for a graph, vertex i row_times[i]
 * times, and the copies of a vertex are not joined.  False: too many lines or entries. */
bool instance_copies(struct instance *out, const struct instance *x, const int *row_times,
                     const int *col_times);

/* The number of entries in a matching that covers the shorter side, or all vertices but one. */
int instance_size(const struct instance *x);

/* A random instance, too large for the reference if `large` is set. */
void instance_draw(struct instance *x, uint64_t *state, bool large);

/* Makes an instance smaller, step by step, while fails(x, context) stays true. */
typedef bool instance_test(const struct instance *x, void *context);
void instance_shrink(struct instance *x, instance_test *fails, void *context);
