/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of a join (tree_join_template.h): a table whose states are grouped by the bits that it
 * shares with the other side.
 *
 * The table is sorted.  So after a stable sort by the shared bits, the private keys of every group
 * (patterns of private bits) ascend.  Private keys are numbered.  The keys of the left side will be
 * rows of a matrix, so they are numbered together; those of the right side will be columns, and are
 * numbered separately in each class.  The class of a private key is its imbalance, columns minus
 * rows.  In a square matrix, the shared bits of a group determine the class; in a general graph,
 * they determine its parity, which is used instead. */
#pragma once

#include "engine/tree/tree_table_template.h"

struct side {
    size_t count, groups;
    K *group;        /* the shared bits of each group, ascending */
    uint32_t *start; /* groups + 1 elements: where the states of each group begin */
    int *class;      /* the class of each group's private keys */
    K *private;      /* the private key of each state */
    uint32_t *id;    /* the number of each state's private key */
    T *val;
    K *key; /* the distinct private keys: ascending, or on the right side by class */
    /* right side only: classes + 1 elements: where the keys of each class begin */
    uint32_t *class_start;
    int *key_class; /* the class of each private key; only the left side uses it later */
    uint32_t keys;
    int classes;
    int private_bits;
    K cols;
    bool parity;  /* classes are imbalances modulo 2 */
    size_t bytes; /* bytes charged for this side */
};

static void side_free(struct side *s, struct run *run)
{
    discharge(run, s->bytes);
    s->bytes = 0;
    PM_FREE(s->group, s->start, s->class, s->private, s->id, s->val, s->key, s->class_start,
            s->key_class);
}

static int class_of(const struct side *s, K private)
{
    if (s->classes == 1)
        return 0;
    return s->parity ? count_bits(private) & 1
                     : count_bits(private & s->cols) +
                           count_bits(~private & ~s->cols & low_bits(s->private_bits));
}

/* The states of the table, sorted into groups by counting. */
struct counting {
    struct side *s;
    const struct table *t;
    const struct moves *share, *rest;
    size_t digits;
    int slices;
    uint32_t
        *next; /* for each slice and group: how many states; then, where the next one belongs */
};

static size_t slice_begin(const struct counting *c, int slice)
{
    return c->t->count * (size_t)slice / (size_t)c->slices;
}

static void count_slices(const struct counting *c)
{
#pragma omp for
    for (int p = 0; p < c->slices; p++)
        for (size_t i = slice_begin(c, p), end = slice_begin(c, p + 1); i < end; i++) {
            c->s->id[i] = (uint32_t)moved(c->share, c->t->key[i]);
            c->next[(size_t)p * c->digits + c->s->id[i]]++;
        }
}

static void move_slices(const struct counting *c)
{
#pragma omp for
    for (int p = 0; p < c->slices; p++) {
        uint32_t *const mine = c->next + (size_t)p * c->digits;
        for (size_t i = slice_begin(c, p), end = slice_begin(c, p + 1); i < end; i++) {
            const size_t to = mine[c->s->id[i]]++;
            c->s->private[to] = moved(c->rest, c->t->key[i]);
            c->s->val[to] = c->t->val[i];
        }
    }
}

/* Groups the states by counting, if there are few shared bits.  The table is divided into slices,
 * one for each thread.  Each thread counts the groups in its slice; s->id has the group of each
 * state so long.  Then it moves its states to their groups, behind those of earlier slices. */
static pm_status group_by_counting(struct side *s, const struct table *t, const struct moves *share,
                                   const struct moves *rest, int bits, int slices)
{
    const size_t digits = (size_t)1 << bits;
    struct counting c = {s, t, share, rest, digits, slices, NULL};
    uint32_t sum = 0;

    PM_NEW(c.next, digits * (size_t)slices);
    SHARED(slices, count_slices(&c));
    for (size_t g = 0; g < digits; g++) {
        const uint32_t begin = sum;
        for (size_t p = 0; p < (size_t)slices; p++) {
            const uint32_t n = c.next[p * digits + g];
            c.next[p * digits + g] = sum;
            sum += n;
        }
        if (sum > begin) {
            s->group[s->groups] = (K)g;
            s->start[s->groups++] = begin;
        }
    }
    s->start[s->groups] = sum;
    SHARED(slices, move_slices(&c));
    free(c.next);
    return PM_OK;
}

static pm_status group_by_sorting(struct side *s, const struct table *t, const struct moves *share,
                                  const struct moves *rest, int bits)
{
    struct order *x;

    PM_NEW(x, 2 * t->count);
    for (size_t i = 0; i < t->count; i++)
        x[i] = (struct order){moved(share, t->key[i]), i};
    const struct order *const y = radix_sort(x, x + t->count, t->count, bits);
    for (size_t i = 0; i < t->count; i++) {
        s->private[i] = moved(rest, t->key[y[i].index]);
        s->val[i] = t->val[y[i].index];
        if (i && y[i].key == y[i - 1].key)
            continue;
        s->group[s->groups] = y[i].key;
        s->start[s->groups++] = (uint32_t)i;
    }
    s->start[s->groups] = (uint32_t)t->count;
    free(x);
    return PM_OK;
}

