/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ising models: all states of small ones, transfer matrices, and closed forms of lattices. */
#include "spins.h"

#include <math.h>
#include <stdlib.h>

/* Isolated vertices have no line; each has two states. */
static int seen(const struct spins *s)
{
    bool is_seen[SPINS_MOST] = {false};
    int count = 0;

    for (int e = 0; e < s->edges; e++)
        is_seen[s->edge[e].u] = is_seen[s->edge[e].v] = true;
    for (int v = 0; v < s->spins; v++)
        count += is_seen[v];
    return count;
}

/* engine NULL: the planner chooses.  A named engine has floating numbers only. */
static void check_log_by(struct test *t, const pm_graph *graph, const char *beta, const char *field,
                         long double want, const char *what, const char *engine)
{
    const pm_options options = {
        .engine = engine, .precision = engine != NULL ? PM_PRECISION_DOUBLE : PM_PRECISION_AUTO};
    pm_ising *model = NULL;
    pm_answer *answer = NULL;
    double value = NAN, bound = NAN;

    pm_status status = pm_ising_new(&model, graph, beta, false, field);
    if (status == PM_OK)
        status = pm_ising_solve(&answer, model, &options);
    if (status == PM_OK) {
        pm_answer_double(answer, &value, NULL);
        bound = pm_answer_double_bound(answer);
    }
    CHECK(t,
          status == PM_OK && fabsl(value - want) <= bound + 1e-16L * (fabsl(want) + 10) &&
              bound <= 1e-11 * (fabs(value) + pm_graph_vertices(graph)),
          "%s, beta %s: %.17g +- %.2g, %.17Lg is wanted%s%s", what, beta, value, bound, want,
          status == PM_OK ? "" : ": ", status == PM_OK ? "" : pm_message());
    pm_answer_free(answer);
    pm_ising_free(model);
}

static void check_log(struct test *t, const pm_graph *graph, const char *beta, const char *field,
                      long double want, const char *what)
{
    check_log_by(t, graph, beta, field, want, what, NULL);
}

static void check_states(struct test *t, const struct spins *s, const char *beta, const char *field,
                         const char *what)
{
    pm_graph *const graph = spins_graph(s);
    const long double h = field != NULL ? spins_number(beta) * spins_number(field) : 0;
    const int alone = s->spins - seen(s);

    check_log(t, graph, beta, field, spins_log(s, beta, field) - alone * logl(2 * coshl(h)), what);
    pm_graph_free(graph);
}

static void check_grids(struct test *t)
{
    static const char *const name[] = {"grid", "cylinder", "", "torus", "Klein bottle"};
    struct spins s;
    uint64_t state = 47;

    for (int round = 0; round < test_rounds(60); round++) {
        const int closes = (int[]){0, 1, 3, 4}[round % 4], kind = round / 4 % 5;
        const int cols = test_between(&state, closes > 1 ? 3 : 1, 4);
        const int rows = test_between(&state, closes > 0 ? 3 : 1, cols > 3 ? 4 : 5);
        spins_grid(&s, rows, cols, closes, kind, &state);
        check_states(t, &s, (const char *[]){"0.44", "1", "3/7", "2.5"}[round % 3], NULL,
                     name[closes]);
    }
    spins_grid(&s, 3, 5, 0, 0, &state);
    check_states(t, &s, "1", NULL, "grid of 3 x 5");
}

/* ------------------------------------------------------------------ other graphs */

static void check_random(struct test *t)
{
    struct spins s;
    uint64_t state = 1925;

    for (int round = 0; round < test_rounds(100); round++) {
        const int n = test_between(&state, 1, 9), percent = test_between(&state, 10, 90);
        s = (struct spins){.spins = n, .width = 3};
        for (int u = 0; u < n; u++)
            for (int v = u; v < n; v++)
                for (int k = 0; k < 2; k++) /* loops and parallel edges too */
                    if (test_between(&state, 0, 99) < (k == 0 && u != v ? percent : 8))
                        spins_join(&s, u, v, spins_draw(round % 5, &state));
        if (s.edges > 0)
            check_states(t, &s, round % 2 ? "0.7" : "1", round % 3 ? NULL : "0.3", "random graph");
    }
}

