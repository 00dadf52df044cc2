/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fraction that is done is the average over stages, weighted by their predicted seconds.  The
 * time that is left is computed from the speed so far. */
#include "checkpoint/progress.h"

#include <math.h>
#include <string.h>

static struct pm_tally tally_of(const struct pm_checkpoint *state, const char *stage)
{
    const struct pm_records *const records = pm_checkpoint_find(state, stage);

    return records != NULL ? records->tally : (struct pm_tally){.total = 0};
}

void pm_progress_of(struct pm_progress *progress, const struct pm_checkpoint *state,
                    const char *name, struct pm_tally tally)
{
    double all = 0, done = 0;

    *progress =
        (struct pm_progress){.spent = state->spent, .part = state->part, .parts = state->parts};
    for (size_t k = 0; k < state->stages; k++) {
        const struct pm_stage *const stage = &state->stage[k];
        const struct pm_tally now =
            name != NULL && strcmp(name, stage->name) == 0 ? tally : tally_of(state, stage->name);
        if (now.total == 0 && strchr(stage->name, 'r') != NULL)
            continue; /* a fallback is rarely needed */
        all += stage->seconds;
        if (now.total > 0)
            done += stage->seconds * (double)now.done / (double)now.total;
        progress->done += now.done;
        progress->total += now.total;
    }
    for (size_t k = 0; state->stages == 0 && k < state->kinds; k++) { /* of no plan */
        progress->done += state->records[k].tally.done;
        progress->total += state->records[k].tally.total;
        all = (double)progress->total;
        done = (double)progress->done;
    }
    progress->share = all > 0 ? done / all : 1;
    pm_progress_since(progress, &(struct pm_progress){0}, state->spent);
}

void pm_progress_since(struct pm_progress *progress, const struct pm_progress *from, double spent)
{
    const double grown = progress->share - from->share;

    progress->rate = spent > 0 ? (double)(progress->done - from->done) / spent : 0;
    progress->left = grown > 0              ? (1 - progress->share) / grown * spent
                     : progress->share >= 1 ? 0
                                            : HUGE_VAL;
}
