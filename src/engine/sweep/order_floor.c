/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lower bound of the cost of every order.
 *
 * Classes whose states depend only on the width: the slots at each moment, and the new vertex
 * before a pass, are the bags of a path decomposition.  So the width is at least the pathwidth, and
 * that is at least the treewidth.  The vector is longest before a drop, and an addition precedes
 * that.  A lower bound of the treewidth: contract vertices of least degree into their neighbours of
 * least degree; the largest least degree that occurs is the bound (Bodlaender, Koster, Wolle,
 * Contraction and treewidth lower bounds, 2006).
 *
 * Square matrices: a wide frontier may have few states (Hessenberg matrices), so widths prove
 * nothing, but degrees do.  When x rows and y columns are closed and a star is used, the number of
 * ones is k = touched rows - y, and that of zeros l = touched columns - x.  All neighbours of
 * closed vertices are touched: at least as many as the x-th smallest row and the y-th smallest
 * column have.  Closing a row makes at least degree - y - 1 additions of C(k + l - 2, k - 1) each;
 * closing a column the same with x.  x and y grow by one at a time, so the cheapest path through
 * all pairs (x, y) is a bound. */
#include "engine/sweep/order.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST_VERTICES = 2048, /* of graphs that are contracted: needs vertices^2 bits */
    MOST_PAIRS = 256,     /* rows, and columns, of the paths through the pairs */
    MOST_ONES = 48,       /* largest number of ones that a bound uses */
};

/* ------------------------------------------------------------------ contraction */

struct contraction {
    int vertices, words;
    uint64_t *near; /* a row of bits for every vertex */
    int *degree;    /* -1: removed */
};

static uint64_t *row_of(const struct contraction *c, int v)
{
    return c->near + (size_t)v * (size_t)c->words;
}

static bool has(const uint64_t *row, int v)
{
    return row[v / 64] >> v % 64 & 1;
}

/* The vertex of least degree among all, or among the neighbours in `row`. */
static int least(const struct contraction *c, const uint64_t *row)
{
    int best = -1;
    for (int v = 0; v < c->vertices; v++) {
        if (c->degree[v] < 0 || (row && !has(row, v)))
            continue;
        if (best < 0 || c->degree[v] < c->degree[best])
            best = v;
    }
    return best;
}

/* Contracts u into its neighbour v. */
static void contract(struct contraction *c, int u, int v)
{
    const uint64_t *const from = row_of(c, u);
    uint64_t *const to = row_of(c, v);
    for (int w = 0; w < c->vertices; w++) {
        if (!has(from, w))
            continue;
        uint64_t *const row = row_of(c, w);
        row[u / 64] &= ~(UINT64_C(1) << u % 64);
        if (w == v || has(to, w)) {
            c->degree[w]--;
            continue;
        }
        to[w / 64] |= UINT64_C(1) << w % 64;
        row[v / 64] |= UINT64_C(1) << v % 64;
        c->degree[v]++;
    }
    c->degree[u] = -1;
}

static int minor_width(struct contraction *c)
{
    int width = 0, u;
    while ((u = least(c, NULL)) >= 0) {
        width = c->degree[u] > width ? c->degree[u] : width;
        if (c->degree[u] == 0)
            c->degree[u] = -1;
        else
            contract(c, u, least(c, row_of(c, u)));
    }
    return width;
}

static pm_status fill(struct contraction *c, const struct pm_sweep_graph *g)
{
    c->vertices = g->vertices;
    c->words = (g->vertices + 63) / 64;
    PM_NEW(c->near, (size_t)c->vertices * (size_t)c->words);
    PM_NEW(c->degree, c->vertices);
    for (int v = 0; v < g->vertices; v++) {
        c->degree[v] = g->start[v + 1] - g->start[v];
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            row_of(c, v)[g->near[i] / 64] |= UINT64_C(1) << g->near[i] % 64;
    }
    return PM_OK;
}

