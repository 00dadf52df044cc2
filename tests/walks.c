/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walks.h"

#include "brute.h"
#include "engine/dense/strands.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ matrices */

/* A random integer of `bits` bits times 2^exp. */
static void set_dyadic(fmpq_t x, uint64_t *state, int bits, long exp)
{
    fmpq_set_ui(x, test_random(state) >> (64 - bits), 1);
    if (exp >= 0)
        fmpq_mul_2exp(x, x, (ulong)exp);
    else
        fmpq_div_2exp(x, x, (ulong)-exp);
}

static void sign(fmpq_t x, uint64_t *state)
{
    if (test_random(state) >> 63)
        fmpq_neg(x, x);
}

static void draw_positive(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 53, -53);
}

static void draw_signed(fmpq_t x, uint64_t *state, int i, int j)
{
    draw_positive(x, state, i, j);
    sign(x, state);
}

static void draw_pattern(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    fmpq_set_si(x, test_between(state, 0, 2) == 0, 1);
}

static void draw_integer(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    fmpq_set_si(x, test_between(state, -9, 9), 1);
}

static void draw_third(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    fmpq_set_si(x, test_between(state, -20, 20), (ulong[]){1, 3, 7, 10}[test_between(state, 0, 3)]);
}

/* 1e-300 to 1e300 */
static void draw_wide(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 20, test_between(state, -1016, 976));
    sign(x, state);
}

static void draw_medium(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 30, test_between(state, -60, 0));
    sign(x, state);
}

/* Multiples of the smallest subnormal number. */
static void draw_subnormal(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i, (void)j;
    set_dyadic(x, state, 6, -1074);
    sign(x, state);
}

static void draw_hot(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i;
    set_dyadic(x, state, 40, j == 2 ? 400 : -40);
}

/* Rows of which one column is a tiny share, others none at all: every class of rows. */
static void draw_pivots(fmpq_t x, uint64_t *state, int i, int j)
{
    if (test_between(state, 0, 3) == 0)
        fmpq_zero(x);
    else
        set_dyadic(x, state, 30, (i + j) % 3 == 0 ? -70 : -30);
    sign(x, state);
}

/* Row sums that cancel: alternating columns, nearly. */
static void draw_cancelling(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)i;
    set_dyadic(x, state, 10, -50);
    fmpq_add_si(x, x, 1);
    if (j & 1)
        fmpq_neg(x, x);
}

static void draw_zero_row(fmpq_t x, uint64_t *state, int i, int j)
{
    draw_signed(x, state, i, j);
    if (i == 1)
        fmpq_zero(x);
}

static void draw_large(fmpq_t x, uint64_t *state, int i, int j)
{
    (void)j;
    set_dyadic(x, state, i % 3 == 0 ? 64 : i % 3 == 1 ? 44 : 20, 0);
    sign(x, state);
}

const struct draw walks_integers[] = {
    {"pattern", draw_pattern, false},    {"integer", draw_integer, false},
    {"large", draw_large, false},        {"complex integer", draw_integer, true},
    {"complex large", draw_large, true}, {NULL, NULL, false},
};

const struct draw walks_draws[] = {
    {"positive", draw_positive, false},
    {"signed", draw_signed, false},
    {"pattern", draw_pattern, false},
    {"integer", draw_integer, false},
    {"rational", draw_third, false},
    {"wide exponents", draw_wide, false},
    {"medium exponents", draw_medium, false},
    {"subnormal", draw_subnormal, false},
    {"one hot column", draw_hot, false},
    {"all pivots", draw_pivots, false},
    {"cancelling", draw_cancelling, false},
    {"zero row", draw_zero_row, false},
    {"complex signed", draw_signed, true},
    {"complex integer", draw_integer, true},
    {"complex rational", draw_third, true},
    {"complex wide", draw_wide, true},
    {"complex pivots", draw_pivots, true},
    {"complex cancelling", draw_cancelling, true},
    {NULL, NULL, false},
};

static void give_up(void)
{
    printf("Bail out! %s\n", pm_message());
    exit(99);
}

static struct pm_matrix *draw_matrix(const struct draw *draw, uint64_t *state, int n, int percent)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    pm_status status = PM_OK;
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    pm_triplets_init(&t, n, n, draw->complex_values);
    for (int i = 0; i < n && status == PM_OK; i++)
        for (int j = 0; j < n && status == PM_OK; j++) {
            if (test_between(state, 0, 99) >= percent)
                continue;
            draw->entry(re, state, i, j);
            if (draw->complex_values)
                draw->entry(im, state, i, j);
            status = pm_triplets_add(&t, i, j, re, draw->complex_values ? im : NULL);
        }
    if (status != PM_OK || pm_matrix_from_triplets(&a, &t) != PM_OK)
        give_up();
    pm_triplets_clear(&t);
    fmpq_clear(re);
    fmpq_clear(im);
    return a;
}

