/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar`: random planar graphs against the definition and against other engines. */
#include "drawn.h"

#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_planar, pm_engine_ryser;

/* Random planar graphs, bipartite or not, against the definition: exact, or modulo a prime.  Many
 * pivots are divisible by small primes. */
static void check_random(struct test *t, enum brute_entries kind, bool bipartite, uint64_t prime)
{
    static struct drawn g;
    uint64_t state = 17 + (uint64_t)kind + (bipartite ? 100 : 0);
    struct pm_gauss truth;
    struct pm_value value;
    int wrong = 0, nonzero = 0, tried = 0;
    const enum pm_want want = prime != 0 ? PM_WANT_RESIDUE : PM_WANT_EXACT;

    pm_gauss_init(&truth);
    pm_value_init(&value);
    for (int round = 0; round < 600; round++) {
        drawn_grid(&g, test_between(&state, 1, 4), test_between(&state, 1, 4),
                   bipartite ? 0 : test_between(&state, 0, 100), &state);
        drawn_thin(&g, test_between(&state, 60, 100), &state);
        drawn_weigh(&g, kind, &state);
        struct pm_matrix *const a = bipartite ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        if (a == NULL)
            continue;
        brute_value(&truth, a, bipartite ? PM_PERMANENT : PM_HAFNIAN);
        const pm_status status = drawn_value(&value, a, bipartite ? PM_PERMANENT : PM_HAFNIAN, want,
                                             prime, &pm_engine_planar);
        wrong +=
            status != PM_OK || !(want == PM_WANT_EXACT ? pm_gauss_equal(&value.centre, &truth)
                                                       : drawn_congruent(&value, &truth, prime));
        nonzero += !pm_gauss_is_zero(&truth);
        tried++;
        pm_matrix_free(a);
    }
    pm_value_clear(&value);
    pm_gauss_clear(&truth);
    CHECK(t, wrong == 0 && nonzero > 50, "random%s, kind %d, prime %d: %d of %d wrong, %d not 0",
          bipartite ? " bipartite" : "", (int)kind, (int)prime, wrong, tried, nonzero);
}

/* Bipartite graphs with holes in three ways: determinant, Pfaffian, and Ryser's formula. */
static void check_agreement(struct test *t)
{
    static struct drawn g;
    uint64_t state = 2024;
    struct pm_value half, whole, other;
    int wrong = 0, tried = 0, nonzero = 0;

    pm_value_init(&half);
    pm_value_init(&whole);
    pm_value_init(&other);
    while (tried < 60) {
        drawn_grid(&g, 5, 7, 0, &state);
        for (int holes = test_between(&state, 1, 7); holes > 0; holes--)
            drawn_drop(&g, test_between(&state, 0, g.vertices - 1));
        drawn_thin(&g, 97, &state);
        drawn_weigh(&g, BRUTE_INTEGER, &state);
        struct pm_matrix *const a = drawn_biadjacency(&g), *const b = drawn_adjacency(&g);
        if (a != NULL) {
            wrong +=
                drawn_value(&half, a, PM_PERMANENT, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK ||
                drawn_value(&whole, b, PM_HAFNIAN, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK ||
                drawn_value(&other, a, PM_PERMANENT, PM_WANT_EXACT, 0, &pm_engine_ryser) != PM_OK ||
                !pm_gauss_equal(&half.centre, &whole.centre) ||
                !pm_gauss_equal(&half.centre, &other.centre);
            nonzero += !pm_gauss_is_zero(&half.centre);
            tried++;
        }
        pm_matrix_free(a);
        pm_matrix_free(b);
    }
    pm_value_clear(&half);
    pm_value_clear(&whole);
    pm_value_clear(&other);
    CHECK(t, wrong == 0 && nonzero > 20, "with holes: %d of %d wrong, %d not 0", wrong, tried,
          nonzero);
}

/* Graphs with many fronts modulo small primes: pivots are often 0, so that rows are delayed. */
static void check_delays(struct test *t, bool bipartite)
{
    static struct drawn g;
    static const uint64_t primes[] = {3, 5, 7, 11};
    uint64_t state = 99;
    struct pm_value exact, residue;
    int wrong = 0, nonzero = 0;

    pm_value_init(&exact);
    pm_value_init(&residue);
    for (int round = 0; round < 12; round++) {
        const enum pm_kind kind = bipartite ? PM_PERMANENT : PM_HAFNIAN;
        drawn_grid(&g, 14, 16, bipartite ? 0 : 60, &state);
        drawn_thin(&g, 98, &state);
        drawn_weigh(&g, BRUTE_INTEGER, &state);
        struct pm_matrix *const a = bipartite ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        if (a == NULL)
            continue;
        wrong += drawn_value(&exact, a, kind, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK;
        for (int k = 0; k < 4; k++) {
            wrong += drawn_value(&residue, a, kind, PM_WANT_RESIDUE, primes[k],
                                 &pm_engine_planar) != PM_OK ||
                     !drawn_congruent(&residue, &exact.centre, primes[k]);
            nonzero += !pm_gauss_is_zero(&residue.centre);
        }
        pm_matrix_free(a);
    }
    pm_value_clear(&exact);
    pm_value_clear(&residue);
    CHECK(t, wrong == 0 && nonzero > 10, "small primes, %s: %d wrong, %d not 0",
          bipartite ? "determinant" : "Pfaffian", wrong, nonzero);
}

/* The bounds of floating answers contain the exact ones.  Weights have both signs, so that many
 * terms cancel. */
static void check_balls(struct test *t, enum brute_entries entries, bool bipartite)
{
    static struct drawn g;
    uint64_t state = 41;
    struct pm_value exact, ball;
    int wrong = 0, zero = 0, nonzero = 0;
    const enum pm_kind kind = bipartite ? PM_PERMANENT : PM_HAFNIAN;

    pm_value_init(&exact);
    pm_value_init(&ball);
    for (int round = 0; round < 40; round++) {
        drawn_grid(&g, test_between(&state, 2, 14), test_between(&state, 2, 14), bipartite ? 0 : 60,
                   &state);
        drawn_thin(&g, 98, &state);
        drawn_weigh(&g, entries, &state);
        struct pm_matrix *const a = bipartite ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        if (a == NULL)
            continue;
        wrong += drawn_value(&exact, a, kind, PM_WANT_EXACT, 0, &pm_engine_planar) != PM_OK;
        const pm_status status =
            drawn_value(&ball, a, kind, PM_WANT_FLOATING, 0, &pm_engine_planar);
        if (pm_gauss_is_zero(&exact.centre)) {
            wrong += status == PM_OK && !pm_gauss_is_zero(&ball.centre);
            zero++;
        } else {
            wrong += status != PM_OK || !drawn_encloses(&ball, &exact);
            nonzero++;
        }
        pm_matrix_free(a);
    }
    pm_value_clear(&exact);
    pm_value_clear(&ball);
    CHECK(t, wrong == 0 && nonzero > 8, "balls, kind %d, %s: %d wrong, %d not 0, %d are 0",
          (int)entries, bipartite ? "determinant" : "Pfaffian", wrong, nonzero, zero);
}

/* K_5 with a path, K_3,3 and the Petersen graph are refused. */
static void check_refused(struct test *t)
{
    static struct drawn g;
    struct pm_value value;

    pm_value_init(&value);
    for (int which = 0; which < 3; which++) {
        g = (struct drawn){.vertices = which == 2 ? 10 : 6};
        for (int u = 0; u < g.vertices; u++)
            for (int v = u + 1; v < g.vertices; v++)
                if (which == 0   ? v < 5 || u == 4
                    : which == 1 ? (u < 3) != (v < 3)
                    : v < 5      ? v - u == 1 || v - u == 4
                    : u < 5      ? v - u == 5
                                 : v - u == 2 || v - u == 3)
                    drawn_join(&g, u, v);
        struct pm_matrix *const a = which == 1 ? drawn_biadjacency(&g) : drawn_adjacency(&g);
        const pm_status status = drawn_value(&value, a, which == 1 ? PM_PERMANENT : PM_HAFNIAN,
                                             PM_WANT_EXACT, 0, &pm_engine_planar);
        CHECK(t, status == PM_UNABLE && strstr(pm_message(), "not planar") != NULL,
              "not planar: %s", status == PM_OK ? "answered" : pm_message());
        pm_matrix_free(a);
    }
    pm_value_clear(&value);
}

int main(void)
{
    struct test t = {0, 0};

    for (int bipartite = 0; bipartite < 2; bipartite++) {
        check_random(&t, BRUTE_PATTERN, bipartite, 0);
        check_random(&t, BRUTE_PATTERN, bipartite, 3);
        check_random(&t, BRUTE_INTEGER, bipartite, 0);
        check_random(&t, BRUTE_INTEGER, bipartite, 3);
        check_random(&t, BRUTE_INTEGER, bipartite, 7);
        check_random(&t, BRUTE_DECIMAL, bipartite, 1000003); /* exact cores have integer entries */
        check_random(&t, BRUTE_GAUSSIAN, bipartite, 0);
    }
    check_agreement(&t);
    check_delays(&t, true);
    check_delays(&t, false);
    for (int bipartite = 0; bipartite < 2; bipartite++) {
        check_balls(&t, BRUTE_INTEGER, bipartite);
        check_balls(&t, BRUTE_GAUSSIAN, bipartite);
    }
    check_refused(&t);
    return test_done(&t);
}
