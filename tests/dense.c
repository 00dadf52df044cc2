/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk in every instruction set. */
#include "brute.h"
#include "engine/dense/strands.h"
#include "walks.h"

#include <stdlib.h>

/* The matrix times `scale`, and its permanent. */
static void scale_matrix(struct pm_matrix *a, struct pm_gauss *truth, slong scale)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        fmpq_mul_si(a->re + k, a->re + k, scale);
    for (int i = 0; i < a->rows; i++)
        fmpq_mul_si(truth->re, truth->re, scale);
}

/* Every order: all remainders of unrolled columns, lanes and units. */
static void check_orders(struct test *t, int most)
{
    static const struct {
        const char *what;
        enum pm_number number;
        int less; /* than `most`, since the portable walk takes longer */
    } kind[] = {{"orders, real", PM_REAL, 0},
                {"orders, complex", PM_COMPLEX, 1},
                {"orders, double-double", PM_DD, 4},
                {"orders, complex double-double", PM_COMPLEX_DD, 5}};
    enum { KINDS = sizeof kind / sizeof *kind };
    struct tally modular = {.engine = "dense"}, floating[KINDS];
    uint64_t state = 271828182845904523u;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int k = 0; k < KINDS; k++)
        floating[k] = modular;
    for (int n = 1; n <= most; n++) {
        struct pm_matrix *const a = walks_bordered(&truth, &state, n);
        for (int k = 0; k < KINDS; k++)
            if (n <= most - kind[k].less)
                walks_try(&floating[k], a, &truth, kind[k].number);
        scale_matrix(a, &truth, 210);
        if (n <= most - 4)
            walks_try_exact(&modular, a, &truth);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    for (int k = 0; k < KINDS; k++)
        walks_report(t, &floating[k], kind[k].what);
    CHECK(t, modular.failed == 0 && modular.wrong == 0, "orders, modulo primes: %d, %d wrong",
          modular.tried, modular.failed + modular.wrong);
}

static void check_names(struct test *t)
{
    struct pm_value value;
    uint64_t state = 1;
    struct pm_matrix *const a = brute_random(&state, 5, 5, 100, BRUTE_INTEGER);

    pm_value_init(&value);
    CHECK(t,
          pm_isa_find("portable") != NULL && pm_isa_find("none such") == NULL &&
              pm_isa_find(NULL) == pm_isa_list()[0],
          "instruction sets by name");
    setenv("PM_ISA", "none such", 1);
    CHECK(t, walks_value(&value, "dense", a, PM_REAL, 1) == PM_UNABLE, "PM_ISA=none such: %s",
          pm_message());
    unsetenv("PM_ISA");
    pm_matrix_free(a);
    pm_value_clear(&value);
}

int main(void)
{
    const char *const more = getenv("PM_TEST_ROUNDS");
    struct test t = {0, 0};

    check_names(&t);
    for (const struct draw *draw = walks_draws; draw->name != NULL; draw++)
        for (int bits = 53; bits <= 106; bits += 53)
            walks_check(&t, "dense", draw, bits, 100, more != NULL ? atoi(more) : 90);
    for (const struct draw *draw = walks_integers; draw->name != NULL; draw++)
        walks_check_exact(&t, "dense", draw, 100, more != NULL ? atoi(more) : 80);
    check_orders(&t, 22);
    walks_check_wide(&t, "dense", BRUTE_INTEGER, "wide, integers");
    walks_check_wide(&t, "dense", BRUTE_DECIMAL, "wide, decimals");
    walks_check_wide(&t, "dense", BRUTE_GAUSSIAN, "wide, complex");
    for (int n = 29; n <= 64; n += 7)
        walks_check_units(&t, "dense", n);
    return test_done(&t);
}
