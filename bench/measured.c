/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers come from SplitMix64 with a fixed seed, so that every run measures the same
 * matrices. */
#include "bench/measured.h"
#include "num/random.h"

const struct bench_numbers_of bench_numbers_of[BENCH_NUMBERS] = {
    [BENCH_REAL] = {"real", PM_REAL, 1.5},
    [BENCH_COMPLEX] = {"complex", PM_COMPLEX, 5},
    [BENCH_DD] = {"dd", PM_DD, 7},
    [BENCH_COMPLEX_DD] = {"complex dd", PM_COMPLEX_DD, 39},
    [BENCH_PATTERN] = {"0/1 mod p", PM_MOD, 1.5},
    [BENCH_LARGE] = {"mod p", PM_MOD, 1.5},
};

struct pm_ring bench_ring(enum pm_number number)
{
    return number == PM_MOD ? pm_ring_mod(UINT64_C(281474976710597)) : pm_ring_of(number);
}

long bench_draw(uint64_t *state, long below)
{
    return (long)(pm_random_word(state) % (uint64_t)below);
}

pm_status bench_matrix(struct pm_matrix **a, int n, bool complex_values, bench_entry *entry,
                       void *context)
{
    struct pm_triplets t;
    pm_status status = PM_OK;
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    pm_triplets_init(&t, n, n, complex_values);
    for (int k = 0; k < n * n && status == PM_OK; k++)
        if (entry(re, im, k / n, k % n, context))
            status = pm_triplets_add(&t, k / n, k % n, re, complex_values ? im : NULL);
    if (status == PM_OK)
        status = pm_matrix_from_triplets(a, &t);
    pm_triplets_clear(&t);
    fmpq_clear(im);
    fmpq_clear(re);
    return status;
}

pm_status bench_problem(pm_problem **problem, struct pm_matrix *a)
{
    const pm_field field = a->im != NULL ? PM_FIELD_COMPLEX : PM_FIELD_REAL;
    const pm_status status = pm_problem_wrap(problem, field, a);

    if (status != PM_OK)
        pm_matrix_free(a);
    return status;
}

/* ------------------------------------------------------------------ random ones */

static bool is_complex(enum bench_numbers kind)
{
    return kind == BENCH_COMPLEX || kind == BENCH_COMPLEX_DD;
}

struct draws {
    enum bench_numbers kind;
    uint64_t state;
};

static void draw(fmpq *x, struct draws *draws)
{
    if (draws->kind == BENCH_PATTERN)
        fmpq_set_si(x, bench_draw(&draws->state, 2), 1);
    else if (draws->kind == BENCH_LARGE)
        fmpq_set_si(x, (WORD(1) << 46) + bench_draw(&draws->state, 1 << 16), 1);
    else
        fmpq_set_si(x, 1 + bench_draw(&draws->state, 999), 1000);
}

static bool random_entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct draws *const draws = context;

    (void)i, (void)j;
    draw(re, draws);
    if (is_complex(draws->kind))
        draw(im, draws);
    return true;
}

pm_status bench_random(struct pm_matrix **a, int n, enum bench_numbers kind)
{
    struct draws draws = {.kind = kind, .state = 12345};

    return bench_matrix(a, n, is_complex(kind), random_entry, &draws);
}

/* ------------------------------------------------------------------ dense walks */

pm_status bench_walk(struct pm_sign_walk **walk, const struct pm_matrix *a, enum pm_number number)
{
    const struct pm_engine *const dense = pm_engine_find("dense");
    const struct pm_core core = {.a = a};
    const struct pm_ring ring = bench_ring(number);
    const struct pm_limits limits = {.threads = 1};
    struct pm_cost cost;
    void *job;

    PM_TRY(dense->cost(&cost, &core, number, &limits));
    PM_TRY(dense->open(&job, &core, &cost, &ring, &limits));
    *walk = job;
    return PM_OK;
}

pm_status bench_walk_open(struct pm_sign_walk **walk, int n, enum bench_numbers kind)
{
    struct pm_matrix *a;

    PM_TRY(bench_random(&a, n, kind));
    const pm_status status = bench_walk(walk, a, bench_numbers_of[kind].number);
    pm_matrix_free(a);
    return status;
}
