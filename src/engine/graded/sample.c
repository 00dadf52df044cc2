/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thresholds, chosen by a sample of nodes, and what they are expected to do.
 *
 * A node is skipped if its bound, for each of its sign vectors, is at most t (in upper levels a
 * part of t, as their bounds are less tight).  Chains of random nodes from the root of a unit to
 * its leaves, with one fixed seed, say how much would be skipped; t is the largest threshold for
 * which that is expected to stay below a part of epsilon.  In the same way the largest blocks of
 * single precision and of double are chosen, by what their errors add up to in what is left of
 * epsilon.  Of a few ways to share epsilon the one that costs least is taken.  Nothing is proved
 * here: the walk adds up the bounds of what it really skips. */
#include "engine/graded/graded.h"

#include "base/alloc.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
    LANES = PM_GRADED_LANES,
    FAN = PM_GRADED_FAN,
    GROUPS = 1024,
    SMALL_GROUPS = 256, /* of LANES chains; for orders up to SMALL */
    SMALL = 20,
    STEPS = 12,        /* of bisection */
    RANGE = 13,        /* t is at most 2^RANGE epsilon */
    RARE = 48,         /* blocks: fewer say nothing */
    SINGLE_RANGE = 24, /* the largest single block is at most 2^SINGLE_RANGE t, or its unit shows */
    LEAST_EDGE = -100, /* log2 of thresholds and units as they appear in single precision */
    MOST_FINISH = 120,
};

/* Of epsilon; what is left covers what samples cannot foresee. */
static const double ALLOWED = 0.93;
static const double skip_parts[] = {0.75, 0.55, 0.87};
static const double single_parts[] = {0.5, 0.8, 0.95}; /* of what skipping leaves */
/* Thresholds of upper levels in units of that of blocks. */
static const double uppers[] = {0.1, 0.3, 0.03};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* Bounds for each sign vector in units of the mean that is proved, low 2^(1-n). */
struct sample {
    int levels, fan, chains;
    double (*chain)[PM_GRADED_LEVELS]; /* [chains] of one node in each level */
    double (*leaf)[FAN];               /* [chains] of all children of the last but one */
    double *sorted, *below;            /* all leaves, ascending; below[k]: sum of the first k */
};

/* One way. */
struct choice {
    double upper, t;
    int single, plain; /* log2 of the largest block of either grade, for each sign vector */
    struct pm_graded_shares shares;
    double cost;
};

static uint64_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* Eight random roots. */
static void draw_roots(struct pm_graded_group *group, const struct pm_graded *d, uint64_t *state)
{
    for (int lane = 0; lane < LANES; lane++) {
        const uint64_t unit = draw(state);
        for (int k = 0; k < d->n; k++) {
            double y = d->base[k];
            for (int j = 0; j < d->top; j++)
                y -= unit >> (j + 8) & 1 ? d->twice[j * d->n + k] : 0;
            group->y[k][lane] = y;
        }
        group->sign[lane] = 1;
    }
}

/* One chain in each lane, from a root to the leaves. */
static void draw_chains(struct sample *s, const struct pm_graded *d, int first, uint64_t *state)
{
    struct pm_graded_group group[2];
    static const struct pm_graded_test none;
    struct pm_graded_test test = none;
    uint8_t code[LANES];

    draw_roots(&group[d->levels & 1], d, state);
    for (int l = d->levels - 1; l >= 0; l--) {
        const struct pm_graded_level *const level = &d->level[l];
        const double unit = d->test_unit[l] * ldexp(1 / d->low, d->n - 1 - level->columns);
        d->kernels->test(&test, level, &group[(l + 1) & 1]);
        for (int lane = 0; lane < LANES; lane++) {
            const int pattern = (int)(draw(state) >> 60) & (level->fan - 1);
            code[lane] = (uint8_t)(pattern << 4 | lane);
            s->chain[first + lane][l] = test.bound[pattern][lane] * unit;
            for (int k = 0; l == 0 && k < level->fan; k++)
                s->leaf[first + lane][k] = test.bound[k][lane] * unit;
        }
        d->kernels->fill(&group[l & 1], level, &group[(l + 1) & 1], code, 0xffff);
    }
}

/* ------------------------------------------------------------------ what thresholds do */