static double floor_of_width(const struct pm_sweep_graph *g)
{
    struct contraction c = {0};
    int width = 0;
    if (g->vertices <= MOST_VERTICES && fill(&c, g) == PM_OK)
        width = minor_width(&c);
    free(c.near);
    free(c.degree);
    const int fixed = g->states == PM_SWEEP_EVEN ? 3 : 2;
    return width < 2 ? 0 : width < fixed ? 1 : ldexp(1, width - fixed);
}

/* ----------------------------------------------------------------- square pairs */

struct pairs {
    int lines;       /* number of rows, or columns, that are considered */
    int least[2];    /* least degree of a row, of a column */
    int *touched[2]; /* lower bounds: [x] of the columns touched by x rows, [y] of the rows touched
                      * by y columns */
    double *cost, *binomial;
};

static int by_number(const void *x, const void *y)
{
    const int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

/* Additions of one edge when x rows and y columns are closed. */
static double additions(const struct pairs *p, int x, int y)
{
    const int rows = p->touched[1][y] > x ? p->touched[1][y] : x + 1;
    const int cols = p->touched[0][x] > y ? p->touched[0][x] : y + 1;
    const int k = rows - y < MOST_ONES ? rows - y : MOST_ONES;
    const int l = cols - x < MOST_ONES ? cols - x : MOST_ONES;
    return k < 1 || l < 1 ? 0 : p->binomial[(k + l - 2) * 2 * MOST_ONES + k - 1];
}

/* The cheapest path from (0, 0) to where all considered lines of a side are closed. */
static double cheapest(const struct pairs *p)
{
    const int n = p->lines;
    double best = INFINITY;
    for (int x = 0; x <= n; x++) {
        for (int y = 0; y <= n; y++) {
            double *const here = &p->cost[y];
            const double above =
                x ? *here + fmax(0, p->least[0] - y - 1) * additions(p, x - 1, y) : INFINITY;
            const double left =
                y ? here[-1] + fmax(0, p->least[1] - x - 1) * additions(p, x, y - 1) : INFINITY;
            *here = x + y ? fmin(above, left) : 0;
            if (x == n || y == n)
                best = fmin(best, *here);
        }
    }
    return best;
}

static void sort_degrees(struct pairs *p, const struct pm_sweep_graph *g, int side, int *degree)
{
    const int n = g->rows, from = side ? n : 0;
    for (int i = 0; i < n; i++)
        degree[i] = g->start[from + i + 1] - g->start[from + i];
    qsort(degree, (size_t)n, sizeof *degree, by_number);
    p->least[side] = degree[0];
    for (int i = 0; i < p->lines; i++)
        p->touched[side][i + 1] = degree[i];
}

static pm_status fill_pairs(struct pairs *p, const struct pm_sweep_graph *g)
{
    int *degree;
    const int n = 2 * MOST_ONES;
    PM_NEW(p->touched[0], p->lines + 1);
    PM_NEW(p->touched[1], p->lines + 1);
    PM_NEW(p->cost, p->lines + 1);
    PM_NEW(p->binomial, n * n);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k <= i; k++)
            p->binomial[i * n + k] =
                k == 0 || k == i ? 1
                                 : p->binomial[(i - 1) * n + k] + p->binomial[(i - 1) * n + k - 1];
    }
    PM_NEW(degree, g->rows);
    sort_degrees(p, g, 0, degree);
    sort_degrees(p, g, 1, degree);
    free(degree);
    return PM_OK;
}

static double floor_of_square(const struct pm_sweep_graph *g)
{
    struct pairs p = {.lines = g->rows < MOST_PAIRS ? g->rows : MOST_PAIRS};
    const double floor = g->rows > 0 && fill_pairs(&p, g) == PM_OK ? cheapest(&p) : 0;
    free(p.touched[0]);
    free(p.touched[1]);
    free(p.cost);
    free(p.binomial);
    return floor;
}

double pm_sweep_floor(const struct pm_sweep_graph *graph)
{
    return graph->states == PM_SWEEP_SQUARE ? floor_of_square(graph) : floor_of_width(graph);
}
