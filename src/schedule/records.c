/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finished work of a deal as lines of text.  A pending node of a fold is "RING LEVEL INDEX", then
 * the words of its part in hexadecimal, up to the last nonzero word.  A unit's text is "UNIT
 * TEXT". */
#include "schedule/deal.h"

#include "base/alloc.h"
#include "schedule/lanes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

static void write_lane(FILE *file, struct pm_deal *deal, size_t ring, bool move)
{
    struct pm_fold *const fold = &deal->lane[ring].fold;

    for (size_t k = 0; k < fold->count; k++)
        write_node(file, ring, &fold->node[k]);
    if (move)
        fold->count = 0;
}

void pm_deal_write(FILE *file, struct pm_deal *deal, bool move)
{
    pthread_mutex_lock(&deal->lock);
    for (size_t k = 0; deal->text == NULL && k < deal->rings; k++)
        write_lane(file, deal, k, move);
    for (uint64_t k = 0; deal->text != NULL && k < deal->units; k++) {
        if (deal->text[k] == NULL)
            continue;
        fprintf(file, "%llu %s\n", (unsigned long long)k, deal->text[k]);
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

static pm_status done_twice(void)
{
    return pm_fail(PM_INPUT, "a unit was done twice");
}

static pm_status read_text(struct pm_deal *deal, const char *line)
{
    char *end;
    const uint64_t unit = strtoull(line, &end, 10);

    if (end == line || *end != ' ' || unit >= deal->units)
        return bad_line();
    if (deal->text[unit] != NULL)
        return done_twice();
    if ((deal->text[unit] = strdup(end + 1)) == NULL)
        return pm_no_memory();
    pm_lanes_done(deal, unit, unit + 1);
    return PM_OK;
}

/* The number of units in a node of the fold.  The node may not reach beyond the last unit. */
static uint64_t node_units(const struct pm_deal *deal, int level, uint64_t index)
{
    if (level < 0 || level > 63 || index >= UINT64_C(1) << (63 - level) ||
        (index + 1) << level > deal->units)
        return 0;
    return UINT64_C(1) << level;
}

/* A sum of real numbers is real, and no error is negative.  What left the range of double is
 * infinite, and may be in a record: another way follows it. */
static bool is_possible(const struct pm_part *part, const struct pm_ring *ring)
{
    const bool real = ring->number == PM_REAL || ring->number == PM_DD;

    return !(part->err < 0) && !(real && (part->im[0] != 0 || part->im[1] != 0));
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
    if (!is_possible(&part, &deal->lane[ring].fold.ring))
        return bad_line();
    PM_TRY(pm_fold_add(&deal->lane[ring].fold, level, index, &part));
    pm_lanes_done(deal, index << level, (index + 1) << level);
    return PM_OK;
}

pm_status pm_deal_read(uint64_t *units, struct pm_deal *deal, const char *line)
{
    pthread_mutex_lock(&deal->lock);
    const uint64_t before = deal->tally.done;
    const pm_status status = (deal->text != NULL ? read_text : read_node)(deal, line);
    if (units != NULL)
        *units = deal->tally.done - before;
    pthread_mutex_unlock(&deal->lock);
    return status;
}

static int compare_spans(const void *x, const void *y)
{
    const struct span *const a = x, *const b = y;
    return (a->first > b->first) - (a->first < b->first);
}

/* *out = the spans of a ring that are done, ascending; *spans = how many. */
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

/* Removes finished units from the free units of a ring. */
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
            status = done_twice();
    lane->next = deal->units;
    lane->span = NULL;
    lane->spans = lane->room = 0;
    /* free units after each finished span, the last first, since spans are taken from the end */
    for (size_t s = 0; status == PM_OK && s <= old.spans; s++) {
        const struct span whole = s == 0 ? (struct span){old.next, deal->units} : old.span[s - 1];
        uint64_t end = whole.end;
        for (size_t k = count; k-- > 0;) {
            if (done[k].end >= end && done[k].first < end)
                end = done[k].first > whole.first ? done[k].first : whole.first;
            else if (done[k].end > whole.first && done[k].end < end) {
                pm_lanes_put(deal, ring, done[k].end, end);
                end = done[k].first > whole.first ? done[k].first : whole.first;
            }
        }
        if (end > whole.first)
            pm_lanes_put(deal, ring, whole.first, end);
    }
    PM_FREE(old.span, done);
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
