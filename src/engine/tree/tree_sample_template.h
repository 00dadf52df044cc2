/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings from the tables.  The key of the root is empty.  At a node with key S, one of
 * the pairs (A, B) of keys of its children that make S is drawn, with probability T(A) T(B) / T(S).
 * This continues down to the edges.  The table of the smaller child is scanned; in the other table,
 * the key that fits is searched.
 *
 * PM_TYPE is wrap or dd.  With double-double numbers let w be the rounded products T(A) T(B), and
 * T(S) their rounded sum.  If a pair is drawn with probability w / T(S), all T cancel along a
 * matching M, but for the root's.  So q(M) differs from the right probability p(M) by the factor of
 * the root's error, by that of each product, and where the sum of w is not T(S); this difference
 * falls to the last pair.  No number is negative, so the root's radius is at least the sum over all
 * keys of the roundings of products and of the sum there, times the sum over all matchings outside.
 * So far the sum over all M of |q(M) - p(M)| is at most 2 r (1 + r), for the relative radius r of
 * the root.
 *
 * A draw compares a random number with the sums of w.  These are integers then, in units of 2^-126
 * T(S) to 2^-125 T(S), so that subtractions are exact; each w loses less than two units.  The
 * random number is a multiple of 2^-106 T(S), and its product has an error below 2^-103 T(S) (dd.h;
 * its halves do not overlap, but may be of one size).  Both ends of the interval of a pair move by
 * that much at most, so that its probability changes by less than 2^-101.  For N pairs that are
 * looked at in a draw, this adds N 2^-101 at most: less than 2^-64 for N < 2^37.
 *
 * If r is above 2^-DRAW_BITS, nothing is drawn. */
#pragma once

#include "base/splitmix.h"
#include "num/modulus.h"
#include "engine/tree/tree_run_template.h"

struct sampler {
    struct run *run;
    const struct table *table;
    uint64_t state;
    K *key; /* the drawn key of each step */
};

#if PM_TYPE_ID == PM_TYPE_ID_wrap
typedef T W;

/* A uniform random number in 0 .. total - 1.  Draws as many random bits as total - 1 has, again and
 * again, until the number is below the total. */
static W sample_below(uint64_t *state, T total, int64_t exp)
{
    (void)exp;
    const uint64_t high = (uint64_t)((total - 1) >> 64), low = (uint64_t)(total - 1);
    const uint64_t high_mask = high ? ~UINT64_C(0) >> __builtin_clzll(high) : 0;
    const uint64_t low_mask = high ? ~UINT64_C(0) : low ? ~UINT64_C(0) >> __builtin_clzll(low) : 0;
    W x;

    do {
        x = (W)(pm_random_word(state) & high_mask) << 64;
        x |= pm_random_word(state) & low_mask;
    } while (x >= total);
    return x;
}

/* *rest -= w.  Returns whether it was below w. */
static bool sample_takes(W *rest, T w)
{
    const bool below = *rest < w;

    *rest -= w;
    return below;
}

static bool sample_is_positive(T w)
{
    return w > 0;
}

static bool sample_is_precise(T root)
{
    (void)root;
    return true;
}
#else
/* An integer of up to 126 bits, and the power of 2 that makes it of a number. */
typedef struct {
    __int128 rest;
    int shift;
} W;

enum { DRAW_BITS = 64, WEIGHT_BITS = 126 };

static __int128 sample_integer(struct pm_dd x, int shift)
{
    return (__int128)ldexp(x.hi, shift) + (__int128)ldexp(x.lo, shift);
}

/* A uniform random number below 2^exp total, a multiple of 2^-106 of it. */
static W sample_below(uint64_t *state, T total, int64_t exp)
{
    const double high = ldexp((double)(pm_random_word(state) >> 11), -53);
    const double low = ldexp((double)(pm_random_word(state) >> 11), -106);
    const struct pm_dd most = t_ldexp(total, (int)exp).m;
    const int shift = WEIGHT_BITS - pm_exponent(most.hi);

    return (W){sample_integer(pm_dd_mul(most, (struct pm_dd){high, low}), shift), shift};
}

/* *rest -= w.  Returns whether it was below w. */
static bool sample_takes(W *rest, T w)
{
    rest->rest -= sample_integer(w.m, rest->shift);
    return rest->rest < 0;
}

static bool sample_is_positive(T w)
{
    return w.m.hi > 0;
}

static bool sample_is_precise(T root)
{
    return root.r <= ldexp(root.m.hi, -DRAW_BITS);
}
#endif

/* The index of the state with this key, or t->count if there is none. */
static size_t find_key(const struct table *t, K key)
{
    const size_t at = first_key(t, key);

    return at < t->count && t->key[at] == key ? at : t->count;
}

/* How a node's key restricts the keys of its children. */
struct split_key {
    struct table *small, *large;
    K fixed, value;    /* the bits of the small table that the key determines, and their values */
    struct moves over; /* moves the shared bits of the small table to those of the large one */
    K shared;          /* the shared bits, as bits of the large table */
    K want;            /* bits of the large table that the two keys together must cover */
    K optional;        /* bits of the large table: columns that close and need not be covered */
};

