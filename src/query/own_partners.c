/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partners beyond the lines of the base are those of free lines.  Cost: linear. */
#include "query/own_partners.h"

void pm_own_partners(int *own, const struct pm_problem *wider, const int *partner)
{
    const struct pm_matrix *const a = wider->base->a;
    const bool turned = a->rows > a->cols, other = turned != (wider->a->rows > wider->a->cols);
    const int rows = pm_problem_vertex_lines(wider->base, false);
    const int cols = pm_problem_vertex_lines(wider->base, true);
    const int lines = turned ? cols : rows, others = turned ? rows : cols;

    for (int i = 0; i < (int)pm_own_lines(a); i++)
        own[i] = i < lines && !other && partner[i] < others ? partner[i] : -1;
    for (int i = 0; i < others && other; i++)
        if (partner[i] < lines)
            own[partner[i]] = i;
}
