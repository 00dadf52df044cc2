/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of table.h in vectors.  Subsets are processed in ascending order, so that all parts of
 * a subset are ready before it.  The columns of a subset are added in ascending order.
 *
 * Residues in the table are at most 5p/8, and products that are reduced at most 7p/8; at most
 * PM_TABLE_ROWS + 1 of them are added up, which stays below 2^53. */
#include "base/bits.h"
#include "engine/isa/vector_mod.h"
#include "engine/table/table.h"

struct cell {
    V re, im, modulus;
};

/* The lanes that are computed, and how: all that a kernel is specialised for. */
struct place {
    const struct pm_table *w;
    int lane, parts;
    enum pm_table_numbers numbers;
    struct primes m;
};

KERNEL int cell_words(const struct place *at)
{
    return at->parts + (at->numbers == PM_TABLE_SIZED);
}

KERNEL double *cell_at(const struct place *at, double *table, unsigned set)
{
    return table + set * (unsigned)cell_words(at) * WIDTH;
}

KERNEL int entry_place(const struct place *at, int i, int j)
{
    return (i * at->w->cols + j) * at->w->words * PM_TABLE_LANES + at->lane;
}

/* *cell += entry (i, j) times T(S less a line) */
KERNEL void add_product(struct cell *cell, const struct place *at, int i, int j, const double *t)
{
    const double *const a = at->w->entries + entry_place(at, i, j);
    const V re = v_load(a), from = v_load(t);

    if (at->numbers == PM_TABLE_RESIDUES) {
        cell->re = v_add(cell->re, times_lanes(at->m, from, re));
        return;
    }
    cell->re = v_fma(re, from, cell->re);
    if (at->parts == 2) {
        const V im = v_load(a + PM_TABLE_LANES), turned = v_load(t + WIDTH);
        cell->re = v_fnma(im, turned, cell->re);
        cell->im = v_fma(re, turned, v_fma(im, from, cell->im));
    }
    if (at->numbers == PM_TABLE_SIZED)
        cell->modulus = v_fma(v_load(a + at->parts * PM_TABLE_LANES), v_load(t + at->parts * WIDTH),
                              cell->modulus);
}

KERNEL struct cell get(const struct place *at, const double *t)
{
    return (struct cell){v_load(t), at->parts == 2 ? v_load(t + WIDTH) : v_all(0),
                         at->numbers == PM_TABLE_SIZED ? v_load(t + at->parts * WIDTH) : v_all(0)};
}

/* Residues are reduced; they are real. */
KERNEL void put(const struct place *at, double *t, const struct cell *cell)
{
    const bool residues = at->numbers >= PM_TABLE_NARROW;

    v_store(t, residues ? reduce_lanes(at->m, cell->re) : cell->re);
    if (at->parts == 2)
        v_store(t + WIDTH, cell->im);
    if (at->numbers == PM_TABLE_SIZED)
        v_store(t + at->parts * WIDTH, cell->modulus);
}

KERNEL void fill_square(const struct place *at)
{
    double *const t = at->w->scratch;

    for (unsigned set = 1; set < 1u << at->w->rows; set++) {
        const int row = pm_popcount(set) - 1;
        struct cell cell = {v_all(0), v_all(0), v_all(0)};
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int column = __builtin_ctz(rest);
            add_product(&cell, at, row, column, cell_at(at, t, set ^ 1u << column));
        }
        put(at, cell_at(at, t, set), &cell);
    }
}

/* *minor += x y, where both are from tables. */
KERNEL void add_minor(const struct place *at, double *minor, const double *x, const double *y)
{
    const struct cell a = get(at, x), b = get(at, y);
    V re = v_fma(a.re, b.re, v_load(minor));

    if (at->parts == 2) {
        double *const turned = minor + PM_TABLE_LANES;
        re = v_fnma(a.im, b.im, re);
        v_store(turned, v_fma(a.re, b.im, v_fma(a.im, b.re, v_load(turned))));
    }
    v_store(minor, re);
    if (at->numbers == PM_TABLE_SIZED) {
        double *const size = minor + at->parts * PM_TABLE_LANES;
        v_store(size, v_fma(a.modulus, b.modulus, v_load(size)));
    }
}

