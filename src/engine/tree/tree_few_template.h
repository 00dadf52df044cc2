/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges a table with one that has few keys (for example, that of an edge, or of the star of a
 * vertex).
 *
 * A key B of the small table fits to a key A of the large table if A and B are disjoint and
 * together contain all closing bits.  All A that fit to B have the same closing bits, so the unions
 * of A and B are in the same order as the A. So for each B, filtering the large table gives a
 * sorted stream of output keys, without any search.  The private bits of the small table become the
 * highest bits of the result.  Streams whose B have the same private bits are merged, two at a
 * time; the results for different private bits follow each other.  The order in which values are
 * added depends only on the small table.  So the output can be divided into ranges of keys, for
 * cache and threads, and no bit of the result changes. */
#pragma once

#include "engine/tree/tree_table_template.h"

enum {
    FEW = PM_TREE_FEW, /* largest number of keys of the small table */
    FEW_LARGE = 16384, /* threads share a merge if the left table has more states than this */
    /* about the number of states that are filtered for one range of output keys */
    FEW_CHUNK = 16384,
};

struct stream {
    /* the bits that B contributes to the output key: private ones, and shared ones that stay
     * open */
    K add;
    K high;       /* the private bits of B in the output key */
    K open;       /* shared bits of B that stay open, as bits of the large table */
    K closed;     /* the closing bits that are not in B, as bits of the large table */
    K care, want; /* keys A of the large table fit if (A & care) == want */
    T weight;
    bool unit; /* the weight is 1 */
};

struct few {
    struct run *run;
    const struct merge *m;
    struct moves keep;         /* moves bits of the large table to those of the output */
    struct moves back;         /* moves bits of the output to those of the large table */
    int kept;                  /* number of bits that the large table contributes to the output */
    struct stream stream[FEW]; /* sorted by `high` */
    int streams;
    size_t bound; /* largest number of states of the large table, over all streams, in one range */
};

/* A range of output keys, and its states.  Streams first .. last - 1 have these keys. */
struct piece {
    int first, last;
    size_t from[FEW], to[FEW]; /* for each of these streams: its range in the large table */
    struct table out;
};

static int compare_streams(const void *x, const void *y)
{
    const struct stream *const a = x, *const b = y;

    return a->high != b->high ? (a->high > b->high) - (a->high < b->high)
                              : (a->add > b->add) - (a->add < b->add);
}

/* Finds the bits of the output: the lowest ones are those of the large table that stay open, in the
 * same order; above them are the private bits of the small table. */
static void few_bits(struct few *f, struct table *out)
{
    const struct merge *const m = f->m;
    uint8_t from[KEY_BITS];
    K closes = 0;

    for (int i = 0; i < m->closing; i++)
        closes |= bit(m->shared_left[i]);
    for (int i = 0; i < m->left->width; i++) {
        if (closes & bit(i))
            continue;
        out->vertex[f->kept] = m->left->vertex[i];
        from[f->kept++] = (uint8_t)i;
    }
    moves_init(&f->keep, from, NULL, f->kept);
    moves_init(&f->back, NULL, from, f->kept);
    for (int i = 0; i < m->private_right; i++)
        out->vertex[f->kept + i] = m->right->vertex[m->right_at[i]];
    out->width = f->kept + m->private_right;
}

static void few_streams(struct few *f)
{
    const struct merge *const m = f->m;
    struct moves to_left, private;
    const T one = t_one(f->run->ring);
    K closes = 0, must = 0;

    for (int i = 0; i < m->closing; i++)
        closes |= bit(m->shared_left[i]);
    for (int i = m->closing; i < m->shared; i++)
        must |= m->must & bit(i) ? bit(m->shared_left[i]) : 0;
    moves_init(&to_left, m->shared_right, m->shared_left, m->shared);
    moves_init(&private, m->right_at, NULL, m->private_right);
    f->streams = (int)m->right->count;
    for (int j = 0; j < f->streams; j++) {
        struct stream *const s = &f->stream[j];
        const K cover = moved(&to_left, m->right->key[j]);
        s->open = cover & ~closes;
        s->high = up(moved(&private, m->right->key[j]), f->kept);
        s->add = s->high | moved(&f->keep, cover);
        s->closed = closes & ~cover;
        s->want = (closes | must) & ~cover;
        s->care = closes | must | cover;
        s->weight = m->right->val[j];
        s->unit = memcmp(&s->weight, &one, sizeof one) == 0;
    }
    qsort(f->stream, (size_t)f->streams, sizeof *f->stream, compare_streams);
}

