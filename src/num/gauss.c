/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real and the imaginary part are FLINT rationals.  A product of real numbers costs only one
 * product of rationals. */
#include "num/gauss.h"

#include <math.h>

void pm_gauss_init(struct pm_gauss *x)
{
    PM_EACH(fmpq_init, x->re, x->im);
}

void pm_gauss_clear(struct pm_gauss *x)
{
    PM_EACH(fmpq_clear, x->re, x->im);
}

void pm_gauss_set(struct pm_gauss *x, const struct pm_gauss *y)
{
    fmpq_set(x->re, y->re);
    fmpq_set(x->im, y->im);
}

void pm_gauss_set_si(struct pm_gauss *x, long k)
{
    fmpq_set_si(x->re, k, 1);
    fmpq_zero(x->im);
}

void pm_gauss_set_parts(struct pm_gauss *x, const fmpq *re, const fmpq *im)
{
    fmpq_set(x->re, re);
    if (im != NULL)
        fmpq_set(x->im, im);
    else
        fmpq_zero(x->im);
}

void pm_gauss_part_shift(fmpq_t x, const fmpq_t y, int64_t power)
{
    if (power >= 0)
        fmpq_mul_2exp(x, y, (flint_bitcnt_t)power);
    else
        fmpq_div_2exp(x, y, (flint_bitcnt_t)-power);
}

void pm_gauss_part_finite(fmpq_t x, double d)
{
    enum { MANTISSA = 53 };
    int exponent;

    fmpz_set_d(fmpq_numref(x), ldexp(frexp(d, &exponent), MANTISSA));
    fmpz_one(fmpq_denref(x));
    pm_gauss_part_shift(x, x, exponent - MANTISSA);
}

pm_status pm_gauss_part_double(fmpq_t x, double d)
{
    if (!isfinite(d))
        return pm_fail(PM_INPUT, "it is not a finite number");
    pm_gauss_part_finite(x, d);
    return PM_OK;
}

void pm_gauss_add(struct pm_gauss *x, const struct pm_gauss *y, const struct pm_gauss *z)
{
    fmpq_add(x->re, y->re, z->re);
    fmpq_add(x->im, y->im, z->im);
}

void pm_gauss_sub(struct pm_gauss *x, const struct pm_gauss *y, const struct pm_gauss *z)
{
    fmpq_sub(x->re, y->re, z->re);
    fmpq_sub(x->im, y->im, z->im);
}

void pm_gauss_mul(struct pm_gauss *x, const struct pm_gauss *y, const struct pm_gauss *z)
{
    if (fmpq_is_zero(y->im) && fmpq_is_zero(z->im)) {
        fmpq_mul(x->re, y->re, z->re);
        fmpq_zero(x->im);
        return;
    }
    fmpq_t re, im;
    PM_EACH(fmpq_init, re, im);
    fmpq_mul(re, y->re, z->re);
    fmpq_submul(re, y->im, z->im);
    fmpq_mul(im, y->re, z->im);
    fmpq_addmul(im, y->im, z->re);
    fmpq_swap(x->re, re);
    fmpq_swap(x->im, im);
    PM_EACH(fmpq_clear, re, im);
}

void pm_gauss_div(struct pm_gauss *x, const struct pm_gauss *y, const struct pm_gauss *z)
{
    struct pm_gauss inverse;
    fmpq_t norm;

    pm_gauss_init(&inverse);
    fmpq_init(norm);
    fmpq_mul(norm, z->re, z->re);
    fmpq_addmul(norm, z->im, z->im);
    fmpq_div(inverse.re, z->re, norm);
    fmpq_div(inverse.im, z->im, norm);
    fmpq_neg(inverse.im, inverse.im);
    pm_gauss_mul(x, y, &inverse);
    fmpq_clear(norm);
    pm_gauss_clear(&inverse);
}

bool pm_gauss_is_zero(const struct pm_gauss *x)
{
    return fmpq_is_zero(x->re) && fmpq_is_zero(x->im);
}

bool pm_gauss_is_one(const struct pm_gauss *x)
{
    return fmpq_is_one(x->re) && fmpq_is_zero(x->im);
}

bool pm_gauss_equal(const struct pm_gauss *x, const struct pm_gauss *y)
{
    return fmpq_equal(x->re, y->re) && fmpq_equal(x->im, y->im);
}

void pm_gauss_product(struct pm_gauss *x, const fmpq *re, const fmpq *im, long n)
{
    if (n <= 8) {
        struct pm_gauss factor;

        pm_gauss_init(&factor);
        pm_gauss_set_si(x, 1);
        for (long k = 0; k < n; k++) {
            pm_gauss_set_parts(&factor, re + k, im ? im + k : NULL);
            pm_gauss_mul(x, x, &factor);
        }
        pm_gauss_clear(&factor);
        return;
    }
    struct pm_gauss right;

    pm_gauss_init(&right);
    pm_gauss_product(x, re, im, n / 2);
    pm_gauss_product(&right, re + n / 2, im ? im + n / 2 : NULL, n - n / 2);
    pm_gauss_mul(x, x, &right);
    pm_gauss_clear(&right);
}
