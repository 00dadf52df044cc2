/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the tables of the walk from the scaled matrix, and the bounds of nodes and of errors.
 *
 * Bound of a node.  Let K columns be free in a node.  Let F be the sum of |product| over its 2^K
 * sign vectors, u_i the fixed part of row sum i, and X_i = sum_j d_j b_ij its free part.  By
 * Hoelder's inequality for the uniform distribution of the 2^K sign vectors, with n factors,
 *
 *     F = 2^K E prod |u_i + X_i| <= 2^K prod N_i(u_i),     N_i(u) = (E |u + X_i|^n)^(1/n).
 *
 * N_i is a norm of a function that is affine in u, so N_i is convex.  N_i is even, since X_i and
 * -X_i have the same distribution.  So for |u| <= R, N_i lies below its chord from 0 to R:
 *
 *     N_i(u) <= slope (|u| + gap),     slope = (N_i(R) - N_i(0)) / R,   gap = N_i(0) / slope,
 *
 * and F <= 2^K prod slope_i prod (|u_i| + gap_i).  This is as fast to compute as the plain bound,
 * which has slope 1 and gap sum_j |b_ij|.  For blocks of dense matrices, where the bound matters
 * most, it is about twice F.  The plain bound is used for nodes with many free columns.
 *
 * Error of a plain block.  The walk adds up tables of a few columns each.  The tables contain sums
 * of entries rounded to the grid of the high parts (halves.c).  Let T_i be the row sum that the
 * walk computes from tables, and t_i the sum of the entries.  Then |t_i - T_i| <= eta_i, the sum of
 * the rounding errors of the tables.  T_i has no other error, and each factor enters a product with
 * a relative error of at most u = 2^-53.  So the error of a product is at most prod (|T_i| + eta_i)
 * (1 + u)^n - prod |T_i|.  This is a polynomial in the |T_i| with non-negative coefficients, in
 * which each |T_i| occurs at most once in a term.  So Hoelder's inequality bounds its mean over the
 * block by the same polynomial of the N_i(u_i).  The polynomial grows with each N_i(u_i), so
 * N_i(u_i) may be replaced by the larger M_i = slope_i (|u_i| + gap_i).  Hence the error of the
 * block is at most its bound times exp(c) - 1, where c = n u + sum_i eta_i / M_i + 5 u for adding
 * up, and M_i >= slope_i gap_i.  (The T_i of a node differ from sums of high parts by less than 16
 * units of the grid.  The gap includes these.)
 *
 * A node of level 1 may be computed whole: its blocks are computed in double precision,
 * without tests of their own.  The argument above does not depend on the number of free columns.
 * So the error of the node is at most exp(c) - 1 times its own bound, where c is computed with the
 * M_i of the node.
 *
 * Error of a block in single precision, u = 2^-24.  Let y be the exact row sum of the block, T the
 * number of the table that was added to get y, and l the sum of the unrolled columns.  The kernel
 * (graded_nodes.h) rounds y - T, T, their sum, l, and y + l.  To first order, these errors are u
 * (|y| + |T|), u |T|, u |y|, u |l| and u (|y| + |l|).  If a pivot is added to the row sum, it adds
 * u |pivot| for itself and one more rounding.  Let A be the sum of |entries| of the columns of T,
 * of l and of the pivot.  Then all these errors together are at most u (3 |y| + 2 A), or u (4 |y| +
 * 2 A) if the pivot is added.  Relative to M = slope (|y| + gap), this is at most u max(3, 2 A /
 * gap) / slope.  As above, c is the sum of this over rows, plus n u for the products, 5 u for
 * adding up, and the rounding of the entries.  Powers of two that shrink products cause no
 * rounding.
 *
 * Bounds in single precision.  Row sums, tables and the sums of both are rounded by at most 2^-22
 * of the row's sum of |entries|.  The gap includes 2^-21 of this sum.  The first factor of a bound
 * includes the roundings of its product, (1 + 2^-24)^(2 n).
 *
 * Error of a compensated block.  The product is p + e, where p is the product as above.  After k
 * rows, e is at most c M_1 .. M_k, with a relative error of at most c^2 + (n + 1) c u: the omitted
 * products of two low parts, and the roundings of numbers of the size of e.  4 (c + n u)^2 covers
 * this and the sum of 32 such pairs. */
#include "engine/graded/halves.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "num/ball.h"
#include "num/gauss.h"

#include <math.h>
#include <string.h>

