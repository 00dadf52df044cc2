/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ising models: means, the states of every energy and random states are compared with all states of
 * small ones. */
#include "spins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The mean of s_u s_v over all states, of -E if u < 0; v < 0: of s_u. */
static long double mean(const struct spins *s, const char *beta, long double field, int u, int v)
{
    const long double b = spins_number(beta), most = spins_most(s, field);
    long double sum = 0, all = 0;

    for (long state = 0; state < 1L << s->spins; state++) {
        const long double e = spins_weight(s, state, field), w = expl(b * (e - most));
        all += w;
        sum += u < 0 ? w * e : (state >> u ^ (v < 0 ? 0 : state >> v)) & 1 ? -w : w;
    }
    return sum / all;
}

/* The specific heat per spin. */
static long double heat(const struct spins *s, const char *beta, long double field)
{
    const long double b = spins_number(beta), all = mean(s, beta, field, -1, -1);
    long double sum = 0, weights = 0, most = -INFINITY;

    for (long state = 0; state < 1L << s->spins; state++)
        most = fmaxl(most, spins_weight(s, state, field));
    for (long state = 0; state < 1L << s->spins; state++) {
        const long double e = spins_weight(s, state, field), w = expl(b * (e - most));
        weights += w;
        sum += w * (e - all) * (e - all);
    }
    return b * b * sum / weights / s->spins;
}

/* The number in the list, near the wanted one. */
static bool is_near(const pm_values *values, size_t k, long double want, double allowed)
{
    double value;

    pm_values_double(values, k, &value, NULL);
    return fabsl(value - want) <= allowed;
}

/* The mean of each spin with the first one, and in a field alone; unless there is no drawing, the
 * specific heat. */
static void check_pairs(struct test *t, const struct spins *s, const pm_ising *model,
                        const pm_graph *graph, const char *beta, const char *field)
{
    const long double h = field != NULL ? spins_number(field) : 0;
    int u[2 * SPINS_MOST] = {0}, v[2 * SPINS_MOST], count = 0;
    pm_values *values = NULL, *none = NULL;
    size_t bad = 0;

    for (int k = 0; k < s->spins; k++)
        v[count++] = k;
    for (int k = 0; k < s->spins && field != NULL; k++) {
        u[count] = k;
        v[count++] = -1;
    }
    test_need(pm_ising_pairs(&values, model, (size_t)count, u, v, NULL));
    for (int k = 0; k < count; k++)
        bad += !is_near(values, (size_t)k,
                        u[k] == v[k] ? 1
                                     : mean(s, beta, h, spins_place(s, graph, u[k]),
                                            spins_place(s, graph, v[k])),
                        1e-11);
    CHECK(t, bad == 0, "... %zu of %d pairs differ", bad, count);
    pm_values_free(values);
    values = NULL;
    v[0] = s->spins;
    CHECK(t, pm_ising_pairs(&none, model, 1, u, v, NULL) == PM_INPUT, "... spin %d: %s", s->spins,
          pm_message());
    const pm_status status = pm_ising_heat(&values, model, NULL);
    CHECK(t, status == PM_UNABLE || (status == PM_OK && is_near(values, 0, heat(s, beta, h), 1e-9)),
          "... specific heat %.12Lg%s", heat(s, beta, h), status == PM_UNABLE ? ", not drawn" : "");
    pm_values_free(values);
}

/* The mean of the first spin and of another one, with random signs of the couplings. */
static void check_signs(struct test *t, const struct spins *s, const pm_ising *model,
                        const pm_graph *graph, const char *beta, const char *field)
{
    enum { MODELS = 4 };
    const long double h = field != NULL ? spins_number(field) : 0;
    static signed char sign[MODELS * SPINS_EDGES];
    double value[MODELS], bound[MODELS];
    uint64_t state = 1 + (uint64_t)s->edges;
    int couplings = 0, bad = 0, u, v;

    while (pm_ising_coupling(model, (size_t)couplings, &u, &v))
        couplings++;
    for (int k = 0; k < MODELS * couplings; k++) {
        pm_ising_coupling(model, (size_t)(k % couplings), &u, &v);
        sign[k] = v < 0 || test_between(&state, 0, 1) ? 1 : -1; /* s->edge[] has no field */
    }
    const int other = s->spins - 1;
    const pm_status status =
        pm_ising_signed_pair(value, bound, model, 0, other, MODELS, sign, NULL);
    for (int k = 0; k < MODELS && status == PM_OK; k++) {
        struct spins turned = *s;
        for (int c = 0; pm_ising_coupling(model, (size_t)c, &u, &v); c++)
            for (int e = 0; e < s->edges && v >= 0; e++) {
                const int x = spins_place(s, graph, u), y = spins_place(s, graph, v);
                if ((s->edge[e].u == x && s->edge[e].v == y) ||
                    (s->edge[e].u == y && s->edge[e].v == x))
                    turned.edge[e].j *= sign[k * couplings + c];
            }
        const long double want =
            mean(&turned, beta, h, spins_place(s, graph, 0), spins_place(s, graph, other));
        bad += !(fabsl(value[k] - want) <= bound[k] + 1e-13 && bound[k] < 1e-12);
    }
    CHECK(t, status == PM_UNABLE || (status == PM_OK && bad == 0),
          "... %d of %d models with other signs differ%s", bad, MODELS,
          status == PM_UNABLE ? ", not drawn" : "");
    sign[0] = 0;
    CHECK(t, pm_ising_signed_pair(value, bound, model, 0, other, 1, sign, NULL) == PM_INPUT,
          "... a sign 0: %s", pm_message());
}

