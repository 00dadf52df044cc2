/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table modulo a prime.  Values of the table are at most 5p/8, and products that are reduced at
 * most 7p/8; at most PM_TABLE_ROWS + 1 of them are added up, which stays below 2^53. */
#include "base/bits.h"
#include "batch/residue_table.h"
#include "engine/isa/vector_mod.h"

/* The lanes that are computed, and how. */
struct walk {
    const struct pm_residue_table *w;
    struct primes m;
    int lane;
};

struct cell {
    V re, im;
};

KERNEL double *cell_at(const struct walk *k, unsigned set, int parts)
{
    return k->w->scratch + set * (unsigned)parts * WIDTH;
}

KERNEL const double *entry_at(const struct walk *k, int i, int j, int parts)
{
    return k->w->entries + (i * k->w->cols + j) * parts * PM_TABLE_LANES + k->lane;
}

/* *sum += a T(S less a line) */
KERNEL void add_product(struct cell *sum, const struct walk *k, const double *a, const double *t,
                        int parts, bool narrow)
{
    const V re = v_load(a), from = v_load(t);

    if (!narrow) {
        sum->re = v_add(sum->re, times_lanes(k->m, from, re));
        return;
    }
    sum->re = v_fma(re, from, sum->re);
    if (parts == 2) {
        const V im = v_load(a + PM_TABLE_LANES), turned = v_load(t + WIDTH);
        sum->re = v_fnma(im, turned, sum->re);
        sum->im = v_fma(re, turned, v_fma(im, from, sum->im));
    }
}

KERNEL void put(double *t, const struct walk *k, const struct cell *sum, int parts)
{
    v_store(t, reduce_lanes(k->m, sum->re));
    if (parts == 2)
        v_store(t + WIDTH, reduce_lanes(k->m, sum->im));
}

KERNEL void put_number(double *t, double x, int parts)
{
    v_store(t, v_all(x));
    if (parts == 2)
        v_store(t + WIDTH, v_all(0));
}

KERNEL void fill_square(const struct walk *k, int parts, bool narrow)
{
    for (unsigned set = 1; set < 1u << k->w->rows; set++) {
        const int row = pm_popcount(set) - 1;
        struct cell sum = {v_all(0), v_all(0)};
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int column = __builtin_ctz(rest);
            add_product(&sum, k, entry_at(k, row, column, parts),
                        cell_at(k, set ^ 1u << column, parts), parts, narrow);
        }
        put(cell_at(k, set, parts), k, &sum, parts);
    }
}

/* Adds column j.  Subsets are in descending order, so that they read values from before column
 * j. */
KERNEL void add_column(const struct walk *k, int j, int parts, bool narrow)
{
    for (unsigned set = (1u << k->w->rows) - 1; set > 0; set--) {
        double *const t = cell_at(k, set, parts);
        struct cell sum = {v_load(t), parts == 2 ? v_load(t + WIDTH) : v_all(0)};
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int row = __builtin_ctz(rest);
            add_product(&sum, k, entry_at(k, row, j, parts), cell_at(k, set ^ 1u << row, parts),
                        parts, narrow);
        }
        put(t, k, &sum, parts);
    }
}

/* Computes lanes `lane` .. lane + WIDTH - 1. */
KERNEL void lanes(double out[2][PM_TABLE_LANES], const struct pm_residue_table *w, int lane,
                  int parts, bool narrow)
{
    const struct walk k = {w, {v_load(w->p + lane), v_load(w->inverse + lane)}, lane};
    const unsigned sets = 1u << w->rows;

    put_number(w->scratch, 1, parts);
    if (w->rows == w->cols) {
        fill_square(&k, parts, narrow);
    } else {
        for (unsigned set = 1; set < sets; set++)
            put_number(cell_at(&k, set, parts), 0, parts);
        for (int j = 0; j < w->cols; j++)
            add_column(&k, j, parts, narrow);
    }
    for (int part = 0; part < parts; part++)
        v_store(out[part] + lane, v_load(cell_at(&k, sets - 1, parts) + part * WIDTH));
}

pm_residue_walk ISA_NAME(pm_residue_walk);

void ISA_NAME(pm_residue_walk)(double sum[2][PM_TABLE_LANES], const struct pm_residue_table *table)
{
    for (int lane = 0; lane < PM_TABLE_LANES; lane += WIDTH) {
        if (table->parts == 2)
            lanes(sum, table, lane, 2, true);
        else if (table->narrow)
            lanes(sum, table, lane, 1, true);
        else
            lanes(sum, table, lane, 1, false);
    }
}
