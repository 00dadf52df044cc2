/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/ranks.h"

#include "base/alloc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A follower looks at its messages this often, sends what is done this often, and asks for work
 * that keeps it busy for so long. */
static const double LOOK_SECONDS = 0.004, SEND_SECONDS = 0.1, AHEAD_SECONDS = 0.5;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

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

static void write_range(FILE *file, const char *word, const struct pm_range *range)
{
    fprintf(file, "%s %zu %llu %llu\n", word, range->ring, (unsigned long long)range->first,
            (unsigned long long)range->count);
}

/* Sends what was written to `file` and releases it; nothing if that is empty. */
static void send_text(pm_team *team, int rank, FILE *file, char **text)
{
    if (fclose(file) == 0 && **text != '\0')
        pm_team_send(team, rank, *text);
    free(*text);
    *text = NULL;
}

/* ----------------------------------------------------------------- the first rank */

pm_status pm_ranks_init(struct pm_ranks *ranks, pm_team *team)
{
    *ranks = (struct pm_ranks){.team = team};
    PM_NEW(ranks->hungry, pm_team_size(team));
    return PM_OK;
}

static void hear_line(struct pm_ranks *ranks, struct pm_deal *deal, int from, const char *line)
{
    struct pm_range range;
    unsigned long long wanted;
    int status, length;

    if (isdigit((unsigned char)*line)) {
        const pm_status read = pm_deal_read(deal, line);
        if (read != PM_OK)
            pm_deal_fail(deal, read);
    } else if (read_range(&range, line, "return")) {
        pm_deal_return(deal, &range);
    } else if (sscanf(line, "want %llu", &wanted) == 1) {
        ranks->hungry[from] = wanted;
    } else if (sscanf(line, "fail %d %n", &status, &length) == 1) {
        pm_deal_fail(deal, pm_fail((pm_status)status, "%s", line + length));
    }
}

static void hear(struct pm_ranks *ranks, struct pm_deal *deal)
{
    char *text;
    int from;

    while (pm_team_receive(&text, &from, ranks->team)) {
        char *rest = text;
        for (char *line; (line = strsep(&rest, "\n")) != NULL;)
            hear_line(ranks, deal, from, line);
        free(text);
    }
}

/* Gives a hungry rank what it wants, or its share of what is left. */
static void feed(struct pm_ranks *ranks, struct pm_deal *deal, int rank)
{
    const int size = pm_team_size(ranks->team);
    const uint64_t share = pm_deal_tally(deal).free / (2 * (uint64_t)size) + 1;
    uint64_t want = ranks->hungry[rank] < share ? ranks->hungry[rank] : share;
    struct pm_range range;
    char *text = NULL;
    size_t length;
    FILE *const file = open_memstream(&text, &length);

    if (file == NULL)
        return;
    while (want > 0 && pm_deal_try(&range, deal, want)) {
        write_range(file, "offer", &range);
        want -= range.count < want ? range.count : want;
        ranks->hungry[rank] = 0;
    }
    send_text(ranks->team, rank, file, &text);
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
        if (ranks->hungry[rank] > 0)
            feed(ranks, deal, rank);
}

void pm_ranks_end(struct pm_ranks *ranks)
{
    tell_all(ranks, "over");
    free(ranks->hungry);
}

/* ----------------------------------------------------------------- the others */

struct follower {
    pm_team *team;
    struct pm_deal *deal;
    int threads;
    bool asked;    /* and not yet answered */
    bool stopping; /* the first rank said so */
    bool over, failed;
    double begin, sent;
    uint64_t done; /* units that have been sent */
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

/* Tells what is done, what is wanted, what goes back, what went wrong. */
static void report(struct follower *f, bool rest)
{
    const struct pm_tally tally = pm_deal_tally(f->deal);
    const double clock = now();
    const double rate = clock > f->begin ? (double)tally.done / (clock - f->begin) : 0;
    uint64_t ahead = (uint64_t)(rate * AHEAD_SECONDS);
    char *text = NULL;
    size_t length;
    FILE *const file = open_memstream(&text, &length);

    if (file == NULL)
        return;
    if (ahead < (uint64_t)f->threads)
        ahead = (uint64_t)f->threads;
    if (tally.done > f->done &&
        (clock - f->sent >= SEND_SECONDS || tally.done + tally.free == tally.total)) {
        pm_deal_write(file, "", f->deal, true);
        f->sent = clock;
        f->done = tally.done;
    }
    if (rest)
        pm_deal_write_free(file, "return", f->deal);
    if (!f->failed && pm_deal_is_over(f->deal) && !f->stopping) {
        f->failed = true;
        const pm_status status = pm_deal_status(f->deal);
        fprintf(file, "fail %d %s\n", (int)status, pm_message());
    }
    if (!f->asked && !pm_deal_is_over(f->deal) && tally.free < (ahead + 1) / 2) {
        f->asked = true;
        fprintf(file, "want %llu\n", (unsigned long long)ahead);
    }
    send_text(f->team, 0, file, &text);
}

void pm_ranks_follow(pm_team *team, struct pm_deal *deal, int threads)
{
    struct follower f = {.team = team, .deal = deal, .threads = threads, .begin = now()};

    while (!f.over) {
        const bool rest = pm_deal_wait(deal, LOOK_SECONDS);
        const struct timespec pause = {.tv_nsec = (long)(1e9 * LOOK_SECONDS)};
        if (rest)
            nanosleep(&pause, NULL); /* the first rank will say when it is over */
        report(&f, rest);
        heed(&f);
    }
}