/* ------------------------------------------------------------------ exact permanents */

/* Row by row over the sets of columns that are used. */
static void exact_permanent(struct pm_gauss *value, const struct pm_matrix *a)
{
    const unsigned full = (1u << a->cols) - 1;
    struct pm_gauss *const table = calloc((size_t)full + 1, sizeof *table), x;

    if (table == NULL)
        give_up();
    pm_gauss_init(&x);
    for (unsigned set = 0; set <= full; set++)
        pm_gauss_init(&table[set]);
    pm_gauss_set_si(&table[0], 1);
    for (unsigned set = 0; set < full; set++) {
        const int row = __builtin_popcount(set);
        if (pm_gauss_is_zero(&table[set]))
            continue;
        for (int k = a->start[row]; k < a->start[row + 1]; k++) {
            if (set >> a->col[k] & 1)
                continue;
            pm_gauss_set_parts(&x, a->re + k, a->im != NULL ? a->im + k : NULL);
            pm_gauss_mul(&x, &x, &table[set]);
            struct pm_gauss *const sum = &table[set | 1u << a->col[k]];
            pm_gauss_add(sum, sum, &x);
        }
    }
    pm_gauss_set(value, &table[full]);
    for (unsigned set = 0; set <= full; set++)
        pm_gauss_clear(&table[set]);
    pm_gauss_clear(&x);
    free(table);
}

/* A rank-one matrix with something else on the diagonal, a_ij = u_i v_j + [i = j] w_i:
 * per = sum over k of k! [z^k] prod_i (w_i + u_i v_i z). */
struct pm_matrix *walks_bordered(struct pm_gauss *value, uint64_t *state, int n)
{
    struct pm_triplets t;
    struct pm_matrix *a = NULL;
    fmpq_t x, u[64], v[64], poly[65];
    pm_status status = PM_OK;

    pm_triplets_init(&t, n, n, false);
    fmpq_init(x);
    fmpq_init(poly[0]);
    fmpq_one(poly[0]);
    for (int i = 0; i < n; i++) {
        fmpq_init(u[i]);
        fmpq_init(v[i]);
        fmpq_init(poly[i + 1]);
        fmpq_set_si(u[i], test_between(state, 1, 9), 10);
        fmpq_set_si(v[i], test_between(state, 1, 9), 3);
    }
    for (int i = 0; i < n; i++) {
        fmpq_t w, uv;
        fmpq_init(w);
        fmpq_init(uv);
        fmpq_set_si(w, test_between(state, -30, 9), 7);
        fmpq_mul(uv, u[i], v[i]);
        for (int k = i + 1; k > 0; k--) {
            fmpq_mul(poly[k], poly[k], w);
            fmpq_addmul(poly[k], poly[k - 1], uv);
        }
        fmpq_mul(poly[0], poly[0], w);
        for (int j = 0; j < n && status == PM_OK; j++) {
            fmpq_mul(x, u[i], v[j]);
            if (i == j)
                fmpq_add(x, x, w);
            status = pm_triplets_add(&t, i, j, x, NULL);
        }
        fmpq_clear(w);
        fmpq_clear(uv);
    }
    if (status != PM_OK || pm_matrix_from_triplets(&a, &t) != PM_OK)
        give_up();
    fmpq_set(x, poly[n]);
    for (int k = n; k > 0; k--) { /* Horner in k! */
        fmpq_mul_si(x, x, k);
        fmpq_add(x, x, poly[k - 1]);
    }
    pm_gauss_set_parts(value, x, NULL);
    fmpq_clear(x);
    fmpq_clear(poly[0]);
    for (int i = 0; i < n; i++) {
        fmpq_clear(u[i]);
        fmpq_clear(v[i]);
        fmpq_clear(poly[i + 1]);
    }
    pm_triplets_clear(&t);
    return a;
}

/* ------------------------------------------------------------------ checks */

pm_status walks_value(struct pm_value *value, const char *name, const struct pm_matrix *a,
                      enum pm_number number, int threads)
{
    const struct pm_engine *const engine = pm_engine_find(name);
    const struct pm_planner planner = {
        .want = PM_WANT_FLOATING,
        .engine = engine,
        .limits = {.memory = UINT64_C(1) << 30, .threads = threads},
    };
    const struct pm_core core = {.a = a};
    struct pm_way way = {.engine = engine, .number = number, .rings = 1, .seconds = 1};

