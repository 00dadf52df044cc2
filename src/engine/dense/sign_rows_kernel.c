/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of sign_rows.h. */
#include "engine/dense/sign_rows.h"
#include "engine/isa/vector_whole.h"
#include "num/ball.h"

#include <math.h>

enum {
    LANES = PM_SIGNS_LANES,
    CHUNKS = LANES / WIDTH,
    MOST = PM_SIGNS_MOST,
    TURNED = 3, /* columns with signs of their own for each lane of one matrix */
    WHOLE = 27, /* so many rows of integers at most: products start above 2^-1022 */
};

/* Where numbers are read and rounded: in the arrays of the walk, or in the space for one matrix. */
struct area {
    double *x;
    int n, rows, row, column; /* distances */
};

/* ------------------------------------------------------------------ read and scale */

KERNEL double entry(const void *data, ptrdiff_t at, bool integers)
{
    return integers ? (double)((const int64_t *)data)[at] : ((const double *)data)[at];
}

KERNEL V entries(const void *data, const ptrdiff_t *lane, ptrdiff_t at, bool integers)
{
#define AT(k) entry(data, at + lane[k], integers)
    return ISA_PICK(_mm512_set_pd(AT(7), AT(6), AT(5), AT(4), AT(3), AT(2), AT(1), AT(0)),
                    _mm256_set_pd(AT(3), AT(2), AT(1), AT(0)), AT(0));
#undef AT
}

/* Copies the rows, and finds powers of two for them.  Powers are multiplied and divided by adding
 * and subtracting their bits; none is subnormal or infinite, unless false is returned. */
KERNEL bool read_rows(struct pm_signs_rows *r, const struct area *a, int chunk, int parts,
                      bool integers)
{
    const V low = v_all(0x1p-500), high = v_all(integers ? 0x1p53 - 1 : 0x1p1000);
    const void *const data = r->data;
    const ptrdiff_t col = r->col;
    V wrong = v_all(0), least = v_all(1), most = v_all(1);
    ptrdiff_t lane[WIDTH];

    for (int k = 0; k < WIDTH; k++)
        lane[k] = r->lane[chunk + k];
    for (int i = 0; i < a->rows; i++) {
        double *const row = a->x + i * a->row + chunk, *to = row;
        ptrdiff_t at = (r->alone ? pm_signs_first(a->n, i) : i) * r->row;
        V size = v_all(0);
        for (int c = 1; c <= a->n; c++, at += col) {
            to = c < a->n ? to + a->column : row;
            UNROLL for (int part = 0; part < parts; part++)
            {
                const V x = entries(data, lane, at + part, integers);
                v_store(to + part * LANES, x);
                size = v_max_abs(size, x);
                wrong = v_add(wrong, v_sub(x, x)); /* NaN if x is not finite */
            }
        }
        least = v_min(least, size);
        most = v_max(most, size);
        v_store(r->power[i] + chunk, v_whole_sub(v_all(0x1p1022), v_and(size, v_all(INFINITY))));
    }
    wrong = v_add(wrong, v_sub(v_max(most, high), high));
    return !v_any(v_add(wrong, v_sub(low, v_min(least, low))));
}

/* The largest part of a column whose rows are multiplied by powers. */
KERNEL V largest(const struct pm_signs_rows *r, const struct area *a, int c, int chunk, int parts)
{
    const double *at = a->x + c * a->column + chunk;
    V size = v_all(0);

    for (int i = 0; i < a->rows; i++, at += a->row)
        UNROLL for (int part = 0; part < parts; part++) size =
            v_max_abs(size, v_mul(v_load(at + part * LANES), v_load(r->power[i] + chunk)));
    return size;
}

/* Gives all lanes the largest number. */
KERNEL void level(V x[CHUNKS])
{
    double lane[LANES] __attribute__((aligned(64))), most = 0;

    for (int k = 0; k < CHUNKS; k++)
        v_store(lane + k * WIDTH, x[k]);
    for (int k = 0; k < LANES; k++)
        most = lane[k] > most ? lane[k] : most;
    for (int k = 0; k < CHUNKS; k++)
        x[k] = v_all(most);
}

/* Only the product with an entry may be rounded, where it is subnormal. */
KERNEL bool scale(struct pm_signs_rows *r, const struct area *a, int parts)
{
    V least = v_all(0x1p-500), exponent[CHUNKS];

    for (int k = 0; k < CHUNKS; k++)
        exponent[k] = v_all(0);
    for (int c = 0; c < a->n; c++) {
        V size[CHUNKS];
        for (int k = 0; k < CHUNKS; k++)
            size[k] = largest(r, a, c, k * WIDTH, parts);
        if (r->alone)
            level(size);
        for (int k = 0; k < CHUNKS; k++) {
            const V by = v_whole_sub(v_and(size[k], v_all(INFINITY)), v_all(0.5));
            double *at = a->x + c * a->column + k * WIDTH;
            least = v_min(least, size[k]);
            exponent[k] = v_add(exponent[k], v_whole_value(by));
            for (int i = 0; i < a->rows; i++, at += a->row) {
                const V times = v_whole_sub(v_load(r->power[i] + k * WIDTH), by);
                UNROLL for (int part = 0; part < parts; part++)
                    v_store(at + part * LANES, v_mul(v_load(at + part * LANES), times));
            }
        }
    }
    for (int k = 0; k < CHUNKS; k++)
        v_store(r->exponent + k * WIDTH, exponent[k]);
    return !v_any(v_sub(least, v_all(0x1p-500)));
}

