/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of doubles by the table, eight matrices at a time. */
#include "engine/table/table.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LANES = PM_TABLE_LANES,
    TOP = 600,  /* products of entries of different rows are below 2^TOP or so; with as many as */
    LOW = -960, /* 2^31 columns, their sums are below 2^1000 */
};

struct room {
    const struct pm_batch *b;
    pm_table_walk *walk;
    struct pm_table table;
    bool sized; /* the sums of moduli are known; else nobody reads a bound */
    struct pm_stack_scale scale[LANES];
    int lines[]; /* of the scales */
};

static void close_room(void *opened)
{
    struct room *const r = opened;

    if (r == NULL)
        return;
    pm_table_close(&r->table);
    free(r);
}

static pm_status open_room(void **opened, const struct pm_batch *b)
{
    const int rows = b->stack.rows;
    const size_t lines = (size_t)(rows + b->stack.cols);
    pm_status status;
    struct room *const r = pm_alloc_aligned(1, sizeof *r + lines * LANES * sizeof *r->lines);

    if (r == NULL)
        return PM_NOMEM;
    *r = (struct room){
        .b = b,
        .walk = pm_table_kernel(b->isa),
        .table = {.rows = rows, .cols = b->stack.cols, .parts = b->parts, .words = b->parts + 1}};
    PM_TRY_GOTO(status, pm_table_open(&r->table, b->minors), done);
    for (size_t lane = 0; lane < LANES && lane < b->stack.count; lane++) {
        int *const row = r->lines + lane * lines;
        r->scale[lane] = (struct pm_stack_scale){
            .rows = rows, .top = rows > 0 ? TOP / rows : 0, .row = row, .col = row + rows};
    }
done:
    PM_GIVE(opened, r, status, close_room);
}

/* Those of the table, and that of an integer entry itself. */
static double roundings(const struct room *r)
{
    return pm_table_roundings(&r->table) +
           (r->b->stack.entries == PM_ENTRIES_INTEGER ? r->table.rows : 0);
}

/* Loads matrix k into a lane; *signs: some entry may not be positive. */
static pm_status fill_lane(bool *signs, struct room *r, int lane, size_t k)
{
    const int parts = r->b->parts, entry = (parts + 1) * LANES;
    const struct pm_target to = {r->table.entries + lane, entry, LANES};
    double *const end = to.base + pm_table_cells(&r->table);

    PM_TRY(pm_stack_load(&r->scale[lane], &to, r->b, k));
    for (double *at = to.base; at < end; at += entry) {
        *signs = *signs || at[0] < 0;
        at[parts * LANES] = parts == 1 ? fabs(at[0]) : pm_above(at[0], at[LANES]);
    }
    return PM_OK;
}

/* Whether no product of nonzero entries of different rows is below 2^LOW.  Then a computed sum of
 * moduli is 0 only if it is exactly 0, and underflow changes a number by less than 2^-60 of a
 * rounding. */
static bool in_range(const struct room *r, int lane)
{
    return r->table.rows * r->scale[lane].least >= LOW;
}

/* Delivers a number whose parts, and modulus if there is one, are LANES apart. */
static void deliver(const struct room *r, int lane, size_t place, const double *at, int exp)
{
    const int parts = r->b->parts;
    const double value[2] = {at[0], parts == 2 ? at[LANES] : 0};
    const double size = r->table.numbers == PM_TABLE_SIZED ? at[parts * LANES] : fabs(at[0]);
    const double error = r->sized ? pm_gamma(roundings(r)) : 1;

    if (in_range(r, lane)) /* the size itself may have been rounded as often */
        pm_stack_deliver(r->b, place, value, pm_mag_double(error * (1 + error) * PM_UP * size, 0),
                         exp);
    else
        pm_stack_miss(r->b, place);
}

static void deliver_minors(const struct room *r, int lane, size_t k)
{
    const struct pm_stack_scale *const s = &r->scale[lane];

    for (int i = 0; i < r->table.rows; i++)
        for (int j = 0; j < r->table.cols; j++)
            deliver(r, lane, pm_stack_place(r->b, k, i, j),
                    r->table.minors + (i * r->table.cols + j) * (r->b->parts + 1) * LANES + lane,
                    s->all - s->row[i] - s->col[j]);
}

static int least_of(const int *x, int count)
{
    int least = x[0];

    for (int k = 1; k < count; k++)
        least = x[k] < least ? x[k] : least;
    return least;
}

/* Whether a value may be near the end of the range of doubles.  Then its bound decides whether it
 * is infinite or computed again, also if nobody reads bounds. */
static bool may_be_large(const struct room *r, int lane)
{
    enum { TERMS = 64 }; /* bits of their number */
    const struct pm_stack_scale *const s = &r->scale[lane];
    const int rows = r->table.rows, cols = r->table.cols;
    int64_t exp = s->all + (int64_t)rows * s->top;

    if (r->b->minors && rows > 0 && cols > 0) /* without a row and a column */
        exp -= (int64_t)least_of(s->row, rows) + least_of(s->col, cols) + s->top;
    return exp + TERMS > DBL_MAX_EXP;
}

static pm_status work(void *room, size_t first, int count)
{
    struct room *const r = room;
    const int parts = r->b->parts;
    const size_t bytes = pm_table_cells(&r->table) * sizeof(double);
    bool signs = parts == 2, sized = r->b->bounds;
    double number[3][LANES];
    struct pm_table_sum sum;

    r->table.lanes = count;
    for (int lane = 0; lane < count; lane++)
        PM_TRY(fill_lane(&signs, r, lane, first + (size_t)lane));
    for (int lane = 0; lane < count && !sized; lane++)
        sized = may_be_large(r, lane);
    if (r->b->minors)
        memset(r->table.minors, 0, bytes);
    r->table.numbers = sized && signs ? PM_TABLE_SIZED : PM_TABLE_DOUBLES;
    r->sized = sized || !signs;
    r->walk(&sum, &r->table);
    memcpy(number, sum.value, parts * sizeof *number);
    memcpy(number[parts], sum.modulus, sizeof *number);
    for (int lane = 0; lane < count; lane++)
        if (r->b->minors)
            deliver_minors(r, lane, first + (size_t)lane);
        else
            deliver(r, lane, first + (size_t)lane, &number[0][lane], r->scale[lane].all);
    return PM_OK;
}

static double seconds(const struct pm_batch *b)
{
    static const double rate[] = {3.7e9, 2e9};
    const int m = b->stack.rows, n = b->stack.cols, minors = m < n ? 4 : 3;

    return pm_stack_is_plain(b) && b->layers == 1 && m <= (m < n ? PM_TABLE_WIDE : PM_TABLE_ROWS)
               ? (b->minors ? minors : 1) * pm_table_steps(m, n) / rate[b->parts - 1]
               : HUGE_VAL;
}

const struct pm_engine_stack pm_table_stack = {
    .group = LANES, .seconds = seconds, .open = open_room, .work = work, .close = close_room};
