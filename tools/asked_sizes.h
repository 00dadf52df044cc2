/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --matchings shares with the answer itself: its plan, its proof, and the watch. */
#pragma once

#include "answer.h"
#include "watch.h"

/* The options of a query with a watch, unless nobody would see it. */
pm_options watch_query(struct watch *watch, const struct cli *cli, const struct question *q);

/* Print the plan of --matchings; prove its numbers.  Return an exit status. */
int sizes_plan(const struct cli *cli, const struct question *q);
int sizes_prove(const struct cli *cli, const struct question *q, const pm_values *values);