/* ------------------------------------------------------------------ round */

KERNEL V modulus(const V z[2], int parts)
{
    return parts == 1 ? v_abs(z[0]) : v_modulus(z[0], z[1]);
}

/* The multiple of 2^-52 `half`, a power of two, that is nearest to x, if |x| <= half. */
KERNEL V nearest(V x, V half)
{
    const V by = v_or(v_and(x, v_all(-0.0)), half);

    return v_sub(v_add(x, by), by);
}

/* Rounds row i, and makes twice its entries, and sums.  Returns the sum of moduli of the second
 * layer. */
KERNEL V round_row(struct pm_signs_rows *r, const struct area *a, int i, int chunk, int parts)
{
    double *const row = a->x + i * a->row + chunk, *at = row;
    V total[2] = {v_all(0), v_all(0)}, sum = v_all(0), second = v_all(0), apart = v_all(0);
    V off = v_all(PM_BALL_TINY), sums[2][2] = {{v_all(0), v_all(0)}, {v_all(0), v_all(0)}};

    for (int c = 0; c < a->n; c++, at += a->column)
        UNROLL for (int part = 0; part < parts; part++) total[part] =
            v_add(total[part], v_abs(v_load(at + part * LANES)));
    /* rounding adds at most 2^-47 to a sum, less than PM_UP */
    const V most = v_mul(parts == 1 ? total[0] : v_max(total[0], total[1]), v_all(PM_UP));
    const V half = v_and(v_max(most, v_all(0.5)), v_all(INFINITY));
    const V low_half = v_mul(half, v_all(0x1p-47)), whole = v_mul(half, v_all(0x1.8p-10));
    at = row;
    for (int c = 0; c < a->n; c++, at += a->column) {
        V first[2], rest[2];
        UNROLL for (int part = 0; part < parts; part++)
        {
            double *const high = at + part * LANES, *const low = high + parts * LANES;
            const V x = v_load(high);
            /* from `half` on, x is such a multiple */
            first[part] = nearest(x, v_where_less(v_abs(x), half, half));
            rest[part] = v_sub(x, first[part]);
            const V layer = nearest(rest[part], low_half);
            rest[part] = v_sub(rest[part], layer);
            second = v_add(second, v_abs(layer));
            apart = v_max_abs(apart, v_sub(v_sub(v_add(layer, whole), whole), layer));
            sums[0][part] = v_add(sums[0][part], first[part]);
            sums[1][part] = v_add(sums[1][part], layer);
            v_store(high, v_add(first[part], first[part]));
            v_store(low, v_add(layer, layer));
        }
        off = v_add(off, modulus(rest, parts));
        sum = v_add(sum, modulus(first, parts));
    }
    UNROLL for (int part = 0; part < parts; part++)
    {
        v_store(row + part * LANES, sums[0][part]);
        v_store(row + (parts + part) * LANES, sums[1][part]);
    }
    sum = v_add(sum, second);
    v_store(r->half[i] + chunk, half);
    v_store(r->sum[i] + chunk, sum);
    v_store(r->error[i] + chunk, off / sum);
    v_store(r->apart[i] + chunk, apart);
    return second;
}

/* All of it, compiled for each kind of numbers.  *layered: there is a second layer. */
KERNEL bool make(struct pm_signs_rows *r, bool *layered, const struct area *a, bool scaled,
                 int parts, bool integers)
{
    bool usual = true;
    V second = v_all(0);

    for (int chunk = 0; chunk < LANES; chunk += WIDTH)
        usual = read_rows(r, a, chunk, parts, integers) && usual;
    usual = scale(r, a, parts) && usual;
    if (!usual && !scaled)
        return false;
    for (int chunk = 0; chunk < LANES; chunk += WIDTH)
        for (int i = 0; i < a->rows; i++)
            second = v_max(second, round_row(r, a, i, chunk, parts));
    *layered = v_any(second);
    return true;
}

/* ------------------------------------------------------------------ of one matrix, or of eight */

/* The numbers of row i. */
KERNEL V number(const struct pm_signs_rows *r, const double *of, int i, int chunk)
{
    const int group = i / LANES, lane = i - pm_signs_first(r->signs->n, group);

    return r->alone ? v_all(of[group * LANES + lane]) : v_load(of + i * LANES + chunk);
}

KERNEL void gather(struct pm_signs_rows *r, int chunk)
{
    const int n = r->signs->n;
    V product = v_all(1), lost = v_all(0), exponent = v_load(r->exponent + chunk);

    for (int i = 0; i < n; i++) {
        product = v_mul(product, number(r, r->sum[0], i, chunk));
        lost = v_add(lost, number(r, r->error[0], i, chunk));
        exponent = v_sub(exponent, v_whole_value(number(r, r->power[0], i, chunk)));
    }
    v_store(r->product + chunk, product);
    v_store(r->lost + chunk, lost);
    v_store(r->exponent + chunk, v_fma(exponent, v_all(0x1p-52), v_all(1023 * n)));
}

