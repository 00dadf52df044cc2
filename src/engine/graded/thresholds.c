/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thresholds, chosen by a sample of nodes, and what they are expected to do.
 *
 * Every node may be skipped, at the price of its bound B in the error, and every block be computed
 * in one of three grades g, at the price of c_g B.  Let an error of x cost x / rate steps of work,
 * the same for all.  Then a block is best served by the grade with the least work + c_g B / rate,
 * so the largest block of a grade is
 *
 *     rate (work of the next grade - work of this one) / (c of this one - c of the next one),
 *
 * and a node above blocks is best skipped where B / rate is below what testing its children and
 * serving them costs.  Chains of random nodes from the root of a unit to its leaves, with one fixed
 * seed, say what that is on average for nodes of a level with a bound up to some threshold: from
 * the leaves up, the threshold of each level is the one with the least sum over the sample; and in
 * level 1 so are the bounds between which nodes are computed whole, their blocks in double and
 * without tests, which costs less where nearly all of these would be.  The rate is the largest for
 * which all errors are expected to stay below epsilon (Lagrange multiplier; Everett, Operations
 * Research 11, 1963).  Nothing is proved here: the walk adds up the bounds of what it really skips.
 */
#include "engine/graded/graded_walk.h"

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
    STEPS = 14,        /* of bisection */
    RANGE = 16,        /* log2 of the largest skipped block in units of epsilon */
    SINGLE_RANGE = 24, /* log2 of the largest single block in those of the largest skipped one */
    LEAST_EDGE = -106, /* log2 of thresholds and units as they appear in single precision */
    MOST_EDGE = 100,
};

/* Of epsilon, for small orders and others; what is left is for what samples do not see. */
static const double SMALL_ALLOWED = 0.75, ALLOWED = 0.93;

/* Bounds for each sign vector in units of the mean that is proved, low 2^(1-n). */
struct node {
    double bound;
    int chain;
};

struct sample {
    int levels, fan, chains;
    int whole;                           /* level of nodes that may be computed whole */
    double most_whole;                   /* but for larger ones */
    struct node *node[PM_GRADED_LEVELS]; /* [chains] one of each chain, ascending; not of level 0 */
    double (*leaf)[FAN];                 /* [chains] all children of the last but one */
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
            if (l > 0)
                s->node[l][first + lane] =
                    (struct node){test.bound[pattern][lane] * unit, first + lane};
            for (int k = 0; l == 0 && k < level->fan; k++)
                s->leaf[first + lane][k] = test.bound[k][lane] * unit;
        }
        d->kernels->fill(&group[l & 1], level, &group[(l + 1) & 1], code, 0xffff);
    }
}

/* ------------------------------------------------------------------ what a rate leads to */

/* What became of the sample below the nodes of one level: for each chain, or in all. */
struct outcome {
    double price; /* work + error / rate */
    struct pm_graded_shares shares;
};

static void outcome_add(struct pm_graded_shares *sum, const struct pm_graded_shares *x)
{
    for (int g = 0; g < PM_GRADES; g++) {
        sum->blocks[g] += x->blocks[g];
        sum->error[g] += x->error[g];
    }
    sum->whole += x->whole;
    sum->tested += x->tested;
}

/* What a test finds for a block that has 1 for each sign vector. */
static double test_scale(const struct pm_graded *d)
{
    return ldexp(d->low, PM_GRADED_LEAF - (d->n - 1)) / d->test_unit[0];
}

/* The power of two nearest to x, as a test finds it. */
static double nearest_power(double x, double scale)
{
    int log;

    frexp(x * scale * M_SQRT1_2, &log);
    return ldexp(1, log) / scale;
}

