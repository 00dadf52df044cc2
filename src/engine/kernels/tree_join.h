/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging two tables of many keys.
 *
 * Both are grouped by the bits that they share.  Which groups a, b meet depends on those bits
 * alone: they are disjoint and cover what closes.  Groups are found for all outputs at once by
 * walking down the shared bits, the highest first, with a list of pairs of ranges (all that agree
 * with the output so far): an open vertex is covered by none (output bit 0), or from the left or
 * from the right (output bit 1); a closing one from the left or from the right.  Only compatible
 * pairs are ever visited.
 *
 * Two groups that meet contribute an outer product over their private bits: for one output of
 * shared bits, the sum over all pairs is a product of two matrices whose rows and columns are the
 * private keys.  It is summed in a dense block, by imbalance of the private key (which the group
 * fixes), in the order of the list: bits do not depend on threads. */
#ifndef PM_ENGINE_KERNELS_TREE_JOIN_H
#define PM_ENGINE_KERNELS_TREE_JOIN_H

#include "engine/kernels/tree_table.h"

#define JOIN_BLOCK 32768 /* values summed at a time, where one row is not larger */
#define JOIN_LARGE 4096  /* states on the left from which on threads share a merge */
#define JOIN_TASKS 256   /* aimed-at number of independent outputs of the walk */

/* A table, grouped. */
struct side {
    size_t count, groups;
    K *group;          /* shared bits, ascending */
    uint32_t *start;   /* groups + 1: where the states of a group begin */
    int *class;        /* of a group: imbalance of its private keys */
    T *val;
    uint32_t *id;      /* of the private key within its class; ascends within a group */
    K *private;        /* private keys by class and id, in the bits of the output */
    uint32_t *class_start; /* classes + 1 */
    int classes;
};

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
    K shared;              /* of the union */
    int shared_bits;
    struct moves spread;   /* from shared bits to those of the output */
};

/* One output of the walk's upper part. */
struct task {
    K prefix;
    struct list list;
    struct table out;
    size_t key_room, val_room;
};

struct walker {
    const struct join *join;
    struct list stack;
    struct list pairs; /* single groups that meet */
    T *block;
    size_t block_room;
    struct task *task;
    double products;
};

/* ------------------------------------------------------------------- grouping */

static void side_free(struct side *s)
{
    free(s->group);
    free(s->start);
    free(s->class);
    free(s->val);
    free(s->id);
    free(s->private);
    free(s->class_start);
}

/* Numbers the private keys of a table by class; id[i] is that of state i. */
static pm_status side_classes(struct side *s, const struct join *j, const struct table *t,
                              const struct moves *up, K private, struct order *x, struct order *y,
                              uint32_t *id)
{
    const K cols = j->m->cols;
    uint32_t *next;
    const int rows = count_bits(moved(up, private) & ~cols);
    int top = private ? highest_bit(private) + 1 : 0;
    s->classes = count_bits(private) + 1;
    for (size_t i = 0; i < t->count; i++)
        x[i] = (struct order){t->key[i] & private, i};
    x = radix_sort(x, y, t->count, top);
    PM_NEW(s->class_start, s->classes + 1);
    PM_NEW(s->private, t->count);
    PM_NEW(next, s->classes);
    for (int pass = 0; pass < 2; pass++) { /* count the keys of a class, then number them */
        uint32_t number = 0;
        int c = 0;
        for (size_t i = 0; i < t->count; i++) {
            if (i == 0 || x[i].key != x[i - 1].key) {
                const K u = moved(up, x[i].key);
                c = j->m->square ? count_bits(u & cols) - count_bits(u & ~cols) + rows : 0;
                if (pass == 0) {
                    s->class_start[c + 1]++;
                } else {
                    number = next[c]++;
                    s->private[s->class_start[c] + number] = dropped(u, j->m->closing);
                }
            }
            if (pass == 1)
                id[x[i].index] = number;
        }
        for (c = 0; c < s->classes && pass == 0; c++)
            s->class_start[c + 1] += s->class_start[c];
    }
    free(next);
    return PM_OK;
}

