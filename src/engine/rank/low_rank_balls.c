/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The permanent of a matrix of low rank, in ball arithmetic (low_rank.h).  L and R are computed
 * exactly, and the rows of L and the columns of R are scaled to integers.  So the sum is exact if
 * it is computed with enough bits.  The number of bits is increased until enough bits are
 * correct. */
#include "base/alloc.h"
#include "base/stop.h"
#include "engine/rank/low_rank.h"
#include "num/gauss.h"

#include <stdlib.h>

enum { FIRST_BITS = 192, MOST_BITS = 1 << 24 };

struct factors {
    int n, rank, most;
    struct pm_gauss *left, *right, *row; /* left: [n][most] L; right: [most][n] R; row: [n] the rest
                                          * of the row of A that is being processed */
    int *pivot;
    acb_ptr form[2]; /* [n][rank] each: the rows of L and the columns of R, scaled to integers */
    fmpz_t scale;    /* scaling to integers has multiplied the permanent by this */
};

static pm_status gauss_new(struct pm_gauss **x, size_t count)
{
    PM_NEW(*x, count);
    for (size_t k = 0; k < count; k++)
        pm_gauss_init(&(*x)[k]);
    return PM_OK;
}

static void gauss_free(struct pm_gauss *x, size_t count)
{
    for (size_t k = 0; k < count && x != NULL; k++)
        pm_gauss_clear(&x[k]);
    free(x);
}

static void factors_clear(struct factors *f)
{
    const size_t count = (size_t)f->n * (size_t)f->most;

    gauss_free(f->left, count);
    gauss_free(f->right, count);
    gauss_free(f->row, (size_t)f->n);
    free(f->pivot);
    for (int side = 0; side < 2; side++)
        if (f->form[side] != NULL)
            _acb_vec_clear(f->form[side], (slong)count);
    fmpz_clear(f->scale);
}

/* ------------------------------------------------------------------ exactly */

static pm_status take_row(struct factors *f, int i, struct pm_gauss *product)
{
    struct pm_gauss *const v = f->row, *const left = f->left + (size_t)i * (size_t)f->most;
    int pivot = 0;

    for (int t = 0; t < f->rank; t++) {
        const struct pm_gauss *const right = f->right + (size_t)t * (size_t)f->n;
        pm_gauss_set(&left[t], &v[f->pivot[t]]);
        for (int j = f->pivot[t]; j < f->n && !pm_gauss_is_zero(&left[t]); j++) {
            pm_gauss_mul(product, &left[t], &right[j]);
            pm_gauss_sub(&v[j], &v[j], product);
        }
    }
    while (pivot < f->n && pm_gauss_is_zero(&v[pivot]))
        pivot++;
    if (pivot == f->n)
        return PM_OK;
    if (f->rank == f->most)
        return pm_fail(PM_UNABLE, "the rank is above %d", f->most);
    struct pm_gauss *const right = f->right + (size_t)f->rank * (size_t)f->n;
    pm_gauss_set(&left[f->rank], &v[pivot]);
    for (int j = pivot; j < f->n; j++)
        pm_gauss_div(&right[j], &v[j], &left[f->rank]);
    f->pivot[f->rank++] = pivot;
    return PM_OK;
}

static pm_status factors_take(struct factors *f, const struct pm_matrix *a, const int *stop)
{
    pm_status status = PM_OK;
    struct pm_gauss product;

    pm_gauss_init(&product);
    for (int i = 0; i < f->n && status == PM_OK; i++) {
        for (int j = 0; j < f->n; j++)
            pm_gauss_set_si(&f->row[j], 0);
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            pm_gauss_set_parts(&f->row[a->col[k]], a->re + k, pm_matrix_im(a, k));
        status = take_row(f, i, &product);
        PM_THEN(status, pm_go_on(stop));
    }
    pm_gauss_clear(&product);
    return status;
}

/* form[0 .. rank - 1] = x[0], x[step], ... times their least common denominator.  *scale is
 * multiplied by this denominator. */
