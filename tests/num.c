/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers: modular and ball arithmetic against exact arithmetic; the fold; magnitudes; values;
 * Chinese remainders. */
#include "brute.h"
#include "base/budget.h"
#include "num/crt.h"
#include "num/eigen.h"
#include "num/fold.h"
#include "num/value.h"

#include <flint/ulong_extras.h>
#include <math.h>

/* ------------------------------------------------------------------ residues */

#include "num/type_mod.h"

static void check_mod(struct test *t, uint64_t p)
{
    const struct pm_ring ring = pm_number_ring_mod(p);
    uint64_t state = p;
    int wrong = 0;

    for (int round = 0; round < 20000; round++) {
        const uint64_t x = round < 4 ? p - 1 - (uint64_t)round % 2 : test_random(&state) % p;
        const uint64_t y = round < 4 ? p - 1 - (uint64_t)round / 2 : test_random(&state) % p;
        const T a = t_from_residue(&ring, x), b = t_from_residue(&ring, y);
        wrong += t_to_residue(&ring, a) != x;
        wrong += t_to_residue(&ring, t_mul(&ring, a, b)) != n_mulmod2(x, y, p);
        wrong += t_to_residue(&ring, t_add(&ring, a, b)) != n_addmod(x, y, p);
        wrong += t_to_residue(&ring, t_sub(&ring, a, b)) != n_submod(x, y, p);
        wrong += t_to_residue(&ring, t_neg(&ring, a)) != n_negmod(x, p);
        const T half = t_half(&ring, a);
        wrong += t_add(&ring, half, half) != a;
    }
    wrong += t_to_residue(&ring, t_small(&ring, -5)) != (p - 5 % p) % p;
    wrong += t_to_residue(&ring, t_one(&ring)) != 1;
    CHECK(t, wrong == 0, "residues modulo %llu: %d wrong", (unsigned long long)p, wrong);
}

/* ---------------------------------------------------------- Chinese remainders */

/* A random integer of at most `bits` bits, either sign. */
static void random_integer(fmpz_t x, uint64_t *state, int bits)
{
    fmpz_zero(x);
    for (int k = 0; k < bits; k += 32) {
        fmpz_mul_2exp(x, x, 32);
        fmpz_add_ui(x, x, test_random(state) >> 32);
    }
    fmpz_fdiv_r_2exp(x, x, (ulong)bits);
    if (test_random(state) & 1)
        fmpz_neg(x, x);
}

static ulong residue_of(const struct pm_gauss *x, ulong p, ulong iota)
{
    const ulong re = fmpz_fdiv_ui(fmpq_numref(x->re), p);
    const ulong im = fmpz_fdiv_ui(fmpq_numref(x->im), p);

    return n_addmod(re, n_mulmod2(im, iota, p), p);
}

static struct pm_part image_of(const struct pm_ring *ring, const struct pm_gauss *x)
{
    struct pm_part part = {{0}, {0}, {0}, 0, 0};
    fmpz_t word;

    if (ring->number == PM_MOD)
        part.word[0] = residue_of(x, ring->p, ring->iota);
    for (int k = 0; k < PM_RESIDUES && ring->number == PM_MODS; k++)
        part.word[k] = residue_of(x, (ulong)ring->primes[k], ring->iotas[k]);
    if (ring->number != PM_WRAP)
        return part;
    fmpz_init(word);
    for (int k = 0; k < 2; k++) {
        fmpz_fdiv_q_2exp(word, fmpq_numref(x->re), 64 * (ulong)k);
        fmpz_fdiv_r_2exp(word, word, 64);
        part.word[k] = fmpz_get_ui(word);
    }
    fmpz_clear(word);
    return part;
}

static void check_crt(struct test *t, int bits, bool gaussian, enum pm_number number)
{
    struct pm_crt_rings rings;
    struct pm_part part[64];
    struct pm_gauss x, y;
    uint64_t state = 99 + (uint64_t)bits;
    int wrong = 0;

    PM_EACH(pm_gauss_init, &x, &y);
    if (pm_crt_new(&rings, bits, gaussian, number) != PM_OK || rings.count > 64) {
        CHECK(t, false, "rings for %d bits", bits);
        return;
    }
    for (int round = 0; round < 200; round++) {
        random_integer(fmpq_numref(x.re), &state, bits);
        if (gaussian)
            random_integer(fmpq_numref(x.im), &state, bits);
        for (size_t k = 0; k < rings.count; k++)
            part[k] = image_of(&rings.ring[k], &x);
        wrong += pm_crt_recover(&y, &rings, part) != PM_OK || !pm_gauss_equal(&x, &y);
    }
    CHECK(t, wrong == 0, "%d bits%s through %zu rings: %d wrong", bits,
          gaussian ? ", Gaussian" : "", rings.count, wrong);
    pm_crt_clear(&rings);
    PM_EACH(pm_gauss_clear, &x, &y);
}