static pm_status side_groups(struct side *s, const struct join *j, const struct table *t,
                             const struct moves *up, const struct moves *share, struct order *x,
                             struct order *y, const uint32_t *id)
{
    const K cols = j->m->cols;
    const K private = moved(up, ~(K)0) & ~j->shared;
    const int rows = count_bits(private & ~cols);
    for (size_t i = 0; i < t->count; i++)
        x[i] = (struct order){moved(share, t->key[i]), i};
    x = radix_sort(x, y, t->count, j->shared_bits);
    s->count = t->count;
    PM_NEW(s->group, t->count);
    PM_NEW(s->class, t->count);
    PM_NEW(s->start, t->count + 1);
    PM_NEW(s->val, t->count);
    PM_NEW(s->id, t->count);
    for (size_t i = 0; i < t->count; i++) {
        s->val[i] = t->val[x[i].index];
        s->id[i] = id[x[i].index];
        if (i && x[i].key == x[i - 1].key)
            continue;
        const K u = moved(up, t->key[x[i].index]) & private;
        s->group[s->groups] = x[i].key;
        s->class[s->groups] =
            j->m->square ? count_bits(u & cols) - count_bits(u & ~cols) + rows : 0;
        s->start[s->groups++] = (uint32_t)i;
    }
    s->start[s->groups] = (uint32_t)t->count;
    return PM_OK;
}

static pm_status side_new(struct side *s, const struct join *j, const struct table *t,
                          const uint8_t *at, int width)
{
    struct moves up, share;
    uint8_t from[KEY_BITS], to[KEY_BITS];
    int n = 0;
    K private = 0;
    for (int i = 0; i < width; i++) {
        if (j->shared & bit(at[i])) {
            from[n] = (uint8_t)i;
            to[n++] = (uint8_t)count_bits(j->shared & low_bits(at[i]));
        } else {
            private |= bit(i);
        }
    }
    moves_init(&up, NULL, at, width);
    moves_init(&share, from, to, n);
    struct order *x = pm_alloc(t->count, sizeof *x), *y = pm_alloc(t->count, sizeof *y);
    uint32_t *id = pm_alloc(t->count, sizeof *id);
    pm_status status = x && y && id ? PM_OK : PM_NOMEM;
    if (status == PM_OK)
        status = side_classes(s, j, t, &up, private, x, y, id);
    if (status == PM_OK)
        status = side_groups(s, j, t, &up, &share, x, y, id);
    free(x);
    free(y);
    free(id);
    return status;
}

/* --------------------------------------------------------- sums for one output */

static pm_status list_add(struct list *l, struct range r)
{
    if (l->count == l->room)
        PM_TRY(pm_grow((void **)&l->at, &l->room, l->count + 1, sizeof *l->at));
    l->at[l->count++] = r;
    return PM_OK;
}

static pm_status emit(struct walker *w, K key, T val)
{
    struct table *const out = &w->task->out;
    if (out->count == w->task->key_room)
        PM_TRY(pm_grow((void **)&out->key, &w->task->key_room, out->count + 1, sizeof(K)));
    if (out->count == w->task->val_room)
        PM_TRY(pm_grow((void **)&out->val, &w->task->val_room, out->count + 1, sizeof(T)));
    out->key[out->count] = key;
    out->val[out->count++] = val;
    return PM_OK;
}

/* Adds the outer product of two groups to the rows first .. last - 1 of a block. */
static void outer(const struct join *j, T *block, size_t columns, struct range r, uint32_t first,
                  uint32_t last)
{
    const struct pm_ring *const ring = j->run->ring;
    const struct side *const a = &j->left, *const b = &j->right;
    const uint32_t begin = b->start[r.right], end = b->start[r.right + 1];
    for (uint32_t i = a->start[r.left]; i < a->start[r.left + 1]; i++) {
        if (a->id[i] < first || a->id[i] >= last)
            continue;
        T *const row = block + (a->id[i] - first) * columns;
        const T x = a->val[i];
        for (uint32_t k = begin; k < end; k++)
            row[b->id[k]] = t_add(ring, row[b->id[k]], t_mul(ring, x, b->val[k]));
    }
}