static void to_integers(acb_ptr form, fmpz_t scale, const struct pm_gauss *x, int step, int rank)
{
    fmpz_t common, share;

    fmpz_init_set_ui(common, 1);
    fmpz_init(share);
    for (int t = 0; t < rank; t++) {
        fmpz_lcm(common, common, fmpq_denref(x[t * step].re));
        fmpz_lcm(common, common, fmpq_denref(x[t * step].im));
    }
    for (int t = 0; t < rank; t++)
        for (int part = 0; part < 2; part++) {
            const fmpq *const from = part == 0 ? x[t * step].re : x[t * step].im;
            fmpz_divexact(share, common, fmpq_denref(from));
            fmpz_mul(share, share, fmpq_numref(from));
            arb_set_fmpz(part == 0 ? acb_realref(form + t) : acb_imagref(form + t), share);
        }
    fmpz_mul(scale, scale, common);
    PM_EACH(fmpz_clear, share, common);
}

static pm_status factors_find(struct factors *f, const struct pm_matrix *a, const int *stop)
{
    const size_t count = (size_t)f->n * (size_t)f->most;

    PM_TRY(gauss_new(&f->left, count));
    PM_TRY(gauss_new(&f->right, count));
    PM_TRY(gauss_new(&f->row, (size_t)f->n));
    PM_NEW(f->pivot, f->most);
    PM_TRY(factors_take(f, a, stop));
    if (f->rank == 0)
        f->rank = 1; /* the matrix is zero: one form of zeros for each row and column */
    for (int side = 0; side < 2; side++)
        f->form[side] = _acb_vec_init((slong)count);
    for (int i = 0; i < f->n; i++) {
        to_integers(f->form[0] + i * f->rank, f->scale, f->left + (size_t)i * (size_t)f->most, 1,
                    f->rank);
        to_integers(f->form[1] + i * f->rank, f->scale, f->right + i, f->n, f->rank);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------ sums */

/* product = the coefficients of the product of the forms of one side. */
static pm_status multiply(acb_ptr product, const struct pm_exponents *e, const struct factors *f,
                          int side, slong bits, const int *stop)
{
    _acb_vec_zero(product, e->count);
    acb_one(product);
    for (int i = 0; i < f->n; i++) {
        PM_TRY(pm_go_on(stop));
        pm_exponents_multiply(product, e, f->form[side] + i * f->rank, i, bits);
    }
    return PM_OK;
}

static pm_status add_up(acb_t sum, const struct factors *f, int wanted, const int *stop)
{
    struct pm_exponents *e;
    acb_ptr product[2];
    pm_status status = PM_OK;

    PM_TRY(pm_exponents_new(&e, f->n, f->rank, stop));
    for (int side = 0; side < 2; side++)
        product[side] = _acb_vec_init(e->count);
    for (slong bits = FIRST_BITS + wanted; bits <= MOST_BITS; bits *= 2) {
        for (int side = 0; side < 2 && status == PM_OK; side++)
            status = multiply(product[side], e, f, side, bits, stop);
        if (status != PM_OK)
            break;
        pm_exponents_add_up(sum, e, product[0], product[1], bits);
        status = pm_go_on(stop);
        if (status != PM_OK || acb_is_exact(sum) || acb_rel_accuracy_bits(sum) >= wanted + 4)
            break;
    }
    acb_div_fmpz(sum, sum, f->scale, wanted + 64);
    for (int side = 0; side < 2; side++)
        _acb_vec_clear(product[side], e->count);
    pm_exponents_free(e);
    return status;
}

pm_status pm_rank_balls_sum(acb_t sum, const struct pm_matrix *a, int most, int bits,
                            const int *stop)
{
    struct factors f = {.n = a->rows, .most = most};

    fmpz_init_set_ui(f.scale, 1);
    pm_status status = factors_find(&f, a, stop);
    PM_THEN(status, add_up(sum, &f, bits, stop));
    factors_clear(&f);
    return status;
}
