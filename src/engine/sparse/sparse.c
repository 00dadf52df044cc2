/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk: Glynn's formula (dense.c) for matrices with mostly zero entries.
 *
 * The signs of some columns are walked.  The signs of the others, `fast`, are summed over by
 * eliminating one column after another (fast_columns.c).  So a block of 2^fast sign vectors
 * costs a few hundred products of row sums instead of n 2^fast.  Products that do not depend on the
 * last changed sign are kept (sparse_program.c).  A row without fast columns whose sum is
 * zero ends its block: in a 0/1 matrix, the sum of a row of k entries, k even, is zero for C(k,
 * k/2) of 2^k sign vectors.  Lanes, strands and units are those of the dense walk.
 *
 * A step is one operation of one lane. */
#include "engine/sparse/sparse_walk.h"

#include "base/alloc.h"
#include "engine/walk.h"
#include "engine/abilities.h"

#include <math.h>
#include <stdlib.h>

/* Modulo primes, an operation whose product is reduced takes so much longer; measured on digits, of
 * which one in eight is, and on complex matrices, of which each is, of orders 28 to 34. */
static const double REDUCED = 0.7;

static pm_status sparse_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    struct pm_pattern pattern;
    struct pm_sparse_choice *choice;

    (void)limits;
    PM_TRY(pm_sparse_pattern_init(&pattern, core->a));
    PM_NEW(choice, 1);
    pm_sparse_order_choose(&choice->order, &pattern);
    pm_sparse_program_init(&choice->program, &choice->order, &pattern);
    const struct pm_program *const p = &choice->program;
    const double reduced = number == PM_MOD ? pm_residues_groups(core->a) / (double)p->n : 0;
    pm_walk_cost(cost, UINT64_C(1) << (p->n - 1), p->fast + p->gray + PM_LOG_LANES,
                 ldexp((1 + REDUCED * reduced) * pm_sparse_program_work(p, &pattern), -p->fast));
    cost->choice = choice;
    snprintf(cost->note, sizeof cost->note, "%d of %d columns summed over", p->fast, p->n);
    return PM_OK;
}

static pm_status sparse_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                             const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_sign_walk_engine engine = {pm_sparse_new, pm_sparse_mod_new};

    return pm_sign_walk_open(job, &engine, core, cost, ring, limits);
}

static const struct pm_engine_gpu sparse_gpu = {
    .rate = {[PM_MOD] = 1.5e12,
             [PM_REAL] = 1e12,
             [PM_COMPLEX] = 6e11,
             [PM_DD] = 2e11,
             [PM_COMPLEX_DD] = 7e10},
    PM_SIGN_WALK_GPU,
};

static const struct pm_engine_more more = {
    .forget = free,
    .gpu = &sparse_gpu,
};

const struct pm_engine pm_engine_sparse = {
    .name = "sparse",
    .what = "Glynn's formula, some columns summed over by elimination, on the machine's vectors",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .figures = {.prime_bits = PM_RESIDUE_BITS,
                .rate = {[PM_MOD] = 1.6e10,
                         [PM_REAL] = 1.9e10,
                         [PM_COMPLEX] = 9e9,
                         [PM_DD] = 8e9,
                         [PM_COMPLEX_DD] = 2.8e9},
                /* measured with five entries in each of 32 to 34 rows */
                .with_avx2 = {[PM_MOD] = 1.6, [PM_REAL] = 1.9, [PM_COMPLEX] = 1.3, [PM_DD] = 1.4},
                .portable = {[PM_MOD] = 30, [PM_REAL] = 6.4, [PM_COMPLEX] = 15, [PM_DD] = 33}},
    .cost = sparse_cost,
    .open = sparse_open,
    .work = pm_sign_walk_work,
    .close = pm_sign_walk_free,
    .more = &more,
};
