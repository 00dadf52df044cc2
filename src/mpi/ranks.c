/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first rank reads all messages that have arrived, then gives work to the ranks that want some,
 * in turn.  A follower measures its own speed, and asks for enough work to be busy for a fixed
 * time. */
#include "mpi/ranks.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Times of a follower: between looks at its messages, between reports of finished work, and the
 * length of the work that it asks for. */
static const double LOOK_SECONDS = 0.004, SEND_SECONDS = 0.1, AHEAD_SECONDS = 0.25;

/* "WORD RING FIRST COUNT" */
static bool read_range(struct pm_range *range, const char *line, const char *word)
{
    unsigned long long ring, first, count;

    if (strncmp(line, word, strlen(word)) != 0 ||
        sscanf(line + strlen(word), " %llu %llu %llu", &ring, &first, &count) != 3)
        return false;
    *range = (struct pm_range){ring, first, count};
    return true;
}

/* ----------------------------------------------------------------- the first rank */

void pm_ranks_begin(struct pm_ranks *ranks, struct pm_deal *deal)
{
    ranks->rank = pm_alloc((size_t)pm_team_size(ranks->team), sizeof *ranks->rank);
    if (ranks->rank == NULL)
        pm_deal_fail(deal, PM_NOMEM);
}

/* Subtracts units that a rank no longer has. */
static void give_back(struct pm_rank *rank, uint64_t units)
{
    rank->has -= units < rank->has ? units : rank->has;
}

static void hear_record(struct pm_rank *rank, struct pm_deal *deal, const char *line)
{
    uint64_t units = 0;
    const pm_status status = pm_deal_read(&units, deal, line);

    if (status != PM_OK)
        pm_deal_fail(deal, status);
    rank->done += units;
    give_back(rank, units);
}

static void hear_line(struct pm_ranks *ranks, struct pm_rank *rank, struct pm_deal *deal,
                      const char *line)
{
    struct pm_range range;
    unsigned long long wanted;
    int status, length, wish;

    if (isdigit((unsigned char)*line)) {
        hear_record(rank, deal, line);
    } else if (read_range(&range, line, "return")) {
        pm_deal_return(deal, &range);
        give_back(rank, range.count);
    } else if (sscanf(line, "want %llu", &wanted) == 1) {
        rank->wanted = wanted;
    } else if (sscanf(line, "wish %d", &wish) == 1) {
        ranks->wish = wish > (int)ranks->wish ? (pm_request)wish : ranks->wish;
    } else if (sscanf(line, "fail %d %n", &status, &length) == 1) {
        pm_deal_fail(deal, pm_fail((pm_status)status, "%s", line + length));
    } else if (strcmp(line, "rest") == 0) {
        pm_deal_lose(deal, rank->has);
        rank->has = 0;
    } else if (strcmp(line, "bye") == 0) {
        rank->bye = true;
    }
}

static void hear(struct pm_ranks *ranks, struct pm_deal *deal)
{
    struct pm_rank nobody = {.wanted = 0};
    char *text;
    int from;

    while (pm_team_receive(&text, &from, ranks->team)) {
        struct pm_rank *const rank = ranks->rank != NULL ? &ranks->rank[from] : &nobody;
        char *rest = text;
        for (char *line; (line = strsep(&rest, "\n")) != NULL;)
            hear_line(ranks, rank, deal, line);
        ranks->byes += rank->bye;
        rank->bye = false;
        free(text);
    }
}

/* Gives a waiting rank the units that it wants, or its share of those that are left. */
static void feed(struct pm_ranks *ranks, struct pm_deal *deal, int number)
{
    struct pm_rank *const rank = &ranks->rank[number];
    const int size = pm_team_size(ranks->team);
    const uint64_t share = pm_deal_tally(deal).free / (2 * (uint64_t)size) + 1;
    uint64_t want = rank->wanted < share ? rank->wanted : share;
    struct pm_range range;
    char text[1024];
    int used = 0;

    while (want > 0 && used + 80 < (int)sizeof text && pm_deal_try(&range, deal, want)) {
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "offer %zu %llu %llu\n", range.ring,
                     (unsigned long long)range.first, (unsigned long long)range.count);
        want -= range.count < want ? range.count : want;
        rank->has += range.count;
        rank->wanted = 0;
    }
    if (used > 0)
        pm_team_send(ranks->team, number, text);
}

static void tell_all(const struct pm_ranks *ranks, const char *text)
{
    for (int rank = 1; rank < pm_team_size(ranks->team); rank++)
        pm_team_send(ranks->team, rank, text);
}

void pm_ranks_lead(struct pm_ranks *ranks, struct pm_deal *deal)
{
    hear(ranks, deal);
    if (pm_deal_is_over(deal)) {
        if (!ranks->told)
            tell_all(ranks, "stop");
        ranks->told = true;
        return;
    }
    for (int rank = 1; rank < pm_team_size(ranks->team); rank++)
        if (ranks->rank[rank].wanted > 0)
            feed(ranks, deal, rank);
}

