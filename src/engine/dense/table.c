/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From exact rows to the doubles that are walked, and the proof of the error bound.
 *
 * Rounding.  round.c makes all row sums exact; eta_i is at least what was rounded off row i.
 *
 * Bound.  Let t_i be the exact row sums of the given rows for one sign vector (pivot included), T_i
 * those of the rounded rows, |t_i - T_i| <= eta_i.  Each factor enters a product with one relative
 * error of at most v (u = 2^-53 for real numbers; 2u + u^2 for complex ones,
 * kernels/isa/complex.c), so the computed product differs from prod t_i by at most
 *
 *     prod (|T_i| + eta_i) (1 + v)^n - prod |T_i|
 *         <= prod W_i (exp(n v + sum_i eta_i / W_i) - 1)          for every W_i >= |T_i|,
 *
 * since the left side grows with every |T_i|.  In a patch (the sign vectors that differ in the
 * unrolled columns, the first Gray-coded ones and the pivot), W_i = |u_i| + L_i, where u_i is the
 * sum of the other columns and L_i >= the sum of the moduli of the patch's columns; where
 * eta_i > 0, L_i is kept above a sixteenth of the row's sum of moduli, so that eta_i / L_i is
 * small.  Adding up a block is a tree of PM_LOG_BLOCK + 1 levels and the running sum keeps its
 * rounding errors (the second part's own errors stay below u sum |terms|, as a strand has no more
 * than 2^13 blocks): u (PM_LOG_BLOCK + 3) in the exponent covers both.  So the error of a patch of
 * N vectors is at most N prod W_i (exp(c) - 1) with c < 2^-30, and exp(c) - 1 <= c (1 + c).
 * The kernel's own roundings of prod W_i, a few u each, are covered by a factor 1 + 2^-40.
 *
 * Double-double.  Both layers (round.c) of a row sum T = Th + Tl are exact, |Th| <= W and |Tl| <= D,
 * the sum of the moduli of the row's second layer, which W includes.  A product h + l goes on to
 *
 *     h' = fl(h Th),  l' = (h Th - h') + h Tl + l Tl + l Th, rounded three times
 *
 * (complex: at most twenty, each of a part of it).  With g = sum_i (D_i / W_i + 4u), both h and l
 * are products of W_i times at most 1.01 and 1.01 g, and each rounding is at most u times the
 * latter: 4 n u g in all, or 20 n u g; adding up, where sums of high parts are split exactly, takes
 * less than 16 u g.  So c = (4 or 20) (n + 2) u g + 16 u g + sum_i eta_i / W_i.
 *
 * Range.  Products start from a power of two that puts their largest value, prod (row's sum of
 * moduli), near 2^800.  Quotients by pivots are below 2^20 and other rows are scaled to 1, so no
 * product starts below 2^-600 and none overflows.  A result that underflows is off by 2^-1074 at
 * most, times the factors that follow: the unit's `floor` has that for every operation. */
#include "engine/dense/dense.h"

#include "base/alloc.h"
#include "model/round.h"
#include "num/ball.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOP_EXPONENT = 800,
    PATCH_COLUMNS = PM_LOG_BLOCK + PM_LOG_PATCH,
};

static const double SMALLEST_REACH = 0x1p-4; /* of a row's sum, where entries were rounded */

/* The lightest columns come first: they are in every patch's reach.  The heaviest is fixed. */
static void order_columns(struct pm_rounded *r, int pivot)
{
    double weight[64] = {0};
    int count = 0;

    for (int j = 0; j < r->n; j++) {
        if (j == pivot)
            continue;
        for (int k = 0; k < r->n; k++)
            if (r->sum[k] > 0)
                weight[j] += pm_modulus(pm_rounded_at(r, k, j), r->parts) / r->sum[k];
        int place = count++;
        for (; place > 0 && weight[r->column[place - 1]] > weight[j]; place--)
            r->column[place] = r->column[place - 1];
        r->column[place] = j;
    }
}

/* ------------------------------------------------------------------ tables */

static pm_status tables_new(struct pm_dense *d)
{
    const int line = d->n * d->words;
    double *next;

    PM_NEW(next, line * (PM_BLOCK + (d->columns - PM_LOG_BLOCK) + 4) + d->n);
    d->memory = next;
    d->walk.low = next;
    next += line * PM_BLOCK;
    d->twice = next;
    d->walk.step = next;
    next += line * (d->columns - PM_LOG_BLOCK);
    d->walk.pivot = next;
    next += line;
    d->walk.centre[0] = next;
    next += line;
    d->walk.centre[1] = next;
    next += line;
    d->base = next;
    next += line;
    d->walk.reach = next;
    return PM_OK;
}

