/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engines that walk over sign vectors, `dense` and `sparse`, in every instruction set and with 1, 2
 * and 3 threads: all orders, units of large matrices, rows whose sums are nearly inexact, and how
 * tight the bounds are.  tests/differential.c compares small and random matrices. */
#include "brute.h"
#include "base/splitmix.h"
#include "engine/dense/dense_walk.h"
#include "run/core.h"
#include "ways.h"

#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ values */

struct tally {
    const char *engine;
    int tried, failed, wrong, differ;
    double share; /* the largest |error| / bound, squared */
};

static pm_status walk_value(struct pm_value *value, const char *name, const struct pm_matrix *a,
                            enum pm_number number, int threads)
{
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = threads};
    const struct pm_engine *const engine = pm_engine_find(name);
    const struct pm_core core = {.a = a};
    struct pm_way way = {.engine = engine, .number = number, .rings = 1, .seconds = 1};

    PM_TRY(engine->cost(&way.cost, &core, way.number, &limits));
    const pm_status status = pm_core_alone(value, a, &way, &limits);
    pm_way_clear(&way);
    return status;
}

static pm_status walk_exact(struct pm_value *value, const char *name, const struct pm_matrix *a,
                            int threads)
{
    const struct pm_ask ask = {.want = PM_WANT_EXACT, .complex_values = a->im != NULL};
    const struct pm_core core = {.a = a};

    return ways_value(value, &core, pm_engine_find(name), ask, threads);
}

/* One matrix in every instruction set with 1, 2 and 3 threads. */
static void try_walk(struct tally *tally, const struct pm_matrix *a, const struct pm_gauss *truth,
                     enum pm_number number)
{
    struct pm_value first, value;
    int count = 0;

    PM_EACH(pm_value_init, &first, &value);
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++, count++) {
        setenv("PM_ISA", (*isa)->name, 1);
        if (walk_value(&value, tally->engine, a, number, 1 + count % 3) != PM_OK) {
            tally->failed++;
            continue;
        }
        if (count == 0)
            pm_value_set(&first, &value);
        tally->differ += !brute_same_bits(&first, &value);
        const double share = brute_used(&value, truth);
        tally->wrong += share > 1;
        tally->share = share > tally->share ? share : tally->share;
    }
    unsetenv("PM_ISA");
    tally->tried++;
    PM_EACH(pm_value_clear, &first, &value);
}

/* The same integer matrix modulo primes. */
static void try_exactly(struct tally *tally, const struct pm_matrix *a,
                        const struct pm_gauss *truth)
{
    struct pm_value value;
    int count = 0;

    pm_value_init(&value);
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++, count++) {
        setenv("PM_ISA", (*isa)->name, 1);
        if (walk_exact(&value, tally->engine, a, 1 + count % 3) != PM_OK)
            tally->failed++;
        else
            tally->wrong += !pm_gauss_equal(&value.centre, truth) || !pm_mag_is_zero(value.error);
    }
    unsetenv("PM_ISA");
    tally->tried++;
    pm_value_clear(&value);
}

static void report(struct test *t, const struct tally *tally, const char *what)
{
    CHECK(t, tally->tried > 0 && tally->failed == 0, "%s: %d matrices, %d failed", what,
          tally->tried, tally->failed);
    CHECK(t, tally->wrong == 0, "%s: %d beyond the bound (nearest used %.2g of it, squared)", what,
          tally->wrong, tally->share);
    CHECK(t, tally->differ == 0, "%s: %d differ between instruction sets", what, tally->differ);
}

/* The matrix times `scale`, and its permanent. */
static void scale_matrix(struct pm_matrix *a, struct pm_gauss *truth, slong scale)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        fmpq_mul_si(a->re + k, a->re + k, scale);
    for (int i = 0; i < a->rows; i++)
        fmpq_mul_si(truth->re, truth->re, scale);
}

/* All orders up to `most`: every number of columns that are left after unrolling, vectors and
 * units. */
