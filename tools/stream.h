/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a file: graphs or matrices.  A bad one is reported, and the next one is read.  One
 * that ends the file is reported after the answer before it. */
#pragma once

#include "answer.h"

struct stream {
    const struct cli *cli;
    const char *file;
    pm_graph_reader *reader;
    long read;        /* records so far, bad ones too */
    pm_kept *kept;    /* with --checkpoint: the answers; NULL: none yet */
    int result;       /* exit status so far */
    pm_status status; /* of what was read last, and its message: answers have messages, too */
    char *message;
};

/* Keeps the status of opening the file; true: it is open. */
bool stream_opens(struct stream *stream, pm_status status);

/* Counts a record that was read with this status; true if it was bad and another one follows. */
bool stream_goes_on(struct stream *stream, pm_status status);

/* True if this question of the file is answered, too: no signal has asked to end, standard output
 * can be written, and the options are not for one question alone, of which one refusal is enough.
 * If a signal has, the status is CLI_STOPPED, after a message. */
bool stream_answers(struct stream *stream, const struct question *q);

/* Reports what has ended the file too early, closes it, and returns the exit status. */
int stream_end(struct stream *stream);
