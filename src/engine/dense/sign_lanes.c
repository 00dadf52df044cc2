/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of doubles by the walk of signs.h: rows are rounded to two layers (sign_rows.h), and the
 * error is bounded.  Of each part of an entry, these layers leave at most 2^-100 `half`, and the
 * sum of a row is at least its `half`.  So the permanent loses less than n^2 2^-99 times the
 * product of these sums. */
#include "engine/dense/sign_lanes.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/dense/sign_large.h"
#include "engine/dense/sign_rows.h"
#include "engine/glynn/sign_walk.h"
#include "engine/isa/isa.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = PM_SIGNS_LANES,
    LOG_LANES = 3,
    LEAST = 6, /* lines */
    MOST = PM_SIGNS_MOST,
    START = 700, /* row sums are below 2^6, and 2^39 products are added up */
    ALONE = 10,  /* so many lines keep the lanes of one matrix busy, ... */
    LONG = 16,   /* ... and so many make its own tables cheap, ... */
    LONG_COMPLEX = 14,
    LONG_PLAIN = 20, /* below, the walk of real numbers of one layer notes no products */
    WHOLE_BITS = 63,
    PIECES = 32,
    SAMPLE = 2, /* this piece of a walk tells which levels are too low */
};

struct room {
    const struct pm_batch *b;
    pm_signs_walk *walk;
    pm_signs_make *make;
    struct pm_signs signs;
    struct pm_signs_rows *rows;
    double *scaled;                    /* [LANES][n][n][parts], where the kernel does not read */
    struct pm_rounded rounded;         /* of one matrix, for its large products; in `scaled` */
    bool able[LANES];                  /* false: the answer of a lane is missing */
    struct pm_signs_large_room *large; /* NULL: large products are not computed again */
};

PM_ISA_TABLE(pm_signs_walk, pm_signs_walk);
PM_ISA_TABLE(pm_signs_make, pm_signs_make);

static pm_status open_room(void **opened, const struct pm_batch *b)
{
    const int n = b->stack.rows, parts = b->parts;
    const size_t column = (size_t)((n * 2 * parts + 1) * LANES), cells = column * (size_t)(n + 1),
                 space = pm_signs_space(n, parts), scaled = (size_t)(LANES * n * n * parts);
    /* one allocation, since each takes as long as a row of a small matrix */
    struct room *const r = pm_alloc_aligned(1, sizeof *r + PM_ALLOC_LINE + sizeof *r->rows +
                                                   (cells + space + scaled) * sizeof(double));

    if (r == NULL)
        return PM_NOMEM;
    r->b = b;
    r->walk = pm_signs_walk_sets[b->isa->number];
    r->make = pm_signs_make_sets[b->isa->number];
    r->rows = pm_alloc_line(r + 1);
    double *const x = (double *)(r->rows + 1), *const still = x + column * (size_t)n;
    memset(still, 0, column * sizeof *still);
    r->rows->space = still + column;
    r->scaled = r->rows->space + space;
    r->signs = (struct pm_signs){.n = n,
                                 .parts = parts,
                                 .column = (int)column,
                                 .x = x,
                                 .own = x + column,
                                 .step = x + column * (PM_SIGNS_OWN + 1),
                                 .still = still};
    r->rows->signs = &r->signs;
    *opened = r;
    return pm_signs_large_open(&r->large, b);
}

static void close_room(void *opened)
{
    struct room *const r = opened;

    if (r == NULL)
        return;
    pm_signs_large_close(r->large);
    free(r);
}

/* ------------------------------------------------------------------ tables */

/* Says where `count` matrices are.  Other lanes have the first one, too, or the last row. */
static void place(struct pm_signs_rows *rows, int count, const void *data, ptrdiff_t matrix,
                  ptrdiff_t row, ptrdiff_t col)
{
    const int last = rows->signs->n - 1;

    rows->data = data;
    rows->row = row;
    rows->col = col;
    for (int k = 0; k < LANES; k++)
        rows->lane[k] = rows->alone ? (k < last ? k : last) * row : (k < count ? k : 0) * matrix;
}

