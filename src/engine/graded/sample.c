/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thresholds, chosen by a sample of nodes, and what they are expected to do.
 *
 * A node is skipped if its bound, for each of its sign vectors, is at most t (in upper levels a
 * part of t, as their bounds are less tight).  Chains of random nodes from the root of a unit to
 * its leaves, with one fixed seed, say how much would be skipped; t is the largest threshold for
 * which that is expected to stay below its share of epsilon.  In the same way the largest plain
 * block is chosen, by what the errors of plain blocks add up to.  Nothing is proved here: the walk
 * adds up the bounds of what it really skips. */
#include "engine/graded/graded.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

enum {
    LANES = PM_GRADED_LANES,
    FAN = PM_GRADED_FAN,
    GROUPS = 2048,
    SMALL_GROUPS = 64, /* of LANES chains; for orders up to SMALL */
    SMALL = 20,
    STEPS = 12, /* of bisection */
    RANGE = 13, /* t is at most 2^RANGE epsilon: its rounding, to 2^-20 of it, shows nowhere */
    RARE = 48,  /* blocks: fewer say nothing */
    EXPONENTS = 400,
};

static const double SKIP_SHARE = 0.75, PLAIN_SHARE = 0.1; /* of epsilon */
static const double UPPER = 0.1; /* thresholds of upper levels in units of that of blocks */

/* Bounds for each sign vector in units of the mean that is proved, low 2^(1-n). */
struct sample {
    int levels, fan, chains;
    double (*chain)[PM_GRADED_LEVELS]; /* [chains] of one node in each level */
    double (*leaf)[FAN];               /* [chains] of all children of the last but one */
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
    struct pm_graded_test test;
    uint8_t code[LANES];

    draw_roots(&group[d->levels & 1], d, state);
    for (int l = d->levels - 1; l >= 0; l--) {
        struct pm_graded_level level = d->level[l];
        const double unit = ldexp(1 / d->low, d->n - 1 - level.columns);
        test = (struct pm_graded_test){.skipped = {0}};
        level.start = d->constant[l] * unit;
        level.split = HUGE_VAL;
        d->kernels->test(&test, &level, &group[(l + 1) & 1]);
        for (int lane = 0; lane < LANES; lane++) {
            const int pattern = (int)(draw(state) >> 60) & (level.fan - 1);
            code[lane] = (uint8_t)(pattern << 3 | lane);
            s->chain[first + lane][l] = test.bound[pattern][lane];
            for (int k = 0; l == 0 && k < level.fan; k++)
                s->leaf[first + lane][k] = test.bound[k][lane];
        }
        d->kernels->fill(&group[l & 1], &level, &group[(l + 1) & 1], code, 0xff);
    }
}

/* What threshold t skips, in units of what is proved; *computed: share of blocks that are left,
 * *tested: tests for a block. */
static double skipped(double *computed, double *tested, const struct sample *s, double t)
{
    double sum = 0, kept = 0, tests = 0;

    for (int c = 0; c < s->chains; c++) {
        int l = s->levels - 1;
        double weight = 1 / (double)s->fan;
        for (; l > 0 && s->chain[c][l] > UPPER * t; l--)
            ;
        if (l > 0)
            sum += s->chain[c][l];
        for (int k = 0; l == 0 && k < s->fan; k++) {
            sum += s->leaf[c][k] <= t ? s->leaf[c][k] * weight : 0;
            kept += s->leaf[c][k] <= t ? 0 : weight;
        }
        for (int m = s->levels - 1; m >= l; m--)
            tests += ldexp(1, -PM_GRADED_STEP * m);
    }
    *computed = kept / s->chains;
    *tested = tests / s->chains;
    return sum / s->chains;
}

static double choose_threshold(struct pm_graded *d, const struct sample *s, double allowed)
{
    double low = allowed, high = ldexp(allowed, RANGE), computed, tested;

    for (int step = 0; step < STEPS; step++) {
        const double middle = sqrt(low * high);
        if (skipped(&computed, &tested, s, middle) <= allowed)
            low = middle;
        else
            high = middle;
    }
    d->shares.skipped = skipped(&computed, &tested, s, low);
    d->shares.computed = computed;
    d->shares.tested = tested / (1 << PM_GRADED_LEAF);
    return low;
}

/* log2 of the largest plain block: the mean of the bounds of blocks between t and it, times their
 * relative error, is within what is allowed. */
static int choose_split(struct pm_graded *d, const struct sample *s, double t, double allowed)
{
    double mean[EXPONENTS] = {0}, sum = 0;
    int count[EXPONENTS] = {0}, above = 0, split = 0, bottom;
    const double weight = 1.0 / (s->chains * s->fan);

    frexp(t, &bottom);
    for (int c = 0; c < s->chains; c++)
        for (int k = 0; k < s->fan; k++) {
            int e;
            frexp(s->leaf[c][k], &e);
            e -= bottom;
            if (s->leaf[c][k] <= t || e >= EXPONENTS)
                continue;
            mean[e] += s->leaf[c][k] * weight;
            count[e]++;
            above++;
        }
    for (; split < EXPONENTS && above >= RARE; split++) {
        sum += mean[split] * d->share;
        if (sum > allowed)
            break;
        above -= count[split];
        d->shares.plain = sum;
    }
    d->shares.fine = above * weight;
    return bottom + split - 1;
}

static void set_thresholds(struct pm_graded *d, double t, int split)
{
    /* from a sign vector's share to a block's */
    const double unit = ldexp(d->low, PM_GRADED_LEAF - (d->n - 1));
    int e;

    for (int l = 0; l < d->levels; l++) {
        struct pm_graded_level *const level = &d->level[l];
        d->limit[l] = ldexp(t * (l == 0 ? 1 : UPPER) * d->low, level->columns - (d->n - 1));
        level->start = d->constant[l] * (PM_GRADED_LIMIT / d->limit[l]);
        level->split = HUGE_VAL;
    }
    frexp(unit, &e);
    d->split = fmin(ldexp(1, split + e - 1), d->largest);
    frexp(d->limit[0], &e);
    d->split = fmax(d->split, ldexp(1, e));
    d->level[0].split = d->split * (PM_GRADED_LIMIT / d->limit[0]);
    d->level[0].scale = PM_GRADED_LIMIT / d->level[0].split;
    d->leaf.start = ldexp(PM_GRADED_TOP / d->split, (int)-d->exp);
    d->leaf.fine_start = ldexp(PM_GRADED_TOP / d->largest, (int)-d->exp);
}

pm_status pm_graded_choose(struct pm_graded *d, double epsilon)
{
    struct sample s = {.levels = d->levels,
                       .fan = d->level[0].fan,
                       .chains = LANES * (d->n <= SMALL ? SMALL_GROUPS : GROUPS)};
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    pm_status status = PM_OK;

    PM_NEW(s.chain, s.chains);
    PM_NEW_GOTO(status, s.leaf, s.chains, done);
    for (int chain = 0; chain < s.chains; chain += LANES)
        draw_chains(&s, d, chain, &state);
    const double t = choose_threshold(d, &s, SKIP_SHARE * epsilon);
    set_thresholds(d, t, choose_split(d, &s, t, PLAIN_SHARE * epsilon));
done:
    free(s.leaf);
    free(s.chain);
    return status;
}
