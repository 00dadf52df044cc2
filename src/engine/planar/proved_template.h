/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An elimination by fronts in floating arithmetic that bounds its roundings.
 *
 * The computed rows of U, and the pivots, belong exactly to a changed matrix (Wilkinson; Higham,
 * Accuracy and Stability of Numerical Algorithms, 2nd edition 2002, section 9.3).  The change of an
 * entry is the sum of the errors made in it in all fronts.  In a front, where row i of L and column
 * j of U have the norms l and u, this is at most N_ROUND(pivots) l u for the products, since a
 * relative error of L is one of the products, and N_ADD times the moduli of what was added there
 * before, for each sum.  Where results are subnormal, 2^-1000 covers the products of an entry, and
 * an l or u of 2^-500 those of L and of squares.
 *
 * A file that includes this has defined what front_template.h lists, but for n_watch(), and
 *     N_ROUND(sums)       as above
 *     N_ADD               the relative error of a sum, or of an entry
 *     n_modulus(x)        the modulus of x
 *     n_start(x, entry)   x = an entry of the matrix, from double-double
 *     n_finish(p, x)      the end of it; x has the sign of the Pfaffian of the pivots' order
 * and struct field has a pointer `proved`.  Bounds are not rounded up here, but by the caller. */
#pragma once

static pm_status watch_front(const void *job, const void *front, int s,
                             const struct pm_rest *child);

#define n_watch(job, f, s, child) watch_front(job, f, s, child)

#include "engine/planar/fronts_template.h"

/* The second one covers squares that underflow, and the errors of subnormal elements of L. */
static const double SUBNORMAL_PRODUCTS = 0x1p-1000, SUBNORMAL_L = 0x1p-500;

static double norm_of(const N *x, int count)
{
    double sum = 0;

    for (int k = 0; k < count; k++)
        sum += n_modulus(&x[k]) * n_modulus(&x[k]);
    return sqrt(sum) + SUBNORMAL_L;
}

/* An elimination fails after so many times the steps that it takes if no row is delayed. */
static const double TOO_LONG = 16;

/* The largest number of sums of a row. */
static int sums_of(const struct front *f)
{
    int most = 0;

    for (int i = 0; i < f->size; i++)
        most = f->sums[i] > most ? f->sums[i] : most;
    return most;
}

/* The errors of the products: N_ROUND l_i u_j, summed over j for row i and over i for column j.
 * norm[] has room for 2 f->size numbers. */
static void watch_products(double *change, double *norm, const struct front *f)
{
    const double error = N_ROUND(sums_of(f));
    const double tiny = SUBNORMAL_PRODUCTS * f->size;
    double rows = 0, cols = 0;

    for (int i = 0; i < f->size; i++) {
        const int count = i < f->done ? i : f->done;
        norm[2 * i] = norm_of(f->line[i], count);
        norm[2 * i + 1] = norm_of(upper_of(f, i), count);
        rows += norm[2 * i];
        cols += norm[2 * i + 1];
    }
    for (int i = 0; i < f->size; i++) {
        change[f->row[i]] += error * norm[2 * i] * cols + tiny;
        change[f->col[i]] += error * norm[2 * i + 1] * rows + tiny;
    }
}

/* The errors of the sums of entries and of what children pass on. */
static void watch_sums(double *change, const struct job *job, int s, int products,
                       const struct pm_rest *child)
{
    const struct pm_fronts *const fronts = job->fronts;
    const double sums = fronts->children[s] + 3 + products;
    const double error = N_ADD * sums;

    for (int at = fronts->entry_start[s]; at < fronts->entry_start[s + 1]; at++) {
        const double size = error * n_modulus(&job->entry[fronts->entry[at]]);
        change[fronts->entry_row[at]] += size;
        change[job->entry_col[fronts->entry[at]]] += size;
    }
    for (int at = fronts->own_start[s]; at < fronts->own_start[s + 1]; at++)
        change[fronts->own_row[at]] += error * job->field->proved->shift;
    for (int c = 0; c < fronts->children[s]; c++)
        for (int i = 0; i < child[c].size; i++)
            for (int k = 0; k < child[c].size; k++) {
                const double size = error * n_modulus(&rest_row(&child[c], i)[k]);
                change[child[c].row[i]] += size;
                change[child[c].col[k]] += size;
            }
}

static pm_status watch_front(const void *job, const void *front, int s, const struct pm_rest *child)
{
    struct pm_proved *const p = ((const struct job *)job)->field->proved;
    const struct front *const f = front;
    double *norm;

    p->steps += (double)f->done * f->size * f->size;
    p->failed = p->failed || p->steps > TOO_LONG * p->k->fronts->steps;
    if (p->failed)
        return PM_UNABLE; /* nobody reads a message */
    PM_NEW(norm, 2 * f->size);
    watch_products(p->change, norm, f);
    watch_sums(p->change, job, s, sums_of(f), child);
    free(norm);
    return PM_OK;
}

static pm_status run(struct pm_proved *p)
{
    const struct field field = {p};
    const int nnz = pm_matrix_nnz(p->a);
    N *entry, product, rest;

    PM_TRY(n_new(&entry, (size_t)nnz));
    for (int e = 0; e < nnz; e++)
        n_start(&entry[e], p->entry[e]);
    struct job job = {.fronts = p->k->fronts,
                      .field = &field,
                      .entry_sign = p->k->sheets.signs[0].entry,
                      .entry_col = p->a->col,
                      .entry = entry,
                      .product = &product,
                      .rest = &rest,
                      .stop = p->k->stop};
    n_one(&field, &product);
    n_one(&field, &rest);
    const pm_status status = fronts_run(&job, 1, 1);
    job_clear(&job);
    n_free(entry, (size_t)nnz);
    n_finish(p, &product);
    return status;
}
