/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of questions and facilities: what can be combined, and why the rest cannot. */
#pragma once

#include "model/problem.h"

/* PM_INPUT with the sentence of the table: the options ask for a facility that the question does
 * not have. */
pm_status pm_facility_check(pm_question question, const pm_options *options);

/* Copies the caller's options for a question that is to be answered, and checks them and the
 * problem: its free vertices, its copies, its loops. */
pm_status pm_facility_options(pm_options *own, pm_question question,
                              const struct pm_problem *problem, const pm_options *given);
