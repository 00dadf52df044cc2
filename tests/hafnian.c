/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `hafnian` against the definition with every kind of number, and on graphs whose number of
 * perfect matchings is known. */
#include "brute.h"
#include "plan/choice.h"
#include "run/core.h"

#include <stdlib.h>

extern const struct pm_engine pm_engine_hafnian;

static pm_status run(struct pm_value *value, const struct pm_matrix *a, enum pm_want want,
                     bool complex_values, int threads)
{
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    struct pm_planner planner = {
        .ask.kind = PM_HAFNIAN,
        .ask.want = want,
        .ask.bits = 53,
        .ask.complex_values = complex_values,
        .policy.engine = &pm_engine_hafnian,
        .ask.prime = 1000003,
        .policy.limits = {.memory = UINT64_C(1) << 30, .threads = threads}};
    struct pm_way way;

    PM_TRY(pm_way_find(&way, &core, &planner, NULL));
    if (want == PM_WANT_FLOATING) {
        /* With floating numbers even where the planner prefers exact ones. */
        way.exact = false;
        way.number = complex_values ? PM_COMPLEX : PM_REAL;
        way.rings = 1;
    }
    const pm_status status = pm_core_alone(value, a, &way, &planner.policy.limits);
    pm_way_clear(&way);
    return status;
}

static void check_random(struct test *t, enum pm_want want, enum brute_entries kind)
{
    uint64_t state = 31 + (uint64_t)kind + 8 * (uint64_t)want;
    struct pm_gauss truth;
    struct pm_value value;
    int wrong = 0, nonzero = 0;

    pm_gauss_init(&truth);
    pm_value_init(&value);
    for (int round = 0; round < 150; round++) {
        struct pm_matrix *const a = brute_symmetric(&state, test_between(&state, 1, 10),
                                                    test_between(&state, 30, 100), kind);
        brute_hafnian(&truth, a);
        const pm_status status =
            run(&value, a, want, kind == BRUTE_GAUSSIAN, test_between(&state, 1, 2));
        wrong +=
            status != PM_OK || !(want == PM_WANT_FLOATING ? brute_contains(&value, &truth)
                                                          : pm_gauss_equal(&value.centre, &truth));
        nonzero += !pm_gauss_is_zero(&truth);
        pm_matrix_free(a);
    }
    pm_value_clear(&value);
    pm_gauss_clear(&truth);
    CHECK(t, wrong == 0 && nonzero > 20, "random, want %d, kind %d: %d of 150 wrong", (int)want,
          (int)kind, wrong);
}

/* Entries from 1e-200 to 1e200.  The engine divides by the scale, and the bound is small. */
static void check_scale(struct test *t)
{
    uint64_t state = 5;
    struct pm_gauss truth;
    struct pm_value value;
    int wrong = 0, vague = 0;

    pm_gauss_init(&truth);
    pm_value_init(&value);
    for (int round = 0; round < 40; round++) {
        struct pm_matrix *const a =
            brute_symmetric(&state, 2 * test_between(&state, 1, 4), 100, BRUTE_PATTERN);
        int shift[8];
        for (int i = 0; i < a->rows; i++)
            shift[i] = test_between(&state, -300, 300);
        for (int i = 0; i < a->rows; i++)
            for (int k = a->start[i]; k < a->start[i + 1]; k++) {
                const int e = shift[i] + shift[a->col[k]];
                if (e < 0)
                    fmpq_div_2exp(a->re + k, a->re + k, (ulong)-e);
                else
                    fmpq_mul_2exp(a->re + k, a->re + k, (ulong)e);
            }
        brute_hafnian(&truth, a);
        fmpq_t share;
        fmpq_init(share);
        wrong +=
            run(&value, a, PM_WANT_FLOATING, false, 1) != PM_OK || !brute_contains(&value, &truth);
        if (pm_mag_is_finite(value.error)) {
            pm_mag_get_fmpq(share, value.error);
            fmpq_mul_2exp(share, share, 40);
            vague += fmpq_cmp(share, truth.re) > 0;
        }
        fmpq_clear(share);
        pm_matrix_free(a);
    }
    pm_value_clear(&value);
    pm_gauss_clear(&truth);
    CHECK(t, wrong == 0 && vague == 0, "scaled: %d wrong, %d with less than 40 bits", wrong, vague);
}

