/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problem whose answer is asked, which is not always the one that was read. */
#pragma once

#include "answer.h"

/* *wider = the problem whose answer is the sum of --total or --unmatched; the caller's.  NULL:
 * neither is asked for, and it is the problem of the question itself. */
pm_status asked_sum(pm_problem **wider, const struct cli *cli, const struct question *q);
