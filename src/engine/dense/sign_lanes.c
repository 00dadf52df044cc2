/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of doubles by the walk of signs.h: rounds the rows of each matrix to two layers, and
 * bounds the error.  What these layers leave of an entry is bounded by the product of the rows'
 * sums of moduli: it is below 2^-95 of it. */
#include "engine/dense/sign_lanes.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/dense/sign_large.h"
#include "engine/glynn/rounded.h"
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
    MOST = 40,
    START = 700, /* row sums are below 2^6, and 2^39 products are added up */
    ALONE = 10,  /* so many lines keep the lanes of one matrix busy, ... */
    LONG = 16,   /* ... and so many make its own tables cheap, ... */
    LONG_COMPLEX = 14,
    WHOLE_BITS = 63,
    WHOLE = 27, /* so many rows of integers at most: products start above 2^-1022 */
};

struct room {
    const struct pm_batch *b;
    pm_signs_walk *walk;
    struct pm_signs signs;
    struct pm_rounded rounded;
    struct pm_stack_scale scale;
    double *memory;
    int line[2 * MOST];
    int order[MOST];      /* of the rows of the matrix that was taken last */
    int top[LANES][MOST]; /* sums of the moduli of these rows are below 2^top */
    /* of each lane's matrix: its exponent; the error besides that of the products */
    int all[LANES];
    struct pm_mag crude[LANES];
    bool empty[LANES], able[LANES];
    struct pm_signs_large_room *large; /* NULL: large products are not computed again */
};

PM_ISA_TABLE(pm_signs_walk, pm_signs_walk);

