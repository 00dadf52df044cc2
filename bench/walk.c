/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk.h"

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

static bool is_complex(enum bench_numbers kind)
{
    return kind == BENCH_COMPLEX || kind == BENCH_COMPLEX_DD;
}

struct draws {
    enum bench_numbers kind;
    uint32_t state;
};

static void draw(fmpq *x, struct draws *draws)
{
    draws->state = draws->state * 1664525 + 1013904223;
    const slong k = (slong)(draws->state >> 16);
    if (draws->kind == BENCH_PATTERN)
        fmpq_set_si(x, k & 1, 1);
    else if (draws->kind == BENCH_LARGE)
        fmpq_set_si(x, (WORD(1) << 46) + k, 1);
    else
        fmpq_set_si(x, 1 + k % 999, 1000);
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

static pm_status open_floating(struct bench_walk *walk, const struct pm_matrix *a,
                               enum bench_numbers kind)
{
    const int layers = kind == BENCH_DD || kind == BENCH_COMPLEX_DD ? 2 : 1;
    struct pm_dense_rows rows;

    PM_TRY(pm_dense_rows_init(&rows, a, is_complex(kind) ? 2 : 1));
    const pm_status status = pm_dense_new(&walk->floating, &rows, layers);
    pm_dense_rows_clear(&rows);
    return status;
}

static pm_status open_modular(struct bench_walk *walk, const struct pm_matrix *a)
{
    const struct pm_ring ring = pm_ring_mod(UINT64_C(281474976710597)); /* 2^48 - 59 */
    struct pm_image *image;

    PM_TRY(pm_image_new(&image, a, &ring));
    const pm_status status = pm_modular_new(&walk->modular, image);
    pm_image_free(image);
    return status;
}

pm_status bench_walk_open(struct bench_walk *walk, int n, enum bench_numbers kind)
{
    struct pm_matrix *a;

    *walk = (struct bench_walk){NULL, NULL};
    PM_TRY(bench_random(&a, n, kind));
    const pm_status status =
        kind < BENCH_PATTERN ? open_floating(walk, a, kind) : open_modular(walk, a);
    pm_matrix_free(a);
    return status;
}

void bench_walk_close(struct bench_walk *walk)
{
    pm_dense_free(walk->floating);
    pm_modular_free(walk->modular);
}
