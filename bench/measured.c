/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers come from SplitMix64 with a fixed seed, so that every run measures the same
 * matrices. */
#include "bench/measured.h"
#include "num/random.h"

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