/* One class of the left's private keys: pairs list[0..count) of groups, all of that class. */
static pm_status sum_class(struct walker *w, K open, const struct range *list, size_t count)
{
    const struct join *const j = w->join;
    const struct side *const a = &j->left, *const b = &j->right;
    const int ca = a->class[list[0].left], cb = b->class[list[0].right];
    const uint32_t rows = a->class_start[ca + 1] - a->class_start[ca];
    const size_t columns = b->class_start[cb + 1] - b->class_start[cb];
    const uint32_t height = columns >= JOIN_BLOCK ? 1 : (uint32_t)(JOIN_BLOCK / columns);
    for (size_t i = 0; i < count; i++)
        w->products += (double)(a->start[list[i].left + 1] - a->start[list[i].left]) *
                       (b->start[list[i].right + 1] - b->start[list[i].right]);
    PM_TRY(pm_grow((void **)&w->block, &w->block_room, height * columns, sizeof(T)));
    for (uint32_t first = 0; first < rows; first += height) {
        const uint32_t last = rows - first < height ? rows : first + height;
        for (size_t i = 0; i < (last - first) * columns; i++)
            w->block[i] = t_zero();
        for (size_t i = 0; i < count; i++)
            outer(j, w->block, columns, list[i], first, last);
        for (uint32_t r = first; r < last; r++) {
            const T *const row = w->block + (r - first) * columns;
            const K high = open | a->private[a->class_start[ca] + r];
            for (size_t c = 0; c < columns; c++) {
                if (!t_is_zero(row[c]))
                    PM_TRY(emit(w, high | b->private[b->class_start[cb] + c], row[c]));
            }
        }
    }
    return PM_OK;
}

/* The pairs of one output, class by class (counting sort, stable). */
static pm_status sum_pairs(struct walker *w, K prefix)
{
    const struct join *const j = w->join;
    const K open = moved(&j->spread, prefix);
    struct list *const l = &w->pairs;
    const size_t n = l->count;
    bool one = true;
    for (size_t i = 1; i < n && one; i++)
        one = j->left.class[l->at[i].left] == j->left.class[l->at[0].left];
    if (one)
        return n ? sum_class(w, open, l->at, n) : PM_OK;
    for (int c = 0; c < j->left.classes; c++) {
        l->count = n;
        for (size_t i = 0; i < n; i++) {
            if (j->left.class[l->at[i].left] == c)
                PM_TRY(list_add(l, l->at[i]));
        }
        if (l->count > n)
            PM_TRY(sum_class(w, open, l->at + n, l->count - n));
    }
    return PM_OK;
}

/* ----------------------------------------------------------------- the walk */

