/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Subgraphs with given degrees, against all subsets of the edges of small graphs: sums, numbers,
 * shares and draws; with parallel edges, loops and two sides.  Published numbers: degrees.sh.
 */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 7, EDGES = 12, DRAWS = 3 };

struct drawn {
    int n, edges, from[EDGES], to[EDGES], degree[MOST];
    int64_t weight[EDGES];
    /* by all subsets */
    int64_t sum, count, with[MOST][MOST];
};

static void add_degrees(int *degree, const struct drawn *d, unsigned subset)
{
    for (int k = 0; k < d->edges; k++)
        if (subset >> k & 1) {
            degree[d->from[k]]++;
            degree[d->to[k]]++;
        }
}

static bool fits(const struct drawn *d, unsigned subset)
{
    int degree[MOST] = {0};

    add_degrees(degree, d, subset);
    return memcmp(degree, d->degree, (size_t)d->n * sizeof *degree) == 0;
}

static bool has_loop(const struct drawn *d, unsigned subset)
{
    bool loop = false;

    for (int k = 0; k < d->edges; k++)
        loop = loop || ((subset >> k & 1) && d->from[k] == d->to[k]);
    return loop;
}

/* The degrees are those of some edges, or any. */
static void draw(struct drawn *d, uint64_t *seed, bool sides)
{
    *d = (struct drawn){.n = test_between(seed, 2, MOST), .edges = test_between(seed, 0, EDGES)};
    for (int k = 0; k < d->edges; k++) {
        const int half = sides ? d->n / 2 : d->n;
        d->from[k] = test_between(seed, 0, half - 1);
        d->to[k] = test_between(seed, sides ? half : 0, d->n - 1);
        d->weight[k] = test_between(seed, 1, 9);
    }
    const unsigned some = (unsigned)test_random(seed) >> 20 & ((1u << d->edges) - 1);
    if (test_between(seed, 0, 4) > 0)
        add_degrees(d->degree, d, some);
    else
        for (int v = 0; v < d->n; v++)
            d->degree[v] = test_between(seed, 0, 3);
}

static void try_all(struct drawn *d)
{
    for (unsigned subset = 0; subset < 1u << d->edges; subset++) {
        int64_t product = 1;
        if (!fits(d, subset) || has_loop(d, subset))
            continue;
        for (int k = 0; k < d->edges; k++)
            product *= subset >> k & 1 ? d->weight[k] : 1;
        d->sum += product;
        d->count++;
        for (int k = 0; k < d->edges; k++)
            if (subset >> k & 1) {
                d->with[d->from[k]][d->to[k]] += product;
                d->with[d->to[k]][d->from[k]] += product;
            }
    }
}

static bool is_number(const pm_problem *problem, int64_t wanted)
{
    char text[32], *const answer = test_answer(problem, NULL);

    snprintf(text, sizeof text, "%jd", (intmax_t)wanted);
    const bool right = strcmp(answer, text) == 0;
    free(answer);
    return right;
}

/* Vertices of the ends of an entry of the upper triangle; false: it is no edge. */
static bool ends_of(int *u, int *v, const pm_problem *problem, size_t k)
{
    int row, col;

    pm_problem_entry(problem, k, &row, &col);
    *u = pm_problem_row_vertex(problem, row);
    *v = pm_problem_col_vertex(problem, col);
    return *u >= 0 && *v >= 0 && (!pm_problem_is_symmetric(problem) || row < col);
}

/* Parallel edges have shares of their own. */
static bool are_shares(const struct drawn *d, const pm_problem *problem)
{
    double share[MOST][MOST] = {{0}}, re, im;
    pm_values *values;
    bool right = true;
    int u, v;

    test_need(pm_marginals(&values, problem, NULL));
    for (size_t k = 0; k < pm_problem_entries(problem); k++)
        if (ends_of(&u, &v, problem, k)) {
            pm_values_double(values, k, &re, &im);
            share[u][v] += re;
            share[v][u] += re;
        }
    pm_values_free(values);
    for (u = 0; u < d->n; u++)
        for (v = 0; v < d->n; v++)
            right = right && fabs(share[u][v] - (double)d->with[u][v] / (double)d->sum) < 1e-12;
    return right;
}