/* Fills in what is skipped and tested. */
static double skip(struct choice *c, const struct sample *s)
{
    double sum = 0, kept = 0, tests = 0;

    for (int k = 0; k < s->chains; k++) {
        int l = s->levels - 1;
        double weight = 1 / (double)s->fan;
        for (; l > 0 && s->chain[k][l] > c->upper * c->t; l--)
            ;
        if (l > 0)
            sum += s->chain[k][l];
        for (int j = 0; l == 0 && j < s->fan; j++) {
            sum += s->leaf[k][j] <= c->t ? s->leaf[k][j] * weight : 0;
            kept += s->leaf[k][j] <= c->t ? 0 : weight;
        }
        for (int m = s->levels - 1; m >= l; m--)
            tests += ldexp(1, -PM_GRADED_STEP * m);
    }
    c->shares.tested = tests / s->chains / (1 << PM_GRADED_LEAF);
    c->shares.blocks[PM_GRADE_SKIP] = 1 - kept / s->chains;
    return c->shares.error[PM_GRADE_SKIP] = sum / s->chains;
}

static void choose_threshold(struct choice *c, const struct sample *s, double allowed)
{
    double low = allowed, high = ldexp(allowed, RANGE);

    for (int step = 0; step < STEPS; step++) {
        c->t = sqrt(low * high);
        if (skip(c, s) <= allowed)
            low = c->t;
        else
            high = c->t;
    }
    c->t = low;
    skip(c, s);
}

