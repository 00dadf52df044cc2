/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permutations of the columns of a matrix that some permutation of its rows undoes.  They leave
 * the permanent unchanged, and they form a group. */
#pragma once

#include "model/matrix.h"
#include "model/symmetry.h"

#include <stdint.h>

/* The graph whose automorphisms are these permutations. */
struct pm_columns {
    int *class; /* of each entry: equal entries have the same, from 0 to classes - 1 */
    int classes;
    struct pm_coloured graph;
    int *colour, *from, *to;
    int columns, first; /* column j is vertex first + j */
    bool differ; /* the entries of every column, in any order, are those of no other column: there
                  * is only the identity, and no graph was made */
};

pm_status pm_columns_init(struct pm_columns *columns, const struct pm_matrix *a);
void pm_columns_clear(struct pm_columns *columns);

/* The subgroup that maps the columns of a set to that set, and column `fixed` to itself (-1: none);
 * bit j of `set` stands for column j, and there are at most 64 columns.  Generator g takes column j
 * to image[g * vertices + j].  Release it
 * with pm_symmetry_free().  Errors: as of pm_symmetry_find(). */
pm_status pm_columns_keep(struct pm_symmetry **group, struct pm_columns *columns, uint64_t set,
                          int fixed);
