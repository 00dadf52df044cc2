/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table modulo a prime.  Values of the table are at most 5p/8, and products that are reduced at
 * most 7p/8; at most PM_TABLE_ROWS + 1 of them are added up, which stays below 2^53. */
#include "base/bits.h"
#include "batch/residue_table.h"
#include "engine/isa/vector_mod.h"

/* sum + a T(S less a line) */
KERNEL V add_product(struct prime m, V sum, const double *a, const double *t, bool narrow)
{
    return narrow ? v_fma(v_load(a), v_load(t), sum) : v_add(sum, times(m, v_load(t), v_load(a)));
}

KERNEL void fill_square(const struct pm_residue_table *w, int lane, bool narrow)
{
    const struct prime m = {w->p, w->inverse};

    for (unsigned set = 1; set < 1u << w->rows; set++) {
        const double *const row =
            w->entries + (pm_popcount(set) - 1) * w->cols * PM_TABLE_LANES + lane;
        V sum = v_all(0);
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int column = __builtin_ctz(rest);
            sum = add_product(m, sum, row + column * PM_TABLE_LANES,
                              w->scratch + (set ^ 1u << column) * WIDTH, narrow);
        }
        v_store(w->scratch + set * WIDTH, reduce(m, sum));
    }
}

/* Adds column j.  Subsets are in descending order, so that they read values from before column
 * j. */
KERNEL void add_column(const struct pm_residue_table *w, int lane, int j, bool narrow)
{
    const struct prime m = {w->p, w->inverse};

    for (unsigned set = (1u << w->rows) - 1; set > 0; set--) {
        V sum = v_load(w->scratch + set * WIDTH);
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int row = __builtin_ctz(rest);
            sum = add_product(m, sum, w->entries + (row * w->cols + j) * PM_TABLE_LANES + lane,
                              w->scratch + (set ^ 1u << row) * WIDTH, narrow);
        }
        v_store(w->scratch + set * WIDTH, reduce(m, sum));
    }
}

/* Computes lanes `lane` .. lane + WIDTH - 1. */
KERNEL void lanes(double *out, const struct pm_residue_table *w, int lane, bool narrow)
{
    v_store(w->scratch, v_all(1));
    if (w->rows == w->cols) {
        fill_square(w, lane, narrow);
    } else {
        for (unsigned set = 1; set < 1u << w->rows; set++)
            v_store(w->scratch + set * WIDTH, v_all(0));
        for (int j = 0; j < w->cols; j++)
            add_column(w, lane, j, narrow);
    }
    v_store(out + lane, v_load(w->scratch + ((1u << w->rows) - 1) * WIDTH));
}

pm_residue_walk ISA_NAME(pm_residue_walk);

void ISA_NAME(pm_residue_walk)(double sum[PM_TABLE_LANES], const struct pm_residue_table *table)
{
    for (int lane = 0; lane < PM_TABLE_LANES; lane += WIDTH) {
        if (table->narrow)
            lanes(sum, table, lane, true);
        else
            lanes(sum, table, lane, false);
    }
}
