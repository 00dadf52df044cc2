/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu_walks.h"

#include "run/units.h"

#include <stdlib.h>
#include <string.h>

const struct gpu_kind gpu_kinds[] = {
    {"real", "dense", BRUTE_DECIMAL, 100, PM_REAL, false, false},
    {"real with zeros", "dense", BRUTE_DECIMAL, 60, PM_REAL, false, false},
    {"real, all classes", "dense", BRUTE_INTEGER, 60, PM_REAL, true, true},
    {"complex", "dense", BRUTE_GAUSSIAN, 100, PM_COMPLEX, false, false},
    {"complex, all classes", "dense", BRUTE_GAUSSIAN, 60, PM_COMPLEX, true, true},
    {"double-double", "dense", BRUTE_DECIMAL, 100, PM_DD, false, false},
    {"double-double, all classes", "dense", BRUTE_DECIMAL, 60, PM_DD, true, true},
    {"complex double-double", "dense", BRUTE_GAUSSIAN, 100, PM_COMPLEX_DD, false, false},
    {"complex double-double, all classes", "dense", BRUTE_GAUSSIAN, 60, PM_COMPLEX_DD, true, true},
    {"0/1 modulo p", "dense", BRUTE_PATTERN, 50, PM_MOD, false, false},
    {"integers modulo p", "dense", BRUTE_INTEGER, 70, PM_MOD, true, false},
    {"rationals modulo p", "dense", BRUTE_DECIMAL, 80, PM_MOD, true, false},
    {"sparse 0/1", "sparse", BRUTE_PATTERN, 15, PM_REAL, true, false},
    {"sparse real", "sparse", BRUTE_DECIMAL, 20, PM_REAL, true, false},
    {"sparse real, denser", "sparse", BRUTE_DECIMAL, 40, PM_REAL, false, false},
    {"sparse real, all classes", "sparse", BRUTE_INTEGER, 25, PM_REAL, false, true},
    {"sparse complex", "sparse", BRUTE_GAUSSIAN, 20, PM_COMPLEX, true, false},
    {"sparse complex, all classes", "sparse", BRUTE_GAUSSIAN, 30, PM_COMPLEX, false, true},
    {"sparse 0/1 modulo p", "sparse", BRUTE_PATTERN, 20, PM_MOD, false, false},
    {"sparse integers modulo p", "sparse", BRUTE_INTEGER, 20, PM_MOD, true, false},
    {"sparse rationals modulo p", "sparse", BRUTE_DECIMAL, 25, PM_MOD, true, false},
    {NULL, NULL, BRUTE_PATTERN, 0, PM_MOD, false, false},
};

void gpu_need(pm_status status)
{
    if (status == PM_OK)
        return;
    printf("Bail out! %s\n", pm_message());
    exit(99);
}

static void scale_some(struct pm_matrix *a, uint64_t *state)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (test_between(state, 0, 2) == 0) {
            fmpq_div_2exp(a->re + k, a->re + k, 40);
            if (a->im != NULL)
                fmpq_div_2exp(a->im + k, a->im + k, 40);
        }
}

void gpu_walk_open(struct gpu_walk *walk, const struct gpu_kind *kind, int n, uint64_t *state)
{
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 1};

    memset(walk, 0, sizeof *walk);
    walk->engine = pm_engine_find(kind->engine);
    walk->a = brute_random(state, n, n, kind->percent, kind->entries);
    walk->core = (struct pm_core){.a = walk->a};
    walk->ring =
        kind->number == PM_MOD ? pm_ring_mod(UINT64_C(281474976710597)) : pm_ring_of(kind->number);
    if (kind->tiny)
        scale_some(walk->a, state);
    gpu_need(walk->engine->cost(&walk->cost, &walk->core, kind->number, &limits));
    gpu_need(walk->engine->open(&walk->job, &walk->core, &walk->cost, &walk->ring, &limits));
    gpu_need(walk->engine->gpu->describe(&walk->device, &walk->recipe, walk->job));
}

void gpu_walk_close(struct gpu_walk *walk)
{
    pm_recipe_clear(&walk->recipe);
    walk->engine->close(walk->job);
    if (walk->engine->forget != NULL)
        walk->engine->forget(walk->cost.choice);
    pm_matrix_free(walk->a);
}

struct pm_part gpu_walk_sum(const struct gpu_walk *walk, uint64_t first, uint64_t count)
{
    struct pm_fold fold;
    struct pm_part part;

    pm_fold_init(&fold, &walk->ring);
    gpu_need(pm_units_add(&fold, walk->engine, walk->job, first, count));
    pm_fold_sum(&part, &fold);
    pm_fold_clear(&fold);
    return part;
}

bool gpu_walk_same(const struct gpu_walk *walk, uint64_t first, uint64_t count,
                   const struct pm_part *got)
{
    const struct pm_part wanted = gpu_walk_sum(walk, first, count);

    if (pm_part_same(got, &wanted))
        return true;
    printf("# units from %llu: %a %a + %a %a i, %a, %llu\n"
           "#     the CPU: %a %a + %a %a i, %a, %llu\n",
           (unsigned long long)first, got->re[0], got->re[1], got->im[0], got->im[1], got->err,
           (unsigned long long)got->word[0], wanted.re[0], wanted.re[1], wanted.im[0], wanted.im[1],
           wanted.err, (unsigned long long)wanted.word[0]);
    return false;
}
