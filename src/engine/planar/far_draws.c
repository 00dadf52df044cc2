/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of the leaves of a graph with far edges (far.c), modulo as many primes as they
 * require; and random leaves, each with the probability that its weight says. */
#include "base/alloc.h"
#include "base/budget.h"
#include "engine/planar/planar.h"
#include "model/bound.h"
#include "num/crt.h"
#include "num/random.h"

#include <flint/fmpz_vec.h>
#include <stdlib.h>

/* For each ring the image of the weights, and the sum of the leaf in question. */
struct counting {
    const struct pm_kasteleyn *k;
    struct pm_crt_rings rings;
    struct pm_image **image;
    struct pm_part *part;
    int threads;
};

static void counting_clear(struct counting *c)
{
    for (size_t r = 0; c->image != NULL && r < c->rings.count; r++)
        pm_image_free(c->image[r]);
    PM_FREE(c->image, c->part);
    pm_crt_clear(&c->rings);
}

static pm_status counting_fill(struct counting *c)
{
    const struct pm_far *const far = c->k->far;
    double bits;

    PM_TRY(pm_bound_bits(&bits, far->a, far->kind));
    PM_TRY(pm_crt_new(&c->rings, bits, false, PM_MOD));
    PM_NEW(c->part, c->rings.count);
    PM_NEW(c->image, c->rings.count);
    for (size_t r = 0; r < c->rings.count; r++)
        PM_TRY(pm_image_new(&c->image[r], far->a, &c->rings.ring[r]));
    return PM_OK;
}

/* *sum = the weight of all matchings of a leaf. */
static pm_status count_leaf(fmpz_t sum, struct counting *c, uint64_t leaf)
{
    struct pm_failure failure = {.status = PM_OK};
    struct pm_gauss whole;

#pragma omp parallel for schedule(dynamic) num_threads(c->threads)
    for (int64_t r = 0; r < (int64_t)c->rings.count; r++) {
        const pm_status status = pm_kasteleyn_sum(&c->part[r], c->k, c->image[r], leaf, 1);
        if (status != PM_OK)
#pragma omp critical(pm_planar_primes)
            pm_failure_keep(&failure, status);
    }
    PM_TRY(pm_failure_raise(&failure));
    pm_gauss_init(&whole);
    const pm_status status = pm_crt_recover(&whole, &c->rings, c->part);
    fmpz_set(sum, fmpq_numref(whole.re));
    pm_gauss_clear(&whole);
    return status;
}

/* The first leaf whose sum up to itself is above x. */
static uint64_t leaf_at(const fmpz *below, uint64_t leaves, const fmpz_t x)
{
    uint64_t first = 0, last = leaves;

    while (last - first > 1) {
        const uint64_t middle = first + (last - first) / 2;
        if (fmpz_cmp(&below[middle], x) <= 0)
            first = middle;
        else
            last = middle;
    }
    return first;
}

pm_status pm_far_weigh(fmpz *weight, const struct pm_kasteleyn *k, int threads)
{
    struct counting c = {.k = k, .threads = threads};
    pm_status status = counting_fill(&c);

    for (uint64_t l = 0; l < (uint64_t)k->leaves && status == PM_OK; l++) {
        status = pm_budget_ask();
        PM_THEN(status, count_leaf(&weight[l], &c, l));
    }
    counting_clear(&c);
    return status;
}

pm_status pm_far_draw(uint64_t *leaf, size_t count, uint64_t *state, const struct pm_kasteleyn *k,
                      int threads)
{
    const uint64_t leaves = (uint64_t)k->leaves;
    fmpz *const below = _fmpz_vec_init((slong)leaves + 1); /* the sum of all earlier leaves */
    fmpz_t x;
    pm_status status;

    fmpz_init(x);
    PM_TRY_GOTO(status, pm_far_weigh(below + 1, k, threads), done);
    for (uint64_t l = 0; l < leaves; l++)
        fmpz_add(&below[l + 1], &below[l + 1], &below[l]);
    for (size_t d = 0; d < count; d++) {
        pm_random_below(x, &below[leaves], &state[d]);
        leaf[d] = leaf_at(below, leaves, x);
    }
done:
    fmpz_clear(x);
    _fmpz_vec_clear(below, (slong)leaves + 1);
    return status;
}
