/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads matrices, scales their vertices (walks_scale.h), and joins them in pairs. */
#include "engine/hafnian/walks_room.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/hafnian/walks_scale.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = PM_HAF_LANES };

/* Nanoseconds that pairs.c predicts for balls; vectors take a thirtieth. */
static const double PRICE_MOST = 1e13;

/* ------------------------------------------------------------------ memory of a thread */

static void set_degrees(struct pm_walks_memory *m, const struct pm_joined *p, bool looped)
{
    struct pm_walks_walk *const w = &m->walk;

    *w = (struct pm_walks_walk){.pairs = p->count,
                                .times = p->times,
                                .degree = m->degree,
                                .looped = looped,
                                .even = p->even,
                                .b = m->b,
                                .g = m->g,
                                .powers = m->powers,
                                .weight = m->weight};
    m->degree[p->count] = 0;
    for (int r = p->count; r > 0; r--) {
        m->degree[r - 1] = m->degree[r] + p->times[r - 1];
        w->diagonal = w->diagonal || p->times[r - 1] > 1;
    }
    w->stride = m->degree[p->count > 1 ? 1 : p->count] + 1;
}

/* Gives all polynomials their places from `base` on. */
static void place(struct pm_walks_memory *m, double *base)
{
    const struct pm_walks_walk *const w = &m->walk;
    const int cell = (m->words + PM_HAF_MORE) * LANES;
    const size_t size = (size_t)(w->stride * cell);
    size_t at = 0;

    for (int r = 0; r <= w->pairs; r++) {
        const size_t vertices = (size_t)(w->looped + 2 * r);
        m->b[r] = base + at;
        const size_t own = (size_t)((w->degree[r] + 1) * cell);
        at += vertices * (vertices + 1) / 2 * own;
        m->g[r] = base + at;
        at += own;
        m->powers[r] = base + at;
        at += r > 0 ? (size_t)(3 * w->times[r - 1] + 1) * size : 0;
    }
    m->walk.work = base + at;
}

size_t pm_walks_memory_size(const struct pm_walks_memory *m)
{
    const struct pm_walks_walk *const w = &m->walk;

    return (size_t)(w->work - m->all) + (size_t)(2 * (w->looped + 2 * w->pairs) + 16) *
                                            (size_t)(w->stride * (m->words + PM_HAF_MORE) * LANES);
}

pm_status pm_walks_memory_new(struct pm_walks_memory *m, const struct pm_joined *p, int words)
{
    static double nothing;

    free(m->all);
    m->all = NULL;
    m->words = words;
    set_degrees(m, p, p->looped);
    m->all = &nothing;
    place(m, m->all);
    const size_t count = pm_walks_memory_size(m);
    m->all = NULL;
    PM_TRY(pm_stack_aligned(&m->all, count));
    place(m, m->all);
    memset(m->b[p->count], 0,
           (size_t)(m->g[p->count] - m->b[p->count] + (words + PM_HAF_MORE) * LANES) *
               sizeof *m->all);
    return PM_OK;
}

void pm_walks_room_close(void *opened)
{
    struct pm_walks_room *const r = opened;

    if (r == NULL)
        return;
    pm_pairs_joined_clear(&r->pairs);
    PM_FREE(r->numbers.all, r->entry, r->scale, r->times, r);
}

pm_status pm_walks_room_open(void **opened, const struct pm_batch *b)
{
    const int n = b->stack.rows, lanes = b->stack.count < LANES ? 1 : LANES;
    pm_status status = PM_OK;
    struct pm_walks_room *r;

    PM_NEW(r, 1);
    r->b = b;
    r->n = n;
    r->parts = b->parts;
    r->words = b->stack.precision == PM_PRECISION_DOUBLE ? b->parts : 2 * b->parts;
    PM_NEW_GOTO(status, r->entry, lanes * (n + 1) * n * r->parts + 1, done);
    r->loop = r->entry + lanes * n * n * r->parts;
    PM_NEW_GOTO(status, r->scale, n + 1, done);
    PM_NEW_GOTO(status, r->times, n + 1, done);
    r->total = -1;
done:
    PM_GIVE(opened, r, status, pm_walks_room_close);
}

/* ------------------------------------------------------------------ matrices */

static double *entry_at(const struct pm_walks_room *r, int lane, int i, int j)
{
    return r->entry + (ptrdiff_t)((lane * r->n + i) * r->n + j) * r->parts;
}

static double *loop_at(const struct pm_walks_room *r, int lane, int i)
{
    return r->loop + (ptrdiff_t)(lane * r->n + i) * r->parts;
}

/* Whether an integer may have been rounded, one of 2^53 or more: then the vectors must not be
 * asked. */
static bool is_rounded(const struct pm_walks_room *r, const double *x, int count)
{
    bool rounded = false;

    for (int k = 0; k < count && r->b->stack.entries == PM_ENTRIES_INTEGER; k++)
        rounded = rounded || fabs(x[k]) >= 0x1p53;
    return rounded;
}