    PM_TRY(engine->cost(&way.cost, &core, way.number, &planner.limits));
    const pm_status status = pm_run_way(value, a, &way, &planner);
    pm_way_clear(&way);
    return status;
}

/* The exact way: by primes and the Chinese remainder theorem. */
static pm_status exact_value(struct pm_value *value, const char *name, const struct pm_matrix *a,
                             int threads)
{
    const struct pm_planner planner = {
        .want = PM_WANT_EXACT,
        .complex_values = a->im != NULL,
        .engine = pm_engine_find(name),
        .limits = {.memory = UINT64_C(1) << 30, .threads = threads},
    };
    const struct pm_core core = {.a = a};
    struct pm_way way;

    PM_TRY(pm_way_find(&way, &core, &planner, NULL));
    const pm_status status = pm_run_way(value, a, &way, &planner);
    pm_way_clear(&way);
    return status;
}

/* |value - truth| / bound, 2 where nothing is known. */
static double used_share(const struct pm_value *value, const struct pm_gauss *truth)
{
    struct pm_gauss gap;
    fmpq_t norm, bound;
    double share = 2;

    pm_gauss_init(&gap);
    fmpq_init(norm);
    fmpq_init(bound);
    pm_gauss_sub(&gap, &value->centre, truth);
    fmpq_mul(norm, gap.re, gap.re);
    fmpq_addmul(norm, gap.im, gap.im);
    if (pm_mag_is_finite(value->error)) {
        pm_mag_get_fmpq(bound, value->error);
        fmpq_mul(bound, bound, bound);
        if (fmpq_is_zero(norm)) {
            share = 0;
        } else if (!fmpq_is_zero(bound)) {
            fmpq_div(norm, norm, bound);
            const double square = fmpq_get_d(norm);
            share = square <= 1 ? square : 2;
        }
    }
    fmpq_clear(bound);
    fmpq_clear(norm);
    pm_gauss_clear(&gap);
    return share;
}

static bool same_bits(const struct pm_value *x, const struct pm_value *y)
{
    return pm_gauss_equal(&x->centre, &y->centre) && x->error.m == y->error.m &&
           x->error.e == y->error.e;
}

/* One matrix in every instruction set with 1, 2 and 3 threads. */
void walks_try(struct tally *tally, const struct pm_matrix *a, const struct pm_gauss *truth,
               enum pm_number number)
{
    struct pm_value first, value;
    int count = 0;

    pm_value_init(&first);
    pm_value_init(&value);
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++, count++) {
        setenv("PM_ISA", (*isa)->name, 1);
        if (walks_value(&value, tally->engine, a, number, 1 + count % 3) != PM_OK) {
            tally->failed++;
            continue;
        }
        if (count == 0)
            pm_value_set(&first, &value);
        tally->differ += !same_bits(&first, &value);
        const double share = used_share(&value, truth);
        tally->wrong += share > 1;
        tally->share = share > tally->share ? share : tally->share;
    }
    unsetenv("PM_ISA");
    tally->tried++;
    pm_value_clear(&first);
    pm_value_clear(&value);
}

/* The same matrix, which has integer entries, modulo primes. */
void walks_try_exact(struct tally *tally, const struct pm_matrix *a, const struct pm_gauss *truth)
{
    struct pm_value value;
    int count = 0;

    pm_value_init(&value);
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++, count++) {
        setenv("PM_ISA", (*isa)->name, 1);
        if (exact_value(&value, tally->engine, a, 1 + count % 3) != PM_OK)
            tally->failed++;
        else
            tally->wrong += !pm_gauss_equal(&value.centre, truth) || !pm_mag_is_zero(value.error);
    }
    unsetenv("PM_ISA");
    tally->tried++;
    pm_value_clear(&value);
}

void walks_report(struct test *t, const struct tally *tally, const char *what)
{
    CHECK(t, tally->tried > 0 && tally->failed == 0, "%s: %d matrices, %d failed", what,
          tally->tried, tally->failed);
    CHECK(t, tally->wrong == 0, "%s: %d beyond the bound (nearest used %.2g of it, squared)", what,
          tally->wrong, tally->share);
    CHECK(t, tally->differ == 0, "%s: %d differ between instruction sets", what, tally->differ);
}

