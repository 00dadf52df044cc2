/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the matrix of a bipartite graph, an edge is one entry.  In the matrix of another graph it is
 * two, and the upper one counts. */
#include "edges.h"

#include <math.h>
#include <stdio.h>

const char *edge_name(char number[EDGE_NAME], const pm_graph *graph, int vertex)
{
    const char *const name = graph != NULL ? pm_graph_vertex_name(graph, vertex) : NULL;

    if (name != NULL)
        return name;
    snprintf(number, EDGE_NAME, "%d", vertex + 1);
    return number;
}

const char *edge_line_name(const pm_problem *problem, bool col, int line)
{
    return col ? pm_problem_col_name(problem, line) : pm_problem_row_name(problem, line);
}

const char *edge_end(char number[EDGE_NAME], const pm_graph *graph, const pm_problem *problem,
                     int end, int line)
{
    const char *const name = graph == NULL ? edge_line_name(problem, end == 1, line) : NULL;

    return name != NULL ? name : edge_name(number, graph, line);
}

const char *edge_partner(char number[EDGE_NAME], const pm_problem *problem, int partner)
{
    const bool cols = pm_problem_rows(problem) <= pm_problem_cols(problem);

    return partner < 0 ? "-" : edge_end(number, NULL, problem, cols, partner);
}

size_t edge_lines(const pm_problem *problem)
{
    const int m = pm_problem_rows(problem), n = pm_problem_cols(problem);

    return (size_t)(m < n ? m : n);
}

bool edge_next(struct edge_walk *walk, int *u, int *v)
{
    const bool turned = pm_problem_rows(walk->problem) > pm_problem_cols(walk->problem);

    for (; walk->line < edge_lines(walk->problem); walk->line++) {
        const int line = (int)walk->line, partner = walk->partner[line];
        if (partner < 0 || (pm_problem_is_symmetric(walk->problem) && partner < line))
            continue;
        *u = pm_problem_row_vertex(walk->problem, turned ? partner : line);
        *v = pm_problem_col_vertex(walk->problem, turned ? line : partner);
        if (*u < 0 || *v < 0)
            continue;
        walk->line++;
        return true;
    }
    return false;
}

bool edge_of_entry(const pm_problem *problem, size_t k, int *u, int *v)
{
    int row, col;

    pm_problem_entry(problem, k, &row, &col);
    *u = pm_problem_row_vertex(problem, row);
    *v = pm_problem_col_vertex(problem, col);
    return *u >= 0 && *v >= 0 && (!pm_problem_is_symmetric(problem) || row < col);
}

int edge_line_vertex(const pm_graph *graph, const pm_problem *problem, bool col, int line)
{
    return graph == NULL ? line
           : col         ? pm_problem_col_vertex(problem, line)
                         : pm_problem_row_vertex(problem, line);
}

const char *edge_block_shape(const pm_structure *s, int block)
{
    const int rows = s->row_start[block + 1] - s->row_start[block];
    const int cols = s->col_start != NULL ? s->col_start[block + 1] - s->col_start[block] : rows;

    return rows < cols ? "horizontal" : rows > cols ? "vertical" : "square";
}

bool edges_correlation(double *r, const pm_values *joint)
{
    double share[4], im;

    for (size_t k = 0; k < 4; k++) {
        if (pm_values_count(joint) != 4)
            return false;
        pm_values_double(joint, k, &share[k], &im);
    }
    const double variances = share[0] * (1 - share[0]) * share[1] * (1 - share[1]);
    *r = share[3] / sqrt(variances);
    return variances > 0 && fabs(*r) <= 1 + 1e-9;
}
