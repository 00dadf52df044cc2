/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checkpoint of a stream of problems.  FILE.answers has a record for each problem that has its
 * answer: the number of the problem, a hash of it and of its names, and the text, whose line ends
 * are escaped. The first problem of the stream is that of the session.  A problem that is being
 * answered has a checkpoint of its own: FILE, FILE.problem2, FILE.problem3, ... .  It goes when the
 * answer is in FILE.answers; the first stays, since there may be no other problem. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/clock.h"
#include "base/sized.h"
#include "base/text.h"
#include "run/pieces.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char stage[] = "answers";

/* Seconds from one write to the next, and how many times longer than a write. */
static const double EVERY = 1, TIMES = 20;

struct pm_kept {
    struct pm_session session;
    char *file, *path; /* FILE and FILE.answers */
    char *old, *rest;  /* records of the file, and those of the problems to come */
    struct pm_text done;
    size_t saved;          /* bytes of these that are in the file */
    double write;          /* seconds of the last write */
    uint64_t number, hash; /* of the problem */
    bool changed;          /* there are answers that the file does not have */
    bool answered;         /* it is */
    char *own, *text;      /* its checkpoint, and its answer */
};

/* ------------------------------------------------------------------ the file */

static void clear(struct pm_kept *kept)
{
    char *text = NULL;

    if (pm_text_close(&text, &kept->done, PM_OK) == PM_OK)
        free(text);
    PM_FREE(kept->file, kept->path, kept->old, kept->own, kept->text, kept);
}

pm_status pm_kept_open(pm_kept **kept, const char *question, const pm_problem *first,
                       const pm_options *options)
{
    struct pm_kept *k;
    pm_options own;

    PM_ARGUMENTS(kept, question, first);
    PM_TRY(pm_sized_options(&own, options));
    if (own.checkpoint == NULL)
        return pm_fail(PM_INPUT, "%s(): the options have no checkpoint", __func__);
    PM_NEW(k, 1);
    pm_status status = pm_text_open(&k->done);
    if (status != PM_OK) {
        free(k);
        return status;
    }
    if ((k->file = strdup(own.checkpoint)) == NULL)
        PM_TRY_GOTO(status, pm_no_memory(), failed);
    if (asprintf(&k->path, "%s.answers", own.checkpoint) < 0)
        PM_TRY_GOTO(status, (k->path = NULL, pm_no_memory()), failed);
    own.checkpoint = k->path;
    own.plan_file = NULL;
    PM_TRY_GOTO(status, pm_pieces_open(&k->session, question, first, &own, NULL), failed);
    const struct pm_records *const records = pm_checkpoint_find(&k->session.state, stage);
    k->rest = k->old = strdup(records != NULL && records->text != NULL ? records->text : "");
    if (k->old != NULL) {
        *kept = k;
        return PM_OK;
    }
    pm_session_clear(&k->session);
    status = pm_no_memory();
failed:
    clear(k);
    return status;
}

/* Removes the checkpoints of the problems whose answers stand from `first` on. */
static void remove_own(const struct pm_kept *kept, size_t first)
{
    for (const char *line = kept->done.text + first; *line != '\0'; line = strchr(line, '\n') + 1) {
        const unsigned long long number = strtoull(line, NULL, 10);
        char *name;
        for (int backup = 0; backup < 2 && number > 1; backup++) {
            if (asprintf(&name, "%s.problem%llu%s", kept->file, number, backup ? "~" : "") < 0)
                return;
            unlink(name);
            free(name);
        }
    }
}

static uint64_t count_lines(const char *text)
{
    uint64_t count = 0;

    for (; (text = strchr(text, '\n')) != NULL; text++)
        count++;
    return count;
}

