/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a layout (layout.h) from the leaves to the root, for one unit (a slice), with
 * the numbers and keys of tree_table_template.h.  A merge with a small table filters and merges
 * streams (tree_few_template.h); a merge of two large tables joins groups (tree_join_template.h).
 */
#pragma once

#include "engine/tree/tree_few_template.h"
#include "engine/tree/tree_join_template.h"

#include <math.h>

/* Makes the table of one edge: the edge is unused (if the key may be empty), or covers both ends
 * (if the slice allows it). */
static pm_status make_leaf(struct run *run, struct table *t, const struct pm_layout_step *s)
{
    const struct pm_layout *const l = run->layout;
    const int e = s->edge;

    /* An edge must cover an end of degree 1, unless that end is a column and there are more columns
     * than rows. */
    bool need = s->width < 2 && (l->square || s->width == 0 || l->is_col[s->rank[0]]);
    for (int i = 0; i < s->width; i++)
        need = need || sliced_below(run, s, s->rank[i]);
    PM_TRY(table_reserve(run, t, 2));
    t->width = s->width;
    for (int i = 0; i < s->width; i++)
        t->vertex[i] = s->rank[i];
    if (l->loose || !need) {
        t->key[0] = 0;
        t->val[0] = t_one(run->ring);
        t->count = 1;
    }
    if (pm_layout_allows(l, e, run->unit)) {
        const T x = ((const T *)run->image->row_val)[l->tree->entry[e]];
        if (t->count && s->width == 0) {
            t->val[0] = t_add(run->ring, t->val[0], x);
        } else {
            t->key[t->count] = low_bits(s->width);
            t->val[t->count++] = x;
        }
    }
    return PM_OK;
}

/* Scales a floating table so that its largest value is near 1, if values could overflow or
 * vanish. */
static void rescale(struct table *t)
{
#if PM_TYPE_FLOATING
    double top = 0;
    for (size_t i = 0; i < t->count; i++)
        top = fmax(top, t_modulus(t->val[i]));
    int e;
    frexp(top, &e);
    if (top == 0 || (e > -64 && e < 64))
        return;
    for (size_t i = 0; i < t->count; i++)
        t->val[i] = t_ldexp(t->val[i], -e);
    t->exp += e;
#else
    (void)t;
#endif
}

/* *out = the table of the union of two parts a and b, with the open vertices of `scope`.  Frees a
 * and b unless run->keep is true. */
static pm_status merge_tables(struct run *run, struct table *out, struct table *a, struct table *b,
                              const struct pm_layout_step *scope)
{
    const bool larger = a->count >= b->count;
    const int64_t exp = a->exp + b->exp;
    struct merge m = {.left = larger ? a : b, .right = larger ? b : a};
    pm_status status;

    plan_merge(&m, run, scope);
    if (m.square && m.right->count <= FEW &&
        pm_tree_streams((double)m.left->count, (double)m.right->count, m.shared))
        status = merge_few(run, out, &m);
    else
        status = merge_join(run, out, &m);
    out->exp = exp;
    table_done(run, a);
    table_done(run, b);
    if (status == PM_OK)
        rescale(out);
    return status;
}

/* Computes every table from the leaves to the root. */
static pm_status run_up(struct run *run, struct table *table)
{
    for (int i = 0; i < run->layout->steps; i++) {
        const struct pm_layout_step *const s = &run->layout->step[i];
        PM_TRY(pm_go_on(run->stop));
        if (s->left < 0)
            PM_TRY(make_leaf(run, &table[i], s));
        else
            PM_TRY(merge_tables(run, &table[i], &table[s->left], &table[s->right], s));
    }
    return PM_OK;
}

static pm_status run_open(struct run *run, struct table **table, const struct pm_layout *layout,
                          const struct pm_image *image, const struct pm_tree_use *use)
{
    *run = (struct run){.layout = layout,
                        .image = image,
                        .ring = &image->ring,
                        .threads = use->threads,
                        .stop = use->stop,
                        .limit = use->memory};
    PM_NEW(*table, layout->steps);
    PM_NEW(run->place, layout->vertices);
    return PM_OK;
}

static void run_close(struct run *run, struct table *table)
{
    for (int i = 0; table && i < run->layout->steps; i++)
        table_clear(run, &table[i]);
    few_scratch_clear(&run->few);
    PM_FREE(table, run->place);
}

static struct pm_part part_of(const struct run *run, const struct table *t)
{
    struct pm_part part = t_part(run->ring, t->count && t->key[0] == 0 ? t->val[0] : t_zero());

    part.exp = t->exp + run->image->exp;
    return part;
}
