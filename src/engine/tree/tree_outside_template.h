/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares of single entries: the sum over the matchings that contain an edge, for every edge.
 *
 * The outside of a node, all edges that are not below it, is a set of edges with a table like any
 * other.  The outside of a child is the union of its parent's outside with its sibling; its open
 * vertices are those of the child.  So a second pass, from the root down, gives for every leaf e
 * the table of all edges except e.  The value of this table for the empty key is the permanent
 * without the row and the column of e (inside-outside: Baker, Trainable grammars for speech
 * recognition, 1979).  Cost: two merges for each inner node.  Each table of the first pass is kept
 * until the second pass has used it. */
#pragma once

#include "engine/tree/tree_run_template.h"

/* Makes outside[] of both children of step i.  Then frees outside[i] and the tables of the
 * children. */
static pm_status outside_children(struct run *run, struct table *table, struct table *outside,
                                  int i)
{
    const struct pm_layout_step *const step = run->layout->step, *const s = &step[i];

    PM_TRY(merge_tables(run, &outside[s->left], &outside[i], &table[s->right], &step[s->left]));
    PM_TRY(merge_tables(run, &outside[s->right], &outside[i], &table[s->left], &step[s->right]));
    table_clear(run, &outside[i]);
    table_clear(run, &table[s->left]);
    table_clear(run, &table[s->right]);
    return PM_OK;
}

static pm_status run_down(struct run *run, struct table *table, struct table *outside,
                          struct pm_part *part)
{
    const struct pm_layout *const l = run->layout;
    struct table *const root = &outside[l->steps - 1];

    PM_TRY(table_reserve(run, root, 1));
    root->key[0] = 0;
    root->val[0] = t_one(run->ring);
    root->count = 1;
    for (int i = l->steps - 1; i >= 0; i--) {
        const struct pm_layout_step *const s = &l->step[i];
        if (s->left >= 0) {
            PM_TRY(outside_children(run, table, outside, i));
            continue;
        }
        struct table *const t = &outside[i];
        if (t->count && t->key[0] == 0)
            t->val[0] = t_mul(run->ring, t->val[0],
                              ((const T *)run->image->row_val)[l->tree->entry[s->edge]]);
        part[l->tree->entry[s->edge]] = part_of(run, t);
        table_clear(run, t);
    }
    return PM_OK;
}

static pm_status find_shares(struct pm_part *part, const struct pm_layout *layout,
                             const struct pm_image *image, const struct pm_tree_use *use)
{
    struct run run;
    struct table *table = NULL, *outside = NULL;
    pm_status status;

    PM_TRY_GOTO(status, run_open(&run, &table, layout, image, use), done);
    run.keep = true;
    PM_NEW_GOTO(status, outside, layout->steps, done);
    PM_TRY_GOTO(status, run_up(&run, table), done);
    part[image->nnz] = part_of(&run, &table[layout->steps - 1]);
    status = run_down(&run, table, outside, part);
done:
    for (int i = 0; outside != NULL && i < layout->steps; i++)
        table_clear(&run, &outside[i]);
    free(outside);
    run_close(&run, table);
    return status;
}
