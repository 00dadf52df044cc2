/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of non-negative matrices by a table of numbers with exponents of any size, so that nothing
 * leaves their range: for logarithms, and for what is below or above the range of doubles.  With
 *
 *     T_j(S) = T_(j+1)(S) + sum over i in S of a(i, j) T_(j+1)(S without i)
 *
 * and F_j, which is the same for the columns before j, the permanent is T_0(all rows), and minor
 * (i, j) is the sum over all S without i of F_j(S) T_(j+1)(the other rows but i).  No number is
 * subtracted, so the relative error of a result is that of its roundings.  Cost: 2^(m-1) m n
 * products for an m x n matrix, three times as many for minors.
 * Source: Nijenhuis and Wilf, Combinatorial Algorithms, 2nd edition 1978, chapter 23. */
#include "engine/table/table.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"
#include "num/exponential.h"

#include <math.h>
#include <string.h>

enum {
    ROWS = 16,
    BLOCK = 512,
    INNER = 64,       /* numbers that are added up together */
    PLACES = 1 << 22, /* of the tables of a thread, at most */
};

static const double STEP_SECONDS = 4e-9;

/* m 2^(BLOCK e): 0, or 2^-256 <= m < 2^256. */
struct wide {
    double m;
    int64_t e;
};

static inline struct wide fit(double m, int64_t e)
{
    if (m >= 0x1p256)
        return (struct wide){m * 0x1p-512, e + 1};
    if (m < 0x1p-256 && m > 0)
        return (struct wide){m * 0x1p512, e - 1};
    return (struct wide){m, m > 0 ? e : 0};
}

static inline struct wide times(struct wide x, struct wide y)
{
    return fit(x.m * y.m, x.e + y.e);
}

/* One rounding: what is 2^-512 of the other number, or less, is less than a rounding of it. */
static inline struct wide plus(struct wide x, struct wide y)
{
    const int64_t gap = x.e - y.e;

    if (x.m == 0 || y.m == 0)
        return x.m == 0 ? y : x;
    if (gap == 0)
        return fit(x.m + y.m, x.e);
    if (gap > 0)
        return gap > 1 ? x : fit(x.m + y.m * 0x1p-512, x.e);
    return gap < -1 ? y : fit(y.m + x.m * 0x1p-512, y.e);
}

struct room {
    const struct pm_batch *b;
    int rows, cols;
    size_t sets;
    struct wide *entry;  /* [rows][cols] */
    struct wide *behind; /* T; for minors [cols + 1][sets], else [sets] */
    struct wide *before; /* F: [sets] */
};

static double wide_seconds(const struct pm_batch *b)
{
    const int rows = b->stack.rows, cols = b->stack.cols;
    const double places = ldexp(b->minors ? cols + 2 : 1, rows);

    return pm_stack_is_plain(b) && rows <= ROWS && b->parts == 1 && places <= PLACES
               ? ldexp(rows * (double)cols, rows - 1) * (b->minors ? 3 : 1) * STEP_SECONDS
               : HUGE_VAL;
}

static void close_room(void *opened)
{
    struct room *const r = opened;

    if (r != NULL)
        PM_FREE(r->entry, r->behind, r->before, r);
}

static pm_status open_room(void **opened, const struct pm_batch *b)
{
    pm_status status = PM_OK;
    struct room *r;

    PM_NEW(r, 1);
    *r = (struct room){
        .b = b, .rows = b->stack.rows, .cols = b->stack.cols, .sets = (size_t)1 << b->stack.rows};
    PM_NEW_GOTO(status, r->entry, r->rows * r->cols + 1, done);
    PM_NEW_GOTO(status, r->behind, r->sets * (b->minors ? (size_t)r->cols + 1 : 1), done);
    PM_NEW_GOTO(status, r->before, r->sets, done);
done:
    PM_GIVE(opened, r, status, close_room);
}

static struct wide of_double(double x, int64_t e)
{
    const int64_t all = e + pm_exponent(x);
    const int64_t block = (all + (all < 0 ? -BLOCK / 2 : BLOCK / 2)) / BLOCK;

    return x == 0 ? (struct wide){0, 0} : fit(pm_times_power(x, e - block * BLOCK), block);
}

