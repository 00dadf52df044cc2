/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a problem asks besides its matrix: copies of lines, and loops. */
#pragma once

#include "model/problem.h"

/* PM_UNABLE: the matrix of the problem is not all of it: there are loops, or copies for which it
 * would be too large. */
pm_status pm_variant_check(const struct pm_problem *problem);

/* *out = the problem with its copies as lines, or as vertices of a graph whose loops are edges
 * (loops.c); it may take so many bytes. */
pm_status pm_variant_unfold(struct pm_problem **out, const struct pm_problem *problem,
                            uint64_t memory);
