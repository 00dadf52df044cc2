/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawn.h"
#include "ways.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ graphs */

void drawn_join(struct drawn *g, int u, int v)
{
    if (g->edges == DRAWN_EDGES)
        abort();
    g->u[g->edges] = u;
    g->v[g->edges] = v;
    g->weight[g->edges] = g->divisor[g->edges] = 1;
    g->imaginary[g->edges++] = 0;
}

void drawn_grid(struct drawn *g, int rows, int cols, int diagonal, uint64_t *state)
{
    g->vertices = rows * cols;
    g->edges = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const int at = i * cols + j;
            if (j + 1 < cols)
                drawn_join(g, at, at + 1);
            if (i + 1 < rows)
                drawn_join(g, at, at + cols);
            if (j + 1 < cols && i + 1 < rows && diagonal > 0 &&
                test_between(state, 1, 100) <= diagonal) {
                if (test_between(state, 0, 1))
                    drawn_join(g, at, at + cols + 1);
                else
                    drawn_join(g, at + 1, at + cols);
            }
        }
}

void drawn_weigh(struct drawn *g, enum brute_entries kind, uint64_t *state)
{
    for (int e = 0; e < g->edges; e++) {
        g->weight[e] = kind == BRUTE_PATTERN ? 1 : test_between(state, -9, 9);
        g->imaginary[e] = kind == BRUTE_GAUSSIAN ? test_between(state, -9, 9) : 0;
        g->divisor[e] = kind == BRUTE_DECIMAL ? test_between(state, 1, 10) : 1;
    }
}

void drawn_drop(struct drawn *g, int vertex)
{
    int kept = 0;

    for (int e = 0; e < g->edges; e++)
        if (g->u[e] != vertex && g->v[e] != vertex) {
            g->u[kept] = g->u[e] == g->vertices - 1 ? vertex : g->u[e];
            g->v[kept] = g->v[e] == g->vertices - 1 ? vertex : g->v[e];
            kept++;
        }
    g->edges = kept;
    g->vertices--;
}

static void enter(struct pm_triplets *t, int i, int j, const struct drawn *g, int e)
{
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    fmpq_set_si(re, g->weight[e], (ulong)g->divisor[e]);
    fmpq_set_si(im, g->imaginary[e], (ulong)g->divisor[e]);
    test_need(pm_triplets_add(t, i, j, re, t->complex_values ? im : NULL));
    fmpq_clear(re);
    fmpq_clear(im);
}

static bool is_complex(const struct drawn *g)
{
    for (int e = 0; e < g->edges; e++)
        if (g->imaginary[e] != 0)
            return true;
    return false;
}

struct pm_matrix *drawn_adjacency(const struct drawn *g)
{
    struct pm_triplets t;
    struct pm_matrix *a;

    pm_triplets_init(&t, g->vertices, g->vertices, is_complex(g));
    for (int e = 0; e < g->edges; e++) {
        enter(&t, g->u[e], g->v[e], g, e);
        enter(&t, g->v[e], g->u[e], g, e);
    }
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    return a;
}

/* Colours each component along its edges.  If the sides of a component differ in size, the graph
 * has no matching, and any colours will do as long as the sides of the whole graph are equal.  NULL
 * if they are not. */
struct pm_matrix *drawn_biadjacency(const struct drawn *g)
{
    static int side[DRAWN_VERTICES], place[DRAWN_VERTICES];
    int count[2] = {0, 0};
    struct pm_triplets t;
    struct pm_matrix *a;

    for (int v = 0; v < g->vertices; v++)
        side[v] = -1;
    for (int v = 0; v < g->vertices; v++) {
        bool spreading = side[v] < 0;
        if (spreading)
            side[v] = count[0] > count[1];
        while (spreading) {
            spreading = false;
            for (int e = 0; e < g->edges; e++)
                if ((side[g->u[e]] < 0) != (side[g->v[e]] < 0)) {
                    spreading = true;
                    if (side[g->u[e]] < 0)
                        side[g->u[e]] = !side[g->v[e]];
                    else
                        side[g->v[e]] = !side[g->u[e]];
                }
        }
        place[v] = count[side[v]]++;
    }
    if (count[0] != count[1])
        return NULL;
    pm_triplets_init(&t, count[0], count[0], is_complex(g));
    for (int e = 0; e < g->edges; e++) {
        const int u = side[g->u[e]] ? g->v[e] : g->u[e], v = side[g->u[e]] ? g->u[e] : g->v[e];
        enter(&t, place[u], place[v], g, e);
    }
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    return a;
}

/* ------------------------------------------------------------------ values */

pm_status drawn_value(struct pm_value *value, const struct pm_matrix *a, enum pm_kind kind,
                      const struct pm_engine *engine)
{
    const struct pm_core core = {.a = a, .kind = kind};
    const struct pm_ask ask = {
        .kind = kind, .want = PM_WANT_EXACT, .complex_values = a->im != NULL};

    return ways_value(value, &core, engine, ask, 2);
}