/* Complete, complete bipartite, Petersen; a tree; two components. */
static void check_named(struct test *t)
{
    struct spins k5 = {.spins = 5, .width = 5}, k33 = {.spins = 6, .width = 6};
    struct spins petersen = {.spins = 10, .width = 5}, tree = {.spins = 15, .width = 5};
    struct spins two = {.spins = 14, .width = 7};
    uint64_t state = 3;

    for (int u = 0; u < 5; u++)
        for (int v = u + 1; v < 5; v++)
            spins_join(&k5, u, v, spins_draw(1, &state));
    for (int u = 0; u < 3; u++)
        for (int v = 3; v < 6; v++)
            spins_join(&k33, u, v, spins_draw(0, &state));
    for (int u = 0; u < 5; u++) {
        spins_join(&petersen, u, (u + 1) % 5, "-1");
        spins_join(&petersen, u, u + 5, "1");
        spins_join(&petersen, u + 5, (u + 2) % 5 + 5, "-1.5");
    }
    for (int v = 1; v < 15; v++)
        spins_join(&tree, test_between(&state, 0, v - 1), v, spins_draw(1, &state));
    for (int u = 0; u < 7; u++) {
        spins_join(&two, u, (u + 1) % 7, spins_draw(1, &state));
        spins_join(&two, 7 + u, 7 + (u + 3) % 7, spins_draw(0, &state));
        spins_join(&two, 7 + u, 7 + (u + 1) % 7, spins_draw(0, &state));
    }
    check_states(t, &k5, "1", NULL, "K5");
    check_states(t, &k33, "1", NULL, "K3,3");
    check_states(t, &k33, "1/2", "-2", "K3,3 in a field");
    check_states(t, &petersen, "0.9", NULL, "Petersen graph");
    check_states(t, &tree, "1.5", NULL, "tree");
    check_states(t, &tree, "1.5", "1e-3", "tree in a field");
    check_states(t, &two, "1", NULL, "two components");
}

/* No edge, no vertex. */
static void check_empty(struct test *t)
{
    for (int n = 0; n < 4; n += 3) {
        pm_graph *graph;
        test_need(pm_graph_from_edges(&graph, false, n, 0, NULL, NULL, PM_ENTRIES_REAL, NULL));
        check_log(t, graph, "1", NULL, n * logl(2), "no edge");
        check_log(t, graph, "1", "2", n * logl(2 * coshl(2)), "no edge, a field");
        pm_graph_free(graph);
    }
}

/* ------------------------------------------------------------------ large lattices */

/* Kaufman, Crystal statistics II, Physical Review 76, 1949: the torus with equal couplings. */
static long double kaufman(int rows, int cols, long double k)
{
    long double log[4] = {0}, sign[4] = {1, 1, 1, 1}, sum = 0;
    const long double pi = acosl(-1);

    for (int r = 0; r < 2 * cols; r++) {
        const long double c = coshl(2 * k) * coshl(2 * k) / sinhl(2 * k) - cosl(pi * r / cols);
        const long double gamma = r == 0 ? 2 * k + logl(tanhl(k)) : acoshl(c);
        const long double x = rows * gamma / 2, e = expl(-2 * fabsl(x));
        log[r % 2] += fabsl(x) + log1pl(e);
        log[2 + r % 2] += fabsl(x) + log1pl(-e);
        sign[2 + r % 2] *= x < 0 ? -1 : 1;
    }
    for (int q = 0; q < 4; q++)
        sum += sign[q] * expl(log[q] - log[1]);
    return rows * cols / 2.0L * logl(2 * sinhl(2 * k)) + log[1] + logl(sum / 2);
}

static void check_kaufman(struct test *t)
{
    static const int size[][2] = {{4, 4}, {3, 5}, {8, 8}, {7, 12}, {16, 16}};

    for (int k = 0; k < (int)(sizeof size / sizeof *size); k++)
        for (int b = 0; b < 3; b++) {
            const char *const beta = (const char *[]){"0.2", "0.44", "0.9"}[b];
            pm_graph *const graph = spins_lattice(size[k][0], size[k][1], 1, 1, true, 0);
            check_log(t, graph, beta, NULL, kaufman(size[k][0], size[k][1], spins_number(beta)),
                      "Kaufman's torus");
            pm_graph_free(graph);
        }
}

/* The transfer matrix of a strip, spin after spin. */
static long double transfer(int rows, int cols, long double across, long double down, uint64_t seed)
{
    const long states = 1L << cols;
    long double *const z = malloc((size_t)states * sizeof *z), log = 0;

    for (long s = 0; s < states; s++)
        z[s] = 1;
    for (int at = 0; at < rows * cols; at++) {
        const int j = at % cols;
        const long double left = at > 0 ? across * spins_sign(seed, at - 1, 0) : 0;
        const long double w = at >= cols ? expl(down * spins_sign(seed, at - cols, 1)) : 1;
        long double most = 0;
        for (long s = 0; s < states; s++)
            if (!(s >> j & 1)) { /* the new spin replaces the one above it */
                const long double up = z[s], flip = z[s | 1L << j];
                long double new[2] = {at >= cols ? up * w + flip / w : up,
                                      at >= cols ? up / w + flip * w : flip};
                for (int k = 0; k < 2; k++) {
                    if (j > 0)
                        new[k] *= expl((s >> (j - 1) & 1) == k ? left : -left);
                    z[s | (long)k << j] = new[k];
                    most = fmaxl(most, new[k]);
                }
            }
        for (long s = 0; s < states; s++)
            z[s] /= most;
        log += logl(most);
    }
    long double sum = 0;
    for (long s = 0; s < states; s++)
        sum += z[s];
    free(z);
    return log + logl(sum);
}