static void check_means(struct test *t, const struct spins *s, const char *beta, const char *field,
                        const char *what)
{
    pm_graph *const graph = spins_graph(s);
    const long double h = field != NULL ? spins_number(field) : 0;
    pm_values *values = NULL;
    pm_ising *model;
    size_t bad = 0, k = 0;
    int u, v;

    test_need(pm_ising_new(&model, graph, beta, false, field));
    const pm_status status = pm_ising_means(&values, model, NULL);
    CHECK(t, status == PM_OK, "means of %s%s%s", what, status == PM_OK ? "" : ": ",
          status == PM_OK ? "" : pm_message());
    if (status == PM_OK) {
        const long double energy = -mean(s, beta, h, -1, -1), log = spins_log(s, beta, field);
        CHECK(t, is_near(values, 0, log, 1e-12 * (1 + fabsl(log))), "... log Z");
        CHECK(t, is_near(values, 1, energy, 1e-11 * (1 + fabsl(energy))), "... energy %.15Lg",
              energy);
        CHECK(t, is_near(values, 2, log + spins_number(beta) * energy, 1e-10 * (1 + fabsl(log))),
              "... entropy");
        for (; pm_ising_coupling(model, k, &u, &v); k++)
            bad += !is_near(values, 3 + k,
                            mean(s, beta, h, spins_place(s, graph, u), spins_place(s, graph, v)),
                            1e-11);
        check_pairs(t, s, model, graph, beta, field);
        check_signs(t, s, model, graph, beta, field);
        CHECK(t, bad == 0 && pm_values_count(values) == 3 + k, "... %zu of %zu correlations differ",
              bad, k);
    }
    pm_values_free(values);
    pm_ising_free(model);
    pm_graph_free(graph);
}

/* Couplings are halves: the numbers of states by twice the energy. */
static void check_energies(struct test *t, const struct spins *s, const char *field,
                           const char *what)
{
    enum { MOST = 1000 };
    static long states[2 * MOST + 1];
    pm_graph *const graph = spins_graph(s);
    const long double h = field != NULL ? spins_number(field) : 0;
    pm_values *values = NULL;
    pm_ising *model;
    size_t at = 0;
    bool same = true;

    memset(states, 0, sizeof states);
    for (long state = 0; state < 1L << s->spins; state++)
        states[MOST - lrintl(2 * spins_weight(s, state, h))]++;
    test_need(pm_ising_new(&model, graph, "1", false, field));
    const pm_status status = pm_ising_energies(&values, model, NULL);
    for (int e = 0; e <= 2 * MOST && status == PM_OK; e++) {
        if (states[e] == 0)
            continue;
        same = same && at + 1 < pm_values_count(values) &&
               is_near(values, at, (e - MOST) / 2.0L, 0) && is_near(values, at + 1, states[e], 0);
        at += 2;
    }
    CHECK(t, status == PM_OK && same && at == pm_values_count(values), "%zu energies of %s%s%s",
          at / 2, what, status == PM_OK ? "" : ": ", status == PM_OK ? "" : pm_message());
    pm_values_free(values);
    pm_ising_free(model);
    pm_graph_free(graph);
}

static const char *const halves[] = {"1", "-1", "0.5", "-1.5", "2", "0"};