/* Copies the numbers of one matrix to all lanes, with signs of their own for the last free columns.
 */
KERNEL void spread(const struct pm_signs_rows *r, const struct area *a)
{
    static const double turn[TURNED][LANES] __attribute__((aligned(64))) = {
        {0, 1, 0, 1, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 0, 1, 1}, {0, 0, 0, 0, 1, 1, 1, 1}};
    const struct pm_signs *const w = r->signs;
    const int last = w->n - TURNED, words = 2 * w->parts, column = w->column;
    double *to = w->x;

    for (int i = 0; i < w->n; i++)
        for (int word = 0; word < words; word++, to += LANES) {
            const int group = i / LANES;
            const double *const from = a->x + group * a->row + word * LANES +
                                       (i - pm_signs_first(w->n, group)),
                                *const behind = from + last * a->column;
            for (int chunk = 0; chunk < LANES; chunk += WIDTH) {
                V sum = v_all(*from);
                UNROLL for (int k = 0; k < TURNED; k++) sum =
                    v_fnma(v_load(turn[k] + chunk), v_all(behind[k * a->column]), sum);
                v_store(to + chunk, sum);
                for (int c = 1; c < last; c++)
                    v_store(to + c * column + chunk, v_all(from[c * a->column]));
            }
        }
}

/* ------------------------------------------------------------------ rows of integers */

KERNEL bool is_whole(const struct pm_signs_rows *r, int i)
{
    bool whole = true;

    for (int chunk = 0; chunk < LANES; chunk += WIDTH)
        whole = whole && !v_any(number(r, r->apart[0], i, chunk));
    return whole;
}

/* Brings the rows of integers to the front.  Returns their number. */
KERNEL int bring(struct pm_signs_rows *r)
{
    const struct pm_signs *const w = r->signs;
    const int cells = 2 * w->parts * LANES;
    int *const order = r->order, at = 0;

    for (int i = 0; i < w->n; i++) {
        order[i] = i;
        if (!is_whole(r, i))
            continue;
        for (int c = 0; c < w->n && at < i; c++) {
            double *const one = w->x + c * w->column + at * cells, *const other =
                                                                       one + (i - at) * cells;
            for (int k = 0; k < cells; k += WIDTH) {
                const V x = v_load(one + k);
                v_store(one + k, v_load(other + k));
                v_store(other + k, x);
            }
        }
        order[i] = order[at];
        order[at++] = i;
    }
    return at;
}

/* Turns the layers of the first rows into integers below 2^63. */
KERNEL void make_whole(struct pm_signs_rows *r, int chunk)
{
    const struct pm_signs *const w = r->signs;
    const int parts = w->parts, columns = r->alone ? w->n - TURNED : w->n;
    V units = v_all(1);

    for (int i = 0; i < w->whole; i++) {
        const V half = number(r, r->half[0], r->order[i], chunk), unit = v_all(0x1p62) / half;
        units = v_mul(units, v_add(half, half));
        for (int c = 0; c < columns; c++) {
            double *at = w->x + c * w->column + i * 2 * parts * LANES + chunk;
            const V by = c > 0 ? v_mul(unit, v_all(0.5)) : unit; /* twice the entries may be 2^63 */
            for (int part = 0; part < parts; part++, at += LANES) {
                const V sum = v_whole_add(v_whole_of(v_mul(v_load(at), by)),
                                          v_whole_of(v_mul(v_load(at + parts * LANES), by)));
                v_store(at, c > 0 ? v_whole_add(sum, sum) : sum);
            }
        }
    }
    v_store(r->units + chunk, units);
}

/* ------------------------------------------------------------------ all of it */

pm_signs_make ISA_NAME(pm_signs_make);

bool ISA_NAME(pm_signs_make)(struct pm_signs_rows *r, bool scaled)
{
    struct pm_signs *const w = r->signs;
    const int rows = r->alone ? pm_signs_groups(w->n) : w->n, row = 2 * w->parts * LANES;
    const struct area a = {r->alone ? r->space : w->x, w->n, rows, row,
                           r->alone ? rows * row : w->column};
    bool layered;

    if (!(w->parts == 2 ? make(r, &layered, &a, scaled, 2, false)
          : r->integers ? make(r, &layered, &a, scaled, 1, true)
                        : make(r, &layered, &a, scaled, 1, false)))
        return false;
    for (int chunk = 0; chunk < LANES; chunk += WIDTH)
        gather(r, chunk);
    if (r->alone)
        spread(r, &a);
    const int whole = bring(r);
    w->way = layered ? PM_SIGNS_ROUNDED : PM_SIGNS_PLAIN;
    w->whole = !layered ? 0 : whole < WHOLE ? whole : WHOLE;
    for (int chunk = 0; chunk < LANES; chunk += WIDTH)
        make_whole(r, chunk);
    return true;
}
