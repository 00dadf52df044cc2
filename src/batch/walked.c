/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes matrices one by one by strands.  Rows of ones make a rectangular matrix square, which
 * multiplies permanents and minors by (n - m)!. */
#include "base/alloc.h"
#include "engine/stack.h"
#include "batch/all_minors.h"
#include "batch/walked.h"

#include <stdlib.h>

struct room {
    const struct pm_batch *b;
    struct pm_batch_square square;
    struct pm_batch_room *strands; /* for permanents */
    struct pm_minors_room *minors;
    double *minor; /* [cols][cols][parts], then the bounds of rows */
    struct pm_batch_scale scale;
    int line[2 * PM_BATCH_MOST]; /* of the scale */
    double divisor;              /* (n - m)! */
};

void pm_batch_walk_close(void *opened)
{
    struct room *const r = opened;

    if (r == NULL)
        return;
    free(r->square.part[0]);
    pm_batch_room_free(r->strands);
    pm_minors_room_free(r->minors);
    free(r->minor);
    free(r);
}

pm_status pm_batch_walk_open(void **opened, const struct pm_batch *b)
{
    const int n = b->stack.cols;
    const size_t cells = (size_t)n * (size_t)n;
    pm_status status;
    struct room *r;

    PM_NEW(r, 1);
    r->b = b;
    r->scale = (struct pm_batch_scale){.rows = n, .row = r->line, .col = r->line + n};
    r->divisor = 1;
    for (int i = b->stack.rows; i < n; i++)
        r->divisor *= i - b->stack.rows + 1;
    r->square.n = n;
    r->square.parts = b->parts;
    r->square.rounded = b->stack.entries == PM_ENTRIES_INTEGER;
    PM_NEW_GOTO(status, r->square.part[0], cells * (size_t)b->parts, fail);
    r->square.part[1] = r->square.part[0] + cells;
    if (b->minors) {
        PM_TRY_GOTO(status, pm_minors_room_new(&r->minors, n, b->parts), fail);
        PM_NEW_GOTO(status, r->minor, cells * (size_t)b->parts + (size_t)n, fail);
    } else {
        PM_TRY_GOTO(status, pm_batch_room_new(&r->strands, n, b->parts, b->isa), fail);
    }
    *opened = r;
    return PM_OK;
fail:
    pm_batch_walk_close(r);
    return status;
}

static pm_status load(struct room *r, size_t k)
{
    const int n = r->b->stack.cols;
    const struct pm_target to = {r->square.part[0], 1, (ptrdiff_t)n * n};

    return pm_batch_load(&r->scale, &to, r->b, k);
}

/* Delivers a number of the square matrix. */
static void deliver(const struct room *r, size_t place, const double *of_square,
                    struct pm_mag bound, int exp)
{
    const int parts = r->b->parts;
    const double size =
        pm_gamma(r->b->stack.cols - r->b->stack.rows + 2) * pm_modulus(of_square, parts) * PM_UP;
    const double value[2] = {of_square[0] / r->divisor, parts == 2 ? of_square[1] / r->divisor : 0};

    bound = pm_mag_div(pm_mag_add(bound, pm_mag_double(size, 0)), r->divisor);
    pm_batch_deliver(r->b, place, value, bound, exp);
}

static pm_status find_minors(struct room *r, size_t k)
{
    const int m = r->b->stack.rows, n = r->b->stack.cols, parts = r->b->parts;
    double *const bound = r->minor + n * n * parts;
    const struct pm_batch_scale *const s = &r->scale;
    int more;

    pm_minors_find(r->minor, bound, &more, &r->square, r->minors, r->b);
    PM_TRY(pm_batch_go_on(r->b));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            deliver(r, pm_batch_place(r->b, k, i, j), r->minor + (i * n + j) * parts,
                    pm_mag_double(bound[i], 0), s->all - s->row[i] - s->col[j] + more);
    return PM_OK;
}

pm_status pm_batch_begin(bool *empty, void *room, size_t k)
{
    struct room *const r = room;

    PM_TRY(load(r, k));
    *empty = !pm_batch_prepare(r->strands, &r->square);
    return PM_OK;
}

struct pm_batch_room *pm_batch_strands(void *room)
{
    return ((struct room *)room)->strands;
}

void pm_batch_end(void *room, size_t k, bool empty, const struct pm_part *sum)
{
    const struct room *const r = room;
    struct pm_mag bound = {0, 0};
    double value[2] = {0, 0};
    int more = 0;

    if (!empty)
        pm_batch_result(value, &bound, &more, sum, r->strands);
    deliver(r, k, value, bound, r->scale.all + more);
}

pm_status pm_batch_walk_work(void *room, size_t k, int count)
{
    struct room *const r = room;
    struct pm_part sum = {.exp = 0};
    bool empty;

    (void)count;
    if (r->b->minors) {
        PM_TRY(load(r, k));
        return find_minors(r, k);
    }
    PM_TRY(pm_batch_begin(&empty, r, k));
    if (!empty)
        PM_TRY(pm_batch_sum(&sum, r->strands, r->b));
    pm_batch_end(r, k, empty, &sum);
    return PM_OK;
}

/* A step is a row of a sign vector.  With fewer rows, the bounds of the table are far narrower. */
double pm_batch_walk_seconds(const struct pm_batch *b)
{
    static const double rate[2][2] = {{1.4e10, 5.5e9}, {3.8e9, 1.6e9}};
    const int n = b->stack.cols;

    return pm_batch_is_plain(b) && (b->minors ? n : b->stack.rows) >= PM_BATCH_LEAST &&
                   n <= PM_BATCH_MOST
               ? ldexp(n, n - 1) / rate[b->minors][b->parts - 1]
               : HUGE_VAL;
}
