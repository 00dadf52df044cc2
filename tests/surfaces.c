/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar` on graphs that are drawn on surfaces: any order of the neighbours around each
 * vertex, with any edges twisted, is a drawing on some surface.  Sums and shares are compared with
 * their definitions. */
#include "drawn.h"
#include "engine/abilities.h"
#include "engine/planar/planar.h"
#include "query/entry_shares.h"
#include "ways.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_planar;

static const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 2};

/* ------------------------------------------------------------------ drawings */

/* A random graph, with as many vertices of both colours if it is even. */
static void make_graph(struct drawn *g, bool even, uint64_t *state)
{
    const int half = test_between(state, even ? 3 : 2, even ? 5 : 4), n = 2 * half;
    const int percent = test_between(state, 40, 80);

    g->edges = 0;
    g->vertices = n;
    for (int u = 0; u < n; u++)
        for (int v = u + 1; v < n; v++)
            if ((!even || (u < half) != (v < half)) && test_between(state, 0, 99) < percent)
                drawn_join(g, u, v);
}

static int place_of(const struct pm_rotation *r, int u, int v)
{
    int k = r->start[u];

    while (r->to[k] != v)
        k++;
    return k;
}

/* A random rotation system, in which each edge is twisted with that probability. */
static struct pm_rotation *random_rotation(const struct pm_matrix *a, enum pm_kind kind,
                                           int percent, uint64_t *state)
{
    struct pm_rotation *r;

    test_need(pm_rotation_new(&r, a, kind == PM_HAFNIAN));
    for (int v = 0; v < r->vertices; v++)
        for (int k = r->start[v + 1] - 1; k > r->start[v]; k--) {
            const int other = test_between(state, r->start[v], k), to = r->to[k];
            r->to[k] = r->to[other];
            r->to[other] = to;
        }
    r->twisted = calloc((size_t)r->start[r->vertices] + 1, sizeof *r->twisted);
    for (int v = 0; v < r->vertices; v++)
        for (int k = r->start[v]; k < r->start[v + 1]; k++)
            if (v < r->to[k] && test_between(state, 0, 99) < percent)
                r->twisted[k] = r->twisted[place_of(r, r->to[k], v)] = true;
    return r;
}

/* The rank of the surface, plus 10 if it has no orientation; 0: the graph is planar or has no
 * perfect matching, or the rank is too large. */
static int surface_of(const struct pm_core *core)
{
    struct pm_kasteleyn k;
    const pm_status status = pm_kasteleyn_find(&k, core->a, core->kind, core->around, HUGE_VAL);
    const int surface =
        status == PM_OK && k.fronts != NULL ? k.sheets.rank + 10 * k.sheets.imaginary : 0;

    pm_kasteleyn_clear(&k);
    return surface;
}

/* ------------------------------------------------------------------ sums and shares */

/* Checks one graph; *surface as in surface_of(). */
static bool check_one(int *surface, struct pm_matrix *a, enum pm_kind kind, int percent, int number,
                      uint64_t *state)
{
    struct pm_rotation *const around = random_rotation(a, kind, percent, state);
    const struct pm_core core = {.a = a, .kind = kind, .around = around};
    struct pm_gauss sum;
    bool right = true;

    pm_gauss_init(&sum);
    *surface = surface_of(&core);
    if (*surface != 0) {
        brute_value(&sum, a, kind);
        right = drawn_sums_agree(&core, &pm_engine_planar, &sum);
        if (right && number % 8 == 0 && a->im == NULL && !pm_gauss_is_zero(&sum))
            right = drawn_shares_agree(&core, &pm_engine_planar, &sum, number % 16 == 0 ? 0 : 53);
    }
    pm_gauss_clear(&sum);
    pm_rotation_free(around);
    return right;
}

static void check_random(struct test *t, bool even, uint64_t *state)
{
    static const int percent[] = {0, 10, 50};
    const enum pm_kind kind = even ? PM_PERMANENT : PM_HAFNIAN;
    const int cases = test_rounds(4000);
    static struct drawn g;
    int count[20] = {0}, surface, wrong = 0;

    for (int k = 0; k < cases; k++) {
        make_graph(&g, even, state);
        drawn_weigh(&g, (enum brute_entries)(k % BRUTE_KINDS), state);
        struct pm_matrix *const drawn = even ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        struct pm_matrix *a; /* the planner gives engines integral cores */
        if (drawn == NULL)
            continue;
        test_need(pm_matrix_integers(&a, drawn));
        pm_matrix_free(drawn);
        wrong += !check_one(&surface, a, kind, percent[k / BRUTE_KINDS % 3], k, state);
        count[surface]++;
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0, "%s: %d of %d graphs on surfaces are wrong",
          even ? "permanents" : "hafnians", wrong, cases - count[0]);
    const bool each =
        count[2] > 0 && count[4] > 0 && count[11] + count[12] + count[13] + count[14] > 0;
    CHECK(t, cases < 1000 ? count[0] < cases : each, /* few cases need not have each surface */
          "%d tori, genus 2: %d, 3: %d, 4: %d; crosscaps 1 to 8: %d %d %d %d %d %d %d %d", count[2],
          count[4], count[6], count[8], count[11], count[12], count[13], count[14], count[15],
          count[16], count[17], count[18]);
}

int main(void)
{
    struct test t = {0};
    uint64_t state = 47;

    check_random(&t, true, &state);
    check_random(&t, false, &state);
    return test_done(&t);
}