/* *able = no entry is negative. */
static pm_status load(bool *able, struct room *r, size_t k)
{
    const struct pm_batch *const b = r->b;
    const bool logs = b->stack.entries == PM_ENTRIES_LOGS;

    *able = true;
    for (int i = 0; i < r->rows; i++)
        for (int j = 0; j < r->cols; j++) {
            double z[2], x;
            int64_t e = 0;
            if (logs) {
                pm_stack_entry(z, b, k, i, j);
                if (!pm_exponential_double(&x, &e, z[0]))
                    return pm_fail(PM_INPUT,
                                   "matrix %zu, row %d, column %d: %g is no logarithm of an entry",
                                   k, b->turned ? j : i, b->turned ? i : j, z[0]);
            } else {
                PM_TRY(pm_stack_finite(z, b, k, i, j));
                x = z[0];
            }
            *able = *able && x >= 0;
            r->entry[i * r->cols + j] = of_double(x, e);
        }
    return PM_OK;
}

/* to(S) += sum over i in S of a(i, j) to(S without i), for all S, the largest first. */
static void add_column(struct wide *to, const struct room *r, int j)
{
    for (size_t set = r->sets; set-- > 1;)
        for (size_t left = set; left != 0; left &= left - 1) {
            const struct wide a = r->entry[__builtin_ctzll(left) * r->cols + j];
            if (a.m != 0)
                to[set] = plus(to[set], times(a, to[set ^ (left & -left)]));
        }
}

static void set_first(struct wide *table, const struct room *r)
{
    for (size_t set = 0; set < r->sets; set++)
        table[set] = (struct wide){set == 0, 0};
}

/* The roundings of a number: additions in each column, products, the sum of a minor, and eight for
 * an entry that was rounded. */
static double roundings(const struct room *r)
{
    const double sum = r->b->minors ? INNER + (double)r->sets / INNER + 1 : 0;

    return r->rows * (double)r->cols + r->rows + sum +
           (r->b->stack.entries != PM_ENTRIES_REAL ? 8 * r->rows : 0);
}

static void deliver(const struct room *r, size_t place, struct wide x)
{
    const double value[2] = {x.m, 0};
    const struct pm_mag bound = pm_mag_up(pm_gamma(roundings(r)) * x.m, 0);

    if (r->b->stack.entries == PM_ENTRIES_LOGS) /* nothing else can compute with them */
        pm_stack_write(r->b, place, value, bound, x.e * BLOCK);
    else
        pm_stack_deliver(r->b, place, value, bound, x.e * BLOCK);
}

static struct wide minor(const struct room *r, int i, const struct wide *behind)
{
    const size_t others = (r->sets - 1) ^ (size_t)1 << i;
    struct wide sum = {0, 0};

    for (size_t first = 0; first < r->sets; first += INNER) {
        struct wide inner = {0, 0};
        for (size_t set = first; set < first + INNER && set < r->sets; set++)
            if ((set >> i & 1) == 0)
                inner = plus(inner, times(r->before[set], behind[others ^ set]));
        sum = plus(sum, inner);
    }
    return sum;
}

static pm_status find_minors(struct room *r, size_t k)
{
    struct wide *const last = r->behind + (size_t)r->cols * r->sets;

    set_first(last, r);
    for (int j = r->cols - 1; j >= 0; j--) {
        struct wide *const here = r->behind + (size_t)j * r->sets;
        memcpy(here, here + r->sets, r->sets * sizeof *here);
        add_column(here, r, j);
    }
    set_first(r->before, r);
    for (int j = 0; j < r->cols; j++) {
        PM_TRY(pm_stack_go_on(r->b));
        for (int i = 0; i < r->rows; i++)
            deliver(r, pm_stack_place(r->b, k, i, j),
                    minor(r, i, r->behind + (size_t)(j + 1) * r->sets));
        add_column(r->before, r, j);
    }
    return PM_OK;
}

static pm_status find(struct room *r, size_t k)
{
    bool able;

    PM_TRY(load(&able, r, k));
    if (!able) {
        pm_stack_miss_all(r->b, k);
        return PM_OK;
    }
    if (r->b->minors)
        return find_minors(r, k);
    set_first(r->behind, r);
    for (int j = 0; j < r->cols; j++) {
        PM_TRY(pm_stack_go_on(r->b));
        add_column(r->behind, r, j);
    }
    deliver(r, k, r->behind[r->sets - 1]);
    return PM_OK;
}

static pm_status work(void *room, size_t first, int count)
{
    for (int k = 0; k < count; k++)
        PM_TRY(find(room, first + (size_t)k));
    return PM_OK;
}

const struct pm_engine_stack pm_table_wide = {
    .group = 1, .seconds = wide_seconds, .open = open_room, .work = work, .close = close_room};
