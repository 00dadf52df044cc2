/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes matrices one by one with the formula of repeated_lines.h: in doubles or, permanents, in
 * double-double; or in balls, if more precision is asked for. */
#include "base/alloc.h"
#include "base/status.h"
#include "engine/multiple/multiplicity.h"
#include "engine/multiple/terms.h"
#include "engine/stack_answers.h"

#include <math.h>
#include <stdlib.h>

enum { PLAIN_BITS = 128 }; /* for double precision and more than PM_TERM_MOST lines */

static const double STEPS_MOST = 0x1p42;

struct room {
    const struct pm_batch *b;
    struct pm_lines *lines;
    struct pm_terms_room terms;
};

static void close_room(void *opened)
{
    struct room *const r = opened;

    if (r == NULL)
        return;
    free(r->lines);
    pm_terms_room_clear(&r->terms);
    free(r);
}

static pm_status open_room(void **opened, const struct pm_batch *b)
{
    pm_status status;
    struct room *r;

    PM_NEW(r, 1);
    r->b = b;
    PM_TRY_GOTO(status, pm_repeated_lines_new(&r->lines, b), done);
    PM_TRY_GOTO(status, pm_terms_room_init(&r->terms, b), done);
done:
    PM_GIVE(opened, r, status, close_room);
}

/* For matrices without lines: the permanent is 1.  Minors without a line i or j are 0. */
static void deliver_empty(const struct pm_batch *b, size_t k)
{
    const double value[2] = {b->minors ? 0 : 1, 0};

    for (size_t a = 0; a < pm_stack_answers(b); a++)
        pm_stack_deliver(b, k * pm_stack_answers(b) + a, value, (struct pm_mag){0, 0}, 0);
}

static pm_status in_doubles(struct room *r, const struct pm_batch *b, size_t k)
{
    if (r->lines->steps > STEPS_MOST)
        return pm_fail(PM_UNABLE, "matrix %zu: %.3g steps", k, r->lines->steps);
    return pm_terms_work(&r->terms, b, r->lines, k,
                         r->lines->total <= PM_TERM_LAYERED ? b->layers : 1);
}

static pm_status work(void *room, size_t k, int count)
{
    struct room *const r = room;
    const struct pm_batch *const b = r->b;
    const int precision = b->stack.precision;
    const bool plain = precision == PM_PRECISION_AUTO || precision == PM_PRECISION_DOUBLE;

    (void)count;
    PM_TRY(pm_repeated_lines_find(r->lines, b, k));
    if (b->minors || r->lines->total == 0)
        deliver_empty(b, k);
    if (r->lines->total == 0)
        return PM_OK;
    if (plain && r->lines->total <= PM_TERM_MOST)
        return in_doubles(r, b, k);
    return pm_multiple_balls_work(b, r->lines, k,
                                  precision == PM_PRECISION_DOUBLE           ? PLAIN_BITS
                                  : plain || precision == PM_PRECISION_EXACT ? 0
                                                                             : precision);
}

/* A step is a factor of a term.  Multiplicities differ between matrices; no other engine takes
 * them, so the seconds need not know them.  If a line of ones is repeated, balls are often needed.
 */
static double seconds(const struct pm_batch *b)
{
    static const double rate[3][2] = {{3e9, 1.5e9}, {5e8, 2.5e8}, {6e8, 3e8}}, balls = 7e6;
    const int m = b->stack.rows, n = b->stack.cols, more = n - m, minors = 2;
    const bool repeated = b->stack.row_times != NULL || b->stack.col_times != NULL;
    const double by_rows = (more + 1) * ldexp(n, (m < 1000 ? m : 1000) - 1);
    const double by_cols = ldexp(m + (more > 0), (n < 1000 ? n : 1000) - 1);

    if (b->layers == 2 && (b->minors || !repeated))
        return HUGE_VAL;
    return fmin(by_rows, by_cols) /
           (more > 0 ? balls : rate[b->minors ? minors : b->layers - 1][b->parts - 1]);
}

const struct pm_engine_stack pm_multiple_stack = {.group = 1,
                                                  .inside = true,
                                                  .seconds = seconds,
                                                  .open = open_room,
                                                  .work = work,
                                                  .close = close_room};
