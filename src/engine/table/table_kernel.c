/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of table.h in vectors.  Subsets are processed in ascending order, so that all parts of
 * a subset are ready before it.  The columns of a subset are added in ascending order.
 *
 * Residues in the table are at most 5p/8, and products that are reduced at most 7p/8; at most
 * PM_TABLE_ROWS + 1 of them are added up, which stays below 2^53. */
#include "base/bits.h"
#include "engine/isa/vector_mod.h"
#include "engine/table/table.h"

#include <string.h>

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

/* Parts are WIDTH apart in tables, PM_TABLE_LANES in minors. */
KERNEL struct cell get_parts(const struct place *at, const double *t, int apart)
{
    return (struct cell){v_load(t), at->parts == 2 ? v_load(t + apart) : v_all(0),
                         at->numbers == PM_TABLE_SIZED ? v_load(t + at->parts * apart) : v_all(0)};
}

KERNEL struct cell get(const struct place *at, const double *t)
{
    return get_parts(at, t, WIDTH);
}

KERNEL void put_parts(const struct place *at, double *t, const struct cell *cell, int apart)
{
    v_store(t, cell->re);
    if (at->parts == 2)
        v_store(t + apart, cell->im);
    if (at->numbers == PM_TABLE_SIZED)
        v_store(t + at->parts * apart, cell->modulus);
}

/* Residues are reduced; they are real. */
KERNEL void put(const struct place *at, double *t, const struct cell *cell)
{
    const bool residues = at->numbers >= PM_TABLE_NARROW;
    const struct cell reduced = {residues ? reduce_lanes(at->m, cell->re) : cell->re, cell->im,
                                 cell->modulus};

    put_parts(at, t, &reduced, WIDTH);
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
KERNEL void add_minor(struct cell *minor, const struct place *at, const double *x, const double *y)
{
    const struct cell a = get(at, x), b = get(at, y);

    minor->re = v_fma(a.re, b.re, minor->re);
    if (at->parts == 2) {
        minor->re = v_fnma(a.im, b.im, minor->re);
        minor->im = v_fma(a.re, b.im, v_fma(a.im, b.re, minor->im));
    }
    if (at->numbers == PM_TABLE_SIZED)
        minor->modulus = v_fma(a.modulus, b.modulus, minor->modulus);
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
            double *const to = w->minors + entry_place(at, row, column);
            struct cell minor = get_parts(at, to, PM_TABLE_LANES);
            add_minor(&minor, at, from, behind);
            put_parts(at, to, &minor, PM_TABLE_LANES);
        }
        put(at, cell_at(at, w->back, set), &cell);
    }
}

/* The table of a matrix without columns. */
KERNEL void begin(const struct place *at, double *t)
{
    const struct cell zero = {v_all(0), v_all(0), v_all(0)};
    const struct cell one = {v_all(1), v_all(0), v_all(1)};

    put(at, t, &one);
    for (unsigned set = 1; set < 1u << at->w->rows; set++)
        put(at, cell_at(at, t, set), &zero);
}

/* Adds column j.  Subsets are in descending order, so that they read values from before column
 * j. */
KERNEL void add_column(const struct place *at, double *t, int j)
{
    for (unsigned set = (1u << at->w->rows) - 1; set > 0; set--) {
        struct cell cell = get(at, cell_at(at, t, set));
        for (unsigned rest = set; rest != 0; rest &= rest - 1) {
            const int row = __builtin_ctz(rest);
            add_product(&cell, at, row, j, cell_at(at, t, set ^ 1u << row));
        }
        put(at, cell_at(at, t, set), &cell);
    }
}

/* Minor (i, j) from the tables of the columns before it and behind it. */
KERNEL struct cell minor_of(const struct place *at, double *before, double *behind, int i)
{
    const struct cell zero = {v_all(0), v_all(0), v_all(0)};
    const unsigned sets = 1u << at->w->rows, others = (sets - 1) ^ 1u << i;
    struct cell minor = zero;

    for (unsigned first = 0; first < sets; first += PM_TABLE_SUMS) {
        struct cell sum = zero;
        for (unsigned set = first; set < sets && set < first + PM_TABLE_SUMS; set++)
            if ((set & ~others) == 0)
                add_minor(&sum, at, cell_at(at, before, set), cell_at(at, behind, others ^ set));
        minor.re = v_add(minor.re, sum.re);
        minor.im = v_add(minor.im, sum.im);
        minor.modulus = v_add(minor.modulus, sum.modulus);
    }
    return minor;
}

/* The minors of column j. */
KERNEL void fill_column(const struct place *at, double *before, double *behind, int j)
{
    for (int i = 0; i < at->w->rows; i++) {
        const struct cell minor = minor_of(at, before, behind, i);
        put_parts(at, at->w->minors + entry_place(at, i, j), &minor, PM_TABLE_LANES);
    }
}

/* Computes the tables of the columns before first, first + 1, ..., end - 1 from the first one. */
KERNEL void fill_tables(const struct place *at, double *t, int first, int end, size_t size)
{
    for (int j = first; j + 1 < end; j++, t += size) {
        memcpy(t + size, t, size * sizeof *t);
        add_column(at, t + size, j);
    }
}

/* Computes the table of all columns, and the minors. */
KERNEL void fill_wide(const struct place *at)
{
    const struct pm_table *const w = at->w;
    const size_t size = (size_t)(cell_words(at) * WIDTH) << w->rows;
    const int step = pm_table_step(w->cols);
    double *const behind = w->back, *const inner = behind + size, *const kept = inner + step * size;

    begin(at, behind);
    for (int j = 0; j < w->cols; j++) {
        if (j % step == 0)
            memcpy(kept + j / step * size, w->scratch, size * sizeof *kept);
        add_column(at, w->scratch, j);
    }
    for (int first = (w->cols - 1) / step * step, end = w->cols; end > 0;
         end = first, first -= step) {
        memcpy(inner, kept + first / step * size, size * sizeof *inner);
        fill_tables(at, inner, first, end, size);
        for (int j = end; j-- > first;) {
            fill_column(at, inner + (j - first) * size, behind, j);
            add_column(at, behind, j);
        }
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

    begin(&at, w->scratch);
    if (w->rows == w->cols) {
        fill_square(&at);
        if (w->back != NULL)
            fill_minors(&at);
    } else if (w->back != NULL) {
        fill_wide(&at);
    } else {
        for (int j = 0; j < w->cols; j++)
            add_column(&at, w->scratch, j);
    }
    const struct cell all = get(&at, cell_at(&at, w->scratch, (1u << w->rows) - 1));
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
    const int used = table->lanes > 0 ? table->lanes : PM_TABLE_LANES;

    for (int lane = 0; lane < used; lane += WIDTH)
        switch (table->parts * 4 + (int)table->numbers) {
            CASE(1, PM_TABLE_DOUBLES);
            CASE(1, PM_TABLE_SIZED);
            CASE(1, PM_TABLE_NARROW);
            CASE(1, PM_TABLE_RESIDUES);
            CASE(2, PM_TABLE_DOUBLES);
            CASE(2, PM_TABLE_SIZED);
        }
}