static bool are_draws(const struct drawn *d, const pm_problem *problem, uint64_t seed)
{
    const int rows = pm_problem_rows(problem);
    int *const partner = calloc((size_t)(DRAWS * rows), sizeof *partner);
    bool right = partner != NULL;

    test_need(pm_sample(partner, DRAWS, seed, problem, NULL));
    for (int k = 0; k < DRAWS; k++) {
        int degree[MOST] = {0};
        for (int row = 0; row < rows; row++) {
            const int col = partner[k * rows + row], u = pm_problem_row_vertex(problem, row);
            const int v = pm_problem_col_vertex(problem, col);
            if (u < 0 || v < 0 || (pm_problem_is_symmetric(problem) && col < row))
                continue;
            degree[u]++;
            degree[v]++;
        }
        right = right && memcmp(degree, d->degree, (size_t)d->n * sizeof *degree) == 0;
    }
    free(partner);
    return right;
}

static void check_random(struct test *t, uint64_t *seed, bool sides)
{
    const int rounds = test_rounds(300);
    int wrong[4] = {0}, some = 0;

    for (int round = 0; round < rounds; round++) {
        struct drawn d;
        pm_graph *graph;
        pm_problem *problem;
        draw(&d, seed, sides);
        try_all(&d);
        some += d.count > 1;
        test_need(pm_graph_from_edges(&graph, false, d.n, (size_t)d.edges, d.from, d.to,
                                      PM_ENTRIES_INTEGER, d.weight));
        test_need(pm_problem_factors(&problem, graph, d.degree));
        wrong[0] += !is_number(problem, d.sum);
        if (d.sum > 0) {
            wrong[1] += !are_shares(&d, problem);
            wrong[2] += !are_draws(&d, problem, (uint64_t)round);
        }
        test_need(pm_problem_to_pattern(problem));
        wrong[3] += !is_number(problem, d.count);
        pm_problem_free(problem);
        pm_graph_free(graph);
    }
    CHECK(t, some > rounds / 12, "%d graphs with several subgraphs%s", some,
          sides ? ", two sides" : "");
    CHECK(t, wrong[0] == 0, "%d sums are wrong", wrong[0]);
    CHECK(t, wrong[1] == 0, "%d lists of shares are wrong", wrong[1]);
    CHECK(t, wrong[2] == 0, "%d lists of draws are wrong", wrong[2]);
    CHECK(t, wrong[3] == 0, "%d numbers are wrong", wrong[3]);
}

/* What is about perfect matchings alone is refused. */
static void check_refusals(struct test *t)
{
    const int from[3] = {0, 1, 2}, to[3] = {1, 2, 0}, degree[3] = {2, 2, 2};
    pm_graph *graph;
    pm_problem *problem, *wider = NULL;
    pm_values *values = NULL;
    pm_structure *structure = NULL;

    test_need(pm_graph_from_edges(&graph, false, 3, 3, from, to, 0, NULL));
    test_need(pm_problem_factors(&problem, graph, degree));
    CHECK(t, pm_matchings(&values, problem, NULL) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_problem_total(&wider, problem) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_problem_unmatched(&wider, problem, 1) == PM_UNABLE, "%s", pm_message());
    CHECK(t, pm_structure_find(&structure, problem, NULL) == PM_UNABLE, "%s", pm_message());
    pm_problem_free(problem);
    pm_graph_free(graph);
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t seed = 52;

    check_random(&t, &seed, false);
    check_random(&t, &seed, true);
    check_refusals(&t);
    return test_done(&t);
}
