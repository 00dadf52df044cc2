/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact permanents and loop hafnians of small matrices of doubles or integers, for tests of
 * functions for stacks: sums over subsets of columns, or over the partners of a vertex. */
#ifndef PM_TESTS_SMALL_EXACT_H
#define PM_TESTS_SMALL_EXACT_H

#include "permatch.h"

#include <math.h>
#include <stdlib.h>

#if __has_include(<flint/arf.h>)
#include <flint/arf.h>
#else
#include <arf.h>
#endif

enum { LINES = 7, TOTAL = 7, WIDE = 14 };

/* An exact number: all entries are doubles or integers, so that sums of products are binary. */
struct gauss {
    arf_t re, im;
};

/* A random matrix: exactly, and as the library takes it. */
struct drawn {
    pm_entries entries;
    int rows, cols, row_times[WIDE], col_times[WIDE];
    double number[WIDE * WIDE * 2], loop[WIDE * 2];
    int64_t integer[WIDE * WIDE], integer_loop[WIDE];
};

/* ------------------------------------------------------------------ exact numbers */

static inline void gauss_init(struct gauss *x)
{
    arf_init(x->re);
    arf_init(x->im);
}

static inline void gauss_clear(struct gauss *x)
{
    arf_clear(x->re);
    arf_clear(x->im);
}

static inline void gauss_set(struct gauss *x, int k)
{
    arf_set_si(x->re, k);
    arf_zero(x->im);
}

static inline void add(arf_t sum, const arf_t x)
{
    arf_add(sum, sum, x, ARF_PREC_EXACT, ARF_RND_DOWN);
}

/* sum += x y */
static inline void add_product(struct gauss *sum, const struct gauss *x, const struct gauss *y)
{
    arf_addmul(sum->re, x->re, y->re, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_submul(sum->re, x->im, y->im, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_addmul(sum->im, x->re, y->im, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_addmul(sum->im, x->im, y->re, ARF_PREC_EXACT, ARF_RND_DOWN);
}

static inline void entry_of(struct gauss *z, const struct drawn *d, int i, int j)
{
    const int at = i * d->cols + j;

    arf_zero(z->im);
    if (d->entries == PM_ENTRIES_INTEGER) {
        arf_set_si(z->re, d->integer[at]);
    } else if (d->entries == PM_ENTRIES_REAL) {
        arf_set_d(z->re, d->number[at]);
    } else {
        arf_set_d(z->re, d->number[2 * at]);
        arf_set_d(z->im, d->number[2 * at + 1]);
    }
}

static inline void loop_of(struct gauss *z, const struct drawn *d, int i)
{
    arf_zero(z->im);
    if (d->entries == PM_ENTRIES_INTEGER) {
        arf_set_si(z->re, d->integer_loop[i]);
    } else if (d->entries == PM_ENTRIES_REAL) {
        arf_set_d(z->re, d->loop[i]);
    } else {
        arf_set_d(z->re, d->loop[2 * i]);
        arf_set_d(z->im, d->loop[2 * i + 1]);
    }
}

/* The lines with their copies, without one copy of line `less` (-1: with all). */
static inline int list_lines(int *line, const int *times, int count, int less)
{
    int total = 0;

    for (int k = 0; k < count; k++)
        for (int copy = k == less; copy < times[k]; copy++)
            line[total++] = k;
    return total;
}

/* The permanent of the rows and columns in two lists. */
static inline void permanent(struct gauss *value, const struct drawn *d, const int *row, int rows,
                             const int *col, int cols)
{
    const bool turned = rows > cols;
    const int m = turned ? cols : rows, n = turned ? rows : cols;
    struct gauss *const sum = malloc(sizeof *sum << n), z;

    gauss_init(&z);
    for (int set = 0; set < 1 << n; set++)
        gauss_init(&sum[set]);
    gauss_set(&sum[0], 1);
    for (int set = 0; set < 1 << n; set++) {
        const int i = __builtin_popcount((unsigned)set);
        for (int j = 0; i < m && j < n; j++) {
            if (set >> j & 1)
                continue;
            entry_of(&z, d, turned ? row[j] : row[i], turned ? col[i] : col[j]);
            add_product(&sum[set | 1 << j], &sum[set], &z);
        }
    }
    gauss_set(value, 0);
    for (int set = 0; set < 1 << n; set++) {
        if (__builtin_popcount((unsigned)set) == m) {
            add(value->re, sum[set].re);
            add(value->im, sum[set].im);
        }
        gauss_clear(&sum[set]);
    }
    free(sum);
    gauss_clear(&z);
}

static inline void of_lines(struct gauss *value, const struct drawn *d, int less_row, int less_col)
{
    int row[WIDE + 1], col[WIDE + 1];
    const int rows = list_lines(row, d->row_times, d->rows, less_row);
    const int cols = list_lines(col, d->col_times, d->cols, less_col);

    permanent(value, d, row, rows, col, cols);
}

/* The loop hafnian of the listed vertices: the first is matched with itself or with another one. */
static inline void loop_hafnian(struct gauss *value, const struct drawn *d, const int *vertex,
                                int count, bool loops)
{
    struct gauss rest, z;
    int others[TOTAL];

    gauss_set(value, count == 0);
    if (count == 0)
        return;
    gauss_init(&rest);
    gauss_init(&z);
    if (loops) {
        loop_of(&z, d, vertex[0]);
        loop_hafnian(&rest, d, vertex + 1, count - 1, loops);
        add_product(value, &rest, &z);
    }
    for (int k = 1; k < count; k++) {
        for (int other = 1, at = 0; other < count; other++)
            if (other != k)
                others[at++] = vertex[other];
        entry_of(&z, d, vertex[0], vertex[k]);
        loop_hafnian(&rest, d, others, count - 2, loops);
        add_product(value, &rest, &z);
    }
    gauss_clear(&z);
    gauss_clear(&rest);
}

/* True if |value - want| <= bound, exactly; so a bound of 0 is right only for an exact value.  A
 * bound may be infinite only for a value above the range of doubles, or NaN. */
static inline bool is_within(const double *value, int parts, double bound, const struct gauss *want)
{
    arf_t square, off, most;

    arf_init(square);
    arf_init(off);
    arf_init(most);
    for (int part = 0; part < 2; part++) {
        arf_set_d(off, part < parts && isfinite(value[part]) ? value[part] : 0);
        arf_sub(off, off, part == 0 ? want->re : want->im, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_addmul(square, off, off, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
    arf_set_d(off, bound);
    arf_mul(off, off, off, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_set_d(most, 0x1p1023);
    const bool large = arf_cmpabs(want->re, most) >= 0 || arf_cmpabs(want->im, most) >= 0;
    const bool finite = isfinite(value[0]) && (parts == 1 || isfinite(value[1]));
    const bool within =
        isinf(bound) ? large || isnan(value[0]) : finite && arf_cmp(square, off) <= 0;
    arf_clear(square);
    arf_clear(off);
    arf_clear(most);
    return within;
}

#endif
