/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk of a unit: its sizes, and the kernel for this machine. */
#include "engine/dense/dense_walk.h"

#include <math.h>

PM_ISA_NUMBERS(pm_dense_strands_walk, pm_dense_walk);
PM_ISA_TABLE(pm_dense_residues_walk, pm_dense_walk_mod);

/* Returns log2 of the number of blocks of a strand.  Smaller matrices have shorter strands, so that
 * there are about 2^23 strands.  A GPU walks tens of thousands of strands at a time. */
int pm_dense_gray(int order)
{
    enum { LEAST = 8, MOST = 13, STRANDS = 23 };
    const int columns = order - 2 - PM_LOG_BLOCK, gray = columns - STRANDS;
    const int most = columns - PM_LOG_LANES < MOST ? columns - PM_LOG_LANES : MOST;

    return gray > most ? most : gray > LEAST ? gray : LEAST < most ? LEAST : most;
}

/* Returns log2 of the number of blocks of a patch (patch.c).  The bound of a patch takes 3
 * instructions for each row, and each of its blocks takes 49.  With eight blocks instead of four,
 * the bound is 1.1 to 1.8 times as wide (random matrices of order 14 to 26).  So patches have eight
 * blocks only for real matrices with many rows: there a GPU has no free registers, and the bound
 * costs more time. */
int pm_dense_log_patch(int order, int words)
{
    enum { MANY_ROWS = 41 };

    return words == 1 && order >= MANY_ROWS ? 3 : 2;
}

int pm_dense_log_unit(int order)
{
    return PM_LOG_BLOCK + pm_dense_gray(order) + PM_LOG_LANES + 1; /* 1: the pivot's sign */
}

uint64_t pm_dense_units(int order)
{
    return UINT64_C(1) << (order - 1 - pm_dense_log_unit(order));
}

void pm_dense_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x)
{
    const struct pm_dense *const d = (const struct pm_dense *)signs;

    const int layers = signs->words / signs->parts; /* 2 for double-double */

    pm_dense_walk_sets[signs->isa->number][layers - 1][signs->parts - 1](sum, &d->walk, x);
}

/* A row sum is at most 2^46; or it is a sum of at most 51 residues below 2^47, and is reduced
 * here. */
void pm_dense_modular_walk(struct pm_strands_sum *sum, const struct pm_sign_walk *signs, double *x)
{
    const struct pm_dense_modular *const m = (const struct pm_dense_modular *)signs;

    for (int k = m->row[m->walk.exact] * PM_LANES; k < signs->rows * PM_LANES; k++)
        x[k] = remainder(x[k], m->walk.p);
    pm_dense_walk_mod_sets[signs->isa->number](sum->high[0], &m->walk, x);
}