/* The largest primes p = 1 (mod 4) below a power of two, in their order. */
static void check_primes(struct test *t, int bits)
{
    struct pm_crt_rings rings;
    uint64_t p = (UINT64_C(1) << bits) + 1;
    int wrong = 0;

    test_need(pm_crt_below(&rings, 20.0 * bits, false, bits));
    for (size_t k = 0; k < rings.count; k++) {
        do
            p -= 4;
        while (!n_is_prime(p));
        wrong += rings.ring[k].p != p;
    }
    CHECK(t, wrong == 0, "%zu primes below 2^%d: %d wrong", rings.count, bits, wrong);
    pm_crt_clear(&rings);
}

/* As many primes below 2^24 as are taken have a product of as many bits as they are counted for. */
static void check_many_primes(struct test *t)
{
    struct pm_crt_rings rings;
    double all = 0, bits = 1e5;

    while (isfinite(pm_crt_count_below(bits + 1000, false, 24)))
        bits += 1000;
    test_need(pm_crt_below(&rings, bits, false, 24));
    for (size_t k = 0; k < rings.count; k++)
        all += log2((double)rings.ring[k].p);
    CHECK(t, all > bits + PM_CRT_SPARE && bits > 6e5,
          "%zu primes have %.0f bits, and %.0f are wanted", rings.count, all, bits);
    pm_crt_clear(&rings);
    CHECK(t, pm_crt_below(&rings, 1.6e6, false, 24) == PM_UNABLE, "primes for too many bits");
}

/* ------------------------------------------------------------------ parts, fold */

/* |exact - part| <= part.err for a sum of doubles of very different sizes. */
static void check_part_sum(struct test *t)
{
    const struct pm_ring ring = pm_number_ring_of(PM_REAL);
    uint64_t state = 7;
    int wrong = 0;
    fmpq_t exact, gap, bound;
    struct pm_value value;
    mpq_t term;

    PM_EACH(fmpq_init, exact, gap, bound);
    mpq_init(term);
    pm_value_init(&value);
    for (int round = 0; round < 300; round++) {
        struct pm_part sum = {{0}, {0}, {0}, 0, 0};
        fmpq_zero(exact);
        for (int k = 0; k < 40; k++) {
            const double x =
                ldexp((double)(int64_t)test_random(&state), test_between(&state, -200, 40) - 64);
            /* In odd rounds the low part has any size, and the high parts cancel. */
            const double low =
                round % 2 ? (k % 2 ? -x : x) * ldexp(1, test_between(&state, -70, 0)) : 0;
            struct pm_part part = {.re = {round % 2 && k % 2 ? -sum.re[0] : x, low},
                                   .exp = round % 2 ? 0 : test_between(&state, -3, 3)};
            for (int half = 0; half < 2; half++) {
                mpq_set_d(term, ldexp(part.re[half], (int)part.exp));
                fmpq_set_mpq(gap, term);
                fmpq_add(exact, exact, gap);
            }
            pm_part_add(&ring, &sum, &part);
        }
        wrong += pm_value_set_part(&value, &sum) != PM_OK;
        fmpq_sub(gap, exact, value.centre.re);
        fmpq_abs(gap, gap);
        pm_mag_get_fmpq(bound, value.error);
        wrong += fmpq_cmp(gap, bound) > 0;
        wrong += round % 2 == 0 && sum.err > fabs(sum.re[0]) * 1e-25 + ldexp(1, -60);
    }
    CHECK(t, wrong == 0, "double-double sums stay within their bound: %d wrong", wrong);
    pm_value_clear(&value);
    mpq_clear(term);
    PM_EACH(fmpq_clear, exact, gap, bound);
}

/* Units added in any order, in batches or singly, give the same bits. */
static void check_fold(struct test *t, uint64_t units)
{
    const struct pm_ring ring = pm_number_ring_of(PM_REAL);
    struct pm_fold forward, backward;
    struct pm_part a, b;
    size_t pending = 0;

    pm_fold_init(&forward, &ring);
    pm_fold_init(&backward, &ring);
    for (uint64_t k = 0; k < units; k++) {
        uint64_t seed = k + 1, other = units - k;
        const struct pm_part x = {.re = {(double)test_random(&seed), 0}};
        const struct pm_part y = {.re = {(double)test_random(&other), 0}};
        if (pm_fold_add(&forward, 0, k, &x) != PM_OK ||
            pm_fold_add(&backward, 0, units - 1 - k, &y) != PM_OK)
            break;
        pending = forward.count > pending ? forward.count : pending;
    }
    pm_fold_sum(&a, &forward);
    pm_fold_sum(&b, &backward);
    CHECK(t, pm_part_same(&a, &b) && pending <= 65, "%llu units, forward and backward",
          (unsigned long long)units);
    PM_EACH(pm_fold_clear, &forward, &backward);
}

/* ------------------------------------------------------------------ magnitudes */

