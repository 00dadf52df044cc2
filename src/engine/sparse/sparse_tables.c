/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparse walk over real and complex numbers: tables, error bound, units.
 *
 * A row that meets fast columns is divided by its entry in the first of them, if the quotients stay
 * small.  Any other row is divided by its largest entry, so that rows of equal entries become
 * signs.  Rounded row sums are exact (glynn/rounded.c).
 *
 * Bound.  Let t_i, T_i, eta_i, u and v be as in dense/patch.c, W_i = max(|T_i|, h_i) for any h_i,
 * and D the number of factors and sums of the whole program.  A computed block is a sum of the
 * products prod T_i over its sign vectors, each times at most D factors 1 + d, |d| <= v.  So its
 * difference from the sum of prod t_i is at most
 *
 *     sum over s of prod W_i(s) (exp(D v + sum_i eta_i / h_i) - 1),
 *
 * and the kernel computes the sum of prod W_i.  h_i is 2^-3 of the row's sum of moduli, so W_i is
 * hardly more than |T_i| for most s, and eta_i / h_i is about 2^-48.  If eta_i is 0, so is h_i: the
 * zeros of such a row are true zeros.  In double-double, W_i = max(|Th_i|, h_i) and v = (4 or 20) u
 * g, with g = sum_i D_i / h_i + 4 D u and D_i as in dense/patch.c, since tables are such pairs,
 * too.  Numbers and their range are those of the dense walk.  But quotients stay below 2^10, so
 * that even sums over all sign vectors of 64 rows stay below 2^800. */
#include "engine/glynn/rounded.h"
#include "engine/sparse/sparse_walk.h"

#include "num/ball.h"

#include <math.h>
#include <string.h>

static const double SMALLEST_SHARE = 0x1p-10;
static const double LEAST = 0x1p-3; /* h_i */

/* A matrix that is being converted to tables. */
struct fill {
    struct pm_sparse_signs *s;
    const struct pm_sparse_order *order;
    struct pm_rows rows;
    struct pm_rounded r;
    bool one[64]; /* for the rows of the matrix */
};

static double size_of(const struct pm_rows *rows, int i, int j)
{
    double size = fabs(fmpq_get_d(&rows->part[0][i * rows->n + j]));

    if (rows->parts == 2)
        size += fabs(fmpq_get_d(&rows->part[1][i * rows->n + j]));
    return size;
}

/* Divides row k of the program by its entry in the first fast column, or by its largest entry. */
static void divide_row(struct fill *f, int k)
{
    const struct pm_program *const p = &f->s->program;
    const int i = p->row[k], first = p->met[k] != 0 ? __builtin_ctzll(p->met[k]) : p->n;
    int column = 0;
    double sum = 0;

    for (int j = 0; j < p->n; j++) {
        sum += size_of(&f->rows, i, j);
        if (size_of(&f->rows, i, j) > size_of(&f->rows, i, column))
            column = j;
    }
    if (first < p->fast)
        column = f->order->column[first];
    const double size = size_of(&f->rows, i, column);
    if (size > 0 && size >= SMALLEST_SHARE * sum) {
        pm_rows_divide(&f->rows, i, column);
        f->one[i] = first < p->fast;
    }
}

/* Moves rows with entry 1 in the first column of their operation to the front. */
static void sort_rows(struct pm_program *p, const bool *one)
{
    for (struct pm_operation *op = p->operation; op < p->operation + p->operations; op++)
        for (int k = op->row; k < op->rows; k++)
            if (one[p->row[k]]) {
                pm_sparse_program_swap(p, k, op->ones);
                op->ones++;
            }
}

/* The exponent of the bound, and the error of underflow: 2^-1074 for each operation, of which a
 * unit has fewer than 2^40, times the later factors. */
static void fill_bound(const struct fill *f)
{
    struct pm_sparse_signs *const s = f->s;
    const struct pm_program *const p = &s->program;
    const int factors = p->n + p->tables + p->operations + 3;
    double entries = 0, g = factors * 4 * PM_BALL_U;
    int above = p->fast + 40;

    for (int k = 0; k < p->n; k++) {
        const double sum = f->r.sum[k], least = sum * LEAST;
        int e;
        if (f->r.eta[k] + f->r.second[k] > 0) {
            ((double *)s->walk.least)[k] = least;
            entries += f->r.eta[k] / least;
            g += f->r.second[k] / least;
        }
        frexp(sum, &e);
        above += e > 0 ? e : 0;
    }
    const double c = (entries + factors * (s->signs.words == s->signs.parts
                                               ? (s->signs.parts == 1 ? 1 : 2 + 0x1p-50) * PM_BALL_U
                                               : (s->signs.parts == 1 ? 4 : 20) * PM_BALL_U * g)) *
                     (1 + 2 * g);
    s->signs.finish.share = c * (1 + c) * PM_UP;
    s->signs.finish.floor = ldexp(1, above - 1074);
    s->signs.exp =
        f->rows.exp - (p->n - 1) + pm_sign_walk_factor(&s->signs.finish, &f->rows.factor);
}

static pm_status tables_fill(struct fill *f)
{
    struct pm_program *const p = &f->s->program;
    const struct pm_sign_walk *const signs = &f->s->signs;

    for (int k = 0; k < p->n; k++)
        divide_row(f, k);
    sort_rows(p, f->one);
    memcpy(f->rows.order, p->row, sizeof p->row);
    PM_TRY(pm_rounded_init(&f->r, &f->rows, signs->words / signs->parts));
    PM_TRY(
        pm_sparse_fill(f->s, &(struct pm_sparse_entries){.b = f->r.b, .column = f->order->column}));
    fill_bound(f);
    return PM_OK;
}

pm_status pm_sparse_new(struct pm_sign_walk **out, const struct pm_matrix *a, int parts, int layers,
                        const void *choice)
{
    const struct pm_sign_walk signs = {
        .kind = &pm_sparse_kind, .parts = parts, .words = parts * layers};
    struct fill f = {.order = &((const struct pm_sparse_choice *)choice)->order};
    pm_status status;

    PM_TRY(pm_sparse_begin(&f.s, &signs, choice));
    PM_TRY_GOTO(status, pm_rows_load(&f.rows, a, parts), done);
    PM_TRY_GOTO(status, tables_fill(&f), done);
    *out = &f.s->signs;
done:
    pm_rounded_clear(&f.r);
    pm_rows_clear(&f.rows);
    if (status != PM_OK)
        pm_sign_walk_free(&f.s->signs);
    return status;
}
