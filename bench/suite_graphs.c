/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench graphs: solves lattices three times: by the engine planar, by the engine tree, and by
 * the engine that the planner chooses.  The program dimer can make the same lattices.  A dash means
 * that an engine cannot solve the case, or that its predicted time exceeds the limit.  Above a
 * thousand vertices, tree is not tried, because its search alone takes long.  The answers of a row
 * must be equal.  If a decimal logarithm is given below, they must agree with it.
 *
 * pm-bench lattices: solves lattices by the engine tree.  The table is that of pm-bench tree. */
#include "bench/bench.h"
#include "bench/lattice_edges.h"
#include "tools/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ lattices */

pm_status bench_lattice(pm_problem **problem, int *vertices, const char *name,
                        const char *const weight[2])
{
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    char *edges;
    pm_status status;

    PM_TRY(lattice_edges(&edges, name, weight));
    PM_TRY_GOTO(status, pm_graph_open_text(&reader, name, edges, strlen(edges), NULL), done);
    PM_TRY_GOTO(status, pm_graph_next(&graph, reader), done);
    *vertices = pm_graph_vertices(graph);
    status = pm_problem_matchings(problem, graph, false);
done:
    pm_graph_free(graph);
    pm_graph_close(reader);
    free(edges);
    return status;
}

/* ------------------------------------------------------------------ graphs */

enum { TREE = 1, WAYS = 3, TREE_MOST = 1000 };

static const char *const engine_of[WAYS] = {"planar", "tree", NULL};

/* Sources of the logarithms.  Grids: Kasteleyn 1961.  Aztec diamonds: Elkies, Kuperberg, Larsen and
 * Propp 1992, 2^(n (n + 1) / 2).  Hexagons: MacMahon 1916.  Others: OEIS A335586, A028452, A005271.
 */
static const struct graph_case {
    const char *lattice, *weight[2]; /* x, y; NULL: none */
    double log10;                    /* NAN: not given, the answers are only compared */
} cases[] = {
    {"grid-8x8", {NULL, NULL}, 7.113569564614},
    {"grid-30x30", {NULL, NULL}, NAN},
    {"grid-100x100", {NULL, NULL}, NAN},
    {"grid-100x100", {"0.37", "1.21"}, NAN},
    {"aztec-12", {NULL, NULL}, 23.480339661791},
    {"aztec-50", {NULL, NULL}, 383.813244471576},
    {"hexagon-6x6x6", {NULL, NULL}, NAN},
    {"hexagon-30x30x30", {NULL, NULL}, NAN},
    {"triangular-8x8", {NULL, NULL}, NAN},
    {"triangular-40x40", {NULL, NULL}, NAN},
    {"torus-8x8", {NULL, NULL}, 8.493950360783},
    {"torus-12x12", {NULL, NULL}, NAN},
    {"torus-60x60", {NULL, NULL}, NAN},
    {"honeycomb-20x20", {NULL, NULL}, NAN},
    {"box-4x4x4", {NULL, NULL}, 9.703423117492},
    {"hypercube-5", {NULL, NULL}, 5.770251681653},
    {"hypercube-6", {NULL, NULL}, 13.213051457695},
    {"king-8x8", {NULL, NULL}, NAN},
};

static const struct table_column columns[] = {
    {"graph", -16},  {"weights", -9}, {"vertices", 8},  {"entries", 7},  {"log10", 14},
    {"planar s", 9}, {"tree s", 9},   {"planner s", 9}, {"answers", -7}, {NULL, 0},
};

const char *bench_graphs_name(int k)
{
    return k < (int)(sizeof cases / sizeof *cases) ? cases[k].lattice : NULL;
}

/* Runs one row; false if an answer is wrong. */
static bool run_case(struct table *t, const struct bench *b, const struct graph_case *c,
                     const pm_problem *problem, int vertices)
{
    double first = c->log10, value = NAN, seconds[WAYS];
    bool good = true;

    table_put(t, "%s\t%s%s%s\t%d\t%zu", c->lattice, c->weight[0] != NULL ? c->weight[0] : "",
              c->weight[0] != NULL ? "," : "", c->weight[0] != NULL ? c->weight[1] : "", vertices,
              pm_problem_entries(problem));
    for (int k = 0; k < WAYS; k++) {
        pm_options options = b->options;
        pm_answer *answer = NULL;
        options.engine = engine_of[k];
        seconds[k] = NAN;
        if ((k == TREE && vertices > TREE_MOST) || pm_solve(&answer, problem, &options) != PM_OK)
            continue;
        if (pm_answer_log(&value, NULL, answer) == PM_OK) {
            value /= log(10);
            good &= isnan(first) || fabs(value - first) <= 2e-9 * fabs(first);
            first = isnan(first) ? value : first;
        }
        seconds[k] = pm_answer_seconds(answer);
        pm_answer_free(answer);
    }
    table_put(t, "%.9g\t%.3f\t%.3f\t%.3f\t%s\n", first, seconds[0], seconds[1], seconds[2],
              good ? "same" : "WRONG");
    return good;
}

int bench_graphs(const struct bench *b)
{
    int result = CLI_ANSWERED;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pm_problem *problem = NULL;
        int vertices = 0;
        if (!bench_asked(b, cases[k].lattice))
            continue;
        const pm_status made =
            bench_lattice(&problem, &vertices, cases[k].lattice, cases[k].weight);
        if (made != PM_OK)
            result = cli_worse(result, cli_fail(b->cli, made, cases[k].lattice));
        else if (!run_case(&t, b, &cases[k], problem, vertices))
            result = cli_worse(result, CLI_WRONG);
        pm_problem_free(problem);
    }
    return result;
}

/* ------------------------------------------------------------------ the tree engine alone */

static const char *const tree_lattices[] = {
    "grid-16x16",  "grid-20x20",  "grid-24x24",  "grid-28x28", "torus-8x8",
    "torus-10x10", "torus-12x12", "torus-14x14", "torus-7x8",  "torus-9x10",
    "box-4x4x4",   "box-4x4x6",   "box-4x4x8",   "box-4x5x6",  "box-5x5x6",
    "box-6x6x4",   "king-8x8",    "king-12x12",  "king-16x16",
};

const char *bench_lattices_name(int k)
{
    return k < (int)(sizeof tree_lattices / sizeof *tree_lattices) ? tree_lattices[k] : NULL;
}

int bench_lattices(const struct bench *b)
{
    static const char *const weight[2] = {NULL, NULL};
    int result = CLI_ANSWERED, vertices;
    const char *name;
    struct table t;

    table_start(&t, b->cli->csv, bench_tree_columns);
    for (int k = 0; (name = bench_lattices_name(k)) != NULL; k++) {
        pm_problem *problem = NULL;
        if (!bench_asked(b, name))
            continue;
        const pm_status made = bench_lattice(&problem, &vertices, name, weight);
        result = cli_worse(result, made == PM_OK ? bench_tree_row(&t, b, name, problem)
                                                 : cli_fail(b->cli, made, name));
        pm_problem_free(problem);
    }
    return result;
}
