/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merging a table with one of a few keys (an edge, the star of a vertex).
 *
 * For one key B of the small table, the keys A of the large one that are compatible with B (they
 * miss B and have what closes and B lacks) are sorted, and so are their unions with B: a filter,
 * without any search.  The streams of all B are then merged two and two.  Sums are thus formed in
 * an order that depends on the small table alone; cutting the output into ranges of keys, for
 * cache and threads, changes no bit. */
#ifndef PM_ENGINE_KERNELS_TREE_FEW_H
#define PM_ENGINE_KERNELS_TREE_FEW_H

#include "engine/kernels/tree_table.h"

#define FEW       PM_TREE_FEW /* keys of the small table */
#define FEW_CHUNK 16384       /* states filtered for one range of output keys */

struct stream {
    K add;          /* B, in the union */
    K care, want;   /* keys A with (A & care) == want pass: bits of the large table */
    T weight;
    bool unit;      /* weight is 1 */
};

struct few {
    const struct run *run;
    const struct merge *m;
    struct moves up;
    struct stream stream[FEW];
    int streams;
    size_t bound;   /* largest number of states in one range */
};

/* A range of output keys and the states that belong to it. */
struct piece {
    size_t from[FEW], to[FEW]; /* of the large table, by stream */
    struct table out;
};

/* Scratch space of one thread. */
struct few_scratch {
    K *key[2];
    T *val[2];
    uint32_t *pick;
};

static void few_streams(struct few *f)
{
    const struct merge *const m = f->m;
    struct moves up_right, down;
    const T one = t_one(f->run->ring);
    moves_init(&f->up, NULL, m->at_left, m->width_left);
    moves_init(&up_right, NULL, m->at_right, m->width_right);
    moves_init(&down, m->at_left, NULL, m->width_left);
    f->streams = (int)m->right->count;
    for (int j = 0; j < f->streams; j++) {
        struct stream *const s = &f->stream[j];
        s->add = moved(&up_right, m->right->key[j]);
        s->want = moved(&down, m->must & ~s->add);
        s->care = moved(&down, s->add & m->in_left) | s->want;
        s->weight = m->right->val[j];
        s->unit = memcmp(&s->weight, &one, sizeof one) == 0;
    }
}

/* The first state of stream s whose output key is at least `key`.  Of all supersets of B, that is
 * the smallest one which is not below the key. */
