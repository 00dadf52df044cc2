/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the tree engine: sorted keys of type K with values of type T, and functions that move
 * the bits of keys and sort keys.  A file that includes this has defined PM_TYPE (num/type.h) on
 * its command line, and PM_TREE_WIDE if keys shall have 128 bits instead of 64.  The same holds for
 * the files tree_*.h that include this one.
 *
 * A vertex is identified by its rank in the layout.  Each table has its own mapping from bits of
 * the keys to vertices.  A merge chooses the order of the bits so that its result is sorted without
 * further work. */
#pragma once

#include "base/alloc.h"
#include "base/bits.h"
#include "base/stop.h"
#include "engine/tree/tree_kernels.h"
#include "num/type.h"

#include <omp.h>
#include <string.h>

#ifdef PM_TREE_WIDE
typedef unsigned __int128 K;
#define KEY_NAME(f) PM_NAME(f##_wide)
#else
typedef uint64_t K;
#define KEY_NAME(f) PM_NAME(f)
#endif

enum { KEY_BITS = 8 * sizeof(K) };

/* A table has the keys key[i] and the values 2^exp val[i], i < count.  Keys ascend and are
 * distinct.  Bit i of a key says whether vertex[i] is covered. */
struct table {
    K *key;
    T *val;
    size_t count, room;
    int64_t exp;
    int width;
    int vertex[KEY_BITS];
};

/* lo = the first `mid` in lo .. hi - 1 for which `test` is true, or hi.  If it is true for one mid,
 * it is true for all after that. */
#define SEARCH(lo, hi, mid, test)                                                                  \
    while ((lo) < (hi)) {                                                                          \
        const size_t mid = (lo) + ((hi) - (lo)) / 2;                                               \
        if (test)                                                                                  \
            (hi) = mid;                                                                            \
        else                                                                                       \
            (lo) = mid + 1;                                                                        \
    }

/* The index of the first state whose key is at least `key`. */
static size_t first_key(const struct table *t, K key)
{
    size_t lo = 0, hi = t->count;

    SEARCH(lo, hi, mid, t->key[mid] >= key)
    return lo;
}

/* Working memory of a merge with few keys, for `room` states (tree_few_template.h). */
struct few_scratch {
    size_t room;
    K *key[2];
    T *val[2];
    uint32_t *pick;
};

struct run {
    const struct pm_layout *layout;
    const struct pm_image *image;
    const struct pm_ring *ring;
    uint64_t unit;
    int threads;
    const int *stop;
    size_t bytes, limit; /* of tables and of the working memory of merges: now, and allowed */
    int *place; /* working memory: for each vertex, its bit in the left table plus 1, or 0 */
    bool keep;  /* merges do not free their operands */
    struct few_scratch few; /* of merges by one thread */
};

static inline K bit(int i)
{
    return (K)1 << i;
}

static inline int count_bits(K x)
{
#ifdef PM_TREE_WIDE
    return pm_popcount((uint64_t)x) + pm_popcount((uint64_t)(x >> 64));
#else
    return pm_popcount(x);
#endif
}

static inline K low_bits(int n)
{
    return n >= KEY_BITS ? ~(K)0 : bit(n) - 1;
}

static inline int highest_bit(K x)
{
#ifdef PM_TREE_WIDE
    const uint64_t high = (uint64_t)(x >> 64);
    return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)x);
#else
    return 63 - __builtin_clzll(x);
#endif
}

/* Calls `share`, whose loops are divided by `omp for`, in a team of threads; or without a team,
 * since making one takes longer than a small merge.  A thread of a caller's team makes a team of
 * its own, or the loops would be divided among the caller's threads. */
#define SHARED(threads, share)                                                                     \
    do {                                                                                           \
        const int team = (threads);                                                                \
        if (team > 1 || omp_get_level() > 0) {                                                     \
            _Pragma("omp parallel num_threads(team)") share;                                       \
        } else {                                                                                   \
            share;                                                                                 \
        }                                                                                          \
    } while (0)

/* --------------------------------------------------------------------- memory */

