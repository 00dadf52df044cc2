/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawn.h"
#include "engine/abilities.h"
#include "query/entry_shares.h"
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

    PM_EACH(fmpq_init, re, im);
    fmpq_set_si(re, g->weight[e], (ulong)g->divisor[e]);
    fmpq_set_si(im, g->imaginary[e], (ulong)g->divisor[e]);
    test_need(pm_triplets_add(t, i, j, re, t->complex_values ? im : NULL));
    PM_EACH(fmpq_clear, re, im);
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

static const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 2};

bool drawn_sums_agree(const struct pm_core *core, const struct pm_engine *engine,
                      const struct pm_gauss *want)
{
    const struct pm_ask ask = {
        .kind = core->kind, .want = PM_WANT_EXACT, .complex_values = core->a->im != NULL};
    struct pm_value exact, ball;
    struct pm_cost cost;

    PM_EACH(pm_value_init, &exact, &ball);
    test_need(ways_value(&exact, core, engine, ask, 2));
    test_need(engine->cost(&cost, core, PM_REAL, &limits));
    test_need(engine->more->any(&ball, core, &cost, 100, &limits));
    engine->more->forget(cost.choice);
    const bool right = brute_contains(&exact, want) && pm_mag_is_zero(exact.error) &&
                       brute_contains(&ball, want) &&
                       (pm_gauss_is_zero(want) || pm_value_within(&ball, 1e-30));
    PM_EACH(pm_value_clear, &exact, &ball);
    return right;
}

void drawn_share(struct pm_gauss *share, const struct pm_matrix *a, enum pm_kind kind, int i, int e,
                 const struct pm_gauss *sum)
{
    const int n = a->rows, j = a->col[e];
    int row[64], col[64], rows = 0, cols = 0;
    struct pm_matrix *minor;

    for (int k = 0; k < n; k++) {
        if (k != i && (kind == PM_PERMANENT || k != j))
            row[rows++] = k;
        if (k != j && (kind == PM_PERMANENT || k != i))
            col[cols++] = k;
    }
    test_need(pm_matrix_sub(&minor, a, rows, row, cols, col));
    brute_value(share, minor, kind);
    fmpq_mul(share->re, share->re, a->re + e);
    fmpq_div(share->re, share->re, sum->re);
    pm_matrix_free(minor);
}

bool drawn_shares_agree(const struct pm_core *core, const struct pm_engine *engine,
                        const struct pm_gauss *sum, int bits)
{
    const struct pm_planner planner = {
        .ask = {.want = bits > 0 ? PM_WANT_FLOATING : PM_WANT_EXACT, .bits = bits},
        .policy = {.engine = engine, .limits = limits}};
    const struct pm_matrix *const a = core->a;
    struct pm_value *const share = calloc((size_t)pm_matrix_nnz(a) + 1, sizeof *share);
    struct pm_gauss want;
    bool right = true;

    if (pm_gauss_is_zero(sum)) {
        free(share);
        return true;
    }
    pm_gauss_init(&want);
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        pm_value_init(&share[e]);
    test_need(pm_entry_shares(share, core, &planner, NULL));
    PM_EACH_ENTRY(a, i, e) {
        drawn_share(&want, a, core->kind, i, e, sum);
        right = right && brute_contains(&share[e], &want);
    }
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        pm_value_clear(&share[e]);
    free(share);
    pm_gauss_clear(&want);
    return right;
}
