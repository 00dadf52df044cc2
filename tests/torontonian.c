/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_batch() against the sum over sets of modes, where each determinant and each form is
 * computed in complex balls from the caller's matrix. */
#include "stack_kinds.h"
#include "engine/isa/isa.h"
#include "engine/torontonian/torontonian.h"
#include "tests/test.h"

#if __has_include(<flint/acb_mat.h>)
#include <flint/acb_mat.h>
#else
#include <acb_mat.h>
#endif
#include <complex.h>
#include <math.h>
#include <string.h>

enum { MOST = 6, SIZE = 2 * MOST, BITS = 4000 };

enum kind { REAL, COMPLEX, PAIRED, KINDS };

struct drawn {
    int n; /* modes */
    enum kind kind;
    bool looped;
    double complex o[SIZE * SIZE], g[SIZE];
};

static double complex *entry(struct drawn *d, int i, int j)
{
    return d->o + i * 2 * d->n + j;
}

/* Makes pairs of rows those of a and a*. */
static void pair_up(struct drawn *d)
{
    const int n = d->n;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            *entry(d, i, j + n) = (*entry(d, i, j + n) + *entry(d, j, i + n)) / 2;
            *entry(d, j, i + n) = *entry(d, i, j + n);
        }
        d->g[i + n] = conj(d->g[i]);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            *entry(d, i + n, j + n) = conj(*entry(d, i, j));
            *entry(d, i + n, j) = conj(*entry(d, i, j + n));
        }
}

/* A Hermitian matrix O with a norm below 1, times `scale`; some modes may be in their vacuum. */
static void draw(struct drawn *d, uint64_t *seed, double scale)
{
    *d = (struct drawn){.n = test_between(seed, 0, MOST),
                        .kind = (enum kind)test_between(seed, 0, KINDS - 1),
                        .looped = test_between(seed, 0, 1)};
    const int size = 2 * d->n;
    for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
            const double re = test_real(seed), im = test_real(seed);
            *entry(d, i, j) = scale / (2 * size) * (re + (d->kind != REAL && i != j ? I * im : 0));
            *entry(d, j, i) = conj(*entry(d, i, j));
        }
        d->g[i] = d->looped ? test_real(seed) + (d->kind != REAL ? I * test_real(seed) : 0) : 0;
    }
    if (d->kind == PAIRED)
        pair_up(d);
    if (d->n > 0 && test_between(seed, 0, 9) == 0) {
        const int mode = test_between(seed, 0, d->n - 1);
        for (int k = 0; k < 2 * size; k++) {
            const int line = mode + k / size * d->n;
            *entry(d, line, k % size) = *entry(d, k % size, line) = 0;
            d->g[line] = 0;
        }
    }
}

/* The term of a set of modes. */
static void add_term(arb_t sum, const struct drawn *d, int set)
{
    int row[SIZE], size = 0;
    acb_mat_t m, g, x;
    acb_t form, det;

    for (int k = 0; k < 2 * d->n; k++)
        if (set >> k % d->n & 1)
            row[size++] = k;
    acb_mat_init(m, size, size);
    acb_mat_init(g, size, 1);
    acb_mat_init(x, size, 1);
    PM_EACH(acb_init, form, det);
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) {
            const double complex z = -d->o[row[i] * 2 * d->n + row[j]];
            acb_set_d_d(acb_mat_entry(m, i, j), creal(z), cimag(z));
            if (i == j)
                acb_add_ui(acb_mat_entry(m, i, j), acb_mat_entry(m, i, j), 1, BITS);
        }
        acb_set_d_d(acb_mat_entry(g, i, 0), creal(d->g[row[i]]), -cimag(d->g[row[i]]));
    }
    acb_mat_det(det, m, BITS);
    acb_mat_solve(x, m, g, BITS);
    for (int i = 0; i < size; i++) {
        acb_conj(acb_mat_entry(g, i, 0), acb_mat_entry(g, i, 0));
        acb_addmul(form, acb_mat_entry(g, i, 0), acb_mat_entry(x, i, 0), BITS);
    }
    arb_mul_2exp_si(acb_realref(form), acb_realref(form), -1);
    arb_exp(acb_realref(form), acb_realref(form), BITS);
    arb_rsqrt(acb_realref(det), acb_realref(det), BITS);
    arb_mul(acb_realref(det), acb_realref(det), acb_realref(form), BITS);
    int excluded = 0;
    for (int k = 0; k < d->n; k++)
        excluded += !(set >> k & 1);
    (excluded % 2 == 0 ? arb_add : arb_sub)(sum, sum, acb_realref(det), BITS);
    PM_EACH(acb_clear, det, form);
    PM_EACH(acb_mat_clear, x, g, m);
}

