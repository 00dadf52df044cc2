/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pfaffians in double-double with a proved bound, against sums over all matchings, and against
 * exact elimination. */
#include "drawn.h"
#include "engine/isa/isa.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

extern const struct pm_engine pm_engine_planar;

/* Multiplies the weights by powers of two: by those of their ends, at most 2^most, and one of their
 * own, at most 4 2^wild. */
static void spread(struct pm_matrix *a, int most, int wild, uint64_t *state)
{
    int *const power = calloc((size_t)a->rows, sizeof *power);

    for (int i = 0; i < a->rows; i++)
        power[i] = test_between(state, 0, most);
    PM_EACH_ENTRY(a, i, e) {
        const int j = a->col[e];
        uint64_t own = (uint64_t)(i < j ? i * a->rows + j : j * a->rows + i);
        fmpq_mul_2exp(a->re + e, a->re + e, (ulong)(power[i] + power[j] + (i + j) % 3));
        fmpq_mul_2exp(a->re + e, a->re + e, (ulong)test_between(&own, 0, wild));
    }
    free(power);
}

/* 1: the sum is proved and right; 0: it is not proved; -1: it is wrong, or depends on the
 * instruction set. */
static int outcome(const struct pm_matrix *a, const struct pm_value *want, double error)
{
    struct pm_kasteleyn k;
    struct pm_part part, other;
    struct pm_value value;
    int result = 0;

    pm_value_init(&value);
    test_need(pm_kasteleyn_find(&k, a, PM_HAFNIAN, NULL, 0));
    if (k.fronts != NULL && pm_proved_sum(&part, &k, a, error, NULL) == PM_OK) {
        test_need(pm_value_set_part(&value, &part));
        const bool right = !pm_value_differs(&value, want) && pm_value_within(&value, 2 * error);
        result = right && pm_proved_sum(&other, &k, a, error, "portable") == PM_OK &&
                         pm_part_same(&part, &other)
                     ? 1
                     : -1;
    }
    pm_kasteleyn_clear(&k);
    pm_value_clear(&value);
    return result;
}

/* Grids with some diagonals and random weights. */
static void check_grids(struct test *t, const char *name, int least, int most, int powers, int wild,
                        bool positive, double proofs)
{
    /* sums that are not proved take an elimination with balls of many bits */
    const int cases = test_rounds(wild == 0 ? 60 : proofs > 0 ? 20 : 4);
    static struct drawn g;
    int proved = 0, wrong = 0, some = 0;
    uint64_t state = 7;

    for (int k = 0; k < cases; k++) {
        const int rows = 2 * test_between(&state, least, most);
        drawn_grid(&g, rows, test_between(&state, 2 * least, 2 * most), 40, &state);
        drawn_weigh(&g, BRUTE_INTEGER, &state);
        for (int e = 0; e < g.edges; e++)
            g.weight[e] = g.weight[e] == 0 ? 1 : positive ? labs(g.weight[e]) : g.weight[e];
        struct pm_matrix *const a = drawn_adjacency(&g);
        struct pm_value want;
        spread(a, powers, wild, &state);
        pm_value_init(&want);
        if (g.vertices <= 16)
            brute_value(&want.centre, a, PM_HAFNIAN);
        else
            test_need(drawn_value(&want, a, PM_HAFNIAN, &pm_engine_planar));
        const int result = outcome(a, &want, k % 2 ? 0x1p-50 : 1e-12);
        some += !fmpq_is_zero(want.centre.re);
        proved += result > 0;
        wrong += result < 0;
        pm_value_clear(&want);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0, "%s: %d of %d sums are wrong", name, wrong, cases);
    if (proofs > 0)
        CHECK(t, proved >= proofs * some, "%s: %d of %d sums are proved", name, proved, some);
}

/* A square whose two matchings cancel but for 1/parts, or entirely (0). */
static int square_outcome(long parts)
{
    static struct drawn g;
    struct pm_value want;

    drawn_grid(&g, 2, 2, 0, NULL);
    for (int e = 0; e < g.edges; e++)
        g.weight[e] = e == 0 ? -1 : 1;
    struct pm_matrix *const a = drawn_adjacency(&g);
    for (int e = 0; parts > 0 && e < pm_matrix_nnz(a); e++)
        if (fmpq_sgn(a->re + e) < 0)
            fmpq_set_si(a->re + e, -(parts + 1), (ulong)parts);
    pm_value_init(&want);
    brute_value(&want.centre, a, PM_HAFNIAN);
    const int result = outcome(a, &want, 1e-12);
    pm_value_clear(&want);
    pm_matrix_free(a);
    return result;
}

/* The smallest singular value is 0, below what is tried, and above it. */
static void check_squares(struct test *t)
{
    CHECK(t, square_outcome(0) == 0, "a sum that is 0 is not proved");
    CHECK(t, square_outcome(1L << 62) == 0, "a sum that is almost 0 is not proved");
    CHECK(t, square_outcome(1L << 46) == 1, "a smaller sum is proved in double-double");
    CHECK(t, square_outcome(1L << 12) == 1, "a small sum is proved");
}

int main(void)
{
    struct test t = {0};

    check_grids(&t, "small grids", 1, 2, 0, 0, true, 0.9);
    check_grids(&t, "small grids, powers of two", 1, 2, 900, 0, true, 0.9);
    check_grids(&t, "small grids, integers", 1, 2, 30, 0, false, 0.8);
    check_grids(&t, "grids", 3, 5, 40, 0, true, 0.8);
    check_grids(&t, "grids, weights over 2^20", 6, 6, 0, 20, false, 0.5);
    check_grids(&t, "grids, weights over 2^30", 6, 6, 0, 30, false, 0.1);
    check_grids(&t, "grids, weights over 10^600", 4, 4, 0, 1993, true, 0);
    check_squares(&t);
    return test_done(&t);
}