void pm_ranks_end(uint64_t *units, struct pm_ranks *ranks, struct pm_deal *deal)
{
    uint64_t others = 0;

    tell_all(ranks, "over");
    /* no message may be under way when the next deal begins */
    while (ranks->byes < pm_team_size(ranks->team) - 1)
        hear(ranks, deal);
    for (int rank = 1; ranks->rank != NULL && rank < pm_team_size(ranks->team); rank++) {
        units[rank] += ranks->rank[rank].done;
        others += ranks->rank[rank].done;
    }
    units[0] += pm_deal_tally(deal).done - ranks->before - others;
    free(ranks->rank);
}

/* ----------------------------------------------------------------- the others */

struct follower {
    pm_team *team;
    struct pm_deal *deal;
    uint64_t appetite; /* the largest number of units that all workers together waited for */
    bool asked;        /* it has asked, and has no answer yet */
    bool stopping;     /* the first rank has said so */
    bool wished;       /* it has asked to stop */
    bool over, failed, rested;
    double begin, sent;
    uint64_t done; /* number of units that were done at the last report */
};

static void heed_line(struct follower *f, const char *line)
{
    struct pm_range range;

    if (read_range(&range, line, "offer")) {
        f->asked = false;
        pm_deal_offer(f->deal, &range);
    } else if (strcmp(line, "stop") == 0) {
        f->stopping = true;
        pm_deal_stop(f->deal);
    } else if (strcmp(line, "over") == 0) {
        f->over = true;
        pm_deal_stop(f->deal);
    }
}

static void heed(struct follower *f)
{
    char *text;
    int from;

    while (!f->over && pm_team_receive(&text, &from, f->team)) {
        char *rest = text;
        for (char *line; (line = strsep(&rest, "\n")) != NULL;)
            heed_line(f, line);
        free(text);
    }
}

/* Sends the text, unless it is empty.  If there was no memory for it, its contents are lost and the
 * deal fails. */
static void send_text(struct follower *f, struct pm_text *text)
{
    char *said = NULL;
    const pm_status status = pm_text_close(&said, text, PM_OK);

    if (status != PM_OK)
        pm_deal_fail(f->deal, status);
    else if (*said != '\0')
        pm_team_send(f->team, 0, said);
    free(said);
}

/* Reports what is done, what is wanted and what is returned.  False: not yet time. */
static bool report(struct follower *f, bool rest)
{
    const struct pm_tally tally = pm_deal_tally(f->deal);
    const double clock = pm_clock();
    const double rate = clock > f->begin ? (double)tally.done / (clock - f->begin) : 0;
    uint64_t ahead = (uint64_t)(rate * AHEAD_SECONDS);
    struct pm_text text;

    if (pm_text_open(&text) != PM_OK)
        return false;
    /* short ranges are inefficient, and the speed is unknown before some were computed */
    f->appetite = tally.wanted > f->appetite ? tally.wanted : f->appetite;
    ahead = ahead > f->appetite ? ahead : f->appetite;
    if (tally.done > f->done &&
        (clock - f->sent >= SEND_SECONDS || tally.done + tally.free == tally.total)) {
        pm_deal_write(text.file, f->deal, true);
        f->sent = clock;
        f->done = tally.done;
    }
    if (rest)
        pm_deal_write_free(text.file, "return", f->deal);
    if (!f->asked && !pm_deal_is_over(f->deal) && tally.free < (ahead + 1) / 2) {
        f->asked = true;
        fprintf(text.file, "want %llu\n", (unsigned long long)ahead);
    }
    send_text(f, &text);
    return true;
}

/* Reports once that this rank cannot continue, and once that it has stopped early. */
static void report_end(struct follower *f, bool rest)
{
    char text[320];

    if (!pm_deal_is_over(f->deal))
        return;
    if (!f->failed && !f->stopping) {
        f->failed = true;
        const pm_status status = pm_deal_status(f->deal);
        snprintf(text, sizeof text, "fail %d %s", (int)status, pm_message());
        pm_team_send(f->team, 0, text);
    }
    if (rest && !f->rested)
        pm_team_send(f->team, 0, "rest");
    f->rested = f->rested || rest;
}

/* Passes the caller's requests to the first rank; a request to stop is sent only once. */
static void pass_on(struct follower *f, pm_request request)
{
    char text[32];

    if (request == PM_GO_ON || f->wished)
        return;
    f->wished = request == PM_STOP;
    snprintf(text, sizeof text, "wish %d", (int)request);
    pm_team_send(f->team, 0, text);
}

void pm_ranks_follow(pm_team *team, struct pm_deal *deal, pm_request (*ask)(void *asked),
                     void *asked)
{
    struct follower f = {.team = team, .deal = deal, .begin = pm_clock()};

    while (!f.over) {
        const bool rest = pm_deal_wait(deal, LOOK_SECONDS);
        const struct timespec pause = {.tv_nsec = (long)(1e9 * LOOK_SECONDS)};
        if (rest)
            nanosleep(&pause, NULL); /* the first rank will say when it is over */
        const bool told = report(&f, rest);
        report_end(&f, rest && told);
        pass_on(&f, ask(asked));
        heed(&f);
    }
    pm_team_send(team, 0, "bye");
}