static void check_transfer(struct test *t)
{
    static const double coupling[][2] = {{1, 1}, {1, -0.5}, {-2, 0.25}, {0.1, 3}};

    for (int k = 0; k < 4; k++) {
        const int rows = 12 + 7 * k, cols = 10 - k;
        pm_graph *const graph = spins_lattice(rows, cols, coupling[k][0], coupling[k][1], false, 0);
        check_log(t, graph, "0.5", NULL,
                  transfer(rows, cols, coupling[k][0] / 2, coupling[k][1] / 2, 0), "a strip");
        pm_graph_free(graph);
    }
}

/* Long strips of a spin glass, whose Pfaffians are proved. */
static void check_glasses(struct test *t)
{
    for (int k = 0; k < 3; k++) {
        const char *const beta = (const char *[]){"0.7", "1", "2"}[k];
        const int rows = 40 + 30 * k, cols = 8 - k;
        const long double coupling = spins_number(beta);
        pm_graph *const graph = spins_lattice(rows, cols, 1, 1, false, 100 + 1000 * (uint64_t)k);
        check_log_by(t, graph, beta, NULL,
                     transfer(rows, cols, coupling, coupling, 100 + 1000 * (uint64_t)k), "a glass",
                     "planar");
        pm_graph_free(graph);
    }
    /* weights of 2^-289 to 2^289 need thousands of bits */
    pm_graph *const cold = spins_lattice(9, 9, 1, 1, false, 7);
    check_log_by(t, cold, "100", NULL, transfer(9, 9, 100, 100, 7), "a cold glass", "planar");
    pm_graph_free(cold);
}

/* ------------------------------------------------------------------ bad input */

static void check_refusals(struct test *t)
{
    const struct spins s = {.spins = 2, .width = 2, .edges = 1, .edge = {{0, 1, "1"}}};
    pm_graph *const graph = spins_graph(&s), *pattern;
    pm_ising *model = NULL;
    const pm_options modulo = {.size = sizeof modulo, .modulus = "7"};
    pm_answer *answer = NULL;
    const int zero = 0, one = 1;

    test_need(pm_graph_from_edges(&pattern, false, 2, 1, &zero, &one, PM_ENTRIES_REAL, NULL));
    check_log(t, pattern, "1", NULL, logl(4 * coshl(1)), "an edge without a number");
    check_log(t, pattern, "0", NULL, logl(4), "an edge at beta = 0");
    static const char *const bad[] = {"-1", "x", "", "nan", "20001"};
    for (int k = 0; k < 5; k++)
        CHECK(t, pm_ising_new(&model, graph, bad[k], false, NULL) == PM_INPUT, "beta '%s': %s",
              bad[k], pm_message());
    CHECK(t, pm_ising_new(&model, graph, "0", true, NULL) == PM_INPUT, "temperature 0: %s",
          pm_message());
    CHECK(t, pm_ising_new(&model, graph, "1", false, "h") == PM_INPUT, "field 'h': %s",
          pm_message());
    CHECK(t, model == NULL, "no model is made");
    test_need(pm_ising_new(&model, graph, "1", true, NULL));
    CHECK(t, pm_ising_solve(&answer, model, &modulo) == PM_INPUT && answer == NULL, "a modulus: %s",
          pm_message());
    pm_values *values = NULL;
    const pm_options doubles = {.size = sizeof doubles, .precision = PM_PRECISION_DOUBLE};
    CHECK(t, pm_ising_energies(&values, model, &doubles) == PM_INPUT && values == NULL,
          "numbers of states in double: %s", pm_message());
    pm_ising_free(model);
    pm_graph_free(graph);
    pm_graph_free(pattern);
}

int main(void)
{
    struct test t = {0};

    check_empty(&t);
    check_named(&t);
    check_random(&t);
    check_grids(&t);
    check_kaufman(&t);
    check_transfer(&t);
    check_glasses(&t);
    check_refusals(&t);
    return test_done(&t);
}