enum {
    MOST_ENUMERATED = 13, /* with up to so many free columns K, a norm is computed from all 2^K sign
                           * vectors */
    MOST_EXPONENT = PM_GRADED_MOST_EXPONENT,
};

static const double LEAST_SLOPE = 0.25; /* least slope, so that gaps are not much larger than row
                                         * sums */
static const double SINGLE_U = 0x1p-24;
static const double SINGLE_GAP = 0x1p-21; /* relative to a row's sum: covers the roundings in single
                                           * precision */
static const double LEAST_NEAR = 0x1p-3;  /* least gap of a block, relative to the sum of the
                                           * columns in pm_halves.nearby */
static const double LEAST_GAP = 0x1p-6;   /* least gap of blocks and of nodes computed whole,
                                           * relative to a row's sum, if entries were rounded */
static const double GRID = 0x1p-26;       /* norms are rounded up to multiples of this */

/* ------------------------------------------------------------------ norms */

static double power(double x, int n)
{
    double result = 1;

    for (; n > 0; n >>= 1, x *= x)
        if (n & 1)
            result *= x;
    return result;
}

/* The least multiple of GRID whose computed n-th power is at least x, where 0 <= x <= 1 or slightly
 * more.  So the result does not depend on pow(). */
static double root(double x, int n)
{
    double g = ceil(pow(x, 1.0 / n) / GRID) * GRID;

    while (g > GRID && power(g - GRID, n) >= x)
        g -= GRID;
    while (power(g, n) < x)
        g += GRID;
    return g;
}

/* An upper bound of (mean of |u + X|^n)^(1/n), where X is the sum of `count` numbers b with random
 * signs.  If u is 0, the sign of X does not matter, so b[0] always has sign +.  Sums of u and b are
 * exact.  A power has at most 2 n roundings and the sum one for each term; terms that underflow are
 * far below a rounding, since one term is 1. */
static double norm(const double *b, int count, double u, int n)
{
    double reach = fabs(u), sum = 0, x = u;

    for (int j = 0; j < count; j++) {
        reach += fabs(b[j]);
        x += b[j];
    }
    if (reach == 0)
        return 0;
    const long all = 1L << (u == 0 ? count - 1 : count);
    for (long g = 0;; x += (pm_gray((uint64_t)g) >> pm_gray_bit((uint64_t)g) & 1 ? -2 : 2) *
                           b[count - 1 - pm_gray_bit((uint64_t)g)]) {
        sum += power(fabs(x) / reach, n);
        if (++g == all)
            break;
    }
    return reach * root(sum / (double)all * (1 + pm_gamma((double)all + 3 * n)), n) * PM_UP;
}

/* ------------------------------------------------------------------ levels */

/* Returns the slope of row k for nodes in which `columns` columns are free: the pivot and the first
 * ones of the order.  *gap = the gap. */
static double chord(double *gap, const struct pm_halves *r, int k, int columns)
{
    double b[64], length = 0, slope = 1, reach = 0; /* sums of high parts are exact */

    for (int j = 0; j < columns; j++)
        length += fabs(b[j] = pm_halves_entry(r, r->high, k, j - 1));
    for (int j = columns - 1; j < r->n - 1; j++)
        reach += fabs(pm_halves_entry(r, r->high, k, j));
    *gap = length;
    if (columns <= MOST_ENUMERATED && reach > 0) {
        const double least = norm(b, columns, 0, r->n);
        slope = fmax((norm(b, columns, reach, r->n) - least) / reach * PM_UP, LEAST_SLOPE);
        *gap = least / slope * PM_UP;
    }
    return slope;
}

/* Computes the signed sums of columns first .. first + count - 1 of row k.  table[s] = the sum for
 * the signs s, where a bit 1 means -, rounded to the grid of the row; rest[s * rest_step] = its
 * rounding error.  Returns the largest |rest|. */
static double sign_sums(double *table, double *rest, int rest_step, const struct pm_halves *r,
                        int k, int first, int count)
{
    double most = 0;

    for (int s = 0; s < 1 << count; s++) {
        double high = 0, low = 0;
        for (int j = 0; j < count; j++) {
            high += (s >> j & 1 ? -1 : 1) * pm_halves_entry(r, r->high, k, first + j);
            low += (s >> j & 1 ? -1 : 1) * pm_halves_entry(r, r->low, k, first + j);
        }
        const double whole = rint(low / r->grid[k]) * r->grid[k];
        table[s] = high + whole;
        rest[s * rest_step] = low - whole;
        most = fmax(most, fabs(low - whole));
    }
    return most;
}

