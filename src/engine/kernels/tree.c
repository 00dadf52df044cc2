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
    t->width = s->width;
    for (int i = 0; i < s->width; i++)
        t->vertex[i] = s->rank[i];
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
    struct table *a = &table[s->left], *b = &table[s->right];
    const bool larger = a->count >= b->count;
    struct merge m = {.left = larger ? a : b, .right = larger ? b : a};
    pm_status status;
    plan_merge(&m, run, s);
    if (m.square && m.right->count <= run->few)
        status = merge_few(run, &table[i], &m);
    else
        status = merge_join(run, &table[i], &m);
    table[i].exp = a->exp + b->exp;
    table_clear(run, a);
    table_clear(run, b);
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
    PM_NEW_GOTO(status, run.place, layout->vertices, done);
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
done:
    for (int i = 0; i < layout->steps; i++)
        table_clear(&run, &table[i]);
    free(table);
    free(run.place);
    return status;
}
