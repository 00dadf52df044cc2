/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Subgraphs in which every vertex has a given degree, as perfect matchings (Tutte, A short proof of
 * the factor theorem for finite graphs, Canadian J. Math. 6, 1954).
 *
 * A vertex with d edges that is to have the degree f gets a port for each of them.  Every edge
 * joins two ports, with its weight, and is in the subgraph where it matches them.  The other d - f
 * ports of the vertex are matched with as many cores, which are joined to all its ports, in
 * (d - f)! ways.  Where f is less than d - f, each port is joined to an inner vertex instead, and f
 * cores to all of these: they match the inner vertices of the f other ports, in f! ways.  One more
 * edge, between two vertices of its own, has the reciprocal of the product of all these factorials
 * as its weight.  A bipartite graph stays bipartite.  The rules of reduction remove inner vertices,
 * and ports of a single core.  Cost: d min(f, d - f) edges for each vertex. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/budget.h"
#include "base/status.h"
#include "base/text.h"
#include "model/graph.h"
#include "model/problem.h"

#include <stdio.h>
#include <stdlib.h>

struct making {
    const struct pm_graph *from;
    const int *degree; /* of the subgraph */
    struct pm_graph *g;
    int *start;   /* the first port of each vertex; ports are the first vertices of g */
    int *next;    /* its first port that has no edge */
    fmpq_t share; /* the reciprocal of the product of factorials */
};

static bool is_loop(const struct pm_graph *graph, size_t k)
{
    return graph->edge.row[k] == graph->edge.col[k];
}

static pm_status count_ports(struct making *m)
{
    const struct pm_triplets *const edge = &m->from->edge;
    const int n = edge->rows;

    PM_NEW(m->start, n + 2);
    PM_NEW(m->next, n + 1);
    for (size_t k = 0; k < edge->count; k++)
        if (!is_loop(m->from, k)) {
            m->start[edge->row[k] + 1]++;
            m->start[edge->col[k] + 1]++;
        }
    for (int v = 0; v < n; v++) {
        if (m->degree[v] < 0)
            return pm_fail(PM_INPUT, "vertex %d: %d is no degree", v + 1, m->degree[v]);
        m->start[v + 1] += m->start[v];
        m->next[v] = m->start[v];
    }
    return pm_graph_add_vertices(m->g, m->start[n]);
}

static pm_status join_edges(struct making *m)
{
    const struct pm_triplets *const edge = &m->from->edge;

    for (size_t k = 0; k < edge->count; k++)
        if (!is_loop(m->from, k))
            PM_TRY(pm_graph_add_edge(m->g, m->next[edge->row[k]]++, m->next[edge->col[k]]++,
                                     edge->re + k, edge->complex_values ? edge->im + k : NULL));
    return PM_OK;
}

static pm_status join(struct making *m, int u, int v)
{
    static const fmpq one = {1, 1};

    return pm_graph_add_edge(m->g, u, v, &one, NULL);
}

static pm_status join_cores(struct making *m, int v)
{
    const int ports = m->start[v + 1] - m->start[v], rest = ports - m->degree[v];
    const bool inner = m->degree[v] < rest;
    const int cores = inner ? m->degree[v] : rest;
    const int first = inner ? m->g->edge.rows : m->start[v];
    fmpz_t ways;

    if (rest < 0) /* a vertex without a partner, since there is no such subgraph */
        return pm_graph_add_vertices(m->g, 1);
    if (inner)
        PM_TRY(pm_graph_add_vertices(m->g, ports));
    for (int k = 0; k < ports && inner; k++)
        PM_TRY(join(m, m->start[v] + k, first + k));
    for (int c = 0; c < cores; c++) {
        PM_TRY(pm_graph_add_vertices(m->g, 1));
        for (int k = 0; k < ports; k++)
            PM_TRY(join(m, first + k, m->g->edge.rows - 1));
    }
    fmpz_init(ways);
    fmpz_fac_ui(ways, (ulong)cores);
    fmpz_mul(fmpq_denref(m->share), fmpq_denref(m->share), ways);
    fmpz_clear(ways);
    return PM_OK;
}

static pm_status fill(struct making *m)
{
    m->g->field = m->from->field;
    m->g->memory = m->from->memory;
    PM_TRY(count_ports(m));
    PM_TRY(join_edges(m));
    for (int v = 0; v < m->from->edge.rows; v++)
        PM_TRY(join_cores(m, v));
    const int last = m->g->edge.rows;
    PM_TRY(pm_graph_add_vertices(m->g, 2));
    return pm_graph_add_edge(m->g, last, last + 1, m->share, NULL);
}

/* line[k] = the vertex of the input that line k belongs to; line[] has vertices of g before, or is
 * NULL, and line k is vertex k. */
static pm_status name_lines(int **line, const struct making *m, int lines)
{
    const int ports = m->start[m->from->edge.rows];
    int *vertex;

    PM_NEW(vertex, ports);
    for (int v = 0; v < m->from->edge.rows; v++)
        for (int port = m->start[v]; port < m->start[v + 1]; port++)
            vertex[port] = v;
    pm_status status = PM_OK;
    int *const old = *line;
    PM_NEW_GOTO(status, *line, lines, done);
    for (int k = 0; k < lines; k++) {
        const int of = old != NULL ? old[k] : k;
        (*line)[k] = of >= 0 && of < ports ? vertex[of] : -1;
    }
done:
    PM_FREE(old, vertex);
    return status;
}

static pm_status name_problem(struct pm_problem *p, const struct making *m)
{
    const int share = m->g->edge.rows - 2;
    struct pm_text note;

    p->asked = PM_ASKED_FACTORS;
    while (p->gadgets < p->a->rows - 1 &&
           (p->row_vertex != NULL ? p->row_vertex[p->gadgets] : p->gadgets) != share)
        p->gadgets++;
    PM_TRY(name_lines(&p->row_vertex, m, p->a->rows));
    PM_TRY(name_lines(&p->col_vertex, m, p->a->cols));
    PM_TRY(pm_text_open(&note));
    fprintf(note.file, "graph: %d vertices, %zu edges; subgraphs with given degrees",
            m->from->edge.rows, m->from->edge.count);
    free(p->note);
    p->note = NULL;
    return pm_text_close(&p->note, &note, PM_OK);
}

static pm_status factors(pm_problem **out, struct making *m)
{
    struct pm_problem *p = NULL;
    pm_status status;

    fmpq_init(m->share);
    fmpq_one(m->share);
    PM_TRY_GOTO(status, pm_graph_new(&m->g, false), done);
    PM_TRY_GOTO(status, fill(m), done);
    PM_TRY_GOTO(status, pm_problem_matchings(&p, m->g, false), done);
    PM_TRY_GOTO(status, name_problem(p, m), done);
    *out = p;
    p = NULL;
done:
    pm_problem_free(p);
    pm_graph_free(m->g);
    fmpq_clear(m->share);
    PM_FREE(m->start, m->next);
    return status;
}

pm_status pm_problem_factors(pm_problem **problem, const pm_graph *graph, const int *degree)
{
    PM_ARGUMENTS(problem, graph, degree);
    struct making m = {.from = graph, .degree = degree};

    PM_RETURN_WITHIN(graph->memory, true, factors(problem, &m));
}
