/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of the graded walk's data on a GPU.  Tables are copied as they are in the host's
 * memory.  Pointers in struct pm_warp_walk are addresses on the device. */
#include "engine/graded/warp_tables.h"

#include <limits.h>
#include <math.h>

enum { FAN = PM_GRADED_FAN, QUEUES = 6 };

static const double MOST_STEPS = 4e12; /* largest number of steps (graded.c) of a launch */

/* True if opposite signs have opposite sums in both tables.  The kernels use this. */
static bool is_odd(const double *table, const float *near, int rows)
{
    for (int i = 0; i < rows; i++, table += FAN, near += FAN)
        for (int s = 0; s < FAN / 2; s++)
            if (table[s] != -table[FAN - 1 - s] || near[s] != -near[FAN - 1 - s])
                return false;
    return true;
}

pm_status pm_warps_check(const struct pm_graded *d)
{
    if (d->levels < PM_STAGE || d->level[d->levels - 1].fan != FAN)
        return pm_fail(PM_UNABLE, "order %d is too small for a GPU", d->n);
    if (!is_odd(d->leaf.low, d->single.low, d->n))
        return pm_fail(PM_WRONG, "sums of columns are not odd");
    for (int l = 0; l < d->levels; l++)
        if (!is_odd(d->level[l].table, d->level[l].near, d->n))
            return pm_fail(PM_WRONG, "sums of columns are not odd");
    return PM_OK;
}

size_t pm_warps_shared(int n, int warps)
{
    enum { HALF = FAN / 2 };
    const size_t doubles = PM_STAGE * FAN + HALF + 2;
    const size_t floats = PM_STAGE * HALF + FAN + HALF + PM_STAGE + 1;
    const size_t tables = (size_t)n * (doubles * sizeof(double) + floats * sizeof(float));
    const size_t each =
        (size_t)n * PM_WARP * sizeof(float) + QUEUES * PM_WAITING * sizeof(uint16_t);

    return tables + (size_t)warps * each;
}

int pm_warps_stages(const struct pm_graded *d)
{
    return (d->levels + PM_STAGE - 1) / PM_STAGE;
}

int pm_warps_level(const struct pm_graded *d, int stage)
{
    return stage == 0 ? d->levels : (pm_warps_stages(d) - stage) * PM_STAGE;
}

unsigned pm_warps_most(const struct pm_graded *d)
{
    const double tests = PM_GRADED_TEST_WORK / (1 << PM_GRADED_LEAF);
    const double vector = d->n * (PM_GRADED_WORK[PM_GRADE_PLAIN] + tests);
    const double group = PM_WARP * ldexp(vector, PM_GRADED_LEAF + PM_STAGE * PM_GRADED_STEP);

    return (unsigned)fmax(1, MOST_STEPS / group);
}

/* ------------------------------------------------------------------ tables */

/* Sets the constants of level l.  A scale is 0 for grades in which nodes are kept, since bounds of
 * these nodes are not summed. */
static void set_level(struct pm_warp_walk *w, const struct pm_graded *d, int l)
{
    const struct pm_graded_level *const level = &d->level[l];

    w->start[l] = level->start;
    for (int g = 0; g < PM_GRADE_FINE; g++) {
        const bool summed = l == 0 || g == PM_GRADE_SKIP || (g == PM_GRADE_PLAIN && l == d->whole);
        w->edge[l][g] = level->edge[g];
        w->scale[l][g] = summed ? level->scale[g] : 0;
    }
}

/* Writes the powers of two after each run of rows up to row `end`, and after each row from there
 * on. */
static void set_shrink(float *to, const float *shrink, int end, int n)
{
    for (int i = 0; i < n;) {
        const int run = i >= end ? 1 : end - i < PM_GRADED_RUN ? end - i : PM_GRADED_RUN;
        i += run;
        *to++ = shrink[i - 1];
    }
}

static void set_constants(struct pm_warp_walk *w, const struct pm_graded *d)
{
    for (int l = 0; l < d->levels; l++)
        set_level(w, d, l);
    set_shrink(w->test_shrink, d->level[0].shrink, d->n, d->n);
    set_shrink(w->single_shrink, d->single.shrink, d->leaf.ones, d->n);
    w->fine_scale = d->level[0].scale[PM_GRADE_FINE];
    w->whole = d->whole;
    w->single_start = d->single.start;
    w->single_finish = d->single.finish;
    w->plain_start = d->leaf.start;
    w->fine_start = d->leaf.fine_start;
    w->most = UINT_MAX;
    w->failed = 0;
}

/* The place on the device of a table, if `at` is that of d->memory. */
static const void *copy_of(const void *table, uintptr_t at, const struct pm_graded *d)
{
    return (const void *)(at + ((uintptr_t)table - (uintptr_t)d->memory));
}

void pm_warps_tables(struct pm_warp_walk *w, uintptr_t at, const struct pm_graded *d)
{
    w->level_table = copy_of(d->level[0].table, at, d);
    w->level_rest = copy_of(d->level[0].rest, at, d);
    w->level_near = copy_of(d->level[0].near, at, d);
    w->level_gap = copy_of(d->level[0].gap, at, d);
    w->single_low = copy_of(d->single.low, at, d);
    w->single_pivot = copy_of(d->single.pivot, at, d);
    w->low = copy_of(d->leaf.low, at, d);
    w->low_rest = copy_of(d->leaf.rest, at, d);
    w->pivot = copy_of(d->leaf.pivot, at, d);
    w->off = copy_of(d->leaf.off, at, d);
    w->base = copy_of(d->base, at, d);
    w->base_rest = copy_of(d->rest, at, d);
    w->grid = copy_of(d->grid, at, d);
    w->twice = copy_of(d->twice, at, d);
    w->twice_rest = copy_of(d->twice_rest, at, d);
    set_constants(w, d);
}

/* ------------------------------------------------------------------ what kernels write */

static void *room_take(uintptr_t *at, uint64_t size)
{
    void *const taken = (void *)*at;

    *at += (size + 255) / 256 * 256;
    return taken;
}

size_t pm_warps_room(struct pm_warp_walk *w, uintptr_t at, const struct pm_graded *d,
                     uint64_t units, uint64_t warps)
{
    const uint64_t n = (uint64_t)d->n;
    const uintptr_t first = at;
    uint64_t groups = units;

    w->root = room_take(&at, units * n * sizeof(double));
    w->root_rest = room_take(&at, units * n * sizeof(double));
    w->y = room_take(&at, warps * n * PM_WARP * sizeof(double));
    /* kernels may read beyond the end of y, so something must follow it */
    w->rest = room_take(&at, warps * n * PM_WARP * sizeof(double));
    w->counters = room_take(&at, sizeof *w->counters);
    for (int stage = 0; stage < pm_warps_stages(d); stage++) {
        const int above = PM_GRADED_STEP * (d->levels - pm_warps_level(d, stage));
        if (stage > 0) /* at most: full groups, and a partly filled one for each group of the stage
                        * before */
            groups += (units << above) / PM_WARP;
        w->group[stage] = room_take(&at, groups * sizeof *w->group[stage]);
    }
    return at - first;
}
