/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules share with the driver and with one another; nobody outside reduce/ needs more of
 * it than that they are there. */
#ifndef PM_REDUCE_RULE_H
#define PM_REDUCE_RULE_H

#include "model/problem.h"
#include "num/gauss.h"

/* What one application of a rule made of one matrix: value(matrix) = factor * prod value(out), or
 * 0. */
struct pm_rewrite {
    bool changed; /* false: everything below is as it was */
    bool zero;    /* the value is 0 */
    bool settled; /* the outputs are as an engine wants them: no rule looks at them any more */
    struct pm_gauss factor;
    struct pm_matrix **out; /* the matrices that stand in for the old one */
    bool *permanent;        /* of a hafnian's outputs: it goes on as a permanent */
    size_t count, room, permanent_room;
    char note[512]; /* what happened, for the log: "34 steps", "rows 3, 7, 9 meet only columns 2, 5"
                     */
};

/* A rule gets a rewrite that says "nothing changed": factor 1, no outputs. */
void pm_rewrite_init(struct pm_rewrite *rewrite);
void pm_rewrite_clear(struct pm_rewrite *rewrite);

/* Appends a matrix, which the rewrite then owns.  On failure it stays the caller's. */
pm_status pm_rewrite_push(struct pm_rewrite *rewrite, struct pm_matrix *a);

/* Appends a matrix whose permanent stands in for a hafnian. */
pm_status pm_rewrite_push_permanent(struct pm_rewrite *rewrite, struct pm_matrix *a);

/* Rewrites `a` (a permanent: rows <= cols, every row must be matched; a hafnian: symmetric,
 * diagonal empty; borrowed, not changed). */
typedef pm_status pm_rule_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a);

/* Of permanents (dm.c, nested_rows.c, degree.c, lines.c, scale.c). */
pm_rule_apply pm_dm_apply, pm_nested_apply, pm_degree_apply, pm_lines_apply, pm_scale_apply;

/* Of hafnians (components.c, degree_vertices.c, edmonds.c, scale_vertices.c). */
pm_rule_apply pm_components_apply, pm_vertices_apply, pm_edmonds_apply, pm_vertex_scale_apply;

/* "content 2^3 times 5/7" for the factor of the rewrite, behind the sizes. */
void pm_content_note(struct pm_rewrite *rewrite, int rows, int cols);

/* Divides the rows, then (square) the columns of `a` by their contents, in place; *factor is
 * multiplied by what came off. */
pm_status pm_scale_matrix(struct pm_matrix *a, struct pm_gauss *factor, bool *changed);

/* Drops an `im` that is all zero, so that the matrix is canonical. */
void pm_matrix_drop_zero_im(struct pm_matrix *a);

/* Many factors whose product is taken at the end, by a tree: near-linear in the result. */
struct pm_product {
    fmpq *re, *im;
    size_t count, room_re, room_im;
};

void pm_product_init(struct pm_product *p);
void pm_product_clear(struct pm_product *p);
pm_status pm_product_add(struct pm_product *p, const fmpq *re, const fmpq *im); /* im NULL: 0 */

/* x becomes x times the product. */
void pm_product_take(struct pm_gauss *x, const struct pm_product *p);

#endif
