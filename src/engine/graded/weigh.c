/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates which units are expensive.  These are the first ones: few columns have the sign minus
 * at their roots, so row sums are large.  Random chains of nodes, with a fixed seed, lead from the
 * roots of every range of units to the blocks.  Their bounds are compared with the thresholds of
 * the walk. */
#include "engine/graded/graded_walk.h"

#include "base/splitmix.h"
#include "engine/more.h"

#include <math.h>

enum { LANES = PM_GRADED_LANES, GROUPS = 8 }; /* GROUPS of LANES chains for each range of units */

void pm_graded_roots(struct pm_graded_group *group, const struct pm_graded *d,
                     const uint64_t unit[PM_GRADED_LANES])
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

/* Draws one chain of nodes in each lane, and adds its tests and the grades of its blocks to
 * *sum. */
static void add_chains(struct pm_graded_shares *sum, const struct pm_graded *d,
                       const uint64_t unit[LANES], uint64_t *state)
{
    struct pm_graded_test test = {.bound = {{0}}};
    struct pm_graded_group group[2];
    bool over[LANES] = {false};
    uint8_t code[LANES];

    pm_graded_roots(&group[d->levels & 1], d, unit);
    for (int l = d->levels - 1; l >= 0; l--) {
        const struct pm_graded_level *const level = &d->level[l];
        d->kernels->test(&test, level, &group[(l + 1) & 1]);
        for (int lane = 0; lane < LANES; lane++) {
            const int child = (int)(pm_random_word(state) >> 60) & (level->fan - 1);
            code[lane] = (uint8_t)(child << 4 | lane);
            if (over[lane])
                continue;
            sum->tested += ldexp(1, -level->columns);
            for (int k = l > 0 ? child : 0; k < (l > 0 ? child + 1 : level->fan); k++) {
                int g = PM_GRADE_SKIP;
                while (g < PM_GRADE_FINE && test.bound[k][lane] > level->edge[g])
                    g++;
                const bool whole = l > 0 && g == PM_GRADE_PLAIN;
                over[lane] = g == PM_GRADE_SKIP || whole;
                sum->whole += whole;
                if (l == 0 || whole)
                    sum->blocks[g] += l == 0 ? 1.0 / level->fan : 1;
            }
        }
        d->kernels->fill(&group[l & 1], level, &group[(l + 1) & 1], code, 0xffff);
    }
}

void pm_graded_weigh(double weight[PM_WEIGHTS], const struct pm_graded *d)
{
    const uint64_t units = pm_graded_units(d), range = units > PM_WEIGHTS ? units / PM_WEIGHTS : 1;
    uint64_t state = 1, unit[LANES];

    for (uint64_t r = 0; r < PM_WEIGHTS; r++) {
        struct pm_graded_shares sum = {.whole = 0};
        for (int g = 0; g < GROUPS; g++) {
            for (int lane = 0; lane < LANES; lane++)
                unit[lane] = r * units / PM_WEIGHTS + pm_random_word(&state) % range;
            add_chains(&sum, d, unit, &state);
        }
        weight[r] = pm_graded_steps(&sum);
    }
}
