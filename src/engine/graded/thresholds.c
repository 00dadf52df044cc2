/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses thresholds by a sample of nodes, and predicts their effect.
 *
 * Any node may be skipped, which adds its bound B to the error.  Any block may be computed in one
 * of three grades g, which adds c_g B (graded.c).  Let an error of x cost x / rate steps of work,
 * with the same rate for all nodes.  Then the best grade of a block is the one with the least work
 * + c_g B / rate.  So the largest block of a grade is
 *
 *     rate (work of the next grade - work of this one) / (c of this one - c of the next one).
 *
 * A node above level 0 should be skipped if B / rate is below the cost of testing its children and
 * processing them.  This cost is estimated by chains of random nodes, from the root of a unit to
 * its leaves, with a fixed seed.  From level 1 upwards, the threshold of each level is the one with
 * the least total cost over the sample.  In level 1, the two bounds between which nodes are
 * computed whole, with all blocks in double precision and without tests, are found in the same way.
 * Computing a node whole costs less if nearly all its blocks would be in double precision.  The
 * rate is the largest one for which the expected sum of all errors stays below epsilon (Lagrange
 * multiplier; Everett, Operations Research 11, 1963).  The proof of the error does not depend on
 * the sample, since the walk adds up the bounds of all nodes that it skips. */
#include "engine/graded/graded_walk.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

enum {
    LANES = PM_GRADED_LANES,
    FAN = PM_GRADED_FAN,
    GROUPS = 1024,
    SMALL_GROUPS = 256, /* number of groups of LANES chains for orders up to SMALL, instead of
                         * GROUPS */
    SMALL = 20,
    STEPS = 14,        /* of the bisection for the rate */
    RANGE = 16,        /* log2 of the largest skipped block that is tried, in units of epsilon */
    SINGLE_RANGE = 24, /* log2 of the largest block in single precision, in units of the largest
                        * skipped block */
};

/* The expected errors may be this fraction of epsilon, for orders up to SMALL and for others.  The
 * rest is a reserve for what samples miss. */
static const double SMALL_ALLOWED = 0.75, ALLOWED = 0.93;

/* A node of the sample.  Its bound is divided by the number of its sign vectors, in units of the
 * proved mean of the products, low 2^(1-n). */
struct node {
    double bound;
    int chain;
};

struct sample {
    int levels, fan, chains;
    double most_whole;                   /* the largest bound of a node that is computed whole */
    struct node *node[PM_GRADED_LEVELS]; /* node[l]: [chains] one node of each chain, sorted by
                                          * bound; level 0 has none */
    double (*leaf)[FAN];                 /* [chains] the bounds of all children of the chain's node
                                          * of level 1 */
};

static uint64_t draw(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* Lane k of *group = the root of unit[k], but with sign 1. */
static void fill_roots(struct pm_graded_group *group, const struct pm_graded *d,
                       const uint64_t unit[LANES])
{
    for (int lane = 0; lane < LANES; lane++) {
        for (int k = 0; k < d->n; k++) {
            double y = d->base[k];
            for (int j = 0; j < d->top; j++)
                y -= unit[lane] >> j & 1 ? d->twice[j * d->n + k] : 0;
            group->y[k][lane] = y;
        }
        group->sign[lane] = 1;
    }
}

/* Draws one chain in each lane, from a root to the leaves. */
static void draw_chains(struct sample *s, const struct pm_graded *d, int first, uint64_t *state)
{
    struct pm_graded_group group[2];
    static const struct pm_graded_test none;
    struct pm_graded_test test = none;
    uint64_t root[LANES];
    uint8_t code[LANES];

    for (int lane = 0; lane < LANES; lane++)
        root[lane] = draw(state) >> 8;
    fill_roots(&group[d->levels & 1], d, root);
    for (int l = d->levels - 1; l >= 0; l--) {
        const struct pm_graded_level *const level = &d->level[l];
        const double scale = d->test_unit[l] * ldexp(1 / d->low, d->n - 1 - level->columns);
        d->kernels->test(&test, level, &group[(l + 1) & 1]);
        for (int lane = 0; lane < LANES; lane++) {
            const int pattern = (int)(draw(state) >> 60) & (level->fan - 1);
            code[lane] = (uint8_t)(pattern << 4 | lane);
            if (l > 0)
                s->node[l][first + lane] =
                    (struct node){test.bound[pattern][lane] * scale, first + lane};
            for (int k = 0; l == 0 && k < level->fan; k++)
                s->leaf[first + lane][k] = test.bound[k][lane] * scale;
        }
        d->kernels->fill(&group[l & 1], level, &group[(l + 1) & 1], code, 0xffff);
    }
}

/* ------------------------------------------------------------------ what a rate leads to */

/* How the sign vectors below one node of the sample are treated, and what this costs. */
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

/* A power of two near x, in the units of tests. */
static double nearest_power(double x, double scale)
{
    int log;

    frexp(x * scale * M_SQRT1_2, &log);
    return ldexp(1, log) / scale;
}

/* Sets the largest blocks of each grade. */
static void set_edges(struct pm_graded_choice *c, const struct pm_graded *d, double rate)
{
    const double scale = pm_graded_test_scale(d), most = ldexp(rate, SINGLE_RANGE);

    for (int g = PM_GRADE_SKIP; g < PM_GRADE_FINE; g++) {
        c->edge[g] = rate * (PM_GRADED_WORK[g + 1] - PM_GRADED_WORK[g]) /
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
    return PM_GRADED_WHOLE_WORK + bound * share / rate;
}

/* Chooses grades for all blocks below one node of level 1. */
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
        o->price += (PM_GRADED_WORK[g] + leaf[k] * d->share[g] / rate) * each;
    }
}

