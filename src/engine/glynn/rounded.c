/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds rows so that their sums are exact.
 *
 * The entries of a row are rounded to multiples of one power of two.  It is chosen so that any
 * signed sum of the row's entries is less than 2^53 times that power.  Hence row sums are exact: in
 * any order, after any number of Gray code steps, in every instruction set.  The rounding error of
 * each entry is known; eta_i is at least their sum over row i.
 *
 * For double-double, the rounding errors are rounded again, to a second layer of the same kind:
 * multiples of a smaller power of two, so that sums are less than 2^53 times it. */
#include "engine/glynn/rounded.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

/* The unit of the second layer is 2^-LAYER_BITS of the unit of the first.  What rounding to the
 * first leaves is at most half of its unit, so sums of 64 such numbers fit into 53 bits. */
enum { LAYER_BITS = 47 };

void pm_rounded_nearest(fmpz_t nearest, fmpq_t x)
{
    fmpz_t twice;

    fmpz_init(twice);
    fmpz_mul_2exp(nearest, fmpq_numref(x), 1);
    fmpz_add(nearest, nearest, fmpq_denref(x));
    fmpz_mul_2exp(twice, fmpq_denref(x), 1);
    fmpz_fdiv_q(nearest, nearest, twice);
    fmpq_sub_fmpz(x, x, nearest);
    fmpz_clear(twice);
}

/* *out = x 2^shift rounded to an integer.  Returns a bound of the rounding error. */
static double round_entry(fmpz_t out, const fmpq *x, int shift)
{
    fmpq_t scaled;

    fmpq_init(scaled);
    fmpq_mul_2exp(scaled, x, (ulong)shift);
    pm_rounded_nearest(out, scaled);
    const double off = fmpq_is_zero(scaled) ? 0 : fabs(fmpq_get_d(scaled)) * PM_UP + 0x1p-60;
    fmpq_clear(scaled);
    return off;
}

/* *z = an entry's second layer, a multiple of 2^-LAYER_BITS units of the first.  Returns a bound of
 * its rounding error, in units of the first. */
static double round_rest(struct pm_rounded *r, int k, double *z, const fmpq *x, const fmpz_t first,
                         int shift)
{
    fmpq_t rest;
    fmpz_t y;

    fmpq_init(rest);
    fmpz_init(y);
    fmpq_mul_2exp(rest, x, (ulong)shift);
    fmpq_sub_fmpz(rest, rest, first);
    const double off = round_entry(y, rest, LAYER_BITS);
    *z = ldexp(fmpz_get_d(y), -shift - LAYER_BITS);
    r->second[k] += fabs(*z);
    fmpz_clear(y);
    fmpq_clear(rest);
    return ldexp(off, -LAYER_BITS);
}

/* Rounds row i to multiples of 2^-shift, into row k.  total[part] = the sum of the moduli of the
 * row's first layer, in these multiples, with an added 1 of the divided pivot. */
static void round_entries(struct pm_rounded *r, int k, const struct pm_rows *rows, int i,
                          bool divided, int shift, fmpz *total)
{
    const bool layered = r->words > r->parts;
    double off = 0;
    fmpz_t x;

    fmpz_init(x);
    r->second[k] = 0;
    for (int j = 0; j < r->n; j++)
        for (int part = 0; part < r->parts; part++) {
            const fmpq *const entry = &rows->part[part][i * r->n + j];
            double *const z = pm_rounded_at(r, k, j) + part;
            if (divided && j == rows->pivot) {
                z[0] = part == 0;
                fmpz_set_ui(x, layered && part == 0);
                fmpz_mul_2exp(x, x, (ulong)shift); /* row sums plus and minus 1 must be exact */
                fmpz_add(total + part, total + part, x);
                continue;
            }
            const double lost = round_entry(x, entry, shift);
            z[0] = ldexp(fmpz_get_d(x), -shift);
            off += layered ? round_rest(r, k, z + r->parts, entry, x, shift) : lost;
            fmpz_abs(x, x);
            fmpz_add(total + part, total + part, x);
        }
    fmpz_clear(x);
    r->second[k] *= PM_UP;
    r->eta[k] = ldexp(off, -shift) * PM_UP;
}

/* The same.  False if sums can exceed 2^53 times 2^-shift.  The test must be exact: a sum of 2^53 +
 * 1 is no double. */
static bool round_row_at(struct pm_rounded *r, int k, const struct pm_rows *rows, int i,
                         bool divided, int shift)
{
    fmpz total[2] = {0, 0}, most;
    bool fits = true;

    fmpz_init(&most);
    fmpz_setbit(&most, 53);
    round_entries(r, k, rows, i, divided, shift, total);
    for (int part = 0; part < 2; part++) {
        fits = fits && fmpz_cmp(total + part, &most) <= 0;
        fmpz_clear(total + part);
    }
    fmpz_clear(&most);
    return fits;
}

