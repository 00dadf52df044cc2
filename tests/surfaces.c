/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar` on graphs that are drawn on surfaces: any order of the neighbours around each
 * vertex, with any edges twisted, is a drawing on some surface.  Sums and shares are compared with
 * their definitions.
 *     PM_CASES=N   the number of graphs on each surface, bipartite ones and others
 *     PM_SEED=S    the seed */
#include "drawn.h"
#include "engine/abilities.h"
#include "engine/planar/planar.h"
#include "query/entry_shares.h"
#include "ways.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_planar;

struct surface {
    const char *name;
    int rank; /* of its homology modulo 2 */
    bool orientable;
};

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

/* Exchanges two neighbours of vertex v in its order, or twists an edge of v. */
static void change_order(struct pm_rotation *r, int v, bool twist, uint64_t *state)
{
    const int k = test_between(state, r->start[v], r->start[v + 1] - 1);
    const int other = test_between(state, r->start[v], r->start[v + 1] - 1), to = r->to[k];
    const bool twisted = r->twisted[k];

    if (twist) {
        r->twisted[k] = r->twisted[place_of(r, to, v)] = !twisted;
        return;
    }
    r->to[k] = r->to[other];
    r->twisted[k] = r->twisted[other];
    r->to[other] = to;
    r->twisted[other] = twisted;
}

static int rank_of(const struct pm_adjacent *graph, const struct pm_rotation *r)
{
    struct pm_plane *plane;
    bool orientable;
    int rank;

    test_need(pm_plane_given(&plane, graph, r));
    test_need(pm_surface_rank(&rank, &orientable, plane));
    pm_plane_free(plane);
    return rank;
}

/* A rotation system.  Random changes that do not make the rank larger lead to this rank, or to one
 * that they leave no more. */
static struct pm_rotation *random_rotation(const struct pm_matrix *a, enum pm_kind kind,
                                           const struct surface *wanted, uint64_t *state)
{
    struct pm_adjacent graph;
    struct pm_rotation *r;

    test_need(pm_adjacent_new(&graph, a, kind));
    test_need(pm_rotation_new(&r, a, kind == PM_HAFNIAN));
    r->twisted = calloc((size_t)r->start[r->vertices] + 1, sizeof *r->twisted);
    for (int k = 0, rank = INT_MAX; k < 40 * r->vertices && rank > wanted->rank; k++) {
        const int v = test_between(state, 0, r->vertices - 1);
        const bool twist = !wanted->orientable && test_between(state, 0, 2) == 0;
        if (r->start[v] == r->start[v + 1])
            continue;
        const uint64_t before = *state;
        change_order(r, v, twist, state);
        const int now = k < 4 * r->vertices ? INT_MAX : rank_of(&graph, r);
        if (now > rank) { /* the same change once more takes it back */
            *state = before;
            change_order(r, v, twist, state);
        }
        rank = now < rank ? now : rank;
    }
    pm_adjacent_clear(&graph);
    return r;
}

/* True if the engine takes the graph for one on this surface; it takes planar ones for planar. */
static bool is_on(const struct surface *wanted, const struct pm_core *core)
{
    struct pm_kasteleyn k;
    const pm_status status = pm_kasteleyn_find(&k, core->a, core->kind, core->around, HUGE_VAL);
    const bool is = status == PM_OK && k.fronts != NULL && k.sheets.rank == wanted->rank &&
                    k.sheets.imaginary != wanted->orientable;

    pm_kasteleyn_clear(&k);
    return is;
}

/* ------------------------------------------------------------------ sums and shares */

/* Checks one graph, if it is on that surface. */
static bool check_one(bool *right, struct pm_matrix *a, enum pm_kind kind,
                      const struct surface *wanted, int number, uint64_t *state)
{
    struct pm_rotation *const around = random_rotation(a, kind, wanted, state);
    const struct pm_core core = {.a = a, .kind = kind, .around = around};
    const bool is = is_on(wanted, &core);
    struct pm_gauss sum;

    pm_gauss_init(&sum);
    if (is) {
        brute_value(&sum, a, kind);
        *right = drawn_sums_agree(&core, &pm_engine_planar, &sum);
        if (*right && number % 8 == 0 && a->im == NULL && !pm_gauss_is_zero(&sum))
            *right = drawn_shares_agree(&core, &pm_engine_planar, &sum, number % 16 == 0 ? 0 : 53);
    }
    pm_gauss_clear(&sum);
    pm_rotation_free(around);
    return is;
}

static void check_surface(struct test *t, const struct surface *wanted, bool even, uint64_t *state)
{
    const enum pm_kind kind = even ? PM_PERMANENT : PM_HAFNIAN;
    const int cases =
        (int)test_number("PM_CASES", (uint64_t)(test_effort() == TEST_SHORT ? 8 : test_rounds(40)));
    static struct drawn g;
    int count = 0, wrong = 0;

    for (long tries = 0; count < cases && tries < 200L * cases; tries++) {
        bool right = true;
        make_graph(&g, even, state);
        drawn_weigh(&g, (enum brute_entries)(tries % BRUTE_KINDS), state);
        struct pm_matrix *const drawn = even ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        struct pm_matrix *a; /* the planner gives engines integral cores */
        if (drawn == NULL)
            continue;
        test_need(pm_matrix_integers(&a, drawn));
        pm_matrix_free(drawn);
        count += check_one(&right, a, kind, wanted, count, state);
        wrong += !right;
        pm_matrix_free(a);
    }
    CHECK(t, count == cases && wrong == 0, "%s, %s: %d of %d graphs are wrong", wanted->name,
          even ? "permanents" : "hafnians", wrong, count);
}

int main(void)
{
    static const struct surface surfaces[] = {
        {"torus", 2, true},
        {"genus 2", 4, true},
        {"genus 3", 6, true},
        {"genus 4", 8, true},
        {"projective plane", 1, false},
        {"Klein bottle", 2, false},
        {"three crosscaps", 3, false},
        {"four crosscaps", 4, false},
        {"five crosscaps", 5, false},
        {"six crosscaps", 6, false},
        {"seven crosscaps", 7, false},
        {"eight crosscaps", 8, false},
    };
    struct test t = {0};
    uint64_t state = test_number("PM_SEED", 47);

    for (size_t k = 0; k < sizeof surfaces / sizeof *surfaces; k++)
        for (int even = 0; even < 2; even++)
            check_surface(&t, &surfaces[k], even, &state);
    return test_done(&t);
}
