/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program does while pm_solve() computes: shows the plan and the progress, and passes on
 * what signals request. */
#pragma once

#include "cli.h"

/* From now on signals by which batch systems announce the end of a job (USR1, USR2, HUP, XCPU) end
 * the program as TERM does, until watch_begin() finds a checkpoint. */
void watch_signals(void);

struct watch {
    const struct cli *cli;
    const char *title;   /* title of the plan; NULL: none */
    double begun, shown; /* seconds of a clock */
    bool bar;            /* the terminal shows a line that must be wiped */
    bool brief;          /* the work has no checkpoints */
};

/* Sets the callback of `options`: for a bar on a terminal, for lines with --progress, for the plan
 * with -v, and with --checkpoint for the signals TERM, INT, HUP, XCPU, USR2 (stop) and USR1 (save).
 */
void watch_begin(struct watch *watch, const struct cli *cli, const char *title,
                 pm_options *options);
void watch_end(struct watch *watch);

/* Seconds of processor time of this program since a time, which is watch_seconds(0). */
double watch_seconds(double begun);

/* True if a signal has asked to end. */
bool watch_ends(void);

/* Sets the callback of `options`, so that the work stops after so many seconds of processor time;
 * *end is its memory. */
void watch_limit(pm_options *options, double *end, double seconds);

/* The callback of a rank other than the first: passes on signals. */
pm_request watch_rank(void *nothing, const pm_progress *progress);

/* The progress as text, "3463 of 8192 units, 42.3 %, ...", in a static buffer. */
const char *watch_text(const pm_progress *progress);