/* The index of the first state of the large table whose output key in stream s would be at least
 * `key`.  The private bits of `key` are those of the stream.  The variable z becomes the smallest
 * superset of B that is not below the key. */
static size_t few_lower_bound(const struct few *f, const struct stream *s, K key)
{
    K z = moved(&f->back, key & low_bits(f->kept)) | s->closed;
    const K missing = s->open & ~z;

    if (missing) {
        const int h = highest_bit(missing);
        z = ((z >> h) | 1) << h | (s->open & low_bits(h));
    }
    z &= ~s->open;
    return first_key(f->m->left, z);
}

/* Filters states from .. to - 1 of the large table for stream s: stores output keys and products in
 * key and val. pick is working memory.  Returns the number of states that passed. */
static size_t few_filter(const struct few *f, const struct stream *s, size_t from, size_t to,
                         uint32_t *pick, K *key, T *val)
{
    const struct table *const left = f->m->left;
    const struct pm_ring *const ring = f->run->ring;
    const K *const a = left->key + from;
    const T *const v = left->val + from;
    const size_t n = to - from;
    size_t passed = 0;

    for (size_t i = 0; i < n; i++) {
        pick[passed] = (uint32_t)i;
        passed += (a[i] & s->care) == s->want;
    }
    for (size_t i = 0; i < passed; i++)
        key[i] = moved(&f->keep, a[pick[i]]) | s->add;
    if (s->unit) {
        for (size_t i = 0; i < passed; i++)
            val[i] = v[pick[i]];
    } else {
        for (size_t i = 0; i < passed; i++)
            val[i] = t_mul(ring, v[pick[i]], s->weight);
    }
    return passed;
}

/* Merges the sorted lists (ka, va) of na elements and (kb, vb) of nb elements into (key, val), and
 * adds the values of equal keys.  Returns the number of elements. */
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

/* Computes a piece: filters all streams into one buffer, one after another, then merges them two at
 * a time, in rounds between two buffers. */
static pm_status few_piece(const struct few *f, struct piece *p, struct few_scratch *s)
{
    size_t start[FEW + 1] = {0};
    int lists = p->last - p->first, side = 0;

    for (int j = 0; j < lists; j++)
        start[j + 1] = start[j] + few_filter(f, &f->stream[p->first + j], p->from[j], p->to[j],
                                             s->pick, s->key[0] + start[j], s->val[0] + start[j]);
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
    PM_TRY(table_reserve(f->run, &p->out, n));
    memcpy(p->out.key, s->key[side], n * sizeof(K));
    memcpy(p->out.val, s->val[side], n * sizeof(T));
    p->out.count = n;
    return PM_OK;
}

static void few_scratch_clear(struct few_scratch *s)
{
    PM_FREE(s->key[0], s->val[0], s->key[1], s->val[1], s->pick);
    *s = (struct few_scratch){0};
}

/* Makes room for so many states, with any values. */
static pm_status few_scratch_grow(struct few_scratch *s, size_t room)
{
    if (room <= s->room)
        return PM_OK;
    few_scratch_clear(s);
    for (int i = 0; i < 2; i++) {
        ROOM(s->key[i], room);
        ROOM(s->val[i], room);
    }
    ROOM(s->pick, room);
    s->room = room;
    return PM_OK;
}

static int compare_keys(const void *x, const void *y)
{
    const K a = *(const K *)x, b = *(const K *)y;

    return (a > b) - (a < b);
}

/* Finds where the ranges of the streams begin: at quantiles of a sample of output keys. */
static pm_status few_begins(const struct few *f, struct piece *piece, size_t count)
{
    const struct table *const left = f->m->left;
    const int first = piece->first;
    const size_t lists = (size_t)(piece->last - first), samples = count * lists;
    K *sample;

    PM_NEW(sample, samples);
    for (size_t i = 0; i < samples; i++) {
        const K a = left->key[i / lists * left->count / count];
        sample[i] = moved(&f->keep, a) | f->stream[first + (int)(i % lists)].add;
    }
    qsort(sample, samples, sizeof *sample, compare_keys);
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < lists; j++)
            piece[i].from[j] = few_lower_bound(f, &f->stream[first + (int)j], sample[i * lists]);
    free(sample);
    return PM_OK;
}

