/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of a run is the share of its predicted time whose units are done, also after a
 * restart. */
#include "checkpoint/progress.h"
#include "test.h"

#include <math.h>

static bool is_near(double x, double y)
{
    return fabs(x - y) <= 1e-9 * (1 + fabs(y));
}

/* Two stages of 30 and 10 seconds.  Three quarters of the first are done. */
static void check_progress(struct test *t)
{
    struct pm_stage stage[] = {{"1", 30}, {"2", 10}};
    struct pm_records records = {.name = stage[0].name, .tally = {.total = 100, .done = 75}};
    const struct pm_checkpoint state = {
        .stage = stage, .stages = 2, .records = &records, .kinds = 1, .spent = 45};
    struct pm_progress progress;

    pm_progress_of(&progress, &state, NULL, (struct pm_tally){0});
    CHECK(t, is_near(progress.share, 22.5 / 40) && is_near(progress.left, 45 / 22.5 * 17.5),
          "%g of the work is done, %g s are left", progress.share, progress.left);
    pm_progress_of(&progress, &state, "2", (struct pm_tally){.total = 4, .done = 2});
    CHECK(t, is_near(progress.share, 27.5 / 40) && progress.done == 77 && progress.total == 104,
          "... and %g with half of the second stage", progress.share);
    /* The run began with half of the work done ten seconds ago; the time before that does not
     * count. */
    const struct pm_progress half = {.share = 0.5, .done = 10};
    progress = (struct pm_progress){.share = 0.75, .done = 20};
    pm_progress_since(&progress, &half, 10);
    CHECK(t, is_near(progress.left, 10) && is_near(progress.rate, 1), "%g s are left at that rate",
          progress.left);
}

int main(void)
{
    struct test t = {0, 0};

    check_progress(&t);
    return test_done(&t);
}
