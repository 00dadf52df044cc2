/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proved bounds against the definition, on random matrices; and for matrices whose permanents are
 * known, how near the bounds are.  The same of Sinkhorn scaling. */
#include "brute.h"
#include "engine/graded/graded_walk.h"
#include "estimate/bounds.h"
#include "estimate/sign_draws.h"

#include <math.h>

enum { CASES = 2000 };

/* log2 |x| as a ball; false where x = 0 */
static bool bits_of(arb_t y, const struct pm_gauss *x)
{
    fmpq_t square, im;

    PM_EACH(fmpq_init, square, im);
    fmpq_mul(square, x->re, x->re);
    fmpq_mul(im, x->im, x->im);
    fmpq_add(square, square, im);
    const bool some = !fmpq_is_zero(square);
    if (some) {
        arb_set_fmpq(y, square, PM_LOG_BITS);
        arb_log(y, y, PM_LOG_BITS);
        arb_mul_2exp_si(y, y, -1);
        pm_to_bits(y);
    }
    PM_EACH(fmpq_clear, square, im);
    return some;
}

static struct pm_matrix *draw(enum pm_kind kind, uint64_t *state)
{
    const enum brute_entries entries = (enum brute_entries)test_between(state, 0, BRUTE_KINDS - 1);
    const int percent = test_between(state, 15, 100), rows = test_between(state, 1, 5);

    if (kind == PM_HAFNIAN)
        return brute_symmetric(state, test_between(state, 2, 8), percent, entries);
    if (test_between(state, 0, 3) == 0)
        return brute_positive(state, rows + 1, percent, test_between(state, 0, 1) == 0);
    return brute_random(state, rows, rows + test_between(state, 0, 2), percent, entries);
}

static void check_random(struct test *t, enum pm_kind kind)
{
    uint64_t state = 1 + (uint64_t)kind;
    int wrong = 0, low = 0;

    for (int round = 0; round < test_rounds(CASES); round++) {
        struct pm_matrix *const a = draw(kind, &state);
        struct pm_bounds b;
        struct pm_gauss exact;
        arb_t y;
        pm_gauss_init(&exact);
        arb_init(y);
        brute_value(&exact, a, kind);
        test_need(pm_bounds_matrix(&b, a, kind));
        wrong += bits_of(y, &exact) ? pm_end_above(y) < b.lower || pm_end_below(y) > b.upper
                                    : b.lower > -HUGE_VAL;
        low += b.lower > -HUGE_VAL;
        arb_clear(y);
        pm_gauss_clear(&exact);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0 && low > 0,
          "kind %d: %d of %d lie outside their bounds, %d have lower ones", (int)kind, wrong,
          test_rounds(CASES), low);
}

static void check_gap(struct test *t, const char *name, struct pm_matrix *a, enum pm_kind kind,
                      double low, double exact, double high)
{
    struct pm_bounds b;

    test_need(pm_bounds_matrix(&b, a, kind));
    CHECK(t, b.lower <= exact + 1e-9 && exact - b.lower <= low, "%s: 2^%.2f (%s) <= 2^%.2f", name,
          b.lower, b.lower_by, exact);
    CHECK(t, exact <= b.upper + 1e-9 && b.upper - exact <= high, "%s: 2^%.2f <= 2^%.2f (%s)", name,
          exact, b.upper, b.upper_by);
    pm_matrix_free(a);
}

static bool pair_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    (void)im;
    (void)context;
    fmpq_set_si(re, -3, 1);
    return i != j;
}

/* The norm's bound of hafnians, which the moduli's often hide: of a pair it is exact. */
static void check_norm_of_pairs(struct test *t)
{
    uint64_t state = 5;
    int wrong = 0;
    arb_t x, y;

    PM_EACH(arb_init, x, y);
    for (int round = 0; round < test_rounds(CASES); round++) {
        const int n = 2 * test_between(&state, 1, 4);
        struct pm_matrix *const a =
            brute_symmetric(&state, n, 80, (enum brute_entries)(round % BRUTE_KINDS));
        struct pm_gauss exact;
        pm_gauss_init(&exact);
        brute_value(&exact, a, PM_HAFNIAN);
        if (bits_of(y, &exact)) {
            test_need(pm_sign_draws_norm_of_pairs(x, a, HUGE_VAL));
            pm_to_bits(x);
            arb_sub(x, x, y, PM_LOG_BITS);
            wrong += pm_end_above(x) < 0;
        }
        pm_gauss_clear(&exact);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0, "%d powers of norms are below the hafnian", wrong);
    struct pm_matrix *const pair = brute_made(2, 2, false, pair_place, NULL);
    test_need(pm_sign_draws_norm_of_pairs(x, pair, HUGE_VAL));
    CHECK(t, fabs(pm_end_above(x) - log(3)) < 1e-3, "a pair of weight -3: %g", pm_end_above(x));
    pm_matrix_free(pair);
    PM_EACH(arb_clear, x, y);
}

/* Entry (i, j) of a doubly stochastic matrix: the block [k, 256 - k; 256 - k, k] / 256 and a unit
 * matrix. */
static bool stochastic_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const int k = *(const int *)context;

    (void)im;
    fmpq_set_si(re, i != j ? 256 - k : i < 2 ? k : 256, 256);
    return i == j || (i < 2 && j < 2 && k < 256);
}

/* The lower bound that follows from Sinkhorn scaling; near the permanent if k is near 256. */
static void check_sinkhorn(struct test *t)
{
    int wrong = 0, loose = 0;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int n = 2; n <= 6; n++)
        for (int k = 128; k <= 256; k++) {
            struct pm_matrix *const a = brute_made(n, n, false, stochastic_place, &k);
            struct pm_scaled scaled;
            test_need(pm_sinkhorn_init(&scaled, a));
            brute_permanent(&truth, scaled.a);
            const double permanent = fmpq_get_d(truth.re), low = ldexp(scaled.low, (int)scaled.exp);
            wrong += low > permanent * PM_UP;
            loose += low < permanent / 2 * (n == 2 || k > 192);
            pm_sinkhorn_clear(&scaled);
            pm_matrix_free(a);
        }
    CHECK(t, wrong == 0 && loose == 0, "lower bounds: %d too large, %d too small", wrong, loose);
    pm_gauss_clear(&truth);
}

int main(void)
{
    struct test t = {0};

    check_random(&t, PM_PERMANENT);
    check_random(&t, PM_HAFNIAN);
    /* n! of the matrix of ones: van der Waerden's and Bregman's bounds are exact there */
    check_gap(&t, "ones of order 100", brute_from(100, 100, brute_one), PM_PERMANENT, 1e-6,
              lgamma(101) / M_LN2, 1e-6);
    /* 6 x 9 ones: 9! / 3! */
    check_gap(&t, "6 x 9 ones", brute_from(6, 9, brute_one), PM_PERMANENT, 1, log2(362880.0 / 6),
              1e-6);
    /* domino tilings of an 8 x 8 board: 12988816 (OEIS A004003) */
    check_gap(&t, "8 x 8 board", brute_from(32, 32, brute_board), PM_PERMANENT, 5, log2(12988816),
              1e-6);
    check_norm_of_pairs(&t);
    check_sinkhorn(&t);
    return test_done(&t);
}
