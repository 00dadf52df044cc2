/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balls: numbers with a bound on their error.  Compiled once for each floating type.  After every
 * operation the ball contains the exact result, and its bound is small. */
#include "brute.h"
#include "model/convert.h"
#include "num/type.h"

enum {
    POOL = 8,
    OPERATIONS = 20000,
    COMPLEX = PM_TYPE_ID == PM_TYPE_ID_complex || PM_TYPE_ID == PM_TYPE_ID_complex_dd,
    BITS = PM_TYPE_ID == PM_TYPE_ID_dd || PM_TYPE_ID == PM_TYPE_ID_complex_dd ? 106 : 53,
};

#define CONVERT PM_NAME(pm_convert)

/* A ball and a number that it contains. */
struct pair {
    T ball;
    struct pm_gauss truth;
};

static void random_part(fmpq_t x, uint64_t *state)
{
    static const ulong denominator[] = {1, 3, 1024, 625};
    const long bits = (long)test_random(state);
    const int shift = test_between(state, 2, 60);

    fmpq_set_si(x, bits >> shift, denominator[test_between(state, 0, 3)]);
    fmpq_div_2exp(x, x, (ulong)test_between(state, 0, 70));
}

static void fresh(struct pair *x, uint64_t *state, const struct pm_ring *ring)
{
    random_part(x->truth.re, state);
    if (COMPLEX)
        random_part(x->truth.im, state);
    test_need(CONVERT.entry(&x->ball, ring, x->truth.re, x->truth.im, 0));
}

/* x = y op z */
static void operate(struct pair *x, const struct pair *y, const struct pair *z, int op,
                    const struct pm_ring *ring)
{
    struct pm_gauss factor;

    pm_gauss_init(&factor);
    switch (op) {
    case 0:
        x->ball = t_add(ring, y->ball, z->ball);
        pm_gauss_add(&x->truth, &y->truth, &z->truth);
        break;
    case 1:
        x->ball = t_sub(ring, y->ball, z->ball);
        pm_gauss_sub(&x->truth, &y->truth, &z->truth);
        break;
    case 2:
        x->ball = t_mul(ring, y->ball, z->ball);
        pm_gauss_mul(&x->truth, &y->truth, &z->truth);
        break;
    case 3:
        x->ball = t_half(ring, t_ldexp(t_neg(ring, y->ball), -3));
        fmpq_set_si(factor.re, -1, 16);
        pm_gauss_mul(&x->truth, &y->truth, &factor);
        break;
    default:
        x->ball = t_mul(ring, y->ball, t_small(ring, INT64_C(9007199254740995) * (op - 5)));
        fmpq_set_si(factor.re, 9007199254740995L * (op - 5), 1);
        pm_gauss_mul(&x->truth, &y->truth, &factor);
    }
    pm_gauss_clear(&factor);
}

static bool holds(struct pm_part part, const struct pm_gauss *truth)
{
    struct pm_value value;

    pm_value_init(&value);
    const bool good = pm_value_set_part(&value, &part) == PM_OK && brute_contains(&value, truth);
    pm_value_clear(&value);
    return good;
}

static void check_operations(struct test *t, const struct pm_ring *ring)
{
    struct pair pool[POOL];
    uint64_t state = 161803;
    int wrong = 0;

    for (int k = 0; k < POOL; k++) {
        pm_gauss_init(&pool[k].truth);
        fresh(&pool[k], &state, ring);
        wrong += !holds(t_part(ring, pool[k].ball), &pool[k].truth);
    }
    for (int round = 0; round < OPERATIONS; round++) {
        struct pair *const x = &pool[test_between(&state, 0, POOL - 1)];
        const struct pair *const y = &pool[test_between(&state, 0, POOL - 1)];
        const struct pair *const z = &pool[test_between(&state, 0, POOL - 1)];
        operate(x, y, z, test_between(&state, 0, 6), ring);
        wrong += !holds(t_part(ring, x->ball), &x->truth);
        /* Numbers grow, so each one is replaced in turn. */
        fresh(&pool[round % POOL], &state, ring);
    }
    CHECK(t, wrong == 0, "%d operations: %d wrong", OPERATIONS, wrong);
    for (int k = 0; k < POOL; k++)
        pm_gauss_clear(&pool[k].truth);
}

/* A sum whose terms nearly cancel; all of them are near 1 or below. */
static void check_sum(struct test *t, const struct pm_ring *ring)
{
    uint64_t state = 141421;
    struct pm_gauss truth;
    struct pair x;
    A sum = a_zero();
    int wrong = 0;
    enum { TERMS = 5000 };

    PM_EACH(pm_gauss_init, &truth, &x.truth);
    for (int k = 0; k < TERMS; k++) {
        fresh(&x, &state, ring);
        x.ball = t_ldexp(x.ball, -62);
        fmpq_div_2exp(x.truth.re, x.truth.re, 62);
        fmpq_div_2exp(x.truth.im, x.truth.im, 62);
        if (k % 2) {
            a_sub(ring, &sum, x.ball);
            pm_gauss_sub(&truth, &truth, &x.truth);
        } else {
            a_add(ring, &sum, x.ball);
            pm_gauss_add(&truth, &truth, &x.truth);
        }
        wrong += !holds(a_part(ring, sum), &truth);
    }
    CHECK(t, wrong == 0, "a sum of %d terms: %d wrong", TERMS, wrong);
    CHECK(t, a_part(ring, sum).err < TERMS * __builtin_ldexp(8, -BITS),
          "its bound is no larger than the terms' own errors: %g", a_part(ring, sum).err);
    PM_EACH(pm_gauss_clear, &x.truth, &truth);
}

/* A product of numbers between 1 and 2, halved when above 1: each step adds an error of a few units
 * in the last place. */
static void check_product(struct test *t, const struct pm_ring *ring)
{
    enum { FACTORS = 1000 };
    T product = t_one(ring);

    for (int k = 0; k < FACTORS; k++) {
        const T x = t_add(ring, t_one(ring), t_ldexp(t_small(ring, k), -10));
        product = t_mul(ring, product, x);
        if (t_modulus(product) > 1)
            product = t_half(ring, product);
    }
    const double error = t_part(ring, product).err / t_modulus(product);
    CHECK(t, error < FACTORS * __builtin_ldexp(12, -BITS) * (1 + 2 * COMPLEX),
          "%d products: relative error %g", FACTORS, error);
}

int main(void)
{
    const struct pm_ring ring = pm_number_ring_of(pm_number_floating(BITS, COMPLEX));
    struct test t = {0, 0};

    check_operations(&t, &ring);
    check_sum(&t, &ring);
    check_product(&t, &ring);
    return test_done(&t);
}
