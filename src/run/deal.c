/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is free of a ring is an interval up to its last unit, which shrinks, and a few spans that
 * came back.  Ranges are cut at multiples of their size, so that folds of them are few nodes. */
#include "run/deal.h"

#include "base/alloc.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct span {
    uint64_t first, end;
};

/* A ring. */
struct lane {
    struct pm_fold fold;
    uint64_t next; /* units next .. last are free, and those of the spans */
    struct span *span;
    size_t spans, room;
};

struct pm_deal {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct lane *lane;
    char **text;       /* of a deal of values; else NULL */
    size_t rings, low; /* nothing is free in rings below `low` */
    uint64_t units;    /* of each ring */
    struct pm_tally tally;
    bool more;     /* something may be offered yet */
    bool stopping; /* nothing is to be dealt any more */
    struct pm_failure failure;
};

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
    pm_status status;

    PM_NEW(deal, 1);
    *deal = (struct pm_deal){.rings = rings, .units = units};
    deal->tally.total = deal->tally.free = rings * units;
    init_lock(deal);
    PM_NEW_GOTO(status, deal->lane, rings, fail);
    if (ring == NULL)
        PM_NEW_GOTO(status, deal->text, units, fail);
    for (size_t k = 0; ring != NULL && k < rings; k++)
        pm_fold_init(&deal->lane[k].fold, &ring[k]);
    *out = deal;
    return PM_OK;
fail:
    pm_deal_free(deal);
    return status;
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
    free(deal->text);
    free(deal->lane);
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
    return __atomic_load_n(&deal->stopping, __ATOMIC_RELAXED) ||
           __atomic_load_n(&deal->failure.status, __ATOMIC_RELAXED) != PM_OK;
}

static void fail(struct pm_deal *deal, pm_status status)
{
    pm_failure_keep(&deal->failure, status);
    pthread_cond_broadcast(&deal->changed);
}

/* The first part of [*first, end): as much as is aligned to its size, at most `want`. */
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

/* Takes a range of what is free. */
static bool take(struct pm_range *range, struct pm_deal *deal, uint64_t want)
{
    for (; deal->low < deal->rings; deal->low++) {
        struct lane *const lane = &deal->lane[deal->low];
        struct span *const span = lane->spans > 0 ? &lane->span[lane->spans - 1] : NULL;
        if (span == NULL && lane->next == deal->units)
            continue;
        uint64_t *const first = span != NULL ? &span->first : &lane->next;
        const uint64_t begin = *first, end = span != NULL ? span->end : deal->units;
        *range = (struct pm_range){deal->low, begin, cut(first, end, want)};
        if (span != NULL && span->first == span->end)
            lane->spans--;
        deal->tally.free -= range->count;
        return true;
    }
    return false;
}

bool pm_deal_try(struct pm_range *range, struct pm_deal *deal, uint64_t want)
{
    pthread_mutex_lock(&deal->lock);
    const bool taken = !is_over(deal) && take(range, deal, want);
    pthread_mutex_unlock(&deal->lock);
    return taken;
}

bool pm_deal_next(struct pm_range *range, struct pm_deal *deal, uint64_t want)
{
    bool taken = false;

    pthread_mutex_lock(&deal->lock);
    while (!is_over(deal) && !(taken = take(range, deal, want)) &&
           (deal->more || deal->tally.done < deal->tally.total))
        pthread_cond_wait(&deal->changed, &deal->lock);
    pthread_mutex_unlock(&deal->lock);
    return taken;
}

/* `count` units more are done. */
static void count_done(struct pm_deal *deal, uint64_t count)
{
    deal->tally.done += count;
    if (deal->tally.done + deal->tally.free >= deal->tally.total)
        pthread_cond_broadcast(&deal->changed);
}

