/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands out units of work.  Ranges are cut at multiples of their size, so that their folds have few
 * nodes. */
#include "schedule/deal.h"

#include "base/alloc.h"
#include "base/status.h"
#include "schedule/lanes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------ new and free */

static void init_lock(struct pm_deal *deal)
{
    pthread_condattr_t steady;

    pthread_mutex_init(&deal->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&deal->changed, &steady);
    pthread_condattr_destroy(&steady);
}

pm_status pm_deal_new(struct pm_deal **out, const struct pm_ring *ring, size_t rings,
                      uint64_t units)
{
    struct pm_deal *deal;
    pm_status status = PM_OK;

    PM_NEW(deal, 1);
    *deal = (struct pm_deal){.rings = rings, .units = units, .refused = SIZE_MAX};
    deal->tally.total = deal->tally.free = rings * units;
    init_lock(deal);
    PM_NEW_GOTO(status, deal->lane, rings, done);
    if (ring == NULL)
        PM_NEW_GOTO(status, deal->text, units, done);
    for (size_t k = 0; ring != NULL && k < rings; k++)
        pm_fold_init(&deal->lane[k].fold, &ring[k]);
done:
    PM_GIVE(out, deal, status, pm_deal_free);
}

void pm_deal_free(struct pm_deal *deal)
{
    if (deal == NULL)
        return;
    for (size_t k = 0; deal->lane != NULL && k < deal->rings; k++) {
        pm_fold_clear(&deal->lane[k].fold);
        free(deal->lane[k].span);
    }
    for (uint64_t k = 0; deal->text != NULL && k < deal->units; k++)
        free(deal->text[k]);
    PM_FREE(deal->text, deal->lane);
    pthread_cond_destroy(&deal->changed);
    pthread_mutex_destroy(&deal->lock);
    free(deal);
}

/* ------------------------------------------------------------------- workers */

static bool is_over(const struct pm_deal *deal)
{
    return deal->stopping || deal->failure.status != PM_OK;
}

bool pm_deal_is_over(const struct pm_deal *deal)
{
    return pm_stop_wanted(&deal->over);
}

const int *pm_deal_over(const struct pm_deal *deal)
{
    return &deal->over;
}

static void set_over(struct pm_deal *deal)
{
    __atomic_store_n(&deal->over, is_over(deal), __ATOMIC_RELAXED);
}

static void fail(struct pm_deal *deal, pm_status status)
{
    pm_failure_keep(&deal->failure, status);
    set_over(deal);
    pthread_cond_broadcast(&deal->changed);
}

/* Cuts the first piece off [*first, end): the largest range of at most `want` units that is aligned
 * to its size. */
static uint64_t cut(uint64_t *first, uint64_t end, uint64_t want)
{
    uint64_t size = UINT64_C(1) << (63 - __builtin_clzll(want > 0 ? want : 1));

    while (*first & (size - 1))
        size >>= 1;
    if (size > end - *first)
        size = end - *first;
    *first += size;
    return size;
}

/* Takes a range of free units, but not of ring `but`. */
static bool take_range(struct pm_range *range, struct pm_deal *deal, uint64_t want, size_t but)
{
    for (size_t ring = deal->low; ring < deal->rings; ring++) {
        struct lane *const lane = &deal->lane[ring];
        struct span *const span = lane->spans > 0 ? &lane->span[lane->spans - 1] : NULL;
        const bool empty = span == NULL && lane->next == deal->units;
        deal->low += empty && ring == deal->low;
        if (empty || ring == but)
            continue;
        uint64_t *const first = span != NULL ? &span->first : &lane->next;
        const uint64_t begin = *first, end = span != NULL ? span->end : deal->units;
        *range = (struct pm_range){ring, begin, cut(first, end, want)};
        if (span != NULL && span->first == span->end)
            lane->spans--;
        deal->tally.free -= range->count;
        return true;
    }
    return false;
}

/* The last part of a span: as pm_deal_next() cuts the first. */
static uint64_t cut_last(struct span *span, uint64_t want)
{
    const uint64_t size = UINT64_C(1) << (63 - __builtin_clzll(want > 0 ? want : 1));
    const uint64_t begin = (span->end - 1) & ~(size - 1), end = span->end;

    span->end = begin > span->first ? begin : span->first;
    return end - span->end;
}

/* Takes a range from the end of the ring. */
static bool take_end(struct pm_range *range, struct pm_deal *deal, uint64_t want, size_t ring)
{
    struct lane *const lane = &deal->lane[ring];
    const uint64_t next = lane->next;

    lane->next = deal->units;
    deal->tally.free -= deal->units - next;
    if (next < deal->units)
        pm_lanes_put(deal, ring, next, deal->units);
    if (lane->spans == 0)
        return false;
    struct span *const span = &lane->span[0];
    const uint64_t count = cut_last(span, want);
    *range = (struct pm_range){ring, span->end, count};
    if (span->first == span->end)
        memmove(span, span + 1, --lane->spans * sizeof *span);
    deal->tally.free -= count;
    return true;
}

/* Takes a range that devices have refused; or from the end of the last ring that has any, but
 * leaves some. */
