/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes matrices by the table, eight at a time.  For minors, rows of ones make a rectangular
 * matrix square, which multiplies its minors by (n - m)!. */
#include "base/alloc.h"
#include "batch/method.h"
#include "batch/table_kernel.h"
#include "engine/glynn/rounded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = PM_TABLE_LANES };

static const double UNIT = 0x1p-53;

struct room {
    const struct pm_batch *b;
    pm_table_walk *walk;
    struct pm_table table;
    double *entries;
    int *exp[LANES]; /* of the scales of rows, then of columns */
};

static void close_room(void *opened)
{
    struct room *const r = opened;

    if (r == NULL)
        return;
    free(r->entries);
    free(r->table.scratch);
    free(r->table.back);
    free(r->table.minors);
    free(r->exp[0]);
    free(r);
}

static size_t cells(const struct room *r)
{
    return (size_t)r->table.rows * (size_t)r->table.cols;
}

static pm_status open_room(void **opened, const struct pm_batch *b)
{
    const int rows = b->minors ? b->stack.cols : b->stack.rows;
    const size_t cell = (size_t)(b->parts + 1) * LANES, lines = (size_t)(rows + b->stack.cols);
    pm_status status;
    struct room *r;

    PM_NEW(r, 1);
    r->b = b;
    r->walk = pm_table_kernel(b->isa);
    r->table.rows = rows;
    r->table.cols = b->stack.cols;
    r->table.parts = b->parts;
    PM_TRY_GOTO(status, pm_batch_aligned(&r->entries, cells(r) * cell), fail);
    r->table.entries = r->entries;
    memset(r->entries, 0, cells(r) * cell * sizeof(double));
    PM_TRY_GOTO(status, pm_batch_aligned(&r->table.scratch, cell << rows), fail);
    if (b->minors) {
        PM_TRY_GOTO(status, pm_batch_aligned(&r->table.back, cell << rows), fail);
        PM_TRY_GOTO(status, pm_batch_aligned(&r->table.minors, cells(r) * cell), fail);
    }
    PM_NEW_GOTO(status, r->exp[0], lines * LANES, fail);
    for (int lane = 1; lane < LANES; lane++)
        r->exp[lane] = r->exp[0] + (size_t)lane * lines;
    *opened = r;
    return PM_OK;
fail:
    close_room(r);
    return status;
}

/* Number of roundings from an entry of a term to the sum, including that of the entry itself. */
static double roundings(const struct room *r)
{
    const double m = r->table.rows, n = r->table.cols;
    const double sums = r->b->minors ? n * (n + 1) + 2 + ldexp(1, r->table.rows - 1)
                        : m == n     ? m * (m + 1) / 2
                                     : m * n;

    return (r->b->parts == 1 ? 1 : 2 * 1.5) * sums +
           (r->b->stack.entries == PM_ENTRIES_INTEGER ? m : 0);
}

/* Loads matrix k into a lane; *signs: some entry may not be positive. */
static pm_status fill_lane(bool *signs, struct room *r, int lane, size_t k)
{
    const struct pm_batch *const b = r->b;
    const int parts = b->parts, entry = (parts + 1) * LANES;
    const struct pm_target to = {r->entries + lane, entry, LANES};
    double *const end = to.base + cells(r) * (size_t)entry;

    PM_TRY(pm_batch_load(r->exp[lane], r->exp[lane] + r->table.rows, &to, b, k));
    for (int i = b->stack.rows; i < r->table.rows; i++) {
        r->exp[lane][i] = 0;
        for (int j = 0; j < r->table.cols; j++) {
            double *const at = to.base + (i * r->table.cols + j) * entry;
            at[0] = 1;
            at[LANES] = 0;
        }
    }
    for (double *at = to.base; at < end; at += entry) {
        *signs = *signs || at[0] < 0;
        at[parts * LANES] =
            parts == 1 ? fabs(at[0]) : PM_UP * sqrt(at[0] * at[0] + at[LANES] * at[LANES]);
    }
    return PM_OK;
}

static int exponents(const struct room *r, int lane)
{
    int sum = 0;

    for (int k = 0; k < r->b->stack.rows; k++)
        sum += r->exp[lane][k];
    for (int k = 0; k < r->table.cols; k++)
        sum += r->exp[lane][r->table.rows + k];
    return sum;
}

/* Delivers a number whose parts, and modulus if there is one, are LANES apart. */
static void deliver(const struct room *r, size_t place, const double *re, const double *im,
                    const double *modulus, double divisor, int exp)
{
    const double value[2] = {*re / divisor, r->b->parts == 2 ? *im / divisor : 0};
    const double size = r->table.moduli ? *modulus / divisor : fabs(value[0]);
    const double rounds = roundings(r) + (divisor > 1 ? r->table.rows + 2 : 0);

    pm_batch_deliver(r->b, place, value, PM_UP * rounds * UNIT * size, exp);
}

static void deliver_minors(const struct room *r, int lane, size_t k)
{
    const int parts = r->b->parts, all = exponents(r, lane);
    double divisor = 1;

    for (int i = r->b->stack.rows; i < r->table.rows; i++)
        divisor *= i - r->b->stack.rows + 1;
    for (int i = 0; i < r->b->stack.rows; i++)
        for (int j = 0; j < r->table.cols; j++) {
            const double *const at =
                r->table.minors + (i * r->table.cols + j) * (parts + 1) * LANES + lane;
            deliver(r, pm_batch_place(r->b, k, i, j), at, at + LANES, at + parts * LANES, divisor,
                    all - r->exp[lane][i] - r->exp[lane][r->table.rows + j]);
        }
}

static pm_status work(void *room, size_t first, int count)
{
    struct room *const r = room;
    const int parts = r->b->parts;
    const size_t bytes = cells(r) * (size_t)(parts + 1) * LANES * sizeof(double);
    bool signs = parts == 2;
    struct pm_table_sum sum;

    if (count < LANES)
        memset(r->entries, 0, bytes);
    for (int lane = 0; lane < count; lane++)
        PM_TRY(fill_lane(&signs, r, lane, first + (size_t)lane));
    if (r->b->minors)
        memset(r->table.minors, 0, bytes);
    r->table.moduli = r->b->bounds && signs;
    r->walk(&sum, &r->table);
    for (int lane = 0; lane < count; lane++)
        if (r->b->minors)
            deliver_minors(r, lane, first + (size_t)lane);
        else
            deliver(r, first + (size_t)lane, &sum.value[0][lane], &sum.value[1][lane],
                    &sum.modulus[lane], 1, exponents(r, lane));
    return PM_OK;
}

const struct pm_batch_method pm_batch_table = {LANES, open_room, work, close_room};