/* Chooses the two best bounds between which nodes of level 1 are computed whole.  They are
 * the ends of an interval of the sorted sample for which the sum of gains is largest.  Nodes with
 * equal bounds are treated equally. */
static void serve_whole(struct outcome *o, struct pm_graded_choice *c, const struct sample *s,
                        const struct pm_graded *d, double rate)
{
    const struct node *const node = s->node[1];
    const double share = d->whole_share;
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

/* Chooses the best limit up to which nodes of level l are skipped.  For the other nodes, the price
 * of testing and processing their children has been added up in o[].price. */
static void serve_nodes(struct outcome *o, struct pm_graded_choice *c, const struct sample *s,
                        int l, double rate)
{
    const struct node *const node = s->node[l];
    double gain = 0, best = 0;
    int skipped = 0;

    for (int k = 0; k < s->chains; k++) {
        gain += o[node[k].chain].price - node[k].bound / rate;
        const bool last = k + 1 == s->chains || node[k + 1].bound > node[k].bound;
        if (last && gain > best) { /* nodes with equal bounds are treated equally */
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

/* Chooses thresholds for a rate.  Returns the expected error.  o: room for one outcome for each
 * chain. */
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
        if (l == 1)
            serve_whole(o, c, s, d, rate);
        if (l > 0)
            serve_nodes(o, c, s, l, rate);
        for (int k = 0; k < s->chains; k++) {
            o[k].shares.tested += tests;
            o[k].price += PM_GRADED_TEST_WORK * tests;
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

static pm_status thresholds_choose(struct pm_graded_choice *c, const struct sample *s,
                                   const struct pm_graded *d, double epsilon)
{
    const double allowed = (d->n <= SMALL ? SMALL_ALLOWED : ALLOWED) * epsilon;
    const double work = PM_GRADED_WORK[PM_GRADE_SINGLE];
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

/* ------------------------------------------------------------------ the sample */

static int compare(const void *x, const void *y)
{
    const struct node *const a = x, *const b = y;

    if (a->bound == b->bound)
        return (a->chain > b->chain) - (a->chain < b->chain);
    return a->bound > b->bound ? 1 : -1;
}

/* Chooses thresholds by a sample of tests. */
static pm_status sample(struct pm_graded_choice *c, struct sample *s, const struct pm_graded *d,
                        double epsilon)
{
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);

    for (int chain = 0; chain < s->chains; chain += LANES)
        draw_chains(s, d, chain, &state);
    for (int l = 1; l < s->levels; l++)
        pm_alloc_sort(s->node[l], (size_t)s->chains, sizeof *s->node[l], compare);
    s->most_whole = s->levels > 1 ? pm_graded_most_whole(d, epsilon) : 0;
    return thresholds_choose(c, s, d, epsilon);
}

pm_status pm_graded_choose(struct pm_graded *d, double epsilon)
{
    struct sample s = {.levels = d->levels,
                       .fan = d->level[0].fan,
                       .chains = LANES * (d->n <= SMALL ? SMALL_GROUPS : GROUPS)};
    struct pm_graded_choice choice;
    pm_status status;

    PM_TRY(pm_graded_test_range(d));
    PM_NEW(s.leaf, s.chains);
    PM_NEW_GOTO(status, s.node[0], s.chains * s.levels, done);
    for (int l = 1; l < s.levels; l++)
        s.node[l] = s.node[0] + (ptrdiff_t)l * s.chains;
    PM_TRY_GOTO(status, sample(&choice, &s, d, epsilon), done);
    if (pm_graded_within_reach(d, &choice))
        pm_graded_set_choice(d, &choice);
    else
        status = pm_fail(PM_UNABLE, "bounds leave the range of single precision");
done:
    PM_FREE(s.node[0], s.leaf);
    return status;
}