pm_status pm_walks_read(bool *rounded, const struct pm_walks_room *r, int lane, size_t k)
{
    const int n = r->n, parts = r->parts;
    double *const entry = entry_at(r, lane, 0, 0), *const loop = loop_at(r, lane, 0);
    const struct pm_target to = {entry, parts, 1}, to_loop = {loop, parts, 1};

    PM_TRY(pm_stack_copy(&to, r->b, k, n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            const double *const x = entry_at(r, lane, i, j), *const y = entry_at(r, lane, j, i);
            if (x[0] != y[0] || x[parts - 1] != y[parts - 1])
                return pm_stack_asymmetric(k, false, i, j);
        }
    memset(loop, 0, (size_t)(n * parts) * sizeof *loop);
    if (r->b->loops != NULL)
        PM_TRY(pm_stack_copy(&to_loop, r->b->loops, k, 1));
    *rounded = *rounded || is_rounded(r, entry, n * n) || is_rounded(r, loop, n);
    return PM_OK;
}

bool pm_walks_scale(struct pm_walks_room *r, int lane)
{
    const struct pm_walks_entries entries = {.entry = entry_at(r, lane, 0, 0),
                                             .loop = loop_at(r, lane, 0),
                                             .row = r->n,
                                             .col = 1,
                                             .n = r->n,
                                             .parts = r->parts,
                                             .times = r->times};

    const bool kept = pm_walks_choose_scale(r->scale, &entries);
    bool scaled = false;
    r->all[lane] = 0;
    for (int i = 0; i < r->n; i++)
        scaled = scaled || r->scale[i] != 0;
    for (int i = 0; i < r->n && scaled; i++) {
        r->all[lane] += r->times[i] * r->scale[i];
        for (int part = 0; part < r->parts; part++) {
            double *const loop = loop_at(r, lane, i) + part;
            *loop = pm_times_power(*loop, -r->scale[i]);
            for (int j = 0; j < r->n; j++) {
                double *const at = entry_at(r, lane, i, j) + part;
                *at = pm_times_power(*at, -r->scale[i] - r->scale[j]);
            }
        }
    }
    return kept;
}

/* ------------------------------------------------------------------ pairs */

bool pm_walks_has_loops(const struct pm_walks_room *r, int lanes)
{
    bool found = false;

    for (int at = 0; at < lanes * r->n * r->parts; at++)
        found = found || r->loop[at] != 0;
    return found;
}

static bool are_able(const struct pm_joined *p)
{
    double terms;

    return p->count > 0 && p->count <= PM_HAF_PAIRS && p->times[0] <= PM_HAF_TIMES &&
           pm_pairs_joined_price(&terms, p) <= PRICE_MOST;
}

/* Finds the pairs for these copies; NULL: one of each.  Pairs of the matrix before are kept. */
pm_status pm_walks_take_pairs(struct pm_walks_room *r, const int *times, int total, bool looped)
{
    const struct pm_looped shape = {.n = r->n, .total = total, .times = r->times};
    bool same = r->total == total && r->pairs.looped == looped;

    for (int i = 0; i < r->n; i++) {
        const int here = times != NULL ? times[i] : 1;
        same = same && r->times[i] == here;
        r->times[i] = here;
    }
    r->total = total;
    if (same)
        return PM_OK;
    pm_pairs_joined_clear(&r->pairs);
    r->pairs = (struct pm_joined){.looped = looped, .complex_values = r->parts == 2};
    PM_TRY(pm_pairs_joined_find(&r->pairs, &shape));
    r->able = are_able(&r->pairs);
    if (!r->able)
        return PM_OK;
    return pm_walks_memory_new(&r->numbers, &r->pairs, r->words);
}

static void put_word(double *word, int lane, bool spread, double x)
{
    if (!spread)
        word[lane] = x;
    for (int at = 0; at < LANES && spread; at++)
        word[at] = x;
}

/* Writes z into `lane`, or into all lanes, of the first coefficient of a polynomial. */
static void put(const struct pm_walks_memory *m, double *poly, int lane, bool spread,
                const double *z, int parts)
{
    for (int part = 0; part < parts; part++)
        put_word(poly + part * LANES, lane, spread, z[part]);
    put_word(poly + m->words * LANES, lane, spread, pm_modulus(z, parts));
}

/* The first state of a matrix. */
void pm_walks_fill(struct pm_walks_memory *m, const struct pm_walks_room *r, int lane, bool spread)
{
    const struct pm_joined *const p = &r->pairs;
    const ptrdiff_t size =
        (m->words + PM_HAF_MORE) * LANES; /* the first state has constants only */
    static const double one[2] = {1, 0}, zero[2] = {0, 0};
    double *const b = m->b[p->count];

    for (int j = 0; j < 2 * p->count; j++) {
        const int row = p->vertex[j % 2][j / 2], high = j + p->looped;
        double *const line = b + high * (high + 1) / 2 * size;
        for (int k = 0; k <= j; k++) {
            const int col = p->vertex[k % 2][k / 2];
            const double *const z = row < r->n && col < r->n ? entry_at(r, lane, row, col) : zero;
            put(m, line + (k + p->looped) * size, lane, spread, z, r->parts);
        }
        if (p->looped)
            put(m, line, lane, spread, row < r->n ? loop_at(r, lane, row) : one, r->parts);
    }
    put(m, m->g[p->count], lane, spread, one, r->parts);
}