static size_t few_lower_bound(const struct few *f, const struct stream *s, K key)
{
    K z = f->m->closing >= KEY_BITS ? 0 : key << f->m->closing;
    const K missing = s->add & ~z;
    if (missing) {
        const int h = highest_bit(missing);
        z = ((z >> h) | 1) << h | (s->add & low_bits(h));
    }
    z &= ~s->add;
    size_t lo = 0, hi = f->m->left->count;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (moved(&f->up, f->m->left->key[mid]) < z)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Filters one stream into key, val; returns how many states passed. */
static size_t few_filter(const struct few *f, const struct stream *s, size_t from, size_t to,
                         uint32_t *pick, K *key, T *val)
{
    const struct table *const left = f->m->left;
    const struct pm_ring *const ring = f->run->ring;
    const K *const a = left->key + from;
    const T *const v = left->val + from;
    const size_t n = to - from;
    size_t passed = 0, kept = 0;
    for (size_t i = 0; i < n; i++) {
        pick[passed] = (uint32_t)i;
        passed += (a[i] & s->care) == s->want;
    }
    for (size_t i = 0; i < passed; i++)
        key[i] = dropped(moved(&f->up, a[pick[i]]) | s->add, f->m->closing);
    if (s->unit) {
        for (size_t i = 0; i < passed; i++)
            val[i] = v[pick[i]];
    } else {
        for (size_t i = 0; i < passed; i++)
            val[i] = t_mul(ring, v[pick[i]], s->weight);
    }
    if (f->m->square || passed == 0)
        return passed;
    /* Closed columns may be covered or not: equal keys are neighbours. */
    for (size_t i = 1; i < passed; i++) {
        if (key[i] == key[kept]) {
            val[kept] = t_add(ring, val[kept], val[i]);
        } else {
            key[++kept] = key[i];
            val[kept] = val[i];
        }
    }
    return kept + 1;
}

/* Merges two sorted lists; values of equal keys are added. */
static size_t few_merge(const struct pm_ring *ring, K *key, T *val, const K *ka, const T *va,
                        size_t na, const K *kb, const T *vb, size_t nb)
{
    size_t i = 0, j = 0, n = 0;
    while (i < na && j < nb) {
        const K x = ka[i], y = kb[j];
        const bool left = x <= y, right = y <= x;
        key[n] = left ? x : y;
        val[n] = left && right ? t_add(ring, va[i], vb[j]) : left ? va[i] : vb[j];
        i += left;
        j += right;
        n++;
    }
    memcpy(key + n, ka + i, (na - i) * sizeof *key);
    memcpy(val + n, va + i, (na - i) * sizeof *val);
    n += na - i;
    memcpy(key + n, kb + j, (nb - j) * sizeof *key);
    memcpy(val + n, vb + j, (nb - j) * sizeof *val);
    return n + nb - j;
}

/* The whole of a piece: all streams filtered into one buffer, one behind the other, then merged
 * in rounds from buffer to buffer.  *pairs counts the products. */
static pm_status few_piece(const struct few *f, struct piece *p, struct few_scratch *s,
                           double *pairs)
{
    size_t start[FEW + 1] = {0};
    int lists = f->streams, side = 0;
    for (int j = 0; j < lists; j++)
        start[j + 1] = start[j] + few_filter(f, &f->stream[j], p->from[j], p->to[j], s->pick,
                                             s->key[0] + start[j], s->val[0] + start[j]);
    *pairs += (double)start[lists];
    for (; lists > 1; lists = (lists + 1) / 2, side = !side) {
        size_t done = 0, next[FEW + 1];
        next[0] = 0;
        for (int j = 0; j < lists; j += 2) {
            const size_t a = start[j], b = start[j + 1], c = j + 1 < lists ? start[j + 2] : b;
            done += few_merge(f->run->ring, s->key[!side] + done, s->val[!side] + done,
                              s->key[side] + a, s->val[side] + a, b - a, s->key[side] + b,
                              s->val[side] + b, c - b);
            next[j / 2 + 1] = done;
        }
        memcpy(start, next, sizeof(size_t) * (size_t)((lists + 1) / 2 + 1));
    }
    const size_t n = start[1];
    PM_NEW(p->out.key, n);
    PM_NEW(p->out.val, n);
    memcpy(p->out.key, s->key[side], n * sizeof(K));
    memcpy(p->out.val, s->val[side], n * sizeof(T));
    p->out.count = n;
    return PM_OK;
}

static pm_status few_scratch_new(struct few_scratch *s, size_t room)
{
    for (int i = 0; i < 2; i++) {
        PM_NEW(s->key[i], room);
        PM_NEW(s->val[i], room);
    }
    PM_NEW(s->pick, room);
    return PM_OK;
}

static void few_scratch_free(struct few_scratch *s)
{
    for (int i = 0; i < 2; i++) {
        free(s->key[i]);
        free(s->val[i]);
    }
    free(s->pick);
}

static int compare_keys(const void *x, const void *y)
{
    const K a = *(const K *)x, b = *(const K *)y;
    return (a > b) - (a < b);
}

/* Cuts the output into `count` ranges at keys sampled from all streams. */
static pm_status few_cut(struct few *f, struct piece *piece, size_t count)
{
    const struct table *const left = f->m->left;
    K *sample;
    const size_t samples = count * (size_t)f->streams;
    PM_NEW(sample, samples);
    for (size_t i = 0; i < samples; i++) {
        const struct stream *const s = &f->stream[i % (size_t)f->streams];
        const K a = moved(&f->up, left->key[i / (size_t)f->streams * left->count / count]);
        sample[i] = dropped(a | s->add, f->m->closing);
    }
    qsort(sample, samples, sizeof *sample, compare_keys);
    for (size_t i = 0; i < count; i++) {
        for (int j = 0; j < f->streams; j++)
            piece[i].from[j] =
                i ? few_lower_bound(f, &f->stream[j], sample[i * (size_t)f->streams]) : 0;
    }
    for (size_t i = 0; i < count; i++) {
        size_t sum = 0;
        for (int j = 0; j < f->streams; j++) {
            piece[i].to[j] = i + 1 < count ? piece[i + 1].from[j] : left->count;
            sum += piece[i].to[j] - piece[i].from[j];
        }
        f->bound = sum > f->bound ? sum : f->bound;
    }
    free(sample);
    return PM_OK;
}

static pm_status few_pieces(struct few *f, struct piece *piece, size_t count, double *pairs)
{
    pm_status status = PM_OK;
    double sum = 0;
#pragma omp parallel num_threads(f->run->threads) if (count > 1 && f->run->threads > 1) \
    reduction(+ : sum)
    {
        struct few_scratch scratch = {0};
        pm_status mine = few_scratch_new(&scratch, f->bound);
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < count; i++) {
            if (mine == PM_OK)
                mine = few_piece(f, &piece[i], &scratch, &sum);
        }
        few_scratch_free(&scratch);
        if (mine != PM_OK) {
#pragma omp atomic write
            status = mine;
        }
    }
    *pairs += sum;
    return status == PM_OK ? PM_OK : pm_fail(status, "out of memory for a table");
}

static pm_status few_gather(struct run *run, struct table *out, struct piece *piece, size_t count)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += piece[i].out.count;
    PM_TRY(table_reserve(run, out, total));
    for (size_t i = 0; i < count; i++) {
        const struct table *const t = &piece[i].out;
        memcpy(out->key + out->count, t->key, t->count * sizeof(K));
        memcpy(out->val + out->count, t->val, t->count * sizeof(T));
        out->count += t->count;
    }
    return PM_OK;
}

static pm_status merge_few(struct run *run, struct table *out, const struct merge *m)
{
    struct few f = {.run = run, .m = m};
    few_streams(&f);
    const size_t count = m->left->count * m->right->count / FEW_CHUNK + 1;
    struct piece *piece;
    PM_NEW(piece, count);
    pm_status status = few_cut(&f, piece, count);
    if (status == PM_OK)
        status = few_pieces(&f, piece, count, &run->pairs);
    if (status == PM_OK)
        status = few_gather(run, out, piece, count);
    for (size_t i = 0; i < count; i++) {
        free(piece[i].out.key);
        free(piece[i].out.val);
    }
    free(piece);
    return status;
}

#endif