void walks_check(struct test *t, const char *engine, const struct draw *draw, int bits, int percent,
                 int rounds)
{
    struct tally tally = {.engine = engine};
    uint64_t state = UINT64_C(0x9E3779B97F4A7C15);
    struct pm_gauss truth;
    char what[64];

    pm_gauss_init(&truth);
    for (int round = 0; round < rounds; round++) {
        const int n = round % 16 == 0 ? test_between(&state, 9, 12) : test_between(&state, 1, 6);
        struct pm_matrix *const a = draw_matrix(draw, &state, n, percent);
        exact_permanent(&truth, a);
        walks_try(&tally, a, &truth, pm_number_floating(bits, draw->complex_values));
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    snprintf(what, sizeof what, "%s, %d bits", draw->name, bits);
    walks_report(t, &tally, what);
}

/* Integers modulo primes: small rows in groups, rows of large numbers, both in one matrix. */
void walks_check_exact(struct test *t, const char *engine, const struct draw *draw, int percent,
                       int rounds)
{
    struct tally tally = {.engine = engine};
    uint64_t state = UINT64_C(0xD1B54A32D192ED03);
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int round = 0; round < rounds; round++) {
        const int n = round % 16 == 0 ? test_between(&state, 9, 12) : test_between(&state, 1, 6);
        struct pm_matrix *const a = draw_matrix(draw, &state, n, percent);
        exact_permanent(&truth, a);
        if (!pm_gauss_is_zero(&truth)) /* others have no plan */
            walks_try_exact(&tally, a, &truth);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    CHECK(t, tally.tried > 0 && tally.failed == 0 && tally.wrong == 0,
          "modulo primes, %s: %d matrices, %d failed, %d wrong", draw->name, tally.tried,
          tally.failed, tally.wrong);
}

/* ------------------------------------------------------------------ units of large matrices */

static long one(int i, int j, int n)
{
    (void)i, (void)j, (void)n;
    return 1;
}

/* What a unit of the walk of the all-ones matrix of order n adds up to, times 2^(n-1): `minus` of
 * its columns have a fixed sign -, 2^columns sign vectors are its own. */
static void ones_unit(fmpz_t sum, int n, int minus, int columns)
{
    fmpz_t term, power;

    fmpz_init(term);
    fmpz_init(power);
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
    fmpz_clear(power);
    fmpz_clear(term);
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
    fmpz_init(p);
    fmpz_init(x);
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
        right = pm_value_set_part(&value, part, 0) == PM_OK && brute_contains(&value, &truth);
    }
    fmpz_clear(x);
    fmpz_clear(p);
    pm_gauss_clear(&truth);
    pm_value_clear(&value);
    return right;
}

void walks_check_units(struct test *t, const char *name, int n)
{
    const struct pm_engine *const engine = pm_engine_find(name);
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 1};
    const struct pm_ring rings[] = {pm_ring_of(PM_REAL), pm_ring_of(PM_COMPLEX),
                                    pm_ring_mod(UINT64_C(281474976710597))};
    struct pm_matrix *const a = brute_from(n, n, one);
    const struct pm_core core = {.a = a};
    fmpz_t sum;

    fmpz_init(sum);
    for (size_t k = 0; k < sizeof rings / sizeof *rings; k++) {
        struct pm_way way = {.engine = engine, .number = rings[k].number};
        struct pm_part part;
        void *job;
        int right = 0, tried = 0;
        if (engine->cost(&way.cost, &core, way.number, &limits) != PM_OK ||
            engine->open(&job, &core, &way.cost, &rings[k], &limits) != PM_OK)
            give_up();
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

/* ------------------------------------------------------------------ rectangular matrices */

void walks_check_wide(struct test *t, const char *engine, enum brute_entries kind, const char *what)
{
    struct tally floating = {.engine = engine}, modular = floating;
    uint64_t state = UINT64_C(0x2545F4914F6CDD1D);
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int m = 1; m <= 5; m++)
        for (int n = m + 1; n <= 13; n += 2) {
            struct pm_matrix *const a = brute_random(&state, m, n, 80, kind);
            brute_permanent(&truth, a);
            walks_try(&floating, a, &truth, kind == BRUTE_GAUSSIAN ? PM_COMPLEX : PM_REAL);
            if (!pm_gauss_is_zero(&truth) && kind != BRUTE_DECIMAL)
                walks_try_exact(&modular, a, &truth);
            pm_matrix_free(a);
        }
    pm_gauss_clear(&truth);
    walks_report(t, &floating, what);
    CHECK(t, modular.failed == 0 && modular.wrong == 0, "%s, modulo primes: %d, %d wrong", what,
          modular.tried, modular.failed + modular.wrong);
}