/* Leaves that are not above x. */
static int count_below(const struct sample *s, double x)
{
    int low = 0, high = s->chains * s->fan;

    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (s->sorted[middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* log2 of the largest block of a grade whose errors are `share` of its bounds, where those above
 * `from` are of this grade, at most `most`; *count: leaves up to there. */
static int choose_largest(int *count, double *error, const struct sample *s, double from,
                          double share, double allowed, int most)
{
    const double all = (double)s->chains * s->fan;
    const int first = count_below(s, from);
    int largest;

    frexp(from, &largest); /* from <= 2^largest */
    *count = first;
    *error = 0;
    for (int e = largest; e <= most; e++) {
        const int last = count_below(s, ldexp(1, e));
        const double sum = (s->below[last] - s->below[first]) / all * share;
        if (sum > allowed || all - last < RARE)
            break;
        largest = e;
        *count = last;
        *error = sum;
    }
    return largest;
}

/* Grades of what is not skipped, where `single_part` of `left` is for single precision. */
static void grade(struct choice *c, const struct sample *s, const struct pm_graded *d,
                  double single_part, double left)
{
    const double all = (double)s->chains * s->fan, kept = 1 - c->shares.blocks[PM_GRADE_SKIP];
    double *const error = c->shares.error, *const share = c->shares.blocks;
    int single, plain, e;

    frexp(c->t, &e);
    c->single = choose_largest(&single, &error[PM_GRADE_SINGLE], s, c->t, d->share[PM_GRADE_SINGLE],
                               single_part * left, e + SINGLE_RANGE);
    c->plain =
        choose_largest(&plain, &error[PM_GRADE_PLAIN], s, ldexp(1, c->single),
                       d->share[PM_GRADE_PLAIN], left - error[PM_GRADE_SINGLE], d->n + e + 999);
    share[PM_GRADE_FINE] = (all - plain) / all;
    share[PM_GRADE_PLAIN] = (plain - single) / all;
    share[PM_GRADE_SINGLE] = fmax(0, kept - share[PM_GRADE_FINE] - share[PM_GRADE_PLAIN]);
    c->cost = pm_graded_steps(&c->shares);
}

/* Takes `c` into *best if it costs less. */
static void try(struct choice *best, struct choice c, const struct sample *s,
                const struct pm_graded *d, double skip_part, double epsilon)
{
    const double allowed = ALLOWED * epsilon;

    choose_threshold(&c, s, skip_part * allowed);
    for (int k = 0; k < COUNT(single_parts); k++) {
        grade(&c, s, d, single_parts[k], allowed - c.shares.error[PM_GRADE_SKIP]);
        if (c.cost < best->cost)
            *best = c;
    }
}

/* ------------------------------------------------------------------ into the plan */

/* log2 of a power of two. */
static int log_of(double x)
{
    int e;

    frexp(x, &e);
    return e - 1;
}

static pm_status set_skip(struct pm_graded *d, const struct choice *c)
{
    for (int l = 0; l < d->levels; l++) {
        struct pm_graded_level *const level = &d->level[l];
        int e;
        d->limit[l] = ldexp(c->t * (l == 0 ? 1 : c->upper) * d->low, level->columns - (d->n - 1));
        const double edge = d->limit[l] / d->test_unit[l];
        frexp(edge, &e);
        if (e < LEAST_EDGE)
            return pm_fail(PM_UNABLE, "bounds leave the range of single precision");
        level->edge[0] = (float)fmin(edge, FLT_MAX);
        level->edge[1] = level->edge[2] = INFINITY;
        level->scale[PM_GRADE_SKIP] = ldexpf(1, PM_GRADED_BOUND_BITS - e);
        d->skip_unit[l] = ldexp(d->test_unit[l], e - PM_GRADED_BOUND_BITS);
    }
    return PM_OK;
}

/* Blocks up to 2^log, in units of test_unit[0], are of grade g; not below the grade before. */
static void set_edge(struct pm_graded *d, enum pm_grade g, int log)
{
    struct pm_graded_level *const level = &d->level[0];

    d->largest[g] = ldexp(d->test_unit[0], log);
    level->edge[g] = fmaxf(ldexpf(1, log), level->edge[g - 1]);
    level->scale[g] = ldexpf(1, PM_GRADED_BOUND_BITS - log);
    d->unit[g] = ldexp(d->test_unit[0], log - PM_GRADED_BOUND_BITS);
}

static void set_grades(struct pm_graded *d, const struct choice *c)
{
    struct pm_graded_level *const level = &d->level[0];
    int e, most;

    /* from a sign vector's share to a block's, and to what a test finds; rounded up */
    frexp(ldexp(d->low, PM_GRADED_LEAF - (d->n - 1)) / d->test_unit[0], &e);
    most = log_of(d->largest[PM_GRADE_FINE] / d->test_unit[0]);
    set_edge(d, PM_GRADE_SINGLE, c->single + e - 1 < most ? c->single + e - 1 : most);
    set_edge(d, PM_GRADE_PLAIN, c->plain + e - 1 < most ? c->plain + e - 1 : most);
    level->scale[PM_GRADE_FINE] = ldexpf(1, PM_GRADED_FINE_BOUND_BITS - most);
    d->unit[PM_GRADE_FINE] = ldexp(d->test_unit[0], most - PM_GRADED_FINE_BOUND_BITS);
    d->leaf.start = ldexp(1 / d->largest[PM_GRADE_PLAIN], PM_GRADED_TOP_BITS - (int)d->exp);
    d->leaf.fine_start = ldexp(1 / d->largest[PM_GRADE_FINE], PM_GRADED_TOP_BITS - (int)d->exp);
    const int finish = PM_GRADED_SINGLE_BITS - log_of(d->largest[PM_GRADE_SINGLE]) -
                       log_of(d->single.start) + d->shrunk - (int)d->exp;
    if (finish <= MOST_FINISH)
        d->single.finish = ldexpf(1, finish);
    else /* the grade is out of range */
        level->edge[1] = level->edge[0];
}

static int compare(const void *x, const void *y)
{
    const double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

static void sort(struct sample *s)
{
    const int count = s->chains * s->fan;

    for (int k = 0; k < count; k++)
        s->sorted[k] = s->leaf[k / s->fan][k % s->fan];
    qsort(s->sorted, (size_t)count, sizeof *s->sorted, compare);
    for (int k = 0; k < count; k++)
        s->below[k + 1] = s->below[k] + s->sorted[k];
}

pm_status pm_graded_choose(struct pm_graded *d, double epsilon)
{
    struct sample s = {.levels = d->levels,
                       .fan = d->level[0].fan,
                       .chains = LANES * (d->n <= SMALL ? SMALL_GROUPS : GROUPS)};
    struct choice best = {.cost = HUGE_VAL};
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    pm_status status = PM_OK;

    PM_NEW(s.chain, s.chains);
    PM_NEW_GOTO(status, s.leaf, s.chains, done);
    PM_NEW_GOTO(status, s.sorted, s.chains * s.fan, done);
    PM_NEW_GOTO(status, s.below, s.chains * s.fan + 1, done);
    for (int chain = 0; chain < s.chains; chain += LANES)
        draw_chains(&s, d, chain, &state);
    sort(&s);
    for (int k = 0; k < COUNT(uppers); k++)
        try(&best, (struct choice){.upper = uppers[k]}, &s, d, skip_parts[0], epsilon);
    for (int k = 1; k < COUNT(skip_parts); k++)
        try(&best, (struct choice){.upper = best.upper}, &s, d, skip_parts[k], epsilon);
    d->shares = best.shares;
    PM_TRY_GOTO(status, set_skip(d, &best), done);
    set_grades(d, &best);
done:
    free(s.below);
    free(s.sorted);
    free(s.leaf);
    free(s.chain);
    return status;
}