/* Largest blocks of each grade. */
static void set_edges(struct pm_graded_choice *c, const struct pm_graded *d, double rate)
{
    const double scale = test_scale(d), most = ldexp(rate, SINGLE_RANGE);

    for (int g = PM_GRADE_SKIP; g < PM_GRADE_FINE; g++) {
        c->edge[g] = rate * (pm_graded_work(g + 1) - pm_graded_work(g)) /
                     fmax(d->share[g] - d->share[g + 1], 0x1p-100);
        if (g > PM_GRADE_SKIP)
            c->edge[g] = fmax(
                nearest_power(g == PM_GRADE_SINGLE ? fmin(c->edge[g], most) : c->edge[g], scale),
                c->edge[g - 1]);
    }
    c->edge[PM_GRADE_FINE] = HUGE_VAL;
}

static double whole_price(double bound, double share, double rate)
{
    return pm_graded_whole_work() + bound * share / rate;
}

/* All leaves below one node. */
static void serve_leaves(struct outcome *o, const struct pm_graded_choice *c, const double *leaf,
                         const struct pm_graded *d, double rate)
{
    const double each = 1 / (double)d->level[0].fan;

    *o = (struct outcome){.price = 0};
    for (int k = 0; k < d->level[0].fan; k++) {
        int g = PM_GRADE_SKIP;
        while (leaf[k] > c->edge[g])
            g++;
        o->shares.blocks[g] += each;
        o->shares.error[g] += leaf[k] * d->share[g] * each;
        o->price += (pm_graded_work(g) + leaf[k] * d->share[g] / rate) * each;
    }
}

/* Lets nodes of one level be computed whole between the best two bounds: a run of the sample with
 * the largest sum of gains, where equal bounds share their fate. */
static void serve_whole(struct outcome *o, struct pm_graded_choice *c, const struct sample *s,
                        const struct pm_graded *d, double rate)
{
    const struct node *const node = s->node[s->whole];
    const double share = d->whole_share[s->whole];
    double sum = 0, least = 0, best = 0;
    int from = 0, first = 0, end = 0;

    for (int k = 0; k <= s->chains && (k == 0 || node[k - 1].bound <= s->most_whole); k++) {
        const bool next = k == s->chains || k == 0 || node[k].bound > node[k - 1].bound;
        if (next && sum - least > best) {
            best = sum - least;
            first = from;
            end = k;
        }
        if (next && sum < least) {
            least = sum;
            from = k;
        }
        if (k < s->chains)
            sum += o[node[k].chain].price - whole_price(node[k].bound, share, rate);
    }
    for (int k = first; k < end; k++)
        o[node[k].chain] = (struct outcome){
            .price = whole_price(node[k].bound, share, rate),
            .shares = {.blocks = {[PM_GRADE_PLAIN] = 1},
                       .whole = 1,
                       .error = {[PM_GRADE_PLAIN] = node[k].bound * share}},
        };
    if (end == 0)
        return;
    c->whole[0] = first > 0 ? node[first - 1].bound : 0;
    c->whole[1] = end < s->chains
                      ? node[end - 1].bound
                      : fmin(fmax(node[end - 1].bound, c->edge[PM_GRADE_PLAIN]), s->most_whole);
}

/* Lets nodes of level l, whose children are tested at a price, be skipped up to the best limit. */
static void serve_nodes(struct outcome *o, struct pm_graded_choice *c, const struct sample *s,
                        int l, double rate)
{
    const struct node *const node = s->node[l];
    double gain = 0, best = 0;
    int skipped = 0;

    for (int k = 0; k < s->chains; k++) {
        gain += o[node[k].chain].price - node[k].bound / rate;
        const bool last = k + 1 == s->chains || node[k + 1].bound > node[k].bound;
        if (last && gain > best) { /* equal bounds share their fate */
            best = gain;
            skipped = k + 1;
        }
    }
    c->limit[l] = skipped > 0 ? node[skipped - 1].bound : fmin(node[0].bound / 2, c->limit[0]);
    for (int k = 0; k < skipped; k++)
        o[node[k].chain] = (struct outcome){
            .price = node[k].bound / rate,
            .shares = {.blocks = {[PM_GRADE_SKIP] = 1}, .error = {[PM_GRADE_SKIP] = node[k].bound}},
        };
}