/* Divides the output of streams first .. last - 1, which have the same private bits, into `count`
 * ranges. */
static pm_status few_cut(struct few *f, struct piece *piece, size_t count, int first, int last)
{
    for (size_t i = 0; i < count; i++) {
        piece[i].first = first;
        piece[i].last = last;
    }
    if (count > 1)
        PM_TRY(few_begins(f, piece, count));
    for (size_t i = 0; i < count; i++) {
        size_t sum = 0;
        for (int j = 0; j < last - first; j++) {
            piece[i].to[j] = i + 1 < count ? piece[i + 1].from[j] : f->m->left->count;
            sum += piece[i].to[j] - piece[i].from[j];
        }
        f->bound = sum > f->bound ? sum : f->bound;
    }
    return PM_OK;
}

static void run_pieces(struct few *f, struct piece *piece, size_t count, pm_status *status)
{
    struct few_scratch own = {0}, *const scratch = omp_get_num_threads() > 1 ? &own : &f->run->few;
    pm_status mine = few_scratch_grow(scratch, f->bound);

#pragma omp for schedule(dynamic)
    for (size_t i = 0; i < count; i++) {
        PM_THEN(mine, pm_go_on(f->run->stop));
        PM_THEN(mine, few_piece(f, &piece[i], scratch));
    }
    few_scratch_clear(&own);
    if (mine != PM_OK) {
#pragma omp atomic write
        *status = mine;
    }
}

static pm_status few_pieces(struct few *f, struct piece *piece, size_t count)
{
    pm_status status = PM_OK;

    SHARED(f->m->left->count > FEW_LARGE ? f->run->threads : 1,
           run_pieces(f, piece, count, &status));
    return tasks_status(status);
}

/* The output: the only piece, or a copy of all. */
static pm_status few_gather(struct run *run, struct table *out, struct piece *piece, size_t count)
{
    size_t total = 0;

    if (count == 1) {
        struct table *const t = &piece->out;
        out->key = t->key;
        out->val = t->val;
        out->count = t->count;
        out->room = t->room;
        *t = (struct table){0};
        return PM_OK;
    }
    for (size_t i = 0; i < count; i++)
        total += piece[i].out.count;
    PM_TRY(table_reserve(run, out, total));
    for (size_t i = 0; i < count; i++) {
        struct table *const t = &piece[i].out;
        memcpy(out->key + out->count, t->key, t->count * sizeof(K));
        memcpy(out->val + out->count, t->val, t->count * sizeof(T));
        out->count += t->count;
        table_clear(run, t);
    }
    return PM_OK;
}

/* The number of the first stream after `first` that has other private bits. */
static int few_last(const struct few *f, int first)
{
    int last = first + 1;

    while (last < f->streams && f->stream[last].high == f->stream[first].high)
        last++;
    return last;
}

static pm_status merge_few(struct run *run, struct table *out, const struct merge *m)
{
    struct few f; /* filled field by field, since it is large */
    struct piece *piece;
    size_t count = 0, done = 0;
    pm_status status = PM_OK;

    f.run = run;
    f.m = m;
    f.kept = 0;
    f.bound = 0;
    few_bits(&f, out);
    few_streams(&f);
    for (int i = 0, last; i < f.streams; i = last) {
        last = few_last(&f, i);
        count += m->left->count * (size_t)(last - i) / FEW_CHUNK + 1;
    }
    PM_NEW(piece, count);
    for (int i = 0, last; i < f.streams && status == PM_OK; i = last) {
        last = few_last(&f, i);
        const size_t ranges = m->left->count * (size_t)(last - i) / FEW_CHUNK + 1;
        status = few_cut(&f, piece + done, ranges, i, last);
        done += ranges;
    }
    PM_THEN(status, few_pieces(&f, piece, count));
    table_done(run, m->left);
    table_done(run, m->right);
    PM_THEN(status, few_gather(run, out, piece, count));
    for (size_t i = 0; i < count; i++)
        table_clear(run, &piece[i].out);
    free(piece);
    return status;
}