/* Reads and scales matrices one by one, as other stacks do. */
static pm_status load(struct room *r, size_t k, int count)
{
    const int n = r->signs.n, parts = r->signs.parts, cells = n * n * parts;
    int line[2 * MOST], all[LANES];
    struct pm_stack_scale scale = {.rows = n, .row = line, .col = line + n};

    for (int lane = 0; lane < count; lane++) {
        const struct pm_target target = {r->scaled + lane * cells, parts, 1};
        PM_TRY(pm_stack_load(&scale, &target, r->b, k + (size_t)lane));
        all[lane] = scale.all;
        r->able[lane] = !pm_stack_is_rounded(r->b, &target, &scale);
    }
    r->rows->integers = false;
    place(r->rows, count, r->scaled, cells, n * parts, parts);
    r->make(r->rows, true);
    for (int lane = 0; lane < count; lane++)
        r->rows->exponent[lane] = all[lane];
    return PM_OK;
}

/* Makes the tables of `count` matrices from k on. */
static pm_status take(struct room *r, size_t k, int count)
{
    const pm_stack *const s = &r->b->stack;
    const int parts = r->signs.parts;
    const ptrdiff_t matrix = s->matrix_stride * parts;

    r->rows->integers = s->entries == PM_ENTRIES_INTEGER;
    place(r->rows, count, (const double *)s->data + (ptrdiff_t)k * matrix, matrix,
          s->row_stride * parts, s->col_stride * parts);
    for (int lane = 0; lane < count; lane++)
        r->able[lane] = true;
    return r->make(r->rows, false) ? PM_OK : load(r, k, count);
}

/* The rounded rows of one matrix. */
static void gather(struct room *r)
{
    const int n = r->signs.n, words = 2 * r->signs.parts, row = words * LANES,
              column = pm_signs_groups(n) * row;

    r->rounded =
        (struct pm_rounded){.n = n, .parts = r->signs.parts, .words = words, .b = r->scaled};
    for (int i = 0; i < n; i++)
        for (int word = 0; word < words; word++) {
            const int group = i / LANES, lane = i - pm_signs_first(n, group);
            const double *const sum = r->rows->space + group * row + word * LANES + lane;
            double last = *sum; /* sums are exact */
            for (int j = 0; j < n - 1; j++) {
                const double here = sum[(j + 1) * column] / 2;
                pm_rounded_at(&r->rounded, i, j)[word] = here;
                last -= here;
            }
            pm_rounded_at(&r->rounded, i, n - 1)[word] = last;
        }
}

/* ------------------------------------------------------------------ sums */

struct total {
    double high[2], low[2], size, error;
    double above[PM_SIGNS_LEVELS]; /* of the moduli above each level */
    double exact;                  /* of the moduli of products that lack nothing any more */
};

static void add(struct total *total, const struct pm_signs_sum *sum, int lane, bool minus,
                int parts)
{
    const double sign = minus ? -1 : 1;

    for (int part = 0; part < parts; part++) {
        total->error +=
            pm_dd_add(&total->high[part], &total->low[part], sign * sum->high[part][lane]);
        total->error +=
            pm_dd_add(&total->high[part], &total->low[part], sign * sum->low[part][lane]);
    }
    total->size += sum->size[lane];
    for (int k = 0; k < PM_SIGNS_LEVELS; k++)
        total->above[k] += sum->above[k][lane];
}

static uint64_t blocks_of(const struct room *r)
{
    return UINT64_C(1) << (r->signs.n - 1 - PM_SIGNS_OWN - (r->rows->alone ? LOG_LANES : 0));
}

/* The exponent of all products. */
static int exponent_of(const struct room *r, int lane)
{
    return pm_exponent(r->rows->units[lane]) - r->signs.n - START;
}

/* The same, for the caller's matrix. */
static int exponent_outside(const struct room *r, int lane)
{
    return (int)r->rows->exponent[lane] + exponent_of(r, lane);
}

