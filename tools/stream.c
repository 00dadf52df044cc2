/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The message of the reader is kept while the answers before it are found. */
#include "stream.h"
#include "say.h"
#include "watch.h"

#include <stdlib.h>
#include <string.h>

bool stream_opens(struct stream *stream, pm_status status)
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

bool stream_goes_on(struct stream *stream, pm_status status)
{
    struct stream *const s = stream;

    s->read++;
    if (stream_opens(s, status) || !pm_graph_goes_on(s->reader))
        return false;
    report(s, &(struct question){
                  .file = s->file, .title = pm_graph_skipped_title(s->reader), .number = s->read});
    return true;
}

bool stream_answers(struct stream *stream, const struct question *q)
{
    if (watch_ends()) {
        stream->result = cli_worse(stream->result, CLI_STOPPED);
        cli_say(stream->cli, stream->file, "stopped; the same command continues from %s",
                stream->cli->solve.checkpoint);
        return false;
    }
    return !ferror(stdout) && (q->number < 2 || answer_only_one(stream->cli) == NULL);
}

int stream_end(struct stream *stream)
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