static pm_status open_room(void **opened, const struct pm_batch *b)
{
    const int n = b->stack.rows;
    const size_t column = (size_t)((n * 2 * b->parts + 1) * LANES),
                 cells = column * (size_t)(n + 1);
    /* one allocation, since each takes as long as a row of a small matrix */
    struct room *const r =
        pm_alloc_aligned(1, sizeof *r + PM_ALLOC_LINE +
                                (cells + pm_rounded_cells(n, b->parts, 2)) * sizeof *r->memory);

    if (r == NULL)
        return PM_NOMEM;
    r->b = b;
    r->walk = pm_signs_walk_sets[b->isa->number];
    r->memory = pm_alloc_line(r + 1);
    pm_rounded_place(&r->rounded, r->memory + cells, n, b->parts, 2);
    memset(r->memory + column * (size_t)n, 0, column * sizeof *r->memory);
    r->scale = (struct pm_stack_scale){.rows = n, .row = r->line, .col = r->line + n};
    r->signs = (struct pm_signs){.n = n,
                                 .parts = b->parts,
                                 .column = (int)column,
                                 .x = r->memory,
                                 .own = r->memory + column,
                                 .step = r->memory + column * (PM_SIGNS_OWN + 1),
                                 .still = r->memory + column * (size_t)n};
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

/* Whether row k consists of integers below 2^WHOLE_BITS, times one power of two, in both layers:
 * the first layer always does, since it has multiples of a larger power. */
static bool is_whole(const struct pm_rounded *a, int k, int top)
{
    const double units = pm_times_power(1, WHOLE_BITS - top);
    const double *const row = pm_rounded_at(a, k, 0), *const end = row + a->n * a->words;
    bool whole = a->sum[k] > 0;

    for (const double *z = row; z < end && whole; z += a->words)
        for (int part = a->parts; part < a->words; part++) {
            const double times = z[part] * units; /* below 2^50, so that a sum rounds it */
            whole = whole && (times + 0x1.8p52) - 0x1.8p52 == times;
        }
    return whole;
}

/* Orders the rows of one lane's matrix: those of integers come first. */
static void order_rows(struct room *r, int lane)
{
    const int n = r->signs.n;
    bool whole[MOST];
    int at = 0, top[MOST];

    for (int i = 0; i < n; i++) {
        top[i] = pm_exponent(r->rounded.sum[i] * PM_UP_LONGEST);
        whole[i] = is_whole(&r->rounded, i, top[i]);
    }
    for (int other = 0; other < 2; other++) {
        for (int i = 0; i < n; i++) {
            if (whole[i] == (other == 1))
                continue;
            r->top[lane][at] = top[i];
            r->order[at++] = i;
        }
        if (other == 0 && at < r->signs.whole)
            r->signs.whole = at;
    }
}

/* Rounds matrix k to the rows of two layers; `lane` is told of it. */
static pm_status take(struct room *r, int lane, size_t k)
{
    struct pm_rounded *const to = &r->rounded;
    const int n = r->signs.n;
    const struct pm_target target = {to->b, to->words, 1};
    double product = 1, lost = 0; /* sums are 1/2 to 2^6, and errors at least 2^-1000 */

    PM_TRY(pm_stack_load(&r->scale, &target, r->b, k));
    r->all[lane] = r->scale.all;
    r->able[lane] = !pm_stack_is_rounded(r->b, &target, &r->scale);
    r->empty[lane] = false;
    for (int i = 0; i < n; i++) {
        pm_rounded_row(to, i, 0);
        r->empty[lane] = r->empty[lane] || !(to->sum[i] > 0);
        if (r->empty[lane])
            continue;
        product *= to->sum[i] + to->eta[i];
        lost += to->eta[i] / to->sum[i];
        if (to->second[i] > 0)
            r->signs.way = PM_SIGNS_ROUNDED;
    }
    r->crude[lane] =
        pm_mag_mul(pm_mag_double(product * PM_UP, 0), pm_mag_double(lost * PM_UP_LONG, 0));
    order_rows(r, lane);
    return PM_OK;
}

/* Writes one word of all entries of a row, `words` apart, into one lane. */
static void fill_word(double *x, const struct room *r, const double *b, int words)
{
    const ptrdiff_t column = r->signs.column;
    const double *const last = b + (r->signs.n - 1) * words;
    double *const sums = x;
    double sum = *last;

    for (; b < last; b += words) {
        sum += *b;
        *(x += column) = 2 * *b;
    }
    *sums = sum;
}

/* The same into all lanes, with signs of their own for the last free columns. */
static void fill_lanes(double *x, const struct room *r, const double *b, int words)
{
    const int n = r->signs.n, free_columns = n - 1 - LOG_LANES;
    const double *const signs = b + free_columns * words;
    double sum = 0;

    for (int j = 0; j < n; j++)
        sum += b[j * words];
    const double one = sum - 2 * signs[0], other = 2 * signs[words], last = 2 * signs[2 * words];
    const double four[] = {sum, one, sum - other, one - other};
    for (int to = 0; to < LANES / 2; to++) {
        x[to] = four[to];
        x[LANES / 2 + to] = four[to] - last;
    }
    for (int j = 0; j < free_columns; j++) {
        const double twice = 2 * b[j * words];
        x += r->signs.column;
        for (int to = 0; to < LANES; to++)
            x[to] = twice;
    }
}

/* Writes the rounded rows into one lane, or into all if the matrix is alone. */
static void fill(struct room *r, int lane, bool alone)
{
    const int words = 2 * r->signs.parts;
    double *x = r->memory + (alone ? 0 : lane);

    for (int i = 0; i < r->signs.n; i++)
        for (int word = 0; word < words; word++, x += LANES) {
            const double *const b = pm_rounded_at(&r->rounded, r->order[i], 0) + word;
            if (alone)
                fill_lanes(x, r, b, words);
            else
                fill_word(x, r, b, words);
        }
}

/* Turns the layers of row i, high and low parts in one column of twice the entries, or of sums,
 * into `times` an integer below 2^WHOLE_BITS, in lanes for integers: units[lane] are those of the
 * row.  Lanes behind the first `different` ones are equal to the first. */
static void make_row_whole(double *high, const double *units, int next, unsigned times,
                           int different, bool alone)
{
    for (int lane = 0; lane < different; lane++) {
        const union {
            uint64_t whole;
            double lane;
        } sum = {((uint64_t)(int64_t)(high[lane] * units[lane]) +
                  (uint64_t)(int64_t)(high[next + lane] * units[lane])) *
                 times};
        high[lane] = sum.lane;
    }
    for (int lane = different; alone && lane < LANES; lane++)
        high[lane] = high[0];
}

/* Turns the layers of the first rows into integers, where the walk rounds sums; `lanes`: of so many
 * matrices. */
static void make_whole(struct room *r, int lanes, bool alone)
{
    const int n = r->signs.n, parts = r->signs.parts, columns = alone ? n - LOG_LANES : n;

    r->signs.whole = r->signs.way != PM_SIGNS_ROUNDED ? 0
                     : r->signs.whole < WHOLE         ? r->signs.whole
                                                      : WHOLE;
    r->signs.start = ldexp(1, START - WHOLE_BITS * r->signs.whole);
    for (int i = 0; i < r->signs.whole; i++) {
        double units[2][LANES]; /* of sums; of twice the entries */
        for (int lane = 0; lane < LANES; lane++) {
            units[0][lane] = pm_times_power(1, WHOLE_BITS - r->top[lane < lanes ? lane : 0][i]);
            units[1][lane] = units[0][lane] / 2;
        }
        for (int j = 0; j < columns; j++)
            for (int part = 0; part < parts; part++)
                make_row_whole(r->memory + j * r->signs.column + (2 * i * parts + part) * LANES,
                               units[j > 0], parts * LANES, j == 0 ? 1 : 2,
                               !alone   ? lanes
                               : j == 0 ? LANES
                                        : 1,
                               alone);
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

/* total[lane], or total[0] for all lanes. */
static pm_status walk(struct total *total, struct room *r, bool alone)
{
    const int gray = r->signs.n - 1 - PM_SIGNS_OWN - (alone ? LOG_LANES : 0);
    const uint64_t blocks = UINT64_C(1) << gray, chunk = UINT64_C(1) << PM_SIGNS_LOG_CHUNK;
    struct pm_signs_sum sum;

    memset(total, 0, LANES * sizeof *total);
    for (uint64_t g = 0; g < blocks; g += chunk) {
        PM_TRY(pm_stack_go_on(r->b));
        r->walk(&sum, &r->signs, g, g + chunk < blocks ? g + chunk : blocks);
        for (int lane = 0; lane < LANES; lane++)
            add(&total[alone ? 0 : lane], &sum, lane, alone && __builtin_parity((unsigned)lane),
                r->signs.parts);
    }
    return PM_OK;
}

/* The exponent of all products. */
static int exponent_of(const struct room *r, int lane)
{
    int exp = 1 - r->signs.n - START;

    for (int i = 0; i < r->signs.whole; i++)
        exp += r->top[lane][i];
    return exp;
}

static struct pm_mag bound_of(const struct room *r, int lane, const struct total *t)
{
    static const int roundings[2][2] = {{1, 2}, {2, 3}};
    const int n = r->signs.n, parts = r->signs.parts;
    const double value[2] = {t->high[0] + t->low[0], t->high[1] + t->low[1]};
    /* 1: products of complex integers can have a small part below 2^-1022; 2: of a modulus */
    const double each =
        pm_gamma(n * roundings[parts - 1][r->signs.way] + 2 + (r->signs.whole > 0 ? 1 : 0));
    /* sizes are rounded in the sums of a chunk, and in those of chunks */
    const double off = pm_gamma(0x1p32);
    const double size = t->size * (1 + off) * PM_UP - t->exact * (1 - off);
    const double error = (each * size + PM_SIGNS_LARGE_ERROR * t->exact + t->error +
                          pm_gamma(1) * pm_modulus(value, parts) + pm_finish_floor(n * 6, n - 1)) *
                         PM_UP;
    struct pm_mag crude = r->crude[lane];

    crude.e -= exponent_of(r, lane);
    return r->empty[lane] ? (struct pm_mag){0, 0} : pm_mag_add(pm_mag_double(error, 0), crude);
}

/* Adds what the large products of one matrix lack, where the bound suffices only so; not where
 * double-double for all products takes less time. */
static pm_status add_large(struct room *r, struct total *t)
{
    static const double share[] = {0.15, 0.375};
    const double value[2] = {t->high[0] + t->low[0], t->high[1] + t->low[1]};
    const double most = ldexp(share[r->signs.parts - 1], r->signs.n - 1);
    int level = -1;

    while (level < PM_SIGNS_LEVELS && !pm_stack_suffices(r->b, value, bound_of(r, 0, t)))
        t->exact = ++level < PM_SIGNS_LEVELS ? t->above[level] : 0;
    if (level < 0 || level == PM_SIGNS_LEVELS)
        return PM_OK;
    if ((double)pm_signs_large_count(r->large, level) > most) {
        t->exact = 0;
        return PM_OK;
    }
    return pm_signs_large_add(t->high, t->low, r->large, level, &r->rounded, r->order,
                              ldexp(1, 1 - r->signs.n - exponent_of(r, 0)));
}

static void deliver(const struct room *r, int lane, size_t k, const struct total *t)
{
    const double value[2] = {t->high[0] + t->low[0], t->high[1] + t->low[1]};

    if (!r->able[lane])
        pm_stack_miss(r->b, k);
    else
        pm_stack_deliver(r->b, k, value, bound_of(r, lane, t), r->all[lane] + exponent_of(r, lane));
}

static pm_status work(void *room, size_t first, int count)
{
    struct room *const r = room;
    const bool alone = count < (r->signs.n < ALONE ? 2 : LANES) ||
                       r->signs.n >= (r->signs.parts == 1 ? LONG : LONG_COMPLEX);
    const int step = alone ? 1 : count;
    struct total total[LANES];

    if (!alone && count < LANES) /* the other lanes */
        memset(r->memory, 0, (size_t)((double *)r->signs.still - r->memory) * sizeof *r->memory);
    for (int begin = 0; begin < count; begin += step) {
        r->signs.way = PM_SIGNS_PLAIN;
        r->signs.whole = r->signs.n;
        for (int lane = 0; lane < step; lane++) {
            PM_TRY(take(r, lane, first + (size_t)(begin + lane)));
            fill(r, lane, alone);
        }
        make_whole(r, step, alone);
        pm_signs_large_begin(&r->signs, alone ? r->large : NULL, &r->rounded,
                             ldexp(1, 1 - r->signs.n - exponent_of(r, 0)));
        PM_TRY(walk(total, r, alone));
        if (alone && r->large != NULL)
            PM_TRY(add_large(r, &total[0]));
        for (int lane = 0; lane < step; lane++)
            deliver(r, lane, first + (size_t)(begin + lane), &total[lane]);
    }
    return PM_OK;
}

/* A few matrices take longer to prepare: the table is faster below 7 rows, or 8 of complex numbers.
 */
static double seconds(const struct pm_batch *b)
{
    static const double rate[] = {1e10, 4e9}, few[] = {2e-9, 3e-9};
    const int n = b->stack.rows;
    const double each = b->stack.count < LANES ? few[b->parts - 1] : 1e-9;

    return pm_stack_is_plain(b) && b->layers == 1 && !b->minors && n == b->stack.cols &&
                   n >= LEAST && n <= MOST
               ? each * n * n + ldexp(n, n - 1) / rate[b->parts - 1]
               : HUGE_VAL;
}

const struct pm_engine_stack pm_signs_stack = {
    .group = LANES, .seconds = seconds, .open = open_room, .work = work, .close = close_room};