/* Fills level l.  The constant factor of its bounds is *mantissa 2^*exp. */
static void fill_level(struct pm_graded *d, struct pm_halves *r, int l, double *mantissa,
                       int64_t *exp)
{
    struct pm_graded_level *const level = &d->level[l];
    const int n = d->n, first = level->columns - 1, count = __builtin_ctz((unsigned)level->fan);

    *mantissa = 1;
    *exp = level->columns;
    for (int k = 0; k < n; k++) {
        double *const table = (double *)level->table + k * PM_GRADED_FAN;
        double *const gap = &r->gap[l][k];
        int e;
        const double slope = chord(gap, r, k, level->columns);
        if (r->lows[k])
            *gap = fmax(*gap + 16 * r->grid[k], l <= 1 ? r->sum[k] * LEAST_GAP : 0);
        r->slope[l][k] = slope;
        if (l == 0) {
            for (int j = 0; j < level->columns + count; j++)
                r->nearby[k] += pm_halves_entry(r, r->high, k, j - 1);
            *gap = fmax(*gap, r->nearby[k] * LEAST_NEAR);
        }
        *mantissa = frexp(*mantissa * slope * PM_UP, &e);
        *exp += e;
        r->off[k] += sign_sums(table, (double *)level->rest + k, n, r, k, first, count);
        ((float *)level->gap)[k] = pm_float_above((*gap + r->sum[k] * SINGLE_GAP) * PM_UP);
        for (int s = 0; s < level->fan; s++)
            ((float *)level->near)[k * PM_GRADED_FAN + s] = (float)table[s];
    }
}

/* Computes upper bounds of the factors of each row, at any level. */
static void fill_width(struct pm_graded *d, const struct pm_halves *r)
{
    for (int k = 0; k < d->n; k++) {
        double gap = 0;
        for (int l = 0; l < d->levels; l++)
            gap = fmax(gap, d->level[l].gap[k]);
        d->width[k] = (gap + r->sum[k]) * PM_UP;
    }
}

/* The share of row k in c for blocks in single precision, in units of SINGLE_U (see the head of
 * this file). */
static double single_error(const struct pm_graded *d, const struct pm_halves *r, int k)
{
    const double gap = d->level[0].gap[k];
    const bool whole = k >= d->leaf.zeros; /* the pivot is added, too */
    const double nearby = gap > 0 ? 2 * r->nearby[k] / gap : 0;

    /* 64 units cover all products of two errors */
    return (fmax(whole ? 4 : 3, nearby) / r->slope[0][k] + 1) * (1 + 64 * SINGLE_U);
}

/* The share of the rounding of the entries in c, for nodes of level l: the sum of eta_i / M_i. */
static double entry_error(const struct pm_graded *d, const struct pm_halves *r, int l)
{
    double off = 0;

    for (int k = 0; k < d->n; k++)
        if (r->lows[k])
            off += (r->off[k] + fabs(d->leaf.off[k]) + r->grid[k] * 0.5) * PM_UP /
                   (r->slope[l][k] * r->gap[l][k]);
    return off;
}

/* Computes the error relative to the bound, for blocks of each grade and for nodes that are
 * computed whole. */
static void fill_shares(struct pm_graded *d, const struct pm_halves *r)
{
    const double off = entry_error(d, r, 0), c = (d->n + 5) * PM_BALL_U + off;
    double single = 5 * SINGLE_U + off;

    for (int k = 0; k < d->n; k++)
        single += single_error(d, r, k) * SINGLE_U;
    d->share[PM_GRADE_SKIP] = 1;
    d->share[PM_GRADE_SINGLE] = single * (1 + single) * PM_UP;
    d->share[PM_GRADE_PLAIN] = c * (1 + c) * PM_UP;
    d->share[PM_GRADE_FINE] = 4 * (c + d->n * PM_BALL_U) * (c + d->n * PM_BALL_U) * PM_UP;
    if (d->levels > 1) {
        const double whole = (d->n + 5) * PM_BALL_U + entry_error(d, r, 1);
        d->whole_share = whole * (1 + whole) * PM_UP;
    }
}