/* The status of tasks that ran in other threads: fails with a new message, since their messages are
 * in those threads. */
static pm_status tasks_status(pm_status status)
{
    if (status == PM_OK)
        return PM_OK;
    return pm_fail(status, status == PM_STOPPED ? "stopped"
                                                : "tables outgrow the memory that they may have");
}

static const size_t ENTRY = sizeof(K) + sizeof(T);

/* Makes `var` (NULL) an array of `count` elements, with any values. */
#define ROOM(var, count) PM_TRY(pm_alloc_extend((void **)&(var), 0, count, sizeof *(var)))

/* Counts allocated memory.  Whether the limit is exceeded must not depend on the number of threads.
 * So all results of a merge are in memory at the same time, whatever tasks compute them. */
static pm_status charge(struct run *run, size_t bytes)
{
    const size_t now = __atomic_add_fetch(&run->bytes, bytes, __ATOMIC_RELAXED);

    if (now > run->limit)
        return pm_fail(PM_UNABLE, "tables outgrow the %zu bytes that they may have", run->limit);
    return PM_OK;
}

static void discharge(struct run *run, size_t bytes)
{
    __atomic_sub_fetch(&run->bytes, bytes, __ATOMIC_RELAXED);
}

/* --------------------------------------------------------------------- tables */

static void table_clear(struct run *run, struct table *t)
{
    discharge(run, t->room * ENTRY);
    PM_FREE(t->key, t->val);
    *t = (struct table){0};
}

/* Frees a table that a merge no longer needs. */
static void table_done(struct run *run, struct table *t)
{
    if (!run->keep)
        table_clear(run, t);
}

static pm_status table_reserve(struct run *run, struct table *t, size_t room)
{
    if (room > UINT32_MAX) /* tree_side_template.h counts states in 32 bits */
        return pm_fail(PM_UNABLE, "a table of %zu states", room);
    t->room = room;
    PM_TRY(charge(run, room * ENTRY));
    ROOM(t->key, room);
    ROOM(t->val, room);
    return PM_OK;
}

/* ------------------------------------------------------------ moving key bits */

/* A map of bits to other places, as a sum of masked shifts. */
struct moves {
    int count;
    struct {
        K mask;
        int shift; /* number of places to the left; if negative, to the right */
    } move[2 * KEY_BITS];
};

/* Makes a map of bit from[i] to bit to[i], for all i < n.  If `from` is NULL, from[i] is i; the
 * same for `to`.  Other bits are dropped. */
static void moves_init(struct moves *m, const uint8_t *from, const uint8_t *to, int n)
{
    m->count = 0;
    for (int i = 0; i < n; i++) {
        const int f = from ? from[i] : i, shift = (to ? to[i] : i) - f;
        int k = 0;
        while (k < m->count && m->move[k].shift != shift)
            k++;
        if (k == m->count) {
            m->move[m->count].mask = 0;
            m->move[m->count++].shift = shift;
        }
        m->move[k].mask |= bit(f);
    }
}

static inline K moved(const struct moves *m, K x)
{
    K y = 0;

    for (int i = 0; i < m->count; i++) {
        const K part = x & m->move[i].mask;
        y |= m->move[i].shift >= 0 ? part << m->move[i].shift : part >> -m->move[i].shift;
    }
    return y;
}

/* Shifts to the left and to the right.  The number of bits may be the whole width of a key. */
static inline K up(K x, int bits)
{
    return bits >= KEY_BITS ? 0 : x << bits;
}

static inline K down(K x, int bits)
{
    return bits >= KEY_BITS ? 0 : x >> bits;
}

/* -------------------------------------------------------------------- sorting */

struct order {
    K key;
    uint64_t index;
};

enum { DIGIT = 11 }; /* number of bits of a digit */

/* Sorts x[0 .. n - 1] by the low `bits` bits of the keys, stably, digit by digit (LSD radix sort:
 * Knuth, TAOCP 5.2.5). y is working memory for n elements.  Returns the array that holds the
 * result, x or y. */
