/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines with multiplicity 0 are left out.  The side whose signs give fewer terms is signed.  Linear
 * in the lines. */
#include "engine/multiple/repeated_lines.h"

#include "base/alloc.h"
#include "engine/stack_load.h"

#include <stdlib.h>

pm_status pm_repeated_lines_new(struct pm_lines **lines, const struct pm_batch *b)
{
    const size_t most = (size_t)b->stack.rows + (size_t)b->stack.cols + 2;

    *lines = pm_alloc(1, sizeof **lines + 4 * most * sizeof(int));
    return *lines != NULL ? PM_OK : PM_NOMEM;
}

/* Lists the lines of a side with nonzero multiplicity. */
static void find_side(struct pm_lines *l, int side, const int *times, int count)
{
    l->count[side] = 0;
    for (int line = 0; line < count; line++) {
        const int here = times == NULL ? 1 : times[line];
        if (here == 0)
            continue;
        l->times[side][l->count[side]] = here;
        l->line[side][l->count[side]++] = line;
    }
}

static void add_ones(struct pm_lines *l, int side, int times)
{
    l->ones = times;
    l->times[side][l->count[side]] = times;
    l->line[side][l->count[side]++] = -1;
}

static double terms_of(const struct pm_lines *l, int side)
{
    double terms = 0.5;

    for (int i = 0; i < l->count[side]; i++)
        terms *= l->times[side][i] + 1.0;
    return terms;
}

static void swap_sides(struct pm_lines *l)
{
    PM_SWAP(l->count[0], l->count[1]);
    PM_SWAP(l->times[0], l->times[1]);
    PM_SWAP(l->line[0], l->line[1]);
}

pm_status pm_repeated_lines_find(struct pm_lines *l, const struct pm_batch *b, size_t k)
{
    const pm_stack *const s = &b->stack;
    const int *const times[2] = {s->row_times, s->col_times}, count[2] = {s->rows, s->cols};
    const size_t most = (size_t)s->rows + (size_t)s->cols + 2;
    int total[2];

    for (int side = 0; side < 2; side++) {
        l->times[side] = l->memory + (size_t)side * 2 * most;
        l->line[side] = l->times[side] + most;
        PM_TRY(pm_stack_total(&total[side], b, side, k));
        find_side(l, side, times[side] != NULL ? times[side] + k * (size_t)count[side] : NULL,
                  count[side]);
    }
    l->ones = 0;
    if (total[0] != total[1])
        add_ones(l, total[0] > total[1], abs(total[0] - total[1]));
    l->total = total[0] > total[1] ? total[0] : total[1];
    const double rows = terms_of(l, 0) * l->count[1], cols = terms_of(l, 1) * l->count[0];
    l->by_rows = rows <= cols;
    if (!l->by_rows)
        swap_sides(l);
    l->terms = terms_of(l, PM_SIGNED);
    l->steps = l->by_rows ? rows : cols;
    return PM_OK;
}

bool pm_repeated_lines_at(int *row, int *col, const struct pm_lines *l, int i, int j)
{
    const int one = l->line[PM_SIGNED][i], other = l->line[PM_FACTOR][j];

    *row = l->by_rows ? one : other;
    *col = l->by_rows ? other : one;
    return one >= 0 && other >= 0;
}

int pm_repeated_lines_radix(const struct pm_lines *l, int i)
{
    const int times = l->times[PM_SIGNED][i];

    return (i == l->count[PM_SIGNED] - 1 ? times / 2 : times) + 1;
}