static struct pm_mag bound_of(const struct room *r, int lane, const struct total *t)
{
    static const int roundings[2][2] = {{1, 2}, {2, 3}};
    const int n = r->signs.n, parts = r->signs.parts;
    const double value[2] = {t->high[0] + t->low[0], t->high[1] + t->low[1]};
    /* 1: products of complex integers can have a small part below 2^-1022; 2: of a modulus, and of
     * sums of four products that are not noted */
    const double each = pm_gamma(n * roundings[parts - 1][r->signs.way] +
                                 (r->signs.levels > 0 ? 2 : 4) + (r->signs.whole > 0 ? 1 : 0));
    /* sizes are rounded in the sums of a chunk, and in those of chunks */
    const double off = pm_gamma(0x1p32);
    const double size = t->size * (1 + off) * PM_UP - t->exact * (1 - off);
    const double error = (each * size + PM_SIGNS_LARGE_ERROR * t->exact + t->error +
                          pm_gamma(1) * pm_modulus(value, parts) + pm_finish_floor(n * 6, n - 1)) *
                         PM_UP;
    struct pm_mag crude = pm_mag_mul(pm_mag_double(r->rows->product[lane] * PM_UP_LONG, 0),
                                     pm_mag_double(r->rows->lost[lane] * PM_UP_LONG, 0));

    crude.e -= exponent_of(r, lane);
    return r->rows->product[lane] > 0 ? pm_mag_add(pm_mag_double(error, 0), crude)
                                      : (struct pm_mag){0, 0};
}

/* The highest level above which products must be exact; -1: none need be; signs.levels: more. */
static int find_level(const struct room *r, struct total *t)
{
    const double value[2] = {t->high[0] + t->low[0], t->high[1] + t->low[1]};
    int level = -1;

    while (level < r->signs.levels && !pm_stack_suffices(r->b, value, bound_of(r, 0, t)))
        t->exact = ++level < r->signs.levels ? t->above[level] : 0;
    return level;
}

/* Chooses levels by one piece of the walk of matrix k: none that is too low, and none at all where
 * the nearest integer will be exact.  false: hardly any will suffice, and double-double came first
 * for these orders without levels.
 *
 * A lane's sum has the signs of eight columns fixed.  If entries are independent and their means
 * are 0, its root mean square is about 2.8 n + 6 times that of the sum with all signs (n from 14 to
 * 26), for the same number of products: it also has the terms where an even number of nine columns
 * are left out.  With the smaller 1.6 n + 7 the permanent seems larger, and fewer walks stop whose
 * levels would suffice. */
static bool choose_levels(struct room *r, size_t k, const struct pm_signs_sum *sum, uint64_t first,
                          uint64_t end)
{
    static const double most[] = {0.02, 0.375};
    static const int least[] = {21, 15};
    struct pm_signs *const w = &r->signs;
    const bool late = w->n < least[w->parts - 1] || r->b->stack.entries == PM_ENTRIES_INTEGER;
    struct total all = {.exact = 0};
    double integer[2] = {0, 0};

    while (w->levels > 0 && pm_signs_large_share(w, first, end, w->levels - 1) > most[w->parts - 1])
        w->levels--;
    for (int lane = 0; lane < LANES; lane++) {
        const double high[] = {sum->high[0][lane], sum->high[1][lane]};
        all.high[0] += PIECES / (1.6 * w->n + 7) * pm_modulus(high, w->parts);
        all.size += PIECES * sum->size[lane];
        for (int level = 0; level < w->levels; level++)
            all.above[level] += PIECES * sum->above[level][lane];
    }
    if (pm_stack_round(integer, r->b, k, bound_of(r, 0, &all), exponent_outside(r, 0))) {
        w->levels = 0;
        return true;
    }
    return late || find_level(r, &all) < w->levels;
}

