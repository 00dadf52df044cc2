/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From rounded rows to the tables of the walk.  glynn/rounded.c makes row sums exact; patch.c
 * proves the error bound.
 *
 * Range.  Products start from a power of two that brings their largest value, prod (row's sum of
 * moduli), near 2^800.  Quotients by pivots are below 2^12 and other rows are scaled to 1, so no
 * product starts below 2^-600 and none overflows.  The error of an underflow is at most 2^-1074
 * times the later factors; the unit's `floor` includes this for every operation. */
#include "engine/dense/dense_walk.h"

#include "base/alloc.h"

#include <math.h>

enum { TOP_EXPONENT = 800 };

/* Orders columns by weight.  The lightest columns form the patches (patch.c); the heaviest is
 * fixed. */
static void order_columns(struct pm_rounded *r)
{
    double weight[64] = {0};

    for (int j = 0; j < r->n; j++)
        for (int k = 0; k < r->n; k++)
            if (r->sum[k] > 0)
                weight[j] += pm_modulus(pm_rounded_at(r, k, j), r->parts) / r->sum[k];
    pm_rows_sort_columns(r->column, weight, r->n, r->pivot);
}

/* ------------------------------------------------------------------ tables */

static pm_status tables_new(struct pm_dense *d)
{
    const int line = d->signs.rows * d->signs.words;
    double *next;

    PM_NEW(next, line * (PM_BLOCK + (d->columns - PM_LOG_BLOCK) + 4) + d->signs.rows);
    d->signs.memory = next;
    d->walk.low = next;
    next += line * PM_BLOCK;
    d->walk.step = next;
    d->signs.twice = next + line * d->walk.log_blocks;
    next += line * (d->columns - PM_LOG_BLOCK);
    d->walk.pivot = next;
    next += line;
    d->walk.centre[0] = next;
    next += line;
    d->walk.centre[1] = next;
    next += line;
    d->signs.base = next;
    next += line;
    d->walk.reach = next;
    return PM_OK;
}

/* A patch begins with sign + for all its Gray-coded columns, or with - for the last of them.
 * Without such columns, there is nothing to subtract. */
static void fill_centre(struct pm_dense *d, const struct pm_rounded *r, int k, int part)
{
    if (d->walk.log_patch == 0)
        return;
    const int here = k * d->signs.words + part, last = PM_LOG_BLOCK + d->walk.log_patch - 1;
    const double b = pm_rounded_at(r, k, r->column[last])[part];
    double others = 0;

    for (int j = PM_LOG_BLOCK; j < last; j++)
        others += pm_rounded_at(r, k, r->column[j])[part];
    ((double *)d->walk.centre[0])[here] = -others - b;
    ((double *)d->walk.centre[1])[here] = -others + b;
}

/* Fills word `part` of row k: sums of the unrolled columns, columns above them, pivot, base. */
static void fill_part(struct pm_dense *d, const struct pm_rounded *r, int k, int part)
{
    const int here = k * d->signs.words + part, line = d->signs.rows * d->signs.words;
    double *const low = (double *)d->walk.low + here * PM_BLOCK;

    for (int s = 0; s < PM_BLOCK; s++) {
        low[s] = 0;
        for (int j = 0; j < PM_LOG_BLOCK; j++)
            low[s] += (s >> j & 1 ? -1 : 1) * pm_rounded_at(r, k, r->column[j])[part];
    }
    d->signs.base[here] = pm_rounded_at(r, k, r->column[d->columns])[part];
    for (int j = PM_LOG_BLOCK; j < d->columns; j++) {
        const double b = pm_rounded_at(r, k, r->column[j])[part];
        ((double *)d->walk.step)[(j - PM_LOG_BLOCK) * line + here] = 2 * b;
        d->signs.base[here] += b;
    }
    fill_centre(d, r, k, part);
    ((double *)d->walk.pivot)[here] = pm_rounded_at(r, k, r->pivot)[part];
}

/* From the exponent of the largest product. */
static void fill_range(struct pm_dense *d, const struct pm_rounded *r)
{
    double product = 1;
    int exp = 0;

    for (int k = 0; k < d->walk.n; k++) {
        int e;
        product = frexp(product * (r->sum[k] > 0 ? r->sum[k] : 1), &e);
        exp += e;
    }
    const int start = TOP_EXPONENT - exp;
    d->walk.start = ldexp(1, start);
    d->signs.exp -= start;
    d->signs.finish.floor = pm_finish_floor(pm_rounded_above(r), pm_dense_log_unit(d->walk.n));
}

pm_status pm_dense_fill(struct pm_dense *d, struct pm_rounded *r)
{
    d->walk.ones = r->ones;
    d->walk.zeros = r->zeros;
    order_columns(r);
    for (int k = 0; k < d->walk.n; k++)
        for (int word = 0; word < d->signs.words; word++)
            fill_part(d, r, k, word);
    d->signs.exp = -(d->walk.n - 1); /* Glynn's 2^(1-n) */
    fill_range(d, r);
    return pm_dense_patch_share(&d->signs.finish.share, (double *)d->walk.reach, r,
                                d->walk.log_patch, PM_LOG_BLOCK + 3);
}

pm_status pm_dense_open(struct pm_dense **out, int n, int parts, int layers, int log_patch)
{
    const int gray = pm_dense_gray(n);
    struct pm_dense *d;

    PM_NEW(d, 1);
    d->columns = n - 2;
    d->signs = (struct pm_sign_walk){.kind = &pm_dense_kind,
                                     .rows = n,
                                     .parts = parts,
                                     .words = parts * layers,
                                     .slow = d->columns - PM_LOG_BLOCK - gray};
    d->walk = (struct pm_dense_strands){.n = n, .log_blocks = gray, .log_patch = log_patch};
    const pm_status status = tables_new(d);
    if (status == PM_OK)
        *out = d;
    else
        pm_sign_walk_free(&d->signs);
    return status;
}

pm_status pm_dense_new(struct pm_dense **out, const struct pm_rows *rows, int layers, int log_patch)
{
    struct pm_dense *d = NULL;
    struct pm_rounded r;
    pm_status status;

    PM_TRY(pm_rounded_init(&r, rows, layers));
    PM_TRY_GOTO(status, pm_dense_open(&d, rows->n, rows->parts, layers, log_patch), done);
    PM_TRY_GOTO(status, pm_dense_fill(d, &r), done);
    d->signs.exp += rows->exp + pm_sign_walk_factor(&d->signs.finish, &rows->factor);
    *out = d;
done:
    pm_rounded_clear(&r);
    if (status != PM_OK && d != NULL)
        pm_sign_walk_free(&d->signs);
    return status;
}
