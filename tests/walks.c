/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walks.h"

#include "brute.h"
#include "ways.h"
#include "engine/dense/dense_walk.h"
#include "plan/choice.h"
#include "run/core.h"

#include <stdlib.h>

pm_status walks_value(struct pm_value *value, const char *name, const struct pm_matrix *a,
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

pm_status walks_exact(struct pm_value *value, const char *name, const struct pm_matrix *a,
                      int threads)
{
    const struct pm_ask ask = {.want = PM_WANT_EXACT, .complex_values = a->im != NULL};
    const struct pm_core core = {.a = a};

    return ways_value(value, &core, pm_engine_find(name), ask, threads);
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
        tally->differ += !brute_same_bits(&first, &value);
        const double share = brute_used(&value, truth);
        tally->wrong += share > 1;
        tally->share = share > tally->share ? share : tally->share;
    }
    unsetenv("PM_ISA");
    tally->tried++;
    pm_value_clear(&first);
    pm_value_clear(&value);
}

/* The same integer matrix modulo primes. */
void walks_try_exact(struct tally *tally, const struct pm_matrix *a, const struct pm_gauss *truth)
{
    struct pm_value value;
    int count = 0;

    pm_value_init(&value);
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++, count++) {
        setenv("PM_ISA", (*isa)->name, 1);
        if (walks_exact(&value, tally->engine, a, 1 + count % 3) != PM_OK)
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
        struct pm_matrix *const a = walks_draw(draw, &state, n, percent);
        walks_permanent(&truth, a);
        walks_try(&tally, a, &truth, pm_number_floating(bits, draw->complex_values));
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    snprintf(what, sizeof what, "%s, %d bits", draw->name, bits);
    walks_report(t, &tally, what);
}

/* Integers modulo primes: rows of small numbers in groups, rows of large numbers, and both in one
 * matrix. */
void walks_check_exact(struct test *t, const char *engine, const struct draw *draw, int percent,
                       int rounds)
{
    struct tally tally = {.engine = engine};
    uint64_t state = UINT64_C(0xD1B54A32D192ED03);
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    for (int round = 0; round < rounds; round++) {
        const int n = round % 16 == 0 ? test_between(&state, 9, 12) : test_between(&state, 1, 6);
        struct pm_matrix *const a = walks_draw(draw, &state, n, percent);
        walks_permanent(&truth, a);
        if (!pm_gauss_is_zero(&truth)) /* a zero permanent has no plan */
            walks_try_exact(&tally, a, &truth);
        pm_matrix_free(a);
    }
    pm_gauss_clear(&truth);
    CHECK(t, tally.tried > 0 && tally.failed == 0 && tally.wrong == 0,
          "modulo primes, %s: %d matrices, %d failed, %d wrong", draw->name, tally.tried,
          tally.failed, tally.wrong);
}

/* ------------------------------------------------------------------ units of large matrices */

/* The result of one unit of the walk of the all-ones matrix of order n, times 2^(n-1).  The unit
 * has `minus` columns with the fixed sign -, and walks 2^columns sign vectors. */
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
