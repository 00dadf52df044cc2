/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench graphs: lattices as dimer makes them, by the engine planar, by the engine tree, and as
 * the planner wants.  What an engine cannot do, or not within the limit (--time, else 60 seconds,
 * predicted), has a dash, and so has tree beyond a thousand vertices, where its search alone takes
 * long; the answers of a row must be the same, and the decimal logarithm that is
 * published or follows from a formula. */
#include "bench.h"
#include "tools/drawing.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TREE = 1, WAYS = 3, TREE_MOST = 1000 };

static const char *const engine_of[WAYS] = {"planar", "tree", NULL};
static const double default_seconds = 60;

struct graph_case {
    const char *lattice;
    int size[LATTICE_SIZES];
    const char *weight[2]; /* x, y; NULL: none */
    double log10;          /* NAN: not known */
};

/* Kasteleyn 1961; Elkies, Kuperberg, Larsen, Propp 1992: 2^(n (n + 1) / 2); MacMahon 1916; OEIS
 * A335586, A028452, A005271. */
static const struct graph_case cases[] = {
    {"grid", {8, 8}, {NULL, NULL}, 7.113569564614},
    {"grid", {30, 30}, {NULL, NULL}, NAN},
    {"grid", {100, 100}, {NULL, NULL}, NAN},
    {"grid", {100, 100}, {"0.37", "1.21"}, NAN},
    {"aztec", {12}, {NULL, NULL}, 23.480339661791},
    {"aztec", {50}, {NULL, NULL}, 383.813244471576},
    {"hexagon", {6, 6, 6}, {NULL, NULL}, NAN},
    {"hexagon", {30, 30, 30}, {NULL, NULL}, NAN},
    {"triangular", {8, 8}, {NULL, NULL}, NAN},
    {"triangular", {40, 40}, {NULL, NULL}, NAN},
    {"torus", {8, 8}, {NULL, NULL}, 8.493950360783},
    {"torus", {12, 12}, {NULL, NULL}, NAN},
    {"torus", {60, 60}, {NULL, NULL}, NAN},
    {"honeycomb", {20, 20}, {NULL, NULL}, NAN},
    {"box", {4, 4, 4}, {NULL, NULL}, 9.703423117492},
    {"hypercube", {5}, {NULL, NULL}, 5.770251681653},
    {"hypercube", {6}, {NULL, NULL}, 13.213051457695},
    {"king", {8, 8}, {NULL, NULL}, NAN},
};

/* *edges = the edge list, the caller's. */
static pm_status edges_of(char **edges, const struct graph_case *c)
{
    const struct lattice *l = lattices;
    struct drawing d = {.weights = (char *)c->weight[0]};
    struct pm_text text;

    while (strcmp(l->name, c->lattice) != 0)
        l++;
    memcpy(d.size, c->size, sizeof d.size);
    memcpy(d.weight, c->weight, sizeof c->weight);
    lattice_start(&d, l);
    PM_TRY(pm_text_open(&text));
    d.out = text.file;
    lattice_print(&d);
    return pm_text_close(edges, &text, PM_OK);
}

static pm_status problem_of(pm_problem **problem, int *vertices, const struct graph_case *c)
{
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    char *edges;

    PM_TRY(edges_of(&edges, c));
    pm_status status = pm_graph_open_text(&reader, c->lattice, edges, strlen(edges), NULL);
    free(edges);
    if (status == PM_OK)
        status = pm_graph_next(&graph, reader);
    if (status == PM_OK) {
        *vertices = pm_graph_vertices(graph);
        status = pm_problem_matchings(problem, graph, false);
    }
    pm_graph_free(graph);
    pm_graph_close(reader);
    return status;
}

static void print_name(const struct graph_case *c)
{
    char name[64];
    int used = snprintf(name, sizeof name, "%s", c->lattice);

    for (int k = 0; k < LATTICE_SIZES && c->size[k] > 0; k++)
        used += snprintf(name + used, sizeof name - (size_t)used, " %d", c->size[k]);
    if (c->weight[0] != NULL)
        snprintf(name + used, sizeof name - (size_t)used, " %s,%s", c->weight[0], c->weight[1]);
    printf("%-24s", name);
}

/* One row; false where an answer is wrong. */
static bool run_case(const struct cli *cli, const struct graph_case *c, const pm_problem *problem,
                     int vertices)
{
    double first = c->log10, value = NAN, seconds[WAYS];
    bool good = true;

    for (int k = 0; k < WAYS; k++) {
        pm_options options = cli->solve;
        pm_answer *answer = NULL;
        options.engine = engine_of[k];
        options.seconds = options.seconds > 0 ? options.seconds : default_seconds;
        seconds[k] = NAN;
        if (k == TREE && vertices > TREE_MOST)
            continue;
        if (pm_solve(&answer, problem, &options) != PM_OK)
            continue;
        if (pm_answer_log(&value, NULL, answer) == PM_OK) {
            value /= log(10);
            good &= isnan(first) || fabs(value - first) <= 2e-9 * fabs(first);
            first = isnan(first) ? value : first;
        }
        seconds[k] = pm_answer_seconds(answer);
        pm_answer_free(answer);
    }
    print_name(c);
    printf(" %8d %7zu %14.9g", vertices, pm_problem_entries(problem), first);
    for (int k = 0; k < WAYS; k++)
        if (isnan(seconds[k]))
            printf(" %9s", "-");
        else
            printf(" %9.3f", seconds[k]);
    printf("  %s\n", good ? "" : "WRONG");
    fflush(stdout);
    return good;
}

int bench_graphs(const struct cli *cli, int count, const char *const *operand)
{
    int status = CLI_ANSWERED;

    printf("%-24s %8s %7s %14s %9s %9s %9s\n", "graph", "vertices", "entries", "log10", "planar s",
           "tree s", "planner s");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pm_problem *problem = NULL;
        int vertices = 0;
        if (count > 0 && strcmp(operand[0], cases[k].lattice) != 0)
            continue;
        const pm_status made = problem_of(&problem, &vertices, &cases[k]);
        if (made != PM_OK)
            status = cli_worse(status, cli_fail(cli, made, cases[k].lattice));
        else if (!run_case(cli, &cases[k], problem, vertices))
            status = cli_worse(status, CLI_WRONG);
        pm_problem_free(problem);
    }
    return status;
}
