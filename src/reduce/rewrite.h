/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules share with the driver and with each other.  Outside reduce/, only the existence of
 * these types matters. */
#pragma once

#include "model/problem.h"
#include "num/gauss.h"

/* The result of applying a rule to a matrix: value(matrix) = factor * prod value(out), or 0. */
struct pm_rewrite {
    bool changed; /* false: the rule did nothing, ignore the rest */
    bool zero;    /* the value is 0 */
    struct pm_gauss factor;
    struct pm_matrix **out; /* the matrices that replace the old one */
    bool *permanent;        /* of a hafnian's outputs: it is a permanent from now on */
    size_t count, room, permanent_room;
    char note[512]; /* what happened, for the log: "34 steps", "rows 3, 7, 9 meet only columns 2,
                     * 5" */
};

/* Initialises a rewrite to "nothing changed": factor 1, no outputs. */
void pm_rewrite_init(struct pm_rewrite *rewrite);
void pm_rewrite_clear(struct pm_rewrite *rewrite);

/* Appends a matrix.  The rewrite owns it, unless this fails. */
pm_status pm_rewrite_push(struct pm_rewrite *rewrite, struct pm_matrix *a);

/* Appends a matrix whose permanent replaces a hafnian. */
pm_status pm_rewrite_push_permanent(struct pm_rewrite *rewrite, struct pm_matrix *a);

/* Rewrites `a` without changing it.  For a permanent: rows <= cols, and every row must be matched.
 * For a hafnian: symmetric, with an empty diagonal. */
typedef pm_status pm_rule_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a);

/* Rules for permanents (dm.c, nested_rows.c, rank_one.c, degree.c, lines.c, scale.c,
 * parity_rule.c). */
pm_rule_apply pm_dm_apply, pm_nested_apply, pm_rank_one_apply, pm_degree_apply, pm_lines_apply,
    pm_scale_apply, pm_parity_apply, pm_parity_4_apply, pm_parity_8_apply;

/* Rules for hafnians (components.c, degree.c, edmonds.c, two_sums.c, scale_vertices.c,
 * parity_rule.c). */
pm_rule_apply pm_components_apply, pm_degree_vertices_apply, pm_edmonds_apply, pm_two_sums_apply,
    pm_scale_vertices_apply, pm_parity_graph_apply, pm_parity_graph_4_apply,
    pm_parity_graph_8_apply;

/* Writes "content 2^3 times 5/7" for the factor of the rewrite, after the sizes. */
void pm_scale_note_content(struct pm_rewrite *rewrite, int rows, int cols);

/* Divides the rows, then (square) the columns of `a` by their contents, in place.  Multiplies
 * *factor by the contents. */
pm_status pm_scale_matrix(struct pm_matrix *a, struct pm_gauss *factor, bool *changed);

/* *x = entry k. */
static inline void pm_entry_get(struct pm_gauss *x, const struct pm_matrix *a, int k)
{
    pm_gauss_set_parts(x, a->re + k, pm_matrix_im(a, k));
}

/* A list of factors whose product is taken at the end, by a tree: almost linear in the result. */
struct pm_product {
    fmpq *re, *im;
    size_t count, room_re, room_im;
};

void pm_rewrite_product_init(struct pm_product *p);
void pm_rewrite_product_clear(struct pm_product *p);
pm_status pm_rewrite_product_add(struct pm_product *p, const fmpq *re,
                                 const fmpq *im); /* im NULL: 0 */

/* Multiplies x by the product. */
void pm_rewrite_product_take(struct pm_gauss *x, const struct pm_product *p);