static void check_orders(struct test *t, int most)
{
    static const struct {
        const char *what;
        enum pm_number number;
        int less; /* the orders end so much before `most`, since the portable walk is slower */
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
        struct pm_matrix *const a = brute_bordered(&truth, &state, n);
        for (int k = 0; k < KINDS; k++)
            if (n <= most - kind[k].less)
                try_walk(&floating[k], a, &truth, kind[k].number);
        scale_matrix(a, &truth, 210);
        if (n <= most - 4)
            try_exactly(&modular, a, &truth);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    for (int k = 0; k < KINDS; k++)
        report(t, &floating[k], kind[k].what);
    CHECK(t, modular.failed == 0 && modular.wrong == 0, "orders, modulo primes: %d, %d wrong",
          modular.tried, modular.failed + modular.wrong);
}

/* ------------------------------------------------------------------ full rows */

enum { FULL = 11 };

/* In the first row of `full`, divided by 6, the sum of all moduli is just above 8 if the quotients
 * are rounded to 53 bits of 8. */
static const signed char full[FULL][FULL] = {
    {2, 1, -3, 9, 1, -4, 6, 1, 3, -8, -7},
    {1},
    {0, -8, [9] = 1},
    {[7] = 1},
    {[6] = 1},
    {[3] = 1, [4] = 8, [10] = 1},
    {[8] = 1},
    {[10] = 1},
    {-4, 0, -3},
    {[3] = 1},
    {[5] = 1},
};

/* context: the signs of the first row. */
static bool full_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const bool negative = i == 0 && *(const uint64_t *)context >> j & 1;

    (void)im;
    fmpq_set_si(re, negative ? -full[i][j] : full[i][j], 1);
    return full[i][j] != 0;
}

/* A row sum of 2^53 + 1 units would not be exact (glynn/rounded.c).  The proof of the bound needs
 * exact sums. */
