/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges two tables that both have many keys.
 *
 * Both tables are grouped by the bits that they share (tree_side_template.h).  Only these bits
 * decide which groups a and b *meet*: their shared bits must be disjoint and together contain all
 * closing bits. To find all pairs that meet for all outputs at once, we decide the shared bits of
 * the output one after another, the highest first.  For the bits decided so far, we keep a list of
 * pairs of ranges of groups that agree with them.  If an output bit is 0, the vertex is covered by
 * neither side; if it is 1, the vertex is covered from the left or from the right.  A closing
 * vertex is covered from the left or from the right.  So only compatible pairs are visited.
 *
 * Two groups that meet contribute an outer product over their private bits.  For each pattern of
 * the shared bits of the output, the sum over all pairs is a product of two matrices whose rows and
 * columns are the private keys (tree_sum_template.h).  From the highest to the lowest, the bits of
 * an output key are: shared bits that stay open, private bits of the left side, private bits of the
 * right side.  So output keys are made in sorted order.  Values are added in the order of the list,
 * so no bit of the result depends on the number of threads. */
#pragma once

#include "engine/tree/tree_sum_template.h"

enum {
    JOIN_LARGE = 16384, /* threads share a merge if the left table has more states than this */
    /* threads share grouping and gathering if there are more states than this */
    JOIN_SORTED = 131072,
    JOIN_TASKS = 128, /* wanted number of independent tasks */
    JOIN_ROWS = 256,  /* least number of rows in a task if the rows of one output are divided */
};

/* Appends to w->pairs the pairs of groups in r that together contain all bits that must be covered.
 * The groups agree in all open bits. */
static pm_status match_closing(struct walker *w, struct range r)
{
    const struct join *const j = w->join;
    const K mask = low_bits(j->m->closing), must = j->m->must & mask;
    const K *const a = j->left.group, *const b = j->right.group;

    if (must == mask) { /* b is the complement of a: if a ascends, b descends */
        uint32_t k = r.right_end;
        for (uint32_t i = r.left; i < r.left_end; i++) {
            const K need = ~a[i] & mask;
            while (k > r.right && (b[k - 1] & mask) > need)
                k--;
            if (k > r.right && (b[k - 1] & mask) == need)
                PM_TRY(list_add(&w->pairs, (struct range){i, i + 1, k - 1, k}));
        }
        return PM_OK;
    }
    for (uint32_t i = r.left; i < r.left_end; i++) {
        for (uint32_t k = r.right; k < r.right_end; k++) {
            const K x = a[i] & mask, y = b[k] & mask;
            if (!(x & y) && !(must & ~(x | y)))
                PM_TRY(list_add(&w->pairs, (struct range){i, i + 1, k, k + 1}));
        }
    }
    return PM_OK;
}

/* The first of the sorted groups from .. to - 1 that has bit b, or `to`.  All groups agree in the
 * higher bits. */
static uint32_t split(const K *group, uint32_t from, uint32_t to, K b)
{
    size_t lo = from, hi = to;

    if (lo == hi || !(group[hi - 1] & b))
        return to;
    SEARCH(lo, hi, mid, group[mid] & b)
    return (uint32_t)lo;
}

static pm_status push(struct list *l, uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end)
{
    return a < a_end && b < b_end ? list_add(l, (struct range){a, a_end, b, b_end}) : PM_OK;
}

/* Appends to the stack the pairs of ranges that remain of those at from .. to - 1 if output bit
 * `level` is `value`. */
static pm_status narrow(struct walker *w, size_t from, size_t to, int level, int value)
{
    const struct join *const j = w->join;

    for (size_t i = from; i < to; i++) {
        const struct range r = w->stack.at[i];
        const uint32_t a = split(j->left.group, r.left, r.left_end, bit(level));
        const uint32_t b = split(j->right.group, r.right, r.right_end, bit(level));
        if (value == 0) {
            PM_TRY(push(&w->stack, r.left, a, r.right, b));
        } else {
            PM_TRY(push(&w->stack, a, r.left_end, r.right, b));
            PM_TRY(push(&w->stack, r.left, a, b, r.right_end));
        }
    }
    return PM_OK;
}

static int balance(K x, K cols)
{
    return count_bits(x & cols) - count_bits(x & ~cols);
}

