/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logarithm of an answer as text. */
#pragma once

#include "cli.h"

/* *value = the natural logarithm of the answer divided by `unit`, and *bound that of its error;
 * both are the caller's, and NULL if memory ran out.  with_sign: that of the modulus, after the
 * sign and a blank.  digits 0: those that are proved. */
pm_status logarithm_text(char **value, char **bound, const pm_answer *answer, double unit,
                         bool with_sign, int digits);

/* The same with --log10 and --per-vertex; without, the answer itself, also that of an estimate. */
pm_status logarithm_if_asked(char **value, char **bound, const struct cli *cli,
                             const pm_answer *answer, double vertices);