/* *known = the bits of t whose vertices are open in `out`; *value = those of them that are 1 in
 * `key`, a key of `out`. */
static void bits_from(const struct table *t, const struct table *out, K key, K *known, K *value)
{
    for (int i = 0; i < t->width; i++) {
        for (int k = 0; k < out->width; k++) {
            if (out->vertex[k] != t->vertex[i])
                continue;
            *known |= bit(i);
            if (key & bit(k))
                *value |= bit(i);
        }
    }
}

static void split_plan(struct split_key *s, struct run *run, const struct table *out, K key,
                       struct merge *m)
{
    const struct pm_layout *const l = run->layout;
    K known = 0, value = 0, known_large = 0, shared_small = 0;

    s->small = m->right;
    s->large = m->left;
    bits_from(s->small, out, key, &known, &value);
    bits_from(s->large, out, key, &known_large, &s->want);
    moves_init(&s->over, m->shared_right, m->shared_left, m->shared);
    for (int i = 0; i < m->shared; i++) {
        shared_small |= bit(m->shared_right[i]);
        s->shared |= bit(m->shared_left[i]);
        if (i >= m->closing)
            continue;
        if (l->square || !l->is_col[m->left->vertex[m->shared_left[i]]])
            s->want |= bit(m->shared_left[i]);
        else
            s->optional |= bit(m->shared_left[i]);
    }
    /* a private bit is as in the key; a shared bit is determined only if the key has 0 */
    s->fixed = known & (~shared_small | ~value);
    s->value = value & ~shared_small;
}

/* Draws the keys of both children of step i. */
static pm_status sample_step(struct sampler *p, int i)
{
    struct run *const run = p->run;
    const struct pm_layout_step *const s = &run->layout->step[i];
    struct table *a = (struct table *)&p->table[s->left], *b = (struct table *)&p->table[s->right];
    const bool larger = a->count >= b->count;
    struct merge m = {.left = larger ? a : b, .right = larger ? b : a};
    const struct table *const out = &p->table[i];
    struct split_key k = {0};
    const size_t at = find_key(out, p->key[i]);

    plan_merge(&m, run, s);
    split_plan(&k, run, out, p->key[i], &m);
    W rest = sample_below(&p->state, out->val[at], out->exp - a->exp - b->exp);
    K last_small = 0, last_large = 0;
    bool any = false, done = false;
    for (size_t x = 0; x < k.small->count && !done; x++) {
        const K small = k.small->key[x];
        if ((small & k.fixed) != k.value)
            continue;
        const K taken = moved(&k.over, small);
        /* the large side may cover optional columns or not, if the small side does not cover
         * them */
        const K free_bits = k.optional & ~taken;
        for (K choice = free_bits;; choice = (choice - 1) & free_bits) {
            const size_t y = find_key(k.large, (k.want & ~taken) | choice);
            if (y < k.large->count && !(taken & choice)) {
                const T w = t_mul(run->ring, k.small->val[x], k.large->val[y]);
                if (sample_is_positive(w)) {
                    any = true;
                    last_small = small;
                    last_large = k.large->key[y];
                    done = sample_takes(&rest, w);
                }
            }
            if (choice == 0 || done)
                break;
        }
    }
    if (!any)
        return pm_fail(PM_WRONG, "a table does not follow from those below it");
    p->key[s->left] = larger ? last_large : last_small;
    p->key[s->right] = larger ? last_small : last_large;
    return PM_OK;
}

static pm_status sample_one(struct sampler *p, int *edge)
{
    const struct pm_layout *const l = p->run->layout;

    p->key[l->steps - 1] = 0;
    for (int i = l->steps - 1; i >= 0; i--) {
        const struct pm_layout_step *const s = &l->step[i];
        if (s->left >= 0)
            PM_TRY(sample_step(p, i));
        else if (p->key[i] == low_bits(s->width) && (s->width || p->table[i].count))
            edge[l->tree->row[s->edge]] = l->tree->entry[s->edge];
    }
    return PM_OK;
}

static pm_status sample_matchings(int *edge, size_t count, uint64_t seed,
                                  const struct pm_layout *layout, const struct pm_image *image,
                                  const struct pm_tree_use *use)
{
    struct run run;
    struct table *table = NULL;
    struct sampler p = {.run = &run, .state = seed};
    pm_status status;

    PM_TRY_GOTO(status, run_open(&run, &table, layout, image, use), done);
    run.keep = true;
    PM_NEW_GOTO(status, p.key, layout->steps, done);
    PM_TRY_GOTO(status, run_up(&run, table), done);
    p.table = table;
    if (table[layout->steps - 1].count == 0)
        PM_TRY_GOTO(status, pm_fail(PM_DOMAIN, "there is no matching to draw: the permanent is 0"),
                    done);
    if (!sample_is_precise(table[layout->steps - 1].val[0]))
        PM_TRY_GOTO(status, pm_fail(PM_UNABLE, "double-double numbers have too few digits"), done);
    for (size_t k = 0; k < count; k++) {
        PM_TRY_GOTO(status, pm_go_on(use->stop), done);
        PM_TRY_GOTO(status, sample_one(&p, edge + k * (size_t)layout->rows), done);
    }
done:
    free(p.key);
    run_close(&run, table);
    return status;
}
