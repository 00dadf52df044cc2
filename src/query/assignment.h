/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assignments of all rows of a matrix to columns, the cheapest first. */
#pragma once
#include "model/matrix.h"

#include <stddef.h>

/* One assignment.  Row r < rows has column col[r], and column j belongs to row owner[j]; the number
 * `rows` stands for a row that has all columns that are left, at no cost. */
struct pm_assigned {
    int *col, *owner;
    fmpz *row_price, *col_price; /* [rows + 1], [cols]: their sum is at most the cost of an entry,
                                  * and equal to it where the entry is used */
    fmpz_t cost;
    size_t parent; /* it differs from this one first in row `depth` */
    int depth;
};

struct pm_assignment {
    const struct pm_matrix *a; /* rows <= cols; its entries can be used */
    const fmpz *cost;          /* of each entry */
    struct pm_assigned *found; /* in the order of their costs */
    size_t count, room;
    struct pm_branch *heap;
    size_t branches, heap_room;
    uint64_t made;
    /* Of one search: the cost of the cheapest path to each column, the row before it, and how far
     * the column is; the column by which each row was reached. */
    fmpz *distance;
    int *from, *entered;
    char *state;
};

pm_status pm_assignment_init(struct pm_assignment *s, const struct pm_matrix *a, const fmpz *cost);

/* *any = there is another one; it is s->found[s->count - 1].  Which one of several with equal costs
 * comes first depends on the matrix and the costs alone. */
pm_status pm_assignment_next(bool *any, struct pm_assignment *s);

void pm_assignment_clear(struct pm_assignment *s);
