/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logarithm of an answer as text. */
#pragma once

#include "cli.h"

/* *value = the logarithm of the answer with --log10 and --per-vertex, and *bound that of its error;
 * both are the caller's, and NULL if memory ran out.  Without, the answer itself, also that of an
 * estimate. */
pm_status logarithm_if_asked(char **value, char **bound, const struct cli *cli,
                             const pm_answer *answer, double vertices);