void pm_deal_done(struct pm_deal *deal, const struct pm_range *range, const struct pm_fold *fold)
{
    pthread_mutex_lock(&deal->lock);
    const pm_status status = pm_fold_merge(&deal->lane[range->ring].fold, fold);
    if (status != PM_OK)
        fail(deal, status);
    count_done(deal, range->count);
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_done_text(struct pm_deal *deal, uint64_t unit, const char *text)
{
    char *const copy = strdup(text);

    pthread_mutex_lock(&deal->lock);
    if (copy == NULL)
        fail(deal, pm_fail(PM_NOMEM, "out of memory"));
    free(deal->text[unit]);
    deal->text[unit] = copy;
    count_done(deal, 1);
    pthread_mutex_unlock(&deal->lock);
}

/* Units first .. end - 1 are free. */
static void put(struct pm_deal *deal, size_t ring, uint64_t first, uint64_t end)
{
    struct lane *const lane = &deal->lane[ring];
    const pm_status status =
        pm_grow((void **)&lane->span, &lane->room, lane->spans + 1, sizeof *lane->span);

    if (status != PM_OK) {
        fail(deal, status);
        return;
    }
    lane->span[lane->spans++] = (struct span){first, end};
    deal->tally.free += end - first;
    if (ring < deal->low)
        deal->low = ring;
}

void pm_deal_return(struct pm_deal *deal, const struct pm_range *range)
{
    pthread_mutex_lock(&deal->lock);
    put(deal, range->ring, range->first, range->first + range->count);
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
    put(deal, range->ring, range->first, range->first + range->count);
    pthread_cond_broadcast(&deal->changed);
    pthread_mutex_unlock(&deal->lock);
}

void pm_deal_write_free(FILE *file, const char *word, struct pm_deal *deal)
{
    struct pm_range range;

    pthread_mutex_lock(&deal->lock);
    while (take(&range, deal, UINT64_C(1) << 63)) {
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
    deal->failure = (struct pm_failure){PM_OK, ""};
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
        put(deal, ring, at - ring * deal->units, stop - ring * deal->units);
        at = stop;
    }
    pthread_mutex_unlock(&deal->lock);
}

/* ------------------------------------------------------------------- records */

enum { WORDS = sizeof(struct pm_part) / sizeof(uint64_t) };
_Static_assert(sizeof(struct pm_part) % sizeof(uint64_t) == 0, "a part is a number of words");

static void write_node(FILE *file, size_t ring, const struct pm_node *node)
{
    uint64_t word[WORDS];
    int used = WORDS;

    memcpy(word, &node->part, sizeof word);
    while (used > 0 && word[used - 1] == 0)
        used--;
    fprintf(file, "%zu %d %llu", ring, node->level, (unsigned long long)node->index);
    for (int k = 0; k < used; k++)
        fprintf(file, " %llx", (unsigned long long)word[k]);
    fputc('\n', file);
}

static void write_lane(FILE *file, const char *prefix, struct pm_deal *deal, size_t ring, bool move)
{
    struct pm_fold *const fold = &deal->lane[ring].fold;

    for (size_t k = 0; k < fold->count; k++) {
        fputs(prefix, file);
        write_node(file, ring, &fold->node[k]);
    }
    if (move)
        fold->count = 0;
}

void pm_deal_write(FILE *file, const char *prefix, struct pm_deal *deal, bool move)
{
    pthread_mutex_lock(&deal->lock);
    for (size_t k = 0; deal->text == NULL && k < deal->rings; k++)
        write_lane(file, prefix, deal, k, move);
    for (uint64_t k = 0; deal->text != NULL && k < deal->units; k++) {
        if (deal->text[k] == NULL)
            continue;
        fprintf(file, "%s%llu %s\n", prefix, (unsigned long long)k, deal->text[k]);
        if (move) {
            free(deal->text[k]);
            deal->text[k] = NULL;
        }
    }
    pthread_mutex_unlock(&deal->lock);
}

static pm_status bad_line(void)
{
    return pm_fail(PM_INPUT, "a record is damaged");
}

static pm_status read_text(struct pm_deal *deal, const char *line)
{
    char *end;
    const uint64_t unit = strtoull(line, &end, 10);

    if (end == line || *end != ' ' || unit >= deal->units || deal->text[unit] != NULL)
        return bad_line();
    if ((deal->text[unit] = strdup(end + 1)) == NULL)
        return pm_fail(PM_NOMEM, "out of memory");
    count_done(deal, 1);
    return PM_OK;
}

/* The units of a node of the fold, which may not reach beyond the last. */
static uint64_t node_units(const struct pm_deal *deal, int level, uint64_t index)
{
    if (level < 0 || level > 63 || index >= UINT64_C(1) << (63 - level) ||
        (index + 1) << level > deal->units)
        return 0;
    return UINT64_C(1) << level;
}

static pm_status read_node(struct pm_deal *deal, const char *line)
{
    uint64_t word[WORDS] = {0};
    unsigned long long ring, index;
    struct pm_part part;
    int level, used = 0, length = 0;

    if (sscanf(line, "%llu %d %llu%n", &ring, &level, &index, &length) != 3 ||
        ring >= deal->rings || node_units(deal, level, index) == 0)
        return bad_line();
    for (char *end = NULL; *(line += length) != '\0'; used++, length = (int)(end - line)) {
        if (*line != ' ' || !isxdigit((unsigned char)line[1]) || used == WORDS)
            return bad_line();
        word[used] = strtoull(line + 1, &end, 16);
    }
    memcpy(&part, word, sizeof part);
    PM_TRY(pm_fold_add(&deal->lane[ring].fold, level, index, &part));
    count_done(deal, node_units(deal, level, index));
    return PM_OK;
}

pm_status pm_deal_read(struct pm_deal *deal, const char *line)
{
    pthread_mutex_lock(&deal->lock);
    const pm_status status = (deal->text != NULL ? read_text : read_node)(deal, line);
    pthread_mutex_unlock(&deal->lock);
    return status;
}

static int compare_spans(const void *x, const void *y)
{
    const struct span *const a = x, *const b = y;
    return (a->first > b->first) - (a->first < b->first);
}

/* The spans of a ring that are done, ascending; *spans of them. */
static pm_status done_spans(struct span **out, size_t *spans, const struct pm_deal *deal,
                            size_t ring)
{
    const struct pm_fold *const fold = &deal->lane[ring].fold;
    struct span *span;

    *spans = 0;
    PM_NEW(span, deal->text != NULL ? deal->units : fold->count);
    for (uint64_t k = 0; deal->text != NULL && k < deal->units; k++)
        if (deal->text[k] != NULL)
            span[(*spans)++] = (struct span){k, k + 1};
    for (size_t k = 0; k < fold->count; k++)
        span[(*spans)++] = (struct span){fold->node[k].index << fold->node[k].level,
                                         (fold->node[k].index + 1) << fold->node[k].level};
    qsort(span, *spans, sizeof *span, compare_spans);
    *out = span;
    return PM_OK;
}

/* Takes what is done off what is free of a ring. */
static pm_status settle_lane(struct pm_deal *deal, size_t ring)
{
    struct lane *const lane = &deal->lane[ring];
    const struct lane old = *lane;
    struct span *done;
    size_t count;
    pm_status status = PM_OK;

    PM_TRY(done_spans(&done, &count, deal, ring));
    for (size_t k = 1; k < count; k++)
        if (done[k].first < done[k - 1].end)
            status = pm_fail(PM_INPUT, "a unit was done twice");
    lane->next = deal->units;
    lane->span = NULL;
    lane->spans = lane->room = 0;
    /* What is free behind each done span, the last first, since spans are taken from the end. */
    for (size_t s = 0; status == PM_OK && s <= old.spans; s++) {
        const struct span whole = s == 0 ? (struct span){old.next, deal->units} : old.span[s - 1];
        uint64_t end = whole.end;
        for (size_t k = count; k-- > 0;) {
            if (done[k].end >= end && done[k].first < end)
                end = done[k].first > whole.first ? done[k].first : whole.first;
            else if (done[k].end > whole.first && done[k].end < end) {
                put(deal, ring, done[k].end, end);
                end = done[k].first > whole.first ? done[k].first : whole.first;
            }
        }
        if (end > whole.first)
            put(deal, ring, whole.first, end);
    }
    free(old.span);
    free(done);
    return status;
}

pm_status pm_deal_settle(struct pm_deal *deal)
{
    pm_status status = PM_OK;

    pthread_mutex_lock(&deal->lock);
    deal->tally.free = 0;
    for (size_t k = 0; status == PM_OK && k < deal->rings; k++)
        status = settle_lane(deal, k);
    deal->low = 0;
    deal->tally.total = deal->tally.done + deal->tally.free;
    pthread_mutex_unlock(&deal->lock);
    return status;
}