/* Groups of a range pair that agree in all open bits: those that cover what closes. */
static pm_status match_closing(struct walker *w, struct range r)
{
    const struct join *const j = w->join;
    const K mask = low_bits(j->m->closing), must = j->m->must;
    const K *const a = j->left.group, *const b = j->right.group;
    if (must == mask) { /* b is the complement of a: one goes up, the other down */
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

/* First group of from..to - 1 that has the bit; all agree in the bits above it. */
static uint32_t split(const K *group, uint32_t from, uint32_t to, K b)
{
    while (from < to) {
        const uint32_t mid = from + (to - from) / 2;
        if (group[mid] & b)
            to = mid;
        else
            from = mid + 1;
    }
    return from;
}

static pm_status push(struct list *l, uint32_t a, uint32_t a_end, uint32_t b, uint32_t b_end)
{
    return a < a_end && b < b_end ? list_add(l, (struct range){a, a_end, b, b_end}) : PM_OK;
}

/* The ranges that remain when output bit `level` is `value`: appended to the stack. */
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

/* Ranges from..to - 1 of the stack agree with the output `prefix` in the shared bits above
 * `level`. */
static pm_status descend(struct walker *w, K prefix, int level, size_t from, size_t to)
{
    if (level < w->join->m->closing) {
        w->pairs.count = 0;
        for (size_t i = from; i < to; i++)
            PM_TRY(match_closing(w, w->stack.at[i]));
        return sum_pairs(w, prefix);
    }
    for (int value = 0; value < 2; value++) {
        PM_TRY(narrow(w, from, to, level, value));
        const size_t end = w->stack.count;
        if (end > to)
            PM_TRY(descend(w, value ? prefix | bit(level) : prefix, level - 1, to, end));
        w->stack.count = to;
    }
    return PM_OK;
}

/* Breadth-first: from the tasks of one level those of the next. */
static pm_status split_tasks(struct walker *w, struct task **task, size_t *count, int level)
{
    struct task *next;
    size_t made = 0;
    pm_status status = PM_OK;
    PM_NEW(next, 2 * *count);
    for (size_t i = 0; i < *count && status == PM_OK; i++) {
        struct task *const t = &(*task)[i];
        for (int value = 0; value < 2 && status == PM_OK; value++) {
            w->stack = t->list;
            status = narrow(w, 0, t->list.count, level, value);
            t->list.at = w->stack.at; /* may have moved */
            t->list.room = w->stack.room;
            for (size_t k = t->list.count; k < w->stack.count && status == PM_OK; k++)
                status = list_add(&next[made].list, w->stack.at[k]);
            next[made].prefix = value ? t->prefix | bit(level) : t->prefix;
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

/* ------------------------------------------------------------------ the merge */

static pm_status join_task(struct join *j, struct task *t, int level, double *products)
{
    struct walker w = {.join = j, .task = t, .stack = t->list};
    t->list = (struct list){0};
    const pm_status status = descend(&w, t->prefix, level, 0, w.stack.count);
    *products += w.products;
    free(w.stack.at);
    free(w.pairs.at);
    free(w.block);
    return status;
}

static pm_status join_gather(struct join *j, struct table *out, const struct task *task,
                             size_t count)
{
    struct order *x, *y;
    size_t total = 0, n = 0;
    for (size_t i = 0; i < count; i++)
        total += task[i].out.count;
    PM_TRY(table_reserve(j->run, out, total));
    x = pm_alloc(2 * total, sizeof *x);
    T *val = pm_alloc(total, sizeof *val);
    if (!x || !val) {
        free(x);
        free(val);
        return PM_NOMEM;
    }
    y = x + total;
    for (size_t i = 0; i < count; i++) {
        const struct table *const t = &task[i].out;
        for (size_t k = 0; k < t->count; k++, n++) {
            x[n] = (struct order){t->key[k], n};
            val[n] = t->val[k];
        }
    }
    const struct order *const sorted = radix_sort(x, y, n, j->m->width - j->m->closing);
    for (size_t i = 0; i < n; i++) {
        out->key[i] = sorted[i].key;
        out->val[i] = val[sorted[i].index];
    }
    out->count = n;
    free(x);
    free(val);
    return PM_OK;
}

static pm_status join_tasks(struct join *j, struct task **task, size_t *count, double *products)
{
    int level = j->shared_bits - 1;
    struct walker w = {.join = j};
    pm_status status = PM_OK;
    double sum = 0;
    PM_NEW(*task, 1);
    *count = 1;
    PM_TRY(push(&(*task)[0].list, 0, (uint32_t)j->left.groups, 0, (uint32_t)j->right.groups));
    for (; level >= j->m->closing && *count < JOIN_TASKS && *count; level--)
        PM_TRY(split_tasks(&w, task, count, level));
#pragma omp parallel for schedule(dynamic) num_threads(j->run->threads) reduction(+ : sum) \
    if (j->run->threads > 1 && j->m->left->count > JOIN_LARGE)
    for (size_t i = 0; i < *count; i++) {
        const pm_status mine = join_task(j, &(*task)[i], level, &sum);
        if (mine != PM_OK) {
#pragma omp atomic write
            status = mine;
        }
    }
    *products += sum;
    return status == PM_OK ? PM_OK : pm_fail(status, "out of memory for a table");
}

static pm_status merge_join(struct run *run, struct table *out, const struct merge *m)
{
    struct join j = {.run = run, .m = m, .shared = m->in_left & m->in_right};
    struct task *task = NULL;
    size_t count = 0;
    uint8_t to[KEY_BITS];
    int n = 0;
    uint8_t from[KEY_BITS];
    j.shared_bits = count_bits(j.shared);
    for (int i = 0, k = 0; i < m->width; i++) {
        if (!(j.shared & bit(i)))
            continue;
        if (i >= m->closing) {
            from[n] = (uint8_t)k;
            to[n++] = (uint8_t)(i - m->closing);
        }
        k++;
    }
    moves_init(&j.spread, from, to, n);
    pm_status status = side_new(&j.left, &j, m->left, m->at_left, m->width_left);
    if (status == PM_OK)
        status = side_new(&j.right, &j, m->right, m->at_right, m->width_right);
    if (status == PM_OK)
        status = join_tasks(&j, &task, &count, &run->pairs);
    if (status == PM_OK)
        status = join_gather(&j, out, task, count);
    for (size_t i = 0; i < count; i++) {
        free(task[i].list.at);
        free(task[i].out.key);
        free(task[i].out.val);
    }
    free(task);
    side_free(&j.left);
    side_free(&j.right);
    return status;
}

#endif
