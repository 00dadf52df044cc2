/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `sparse` in every instruction set: on the kinds of matrices of the dense walk, full and
 * sparse, and on larger sparse matrices, compared with the tree engine. */
#include "brute.h"
#include "run/core.h"
#include "walks.h"

/* Every order with several densities.  They give all numbers of fast columns, all scopes, and rows
 * without fast columns whose sums are often zero. */
static void check_orders(struct test *t, enum brute_entries kind, const char *what)
{
    const bool complex_values = kind == BRUTE_GAUSSIAN;
    const int most = test_effort() == TEST_SHORT ? 17 : test_effort() == TEST_LONG ? 22 : 20;
    struct tally floating = {.engine = "sparse"}, modular = floating, layered = floating;
    char also[64];
    uint64_t state = UINT64_C(0x853C49E6748FEA9B);
    struct pm_value truth;

    pm_value_init(&truth);
    for (int n = 8; n <= most; n++)
        for (int percent = 60; percent * n > 300; percent -= 20) {
            struct pm_matrix *const a = brute_random(&state, n, n, percent, kind);
            if (walks_exact(&truth, "tree", a, 1) == PM_OK && !pm_gauss_is_zero(&truth.centre)) {
                walks_try(&floating, a, &truth.centre, complex_values ? PM_COMPLEX : PM_REAL);
                if (n < most - 2)
                    walks_try(&layered, a, &truth.centre, complex_values ? PM_COMPLEX_DD : PM_DD);
                if (n < most - 2)
                    walks_try_exact(&modular, a, &truth.centre);
            }
            pm_matrix_free(a);
        }
    pm_value_clear(&truth);
    walks_report(t, &floating, what);
    snprintf(also, sizeof also, "%s, double-double", what);
    walks_report(t, &layered, also);
    CHECK(t, modular.failed == 0 && modular.wrong == 0, "%s, modulo primes: %d, %d wrong", what,
          modular.tried, modular.failed + modular.wrong);
}

int main(void)
{
    const int rounds = test_rounds(24);
    struct test t = {0, 0};

    for (int percent = 60; percent <= 100; percent += 40) {
        for (const struct draw *draw = walks_draws; draw->name != NULL; draw++)
            for (int bits = 53; bits <= 106; bits += 53)
                walks_check(&t, "sparse", draw, bits, percent, rounds);
        for (const struct draw *draw = walks_integers; draw->name != NULL; draw++)
            walks_check_exact(&t, "sparse", draw, percent, rounds);
    }
    check_orders(&t, BRUTE_PATTERN, "0/1");
    check_orders(&t, BRUTE_INTEGER, "integers");
    check_orders(&t, BRUTE_GAUSSIAN, "complex");
    for (int n = 29; n <= 64; n += test_effort() == TEST_LONG ? 7 : 35)
        walks_check_units(&t, "sparse", n);
    return test_done(&t);
}
