/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk modulo a prime p: rows, groups and units (dense_mod_kernel.c has the loop).
 *
 * Residues are centred, so that small integers stay small.  The pivot column is the one with the
 * most entries in {0, 1, -1}; a row with pivot -1 changes its sign.  Nothing is divided.  If the
 * moduli of a row add up to at most 2^46, its row sums are exact.  Rows of one class are grouped
 * while the product of these sums is below 2^50.  In other rows, sums are reduced at every Gray
 * code step, and stay below 2p with the pivot. */
#include "engine/dense/dense_walk.h"

#include "base/alloc.h"
#include "num/type_mod.h"

#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>

enum row_class { ROW_ONE, ROW_ZERO, ROW_ANY, ROW_WIDE, ROW_CLASSES };

/* The bordered matrix, centred. */
struct matrix {
    int n, pivot;
    double *b;      /* [n][n] */
    double sum[64]; /* of moduli, for each row */
    enum row_class class[64];
    int order[64]; /* rows in the order of the walk */
};

static void choose_pivot(struct matrix *m)
{
    int most = -1;

    for (int j = 0; j < m->n; j++) {
        int small = 0;
        for (int i = 0; i < m->n; i++)
            small += fabs(m->b[i * m->n + j]) <= 1;
        if (small > most) {
            most = small;
            m->pivot = j;
        }
    }
}

static void sort_rows(struct matrix *m)
{
    int end = 0;

    for (int i = 0; i < m->n; i++) {
        const double pivot = fabs(m->b[i * m->n + m->pivot]);
        m->sum[i] = 0;
        for (int j = 0; j < m->n; j++)
            m->sum[i] += fabs(m->b[i * m->n + j]);
        m->class[i] = m->sum[i] > PM_EXACT_SUM ? ROW_WIDE
                      : pivot == 1             ? ROW_ONE
                      : pivot == 0             ? ROW_ZERO
                                               : ROW_ANY;
    }
    for (enum row_class class = ROW_ONE; class < ROW_CLASSES; class ++)
        for (int i = 0; i < m->n; i++)
            if (m->class[i] == class)
                m->order[end++] = i;
}

static pm_status matrix_init(struct matrix *m, const struct pm_image *image)
{
    const int n = pm_rows_order(image->cols);

    *m = (struct matrix){.n = n};
    PM_NEW(m->b, n * n);
    pm_residues_load(m->b, n, image);
    choose_pivot(m);
    sort_rows(m);
    return PM_OK;
}

/* 1 / k! modulo p > k: rows of ones below the matrix (glynn/rows.c) count each term k! times. */
static T inverse_factorial(const struct pm_ring *ring, int k)
{
    return t_from_residue(
        ring,
        n_invmod(n_factorial_mod2_preinv((ulong)k, ring->p, n_preinvert_limb(ring->p)), ring->p));
}

/* Divides the rows into groups. */
static void cut(struct pm_dense_modular *d, const struct matrix *m)
{
    struct pm_dense_residues *const w = &d->walk;
    int ends[ROW_CLASSES] = {0};
    double product = 0;

    for (int k = 0; k < m->n; k++) {
        const int i = m->order[k];
        const enum row_class class = m->class[i];
        if (k == 0 || class != m->class[m->order[k - 1]] || class == ROW_WIDE ||
            product * m->sum[i] >= PM_EXACT_PRODUCT) {
            d->row[w->groups++] = k;
            product = 1;
        }
        product *= fmax(m->sum[i], 1);
        for (enum row_class c = class; c < ROW_CLASSES; c++)
            ends[c] = w->groups;
    }
    d->row[w->groups] = m->n;
    w->row = d->row;
    w->ones = ends[ROW_ONE];
    w->zeros = ends[ROW_ZERO];
    w->exact = ends[ROW_ANY];
}

static pm_status tables_new(struct pm_dense_modular *d)
{
    const int n = d->walk.n;
    double *next;

    PM_NEW(next, n * (2 * PM_BLOCK + (d->columns - PM_LOG_BLOCK) + 1));
    d->signs.memory = next;
    d->walk.low = next;
    next += n * 2 * PM_BLOCK;
    d->walk.step = next;
    d->signs.twice = next + n * d->walk.log_blocks;
    next += n * (d->columns - PM_LOG_BLOCK);
    d->signs.base = next;
    return PM_OK;
}

/* A sum of row k, reduced if the walk reduces it. */
static double wrapped(const struct pm_dense_modular *d, int k, double x)
{
    return k < d->row[d->walk.exact] ? x : remainder(x, d->walk.p);
}

static void fill_row(struct pm_dense_modular *d, const struct matrix *m, int k)
{
    const int n = m->n, i = m->order[k];
    const double pivot = m->b[i * n + m->pivot];
    const double sign = m->class[i] == ROW_ONE ? pivot : 1;
    double *const low = (double *)d->walk.low + k * 2 * PM_BLOCK;
    int place = 0;

    if (sign < 0)
        d->signs.factor = t_neg(&d->signs.ring, d->signs.factor);
    for (int j = 0; j < n; j++) {
        const double b = sign * m->b[i * n + j];
        if (j == m->pivot)
            continue;
        if (place < PM_LOG_BLOCK) {
            for (int s = 0; s < PM_BLOCK; s++)
                low[s] += s >> place & 1 ? -b : b;
        } else {
            d->signs.base[k] += b;
            if (place < d->columns) /* the last column's sign is fixed */
                ((double *)d->walk.step)[(place - PM_LOG_BLOCK) * n + k] = wrapped(d, k, 2 * b);
        }
        place++;
    }
    d->signs.base[k] = wrapped(d, k, d->signs.base[k]);
    const double apart = k < d->row[d->walk.zeros] ? 0 : pivot;
    for (int s = 0; s < PM_BLOCK; s++) {
        low[PM_BLOCK + s] = wrapped(d, k, low[s] - apart);
        low[s] = wrapped(d, k, low[s] + apart);
    }
}

pm_status pm_dense_modular_new(struct pm_sign_walk **out, const struct pm_image *image,
                               const void *choice)
{
    pm_status status;
    struct pm_dense_modular *d;
    struct matrix m = {.b = NULL};

    (void)choice;
    PM_NEW(d, 1);
    PM_TRY_GOTO(status, matrix_init(&m, image), done);
    d->columns = m.n - 2;
    d->walk = (struct pm_dense_residues){.log_blocks = pm_dense_gray(m.n),
                                         .n = m.n,
                                         .p = (double)image->ring.p,
                                         .inverse = 1 / (double)image->ring.p};
    d->signs = (struct pm_sign_walk){.kind = &pm_dense_modular_kind,
                                     .rows = m.n,
                                     .parts = 1,
                                     .words = 1,
                                     .slow = d->columns - PM_LOG_BLOCK - d->walk.log_blocks,
                                     .ring = image->ring};
    PM_TRY_GOTO(status, tables_new(d), done);
    d->signs.factor = inverse_factorial(&d->signs.ring, image->cols - image->rows);
    for (int k = 1; k < m.n; k++)
        d->signs.factor = t_half(&d->signs.ring, d->signs.factor);
    cut(d, &m);
    for (int k = 0; k < m.n; k++)
        fill_row(d, &m, k);
    *out = &d->signs;
done:
    free(m.b);
    if (status != PM_OK)
        pm_sign_walk_free(&d->signs);
    return status;
}
