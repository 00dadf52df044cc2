/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk modulo a prime p: rows, groups and units (modular_kernel.c has the loop).
 *
 * Residues are centred, so that small integers stay small.  The pivot column is the one with the
 * most entries in {0, 1, -1}; a row with pivot -1 changes its sign.  Nothing is divided.  A row
 * whose moduli sum to at most 2^46 has exact row sums; rows of one class are grouped as long as
 * the product of those sums is below 2^50.  In other rows sums are reduced at every Gray step and
 * stay below 2p with the pivot. */
#include "engine/dense/dense_mod.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "engine/dense/dense_walk.h"
#include "num/type_mod.h"

#include <flint/ulong_extras.h>
#include <math.h>
#include <stdlib.h>

#define KERNEL(set) extern pm_residues_walk pm_walk_mod_##set;
#define ROW(set)    pm_walk_mod_##set,

PM_ISA_EACH(KERNEL)

enum row_class { ROW_ONE, ROW_ZERO, ROW_ANY, ROW_WIDE, ROW_CLASSES };

/* The bordered matrix, centred. */
struct matrix {
    int n, pivot;
    double *b;      /* [n][n] */
    double sum[64]; /* of moduli, by rows */
    enum row_class class[64];
    int order[64]; /* rows in walking order */
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

/* 1 / k! modulo p > k: what rows of ones below the matrix (glynn/rows.c) count too often. */
static T inverse_factorial(const struct pm_ring *ring, int k)
{
    return t_from_residue(
        ring,
        n_invmod(n_factorial_mod2_preinv((ulong)k, ring->p, n_preinvert_limb(ring->p)), ring->p));
}

/* Cuts the rows into groups. */
static void cut(struct pm_modular *d, const struct matrix *m)
{
    struct pm_residues *const w = &d->walk;
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

static pm_status tables_new(struct pm_modular *d)
{
    const int n = d->walk.n;
    double *next;

    PM_NEW(next, n * (2 * PM_BLOCK + (d->columns - PM_LOG_BLOCK) + 1));
    d->memory = next;
    d->walk.low = next;
    next += n * 2 * PM_BLOCK;
    d->walk.step = d->twice = next;
    next += n * (d->columns - PM_LOG_BLOCK);
    d->base = next;
    return PM_OK;
}

/* Sums of row k: reduced where its walk reduces them. */
static double wrapped(const struct pm_modular *d, int k, double x)
{
    return k < d->row[d->walk.exact] ? x : remainder(x, d->walk.p);
}

static void fill_row(struct pm_modular *d, const struct matrix *m, int k)
{
    const int n = m->n, i = m->order[k];
    const double pivot = m->b[i * n + m->pivot];
    const double sign = m->class[i] == ROW_ONE ? pivot : 1;
    double *const low = (double *)d->walk.low + k * 2 * PM_BLOCK;
    int place = 0;

    if (sign < 0)
        d->factor = t_neg(&d->ring, d->factor);
    for (int j = 0; j < n; j++) {
        const double b = sign * m->b[i * n + j];
        if (j == m->pivot)
            continue;
        if (place < PM_LOG_BLOCK) {
            for (int s = 0; s < PM_BLOCK; s++)
                low[s] += s >> place & 1 ? -b : b;
        } else {
            d->base[k] += b;
            if (place < d->columns) /* the last one's sign is fixed */
                d->twice[(place - PM_LOG_BLOCK) * n + k] = wrapped(d, k, 2 * b);
        }
        place++;
    }
    d->base[k] = wrapped(d, k, d->base[k]);
    const double apart = k < d->row[d->walk.zeros] ? 0 : pivot;
    for (int s = 0; s < PM_BLOCK; s++) {
        low[PM_BLOCK + s] = wrapped(d, k, low[s] - apart);
        low[s] = wrapped(d, k, low[s] + apart);
    }
}

pm_status pm_modular_new(struct pm_modular **out, const struct pm_image *image)
{
    pm_status status;
    struct pm_modular *d;
    struct matrix m = {.b = NULL};

    PM_NEW(d, 1);
    PM_TRY_GOTO(status, matrix_init(&m, image), done);
    d->ring = image->ring;
    d->columns = m.n - 2;
    d->walk = (struct pm_residues){.log_blocks = pm_dense_gray(m.n),
                                   .n = m.n,
                                   .p = (double)d->ring.p,
                                   .inverse = 1 / (double)d->ring.p};
    PM_TRY_GOTO(status, tables_new(d), done);
    d->factor = inverse_factorial(&d->ring, image->cols - image->rows);
    for (int k = 1; k < m.n; k++)
        d->factor = t_half(&d->ring, d->factor);
    cut(d, &m);
    for (int k = 0; k < m.n; k++)
        fill_row(d, &m, k);
    *out = d;
done:
    free(m.b);
    if (status != PM_OK)
        pm_modular_free(d);
    return status;
}

void pm_modular_free(struct pm_modular *d)
{
    if (d != NULL)
        free(d->memory);
    free(d);
}

/* Row sums of the strands of a unit: at most 2^46, or 51 residues below 2^47 and then reduced. */
static void row_sums(double *x, const struct pm_modular *d, uint64_t unit)
{
    const int n = d->walk.n;

    pm_strands_begin(x, d->base, d->twice + d->walk.log_blocks * n, n, unit);
    for (int k = d->row[d->walk.exact]; k < n; k++)
        for (int lane = 0; lane < PM_LANES; lane++)
            x[k * PM_LANES + lane] = wrapped(d, k, x[k * PM_LANES + lane]);
}

struct pm_part pm_modular_part(const struct pm_modular *d, int64_t total)
{
    return pm_residues_part(&d->ring, d->factor, total);
}

void pm_modular_unit(struct pm_part *part, const struct pm_modular *d, uint64_t unit)
{
    static pm_residues_walk *const walk[] = {PM_ISA_EACH(ROW)};
    double x[64 * PM_LANES] __attribute__((aligned(64)));
    double sum[PM_LANES] __attribute__((aligned(64)));

    row_sums(x, d, unit);
    walk[d->isa->number](sum, &d->walk, x);
    *part = pm_residues_end(sum, &d->ring, d->factor, unit);
}
