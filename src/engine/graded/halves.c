/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts exact rows to floating-point numbers whose sums are exact.
 *
 * Rows have been divided by their pivots (glynn/rows.c).  An entry becomes high + low.  The high
 * parts of a row are multiples of one power of two, and so are the low parts.  These powers are
 * chosen so that all sums of high parts, and all sums of low parts, are exact.  The rest of an
 * entry is at most 2^-99 of the row's sum, and at most delta_ij of the entry.  rounding_loss.c
 * bounds the effect of the rests on the permanent. */
#include "engine/graded/halves.h"

#include "base/alloc.h"
#include "engine/glynn/rounded.h"

#include <math.h>
#include <stdlib.h>

/* The unit of low parts is 2^-LOW_BITS of that of high parts; sums of low parts are below 2^53 of
 * their units. */
enum { LOW_BITS = 46 };

/* x 2^shift = *high + *low 2^-LOW_BITS + rest, where *high and *low are integers.  Returns a bound
 * of |rest| 2^LOW_BITS. */
static double split_entry(double *high, double *low, const fmpq *x, int shift)
{
    fmpz_t z, h;
    fmpq_t scaled;

    PM_EACH(fmpz_init, z, h);
    fmpq_init(scaled);
    fmpq_mul_2exp(scaled, x, (ulong)(shift + LOW_BITS));
    pm_rounded_nearest(z, scaled);
    const double rest = fmpq_is_zero(scaled) ? 0 : 0.5;
    fmpz_one(h);
    fmpz_mul_2exp(h, h, LOW_BITS - 1);
    fmpz_add(h, h, z);
    fmpz_fdiv_q_2exp(h, h, LOW_BITS);
    *high = fmpz_get_d(h);
    fmpz_mul_2exp(h, h, LOW_BITS);
    fmpz_sub(z, z, h);
    *low = fmpz_get_d(z);
    fmpq_clear(scaled);
    PM_EACH(fmpz_clear, h, z);
    return rest;
}

/* Splits `row` and stores it as row k of r.  The high parts are multiples of 2^-shift.  delta[j] =
 * the bound delta_ij of entry j.  Returns false if sums could exceed 2^53 units. */
static bool round_row_at(struct pm_halves *r, int k, const fmpq *row, double *delta, int shift)
{
    double total = 0;
    bool lows = false;

    for (int j = 0; j < r->n; j++) {
        double high, low;
        const double rest = split_entry(&high, &low, row + j, shift);
        total += fabs(high);
        lows = lows || low != 0 || rest > 0;
        /* a lower bound of the entry, in units; at most 0 if the entry may have become 0 */
        const double size = fabs(ldexp(high, LOW_BITS) + low) - 1;
        delta[j] = rest > 0 ? fmin(rest / fmax(size, rest), 1) : 0;
        r->high[k * r->n + j] = ldexp(high, -shift);
        r->low[k * r->n + j] = ldexp(low, -shift - LOW_BITS);
    }
    r->lows[k] = lows;
    r->grid[k] = ldexp(1, -shift);
    r->off[k] = ldexp(1, -shift - 30); /* more than the errors of all entries, 2^-LOW_BITS units
                                        * each */
    r->sum[k] = ldexp(total, -shift) * PM_UP;
    return total <= 0x1p53 - 64; /* the difference leaves room for sums of low parts that are
                                  * rounded to units */
}

static void round_row(struct pm_halves *r, int k, const fmpq *row, double *delta)
{
    double total = 0;
    int top;

    for (int j = 0; j < r->n; j++)
        total += fabs(fmpq_get_d(row + j));
    frexp(total, &top);
    top = top < -30 ? -30 : top;
    while (!round_row_at(r, k, row, delta, 53 - top))
        top++;
}

/* Orders the columns by their size relative to the row sums.  The smallest ones come first, since
 * these are the columns that are free in blocks. */
static void order_columns(struct pm_halves *r)
{
    double weight[64] = {0};

    for (int j = 0; j < r->n; j++)
        for (int k = 0; k < r->n; k++) {
            const double share = r->sum[k] > 0 ? r->high[k * r->n + j] / r->sum[k] : 0;
            weight[j] += share * share;
        }
    pm_rows_sort_columns(r->column, weight, r->n, r->pivot);
}

pm_status pm_halves_init(struct pm_halves *r, const struct pm_rows *rows)
{
    const int n = rows->n;

    *r = (struct pm_halves){.n = n, .pivot = rows->pivot};
    PM_NEW(r->high, 3 * n * n);
    r->low = r->high + n * n;
    r->delta = r->low + n * n;
    for (int k = 0; k < n; k++)
        round_row(r, k, rows->part[0] + rows->order[k] * n, r->delta + rows->order[k] * n);
    order_columns(r);
    return PM_OK;
}

void pm_halves_clear(struct pm_halves *r)
{
    free(r->high);
}
