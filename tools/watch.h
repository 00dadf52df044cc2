/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program does while pm_solve() computes: it shows the plan and how far that is, and passes
 * on what signals ask for. */
#ifndef PM_TOOLS_WATCH_H
#define PM_TOOLS_WATCH_H

#include "cli.h"

struct watch {
    const struct cli *cli;
    const char *title;   /* of the plan; NULL: none */
    double begun, shown; /* seconds of a clock */
    bool bar;            /* a line on the terminal is to be wiped */
};

/* Makes `options` call back: for a bar on a terminal, for lines with --progress, for the plan with
 * -v, and with --checkpoint for the signals TERM, INT (end) and USR1 (save). */
void watch_begin(struct watch *watch, const struct cli *cli, const char *title,
                 pm_options *options);
void watch_end(struct watch *watch);

/* What a rank does that is not the first: it passes on signals. */
pm_request watch_rank(void *nothing, const pm_progress *progress);

/* "3463 of 8192 units, 42.3 %, ...": how far a run is, in a static buffer. */
const char *watch_text(const pm_progress *progress);

#endif