/* Adds the least and the largest balance of a side's groups to j->least and j->most. */
static void side_balance(struct join *j, const struct side *s)
{
    int least = KEY_BITS, most = -KEY_BITS;

    for (size_t g = 0; g < s->groups; g++) {
        const int x = balance(s->group[g], j->cols);
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    j->least += least;
    j->most += most;
}

/* False if no output has the bits `prefix` from `level` on: a vertex that must be covered is not
 * covered, or the remaining columns and rows cannot make the balance right.  Without this test,
 * most of the walk could be useless. */
static bool can_be(const struct join *j, K prefix, int level)
{
    const struct merge *const m = j->m;
    const K free = low_bits(level) & ~m->must;

    if (m->must & bit(level) & ~prefix)
        return false;
    const int now = balance(prefix | (m->must & low_bits(level)), j->cols);
    return now + count_bits(free & j->cols) >= j->least &&
           now - count_bits(free & ~j->cols) <= j->most;
}

/* Computes all outputs that have the bits `prefix` above `level`.  The pairs of ranges
 * from .. to - 1 of the stack agree with `prefix` in these bits. */
static pm_status descend(struct walker *w, K prefix, int level, size_t from, size_t to)
{
    if (level < w->join->m->closing) {
        w->pairs.count = 0;
        for (size_t i = from; i < to; i++)
            PM_TRY(match_closing(w, w->stack.at[i]));
        return sum_pairs(w, prefix);
    }
    for (int value = 0; value < 2; value++) {
        const K next = value ? prefix | bit(level) : prefix;
        if (!can_be(w->join, next, level))
            continue;
        PM_TRY(narrow(w, from, to, level, value));
        const size_t end = w->stack.count;
        if (end > to)
            PM_TRY(descend(w, next, level - 1, to, end));
        w->stack.count = to;
    }
    return PM_OK;
}

/* ---------------------------------------------------------------- the parts */

/* Replaces the tasks by those in which bit `level` of the output is decided, too. */
static pm_status split_tasks(struct walker *w, struct task **task, size_t *count, int level)
{
    struct task *next;
    size_t made = 0;
    pm_status status = PM_OK;

    PM_NEW(next, 2 * *count);
    for (size_t i = 0; i < *count && status == PM_OK; i++) {
        struct task *const t = &(*task)[i];
        for (int value = 0; value < 2 && status == PM_OK; value++) {
            const K prefix = value ? t->prefix | bit(level) : t->prefix;
            if (!can_be(w->join, prefix, level))
                continue;
            w->stack = t->list;
            status = narrow(w, 0, t->list.count, level, value);
            t->list.at = w->stack.at; /* the array may have moved */
            t->list.room = w->stack.room;
            for (size_t k = t->list.count; k < w->stack.count && status == PM_OK; k++)
                status = list_add(&next[made].list, w->stack.at[k]);
            next[made].prefix = prefix;
            made += next[made].list.count > 0;
        }
        free(t->list.at);
        t->list = (struct list){0};
    }
    w->stack = (struct list){0};
    free(*task);
    *task = next;
    *count = made;
    return status;
}

/* Each task has one pattern of shared output bits here.  If there are few tasks, divides their rows
 * into more tasks. */
static pm_status split_rows(struct join *j, struct task **task, size_t *count)
{
    const uint32_t rows = j->left.keys;
    uint32_t parts = *count ? (uint32_t)(JOIN_TASKS / *count) : 1;

    parts = parts > rows / JOIN_ROWS ? rows / JOIN_ROWS : parts;
    if (parts < 2)
        return PM_OK;
    struct task *next;
    pm_status status = PM_OK;
    PM_NEW(next, parts * *count);
    for (size_t i = 0; i < *count; i++) {
        struct task *const t = &(*task)[i];
        for (uint32_t p = 0; p < parts; p++) {
            struct task *const n = &next[i * parts + p];
            n->prefix = t->prefix;
            n->row = (uint32_t)((uint64_t)rows * p / parts);
            n->row_end = (uint32_t)((uint64_t)rows * (p + 1) / parts);
            for (size_t k = 0; k < t->list.count && status == PM_OK; k++)
                status = list_add(&n->list, t->list.at[k]);
        }
        free(t->list.at);
        t->list = (struct list){0};
    }
    free(*task);
    *task = next;
    *count *= parts;
    return status;
}

static pm_status join_task(struct join *j, struct task *t, int level)
{
    struct walker w = {.join = j, .task = t, .stack = t->list};

    t->list = (struct list){0};
    const pm_status status = descend(&w, t->prefix, level, 0, w.stack.count);
    walker_clear(&w);
    return status;
}

static void run_tasks(struct join *j, struct task *task, size_t count, int level, pm_status *status)
{
#pragma omp for schedule(dynamic)
    for (size_t i = 0; i < count; i++) {
        const pm_status mine = join_task(j, &task[i], level);
        if (mine != PM_OK) {
#pragma omp atomic write
            *status = mine;
        }
    }
}

static pm_status join_tasks(struct join *j, struct task **task, size_t *count)
{
    const bool large = j->left.count > JOIN_LARGE;
    int level = j->m->shared - 1;
    struct walker w = {.join = j};
    pm_status status = PM_OK;

    PM_NEW(*task, 1);
    *count = 1;
    (*task)[0].row_end = j->left.keys;
    PM_TRY(push(&(*task)[0].list, 0, (uint32_t)j->left.groups, 0, (uint32_t)j->right.groups));
    for (; large && level >= j->m->closing && *count < JOIN_TASKS && *count; level--)
        PM_TRY(split_tasks(&w, task, count, level));
    for (size_t i = 0; i < *count; i++)
        (*task)[i].row_end = j->left.keys;
    if (large && level < j->m->closing)
        PM_TRY(split_rows(j, task, count));
    SHARED(large ? j->run->threads : 1, run_tasks(j, *task, *count, level, &status));
    return tasks_status(status);
}

/* ------------------------------------------------------------------ the merge */

static void gather_tasks(struct run *run, struct table *out, struct task *task, size_t count)
{
#pragma omp for schedule(dynamic)
    for (size_t i = 0; i < count; i++) {
        const struct table *const t = &task[i].out;
        if (!t->count)
            continue;
        memcpy(out->key + task[i].at, t->key, t->count * sizeof(K));
        memcpy(out->val + task[i].at, t->val, t->count * sizeof(T));
        task_clear(run, &task[i]);
    }
}

static pm_status join_gather(struct join *j, struct table *out, struct task *task, size_t count)
{
    size_t total = 0;

    for (size_t i = 0; i < count; i++)
        total += task[i].out.count;
    PM_TRY(table_reserve(j->run, out, total));
    for (size_t i = 0, at = 0; i < count; at += task[i++].out.count)
        task[i].at = at;
    SHARED(total > JOIN_SORTED ? j->run->threads : 1, gather_tasks(j->run, out, task, count));
    out->count = total;
    return PM_OK;
}

static void join_bits(const struct merge *m, struct table *out)
{
    int n = 0;

    for (int i = 0; i < m->private_right; i++)
        out->vertex[n++] = m->right->vertex[m->right_at[i]];
    for (int i = 0; i < m->private_left; i++)
        out->vertex[n++] = m->left->vertex[m->left_at[i]];
    for (int i = m->closing; i < m->shared; i++)
        out->vertex[n++] = m->left->vertex[m->shared_left[i]];
    out->width = n;
}

/* Finds the shared bits whose vertices are columns. */
static void join_cols(struct join *j)
{
    const struct merge *const m = j->m;

    for (int i = 0; i < m->shared; i++) {
        if (j->run->layout->is_col[m->left->vertex[m->shared_left[i]]])
            j->cols |= bit(i);
    }
}

static pm_status merge_join(struct run *run, struct table *out, const struct merge *m)
{
    struct join j = {.run = run, .m = m};
    struct task *task = NULL;
    size_t count = 0;
    pm_status status;

    join_bits(m, out);
    join_cols(&j);
    const int threads = m->left->count > JOIN_SORTED ? run->threads : 1;
    PM_TRY_GOTO(status, side_new(&j.left, run, m, true, threads), done);
    table_done(run, m->left); /* the table is no longer needed: the side has a copy */
    PM_TRY_GOTO(status, side_new(&j.right, run, m, false, threads), done);
    table_done(run, m->right);
    side_balance(&j, &j.left);
    side_balance(&j, &j.right);
    PM_TRY_GOTO(status, join_tasks(&j, &task, &count), done);
    side_free(&j.left, run); /* frees memory before there are two copies of the result */
    side_free(&j.right, run);
    j.left = j.right = (struct side){0};
    status = join_gather(&j, out, task, count);
done:
    side_free(&j.left, run);
    side_free(&j.right, run);
    for (size_t i = 0; i < count; i++)
        task_clear(run, &task[i]);
    free(task);
    return status;
}
