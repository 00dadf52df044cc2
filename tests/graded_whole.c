/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes of the graded walk that are computed whole, compared with the same walk that tests every
 * block.  The blocks have the same bits.  The bound of a node, and one unit for rounding, is no
 * less than the sum of the bounds of its blocks, and counts in the error. */
#include "brute.h"
#include "engine/graded/graded_walk.h"

#include <math.h>
#include <string.h>

struct tally {
    int units, other, low, light;
    long long nodes;
};

static double error_of(const struct pm_graded_sums *sums, const struct pm_graded *d)
{
    struct pm_part part;

    test_need(pm_graded_part(&part, sums, d));
    return ldexp(part.err, (int)part.exp);
}

/* True if the bounds of whole nodes alone give an error of at least n + 5 roundings of that size.
 * Plain blocks count more, for rounded entries; nodes have a smaller share of that. */
static bool counts(const struct pm_graded_sums *sums, const struct pm_graded *d)
{
    const struct pm_graded_sums nodes = {.whole_bound = sums->whole_bound};
    const double bound = (double)sums->whole_bound * d->whole_unit;
    struct pm_graded_sums block = {.whole_bound = 0};

    block.bound[PM_GRADE_PLAIN] = (long long)(bound / d->unit[PM_GRADE_PLAIN]);
    const double roundings = error_of(&block, d) / d->share[PM_GRADE_PLAIN] * (d->n + 5) * 0x1p-53;
    return roundings > 0 && error_of(&nodes, d) >= roundings;
}

/* Walks a unit as planned, and again with no nodes computed whole.  No block that the unit reaches
 * is skipped or single.  A unit with compensated blocks is left out: whole nodes never contain
 * them. */
static void try_unit(struct tally *tally, struct pm_graded *d, uint64_t unit)
{
    float *const edge = d->level[d->whole].edge;
    struct pm_graded_sums whole, tested;
    float planned[2];

    pm_graded_sums(&whole, d, unit);
    memcpy(planned, edge + 1, sizeof planned);
    edge[1] = edge[2] = INFINITY;
    pm_graded_sums(&tested, d, unit);
    memcpy(edge + 1, planned, sizeof planned);
    if (whole.whole == 0 || tested.blocks[PM_GRADE_FINE] > 0)
        return;
    tally->units++;
    tally->nodes += whole.whole;
    tally->other += memcmp(whole.plain, tested.plain, sizeof whole.plain) != 0 ||
                    whole.blocks[PM_GRADE_PLAIN] != tested.blocks[PM_GRADE_PLAIN];
    const double blocks = (double)(tested.bound[PM_GRADE_PLAIN] - whole.bound[PM_GRADE_PLAIN]) *
                          d->unit[PM_GRADE_PLAIN];
    const double nodes = (double)(whole.whole_bound + whole.whole) * d->whole_unit;
    tally->low += !(nodes >= blocks);
    tally->light += !counts(&whole, d);
}

static void try_walk(struct tally *tally, const struct pm_matrix *a, double epsilon)
{
    const struct pm_graded_wish wish = {.epsilon = epsilon};
    struct pm_graded *d;

    test_need(pm_graded_new(&d, a, &wish));
    d->level[0].edge[0] = d->level[0].edge[1] = 0;
    for (uint64_t unit = 0; d->whole > 0 && unit < pm_graded_units(d); unit++)
        try_unit(tally, d, unit);
    pm_graded_free(d);
}

int main(void)
{
    static const double epsilons[] = {1e-2, 1e-4, 1e-6, 1e-8};
    struct test t = {0, 0};
    struct tally tally = {.units = 0};
    uint64_t state = UINT64_C(141421356237309504);

    for (int n = 14; n <= 20; n++) {
        struct pm_matrix *const a = brute_positive(&state, n, 100, false);
        for (size_t e = 0; e < sizeof epsilons / sizeof *epsilons; e++)
            try_walk(&tally, a, epsilons[e]);
        pm_matrix_free(a);
    }
    CHECK(&t, tally.units > 0, "%d units with %lld nodes that are computed whole", tally.units,
          tally.nodes);
    CHECK(&t, tally.other == 0, "%d of them have other sums", tally.other);
    CHECK(&t, tally.low == 0, "%d of them have smaller bounds", tally.low);
    CHECK(&t, tally.light == 0, "%d of them have errors that count less", tally.light);
    return test_done(&t);
}
