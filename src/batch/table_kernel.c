/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of table_kernel.h in vectors.  Subsets are processed in ascending order, so that all
 * parts of a subset are ready before it.  The columns of a subset are added in ascending order. */
#include "base/bits.h"
#include "batch/table_kernel.h"
#include "engine/isa/vector.h"

struct cell {
    V re, im, modulus;
};

/* *cell += a T(S less j) */
KERNEL void add_product(struct cell *cell, const double *a, const double *t, int parts, bool moduli)
{
    const V re = v_load(a), from = v_load(t);

    cell->re = v_fma(re, from, cell->re);
    if (parts == 2) {
        const V im = v_load(a + PM_TABLE_LANES), turned = v_load(t + WIDTH);
        cell->re = v_fnma(im, turned, cell->re);
        cell->im = v_fma(re, turned, v_fma(im, from, cell->im));
    }
    if (moduli)
        cell->modulus =
            v_fma(v_load(a + parts * PM_TABLE_LANES), v_load(t + parts * WIDTH), cell->modulus);
}

KERNEL struct cell get(const double *t, int parts, bool moduli)
{
    return (struct cell){v_load(t), parts == 2 ? v_load(t + WIDTH) : v_all(0),
                         moduli ? v_load(t + parts * WIDTH) : v_all(0)};
}

KERNEL void put(double *t, const struct cell *cell, int parts, bool moduli)
{
    v_store(t, cell->re);
    if (parts == 2)
        v_store(t + WIDTH, cell->im);
    if (moduli)
        v_store(t + parts * WIDTH, cell->modulus);
}

/* The places of an entry's lanes, and of a cell's lanes. */
struct place {
    const struct pm_table *w;
    int lane, cell;
};

KERNEL const double *entry_at(const struct place *at, int i, int j)
{
    const struct pm_table *const w = at->w;

    return w->entries + (i * w->cols + j) * (w->parts + 1) * PM_TABLE_LANES + at->lane;
}

KERNEL void fill_square(const struct place *at, int parts, bool moduli)
{
    double *const t = at->w->scratch;

    for (unsigned set = 1; set < 1u << at->w->rows; set++) {
        const int row = pm_popcount(set) - 1;
        struct cell cell = {v_all(0), v_all(0), v_all(0)};
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int column = __builtin_ctz(rest);
            add_product(&cell, entry_at(at, row, column), t + (set ^ 1u << column) * at->cell,
                        parts, moduli);
        }
        put(t + set * at->cell, &cell, parts, moduli);
    }
}

/* *minor += x y, where both are from tables. */
KERNEL void add_minor(double *minor, const double *x, const double *y, int parts, bool moduli)
{
    const struct cell a = get(x, parts, moduli), b = get(y, parts, moduli);
    V re = v_fma(a.re, b.re, v_load(minor));

    if (parts == 2) {
        double *const turned = minor + PM_TABLE_LANES;
        re = v_fnma(a.im, b.im, re);
        v_store(turned, v_fma(a.re, b.im, v_fma(a.im, b.re, v_load(turned))));
    }
    v_store(minor, re);
    if (moduli) {
        double *const size = minor + parts * PM_TABLE_LANES;
        v_store(size, v_fma(a.modulus, b.modulus, v_load(size)));
    }
}

/* Computes the minors of a square matrix from its tables. */
KERNEL void fill_minors(const struct place *at, int parts, bool moduli)
{
    const struct pm_table *const w = at->w;
    const unsigned full = (1u << w->rows) - 1;
    const struct cell one = {v_all(1), v_all(0), v_all(1)};

    put(w->back + full * at->cell, &one, parts, moduli);
    for (unsigned set = full; set-- > 0;) {
        const int row = pm_popcount(set);
        const double *const from = w->scratch + set * at->cell;
        struct cell cell = {v_all(0), v_all(0), v_all(0)};
        for (unsigned rest = full ^ set; rest != 0; rest &= rest - 1) {
            const int column = __builtin_ctz(rest);
            const double *const behind = w->back + (set | 1u << column) * at->cell;
            double *const minor =
                w->minors + (row * w->cols + column) * (parts + 1) * PM_TABLE_LANES + at->lane;
            add_product(&cell, entry_at(at, row, column), behind, parts, moduli);
            add_minor(minor, from, behind, parts, moduli);
        }
        put(w->back + set * at->cell, &cell, parts, moduli);
    }
}

/* Adds column j.  Subsets are in descending order, so that they read values from before column
 * j. */
KERNEL void add_column(const struct place *at, int j, int parts, bool moduli)
{
    double *const t = at->w->scratch;

    for (unsigned set = (1u << at->w->rows) - 1; set > 0; set--) {
        struct cell cell = get(t + set * at->cell, parts, moduli);
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int row = __builtin_ctz(rest);
            add_product(&cell, entry_at(at, row, j), t + (set ^ 1u << row) * at->cell, parts,
                        moduli);
        }
        put(t + set * at->cell, &cell, parts, moduli);
    }
}

/* Computes lanes `lane` .. lane + WIDTH - 1. */
KERNEL void lanes(struct pm_table_sum *sum, const struct pm_table *w, int lane, int parts,
                  bool moduli)
{
    const struct place at = {w, lane, (parts + moduli) * WIDTH};
    const struct cell zero = {v_all(0), v_all(0), v_all(0)};
    const struct cell one = {v_all(1), v_all(0), v_all(1)};

    put(w->scratch, &one, parts, moduli);
    if (w->rows == w->cols) {
        fill_square(&at, parts, moduli);
    } else {
        for (unsigned set = 1; set < 1u << w->rows; set++)
            put(w->scratch + set * at.cell, &zero, parts, moduli);
        for (int j = 0; j < w->cols; j++)
            add_column(&at, j, parts, moduli);
    }
    if (w->back != NULL)
        fill_minors(&at, parts, moduli);
    const struct cell all = get(w->scratch + ((1u << w->rows) - 1) * at.cell, parts, moduli);
    v_store(&sum->value[0][lane], all.re);
    v_store(&sum->value[1][lane], all.im);
    v_store(&sum->modulus[lane], all.modulus);
}

pm_table_walk ISA_NAME(pm_table_walk);

void ISA_NAME(pm_table_walk)(struct pm_table_sum *sum, const struct pm_table *table)
{
    for (int lane = 0; lane < PM_TABLE_LANES; lane += WIDTH) {
        if (table->parts == 2)
            lanes(sum, table, lane, 2, table->moduli);
        else if (table->moduli)
            lanes(sum, table, lane, 1, true);
        else
            lanes(sum, table, lane, 1, false);
    }
}
