/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of a matrix in the order and direction of the input's edges. */
#pragma once

#include "permatch.h"

struct listed_edge {
    int u, v;     /* vertices as the input names them; for a matrix, row and column; -1: none */
    int row, col; /* vertices of the entry */
    size_t entry; /* index for pm_problem_entry() */
    size_t first; /* the edge of the input that gave this entry; SIZE_MAX: none */
    bool turned;  /* the edge has the opposite direction */
};

struct listed {
    size_t count;
    struct listed_edge *edge;
    size_t *rank; /* edges sorted by row and col; NULL for a matrix */
    int *at;      /* working memory of listed_matching() */
};

/* Lists the entries of a problem; graph NULL: row by row.  Of parallel edges, the first one
 * counts.  With `arcs`, u -> v differs from v -> u.  False: memory ran out, and there is nothing to
 * clear. */
bool listed_new(struct listed *list, const pm_problem *problem, const pm_graph *graph, bool arcs);

/* Adds the lines, in the order of their vertices: edges with one end, whose values begin with
 * number `value`.  False: memory ran out. */
bool listed_add_free(struct listed *list, const pm_problem *problem, const pm_graph *graph,
                     size_t value);
void listed_clear(struct listed *list);

/* *k = the edge whose name begins the text, as U-V, U->V of arcs, or ROW-COL of a matrix (graph
 * NULL).  The end of the text, or a separator, follows the name: blanks, or a comma or a colon,
 * perhaps with blanks.  Returns the text after that; NULL: there is no such edge. */
const char *listed_find(size_t *k, const struct listed *list, const char *text,
                        const pm_graph *graph, const pm_problem *problem, bool arcs);

/* The number of entries of a matrix, zeros too, whose name, the longest one that fits, and a
 * separator or the end begin the text. */
int listed_called(const char *text, const pm_problem *problem);

/* If the text begins with an entry of the matrix that is 0, as "ROW-COL" and a separator, and it is
 * not in the list: appends it to the list, with the entry SIZE_MAX, and returns the text after the
 * separator.  NULL: it does not, or memory ran out. */
const char *listed_add_zero(struct listed *list, const char *text, const pm_problem *problem);

/* Sets list->at[] to the indices of the edges of one matching, in the order of the list.  `partner`
 * is as in pm_sample().  Returns their number. */
size_t listed_matching(const struct listed *list, const pm_problem *problem, const int *partner);