static struct order *radix_sort(struct order *x, struct order *y, size_t n, int bits)
{
    for (int shift = 0; shift < bits; shift += DIGIT) {
        const K mask = low_bits(bits - shift < DIGIT ? bits - shift : DIGIT);
        uint32_t start[(1 << DIGIT) + 1] = {0};
        for (size_t i = 0; i < n; i++)
            start[1 + (size_t)((x[i].key >> shift) & mask)]++;
        for (size_t d = 0; d < (size_t)mask; d++)
            start[d + 1] += start[d];
        for (size_t i = 0; i < n; i++)
            y[start[(x[i].key >> shift) & mask]++] = x[i];
        PM_SWAP(x, y);
    }
    return x;
}

/* --------------------------------------------------------------------- merges */

/* How the bits of two tables correspond.  A bit is shared if both tables have its vertex, private
 * otherwise.  Shared bits are numbered from 0: first those of the vertices that close, then those
 * that stay open.  Private bits are in the order of their table. */
struct merge {
    struct table *left, *right;
    int closing, shared; /* number of shared bits whose vertices close; number of all shared bits */
    uint8_t shared_left[KEY_BITS], shared_right[KEY_BITS]; /* their places in the keys */
    int private_left, private_right;                       /* number of private bits */
    uint8_t left_at[KEY_BITS], right_at[KEY_BITS];         /* their places in the keys */
    K must; /* the shared bits (by number) whose vertices must be covered after this merge */
    K cols_left, cols_right; /* the private bits (by number) whose vertices are columns */
    bool square;             /* the imbalance (columns minus rows) of a key is known, ... */
    bool general;            /* ... or, in a general graph, only its parity */
};

/* Collects the private bits of t: at[] = their places in the keys of t, *cols = those of columns.
 * shared[i] is true if bit i is shared. */
static void private_bits(const struct pm_layout *l, const struct table *t, const bool *shared,
                         int *count, uint8_t *at, K *cols)
{
    for (int i = 0; i < t->width; i++) {
        if (shared[i])
            continue;
        if (l->is_col[t->vertex[i]])
            *cols |= bit(*count);
        at[(*count)++] = (uint8_t)i;
    }
}

/* True if a slice requires that all keys of this step cover the vertex of rank `vertex`. */
static bool sliced_below(const struct run *run, const struct pm_layout_step *s, int vertex)
{
    const struct pm_layout *const l = run->layout;

    for (int k = 0; k < l->slices; k++) {
        if (&l->step[l->slice_step[k]] == s && l->slice_rank[k] == vertex && !(run->unit >> k & 1))
            return true;
    }
    return false;
}

/* Fills m except for left and right, which the caller has set.  The vertices of `scope` stay
 * open. */
static void plan_merge(struct merge *m, struct run *run, const struct pm_layout_step *scope)
{
    const struct pm_layout *const l = run->layout;
    bool in_left[KEY_BITS] = {false}, in_right[KEY_BITS] = {false};

    m->square = l->square && !l->loose;
    m->general = l->general;
    for (int i = 0; i < m->left->width; i++)
        run->place[m->left->vertex[i]] = i + 1;
    /* pass 0: bits whose vertices close; pass 1: bits whose vertices stay open */
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < m->right->width; k++) {
            const int v = m->right->vertex[k], i = run->place[v] - 1;
            if (i < 0)
                continue;
            bool open = false;
            for (int j = 0; j < scope->width && !open; j++)
                open = scope->rank[j] == v;
            if (open != (pass == 1))
                continue;
            if (open ? sliced_below(run, scope, v) : !l->loose && (l->square || !l->is_col[v]))
                m->must |= bit(m->shared);
            in_left[i] = in_right[k] = true;
            m->shared_left[m->shared] = (uint8_t)i;
            m->shared_right[m->shared++] = (uint8_t)k;
        }
        if (pass == 0)
            m->closing = m->shared;
    }
    for (int i = 0; i < m->left->width; i++)
        run->place[m->left->vertex[i]] = 0;
    private_bits(l, m->left, in_left, &m->private_left, m->left_at, &m->cols_left);
    private_bits(l, m->right, in_right, &m->private_right, m->right_at, &m->cols_right);
}
