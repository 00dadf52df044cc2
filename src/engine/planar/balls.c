/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in balls: floating numbers of any precision with a proved bound of their error
 * (Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
 * Transactions on Computers 66, 2017).  Entries are exact; the precision is doubled until the
 * result has the digits of a double and some more.  Nothing else knows Arb. */
#include "engine/planar/planar.h"
#include "num/ball.h"

#if __has_include(<flint/arb.h>) /* FLINT 3 */
#include <flint/arb.h>
#else
#include <arb.h>
#endif
#include <stdlib.h>

enum { FIRST_BITS = 128, MOST_BITS = 1 << 13, WANTED_BITS = 64 };

typedef arb_struct N;

struct field {
    slong bits;
};

static pm_status n_new(N **x, size_t count)
{
    *x = _arb_vec_init((slong)count);
    return PM_OK;
}

static void n_free(N *x, size_t count)
{
    if (x != NULL)
        _arb_vec_clear(x, (slong)count);
}

static void n_zero(N *x)
{
    arb_zero(x);
}

static void n_set(N *x, const N *y)
{
    arb_set(x, y);
}

static void n_swap(N *x, N *y)
{
    arb_swap(x, y);
}

static void n_neg(const struct field *field, N *x)
{
    (void)field;
    arb_neg(x, x);
}

static void n_add(const struct field *field, N *x, const N *y)
{
    arb_add(x, x, y, field->bits);
}

static void n_mul(const struct field *field, N *x, const N *y, const N *z)
{
    arb_mul(x, y, z, field->bits);
}

static void n_invert(const struct field *field, N *x, const N *y)
{
    arb_inv(x, y, field->bits);
}

static void n_minus_dot(const struct field *field, N *x, const N *l, const N *u, int count)
{
    arb_dot(x, x, 1, l, 1, u, 1, count, field->bits);
}

static bool n_is_pivot(const N *x)
{
    return !arb_contains_zero(x);
}

static bool n_is_better(const N *x, const N *y)
{
    return arf_cmpabs(arb_midref(x), arb_midref(y)) > 0;
}

/* By Hadamard's bound, with sums in place of norms. */
static void n_times_rest(const struct field *field, N *x, const N *a, int size, bool skew)
{
    mag_t bound, sum, entry;
    arb_t ball;

    mag_init(bound);
    mag_init(sum);
    mag_init(entry);
    arb_init(ball);
    mag_one(bound);
    for (int i = 0; i < size; i++) {
        mag_zero(sum);
        for (int j = 0; j < size; j++) {
            arb_get_mag(entry, a + (size_t)i * (size_t)size + (size_t)j);
            mag_add(sum, sum, entry);
        }
        mag_mul(bound, bound, sum);
    }
    if (skew)
        mag_sqrt(bound, bound);
    arb_add_error_mag(ball, bound);
    arb_mul(x, x, ball, field->bits);
    mag_clear(bound);
    mag_clear(sum);
    mag_clear(entry);
    arb_clear(ball);
}

#include "engine/planar/fronts_run.h"

/* *sum += det(K) or Pf(K) times its term. */
static pm_status add_sheet(arb_t sum, const struct pm_fronts *fronts, const struct pm_signs *signs,
                           const struct pm_matrix *a, const N *entry, slong bits)
{
    const struct field field = {bits};
    arb_t product;
    struct job job = {
        .fronts = fronts,
        .field = &field,
        .entry_sign = signs->entry,
        .entry_col = a->col,
        .entry = entry,
        .product = product,
    };

    arb_init(product);
    arb_one(product);
    const pm_status status = fronts_run(&job);
    job_clear(&job);
    arb_mul_si(product, product, signs->term, bits);
    arb_add(sum, sum, product, bits);
    arb_clear(product);
    return status;
}

/* The ball as a part: its centre to twice the bits of a double. */
static struct pm_part part_of(const arb_t x)
{
    struct pm_part part = {.err = 0};
    arf_t centre, rest;
    fmpz_t down;
    mag_t radius;

    arf_init(centre);
    arf_init(rest);
    fmpz_init(down);
    mag_init(radius);
    fmpz_neg(down, ARF_EXPREF(arb_midref(x)));
    arf_mul_2exp_fmpz(centre, arb_midref(x), down);
    mag_mul_2exp_fmpz(radius, arb_radref(x), down);
    part.re[0] = arf_get_d(centre, ARF_RND_NEAR);
    arf_set_d(rest, part.re[0]);
    arf_sub(rest, centre, rest, ARF_PREC_EXACT, ARF_RND_DOWN);
    part.re[1] = arf_get_d(rest, ARF_RND_NEAR);
    part.err = pm_up(mag_get_d(radius) + 0x1p-105);
    part.exp = -fmpz_get_si(down);
    arf_clear(centre);
    arf_clear(rest);
    fmpz_clear(down);
    mag_clear(radius);
    return part;
}

/* The sum over the sheets with entries of so many bits; *enough: it has the digits wanted. */
static pm_status sum_sheets(struct pm_part *part, bool *enough, const struct pm_fronts *fronts,
                            const struct pm_signs *signs, int sheets, const struct pm_matrix *a,
                            slong bits)
{
    const slong nnz = pm_matrix_nnz(a);
    N *const entry = _arb_vec_init(nnz);
    pm_status status = PM_OK;
    arb_t sum;

    arb_init(sum);
    for (slong k = 0; k < nnz; k++)
        arb_set_fmpq(entry + k, a->re + k, bits);
    for (int k = 0; k < sheets && status == PM_OK; k++)
        status = add_sheet(sum, fronts, &signs[k], a, entry, bits);
    if (sheets > 1)
        arb_mul_2exp_si(sum, sum, -1);
    *enough = arb_is_finite(sum) && arb_rel_accuracy_bits(sum) >= WANTED_BITS;
    if (*enough)
        *part = part_of(sum);
    arb_clear(sum);
    _arb_vec_clear(entry, nnz);
    return status;
}

pm_status pm_fronts_balls(struct pm_part *part, const struct pm_fronts *fronts,
                          const struct pm_signs *signs, int sheets, const struct pm_matrix *a)
{
    bool enough = false;

    for (slong bits = FIRST_BITS; bits <= MOST_BITS; bits *= 2) {
        PM_TRY(sum_sheets(part, &enough, fronts, signs, sheets, a, bits));
        if (enough)
            return PM_OK;
    }
    return pm_fail(PM_UNABLE, "%d bits do not tell the sum over the matchings from 0", MOST_BITS);
}
