/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The message of the reader is kept while the answers before it are found. */
#include "stream.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>

bool stream_goes_on(struct stream *stream, pm_status status)
{
    struct stream *const s = stream;

    s->read++;
    if (status == PM_OK || !pm_graph_goes_on(s->reader))
        return false;
    char *const message = strdup(pm_message());
    if (s->before != NULL)
        s->result = cli_worse(s->result, s->before(s->queue, s->cli));
    const struct question q = {
        .file = s->file, .title = pm_graph_skipped_title(s->reader), .number = s->read};
    s->result = cli_worse(s->result, answer_bad(s->cli, &q, message != NULL ? message : ""));
    free(message);
    return true;
}
