/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `dense` in every instruction set. */
#include "brute.h"
#include "base/splitmix.h"
#include "engine/dense/dense_walk.h"
#include "walks.h"

#include <math.h>
#include <stdlib.h>

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
        walks_permanent(&truth, a);
        walks_try(&tally, a, &truth, PM_DD);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    walks_report(t, &tally, "rows whose sums are a power of two");
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

/* The same sum, patch by patch as in dense/patch.c. outside[j], j < count, are twice the columns
 * whose signs a patch fixes; centre is the row sums without the patch's own columns. */
static double patches_bound(const struct pm_dense *dense, const double *centre,
                            const double *outside, int count)
{
    const int parts = dense->signs.parts, line = dense->signs.rows * parts;
    double bound = 0;

    for (uint64_t minus = 0; minus >> count == 0; minus++) {
        double product = dense->walk.start;
        for (int k = 0; k < dense->signs.rows; k++) {
            double width = dense->walk.reach[k];
            for (int here = k * parts; here < (k + 1) * parts; here++) {
                double u = centre[here];
                for (int j = 0; j < count; j++)
                    u -= minus >> j & 1 ? outside[j * line + here] : 0;
                width += u * u;
            }
            product *= sqrt(width);
        }
        bound += product;
    }
    return ldexp(bound * dense->signs.finish.share * dense->signs.finish.size,
                 (int)dense->signs.exp);
}

/* The walk rounds roots upwards.  Two of them in each patch make the bound up to 1.061 times as
 * large. */
static void check_patches(struct test *t, int n, int parts, int log_patch)
{
    uint64_t state = 577215664901532860u;
    struct pm_matrix *const a =
        brute_random(&state, n, n, 100, parts == 2 ? BRUTE_GAUSSIAN : BRUTE_DECIMAL);
    struct pm_dense *const dense = open_walk(a, parts, log_patch);
    const int line = n * parts;
    double centre[MOST_ROOTS * 2];

    for (int here = 0; here < line; here++) {
        centre[here] = dense->signs.base[here];
        for (int j = 0; j < log_patch; j++)
            centre[here] -= dense->walk.step[j * line + here] / 2;
    }
    const double wanted = patches_bound(dense, centre, dense->walk.step + log_patch * line,
                                        dense->columns - PM_LOG_BLOCK - log_patch);
    const double share = walk_bound(dense) / wanted;
    CHECK(t, share >= 1 && share < 1.13, "order %d, %d parts, patches of 2^%d blocks: bound %.4f",
          n, parts, log_patch, share);
    pm_sign_walk_free(&dense->signs);
    pm_matrix_free(a);
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
    CHECK(t, walks_value(&value, "dense", a, PM_REAL, 1) == PM_UNABLE, "PM_ISA=none such: %s",
          pm_message());
    unsetenv("PM_ISA");
    pm_matrix_free(a);
    pm_value_clear(&value);
}

int main(void)
{
    struct test t = {0, 0};

    check_names(&t);
    for (const struct draw *draw = walks_draws; draw->name != NULL; draw++)
        for (int bits = 53; bits <= 106; bits += 53)
            walks_check(&t, "dense", draw, bits, 100, test_rounds(40));
    for (const struct draw *draw = walks_integers; draw->name != NULL; draw++)
        walks_check_exact(&t, "dense", draw, 100, test_rounds(40));
    check_full_rows(&t);
    check_orders(&t, test_effort() == TEST_LONG ? 22 : 20);
    for (int log_patch = 2; log_patch <= PM_LOG_PATCH_MOST; log_patch++)
        for (int n = 9 + log_patch; n <= MOST_ROOTS; n += 4) {
            check_patches(&t, n, 1, log_patch);
            check_patches(&t, n, 2, log_patch);
            check_tightness(&t, "ones", n, 0, false, log_patch, 20);
            check_tightness(&t, "few signs", n, 10, false, log_patch, 50);
            check_tightness(&t, "signs", n, 50, false, log_patch, 2e4);
            check_tightness(&t, "ones, complex", n, 0, true, log_patch, 20);
            check_tightness(&t, "roots of unity", n, 75, true, log_patch, 2e3);
        }
    walks_check_wide(&t, "dense", BRUTE_INTEGER, "wide, integers");
    walks_check_wide(&t, "dense", BRUTE_DECIMAL, "wide, decimals");
    walks_check_wide(&t, "dense", BRUTE_GAUSSIAN, "wide, complex");
    for (int n = 29; n <= 64; n += 7)
        walks_check_units(&t, "dense", n);
    return test_done(&t);
}