static void fill_leaf(struct pm_graded *d, struct pm_halves *r)
{
    struct pm_graded_leaf *const leaf = &d->leaf;

    for (int k = 0; k < d->n; k++) {
        ((double *)leaf->pivot)[k] = pm_halves_entry(r, r->high, k, -1);
        ((double *)leaf->off)[k] = pm_halves_entry(r, r->low, k, -1);
        r->off[k] +=
            sign_sums((double *)leaf->low + k * PM_GRADED_LOW,
                      (double *)leaf->rest + k * PM_GRADED_LOW, 1, r, k, 0, PM_GRADED_LEAF - 1);
        ((float *)d->single.pivot)[k] = (float)leaf->pivot[k];
        for (int s = 0; s < PM_GRADED_LOW; s++)
            ((float *)d->single.low)[k * PM_GRADED_LOW + s] =
                (float)leaf->low[k * PM_GRADED_LOW + s];
    }
    fill_shares(d, r);
    d->single.n = d->n;
    d->single.ones = leaf->ones;
    d->single.zeros = leaf->zeros;
}

/* The sum of two tables is exact, like all sums of high parts in a row. */
static void fill_child_low(struct pm_graded *d)
{
    double *next = (double *)d->leaf.child_low;

    for (int s = 0; s < PM_GRADED_FAN; s++)
        for (int k = 0; k < d->n; k++)
            for (int r = 0; r < PM_GRADED_LOW; r++)
                *next++ =
                    d->level[0].table[k * PM_GRADED_FAN + s] + d->leaf.low[k * PM_GRADED_LOW + r];
}

static void fill_above(struct pm_graded *d, const struct pm_halves *r)
{
    const int n = d->n, fixed = n - 2; /* the last column of the order, whose sign is always + */

    memcpy(d->grid, r->grid, (size_t)n * sizeof *d->grid);
    for (int k = 0; k < n; k++) {
        d->base[k] = pm_halves_entry(r, r->high, k, fixed);
        d->rest[k] = pm_halves_entry(r, r->low, k, fixed);
        for (int j = 0; j < d->top; j++) {
            const double high = pm_halves_entry(r, r->high, k, d->root - 1 + j);
            const double low = pm_halves_entry(r, r->low, k, d->root - 1 + j);
            d->base[k] += high;
            d->rest[k] += low;
            d->twice[j * n + k] = 2 * high;
            d->twice_rest[j * n + k] = 2 * low;
        }
    }
}

/* ------------------------------------------------------------------ the whole */

/* Divides the free columns into levels, from the leaves up to the level below the root. */
static void cut(struct pm_graded *d)
{
    for (int columns = PM_GRADED_LEAF; columns < d->root; columns += PM_GRADED_STEP) {
        const int step = d->root - columns;
        d->level[d->levels++] = (struct pm_graded_level){
            .n = d->n,
            .columns = columns,
            .fan = 1 << (step < PM_GRADED_STEP ? step : PM_GRADED_STEP),
        };
    }
}

/* The first address from `memory` on that is a multiple of 64 bytes, for vector loads. */
static void *aligned(void *memory)
{
    return (char *)memory + (64 - (uintptr_t)memory % 64) % 64;
}

/* First those in double precision, then those in single precision. */
static pm_status tables_new(struct pm_graded *d)
{
    const int n = d->n;
    const size_t doubles =
        (size_t)(d->levels * 2 * PM_GRADED_FAN + (2 + PM_GRADED_FAN) * PM_GRADED_LOW + 5 +
                 2 * d->top + PM_GRADED_FAN) *
        (size_t)n;
    const size_t floats =
        (size_t)(n * (d->levels * (PM_GRADED_FAN + 1) + PM_GRADED_LOW + 3) + 2 * 16);
    double *next;
    float *near;

    d->bytes = doubles * sizeof *next + floats * sizeof *near;
    PM_NEW(d->memory, (d->bytes + sizeof *next - 1) / sizeof *next);
    next = aligned(d->memory);
    for (int l = 0; l < d->levels; l++, next += n * PM_GRADED_FAN)
        d->level[l].table = next;
    for (int l = 0; l < d->levels; l++, next += n * PM_GRADED_FAN)
        d->level[l].rest = next;
    d->leaf.low = next;
    d->leaf.rest = next += n * PM_GRADED_LOW;
    d->leaf.child_low = next += n * PM_GRADED_LOW;
    d->leaf.pivot = next += n * PM_GRADED_FAN * PM_GRADED_LOW;
    d->leaf.off = next += n;
    d->base = next += n;
    d->rest = next += n;
    d->grid = next += n;
    d->twice = next += n;
    d->twice_rest = next + n * d->top;
    near = aligned(d->memory + doubles);
    for (int l = 0; l < d->levels; l++, near += n * PM_GRADED_FAN)
        d->level[l].near = near;
    d->single.low = near;
    d->single.pivot = near += n * PM_GRADED_LOW;
    d->single.shrink = near += n;
    near += n;
    for (int l = 0; l < d->levels; l++) {
        d->level[l].shrink = near;
        d->level[l].gap = near + n * (l + 1);
    }
    return PM_OK;
}

