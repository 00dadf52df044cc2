/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The value of a problem with loops (pm_problem_loops()) without copies of its vertices. */
#pragma once

#include "base/watched.h"
#include "model/problem.h"
#include "num/gauss.h"

/* Predicted seconds of one thread; infinite: the method takes too much memory. */
pm_status pm_looped_seconds(double *seconds, const struct pm_problem *problem);

/* *value = the loop hafnian.  PM_UNABLE: it has too many terms. */
pm_status pm_looped_value(struct pm_gauss *value, const struct pm_problem *problem, int threads,
                          const struct pm_watched *watched);