static bool take_beside(struct pm_range *range, struct pm_deal *deal, uint64_t want, uint64_t leave)
{
    if (deal->refused < deal->rings && take_end(range, deal, want, deal->refused))
        return true;
    for (size_t ring = deal->rings; deal->tally.free > leave && ring-- > deal->low;)
        if (take_end(range, deal, want, ring))
            return true;
    return false;
}

bool pm_deal_try(struct pm_range *range, struct pm_deal *deal, uint64_t want)
{
    pthread_mutex_lock(&deal->lock);
    const bool taken = !is_over(deal) && take_range(range, deal, want, SIZE_MAX);
    pthread_mutex_unlock(&deal->lock);
    return taken;
}

static bool may_wait(const struct pm_deal *deal)
{
    return deal->more || deal->tally.done < deal->tally.total;
}

/* Waits for a range, but not of ring *but.  The caller holds the lock. */
static bool next(struct pm_range *range, struct pm_deal *deal, uint64_t want, const size_t *but)
{
    bool taken = false;

    while (!is_over(deal) && !(taken = take_range(range, deal, want, *but)) && may_wait(deal)) {
        deal->tally.wanted += want;
        pthread_cond_wait(&deal->changed, &deal->lock);
        deal->tally.wanted -= want;
    }
    return taken;
}

bool pm_deal_next(struct pm_range *range, struct pm_deal *deal, uint64_t want)
{
    pthread_mutex_lock(&deal->lock);
    const bool taken = next(range, deal, want, &deal->refused);
    pthread_mutex_unlock(&deal->lock);
    return taken;
}

bool pm_deal_next_beside(struct pm_range *range, struct pm_deal *deal, uint64_t want,
                         uint64_t leave)
{
    static const size_t none = SIZE_MAX;
    bool taken = false;

    pthread_mutex_lock(&deal->lock);
    while (deal->fast > 0 && !is_over(deal) && !(taken = take_beside(range, deal, want, leave)) &&
           may_wait(deal))
        pthread_cond_wait(&deal->changed, &deal->lock);
    taken = taken || next(range, deal, want, &none);
    pthread_mutex_unlock(&deal->lock);
    return taken;
}

void pm_deal_fast(struct pm_deal *deal, int more)
{
    pthread_mutex_lock(&deal->lock);
    deal->fast += more;
    if (deal->fast == 0)
        pthread_cond_broadcast(&deal->changed);
    pthread_mutex_unlock(&deal->lock);
}

void pm_lanes_done(struct pm_deal *deal, uint64_t first, uint64_t end)
{
    deal->tally.done += end - first;
    if (deal->tally.done + deal->tally.free >= deal->tally.total)
        pthread_cond_broadcast(&deal->changed);
}