/* Sets factor and shift: per(original) / (sum over sign vectors) = 2^shift factor, where factor has
 * about 160 bits. */
static void fill_factor(struct pm_graded *d, const struct pm_rows *rows,
                        const struct pm_scaled *scaled)
{
    enum { BITS = 160 };
    fmpz_t q;
    fmpq_t x;

    fmpz_init(q);
    fmpq_init(x);
    fmpq_div(x, rows->factor.re, scaled->factor);
    /* The number of bits of x, which may be off by one. */
    const slong size = (slong)fmpz_bits(fmpq_numref(x)) - (slong)fmpz_bits(fmpq_denref(x));
    d->shift = size - BITS;
    pm_gauss_part_shift(x, x, -d->shift);
    fmpz_fdiv_q(d->factor, fmpq_numref(x), fmpq_denref(x));
    d->factor_error = 0x1p-150;
    d->shift += rows->exp - (d->n - 1); /* Glynn's 2^(1-n) */
    fmpq_clear(x);
    fmpz_clear(q);
}

/* Sets low and exp: the sum over sign vectors is at least 2^exp low. */
static void fill_low(struct pm_graded *d, const struct pm_rows *rows,
                     const struct pm_scaled *scaled)
{
    const struct pm_mag size = pm_mag_fmpq(rows->factor.re);
    int e;
    const double low = frexp(scaled->low / size.m * PM_DOWN, &e);

    d->low = 2 * low;
    d->exp = scaled->exp + e - 1 - size.e - rows->exp + (d->n - 1);
}

/* constant[l] = m 2^exp. */
static pm_status fill_constant(struct pm_graded *d, int l, double m, int64_t exp)
{
    if (exp < -MOST_EXPONENT || exp > MOST_EXPONENT)
        return pm_fail(PM_UNABLE, "bounds leave the range of double");
    d->constant[l] = ldexp(m, (int)exp);
    return PM_OK;
}

/* log2 of an upper bound of the bounds of all nodes of level l.  No slope is above 1. */
static int64_t largest(const struct pm_graded *d, const struct pm_halves *r, int l)
{
    int64_t exp = d->level[l].columns - d->exp;
    double m = 1;

    for (int k = 0; k < d->n; k++) {
        int e;
        m = frexp(m * (r->sum[k] + d->level[l].gap[k]) * PM_UP, &e);
        exp += e;
    }
    return exp;
}

static pm_status graded_fill(struct pm_graded *d, struct pm_halves *r, const struct pm_rows *rows,
                             const struct pm_scaled *scaled)
{
    double m[PM_GRADED_LEVELS];
    int64_t exp[PM_GRADED_LEVELS];

    fill_factor(d, rows, scaled);
    fill_low(d, rows, scaled);
    for (int l = 0; l < d->levels; l++)
        fill_level(d, r, l, &m[l], &exp[l]);
    for (int l = 0; l < d->levels; l++)
        PM_TRY(fill_constant(d, l, m[l], exp[l] - d->exp));
    fill_width(d, r);
    const int64_t most = largest(d, r, 0);
    if (most > MOST_EXPONENT)
        return pm_fail(PM_UNABLE, "products leave the range of double");
    d->largest[PM_GRADE_FINE] = ldexp(1, (int)most);
    if (d->levels > 1) {
        const int64_t whole = largest(d, r, 1);
        d->largest_whole = whole <= MOST_EXPONENT ? ldexp(1, (int)whole) : 0;
    }
    fill_leaf(d, r);
    fill_child_low(d);
    fill_above(d, r);
    return pm_halves_rounding(&d->rounding, r, scaled);
}

pm_status pm_graded_tables(struct pm_graded *d, const struct pm_scaled *scaled)
{
    struct pm_rows rows;
    struct pm_halves r = {.high = NULL};
    pm_status status;

    PM_TRY(pm_rows_scaled(&rows, scaled->a));
    PM_TRY_GOTO(status, pm_halves_init(&r, &rows), done);
    d->leaf.n = d->n;
    d->leaf.ones = rows.ones;
    d->leaf.zeros = rows.zeros;
    cut(d);
    PM_TRY_GOTO(status, tables_new(d), done);
    status = graded_fill(d, &r, &rows, scaled);
done:
    pm_halves_clear(&r);
    pm_rows_clear(&rows);
    return status;
}
