/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A deal: the work of one core, how much of it is done, and the results so far.
 *
 * The work is numbered units in each of several rings.  Workers of any kind take ranges of units
 * and return folds of their parts.  A fold adds in one fixed tree, so the result does not depend on
 * which worker took which range.  The pending nodes of the folds are a complete record of what is
 * done.  As lines of text they are the body of a checkpoint, and ranks send them to each other.
 *
 * A deal of values has one ring, and each unit returns a text instead of a part.  The subtrees of a
 * split are dealt in this way (run/split_run.c).
 *
 * All functions except new and free may be called by several threads at once. */
#pragma once

#include "base/stop.h"
#include "engine/engine.h"
#include "num/fold.h"
#include "schedule/range.h"

#include <stdio.h>

struct pm_deal;

/* Makes a deal with all units of all rings, none of them done.  ring NULL: a deal of values. */
pm_status pm_deal_new(struct pm_deal **deal, const struct pm_ring *ring, size_t rings,
                      uint64_t units);
void pm_deal_free(struct pm_deal *deal); /* NULL is fine */

/* ------------------------------------------------------------------- workers */

/* *range = at most `want` free units of one ring, but not of one that a device has refused.  If
 * none is free, waits for units that other workers may return.  False: there is nothing more to
 * do. */
bool pm_deal_next(struct pm_range *range, struct pm_deal *deal, uint64_t want);

/* The same for a thread that works beside devices.  While a fast hand is at work, the thread takes
 * those of a refused ring; else units from the other end, so that aligned ranges are left for
 * devices, and waits if at most `leave` units are free. */
bool pm_deal_next_beside(struct pm_range *range, struct pm_deal *deal, uint64_t want,
                         uint64_t leave);

/* Adds `more` fast hands; negative: takes them away. */
void pm_deal_fast(struct pm_deal *deal, int more);

/* The same as pm_deal_next() without waiting; false also if nothing is free now. */
bool pm_deal_try(struct pm_range *range, struct pm_deal *deal, uint64_t want);

/* Reports that the range is done; `fold` has the sum of its parts. */
void pm_deal_done(struct pm_deal *deal, const struct pm_range *range, const struct pm_fold *fold);

/* Reports that unit `unit` of a deal of values is done; `text` is one line. */
void pm_deal_done_text(struct pm_deal *deal, uint64_t unit, const char *text);

/* Returns a range that is not done, so that another worker gets it. */
void pm_deal_return(struct pm_deal *deal, const struct pm_range *range);

/* A device cannot compute units of this ring: threads will.  False: another ring was refused
 * before. */
bool pm_deal_refuse(struct pm_deal *deal, size_t ring);

/* Tells that `count` units will not come back and nobody needs to know which: the deal is over. */
void pm_deal_lose(struct pm_deal *deal, uint64_t count);

/* Ends the deal.  If this is the first failure, this thread's message is the reason. */
void pm_deal_fail(struct pm_deal *deal, pm_status status);

/* True if it is useless to continue with a range; and a flag with the same meaning
 * (base/stop.h). */
bool pm_deal_is_over(const struct pm_deal *deal);
const int *pm_deal_over(const struct pm_deal *deal);

/* ------------------------------------------------------- who looks after them */

/* Stops dealing.  Ranges that are out must still be finished or returned. */
void pm_deal_stop(struct pm_deal *deal);

/* Waits until nothing is out and nothing more will be dealt, at most `seconds`.  Returns true if
 * that is so. */
bool pm_deal_wait(struct pm_deal *deal, double seconds);

struct pm_tally pm_deal_tally(struct pm_deal *deal);

/* PM_OK if all is done; else the first failure, or PM_STOPPED. */
pm_status pm_deal_status(struct pm_deal *deal);

/* The sum of a finished ring; the text of a unit, which belongs to the deal. */
void pm_deal_sum(struct pm_part *sum, struct pm_deal *deal, size_t ring);
const char *pm_deal_text(const struct pm_deal *deal, uint64_t unit);

/* ------------------------------------------- a deal that gets its work from another */

/* Removes all work.  From now on units come only from pm_deal_offer(), until pm_deal_stop(). */
void pm_deal_empty(struct pm_deal *deal);

/* Adds units to be computed here. */
void pm_deal_offer(struct pm_deal *deal, const struct pm_range *range);

/* Writes "WORD RING FIRST COUNT" for the free units, and removes them here. */
void pm_deal_write_free(FILE *file, const char *word, struct pm_deal *deal);

/* Resets the deal: all units are free, nothing is done, nothing has failed. */
void pm_deal_reset(struct pm_deal *deal);

/* Keeps only the units of part `part` = 1 .. parts of a run. */
void pm_deal_keep_part(struct pm_deal *deal, uint64_t part, uint64_t parts);

/* ------------------------------------------------------------------- records */

/* Writes what is done: a line for every pending node or text.  With `move`, it is also removed
 * here. */
void pm_deal_write(FILE *file, struct pm_deal *deal, bool move);

/* Adds a line (without prefix and line end) that this deal or another wrote.  Its units must not be
 * done yet.  *units (may be NULL) = how many there are.  PM_INPUT: it is no such line. */
pm_status pm_deal_read(uint64_t *units, struct pm_deal *deal, const char *line);

/* Call this after reading lines about units that nobody had taken: their units are then no longer
 * free.  PM_INPUT: a unit was done twice. */
pm_status pm_deal_settle(struct pm_deal *deal);
