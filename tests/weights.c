/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of different length.  The progress of a run is the share of its work that is done, in any
 * order of units and also after a restart.  The predicted weights of the graded engine are near the
 * counted ones. */
#include "brute.h"
#include "checkpoint/progress.h"
#include "engine/graded/graded_walk.h"
#include "engine/more.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RINGS = 2 };

static const struct pm_ring ring[RINGS] = {{.number = PM_REAL}, {.number = PM_REAL}};

/* ------------------------------------------------------------------- deals */

/* The work of the units below `unit`.  Range k of 64 has the weight w[k]. */
static double work_below(const double w[PM_WEIGHTS], uint64_t units, uint64_t unit)
{
    double sum = 0, below = 0;

    for (int k = 0; k < PM_WEIGHTS; k++)
        sum += w[k];
    for (uint64_t u = 0; u < unit; u++) /* with at least 64 units, each lies in one range */
        below += w[u * PM_WEIGHTS / units] * PM_WEIGHTS / sum;
    return below;
}

static void finish(struct pm_deal *deal, const struct pm_range *range)
{
    const struct pm_part part = {.err = 0};
    struct pm_fold fold;

    pm_fold_init(&fold, &ring[range->ring]);
    for (uint64_t u = range->first; u < range->first + range->count; u++)
        test_need(pm_fold_add(&fold, 0, u, &part));
    pm_deal_done(deal, range, &fold);
    pm_fold_clear(&fold);
}

static bool is_near(double x, double y)
{
    return fabs(x - y) <= 1e-9 * (1 + fabs(y));
}

/* A deal and a deal that reads its records report the same work: that of the finished units. */
static void check_deal(struct test *t, const double w[PM_WEIGHTS], uint64_t units)
{
    uint64_t state = units;
    struct pm_deal *deal, *again;
    struct pm_range range;
    double done = 0;
    char *text = NULL;
    size_t length;

    test_need(pm_deal_new(&deal, ring, RINGS, units));
    test_need(pm_deal_weigh(deal, w, PM_WEIGHTS));
    test_need(pm_deal_new(&again, ring, RINGS, units));
    test_need(pm_deal_weigh(again, w, PM_WEIGHTS));
    for (int k = 0; k < 20 && pm_deal_try(&range, deal, 1 + test_random(&state) % 16); k++) {
        if (test_between(&state, 0, 2) == 0) {
            pm_deal_lose(deal, range.count);
            continue;
        }
        finish(deal, &range);
        done += work_below(w, units, range.first + range.count) - work_below(w, units, range.first);
    }
    const struct pm_tally tally = pm_deal_tally(deal);
    CHECK(t, is_near(tally.done_work, done) && is_near(tally.all_work, RINGS * (double)units),
          "%llu units: work %g of %g is done, %g by units", (unsigned long long)units,
          tally.done_work, tally.all_work, done);
    FILE *const file = open_memstream(&text, &length);
    pm_deal_write(file, "", deal, false);
    fclose(file);
    char *rest = text;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';)
        test_need(pm_deal_read(NULL, again, line));
    test_need(pm_deal_settle(again));
    const struct pm_tally copy = pm_deal_tally(again);
    CHECK(t, is_near(copy.done_work, done) && is_near(copy.all_work, tally.all_work),
          "... and after its records were read");
    free(text);
    pm_deal_free(again);
    pm_deal_free(deal);
}

/* The work of all parts adds up to that of the whole. */
static void check_parts(struct test *t, const double w[PM_WEIGHTS], uint64_t units)
{
    double sum = 0, first = 0;

    for (uint64_t part = 1; part <= 5; part++) {
        struct pm_deal *deal;
        test_need(pm_deal_new(&deal, ring, RINGS, units));
        test_need(pm_deal_weigh(deal, w, PM_WEIGHTS));
        pm_deal_keep_part(deal, part, 5);
        sum += pm_deal_tally(deal).all_work;
        first = part == 1 ? sum : first;
        pm_deal_free(deal);
    }
    CHECK(t,
          is_near(sum, RINGS * (double)units) &&
              is_near(first, work_below(w, units, RINGS * units / 5)),
          "%llu units in five parts", (unsigned long long)units);
}

/* ---------------------------------------------------------------- progress */

/* Two stages of 30 and 10 seconds.  The first has done three quarters of its work in half of its
 * units. */