static void round_row(struct pm_rounded *r, int k, const struct pm_rows *rows)
{
    const int i = rows->order[k];
    double total[2] = {0, 0};
    int top;

    for (int j = 0; j < r->n; j++)
        for (int part = 0; part < r->parts; part++)
            if (k >= rows->ones || j != rows->pivot)
                total[part] += fabs(fmpq_get_d(&rows->part[part][i * r->n + j]));
    frexp(fmax(total[0], total[1]), &top);
    const int least = r->words > r->parts && k < rows->ones ? 1 : -30;
    if (top < least)
        top = least; /* a divided row where all but the pivot is tiny */
    while (!round_row_at(r, k, rows, i, k < rows->ones, 53 - top))
        top++;
    r->sum[k] = 0;
    for (int j = 0; j < r->n; j++)
        r->sum[k] += pm_modulus(pm_rounded_at(r, k, j), r->parts);
    r->sum[k] = (r->sum[k] + r->second[k]) * PM_UP;
}

pm_status pm_rounded_open(struct pm_rounded *r, int n, int parts, int layers)
{
    const int words = parts * layers;

    *r = (struct pm_rounded){.n = n, .parts = parts, .words = words};
    PM_NEW(r->b, n * (n * words + 3));
    r->eta = r->b + n * n * words;
    r->sum = r->eta + n;
    r->second = r->sum + n;
    return PM_OK;
}

pm_status pm_rounded_init(struct pm_rounded *r, const struct pm_rows *rows, int layers)
{
    PM_TRY(pm_rounded_open(r, rows->n, rows->parts, layers));
    r->pivot = rows->pivot;
    r->ones = rows->ones;
    r->zeros = rows->zeros;
    for (int k = 0; k < r->n; k++)
        round_row(r, k, rows);
    return PM_OK;
}

/* *rounded = the multiple of 2^-52 `half` that is nearest to x; returns the rest, exactly.  Numbers
 * from `half` on, a power of two, are below twice of it: such multiples.  below: x is no such one.
 */
static inline double split_off(double *rounded, double x, double half, bool below)
{
    const double by = copysign(below || fabs(x) < half ? half : 0, x);

    *rounded = (x + by) - by;
    return x - *rounded;
}

/* Compiled for each number of parts and of layers. */
__attribute__((always_inline)) static inline void round_doubles(struct pm_rounded *r, int k,
                                                                int errors, int parts, int words)
{
    double *const row = pm_rounded_at(r, k, 0), *const end = row + r->n * words;
    double total[2] = {0, 0}, sum = 0, second = 0,
           off = PM_BALL_TINY; /* of what the scaling of the matrix has rounded */

    for (double *z = row; z < end; z += words)
        for (int part = 0; part < parts; part++)
            total[part] += fabs(z[part]);
    /* rounding adds at most 2^-47 to a sum, less than PM_UP */
    const double most = (total[0] > total[1] ? total[0] : total[1]) * PM_UP;
    const double half = pm_times_power(0.5, most > 0 ? pm_exponent(most) : 0);
    const double low_half = half * ldexp(1, -LAYER_BITS);
    for (double *z = row; z < end; z += words) {
        double rest[2];
#pragma GCC unroll 2
        for (int part = 0; part < parts; part++) {
            rest[part] = split_off(&z[part], z[part], half, false);
            if (words > parts) {
                rest[part] = split_off(&z[parts + part], rest[part], low_half, true);
                second += fabs(z[parts + part]);
            }
        }
        off += pm_modulus(rest, parts);
        sum += pm_modulus(z, parts);
    }
    r->second[k] = second * PM_UP;
    r->sum[k] = (sum + r->second[k]) * PM_UP;
    r->eta[k] = r->sum[k] > 0 ? (off + errors * PM_BALL_U * r->sum[k]) * PM_UP : 0;
}

void pm_rounded_row(struct pm_rounded *r, int k, int errors)
{
    const bool layered = r->words > r->parts;

    if (r->parts == 1)
        layered ? round_doubles(r, k, errors, 1, 2) : round_doubles(r, k, errors, 1, 1);
    else
        layered ? round_doubles(r, k, errors, 2, 4) : round_doubles(r, k, errors, 2, 2);
}

int pm_rounded_above(const struct pm_rounded *r)
{
    int above = 0;

    for (int k = 0; k < r->n; k++) {
        int e;
        frexp(r->sum[k], &e);
        above += e > 0 ? e : 0;
    }
    return above;
}

void pm_rounded_clear(struct pm_rounded *r)
{
    free(r->b);
    r->b = NULL;
}
