/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only the attempt to read a second record tells whether a file has several.  The message of the
 * reader is kept while the answers before it are found. */
#include "stream.h"
#include "notes.h"
#include "say.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

struct stream {
    const struct cli *cli;
    const char *file;
    pm_graph_reader *reader;
    bool matrices;
    long read;        /* records so far, bad ones too */
    pm_kept *kept;    /* with --checkpoint: the answers; NULL: none yet */
    int result;       /* exit status so far */
    pm_status status; /* of what was read last, and its message: answers have messages, too */
    char *message;
};

/* Keeps the status of what was read; true: it is a record, or the end. */
static bool keep(struct stream *stream, pm_status status)
{
    stream->status = status;
    free(stream->message);
    stream->message = status != PM_OK ? strdup(pm_message()) : NULL;
    return status == PM_OK;
}

static void report(struct stream *s, const struct question *q)
{
    s->result =
        cli_worse(s->result, answer_unread(s->cli, s->status, q,
                                           s->message != NULL ? s->message : "out of memory"));
}

/* Counts a record that was read with this status; true if it was bad and another one follows. */
static bool goes_on(struct stream *s, pm_status status)
{
    s->read++;
    if (keep(s, status) || !pm_graph_goes_on(s->reader))
        return false;
    report(s, &(struct question){
                  .file = s->file, .title = pm_graph_skipped_title(s->reader), .number = s->read});
    return true;
}

static void read_next(struct question *next, struct stream *s)
{
    while (goes_on(s, s->matrices ? pm_problem_next(&next->problem, s->reader)
                                  : pm_graph_next(&next->graph, s->reader)))
        continue;
}

static bool is_there(const struct question *q)
{
    return q->graph != NULL || q->problem != NULL;
}

/* True if this question is answered, too; of options for one record, one refusal is enough.  If a
 * signal has asked to end, the status is CLI_STOPPED, after a message. */
static bool answers(struct stream *stream, const struct question *last)
{
    if (watch_ends()) {
        stream->result = cli_worse(stream->result, CLI_STOPPED);
        cli_say(stream->cli, stream->file, "stopped; the same command continues from %s",
                stream->cli->solve.checkpoint);
        return false;
    }
    return !ferror(stdout) && (last->number < 2 || answer_only_one(stream->cli) == NULL);
}

/* Reports what has ended the file too early, closes it, and returns the exit status. */
static int end(struct stream *stream)
{
    const pm_status saved = stream->kept != NULL ? pm_kept_save(stream->kept) : PM_OK;
    pm_kept_free(stream->kept);
    if (saved != PM_OK)
        stream->result = cli_worse(stream->result, cli_fail(stream->cli, saved, stream->file));
    pm_graph_close(stream->reader);
    if (stream->status != PM_OK)
        report(stream, &(struct question){.file = stream->file});
    free(stream->message);
    return stream->result;
}

int stream_answer(const struct cli *cli, const char *file, pm_graph_reader *reader, bool matrices,
                  pm_status opened, stream_question *answer)
{
    struct stream s = {.cli = cli, .file = file, .reader = reader, .matrices = matrices};
    struct question q = {.file = file, .kept = &s.kept}, next = q;
    const char *const refusal = answer_only_one(cli);
    const bool ahead = answer_looks_ahead(cli);
    struct notes notes = {.kinds = 0};

    if (keep(&s, opened))
        read_next(&next, &s);
    while (is_there(&next) && answers(&s, &q)) {
        q.graph = next.graph;
        q.problem = next.problem;
        next = (struct question){.file = NULL};
        q.number = s.read;
        q.begun = watch_seconds(0);
        if (ahead)
            read_next(&next, &s);
        q.several |= is_there(&next) || q.number > 1;
        if (refusal == NULL || q.number == 1)
            notes_say(&notes, cli, &q);
        s.result =
            cli_worse(s.result, refusal != NULL && q.number > 1 ? answer_refuse(cli, &q, refusal)
                                                                : answer(cli, &q));
        if (matrices)
            pm_problem_free(q.problem);
        pm_graph_free(q.graph);
        if (!ahead)
            read_next(&next, &s);
    }
    if (matrices)
        pm_problem_free(next.problem);
    pm_graph_free(next.graph);
    notes_end(&notes, cli, file);
    return end(&s);
}