/* Thresholds for a rate; returns the error that is expected. */
static double serve(struct pm_graded_choice *c, struct outcome *o, const struct sample *s,
                    const struct pm_graded *d, double rate)
{
    double error = 0;

    *c = (struct pm_graded_choice){.limit = {0}};
    set_edges(c, d, rate);
    c->limit[0] = c->edge[PM_GRADE_SKIP];
    for (int k = 0; k < s->chains; k++)
        serve_leaves(&o[k], c, s->leaf[k], d, rate);
    for (int l = 0; l < s->levels; l++) {
        const double tests = ldexp(1, -d->level[l].columns);
        if (l > 0 && l == s->whole)
            serve_whole(o, c, s, d, rate);
        if (l > 0)
            serve_nodes(o, c, s, l, rate);
        for (int k = 0; k < s->chains; k++) {
            o[k].shares.tested += tests;
            o[k].price += pm_graded_test_work() * tests;
        }
    }
    for (int k = 0; k < s->chains; k++)
        outcome_add(&c->shares, &o[k].shares);
    c->shares.tested /= s->chains;
    c->shares.whole /= s->chains;
    for (int g = 0; g < PM_GRADES; g++) {
        c->shares.blocks[g] /= s->chains;
        error += c->shares.error[g] /= s->chains;
    }
    return error;
}

static pm_status choose(struct pm_graded_choice *c, const struct sample *s,
                        const struct pm_graded *d, double epsilon)
{
    const double allowed = (d->n <= SMALL ? SMALL_ALLOWED : ALLOWED) * epsilon;
    const double work = pm_graded_work(PM_GRADE_SINGLE);
    double low = epsilon * 0x1p-8 / work, high = ldexp(epsilon, RANGE) / work;
    struct outcome *o;

    PM_NEW(o, s->chains);
    for (int step = 0; step < STEPS; step++) {
        const double middle = sqrt(low * high);
        if (serve(c, o, s, d, middle) <= allowed)
            low = middle;
        else
            high = middle;
    }
    serve(c, o, s, d, low);
    free(o);
    return PM_OK;
}

/* ------------------------------------------------------------------ into the plan */