/* An order with several units: three kinds of numbers agree, and the bits are the same for any
 * number of threads. */
static void check_units(struct test *t)
{
    uint64_t state = 77;
    struct pm_matrix *const a = brute_symmetric(&state, 28, 40, BRUTE_INTEGER);
    struct pm_value exact, residue, one, three;
    fmpq_t gap;

    pm_value_init(&exact);
    pm_value_init(&residue);
    pm_value_init(&one);
    pm_value_init(&three);
    fmpq_init(gap);
    const bool done = run(&exact, a, PM_WANT_EXACT, false, 2) == PM_OK &&
                      run(&residue, a, PM_WANT_RESIDUE, false, 2) == PM_OK &&
                      run(&one, a, PM_WANT_FLOATING, false, 1) == PM_OK &&
                      run(&three, a, PM_WANT_FLOATING, false, 3) == PM_OK;
    fmpq_sub(gap, exact.centre.re, residue.centre.re);
    CHECK(t,
          done && !pm_gauss_is_zero(&exact.centre) && fmpz_fdiv_ui(fmpq_numref(gap), 1000003) == 0,
          "order 28: exact and residue");
    CHECK(t, done && brute_contains(&one, &exact.centre), "order 28: exact and floating");
    CHECK(t, done && brute_same_bits(&one, &three), "order 28: same bits with 1 and 3 threads");
    fmpq_clear(gap);
    pm_value_clear(&exact);
    pm_value_clear(&residue);
    pm_value_clear(&one);
    pm_value_clear(&three);
    pm_matrix_free(a);
}

/* Cases where traces could fail: large entries among ones. */
static long one_million(int i, int j, int n)
{
    (void)n;
    return i == 0 && j == 1 ? 1000000 : 1;
}

/* The Petersen graph: the outer cycle 0 .. 4, the pentagram 5 .. 9, and the spokes. */
static long petersen(int i, int j, int n)
{
    (void)n;
    return j < 5 ? j - i == 1 || j - i == 4 : i < 5 ? j - i == 5 : j - i == 2 || j - i == 3;
}

static long hypercube(int i, int j, int n)
{
    (void)n;
    return __builtin_popcount((unsigned)(i ^ j)) == 1;
}

static long torus(int i, int j, int n) /* 4 x 4 */
{
    const int r = abs(i / 4 - j / 4), c = abs(i % 4 - j % 4);

    (void)n;
    return (r == 0 && (c == 1 || c == 3)) || (c == 0 && (r == 1 || r == 3));
}

static void check_known(struct test *t, const char *name, int n,
                        long (*weight)(int i, int j, int n), const char *want)
{
    struct pm_matrix *const a = brute_mirrored(brute_from(n, n, weight));
    struct pm_value value;

    pm_value_init(&value);
    brute_check_integer(t, name, run(&value, a, PM_WANT_EXACT, false, 2), &value, want);
    pm_value_clear(&value);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    for (int kind = 0; kind < BRUTE_KINDS; kind++) {
        if (kind != BRUTE_DECIMAL) /* exact cores have integer entries */
            check_random(&t, PM_WANT_EXACT, (enum brute_entries)kind);
        check_random(&t, PM_WANT_FLOATING, (enum brute_entries)kind);
    }
    check_scale(&t);
    check_units(&t);
    check_known(&t, "no vertices", 0, brute_one, "1");
    check_known(&t, "one vertex", 1, brute_one, "0");
    check_known(&t, "K_7", 7, brute_one, "0");
    check_known(&t, "K_8", 8, brute_one, "105"); /* (2n - 1)!! */
    check_known(&t, "K_20", 20, brute_one, "654729075");
    check_known(&t, "K_30", 30, brute_one, "6190283353629375");
    check_known(&t, "an entry of a million", 8, one_million, "15000090"); /* 15 10^6 + 90 */
    check_known(&t, "Petersen", 10, petersen, "6");
    check_known(&t, "Q_4", 16, hypercube, "272");         /* OEIS A005271 */
    check_known(&t, "king 4 x 4", 16, brute_king, "280"); /* OEIS A239273 */
    check_known(&t, "torus 4 x 4", 16, torus, "272");     /* OEIS A335586 */
    return test_done(&t);
}