/* Word `part` of row k: sums of the unrolled columns, columns above them, pivot, base. */
static void fill_part(struct pm_dense *d, const struct pm_rounded *r, int pivot, int k, int part)
{
    const int here = k * d->words + part, line = d->n * d->words;
    double *const low = (double *)d->walk.low + here * PM_BLOCK;

    for (int s = 0; s < PM_BLOCK; s++)
        for (int j = 0; j < PM_LOG_BLOCK; j++)
            low[s] += (s >> j & 1 ? -1 : 1) * pm_rounded_at(r, k, r->column[j])[part];
    d->base[here] = pm_rounded_at(r, k, r->column[d->columns])[part];
    for (int j = PM_LOG_BLOCK; j < d->columns; j++) {
        const double b = pm_rounded_at(r, k, r->column[j])[part];
        d->twice[(j - PM_LOG_BLOCK) * line + here] = 2 * b;
        d->base[here] += b;
    }
    const double first = pm_rounded_at(r, k, r->column[PM_LOG_BLOCK])[part];
    const double second = pm_rounded_at(r, k, r->column[PM_LOG_BLOCK + 1])[part];
    ((double *)d->walk.centre[0])[here] = -first - second;
    ((double *)d->walk.centre[1])[here] = -first + second;
    ((double *)d->walk.pivot)[here] = pm_rounded_at(r, k, pivot)[part];
}

/* Reach of row k, and its shares of c and of g. */
static void fill_reach(double *c, double *g, struct pm_dense *d, const struct pm_rounded *r,
                       int pivot, int k)
{
    double reach = pm_modulus(pm_rounded_at(r, k, pivot), d->parts);

    for (int j = 0; j < PATCH_COLUMNS; j++)
        reach += pm_modulus(pm_rounded_at(r, k, r->column[j]), d->parts);
    reach = (reach + r->second[k]) * PM_UP;
    if (r->eta[k] + r->second[k] > 0)
        reach = fmax(reach, r->sum[k] * SMALLEST_REACH);
    ((double *)d->walk.reach)[k] = reach;
    *c += r->eta[k] > 0 ? r->eta[k] / reach : 0;
    *g += (r->second[k] > 0 ? r->second[k] / reach : 0) + 4 * PM_BALL_U;
}

/* Exponents of the largest product, and of the largest product of factors that exceed 1. */
static void fill_range(struct pm_dense *d, const struct pm_rounded *r)
{
    double product = 1;
    int exp = 0, above = 0;

    for (int k = 0; k < d->n; k++) {
        int e;
        product = frexp(product * (r->sum[k] > 0 ? r->sum[k] : 1), &e);
        exp += e;
        frexp(r->sum[k], &e);
        above += e > 0 ? e : 0;
    }
    const int start = TOP_EXPONENT - exp;
    d->walk.start = ldexp(1, start);
    d->exp -= start;
    /* 8 bits for W_i > sum, 6 + 5 for operations per product, 2^log_unit products */
    d->finish.floor = ldexp(1, above + 8 + 11 + pm_dense_log_unit(d->n) - 1073);
}

static void fill(struct pm_dense *d, const struct pm_rounded *r, const struct pm_dense_rows *rows)
{
    const double each = d->parts == 1 ? 1 : 2 + 0x1p-50;
    double c = 0, g = 0;

    for (int k = 0; k < d->n; k++) {
        for (int word = 0; word < d->words; word++)
            fill_part(d, r, rows->pivot, k, word);
        fill_reach(&c, &g, d, r, rows->pivot, k);
    }
    if (d->words == d->parts)
        c += (d->n * each + PM_LOG_BLOCK + 3) * PM_BALL_U;
    else
        c += ((d->parts == 1 ? 4 : 20) * (d->n + 2) + 16) * PM_BALL_U * g;
    d->finish.share = ldexp(c * (1 + c) * PM_UP, PATCH_COLUMNS + 1);
    d->exp = rows->exp - (d->n - 1); /* Glynn's 2^(1-n) */
    d->exp += pm_finish_factor(&d->finish, &rows->factor);
    fill_range(d, r);
}

pm_status pm_dense_new(struct pm_dense **out, const struct pm_dense_rows *rows, int layers)
{
    pm_status status;
    struct pm_dense *d;
    struct pm_rounded r = {.b = NULL};

    PM_NEW(d, 1);
    d->n = rows->n;
    d->parts = rows->parts;
    d->words = rows->parts * layers;
    d->columns = d->n - 2;
    d->walk = (struct pm_strands){
        .n = d->n, .ones = rows->ones, .zeros = rows->zeros, .log_blocks = pm_dense_gray(d->n)};
    PM_TRY_GOTO(status, pm_rounded_init(&r, rows, layers), done);
    order_columns(&r, rows->pivot);
    PM_TRY_GOTO(status, tables_new(d), done);
    fill(d, &r, rows);
    *out = d;
done:
    pm_rounded_clear(&r);
    if (status != PM_OK)
        pm_dense_free(d);
    return status;
}

void pm_dense_free(struct pm_dense *d)
{
    if (d != NULL)
        free(d->memory);
    free(d);
}
