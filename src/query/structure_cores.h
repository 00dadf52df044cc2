/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is left of a problem after the reductions, for pm_structure_find(). */
#pragma once

#include "base/stop.h"
#include "model/problem.h"

/* Fills surface, reductions, cores and core[] of *s. */
pm_status pm_structure_reduce(pm_structure *s, const struct pm_problem *problem, unsigned rules);