/* log2 of a power of two. */
static int log_of(double x)
{
    int e;

    frexp(x, &e);
    return e - 1;
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

/* Bounds between which nodes are computed whole.  The unit of their blocks' values has
 * to do for the largest. */
static void set_whole(struct pm_graded *d, const struct pm_graded_choice *c, int whole)
{
    struct pm_graded_level *const level = &d->level[whole];
    const double unit = d->test_unit[whole],
                 each = ldexp(d->low, level->columns - (d->n - 1)) / unit;
    int e;

    if (!(c->whole[1] * each > level->edge[0]))
        return;
    d->whole = whole;
    level->edge[PM_GRADE_SINGLE] = fmaxf((float)(c->whole[0] * each), level->edge[0]);
    level->edge[PM_GRADE_PLAIN] = (float)fmin(c->whole[1] * each, FLT_MAX);
    frexp(level->edge[PM_GRADE_PLAIN], &e);
    level->scale[PM_GRADE_PLAIN] = ldexpf(1, PM_GRADED_BOUND_BITS - e);
    d->whole_unit = ldexp(unit, e - PM_GRADED_BOUND_BITS);
    d->largest[PM_GRADE_PLAIN] = fmax(d->largest[PM_GRADE_PLAIN], ldexp(unit, e));
}

/* Blocks of grade g are at most 2^log as tests find them, and within the range of blocks. */
static void set_edge(struct pm_graded *d, enum pm_grade g, double x)
{
    struct pm_graded_level *const level = &d->level[0];
    const int most = log_of(d->largest[PM_GRADE_FINE] / d->test_unit[0]);
    int log;

    frexp(x * test_scale(d) * M_SQRT1_2, &log); /* a power of two, or the edge of skipping */
    log = log < most ? log : most;
    d->largest[g] = ldexp(d->test_unit[0], log);
    level->edge[g] = fmaxf(ldexpf(1, log), level->edge[g - 1]);
    level->scale[g] = ldexpf(1, PM_GRADED_BOUND_BITS - log);
    d->unit[g] = ldexp(d->test_unit[0], log - PM_GRADED_BOUND_BITS);
}

static void set_grades(struct pm_graded *d, const struct pm_graded_choice *c, int whole)
{
    struct pm_graded_level *const level = &d->level[0];
    const int most = log_of(d->largest[PM_GRADE_FINE] / d->test_unit[0]);

    set_edge(d, PM_GRADE_SINGLE, c->edge[PM_GRADE_SINGLE]);
    if (!pm_graded_single_range(d)) /* then there is no such grade */
        level->edge[PM_GRADE_SINGLE] = level->edge[PM_GRADE_SKIP];
    set_edge(d, PM_GRADE_PLAIN, c->edge[PM_GRADE_PLAIN]);
    if (c->whole[1] > 0)
        set_whole(d, c, whole);
    level->scale[PM_GRADE_FINE] = ldexpf(1, PM_GRADED_FINE_BOUND_BITS - most);
    d->unit[PM_GRADE_FINE] = ldexp(d->test_unit[0], most - PM_GRADED_FINE_BOUND_BITS);
    d->leaf.start = ldexp(1 / d->largest[PM_GRADE_PLAIN], PM_GRADED_TOP_BITS - (int)d->exp);
    d->leaf.fine_start = ldexp(1 / d->largest[PM_GRADE_FINE], PM_GRADED_TOP_BITS - (int)d->exp);
}

static int compare(const void *x, const void *y)
{
    const struct node *const a = x, *const b = y;

    if (a->bound == b->bound)
        return (a->chain > b->chain) - (a->chain < b->chain);
    return a->bound > b->bound ? 1 : -1;
}

/* The largest node that may be computed whole.  Values of plain blocks are rounded to a unit that
 * the largest of them fixes: of all blocks together, that is to come to little. */
static double most_whole(const struct pm_graded *d, int whole, double epsilon)
{
    enum { UNITS = 61, LITTLE = 8 };
    const double blocks = ldexp(1, d->n - 1 - PM_GRADED_LEAF);
    const double most = epsilon * d->low * ldexp(1, UNITS - LITTLE) / blocks;

    return ldexp(fmin(most, d->largest_whole[whole]) / d->low, d->n - 1 - d->level[whole].columns);
}

/* Thresholds where nodes of that level may be computed whole. */
static pm_status choose_whole(struct pm_graded_choice *c, struct sample *s,
                              const struct pm_graded *d, double epsilon, int whole)
{
    s->whole = whole;
    s->most_whole = whole > 0 ? most_whole(d, whole, epsilon) : 0;
    return choose(c, s, d, epsilon);
}

/* Thresholds by a sample of tests as they are.  Where most nodes of level 1 are computed whole,
 * larger ones may be, too. */
static pm_status sample(struct pm_graded_choice *c, struct sample *s, const struct pm_graded *d,
                        double epsilon)
{
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    struct pm_graded_choice wider;

    for (int chain = 0; chain < s->chains; chain += LANES)
        draw_chains(s, d, chain, &state);
    for (int l = 1; l < s->levels; l++)
        qsort(s->node[l], (size_t)s->chains, sizeof *s->node[l], compare);
    PM_TRY(choose_whole(c, s, d, epsilon, d->levels > 1 ? 1 : 0));
    if (d->levels <= PM_GRADED_WHOLE || c->shares.whole < 0.5)
        return PM_OK;
    PM_TRY(choose_whole(&wider, s, d, epsilon, PM_GRADED_WHOLE));
    if (pm_graded_steps(&wider.shares) < pm_graded_steps(&c->shares))
        *c = wider;
    else
        s->whole = 1;
    return PM_OK;
}

/* Whether tests reach down to the thresholds. */
static bool within_reach(const struct pm_graded *d, const struct pm_graded_choice *c)
{
    for (int l = 0; l < d->levels; l++)
        if (ldexp(c->limit[l] * d->low, d->level[l].columns - (d->n - 1)) <
            ldexp(d->test_unit[l], LEAST_EDGE - 1))
            return false;
    return true;
}

static void set_choice(struct pm_graded *d, const struct pm_graded_choice *c)
{
    d->choice = *c;
    set_skip(d, c);
    set_grades(d, c, c->level);
}

/* With the first reach, from `reach` on, that suffices. */
static pm_status sample_and_set(struct sample *s, struct pm_graded *d, double epsilon,
                                enum pm_graded_reach reach)
{
    struct pm_graded_choice choice;
    pm_status status = PM_UNABLE;

    for (; reach <= PM_GRADED_WIDE; reach++) {
        status = pm_graded_test_range(d, reach);
        if (status != PM_OK)
            continue;
        PM_TRY(sample(&choice, s, d, epsilon));
        if (within_reach(d, &choice))
            break;
        status = pm_fail(PM_UNABLE, "bounds leave the range of single precision");
    }
    PM_TRY(status);
    choice.reach = reach;
    choice.level = s->whole;
    set_choice(d, &choice);
    return PM_OK;
}

/* Numbers that make thresholds: nothing else is asked of them, as errors are counted in any case.
 */
static bool is_choice(const struct pm_graded *d, const struct pm_graded_choice *c, double epsilon)
{
    bool good = (c->reach == PM_GRADED_NARROW || c->reach == PM_GRADED_WIDE) && c->level >= 0 &&
                c->level <= PM_GRADED_WHOLE && (c->level == 0 || c->level < d->levels);

    for (int l = 0; l < d->levels; l++)
        good = good && c->limit[l] > 0 &&
               ldexp(c->limit[l] * d->low, d->level[l].columns - (d->n - 1)) <=
                   ldexp(d->test_unit[l], MOST_EDGE);
    for (int g = 0; g < PM_GRADES; g++)
        good = good && c->edge[g] >= 0 && c->shares.blocks[g] >= 0;
    good = good && c->whole[0] >= 0 && c->whole[1] >= 0 && c->shares.whole >= 0 &&
           c->shares.tested >= 0;
    return good &&
           (c->whole[1] == 0 || (c->level > 0 && c->whole[1] <= most_whole(d, c->level, epsilon)));
}

pm_status pm_graded_set(struct pm_graded *d, double epsilon, const struct pm_graded_choice *choice)
{
    PM_TRY(pm_graded_test_range(d, choice->reach));
    if (!is_choice(d, choice, epsilon) || !within_reach(d, choice))
        return pm_fail(PM_INPUT, "these thresholds are out of range");
    set_choice(d, choice);
    return PM_OK;
}

pm_status pm_graded_choose(struct pm_graded *d, double epsilon, enum pm_graded_reach reach)
{
    struct sample s = {.levels = d->levels,
                       .fan = d->level[0].fan,
                       .chains = LANES * (d->n <= SMALL ? SMALL_GROUPS : GROUPS)};
    pm_status status;

    PM_NEW(s.leaf, s.chains);
    PM_NEW_GOTO(status, s.node[0], s.chains * s.levels, done);
    for (int l = 1; l < s.levels; l++)
        s.node[l] = s.node[0] + (ptrdiff_t)l * s.chains;
    status = sample_and_set(&s, d, epsilon, reach);
done:
    free(s.node[0]);
    free(s.leaf);
    return status;
}