static void check_mag(struct test *t)
{
    uint64_t state = 5;
    int wrong = 0;
    fmpq_t x, y, exact, bound;

    PM_EACH(fmpq_init, x, y, exact, bound);
    for (int round = 0; round < 3000; round++) {
        random_integer(fmpq_numref(x), &state, 1 + round % 300);
        random_integer(fmpq_numref(y), &state, 1 + round % 77);
        fmpq_abs(x, x);
        fmpq_abs(y, y);
        fmpq_div_2exp(x, x, (ulong)(round % 500));
        fmpq_add(exact, x, y);
        pm_mag_get_fmpq(bound, pm_mag_add(pm_mag_fmpq(x), pm_mag_fmpq(y)));
        wrong += fmpq_cmp(exact, bound) > 0;
        fmpq_mul(exact, x, y);
        pm_mag_get_fmpq(bound, pm_mag_mul(pm_mag_fmpq(x), pm_mag_fmpq(y)));
        wrong += fmpq_cmp(exact, bound) > 0;
        fmpq_mul_2exp(exact, exact, 1);
        wrong += fmpq_cmp(bound, exact) > 0; /* the bound is tight, too */
    }
    CHECK(t, wrong == 0, "magnitudes bound sums and products: %d wrong", wrong);
    wrong = 0;
    for (int exp = -300; exp <= 300; exp++) {
        const struct pm_mag some = pm_mag_double(1, exp), none = pm_mag_double(INFINITY, 0);
        wrong +=
            pm_mag_is_finite(pm_mag_add(some, none)) + pm_mag_is_finite(pm_mag_add(none, some));
        wrong +=
            pm_mag_is_finite(pm_mag_hypot(some, none)) + pm_mag_is_finite(pm_mag_hypot(none, some));
    }
    CHECK(t, wrong == 0, "a sum with a term without bound has none: %d wrong", wrong);
    PM_EACH(fmpq_clear, x, y, exact, bound);
}

/* A part that is 0 changes no other part, whatever their exponents are. */
static void check_zero_part(struct test *t)
{
    static const struct pm_part zero = {.exp = 0}, tiny = {.re = {1, 0x1p-60}, .exp = -5000};
    const struct pm_ring ring = pm_number_ring_of(PM_DD);
    struct pm_part first = zero, second = tiny;

    pm_part_add(&ring, &first, &tiny);
    pm_part_add(&ring, &second, &zero);
    CHECK(t, pm_part_same(&first, &tiny) && pm_part_same(&second, &tiny), "0 + 2^-5000");
}

static bool wants_stop(void *asked)
{
    ++*(int *)asked;
    return true;
}

static double twice(double x)
{
    return 2 * x;
}

/* Jacobi's rotations ask the budget, and end where it says so. */
static void check_eigen_stop(struct test *t)
{
    enum { N = 30 };
    double complex h[N * N];
    double a[N * N], least, most;
    int asked = 0;
    struct pm_budget budget = {.stop = wants_stop, .asked = &asked};

    for (int at = 0; at < N * N; at++)
        h[at] = a[at] = 1.0 / (1 + at / N + at % N);
    pm_budget_open(&budget);
    CHECK(t, pm_eigen_range(&least, &most, h, N) == PM_STOPPED && asked == 1, "a range is stopped");
    CHECK(t, pm_eigen_map(a, a, N, twice) == PM_STOPPED && asked == 2, "a function is stopped");
    pm_budget_close(&budget, PM_OK);
    for (int at = 0; at < N * N; at++)
        a[at] = creal(h[at]);
    test_need(pm_eigen_map(a, a, N, twice));
    double off = 0;
    for (int at = 0; at < N * N; at++)
        off = fmax(off, fabs(a[at] - 2 * creal(h[at])));
    CHECK(t, off < 1e-12, "twice Hilbert's matrix: %g off", off);
}

int main(void)
{
    struct test t = {0, 0};

    check_mod(&t, 3);
    check_mod(&t, 1000003);
    check_mod(&t, UINT64_C(2305843009213693951));
    check_mod(&t, UINT64_C(4611686018427387847)); /* the largest prime below 2^62 */
    check_crt(&t, 1, false, PM_MOD);
    check_crt(&t, 61, false, PM_MOD);
    check_crt(&t, 125, false, PM_WRAP);
    check_crt(&t, 700, false, PM_MOD);
    check_crt(&t, 30, true, PM_MOD);
    check_crt(&t, 500, true, PM_MOD);
    check_crt(&t, 3, false, PM_MODS);
    check_crt(&t, 700, false, PM_MODS);
    check_crt(&t, 500, true, PM_MODS);
    check_primes(&t, 40);
    check_primes(&t, 48);
    check_many_primes(&t);
    check_part_sum(&t);
    check_zero_part(&t);
    check_fold(&t, 1);
    check_fold(&t, 64);
    check_fold(&t, 1000);
    check_mag(&t);
    check_eigen_stop(&t);
    return test_done(&t);
}
