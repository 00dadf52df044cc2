/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A deal: what there is to do of one core, what is done of it, and what that gave.
 *
 * The work is numbered units in each of several rings.  Workers of any kind take ranges of units
 * and give back folds of their parts; which worker takes which range cannot be seen in the result,
 * because a fold adds in one fixed tree.  The pending nodes of the folds are a complete record of
 * what is done: as lines of text they are the body of a checkpoint, and what ranks send each other.
 *
 * A deal of values has one ring, and each unit gives a text of its own instead of a part: so the
 * subtrees of a split are dealt (run/split_run.c).
 *
 * All functions but new and free may be called by several threads at once. */
#ifndef PM_SCHEDULE_DEAL_H
#define PM_SCHEDULE_DEAL_H

#include "base/stop.h"
#include "engine/engine.h"
#include "num/fold.h"
#include "schedule/range.h"

#include <stdio.h>

struct pm_deal;

/* All units of all rings, none of them done; ring NULL: a deal of values. */
pm_status pm_deal_new(struct pm_deal **deal, const struct pm_ring *ring, size_t rings,
                      uint64_t units);

/* Range k of so many equal ones of every ring's units has weight[k]: the tally's work goes by it.
 * To be called first. */
pm_status pm_deal_weigh(struct pm_deal *deal, const double *weight, size_t ranges);
void pm_deal_free(struct pm_deal *deal); /* NULL is fine */

/* ------------------------------------------------------------------- workers */

/* *range = at most `want` units that nobody has, of one ring.  Waits while all of them are out with
 * workers that may return some.  False: there is nothing to do any more. */
bool pm_deal_next(struct pm_range *range, struct pm_deal *deal, uint64_t want);

/* The same without waiting: false also where there is nothing now. */
bool pm_deal_try(struct pm_range *range, struct pm_deal *deal, uint64_t want);

/* The range is done; `fold` has the sum of its parts. */
void pm_deal_done(struct pm_deal *deal, const struct pm_range *range, const struct pm_fold *fold);

/* Unit `unit` of a deal of values is done; `text` is one line. */
void pm_deal_done_text(struct pm_deal *deal, uint64_t unit, const char *text);

/* The range is not done and goes to another worker. */
void pm_deal_return(struct pm_deal *deal, const struct pm_range *range);

/* So many units that were out will not come back, and nobody needs to know which: the deal is over.
 */
void pm_deal_lose(struct pm_deal *deal, uint64_t count);

/* Nothing more is dealt; this thread's message is the reason if it is the first failure. */
void pm_deal_fail(struct pm_deal *deal, pm_status status);

/* True once it is no use to go on with a range; the same as a flag to be looked at (base/stop.h).
 */
bool pm_deal_is_over(const struct pm_deal *deal);
const int *pm_deal_over(const struct pm_deal *deal);

/* ------------------------------------------------------- who looks after them */

/* Nothing more is dealt: what is out is to be finished or returned. */
void pm_deal_stop(struct pm_deal *deal);

/* Waits until nothing is out and nothing more will be dealt, but not longer than `seconds`.  True:
 * that is so. */
bool pm_deal_wait(struct pm_deal *deal, double seconds);

struct pm_tally pm_deal_tally(struct pm_deal *deal);

/* PM_OK where all is done, the failure that was kept, or PM_STOPPED. */
pm_status pm_deal_status(struct pm_deal *deal);

/* The sum of a ring that is done; the text of a unit (the deal's own). */
void pm_deal_sum(struct pm_part *sum, struct pm_deal *deal, size_t ring);
const char *pm_deal_text(const struct pm_deal *deal, uint64_t unit);

/* ------------------------------------------- a deal that gets its work from another */

/* Takes everything away: units come by pm_deal_offer() alone, until pm_deal_stop(). */
void pm_deal_empty(struct pm_deal *deal);

/* Units to be computed here, too. */
void pm_deal_offer(struct pm_deal *deal, const struct pm_range *range);

/* Writes "WORD RING FIRST COUNT" for what is free, and forgets that. */
void pm_deal_write_free(FILE *file, const char *word, struct pm_deal *deal);

/* Back to the begin: all units are free, nothing is done, nothing has failed. */
void pm_deal_reset(struct pm_deal *deal);

/* Only units of share part = 1 .. parts are computed here. */
void pm_deal_keep_part(struct pm_deal *deal, uint64_t part, uint64_t parts);

/* ------------------------------------------------------------------- records */

/* Writes what is done, a line for every pending node or text, each behind `prefix`; with `move` it
 * is also forgotten here. */
void pm_deal_write(FILE *file, const char *prefix, struct pm_deal *deal, bool move);

/* Adds such a line (without prefix and line end), which this deal or another wrote: units that
 * nobody has done; *units (NULL is fine) is how many.  PM_INPUT: it is no such line. */
pm_status pm_deal_read(uint64_t *units, struct pm_deal *deal, const char *line);

/* After lines were read that nobody had taken: what they say is done is not free any more.
 * PM_INPUT: a unit was done twice. */
pm_status pm_deal_settle(struct pm_deal *deal);

#endif
