/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices one by one by strands.  A rectangular matrix is made square by rows of ones, which
 * multiply the permanent by (n - m)!. */
#include "base/alloc.h"
#include "batch/method.h"
#include "batch/strands.h"
#include "engine/glynn/rounded.h"

#include <math.h>
#include <stdlib.h>

static const double UNIT = 0x1p-53;

struct room {
    const struct pm_batch *b;
    struct pm_batch_square square;
    struct pm_batch_room *strands;
    int row_exp[PM_BATCH_MOST], col_exp[PM_BATCH_MOST];
};

static void close_room(void *opened)
{
    struct room *const r = opened;

    if (r == NULL)
        return;
    free(r->square.part[0]);
    pm_batch_room_free(r->strands);
    free(r);
}

static pm_status open_room(void **opened, const struct pm_batch *b)
{
    const size_t n = (size_t)b->stack.cols;
    pm_status status;
    struct room *r;

    PM_NEW(r, 1);
    r->b = b;
    r->square.n = b->stack.cols;
    r->square.parts = b->parts;
    PM_NEW_GOTO(status, r->square.part[0], n * n * (size_t)b->parts, fail);
    r->square.part[1] = r->square.part[0] + n * n;
    PM_TRY_GOTO(status, pm_batch_room_new(&r->strands, b->stack.cols, b->parts), fail);
    *opened = r;
    return PM_OK;
fail:
    close_room(r);
    return status;
}

static pm_status work(void *room, size_t k, int count)
{
    struct room *const r = room;
    const int m = r->b->stack.rows, n = r->b->stack.cols;
    const struct pm_target to = {r->square.part[0], 1, (ptrdiff_t)n * n};
    double value[2], bound, divisor = 1;
    int exp = 0, more;

    (void)count;
    PM_TRY(pm_batch_load(r->row_exp, r->col_exp, &to, r->b, k));
    for (int i = 0; i < m; i++)
        exp += r->row_exp[i];
    for (int j = 0; j < n; j++)
        exp += r->col_exp[j];
    for (int i = m; i < n; i++) {
        divisor *= i - m + 1;
        for (int j = 0; j < n; j++) {
            r->square.part[0][i * n + j] = 1;
            if (r->b->parts == 2)
                r->square.part[1][i * n + j] = 0;
        }
    }
    pm_batch_strands(value, &bound, &more, &r->square, r->strands, r->b->isa);
    value[0] /= divisor;
    value[1] /= divisor;
    bound = PM_UP * (bound / divisor + (n - m + 2) * UNIT * (fabs(value[0]) + fabs(value[1])));
    pm_batch_deliver(r->b, k, value, bound, exp + more);
    return PM_OK;
}

const struct pm_batch_method pm_batch_walk = {1, open_room, work, close_room};