static void check_progress(struct test *t)
{
    struct pm_stage stage[] = {{"1", 30}, {"2", 10}};
    struct pm_records records = {
        .name = stage[0].name,
        .tally = {.total = 100, .done = 50, .all_work = 100, .done_work = 75}};
    const struct pm_checkpoint state = {
        .stage = stage, .stages = 2, .records = &records, .kinds = 1, .spent = 45};
    struct pm_progress progress;

    pm_progress_of(&progress, &state, NULL, (struct pm_tally){0});
    CHECK(t, is_near(progress.share, 22.5 / 40) && is_near(progress.left, 45 / 22.5 * 17.5),
          "%g of the work is done, %g s are left", progress.share, progress.left);
    pm_progress_of(&progress, &state, "2",
                   (struct pm_tally){.total = 4, .done = 1, .all_work = 4, .done_work = 2});
    CHECK(t, is_near(progress.share, 27.5 / 40) && progress.done == 51 && progress.total == 104,
          "... and %g with half of the second stage", progress.share);
    /* The run began with half of the work done ten seconds ago; the time before that does not
     * count. */
    const struct pm_progress half = {.share = 0.5, .done = 10};
    progress = (struct pm_progress){.share = 0.75, .done = 20};
    pm_progress_since(&progress, &half, 10);
    CHECK(t, is_near(progress.left, 10) && is_near(progress.rate, 1), "%g s are left at that rate",
          progress.left);
}

/* ------------------------------------------------------------------ graded */

/* The steps of a unit, as the engine counts them. */
static double steps_of(const struct pm_graded *d, uint64_t unit)
{
    struct pm_graded_shares shares = {.whole = 0};
    struct pm_graded_sums sums;

    pm_graded_sums(&sums, d, unit);
    for (int l = 0; l < d->levels; l++)
        shares.tested += (double)sums.tested[l];
    for (int g = 0; g < PM_GRADES; g++)
        shares.blocks[g] = ldexp((double)sums.blocks[g], d->level[0].columns);
    shares.whole = d->whole > 0 ? ldexp((double)sums.whole, d->level[d->whole].columns) : 0;
    return pm_graded_steps(&shares);
}

/* The share of the work before each range: expected and counted. */
static void check_graded(struct test *t, int n, double epsilon)
{
    const struct pm_graded_wish wish = {.epsilon = epsilon, .root = n - 1 - 9};
    double weight[PM_WEIGHTS], sum = 0, steps = 0, counted[PM_WEIGHTS] = {0}, off = 0;
    uint64_t state = (uint64_t)n;
    struct pm_matrix *const a = brute_positive(&state, n, 100, false);
    struct pm_graded *d;

    test_need(pm_graded_new(&d, a, &wish));
    const uint64_t units = pm_graded_units(d);
    pm_graded_weigh(weight, d);
    for (uint64_t u = 0; u < units; u++)
        counted[u * PM_WEIGHTS / units] += steps_of(d, u);
    for (int k = 0; k < PM_WEIGHTS; k++) {
        sum += weight[k];
        steps += counted[k];
    }
    double expected = 0, real = 0, even = 0;
    for (int k = 0; k < PM_WEIGHTS; k++) {
        expected += weight[k] / sum;
        real += counted[k] / steps;
        off = fmax(off, fabs(expected - real));
        even = fmax(even, fabs((k + 1.0) / PM_WEIGHTS - real));
    }
    CHECK(t, off < 0.02 && even > 2 * off,
          "order %d, epsilon %g: shares of work are off by %.3f at most, by units alone by %.3f", n,
          epsilon, off, even);
    pm_graded_free(d);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};
    double falling[PM_WEIGHTS], odd[PM_WEIGHTS];

    for (int k = 0; k < PM_WEIGHTS; k++) {
        falling[k] = PM_WEIGHTS - k;
        odd[k] = k % 2;
    }
    for (uint64_t units = PM_WEIGHTS; units <= 1024; units *= 4) {
        check_deal(&t, falling, units);
        check_deal(&t, odd, units);
        check_parts(&t, falling, units);
    }
    check_progress(&t);
    check_graded(&t, 20, 1e-2);
    check_graded(&t, 22, 1e-2);
    check_graded(&t, 22, 1e-4);
    return test_done(&t);
}
