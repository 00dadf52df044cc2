/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matchings of a problem with free vertices, from those of the wider one (model/total.c). */
#pragma once

#include "model/problem.h"

/* The lines whose partners pm_sample() gives. */
static inline size_t pm_own_lines(const struct pm_matrix *a)
{
    return (size_t)(a->rows < a->cols ? a->rows : a->cols);
}

/* own[] = the partners of the lines of the base, -1 for free ones, from those of the wider problem;
 * both are as in pm_sample(). */
void pm_own_partners(int *own, const struct pm_problem *wider, const int *partner);
