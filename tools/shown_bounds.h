/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proved bounds as text: for --bounds, and beside a refusal. */
#pragma once

#include "cli.h"

struct question;

enum { BOUND_TEXT = 40 };

/* The lower one first: decimal logarithms, texts "m.mmmmme+XX" rounded outwards, methods. */
struct shown_bounds {
    double log10[2];
    char text[2][BOUND_TEXT];
    const char *method[2];
};

/* Writes 10^x, rounded down or up to six digits. */
void bounds_power(char *text, double x, bool upper);

/* Writes a number from 0 to 10^9 with twelve decimals, rounded down or up. */
void bounds_decimal(char *text, double x, bool upper);

/* The interval of the mean number of edges of a matching, then those of pm_share_bounds(). */
pm_status bounds_of_shares(double *bounds, const struct cli *cli, const struct question *q);

/* Of the answer to the question. */
pm_status bounds_find(struct shown_bounds *b, const struct cli *cli, const struct question *q);

/* Says on standard error between which bounds an answer lies that was refused, and what an estimate
 * takes; nothing if no bound is known. */
void bounds_say(const struct cli *cli, const char *place, const struct question *q);
