/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts about a plan for the user: in full (full_text.c), in a few lines (summary.c), and why the
 * plan is as it is (reasons.c). */
#pragma once

#include "plan/plan.h"

#include <stdio.h>

/* The full text: the problem of matrix `a` with the reader's note `about` it (may be NULL) and its
 * reduction; core k; its way; and the predicted time.  `text` may be NULL: then nothing is printed.
 * pm_full_core() returns NULL if there are so many cores that this one is not printed. */
void pm_full_problem(FILE *text, const struct pm_plan *plan, const struct pm_matrix *a,
                     const char *about);
FILE *pm_full_core(FILE *text, const struct pm_plan *plan, size_t k);
void pm_full_way(FILE *text, const struct pm_plan *plan, size_t k);
void pm_full_time(FILE *text, const struct pm_plan *plan);

/* A line if devices were asked for by their number and the plan uses none. */
void pm_full_idle(FILE *text, const struct pm_plan *plan);

/* Parts of several texts: "28 x 28, 100 entries, hafnian" and a newline; "exact, at most 31 bits, 1
 * modular ring"; what is done if too few digits are correct, between two strings, if there is such
 * a way.  Seconds are those of so many threads. */
void pm_plan_text_of_shape(FILE *text, const struct pm_matrix *a, enum pm_kind kind);
void pm_plan_text_of_numbers(FILE *text, const struct pm_way *way);
void pm_plan_text_of_fallbacks(FILE *text, const char *begin, const struct pm_way *way,
                               const char *end, int threads);

/* "0.5 s on 16 threads", for the texts of all questions. */
struct pm_time_text {
    char text[80];
};
struct pm_time_text pm_plan_text_of_time(double seconds, int threads, bool gpus);

/* plan->summary = the plan in at most twelve lines.  plan->status is set; if it is PM_UNABLE, the
 * message says why. */
pm_status pm_plan_summarize(struct pm_plan *plan, const struct pm_matrix *a, const char *about);

/* plan->reasons = why the plan is as it is, in sentences. */
pm_status pm_plan_explain(struct pm_plan *plan, const struct pm_matrix *a, const char *about);
