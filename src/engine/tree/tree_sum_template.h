/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sums of a join (tree_join_template.h).  For one pattern of the shared output bits, the outer
 * products of all pairs of groups that meet are added in a block.  The rows of the block are
 * private keys of the left side.  The columns of a row are the private keys of the right side whose
 * class is complementary to that of the row.  A single pair needs no block. */
#pragma once

#include "engine/tree/tree_side_template.h"

/* largest number of values in a block, unless one row has more */
enum { SUM_BLOCK = 262144 / sizeof(T) };

struct range {
    uint32_t left, left_end, right, right_end;
};

struct list {
    struct range *at;
    size_t count, room;
};

struct join {
    struct run *run;
    const struct merge *m;
    struct side left, right;
    K cols; /* the shared bits whose vertices are columns */
    /* least and largest balance (columns minus rows) of the shared bits of an output */
    int least, most;
};

/* A task: a part of the output that one thread computes. */
struct task {
    K prefix;              /* the shared output bits that are decided so far */
    uint32_t row, row_end; /* range of private keys of the left side */
    struct list list;
    struct table out;
    size_t room, at; /* allocated entries of `out`; the place of `out` in the whole output */
};

struct walker {
    const struct join *join;
    struct task *task;
    struct list stack;
    struct list pairs; /* pairs of single groups that meet */
    T *block;
    uint32_t *offset; /* place of each row in the block */
    size_t block_room, offset_room;
};

static void walker_clear(struct walker *w)
{
    PM_FREE(w->stack.at, w->pairs.at, w->block, w->offset);
}

static pm_status list_add(struct list *l, struct range r)
{
    if (l->count == l->room)
        PM_TRY(pm_alloc_grow((void **)&l->at, &l->room, l->count + 1, sizeof *l->at));
    l->at[l->count++] = r;
    return PM_OK;
}

/* Makes room for `more` entries in the output of the current task. */
static pm_status make_room(struct walker *w, size_t more)
{
    struct task *const t = w->task;
    const size_t need = t->out.count + more;

    if (need <= t->room)
        return PM_OK;
    const size_t room = need + need / 4;
    PM_TRY(charge(w->join->run, (room - t->room) * ENTRY));
    PM_TRY(pm_alloc_extend((void **)&t->out.key, t->room, room, sizeof(K)));
    PM_TRY(pm_alloc_extend((void **)&t->out.val, t->room, room, sizeof(T)));
    t->room = room;
    return PM_OK;
}

static void task_clear(struct run *run, struct task *t)
{
    discharge(run, t->room * ENTRY);
    PM_FREE(t->list.at, t->out.key, t->out.val);
    *t = (struct task){.prefix = 0};
}

/* The first state of group g whose private key has at least the number `row`, or the end of the
 * group. */
static uint32_t first_from(const struct side *a, uint32_t g, uint32_t row)
{
    size_t lo = a->start[g], hi = a->start[g + 1];

    if (lo < hi && a->id[lo] >= row)
        return (uint32_t)lo;
    SEARCH(lo, hi, mid, a->id[mid] >= row)
    return (uint32_t)lo;
}

/* Computes the products of a single pair of groups.  All of them have different keys. */
static pm_status sum_single(struct walker *w, K open, struct range r)
{
    const struct join *const j = w->join;
    const struct pm_ring *const ring = j->run->ring;
    const struct side *const a = &j->left, *const b = &j->right;
    const uint32_t first = first_from(a, r.left, w->task->row);
    const uint32_t last = first_from(a, r.left, w->task->row_end);
    const uint32_t begin = b->start[r.right], columns = b->start[r.right + 1] - begin;
    struct table *const out = &w->task->out;

    PM_TRY(make_room(w, (size_t)(last - first) * columns));
    for (uint32_t i = first; i < last; i++) {
        const K high = open | up(a->private[i], b -> private_bits);
        const T x = a->val[i];
        for (uint32_t k = 0; k < columns; k++) {
            out->key[out->count + k] = high | b->private[begin + k];
            out->val[out->count + k] = t_mul(ring, x, b->val[begin + k]);
        }
        out->count += columns;
    }
    return PM_OK;
}

/* Adds the outer product of the pair of groups r to the block of rows first .. last - 1.  `columns`
 * is the number of keys of the right group's class; if the group has all of them, their numbers are
 * not needed. */
