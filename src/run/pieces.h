/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long work that is no way of a plan, as numbered pieces: shares, draws, minors.  Threads compute
 * pieces in any order, and each has its place in the results.  With a session, its checkpoint keeps
 * the pieces that are done, as the units of a stage, and a run that continues takes them from it.
 *
 * A question asks for several kinds of pieces, one after another.  The kinds are numbered; those of
 * a run that continues must come in the same order. */
#pragma once

#include "base/watched.h"
#include "num/value.h"
#include "run/session.h"

struct pm_pieces {
    uint64_t count; /* of pieces */
    size_t each;    /* results of a piece */
    /* Computes a piece.  Its results begin at `results`.  *stop is a flag (base/stop.h). */
    pm_status (*find)(void *results, void *self, uint64_t piece, const int *stop);
    void *self;
    int threads;              /* that compute pieces at once */
    const int *stop;          /* of the caller */
    const struct pm_way *way; /* how; results of another way are not taken; NULL: any way */
    double seconds;           /* predicted; little work is not kept */
};

/* The results are values, or words, piece after piece.  Session NULL: nothing is kept. */
pm_status pm_pieces_values(struct pm_value *value, const struct pm_pieces *pieces,
                           struct pm_session *session);
pm_status pm_pieces_words(uint64_t *word, const struct pm_pieces *pieces,
                          struct pm_session *session);

/* Begins a session for a question, as text, whose options have a checkpoint; ends it with the
 * status of the answer.  `watched` may be NULL. */
pm_status pm_pieces_open(struct pm_session *session, const char *question,
                         const struct pm_problem *problem, const pm_options *options,
                         struct pm_watched *watched);
pm_status pm_pieces_close(struct pm_session *session, pm_status status);