static void check_more(struct test *t)
{
    static const char *const name[] = {"a grid", "a torus", "a random graph", "a grid in a field"};
    struct spins s;
    uint64_t state = 1944;

    for (int round = 0; round < test_rounds(40); round++) {
        const int kind = round % 4, n = test_between(&state, 3, 7);
        const char *const field = kind == 3 ? "1/2" : NULL;
        if (kind != 2)
            spins_grid(&s, 3, kind == 1 ? 3 : test_between(&state, 2, 3), kind == 1 ? 3 : 0, 2,
                       &state);
        else
            s = (struct spins){.spins = n, .width = 4};
        const int edges = s.edges;
        s.edges = 0;
        for (int e = 0; e < edges; e++)
            spins_join(&s, s.edge[e].u, s.edge[e].v, halves[test_between(&state, 0, 4)]);
        for (int u = 0; u < n && kind == 2; u++)
            for (int v = u; v < n; v++)
                if (v == u + 1 || test_between(&state, 0, 2) == 0)
                    spins_join(&s, u, v, halves[test_between(&state, 0, 4)]);
        check_means(t, &s, round % 3 ? "0.6" : "1", field, name[kind]);
        check_energies(t, &s, field, name[kind]);
    }
}

/* The torus 8 x 8: one spin, then two neighbours differ from all others (Beale, Exact distribution
 * of energies in the two-dimensional Ising model, Physical Review Letters 76, 1996). */
static void check_beale(struct test *t)
{
    static const char *const want[] = {"-128", "2", "-120", "128", "-116", "256"};
    pm_graph *const graph = spins_lattice(8, 8, 1, 1, true, 0);
    pm_values *values;
    pm_ising *model;

    test_need(pm_ising_new(&model, graph, "1", false, NULL));
    test_need(pm_ising_energies(&values, model, NULL));
    for (size_t k = 0; k < 6; k++) {
        char *text;
        test_need(pm_values_text(&text, values, k, 0));
        CHECK(t, strcmp(text, want[k]) == 0, "torus 8 x 8: %s, and %s is wanted", text, want[k]);
        free(text);
    }
    pm_values_free(values);
    pm_ising_free(model);
    pm_graph_free(graph);
}

/* All states are drawn as often as they should be; states that are hardly possible are not. */
static void check_draws_of(struct test *t, const struct spins *s, const char *beta,
                           const char *field, const char *engine)
{
    enum { DRAWS = 4000, AGAIN = 100, SPINS = 9 };
    static signed char spin[SPINS * DRAWS], again[SPINS * AGAIN];
    const long double h = field != NULL ? spins_number(field) : 0, log = spins_log(s, beta, field);
    const long states = 1L << s->spins;
    const int draws = test_effort() == TEST_SHORT ? DRAWS / 4 : DRAWS;
    pm_graph *const graph = spins_graph(s);
    int times[1 << SPINS] = {0}, place[SPINS], bins = 0;
    pm_options options = {.size = sizeof options, .engine = engine};
    long double chi = 0;
    pm_ising *model;

    for (int v = 0; v < s->spins; v++)
        place[v] = spins_place(s, graph, v);
    test_need(pm_ising_new(&model, graph, beta, false, field));
    test_need(pm_ising_sample(spin, (size_t)draws, 7, model, &options));
    test_need(pm_ising_sample(again, AGAIN, 7, model, &options));
    CHECK(t, memcmp(spin, again, (size_t)s->spins * AGAIN) == 0,
          "the same seed gives the same states");
    for (int k = 0; k < draws; k++) {
        int at = 0;
        for (int v = 0; v < s->spins; v++)
            at |= (spin[s->spins * k + v] < 0) << place[v];
        times[at]++;
    }
    for (long x = 0; x < states; x++) {
        const long double want = draws * expl(spins_number(beta) * spins_weight(s, x, h) - log);
        if (want < 1e-9L) {
            chi += times[x] > 0 ? INFINITY : 0;
            continue;
        }
        chi += (times[x] - want) * (times[x] - want) / want;
        bins++;
    }
    CHECK(t, chi < bins + 6 * sqrt(2 * bins), "beta %s: chi squared of %d states: %.3Lg", beta,
          bins, chi);
    pm_ising_free(model);
    pm_graph_free(graph);
}

/* Small ones are drawn modulo primes, the grid by floating numbers: in double-double, and at beta =
 * 40, where most states are hardly possible, with more bits. */
static void check_draws(struct test *t)
{
    struct spins square = {.spins = 4, .width = 2}, grid = {.spins = 9, .width = 3};
    uint64_t state = 5;

    spins_join(&square, 0, 1, "1");
    spins_join(&square, 1, 3, "-0.5");
    spins_join(&square, 3, 2, "0.25");
    spins_join(&square, 2, 0, "1");
    spins_grid(&grid, 3, 3, 0, 0, &state);
    check_draws_of(t, &square, "0.8", NULL, NULL);
    check_draws_of(t, &square, "0.8", "0.4", NULL);
    check_draws_of(t, &grid, "0.3", NULL, "planar");
    check_draws_of(t, &grid, "40", NULL, "planar");
}

int main(void)
{
    struct test t = {0};

    check_more(&t);
    check_beale(&t);
    check_draws(&t);
    return test_done(&t);
}