/* total[lane], or total[0] for all lanes, of the matrices from k on. */
static pm_status walk(struct total *total, struct room *r, size_t k)
{
    const bool alone = r->rows->alone;
    const uint64_t blocks = blocks_of(r), piece = r->signs.levels > 0 ? blocks / PIECES : blocks,
                   chunk = UINT64_C(1) << PM_SIGNS_LOG_CHUNK;
    struct pm_signs_sum sum;
    uint64_t end;

    memset(total, 0, LANES * sizeof *total);
    for (uint64_t g = 0; g < blocks; g = end) {
        PM_TRY(pm_stack_go_on(r->b));
        end = g + chunk < blocks ? g + chunk : blocks;
        end = g < SAMPLE * piece && end > SAMPLE * piece ? SAMPLE * piece : end;
        end = g == SAMPLE * piece ? g + piece : end;
        if (r->signs.levels > 0)
            memset(r->signs.large + g, 0, (end - g) * sizeof *r->signs.large);
        r->walk(&sum, &r->signs, g, end);
        for (int lane = 0; lane < LANES; lane++)
            add(&total[alone ? 0 : lane], &sum, lane, alone && __builtin_parity((unsigned)lane),
                r->signs.parts);
        if (g == SAMPLE * piece && !choose_levels(r, k, &sum, g, end)) {
            r->able[0] = false;
            return PM_OK;
        }
    }
    return PM_OK;
}

/* Adds what the large products of one matrix lack, where the bound suffices only so; not where
 * double-double for all products takes less time. */
static pm_status add_large(struct room *r, struct total *t)
{
    static const double most[] = {0.15, 0.375};
    const int level = find_level(r, t);

    if (level == r->signs.levels)
        return PM_OK;
    if (pm_signs_large_share(&r->signs, 0, blocks_of(r), level) > most[r->signs.parts - 1]) {
        t->exact = 0;
        return PM_OK;
    }
    return pm_signs_large_add(t->high, t->low, r->large, level, &r->rounded, r->rows->order,
                              ldexp(1, 1 - r->signs.n - exponent_of(r, 0)));
}

/* false: it does not suffice. */
static bool offer(const struct room *r, int lane, size_t k, const struct total *t)
{
    const double value[2] = {t->high[0] + t->low[0], t->high[1] + t->low[1]};

    return r->able[lane] &&
           pm_stack_offer(r->b, k, value, bound_of(r, lane, t), exponent_outside(r, lane));
}

static pm_status deliver(struct room *r, int lane, size_t k, struct total *t)
{
    if (offer(r, lane, k, t))
        return PM_OK;
    if (r->able[lane] && r->signs.levels > 0)
        PM_TRY(add_large(r, t));
    if (!(t->exact > 0 && offer(r, lane, k, t)))
        pm_stack_miss(r->b, k);
    return PM_OK;
}

static pm_status work(void *room, size_t first, int count)
{
    struct room *const r = room;
    const bool alone = count < (r->signs.n < ALONE ? 2 : LANES) ||
                       r->signs.n >= (r->signs.parts == 1 ? LONG : LONG_COMPLEX);
    const bool cheap = r->signs.parts == 1 && r->signs.n < LONG_PLAIN;
    const int step = alone ? 1 : count;
    struct total total[LANES];

    r->rows->alone = alone;
    for (int begin = 0; begin < count; begin += step) {
        PM_TRY(take(r, first + (size_t)begin, step));
        r->signs.start = pm_times_power(1, START - WHOLE_BITS * r->signs.whole);
        r->signs.levels = 0;
        if (alone && r->large != NULL && !(cheap && r->signs.way == PM_SIGNS_PLAIN)) {
            gather(r);
            pm_signs_large_begin(&r->signs, r->large, &r->rounded,
                                 ldexp(1, 1 - r->signs.n - exponent_of(r, 0)));
        }
        PM_TRY(walk(total, r, first + (size_t)begin));
        for (int lane = 0; lane < step; lane++)
            PM_TRY(deliver(r, lane, first + (size_t)(begin + lane), &total[lane]));
    }
    return PM_OK;
}

static double seconds(const struct pm_batch *b)
{
    static const double rate[] = {1e10, 4e9};
    const int n = b->stack.rows;

    return pm_stack_is_plain(b) && b->layers == 1 && !b->minors && n == b->stack.cols &&
                   n >= LEAST && n <= MOST
               ? ldexp(n, n - 1) / rate[b->parts - 1]
               : HUGE_VAL;
}

const struct pm_engine_stack pm_signs_stack = {
    .group = LANES, .seconds = seconds, .open = open_room, .work = work, .close = close_room};