/* |value - want| <= bound, and the bound is as small as promised. */
static bool is_right(const struct drawn *d, double value, double bound, double promised)
{
    arb_t want, off;
    mag_t size;

    PM_EACH(arb_init, want, off);
    mag_init(size);
    for (int set = 0; set < 1 << d->n; set++)
        add_term(want, d, set);
    arb_set_d(off, value);
    arb_sub(off, off, want, BITS);
    arb_get_mag(size, off);
    const double error = mag_get_d(size);
    arb_get_mag(size, want);
    const bool right =
        error <= bound * (1 + 0x1p-25) + 0x1p-1000 && bound <= promised * mag_get_d(size);
    mag_clear(size);
    PM_EACH(arb_clear, off, want);
    return right;
}

static void check_random(struct test *t, uint64_t *seed)
{
    static const double scales[] = {1.4, 0.5, 1e-3, 1e-9};
    static const int precisions[] = {PM_PRECISION_AUTO, PM_PRECISION_EXACT, PM_PRECISION_DD, 300};
    static const double promised[] = {1e-12, 0x1p-51, 0x1p200, 0x1p200};
    int wrong[4] = {0};

    for (int round = 0; round < test_rounds(300); round++) {
        struct drawn d;
        double value, bound, real[SIZE * SIZE], loop[SIZE];
        draw(&d, seed, scales[round % 4]);
        for (int k = 0; k < SIZE * SIZE; k++)
            real[k] = creal(d.o[k]);
        for (int k = 0; k < SIZE; k++)
            loop[k] = creal(d.g[k]);
        const bool as_real = d.kind == REAL && round % 3 > 0;
        const int which = test_between(seed, 0, 3);
        pm_stack s = TEST_STACK(as_real ? PM_ENTRIES_REAL : PM_ENTRIES_COMPLEX,
                                as_real ? (const void *)real : d.o, 2 * d.n, 2 * d.n);
        s.precision = (pm_precision)precisions[which];
        const void *const loops = as_real ? (const void *)loop : d.g;
        test_need(ask_torontonians(&value, &bound, &s, d.looped ? loops : NULL, 0, 1 + round % 2));
        wrong[which] += !is_right(&d, value, bound, promised[which]);
    }
    for (int k = 0; k < 4; k++)
        CHECK(t, wrong[k] == 0, "precision %d: %d wrong", precisions[k], wrong[k]);
}

/* n equal modes without correlations: tor = (1/(1 - x) - 1)^n for O = x I.  Also in units. */
static void check_products(struct test *t)
{
    enum { N = 14 };
    static double o[4 * N * N];
    double value[2], bound[2];
    bool right = true;

    for (int n = 0; n <= N; n++) {
        memset(o, 0, sizeof o);
        for (int k = 0; k < 2 * n; k++)
            o[k * (2 * n + 1)] = 0.75;
        const pm_stack s = TEST_STACK(PM_ENTRIES_REAL, o, 2 * n, 2 * n);
        for (int k = 0; k < 2; k++)
            test_need(ask_torontonians(value + k, bound + k, &s, NULL, 0, 1 + 2 * k));
        right = right && fabs(value[0] - pow(3, n)) <= bound[0] && bound[0] < 1e-15 * pow(3, n) &&
                value[0] == value[1] && bound[0] == bound[1];
    }
    CHECK(t, right, "modes without correlations, with one and three threads");
}

static void check_edges(struct test *t)
{
    static const double singular[16] = {1, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5};
    double o[16] = {0}, value, bound;
    pm_stack s = TEST_STACK(PM_ENTRIES_REAL, o, 4, 4);

    o[0] = 2;
    o[5] = 0.5;
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, 0, 1) == PM_DOMAIN, "%s", pm_message());
    s.data = singular;
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, 0, 1) == PM_DOMAIN, "%s", pm_message());
    s.data = o;
    o[0] = 1 - 0x1p-60;
    o[1] = 0.5;
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, 0, 1) == PM_INPUT, "%s", pm_message());
    o[1] = o[5] = 0;
    o[0] = 1 - 0x1p-53; /* close to singular: 1 / 2^(-53/2) - 1, times 0 of mode 1 */
    test_need(ask_torontonians(&value, &bound, &s, NULL, 0, 1));
    CHECK(t, value == 0 && bound == 0, "a mode in its vacuum");
    o[5] = o[15] = 0.75; /* modes 0 and 1: 2^26.5 - 1, and 3 */
    test_need(ask_torontonians(&value, &bound, &s, NULL, 0, 1));
    const double want = 3 * (sqrt(0x1p53) - 1);
    CHECK(t, fabs(value - want) <= 4e-16 * want && bound <= 4e-16 * want, "close to singular");
    o[0] = -1e300; /* beyond double-double: 1e-150 */
    test_need(ask_torontonians(&value, &bound, &s, NULL, 0, 1));
    CHECK(t, fabs(value + 3) <= 1e-15 && bound <= 1e-15, "a large entry");
    o[0] = 0.75;
    o[2] = 1e-13; /* rows 0 and 2 are not quite equal to columns 0 and 2 */
    test_need(ask_torontonians(&value, &bound, &s, NULL, 1e-12, 1));
    CHECK(t, fabs(value - 3) <= 1e-12, "the mean of two entries");
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, 1e-14, 1) == PM_INPUT, "%s", pm_message());
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, -1, 1) == PM_INPUT, "%s", pm_message());
    s.entries = PM_ENTRIES_INTEGER;
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, 0, 1) == PM_INPUT, "%s", pm_message());
    s.entries = PM_ENTRIES_REAL;
    s.rows = s.cols = 3;
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, 0, 1) == PM_INPUT, "%s", pm_message());
    o[0] = NAN;
    s.rows = s.cols = 2;
    CHECK(t, ask_torontonians(&value, &bound, &s, NULL, 0, 1) == PM_INPUT, "%s", pm_message());
}

