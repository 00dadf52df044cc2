/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the thresholds of thresholds.c to the form that the walk uses.  The walk uses edges with
 * which it compares the results of tests, in single precision, and units of fixed-point numbers. */
#include "engine/graded/graded_walk.h"

#include <float.h>
#include <math.h>

/* Thresholds are at least 2^(LEAST_EDGE - 1), in units of test_unit. */
enum { LEAST_EDGE = -106 };

double pm_graded_test_scale(const struct pm_graded *d)
{
    return ldexp(d->low, PM_GRADED_LEAF - (d->n - 1)) / d->test_unit[0];
}

double pm_graded_most_whole(const struct pm_graded *d, double epsilon)
{
    enum { UNITS = 61, LITTLE = 8 };
    const double blocks = ldexp(1, d->n - 1 - PM_GRADED_LEAF);
    const double most = epsilon * d->low * ldexp(1, UNITS - LITTLE) / blocks;

    return ldexp(fmin(most, d->largest_whole) / d->low, d->n - 1 - d->level[1].columns);
}

static void set_skip(struct pm_graded *d, const struct pm_graded_choice *c)
{
    for (int l = 0; l < d->levels; l++) {
        struct pm_graded_level *const level = &d->level[l];
        int e;
        d->limit[l] = ldexp(c->limit[l] * d->low, level->columns - (d->n - 1));
        const double edge = d->limit[l] / d->test_unit[l];
        frexp(edge, &e);
        level->edge[0] = (float)fmin(edge, FLT_MAX);
        level->edge[1] = level->edge[2] = INFINITY;
        level->scale[PM_GRADE_SKIP] = ldexpf(1, PM_GRADED_BOUND_BITS - e);
        d->skip_unit[l] = ldexp(d->test_unit[l], e - PM_GRADED_BOUND_BITS);
    }
}

/* Sets the bounds between which nodes are computed whole.  The unit of the values of plain blocks
 * must also suit the blocks of the largest such node. */
static void set_whole(struct pm_graded *d, const struct pm_graded_choice *c)
{
    struct pm_graded_level *const level = &d->level[1];
    const double unit = d->test_unit[1], each = ldexp(d->low, level->columns - (d->n - 1)) / unit;
    int e;

    if (!(c->whole[1] * each > level->edge[0]))
        return;
    d->whole = 1;
    level->edge[PM_GRADE_SINGLE] = fmaxf((float)(c->whole[0] * each), level->edge[0]);
    level->edge[PM_GRADE_PLAIN] = (float)fmin(c->whole[1] * each, FLT_MAX);
    frexp(level->edge[PM_GRADE_PLAIN], &e);
    level->scale[PM_GRADE_PLAIN] = ldexpf(1, PM_GRADED_BOUND_BITS - e);
    d->whole_unit = ldexp(unit, e - PM_GRADED_BOUND_BITS);
    d->largest[PM_GRADE_PLAIN] = fmax(d->largest[PM_GRADE_PLAIN], ldexp(unit, e));
}

/* Sets the largest bound of blocks of grade g to a power of two near x.  It is at most the largest
 * bound of all blocks, and at least the edge of the grade below. */
static void set_edge(struct pm_graded *d, enum pm_grade g, double x)
{
    struct pm_graded_level *const level = &d->level[0];
    const int most = pm_graded_log(d->largest[PM_GRADE_FINE] / d->test_unit[0]);
    int log;

    frexp(x * pm_graded_test_scale(d) * M_SQRT1_2, &log);
    log = log < most ? log : most;
    d->largest[g] = ldexp(d->test_unit[0], log);
    level->edge[g] = fmaxf(ldexpf(1, log), level->edge[g - 1]);
    level->scale[g] = ldexpf(1, PM_GRADED_BOUND_BITS - log);
    d->unit[g] = ldexp(d->test_unit[0], log - PM_GRADED_BOUND_BITS);
}

static void set_grades(struct pm_graded *d, const struct pm_graded_choice *c)
{
    struct pm_graded_level *const level = &d->level[0];
    const int most = pm_graded_log(d->largest[PM_GRADE_FINE] / d->test_unit[0]);

    set_edge(d, PM_GRADE_SINGLE, c->edge[PM_GRADE_SINGLE]);
    if (!pm_graded_single_range(d)) /* otherwise this grade is empty */
        level->edge[PM_GRADE_SINGLE] = level->edge[PM_GRADE_SKIP];
    set_edge(d, PM_GRADE_PLAIN, c->edge[PM_GRADE_PLAIN]);
    if (c->whole[1] > 0)
        set_whole(d, c);
    level->scale[PM_GRADE_FINE] = ldexpf(1, PM_GRADED_FINE_BOUND_BITS - most);
    d->unit[PM_GRADE_FINE] = ldexp(d->test_unit[0], most - PM_GRADED_FINE_BOUND_BITS);
    d->leaf.start = ldexp(1 / d->largest[PM_GRADE_PLAIN], PM_GRADED_TOP_BITS - (int)d->exp);
    d->leaf.fine_start = ldexp(1 / d->largest[PM_GRADE_FINE], PM_GRADED_TOP_BITS - (int)d->exp);
}

bool pm_graded_within_reach(const struct pm_graded *d, const struct pm_graded_choice *c)
{
    for (int l = 0; l < d->levels; l++)
        if (ldexp(c->limit[l] * d->low, d->level[l].columns - (d->n - 1)) <
            ldexp(d->test_unit[l], LEAST_EDGE - 1))
            return false;
    return true;
}

void pm_graded_set_choice(struct pm_graded *d, const struct pm_graded_choice *c)
{
    d->choice = *c;
    set_skip(d, c);
    set_grades(d, c);
}
