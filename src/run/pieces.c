/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces are units of a deal of values (schedule/deal.h).  The text of a unit has all results of
 * the piece: values between semicolons, or words to the base 16 between blanks. */
#include "run/pieces.h"

#include "base/status.h"
#include "base/text.h"
#include "schedule/workers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* How results of one kind are written and read. */
struct form {
    size_t size;
    char between;
    pm_status (*write)(FILE *file, const void *result);
    pm_status (*read)(void *result, const char *text);
};

static pm_status write_value(FILE *file, const void *value)
{
    char *text;

    PM_TRY(pm_value_text(&text, value));
    fputs(text, file);
    free(text);
    return PM_OK;
}

static pm_status read_value(void *value, const char *text)
{
    return pm_value_read(value, text);
}

static pm_status write_word(FILE *file, const void *word)
{
    fprintf(file, "%" PRIx64, *(const uint64_t *)word);
    return PM_OK;
}

static pm_status read_word(void *word, const char *text)
{
    char *end;

    *(uint64_t *)word = strtoull(text, &end, 16);
    return end > text && *end == '\0' ? PM_OK : pm_fail(PM_INPUT, "a record is damaged");
}

static const struct form values = {sizeof(struct pm_value), ';', write_value, read_value},
                         words = {sizeof(uint64_t), ' ', write_word, read_word};

/* ------------------------------------------------------------------ one kind of pieces */

struct work {
    const struct pm_pieces *pieces;
    const struct form *form;
    char *results;
    bool kept;
    const int *over;
};

static pm_status write_piece(FILE *file, const struct work *w, const char *result)
{
    for (size_t k = 0; k < w->pieces->each; k++, result += w->form->size) {
        if (k > 0)
            putc(w->form->between, file);
        PM_TRY(w->form->write(file, result));
    }
    return PM_OK;
}

static pm_status piece(char **text, void *self, uint64_t number)
{
    const struct work *const w = self;
    char *const results = w->results + number * w->pieces->each * w->form->size;
    struct pm_text out;

    PM_TRY(w->pieces->find(results, w->pieces->self, number, w->over));
    if (!w->kept)
        return PM_OK;
    PM_TRY(pm_text_open(&out));
    return pm_text_close(text, &out, write_piece(out.file, w, results));
}

/* Takes the results of all pieces from their texts. */
static pm_status take(const struct work *w, const struct pm_deal *deal)
{
    const char between[] = {w->form->between, '\0'};
    const size_t count = w->pieces->count * w->pieces->each;
    char *result = w->results, *copy = NULL, *rest = NULL;
    pm_status status = PM_OK;

    for (size_t k = 0; k < count && status == PM_OK; k++, result += w->form->size) {
        if (k % w->pieces->each == 0) {
            status = rest != NULL ? pm_fail(PM_INPUT, "a record is too long") : PM_OK;
            free(copy);
            rest = copy = strdup(pm_deal_text(deal, k / w->pieces->each));
        }
        const char *const text = strsep(&rest, between);
        PM_THEN(status, text != NULL   ? w->form->read(result, text)
                        : copy != NULL ? pm_fail(PM_INPUT, "a record is too short")
                                       : pm_no_memory());
    }
    free(copy);
    return status;
}

static pm_status run(void *results, const struct form *form, const struct pm_pieces *pieces,
                     struct pm_session *session)
{
    struct pm_session alone = pm_session_alone(&(struct pm_limits){.stop = pieces->stop});
    struct work work = {.pieces = pieces,
                        .form = form,
                        .results = results,
                        .kept = session != NULL && pm_checkpoint_keeps(pieces->seconds)};
    struct pm_deal *deal;
    char name[32];

    PM_TRY(pm_deal_new(&deal, NULL, 1, pieces->count));
    work.over = pm_deal_over(deal);
    if (work.kept)
        snprintf(name, sizeof name, "%d-%.12s-%d-%" PRIu64, ++session->pieces,
                 pieces->way != NULL ? pieces->way->engine->name : "any",
                 pieces->way != NULL ? (int)pieces->way->number : 0, pieces->count);
    pm_status status = pm_session_work(work.kept ? session : &alone, work.kept ? name : NULL, deal,
                                       piece, &work, pieces->threads);
    if (status == PM_OK && work.kept) {
        status = take(&work, deal);
        if (status == PM_INPUT)
            status = pm_fail_at(status, "%s: the checkpoint is refused", session->path);
    }
    pm_deal_free(deal);
    return status;
}

pm_status pm_pieces_values(struct pm_value *value, const struct pm_pieces *pieces,
                           struct pm_session *session)
{
    return run(value, &values, pieces, session);
}

pm_status pm_pieces_words(uint64_t *word, const struct pm_pieces *pieces,
                          struct pm_session *session)
{
    return run(word, &words, pieces, session);
}

/* ------------------------------------------------------------------ the session */

/* The session has no watch of its own: the question is watched. */
static pm_request wish(void *watcher, const struct pm_progress *progress)
{
    struct pm_watched *const watched = watcher;

    (void)progress;
    return watched != NULL && __atomic_exchange_n(&watched->save, 0, __ATOMIC_RELAXED) != 0
               ? PM_SAVE
               : PM_GO_ON;
}

pm_status pm_pieces_open(struct pm_session *session, const char *question,
                         const struct pm_problem *problem, const pm_options *options,
                         struct pm_watched *watched)
{
    pm_options own = *options, planned;

    own.seconds = 0; /* the question is timed by its watch, */
    own.team = NULL; /* and the other ranks wait for the next one */
    own.watch = wish;
    own.watcher = watched;
    PM_TRY(pm_session_open(session, &planned, problem, question, &own));
    session->limits.stop = pm_watched_stop(watched);
    if (watched != NULL)
        watched->path = session->path;
    return PM_OK;
}

pm_status pm_pieces_close(struct pm_session *session, pm_status status)
{
    status = pm_session_leave(session, status);
    pm_session_clear(session);
    return status;
}