static void outer(const struct walker *w, struct range r, uint32_t first, uint32_t last,
                  uint32_t columns)
{
    const struct join *const j = w->join;
    const struct pm_ring *const ring = j->run->ring;
    const struct side *const a = &j->left, *const b = &j->right;
    const uint32_t begin = b->start[r.right], n = b->start[r.right + 1] - begin;
    const uint32_t end = first_from(a, r.left, last);
    const T *const y = b->val + begin;
    const uint32_t *const id = b->id + begin;

    for (uint32_t i = first_from(a, r.left, first); i < end; i++) {
        T *const row = w->block + w->offset[a->id[i] - first];
        const T x = a->val[i];
        if (n == columns) {
            for (uint32_t k = 0; k < n; k++)
                row[k] = t_mul_add(ring, x, y[k], row[k]);
        } else {
            for (uint32_t k = 0; k < n; k++)
                row[id[k]] = t_mul_add(ring, x, y[k], row[id[k]]);
        }
    }
}

/* The class of the columns of a row.  The two classes of a pair that meets add up to `both`. */
static int column_class(const struct join *j, uint32_t row, int both)
{
    const int c = both - j->left.key_class[row];

    return j->right.parity ? c & 1 : c;
}

static uint32_t columns_of(const struct join *j, uint32_t row, int both)
{
    const int c = column_class(j, row, both);

    return c < 0 || c >= j->right.classes ? 0
                                          : j->right.class_start[c + 1] - j->right.class_start[c];
}

static pm_status emit_rows(struct walker *w, K open, uint32_t first, uint32_t last, int both)
{
    const struct join *const j = w->join;
    struct table *const out = &w->task->out;

    PM_TRY(make_room(w, w->offset[last - first]));
    for (uint32_t r = first; r < last; r++) {
        const uint32_t columns = w->offset[r - first + 1] - w->offset[r - first];
        if (!columns)
            continue;
        const K high = open | up(j->left.key[r], j->right.private_bits);
        const K *const low = j->right.key + j->right.class_start[column_class(j, r, both)];
        const T *const row = w->block + w->offset[r - first];
        size_t n = out->count;
        for (uint32_t c = 0; c < columns; c++) {
            out->key[n] = high | low[c];
            out->val[n] = row[c];
            n += !t_is_zero(row[c]);
        }
        out->count = n;
    }
    return PM_OK;
}

static pm_status sum_block(struct walker *w, K open, int both)
{
    const struct join *const j = w->join;
    uint32_t last;

    for (uint32_t first = w->task->row; first < w->task->row_end; first = last) {
        size_t cells = 0;
        PM_TRY(pm_go_on(j->run->stop));
        for (last = first; last < w->task->row_end; last++) {
            const uint32_t columns = columns_of(j, last, both);
            if (cells && cells + columns > SUM_BLOCK)
                break;
            PM_TRY(pm_alloc_grow((void **)&w->offset, &w->offset_room, last - first + 2,
                                 sizeof *w->offset));
            w->offset[last - first] = (uint32_t)cells;
            cells += columns;
            w->offset[last - first + 1] = (uint32_t)cells;
        }
        PM_TRY(pm_alloc_grow((void **)&w->block, &w->block_room, cells, sizeof(T)));
        for (size_t i = 0; i < cells; i++)
            w->block[i] = t_zero();
        for (size_t p = 0; p < w->pairs.count; p++) {
            const struct range r = w->pairs.at[p];
            const int c = j->right.class[r.right];
            outer(w, r, first, last, j->right.class_start[c + 1] - j->right.class_start[c]);
        }
        PM_TRY(emit_rows(w, open, first, last, both));
    }
    return PM_OK;
}

/* Adds the products of all pairs in w->pairs, which have the same shared output bits `prefix`, and
 * appends the results to the output. */
static pm_status sum_pairs(struct walker *w, K prefix)
{
    const struct join *const j = w->join;
    const struct side *const a = &j->left, *const b = &j->right;
    const K open = up(down(prefix, j->m->closing), a->private_bits + b->private_bits);
    const struct list *const l = &w->pairs;

    PM_TRY(pm_go_on(j->run->stop));
    if (l->count < 2)
        return l->count ? sum_single(w, open, l->at[0]) : PM_OK;
    return sum_block(w, open, a->class[l->at[0].left] + b->class[l->at[0].right]);
}