static pm_status side_groups(struct side *s, struct run *run, const struct table *t,
                             const uint8_t *shared, int bits, const uint8_t *private, int threads)
{
    struct moves share, rest;
    const bool counting = bits <= 12 && t->count >= ((size_t)1 << bits) / 4;
    const size_t most = counting && t->count > (size_t)1 << bits ? (size_t)1 << bits : t->count;
    const size_t sorting = counting ? 0 : 2 * t->count * sizeof(struct order);
    pm_status status;

    s->bytes = t->count * (ENTRY + sizeof *s->id) + most * (sizeof(K) + 8);
    PM_TRY(charge(run, s->bytes + sorting));
    moves_init(&share, shared, NULL, bits);
    moves_init(&rest, private, NULL, s->private_bits);
    s->count = t->count;
    ROOM(s->group, most);
    ROOM(s->start, most + 1);
    ROOM(s->class, most);
    ROOM(s->private, t->count);
    ROOM(s->val, t->count);
    ROOM(s->id, t->count);
    status = counting ? group_by_counting(s, t, &share, &rest, bits, threads)
                      : group_by_sorting(s, t, &share, &rest, bits);
    discharge(run, sorting);
    for (size_t g = 0; g < s->groups; g++)
        s->class[g] = class_of(s, s->private[s->start[g]]);
    return status;
}

/* ------------------------------------------------------------ private keys */

/* 64 private keys of a set, as bits; `before` is the number of keys of the set in all earlier
 * words. */
struct mark {
    uint64_t word;
    uint64_t before;
};

static void number_keys(struct side *s, const struct mark *mark)
{
#pragma omp for
    for (size_t i = 0; i < s->count; i++) {
        const size_t k = (size_t)s->private[i];
        const uint64_t below = mark[k / 64].word & ((UINT64_C(1) << k % 64) - 1);
        s->id[i] = (uint32_t)mark[k / 64].before + (uint32_t)pm_popcount(below);
    }
}

/* s->key = the distinct private keys, ascending; s->id = the numbers of the states' keys. */
static pm_status distinct_by_marking(struct side *s, struct mark *mark, size_t words, int threads)
{
    for (size_t i = 0; i < s->count; i++) {
        const size_t k = (size_t)s->private[i];
        mark[k / 64].word |= UINT64_C(1) << k % 64;
    }
    for (size_t w = 0; w < words; w++) {
        mark[w].before = s->keys;
        s->keys += (uint32_t)pm_popcount(mark[w].word);
    }
    PM_NEW(s->key, s->keys);
    for (size_t w = 0, n = 0; w < words; w++) {
        for (uint64_t rest = mark[w].word; rest; rest &= rest - 1)
            s->key[n++] = (K)(w * 64 + (size_t)__builtin_ctzll(rest));
    }
    SHARED(threads, number_keys(s, mark));
    return PM_OK;
}

static pm_status distinct_by_sorting(struct side *s)
{
    struct order *x;

    PM_NEW(x, 2 * s->count);
    for (size_t i = 0; i < s->count; i++)
        x[i] = (struct order){s->private[i], i};
    const struct order *const y = radix_sort(x, x + s->count, s->count, s->private_bits);
    for (size_t i = 0; i < s->count; i++)
        s->keys += i == 0 || y[i].key != y[i - 1].key;
    s->key = pm_alloc(s->keys, sizeof(K));
    s->keys = 0;
    for (size_t i = 0; i < s->count && s->key; i++) {
        if (i == 0 || y[i].key != y[i - 1].key)
            s->key[s->keys++] = y[i].key;
        s->id[y[i].index] = s->keys - 1;
    }
    free(x);
    return s->key ? PM_OK : PM_NOMEM;
}

static pm_status side_keys(struct side *s, struct run *run, int threads)
{
    struct mark *mark;
    pm_status status;

    if (s->private_bits > 32 || (size_t)1 << s->private_bits > 64 * s->count + 64) {
        const size_t sorting = 2 * s->count * sizeof(struct order);
        PM_TRY(charge(run, sorting));
        status = distinct_by_sorting(s);
        discharge(run, sorting);
        return status;
    }
    const size_t words = ((size_t)1 << s->private_bits) / 64 + 1;
    PM_TRY(charge(run, words * sizeof *mark));
    PM_NEW(mark, words);
    status = distinct_by_marking(s, mark, words, threads);
    discharge(run, words * sizeof *mark);
    free(mark);
    return status;
}

/* Finds the classes of the private keys.  If by_class is true, sorts the keys by class and numbers
 * them separately in each class. */
static pm_status side_classes(struct side *s, bool by_class)
{
    PM_NEW(s->key_class, s->keys);
    for (uint32_t k = 0; k < s->keys; k++)
        s->key_class[k] = class_of(s, s->key[k]);
    if (!by_class)
        return PM_OK;
    uint32_t *number;
    K *key;
    PM_NEW(s->class_start, s->classes + 1);
    PM_NEW(number, s->keys);
    for (uint32_t k = 0; k < s->keys; k++)
        number[k] = s->class_start[s->key_class[k] + 1]++;
    for (int c = 0; c < s->classes; c++)
        s->class_start[c + 1] += s->class_start[c];
    if ((key = pm_alloc(s->keys, sizeof(K))) != NULL) {
        for (uint32_t k = 0; k < s->keys; k++)
            key[s->class_start[s->key_class[k]] + number[k]] = s->key[k];
        free(s->key);
        s->key = key;
        for (size_t i = 0; i < s->count; i++)
            s->id[i] = number[s->id[i]];
    }
    free(number);
    return key ? PM_OK : PM_NOMEM;
}

static pm_status side_new(struct side *s, struct run *run, const struct merge *m, bool left,
                          int threads)
{
    s->private_bits = left ? m->private_left : m->private_right;
    s->cols = left ? m->cols_left : m->cols_right;
    s->parity = m->general;
    s->classes = !m->square ? 1 : s->parity ? 2 : s->private_bits + 1;
    PM_TRY(side_groups(s, run, left ? m->left : m->right, left ? m->shared_left : m->shared_right,
                       m->shared, left ? m->left_at : m->right_at, threads));
    PM_TRY(side_keys(s, run, threads));
    return side_classes(s, !left);
}
