/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar` on grids with far edges: random edges, a vertex with several edges, and a vertex
 * with an edge to all others.  Sums and shares are compared with their definitions, draws with the
 * shares. */
#include "drawn.h"
#include "engine/abilities.h"
#include "engine/planar/planar.h"
#include "engine/search_steps.h"
#include "num/crt.h"
#include "query/entry_shares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_planar;

static const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 2};

/* A random graph of at most 16 vertices.  If `even`, all edges join the two colours of the grid. */
static void make_graph(struct drawn *g, bool even, uint64_t *state)
{
    const int rows = test_between(state, even ? 3 : 2, even ? 4 : 3),
              cols = test_between(state, 2, 4);
    const int far = test_between(state, 0, even ? 8 : 4), grid = rows * cols;
    const int form = even ? 0 : test_between(state, 0, 3);

    drawn_grid(g, rows, cols, even ? 0 : test_between(state, 0, 60), state);
    for (int k = 0; k < far; k++) {
        const int u = test_between(state, 0, grid - 1), v = test_between(state, 0, grid - 1);
        const bool odd = (u / cols + u % cols + v / cols + v % cols) % 2;
        if (even ? odd : u != v)
            drawn_join(g, u, v); /* perhaps parallel to another edge */
    }
    if (form == 0)
        return;
    g->vertices++;
    for (int v = 0; v < grid; v++)
        if (form == 2 || test_between(state, 0, 2) == 0)
            drawn_join(g, v, grid);
    if (form == 3) { /* a component of its own */
        drawn_join(g, g->vertices, g->vertices + 1);
        g->vertices += 2;
    }
}

static double leaves_of(const struct pm_matrix *a, enum pm_kind kind)
{
    struct pm_kasteleyn k;

    test_need(pm_kasteleyn_find(&k, a, kind, NULL, INFINITY));
    const double leaves = k.leaves;
    pm_kasteleyn_clear(&k);
    return leaves;
}

static void check_random(struct test *t, bool even, uint64_t *state)
{
    const int cases = test_rounds(1500);
    static struct drawn g;
    int tried = 0, far = 0, sums = 0, shares = 0;
    struct pm_gauss want;

    pm_gauss_init(&want);
    for (int k = 0; k < cases; k++) {
        const enum brute_entries entries = (enum brute_entries)(k % BRUTE_KINDS);
        make_graph(&g, even, state);
        drawn_weigh(&g, entries, state);
        struct pm_matrix *const drawn = even ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        const enum pm_kind kind = even ? PM_PERMANENT : PM_HAFNIAN;
        struct pm_matrix *a; /* the planner gives engines integral cores */
        if (drawn == NULL)
            continue;
        test_need(pm_matrix_integers(&a, drawn));
        pm_matrix_free(drawn);
        tried++;
        far += leaves_of(a, kind) > 1;
        const struct pm_core core = {.a = a, .kind = kind};
        brute_value(&want, a, kind);
        sums += drawn_sums_agree(&core, &pm_engine_planar, &want);
        shares += entries == BRUTE_GAUSSIAN || k % 4 == 3 ||
                  drawn_shares_agree(&core, &pm_engine_planar, &want, k % 8 < 4 ? 0 : 53);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&want);
    CHECK(t, far > cases / 40, "%d of %d graphs have far edges", far, tried);
    CHECK(t, sums == tried, "%s: %d of %d sums", even ? "permanents" : "hafnians", sums, tried);
    CHECK(t, shares == tried, "%s: shares of %d of %d graphs", even ? "permanents" : "hafnians",
          shares, tried);
}

/* Weights that are 0 modulo one of the eight primes of a ring: what eight primes have in common is
 * then wrong, and each is taken alone. */
static void check_mixed(struct test *t, uint64_t *state)
{
    const int cases = test_rounds(200);
    struct pm_crt_rings rings;
    static struct drawn g;
    struct pm_gauss want;
    int agree = 0;

    pm_gauss_init(&want);
    test_need(pm_crt_new(&rings, 100, false, PM_MODS));
    for (int k = 0; k < cases; k++) {
        drawn_grid(&g, 2 + k % 3, 4, 40, state);
        drawn_join(&g, 0, g.vertices - 1);
        drawn_weigh(&g, BRUTE_INTEGER, state);
        for (int e = 0; e < g.edges; e++)
            if (test_between(state, 0, 2) == 0)
                g.weight[e] = (long)rings.ring[0].primes[test_between(state, 0, 7)];
        struct pm_matrix *const a = drawn_adjacency(&g);
        const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
        brute_value(&want, a, PM_HAFNIAN);
        agree += drawn_sums_agree(&core, &pm_engine_planar, &want);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&want);
    CHECK(t, agree == cases, "%d of %d sums with weights 0 modulo some primes", agree, cases);
    pm_crt_clear(&rings);
}

/* ------------------------------------------------------------------ draws */

/* How often entries are drawn, against their exact shares by another engine. */
static void check_draws(struct test *t, const char *name, const struct drawn *g, bool even,
                        int count)
{
    const enum pm_kind kind = even ? PM_PERMANENT : PM_HAFNIAN;
    struct pm_matrix *const a = even ? drawn_biadjacency(g) : drawn_adjacency(g);
    const struct pm_core core = {.a = a, .kind = kind};
    const int nnz = pm_matrix_nnz(a);
    int *const entry = calloc((size_t)count * (size_t)a->rows, sizeof *entry);
    int *const often = calloc((size_t)nnz, sizeof *often);
    struct pm_gauss sum, want;
    struct pm_cost cost;
    uint64_t state = 5;
    double worst = 0;

    test_need(pm_planar_draws_query.cost(&cost, &core, PM_MOD, &limits));
    test_need(pm_planar_draws_query.draw(entry, (size_t)count, &state, &core, &cost, &limits));
    pm_planar_draws_query.forget(cost.choice);
    for (int k = 0; k < count * a->rows; k++)
        often[entry[k]]++;
    pm_gauss_init(&sum);
    pm_gauss_init(&want);
    brute_value(&sum, a, kind);
    PM_EACH_ENTRY(a, i, e) {
        drawn_share(&want, a, kind, i, e, &sum);
        const double share = fmpq_get_d(want.re);
        const double deviation = fmax(sqrt(count * share * (1 - share)), 1e-9);
        worst = fmax(worst, fabs(often[e] - count * share) / deviation);
    }
    CHECK(t, leaves_of(a, kind) > 1 && worst < 5,
          "%s: %.0f leaves, the worst entry is %.2f deviations off", name, leaves_of(a, kind),
          worst);
    pm_gauss_clear(&sum);
    pm_gauss_clear(&want);
    pm_matrix_free(a);
    free(entry);
    free(often);
}

/* Far edges of the grid 4 x 4. */
enum { FAR = 6 };
static const int far[FAR][2] = {{0, 11}, {2, 12}, {3, 8}, {1, 15}, {5, 12}, {6, 13}};

static void check_all_draws(struct test *t)
{
    static struct drawn g;
    drawn_grid(&g, 4, 4, 0, NULL);
    for (int k = 0; k < FAR; k++)
        drawn_join(&g, far[k][0], far[k][1]);
    for (int e = 0; e < g.edges; e++)
        g.weight[e] = 1 + e % 3;
    check_draws(t, "six far edges", &g, true, test_rounds(2000));
    check_draws(t, "six far edges, not bipartite", &g, false, test_rounds(2000));
    drawn_grid(&g, 3, 3, 0, NULL);
    g.vertices = 10;
    for (int v = 0; v < 9; v++)
        drawn_join(&g, v, 9);
    check_draws(t, "a vertex with all edges", &g, false, test_rounds(2000));
}

/* Continues the engine's search by `turn` steps at a time until it is done.  Returns the steps that
 * it has found, and their price when cost() gets what was found. */
static double search_far(double *price, double *used, const struct pm_core *core, double turn)
{
    const struct pm_engine_search *const kind = pm_engine_planar.more->search;
    struct pm_limits within = limits;
    struct pm_found found = {.used = 0};
    struct pm_cost cost;
    void *search;

    test_need(kind->begin(&search, core, &limits));
    while (!found.done)
        test_need(kind->go_on(&found, search, turn));
    within.search = search;
    test_need(pm_engine_planar.cost(&cost, core, PM_MOD, &within));
    *price = cost.steps;
    *used = found.used;
    pm_engine_planar.more->forget(cost.choice);
    kind->end(search);
    return found.steps;
}

/* The first look finds no far edges; a search in many short turns finds the same as one in a long
 * turn, and as cost() alone, which has them if another way allows as many steps. */
static void check_known(struct test *t, int n, int apart)
{
    struct pm_limits within = limits;
    double price, used, again, steps = 0;
    static struct drawn g;
    struct pm_cost cost;

    drawn_grid(&g, n, n, 0, NULL);
    for (int k = 0; k < FAR; k++)
        drawn_join(&g, apart * far[k][0], apart * far[k][1]);
    struct pm_matrix *const a = drawn_adjacency(&g);
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    within.look = true;
    CHECK(t, pm_engine_planar.cost(&cost, &core, PM_MOD, &within) == PM_UNABLE,
          "the first look finds no far edges of %d x %d", n, n);
    const double found = search_far(&price, &used, &core, INFINITY);
    const double slowly = search_far(&price, &steps, &core, 1);
    CHECK(t, slowly == found && steps == used,
          "a search in turns finds the same in %g steps, in %g", used, steps);
    CHECK(t, price == found, "... %g steps as cost() predicts, %g", found, price);
    within.look = false;
    for (int k = 0; k < 2; k++) {
        within.known = k == 0 ? 1e-9 : 1 + used;
        const pm_status status = pm_engine_planar.cost(&cost, &core, PM_MOD, &within);
        again = status == PM_OK ? cost.steps : 0;
        CHECK(t, again == (k == 0 ? 0 : price), "beside a way of %g s: %g steps of %g",
              within.known, again, price);
        if (status == PM_OK)
            pm_engine_planar.more->forget(cost.choice);
    }
    pm_matrix_free(a);
}

/* Euler: a bipartite graph with more than two edges for each vertex has many far edges, and no
 * search begins. */
static void check_dense(struct test *t)
{
    uint64_t state = 3;
    struct pm_matrix *const a = brute_band(&state, PM_PERMANENT, 200, 3, 4);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    void *search = NULL;

    CHECK(t, pm_engine_planar.more->search->begin(&search, &core, &limits) == PM_UNABLE,
          "no search for far edges among %d of 400 vertices", pm_matrix_nnz(a));
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0};
    uint64_t state = 47;

    check_random(&t, true, &state);
    check_random(&t, false, &state);
    check_mixed(&t, &state);
    check_all_draws(&t);
    check_known(&t, 4, 1);
    check_known(&t, 12, 1);
    check_known(&t, 12, 9);
    check_dense(&t);
    return test_done(&t);
}