void pm_deal_done(struct pm_deal *deal, const struct pm_range *range, const struct pm_fold *fold)
{
    pthread_mutex_lock(&deal->lock);
    const pm_status status = pm_fold_merge(&deal->lane[range->ring].fold, fold);
    if (status != PM_OK)
        fail(deal, status);
    pm_lanes_done(deal, range->first, range->first + range->count);
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_done_text(struct pm_deal *deal, uint64_t unit, const char *text)
{
    char *const copy = strdup(text);

    pthread_mutex_lock(&deal->lock);
    if (copy == NULL)
        fail(deal, pm_no_memory());
    free(deal->text[unit]);
    deal->text[unit] = copy;
    pm_lanes_done(deal, unit, unit + 1);
    pthread_mutex_unlock(&deal->lock);
}

void pm_lanes_put(struct pm_deal *deal, size_t ring, uint64_t first, uint64_t end)
{
    struct lane *const lane = &deal->lane[ring];
    const pm_status status =
        pm_alloc_grow((void **)&lane->span, &lane->room, lane->spans + 1, sizeof *lane->span);

    deal->tally.free += end - first;
    if (status != PM_OK) { /* nothing will be dealt any more, so these units need not be returned */
        fail(deal, status);
        return;
    }
    lane->span[lane->spans++] = (struct span){first, end};
    if (ring < deal->low)
        deal->low = ring;
}

void pm_deal_return(struct pm_deal *deal, const struct pm_range *range)
{
    pthread_mutex_lock(&deal->lock);
    pm_lanes_put(deal, range->ring, range->first, range->first + range->count);
    pthread_cond_broadcast(&deal->changed);
    pthread_mutex_unlock(&deal->lock);
}

bool pm_deal_refuse(struct pm_deal *deal, size_t ring)
{
    pthread_mutex_lock(&deal->lock);
    if (deal->refused == SIZE_MAX)
        deal->refused = ring;
    const bool only = deal->refused == ring;
    pthread_mutex_unlock(&deal->lock);
    return only;
}

void pm_deal_lose(struct pm_deal *deal, uint64_t count)
{
    pthread_mutex_lock(&deal->lock);
    deal->tally.free += count;
    pthread_cond_broadcast(&deal->changed);
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_fail(struct pm_deal *deal, pm_status status)
{
    pthread_mutex_lock(&deal->lock);
    fail(deal, status);
    pthread_mutex_unlock(&deal->lock);
}

/* ------------------------------------------------------- who looks after them */

void pm_deal_stop(struct pm_deal *deal)
{
    pthread_mutex_lock(&deal->lock);
    deal->stopping = true;
    deal->more = false;
    set_over(deal);
    pthread_cond_broadcast(&deal->changed);
    pthread_mutex_unlock(&deal->lock);
}

static bool is_at_rest(const struct pm_deal *deal)
{
    const struct pm_tally *const tally = &deal->tally;

    return (is_over(deal) && tally->done + tally->free >= tally->total) ||
           (!deal->more && tally->done >= tally->total);
}

bool pm_deal_wait(struct pm_deal *deal, double seconds)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    const double nanoseconds = (double)until.tv_nsec + 1e9 * seconds;
    until.tv_sec += (time_t)(nanoseconds / 1e9);
    until.tv_nsec = (long)(nanoseconds - 1e9 * (double)(time_t)(nanoseconds / 1e9));
    pthread_mutex_lock(&deal->lock);
    while (!is_at_rest(deal) && pthread_cond_timedwait(&deal->changed, &deal->lock, &until) == 0)
        ;
    const bool rest = is_at_rest(deal);
    pthread_mutex_unlock(&deal->lock);
    return rest;
}

struct pm_tally pm_deal_tally(struct pm_deal *deal)
{
    pthread_mutex_lock(&deal->lock);
    const struct pm_tally tally = deal->tally;
    pthread_mutex_unlock(&deal->lock);
    return tally;
}

pm_status pm_deal_status(struct pm_deal *deal)
{
    pthread_mutex_lock(&deal->lock);
    const struct pm_failure failure = deal->failure;
    const bool done = deal->tally.done >= deal->tally.total;
    pthread_mutex_unlock(&deal->lock);
    if (failure.status != PM_OK)
        return pm_failure_raise(&failure);
    return done ? PM_OK : pm_fail(PM_STOPPED, "stopped");
}

void pm_deal_sum(struct pm_part *sum, struct pm_deal *deal, size_t ring)
{
    pthread_mutex_lock(&deal->lock);
    pm_fold_sum(sum, &deal->lane[ring].fold);
    pthread_mutex_unlock(&deal->lock);
}

const char *pm_deal_text(const struct pm_deal *deal, uint64_t unit)
{
    return deal->text[unit];
}

/* ------------------------------------------- a deal that gets its work from another */

static void forget_free(struct pm_deal *deal)
{
    for (size_t k = 0; k < deal->rings; k++) {
        deal->lane[k].spans = 0;
        deal->lane[k].next = deal->units;
    }
    deal->tally.free = 0;
    deal->low = 0;
}

void pm_deal_empty(struct pm_deal *deal)
{
    pthread_mutex_lock(&deal->lock);
    forget_free(deal);
    deal->tally.total = 0;
    deal->more = true;
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_offer(struct pm_deal *deal, const struct pm_range *range)
{
    pthread_mutex_lock(&deal->lock);
    deal->tally.total += range->count;
    pm_lanes_put(deal, range->ring, range->first, range->first + range->count);
    pthread_cond_broadcast(&deal->changed);
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_write_free(FILE *file, const char *word, struct pm_deal *deal)
{
    struct pm_range range;

    pthread_mutex_lock(&deal->lock);
    while (take_range(&range, deal, UINT64_C(1) << 63, SIZE_MAX)) {
        fprintf(file, "%s %zu %llu %llu\n", word, range.ring, (unsigned long long)range.first,
                (unsigned long long)range.count);
        deal->tally.total -= range.count;
    }
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_reset(struct pm_deal *deal)
{
    pthread_mutex_lock(&deal->lock);
    for (size_t k = 0; k < deal->rings; k++) {
        deal->lane[k].fold.count = 0;
        deal->lane[k].spans = 0;
        deal->lane[k].next = 0;
    }
    for (uint64_t k = 0; deal->text != NULL && k < deal->units; k++) {
        free(deal->text[k]);
        deal->text[k] = NULL;
    }
    deal->low = 0;
    deal->more = deal->stopping = false;
    deal->failure = (struct pm_failure){.status = PM_OK};
    set_over(deal);
    deal->tally = (struct pm_tally){.total = deal->rings * deal->units};
    deal->tally.free = deal->tally.total;
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_keep_part(struct pm_deal *deal, uint64_t part, uint64_t parts)
{
    typedef unsigned __int128 wide;
    const uint64_t all = deal->rings * deal->units;
    const uint64_t begin = (uint64_t)((wide)all * (part - 1) / parts);
    const uint64_t end = (uint64_t)((wide)all * part / parts);

    pthread_mutex_lock(&deal->lock);
    forget_free(deal);
    deal->tally.total = end - begin;
    for (uint64_t at = begin; at < end;) {
        const uint64_t ring = at / deal->units, next = (ring + 1) * deal->units;
        const uint64_t stop = next < end ? next : end;
        pm_lanes_put(deal, ring, at - ring * deal->units, stop - ring * deal->units);
        at = stop;
    }
    pthread_mutex_unlock(&deal->lock);
}