/* ------------------------------------------------------------------ the bound of double-double */

/* x = 1 - y or -y */
static void set_entry(arb_t x, bool diagonal, struct pm_dd y)
{
    arb_t low;

    arb_init(low);
    arb_set_d(x, -y.hi);
    arb_set_d(low, -y.lo);
    arb_add(x, x, low, BITS);
    arb_add_ui(x, x, diagonal, BITS);
    arb_clear(low);
}

/* Whether pm_torontonian_dd() keeps within its bound, for modes without correlations with each
 * other.  *able: it found a sum. */
static bool dd_is_right(bool *able, struct pm_dd *entry, int modes)
{
    const int rows = 2 * modes;
    const struct pm_torontonian t = {.modes = modes,
                                     .block = 2,
                                     .rows = rows,
                                     .entry = entry,
                                     .isa = pm_isa_list()[0],
                                     .threads = 1};
    struct pm_dd sum;
    struct pm_mag error;
    arb_t want, det, x;
    mag_t off;

    *able = pm_torontonian_dd(&sum, &error, &t) == PM_OK;
    if (!*able)
        return true;
    PM_EACH(arb_init, want, det, x);
    mag_init(off);
    arb_one(want);
    for (int i = 0; i < rows; i += 2) { /* 1 / sqrt(det) - 1 */
        set_entry(det, true, entry[i * (rows + 1)]);
        set_entry(x, true, entry[(i + 1) * (rows + 1)]);
        arb_mul(det, det, x, BITS);
        set_entry(x, false, entry[i * (rows + 1) + 1]);
        arb_submul(det, x, x, BITS);
        arb_rsqrt(x, det, BITS);
        arb_sub_ui(x, x, 1, BITS);
        arb_mul(want, want, x, BITS);
    }
    arb_set_d(x, sum.hi);
    arb_sub(want, want, x, BITS);
    arb_set_d(x, sum.lo);
    arb_sub(want, want, x, BITS);
    arb_get_mag(off, want);
    const bool right = mag_get_d(off) * (1 - 0x1p-25) <= pm_mag_get_double(error);
    mag_clear(off);
    PM_EACH(arb_clear, x, det, want);
    return right;
}

/* A mode whose M has an eigenvalue near 2^-26 and diagonal entries of different sizes: elimination
 * loses half of the digits of double-double. */
static void check_singular(struct test *t, uint64_t *seed)
{
    int wrong = 0, unable = 0;

    for (int round = 0; round < 100; round++) {
        const double x = fabs(test_real(seed)) * 0.74, y = fabs(test_real(seed)) * 0.74;
        const double share = 1 - ldexp(1, -test_between(seed, 1, 24));
        const double between = sqrt((1 - x) * (1 - y)) * share * (round % 2 == 0 ? 1 : -1);
        struct pm_dd entry[4] = {{x, 0}, {between, 0}, {between, 0}, {y, 0}};
        bool able;
        wrong += !dd_is_right(&able, entry, 1);
        unable += !able;
    }
    CHECK(t, wrong == 0 && unable == 0, "close to singular: %d bounds too small, %d without a sum",
          wrong, unable);
}

/* The determinant of many modes with M near 2^-53 leaves the range of doubles. */
static void check_range(struct test *t, uint64_t *seed)
{
    enum { MODES = 10, ROWS = 2 * MODES };
    int wrong = 0, able = 0;

    for (int modes = 1; modes <= MODES; modes++) {
        struct pm_dd entry[ROWS * ROWS] = {{0, 0}};
        bool found;
        for (int i = 0; i < 2 * modes; i++)
            entry[i * (2 * modes + 1)] = (struct pm_dd){1 - 0x1p-53, test_real(seed) * 0x1p-55};
        wrong += !dd_is_right(&found, entry, modes);
        able += found;
    }
    CHECK(t, wrong == 0 && able > 0 && able < MODES, "small pivots: %d wrong, %d of %d able", wrong,
          able, MODES);
}

int main(void)
{
    struct test t = {0};
    uint64_t seed = 33;

    check_products(&t);
    check_edges(&t);
    check_random(&t, &seed);
    check_singular(&t, &seed);
    check_range(&t, &seed);
    return test_done(&t);
}