static pm_status save(struct pm_kept *kept)
{
    const double begun = pm_clock();
    char *all;

    if (fflush(kept->done.file) != 0 || ferror(kept->done.file) ||
        asprintf(&all, "%s%s", kept->done.text, kept->rest) < 0)
        return pm_no_memory();
    const uint64_t count = count_lines(all);
    const struct pm_tally tally = {.done = count, .total = count + !kept->answered};
    const pm_status status = pm_session_store(&kept->session, stage, all, tally);
    free(all);
    kept->write = pm_clock() - begun;
    if (status == PM_OK) {
        remove_own(kept, kept->saved);
        kept->saved = kept->done.length;
        kept->changed = false;
    }
    return status;
}

pm_status pm_kept_save(pm_kept *kept)
{
    PM_ARGUMENTS(kept);
    return kept->changed && kept->number > 1 ? save(kept) : PM_OK;
}

void pm_kept_free(pm_kept *kept)
{
    if (kept == NULL)
        return;
    pm_session_clear(&kept->session);
    clear(kept);
}

/* ------------------------------------------------------------------ a problem */

/* *text = the text of a record, without its escapes. */
static pm_status unescape(char **text, const char *at, const char *end)
{
    char *to;

    PM_NEW(*text, (size_t)(end - at) + 1);
    for (to = *text; at < end; at++) {
        const bool escaped = *at == '\\' && at + 1 < end;
        at += escaped;
        *to++ = (char)(escaped && *at == 'n' ? '\n' : *at);
    }
    *to = '\0';
    return PM_OK;
}

/* Takes the answer of the problem from the records of the file, if they have it. */
static pm_status take(struct pm_kept *kept)
{
    char *const line = kept->rest, *const end = strchr(line, '\n'), *at;

    if (end == NULL)
        return PM_OK;
    const uint64_t number = strtoull(line, &at, 10);
    if (number > kept->number)
        return PM_OK;
    if (number < kept->number || strtoull(at, &at, 16) != kept->hash || *at != ' ')
        return pm_fail(PM_INPUT,
                       "%s: the checkpoint is refused: it belongs to other problems, from number "
                       "%" PRIu64 " on",
                       kept->path, number);
    PM_TRY(unescape(&kept->text, at + 1, end));
    const size_t before = kept->done.length;
    fwrite(line, 1, (size_t)(end + 1 - line), kept->done.file);
    kept->rest = end + 1;
    kept->answered = true;
    if (fflush(kept->done.file) != 0)
        return pm_no_memory();
    remove_own(kept, before); /* a run that was killed may have left it */
    return PM_OK;
}

pm_status pm_kept_find(const char **text, const char **own, pm_kept *kept, uint64_t number,
                       const pm_problem *problem, const pm_graph *graph)
{
    PM_ARGUMENTS(text, own, kept, problem);
    char *name;

    PM_TRY(pm_problem_fingerprint(&kept->hash, problem));
    PM_TRY(pm_problem_hash_words(&kept->hash, problem, graph));
    if (number > 1 ? asprintf(&name, "%s.problem%" PRIu64, kept->file, number) < 0
                   : (name = strdup(kept->file)) == NULL)
        return pm_no_memory();
    PM_FREE(kept->own, kept->text);
    kept->own = name;
    kept->text = NULL;
    kept->number = number;
    kept->answered = false;
    PM_TRY(take(kept));
    *text = kept->text;
    *own = kept->own;
    return PM_OK;
}

pm_status pm_kept_put(pm_kept *kept, const char *text)
{
    PM_ARGUMENTS(kept, text);
    FILE *const file = kept->done.file;

    if (kept->own == NULL || kept->answered)
        return pm_fail(PM_INPUT, "%s(): no problem waits for its answer", __func__);
    fprintf(file, "%" PRIu64 " %" PRIx64 " ", kept->number, kept->hash);
    for (; *text != '\0'; text++) {
        if (*text == '\n' || *text == '\\')
            putc('\\', file);
        putc(*text == '\n' ? 'n' : *text, file);
    }
    putc('\n', file);
    kept->answered = kept->changed = true;
    return kept->number > 1 && pm_clock() - kept->session.saved >= fmax(EVERY, TIMES * kept->write)
               ? save(kept)
               : PM_OK;
}
