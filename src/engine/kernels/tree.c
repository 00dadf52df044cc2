/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree engine's tables over one number type: runs a layout (engine/tree/layout.h) from the
 * leaves to the root, for one unit of the slicing.  Tables are sorted by key; a merge with a small
 * table filters and merges streams (tree_few.h), one of two large tables joins groups
 * (tree_join.h). */
#include "engine/kernels/kernel.h"
#include "engine/kernels/tree_few.h"
#include "engine/kernels/tree_join.h"

#include <math.h>

/* The table of one edge: not used, or covering both ends. */
static pm_status make_leaf(struct run *run, struct table *t, const struct pm_layout_step *s)
{
    const struct pm_layout *const l = run->layout;
    const int e = s->edge;
    bool row_open = false, col_open = false;
    for (int i = 0; i < s->width; i++) {
        const bool col = l->is_col[s->rank[i]];
        row_open = row_open || !col;
        col_open = col_open || col;
    }
    PM_TRY(table_reserve(run, t, 2));
    if (row_open && (col_open || !l->square)) {
        t->key[0] = 0;
        t->val[0] = t_one(run->ring);
        t->count = 1;
    }
    if (pm_layout_allows(l, e, run->unit)) {
        const T x = ((const T *)run->image->row_val)[e];
        if (t->count && s->width == 0) { /* never: a row is open where the key 0 is */
            t->val[0] = t_add(run->ring, t->val[0], x);
        } else {
            t->key[t->count] = low_bits(s->width);
            t->val[t->count++] = x;
        }
    }
    return PM_OK;
}

/* Places of the bits of both sides in the union of their scopes. */
static void plan_merge(struct merge *m, const struct run *run, const struct pm_layout_step *s)
{
    const struct pm_layout *const l = run->layout;
    const struct pm_layout_step *const a = &l->step[s->left], *const b = &l->step[s->right];
    int i = 0, k = 0, open = 0;
    m->square = l->square;
    while (i < a->width || k < b->width) {
        const int ra = i < a->width ? a->rank[i] : l->vertices;
        const int rb = k < b->width ? b->rank[k] : l->vertices;
        const int r = ra < rb ? ra : rb;
        const K u = bit(m->width);
        if (ra == r) {
            m->in_left |= u;
            m->at_left[i++] = (uint8_t)m->width;
        }
        if (rb == r) {
            m->in_right |= u;
            m->at_right[k++] = (uint8_t)m->width;
        }
        if (l->is_col[r])
            m->cols |= u;
        if (open < s->width && s->rank[open] == r) {
            open++;
        } else {
            m->closing++;
            if (l->square || !l->is_col[r])
                m->must |= u;
        }
        m->width++;
    }
    m->width_left = a->width;
    m->width_right = b->width;
}

/* Floating tables: the largest value is brought near 1 before it can overflow or vanish. */
static void rescale(struct table *t)
{
#if PM_TYPE_ID == PM_TYPE_real || PM_TYPE_ID == PM_TYPE_complex
    double top = 0;
    for (size_t i = 0; i < t->count; i++) {
#if PM_TYPE_ID == PM_TYPE_real
        top = fmax(top, fabs(t->val[i].m));
#else
        top = fmax(top, t_modulus(t->val[i]));
#endif
    }
    int e;
    frexp(top, &e);
    if (top == 0 || (e > -64 && e < 64))
        return;
    for (size_t i = 0; i < t->count; i++) {
        T *const x = &t->val[i];
#if PM_TYPE_ID == PM_TYPE_real
        x->m = ldexp(x->m, -e);
#else
        x->re = ldexp(x->re, -e);
        x->im = ldexp(x->im, -e);
#endif
        x->r = pm_up(ldexp(x->r, -e));
    }
    t->exp += e;
#else
    (void)t;
#endif
}

static pm_status make_merge(struct run *run, struct table *table, size_t i)
{
    const struct pm_layout_step *const s = &run->layout->step[i];
    struct table *left = &table[s->left], *right = &table[s->right];
    struct merge m = {.left = left, .right = right};
    pm_status status;
    plan_merge(&m, run, s);
    if (left->count < right->count) {
        const struct merge n = m;
        m.left = n.right;
        m.right = n.left;
        memcpy(m.at_left, n.at_right, sizeof m.at_left);
        memcpy(m.at_right, n.at_left, sizeof m.at_right);
        m.width_left = n.width_right;
        m.width_right = n.width_left;
        m.in_left = n.in_right;
        m.in_right = n.in_left;
    }
    if (m.right->count == 0)
        status = table_reserve(run, &table[i], 0);
    else if (m.right->count <= run->few)
        status = merge_few(run, &table[i], &m);
    else
        status = merge_join(run, &table[i], &m);
    table[i].exp = left->exp + right->exp;
    table_clear(run, left);
    table_clear(run, right);
    if (status == PM_OK)
        rescale(&table[i]);
    return status;
}

pm_status KEY_NAME(pm_tree_run)(struct pm_part *part, const struct pm_layout *layout,
                                const struct pm_image *image, uint64_t unit,
                                struct pm_tree_use *use)
{
    struct run run = {.layout = layout, .image = image, .ring = &image->ring, .unit = unit,
                      .threads = use->threads, .limit = use->memory,
                      .few = use->few > FEW ? FEW : use->few};
    struct table *table;
    pm_status status = PM_OK;
    size_t peak = 0;
    PM_NEW(table, layout->steps);
    for (int i = 0; i < layout->steps && status == PM_OK; i++) {
        status = layout->step[i].left < 0 ? make_leaf(&run, &table[i], &layout->step[i])
                                          : make_merge(&run, table, (size_t)i);
        peak = run.bytes > peak ? run.bytes : peak;
    }
    use->pairs = run.pairs;
    use->peak = (double)peak;
    if (status == PM_OK) {
        const struct table *const root = &table[layout->steps - 1];
        *part = t_part(run.ring, root->count ? root->val[0] : t_zero());
        part->exp = root->exp + image->exp;
    }
    for (int i = 0; i < layout->steps; i++)
        table_clear(&run, &table[i]);
    free(table);
    return status;
}