/* Computes the minors of a square matrix from its tables. */
KERNEL void fill_minors(const struct place *at)
{
    const struct pm_table *const w = at->w;
    const unsigned full = (1u << w->rows) - 1;
    const struct cell one = {v_all(1), v_all(0), v_all(1)};

    put(at, cell_at(at, w->back, full), &one);
    for (unsigned set = full; set-- > 0;) {
        const int row = pm_popcount(set);
        const double *const from = cell_at(at, w->scratch, set);
        struct cell cell = {v_all(0), v_all(0), v_all(0)};
        for (unsigned rest = full ^ set; rest != 0; rest &= rest - 1) {
            const int column = __builtin_ctz(rest);
            const double *const behind = cell_at(at, w->back, set | 1u << column);
            add_product(&cell, at, row, column, behind);
            add_minor(at, w->minors + entry_place(at, row, column), from, behind);
        }
        put(at, cell_at(at, w->back, set), &cell);
    }
}

/* Adds column j.  Subsets are in descending order, so that they read values from before column
 * j. */
KERNEL void add_column(const struct place *at, int j)
{
    double *const t = at->w->scratch;

    for (unsigned set = (1u << at->w->rows) - 1; set > 0; set--) {
        struct cell cell = get(at, cell_at(at, t, set));
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int row = __builtin_ctz(rest);
            add_product(&cell, at, row, j, cell_at(at, t, set ^ 1u << row));
        }
        put(at, cell_at(at, t, set), &cell);
    }
}

/* Computes lanes `lane` .. lane + WIDTH - 1. */
KERNEL void lanes(struct pm_table_sum *sum, const struct pm_table *w, int lane, int parts,
                  enum pm_table_numbers numbers)
{
    const struct place at = {w,
                             lane,
                             parts,
                             numbers,
                             {v_load(w->primes + lane), v_load(w->primes + PM_TABLE_LANES + lane)}};
    const struct cell zero = {v_all(0), v_all(0), v_all(0)};
    const struct cell one = {v_all(1), v_all(0), v_all(1)};
    const unsigned sets = 1u << w->rows;

    put(&at, w->scratch, &one);
    if (w->rows == w->cols) {
        fill_square(&at);
    } else {
        for (unsigned set = 1; set < sets; set++)
            put(&at, cell_at(&at, w->scratch, set), &zero);
        for (int j = 0; j < w->cols; j++)
            add_column(&at, j);
    }
    if (w->back != NULL)
        fill_minors(&at);
    const struct cell all = get(&at, cell_at(&at, w->scratch, sets - 1));
    v_store(&sum->value[0][lane], all.re);
    v_store(&sum->value[1][lane], all.im);
    v_store(&sum->modulus[lane], all.modulus);
}

pm_table_walk ISA_NAME(pm_table_walk);

#define CASE(parts, numbers)                                                                       \
    case (parts)*4 + (numbers):                                                                    \
        lanes(sum, table, lane, parts, numbers);                                                   \
        break

void ISA_NAME(pm_table_walk)(struct pm_table_sum *sum, const struct pm_table *table)
{
    for (int lane = 0; lane < PM_TABLE_LANES; lane += WIDTH)
        switch (table->parts * 4 + (int)table->numbers) {
            CASE(1, PM_TABLE_DOUBLES);
            CASE(1, PM_TABLE_SIZED);
            CASE(1, PM_TABLE_NARROW);
            CASE(1, PM_TABLE_RESIDUES);
            CASE(2, PM_TABLE_DOUBLES);
            CASE(2, PM_TABLE_SIZED);
        }
}