static void check_full_rows(struct test *t)
{
    struct tally tally = {.engine = "dense"};
    struct pm_gauss truth;
    uint64_t state = 2718;

    pm_gauss_init(&truth);
    for (int round = 0; round < 8; round++) {
        uint64_t signs = round == 0 ? 0 : pm_random_word(&state);
        struct pm_matrix *const a = brute_made(FULL, FULL, false, full_place, &signs);
        brute_permanent(&truth, a);
        try_walk(&tally, a, &truth, PM_DD);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    report(t, &tally, "rows whose sums are a power of two");
}

/* Every order with several densities.  They give all numbers of fast columns, all scopes, and rows
 * without fast columns whose sums are often zero. */
static void check_densities(struct test *t, enum brute_entries kind, const char *what)
{
    const bool complex_values = kind == BRUTE_GAUSSIAN;
    const int most = test_effort() == TEST_LONG ? 22 : 18;
    struct tally floating = {.engine = "sparse"}, modular = floating, layered = floating;
    char also[64];
    uint64_t state = UINT64_C(0x853C49E6748FEA9B);
    struct pm_value truth;

    pm_value_init(&truth);
    for (int n = 8; n <= most; n++)
        for (int percent = 60; percent * n > 300; percent -= 20) {
            struct pm_matrix *const a = brute_random(&state, n, n, percent, kind);
            if (walk_exact(&truth, "tree", a, 1) == PM_OK && !pm_gauss_is_zero(&truth.centre)) {
                try_walk(&floating, a, &truth.centre, complex_values ? PM_COMPLEX : PM_REAL);
                if (n < most - 2)
                    try_walk(&layered, a, &truth.centre, complex_values ? PM_COMPLEX_DD : PM_DD);
                if (n < most - 2)
                    try_exactly(&modular, a, &truth.centre);
            }
            pm_matrix_free(a);
        }
    pm_value_clear(&truth);
    report(t, &floating, what);
    snprintf(also, sizeof also, "%s, double-double", what);
    report(t, &layered, also);
    CHECK(t, modular.failed == 0 && modular.wrong == 0, "%s, modulo primes: %d, %d wrong", what,
          modular.tried, modular.failed + modular.wrong);
}

/* ------------------------------------------------------------------ how tight the bound is */

enum { MOST_ROOTS = 16 };

struct roots {
    const int *root;
    int n;
};

static bool root_place(fmpq *re, fmpq *im, int i, int j, void *context)
{
    static const int real[] = {1, 0, -1, 0}, imaginary[] = {0, 1, 0, -1};
    const struct roots *const r = context;

    fmpq_set_si(re, real[r->root[i * r->n + j]], 1);
    fmpq_set_si(im, imaginary[r->root[i * r->n + j]], 1);
    return true;
}

/* Entries i^root[j * n + k]: rounding changes neither them nor their quotients. */
static struct pm_matrix *matrix_of_roots(const int *root, int n, bool complex_values)
{
    struct roots roots = {root, n};

    return brute_made(n, n, complex_values, root_place, &roots);
}

/* 2^(1-n) times the sum of |product of row sums| over the sign vectors whose first sign is +. */
static double mean_of_moduli(const int *root, int n)
{
    double sum = 0;

    for (int s = 0; s < 1 << n; s += 2) {
        double product = 1;
        for (int i = 0; i < n; i++) {
            int count[4] = {0};
            for (int j = 0; j < n; j++)
                count[root[i * n + j]] += s >> j & 1 ? -1 : 1;
            product *= hypot(count[0] - count[2], count[1] - count[3]);
        }
        sum += product;
    }
    return ldexp(sum, 1 - n);
}

/* The walk of a matrix in double, with patches of 2^log_patch blocks. */
static struct pm_dense *open_walk(const struct pm_matrix *a, int parts, int log_patch)
{
    struct pm_rows rows;
    struct pm_dense *dense;

    test_need(pm_rows_init(&rows, a, parts));
    test_need(pm_dense_new(&dense, &rows, 1, log_patch));
    pm_rows_clear(&rows);
    dense->signs.isa = pm_isa_list()[0];
    return dense;
}

/* The bound of the permanent's error. */
static double walk_bound(const struct pm_dense *dense)
{
    double bound = 0;

    for (uint64_t unit = 0; unit < pm_dense_units(dense->signs.rows); unit++) {
        struct pm_part part;
        pm_sign_walk_unit(&part, &dense->signs, unit);
        bound += ldexp(part.err, (int)part.exp);
    }
    return bound;
}

/* Without rounding of entries, the bound is (n v + 7 u) times a bound of the mean of the moduli
 * (dense/patch.c).  It must be hardly less than that mean and not much more. */
static void check_tightness(struct test *t, const char *what, int n, int others,
                            bool complex_values, int log_patch, double most)
{
    const int rounds = test_effort() == TEST_LONG ? 10 : 3;
    int root[MOST_ROOTS * MOST_ROOTS];
    uint64_t state = 3141592653589793238u;
    double least_share = INFINITY, most_share = 0;

    for (int round = 0; round < rounds; round++) {
        for (int k = 0; k < n * n; k++) {
            const int turn = complex_values ? test_between(&state, 1, 3) : 2;
            root[k] = test_between(&state, 1, 100) <= others ? turn : 0;
        }
        struct pm_matrix *const a = matrix_of_roots(root, n, complex_values);
        const double truth = (n * (complex_values ? 2 : 1) + 7) * 0x1p-53 * mean_of_moduli(root, n);
        struct pm_dense *const dense = open_walk(a, complex_values ? 2 : 1, log_patch);
        const double share = walk_bound(dense) / truth;
        least_share = fmin(least_share, share);
        most_share = fmax(most_share, share);
        pm_sign_walk_free(&dense->signs);
        pm_matrix_free(a);
    }
    CHECK(t, least_share >= 1 && most_share < most,
          "bound of %s, order %d, patches of 2^%d blocks: %.2f to %.2f times that of the terms",
          what, n, log_patch, least_share, most_share);
}

/* ------------------------------------------------------------------ names */

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
    CHECK(t, walk_value(&value, "dense", a, PM_REAL, 1) == PM_UNABLE, "PM_ISA=none such: %s",
          pm_message());
    unsetenv("PM_ISA");
    pm_matrix_free(a);
    pm_value_clear(&value);
}

/* ------------------------------------------------------------------ units of large matrices */

/* The result of one unit of the walk of the all-ones matrix of order n, times 2^(n-1).  The unit
 * has `minus` columns with the fixed sign -, and walks 2^columns sign vectors. */
