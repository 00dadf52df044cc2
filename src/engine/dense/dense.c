/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk: Glynn's formula at the speed of the machine, for real and complex numbers and
 * modulo primes.
 *
 * Glynn (The permanent of a square matrix, European Journal of Combinatorics 31, 2010):
 *
 *     per(A) = 2^(1-n) sum over d in {1} x {-1, 1}^(n-1) of prod_j d_j prod_i sum_j d_j a_ij.
 *
 * The sum over both signs of one more column, the pivot, is computed at once.  Rows are divided by
 * their pivots; let t_i be the row sums without the pivot.  The pair contributes prod (t_i + 1) -
 * prod (t_i - 1), which takes one fused multiply-add for each row and product.  So a row and a sign
 * vector take 1.5 instructions, where the plain walk takes 2.  The signs of four columns are
 * unrolled, those of up to 13 more are walked in Gray code order, three distinguish the lanes, and
 * the rest number the units.  glynn/rows.c chooses the pivot and divides, dense_tables.c rounds,
 * patch.c proves the error bound, and the files *_kernel.c have the loops.
 *
 * A matrix with fewer rows than columns gets rows of ones, and the result is divided by (n - m)!.
 *
 * Modulo a prime (dense_mod.c), rows are not divided, and products are reduced once for a group of
 * rows.  A step is a row of a sign vector; the modular walk needs four more for each group. */
#include "engine/dense/dense_walk.h"
#include "engine/dense/sign_lanes.h"
#include "engine/walk.h"
#include "engine/abilities.h"

#include <math.h>

/* The cost of opening a walk, in steps for each entry of the matrix. */
static const double setup_steps[PM_NUMBERS] = {
    [PM_MOD] = 2e3, [PM_REAL] = 1e4, [PM_COMPLEX] = 7e3, [PM_DD] = 3e3, [PM_COMPLEX_DD] = 2e3};

static pm_status dense_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    const int m = core->a->rows, n = pm_rows_order(core->a->cols);

    (void)limits;
    if (n > PM_WALK_MAX)
        return pm_fail(PM_UNABLE, "2^%d subsets, about 10^%.0f steps", n - 1,
                       log10(n) + (n - 1) * log10(2));
    /* ten rows of ones in a group */
    const int groups =
        number == PM_MOD ? pm_residues_groups(core->a) + (core->a->cols - m + 9) / 10 : 0;
    const int strand = pm_dense_log_unit(n);
    *cost = (struct pm_cost){.steps = ldexp(n + 4.0 * groups, n - 1),
                             .terms = UINT64_C(1) << (n - 1),
                             .strand = strand,
                             .units = UINT64_C(1) << (n - 1 > strand ? n - 1 - strand : 0)};
    cost->steps += setup_steps[number] * n * n;
    return PM_OK;
}

static pm_status dense_floating(struct pm_sign_walk **signs, const struct pm_matrix *a, int parts,
                                int layers, const void *choice)
{
    struct pm_rows rows;
    struct pm_dense *dense;

    (void)choice;
    PM_TRY(pm_rows_init(&rows, a, parts));
    const pm_status status =
        pm_dense_new(&dense, &rows, layers, pm_dense_log_patch(rows.n, parts * layers));
    if (status == PM_OK)
        *signs = &dense->signs;
    pm_rows_clear(&rows);
    return status;
}

static pm_status dense_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_sign_walk_engine engine = {dense_floating, pm_dense_modular_new};

    return pm_sign_walk_open(job, &engine, core, cost, ring, limits);
}

static const struct pm_engine_gpu dense_gpu = {
    .rate = {[PM_MOD] = 5e12,
             [PM_REAL] = 9.4e12,
             [PM_COMPLEX] = 2.7e12,
             [PM_DD] = 1.7e12,
             [PM_COMPLEX_DD] = 4.2e11},
    PM_SIGN_WALK_GPU,
};

static const struct pm_engine_more more = {
    .stack = {&pm_dense_stack, &pm_signs_stack},
    .gpu = &dense_gpu,
};

const struct pm_engine pm_engine_dense = {
    .name = "dense",
    .what = "Glynn's formula with a pivot column, on the machine's vectors",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .figures = {.prime_bits = PM_RESIDUE_BITS,
                .pads = true,
                .quick = true,
                .rate = {[PM_MOD] = 3.2e10,
                         [PM_REAL] = 3.5e10,
                         [PM_COMPLEX] = 1.1e10,
                         [PM_DD] = 9.2e9,
                         [PM_COMPLEX_DD] = 2.1e9},
                /* measured with orders 24 to 29 */
                .with_avx2 = {[PM_MOD] = 1.6,
                              [PM_REAL] = 1.2,
                              [PM_COMPLEX] = 1.1,
                              [PM_DD] = 1.1,
                              [PM_COMPLEX_DD] = 1.3},
                .portable = {[PM_MOD] = 27,
                             [PM_REAL] = 42,
                             [PM_COMPLEX] = 43,
                             [PM_DD] = 35,
                             [PM_COMPLEX_DD] = 26}},
    .cost = dense_cost,
    .open = dense_open,
    .work = pm_sign_walk_work,
    .close = pm_sign_walk_free,
    .more = &more,
};
