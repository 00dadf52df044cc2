/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the tree engine: sorted keys with values; how keys move between scopes; sorting.
 * Compiled once per number type, for keys of 64 bits and (PM_TREE_WIDE) of 128. */
#ifndef PM_ENGINE_KERNELS_TREE_TABLE_H
#define PM_ENGINE_KERNELS_TREE_TABLE_H

#include "base/alloc.h"
#include "engine/tree/run.h"
#include "num/type.h"

#include <stdlib.h>
#include <string.h>

#ifdef PM_TREE_WIDE
typedef unsigned __int128 K;
#define KEY_NAME(f) PM_NAME(f##_wide)
#else
typedef uint64_t K;
#define KEY_NAME(f) PM_NAME(f)
#endif
#define KEY_BITS ((int)(8 * sizeof(K)))

/* Values are 2^exp val[i]; no key twice, keys ascend. */
struct table {
    K *key;
    T *val;
    size_t count, room;
    int64_t exp;
};

struct run {
    const struct pm_layout *layout;
    const struct pm_image *image;
    const struct pm_ring *ring;
    uint64_t unit;
    int threads;
    size_t few;          /* largest table that streams take */
    size_t bytes, limit; /* of tables */
    double pairs;        /* products so far */
};

static inline K bit(int i)
{
    return (K)1 << i;
}

static inline int count_bits(K x)
{
#ifdef PM_TREE_WIDE
    return __builtin_popcountll((uint64_t)x) + __builtin_popcountll((uint64_t)(x >> 64));
#else
    return __builtin_popcountll(x);
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

/* --------------------------------------------------------------------- tables */

static void table_clear(struct run *run, struct table *t)
{
    run->bytes -= t->room * (sizeof(K) + sizeof(T));
    free(t->key);
    free(t->val);
    *t = (struct table){0};
}

static pm_status table_reserve(struct run *run, struct table *t, size_t room)
{
    const size_t entry = sizeof(K) + sizeof(T);
    if (run->bytes + room * entry > run->limit)
        return pm_fail(PM_UNABLE, "tables outgrow the memory limit of %zu bytes", run->limit);
    t->key = pm_alloc(room, sizeof(K));
    t->val = pm_alloc(room, sizeof(T));
    t->room = room;
    run->bytes += room * entry;
    return t->key && t->val ? PM_OK : pm_fail(PM_NOMEM, "out of memory for %zu states", room);
}

/* ------------------------------------------------------------ moving key bits */

/* A map of bits to higher or lower places that keeps their order, as a few masked shifts. */
struct moves {
    int count;
    struct {
        K mask;
        int shift; /* to the left; negative: to the right */
    } move[KEY_BITS];
};

/* Bit from[i] goes to bit to[i], i < n; both ascend; NULL: i itself.  Bits that are in no pair go
 * away. */
static void moves_init(struct moves *m, const uint8_t *from, const uint8_t *to, int n)
{
    m->count = 0;
    for (int i = 0; i < n; i++) {
        const int f = from ? from[i] : i, shift = (to ? to[i] : i) - f;
        if (!m->count || m->move[m->count - 1].shift != shift) {
            m->move[m->count].mask = 0;
            m->move[m->count++].shift = shift;
        }
        m->move[m->count - 1].mask |= bit(f);
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

/* Drops the low bits. */
static inline K dropped(K x, int bits)
{
    return bits >= KEY_BITS ? 0 : x >> bits;
}

/* -------------------------------------------------------------------- sorting */

struct order {
    K key;
    uint64_t index;
};

/* Sorts by the low `bits` bits of the keys, stably, a byte at a time (LSD radix sort: Knuth, TAOCP
 * 5.2.5); returns the one of the two arrays that holds the result. */
static struct order *radix_sort(struct order *x, struct order *y, size_t n, int bits)
{
    for (int shift = 0; shift < bits; shift += 8) {
        size_t start[257] = {0};
        for (size_t i = 0; i < n; i++)
            start[1 + ((x[i].key >> shift) & 255)]++;
        for (int d = 0; d < 256; d++)
            start[d + 1] += start[d];
        for (size_t i = 0; i < n; i++)
            y[start[(x[i].key >> shift) & 255]++] = x[i];
        struct order *const t = x;
        x = y;
        y = t;
    }
    return x;
}

/* --------------------------------------------------------------------- merges */

/* What both merge methods need: tables, places in the union of their scopes (ranks ascend, the
 * vertices that close are the lowest). */
struct merge {
    const struct table *left, *right;
    uint8_t at_left[KEY_BITS], at_right[KEY_BITS]; /* places of their bits in the union */
    int width_left, width_right, width, closing;   /* bits; those of the union that close */
    K in_left, in_right;                           /* of the union: where a side has bits */
    K cols;                                        /* of the union: columns */
    K must;                                        /* of the union: to be covered now */
    bool square;
};

#endif