static void ones_unit(fmpz_t sum, int n, int minus, int columns)
{
    fmpz_t term, power;

    PM_EACH(fmpz_init, term, power);
    fmpz_zero(sum);
    for (int j = 0; j <= columns; j++) {
        fmpz_bin_uiui(term, (ulong)columns, (ulong)j);
        fmpz_set_si(power, n - 2 * (minus + j));
        fmpz_pow_ui(power, power, (ulong)n);
        fmpz_mul(term, term, power);
        if ((minus + j) % 2)
            fmpz_sub(sum, sum, term);
        else
            fmpz_add(sum, sum, term);
    }
    PM_EACH(fmpz_clear, power, term);
}

static bool unit_is_right(const struct pm_part *part, const struct pm_ring *ring, int n,
                          const fmpz_t sum)
{
    struct pm_value value;
    struct pm_gauss truth;
    fmpz_t p, x;
    bool right;

    pm_value_init(&value);
    pm_gauss_init(&truth);
    PM_EACH(fmpz_init, p, x);
    if (ring->number == PM_MOD) {
        fmpz_set_ui(p, ring->p);
        fmpz_set_ui(x, 2);
        fmpz_powm_ui(x, x, (ulong)(n - 1), p);
        fmpz_mul_ui(x, x, part->word[0]);
        fmpz_sub(x, x, sum);
        right = fmpz_divisible(x, p);
    } else {
        fmpq_set_fmpz(truth.re, sum);
        fmpq_div_2exp(truth.re, truth.re, (ulong)(n - 1));
        right = pm_value_set_part(&value, part) == PM_OK && brute_contains(&value, &truth);
    }
    PM_EACH(fmpz_clear, x, p);
    pm_gauss_clear(&truth);
    pm_value_clear(&value);
    return right;
}

static void check_units(struct test *t, const char *name, int n)
{
    const struct pm_engine *const engine = pm_engine_find(name);
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 1};
    const struct pm_ring rings[] = {pm_number_ring_of(PM_REAL), pm_number_ring_of(PM_COMPLEX),
                                    pm_number_ring_mod(UINT64_C(281474976710597))};
    struct pm_matrix *const a = brute_from(n, n, brute_one);
    const struct pm_core core = {.a = a};
    fmpz_t sum;

    fmpz_init(sum);
    for (size_t k = 0; k < sizeof rings / sizeof *rings; k++) {
        struct pm_way way = {.engine = engine, .number = rings[k].number};
        struct pm_part part;
        void *job;
        int right = 0, tried = 0;
        test_need(engine->cost(&way.cost, &core, way.number, &limits));
        test_need(engine->open(&job, &core, &way.cost, &rings[k], &limits));
        for (uint64_t unit = 0; unit < way.cost.units; unit = unit * 37 + 1, tried++) {
            ones_unit(sum, n, __builtin_popcountll(unit), way.cost.strand);
            if (engine->work(job, unit, 1, &part) == PM_OK)
                right += unit_is_right(&part, &rings[k], n, sum);
        }
        engine->close(job);
        pm_way_clear(&way);
        CHECK(t, tried > 1 && right == tried, "%s: %d of %d units of %d ones, %s numbers", name,
              right, tried, n, pm_number_name(rings[k].number));
    }
    fmpz_clear(sum);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    check_names(&t);
    check_full_rows(&t);
    check_orders(&t, test_effort() == TEST_LONG ? 22 : 19);
    check_densities(&t, BRUTE_INTEGER, "integers");
    check_densities(&t, BRUTE_GAUSSIAN, "complex");
    for (int log_patch = 2; log_patch <= PM_LOG_PATCH_MOST; log_patch++)
        for (int n = 9 + log_patch; n <= MOST_ROOTS; n += 4) {
            check_tightness(&t, "ones", n, 0, false, log_patch, 20);
            check_tightness(&t, "few signs", n, 10, false, log_patch, 50);
            check_tightness(&t, "signs", n, 50, false, log_patch, 2e4);
            check_tightness(&t, "ones, complex", n, 0, true, log_patch, 20);
            check_tightness(&t, "roots of unity", n, 75, true, log_patch, 2e3);
        }
    for (int n = 29; n <= 64; n += 35) {
        check_units(&t, "dense", n);
        check_units(&t, "sparse", n);
    }
    return test_done(&t);
}
