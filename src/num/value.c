/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Centres are exact.  So an error bound changes only by products of bounds and moduli, rounded up
 * (mag.h). */
#include "num/value.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pm_value_init(struct pm_value *x)
{
    pm_gauss_init(&x->centre);
    x->error = (struct pm_mag){0, 0};
}

void pm_value_clear(struct pm_value *x)
{
    pm_gauss_clear(&x->centre);
}

void pm_value_set(struct pm_value *x, const struct pm_value *y)
{
    pm_gauss_set(&x->centre, &y->centre);
    x->error = y->error;
}

void pm_value_set_gauss(struct pm_value *x, const struct pm_gauss *g)
{
    pm_gauss_set(&x->centre, g);
    x->error = (struct pm_mag){0, 0};
}

void pm_value_add(struct pm_value *x, const struct pm_value *y)
{
    pm_gauss_add(&x->centre, &x->centre, &y->centre);
    x->error = pm_mag_add(x->error, y->error);
}

static struct pm_mag modulus(const struct pm_gauss *g)
{
    return pm_mag_add(pm_mag_fmpq(g->re), pm_mag_fmpq(g->im));
}

void pm_value_mul(struct pm_value *x, const struct pm_value *y)
{
    if (!pm_mag_is_zero(x->error) || !pm_mag_is_zero(y->error)) {
        /* |xy - XY| <= |X| ey + ex (|Y| + ey) */
        const struct pm_mag ax = modulus(&x->centre), ay = modulus(&y->centre);
        x->error =
            pm_mag_add(pm_mag_mul(ax, y->error), pm_mag_mul(x->error, pm_mag_add(ay, y->error)));
    }
    pm_gauss_mul(&x->centre, &x->centre, &y->centre);
}

void pm_value_mul_2exp(struct pm_value *x, int64_t exp)
{
    pm_gauss_part_shift(x->centre.re, x->centre.re, exp);
    pm_gauss_part_shift(x->centre.im, x->centre.im, exp);
    if (!pm_mag_is_zero(x->error))
        x->error.e += exp;
}

/* *q = 2^exp (d[0] + d[1]), exactly. */
static void set_pair(fmpq_t q, const double d[2], int64_t exp)
{
    fmpq_t low;

    fmpq_init(low);
    pm_gauss_part_finite(q, d[0]);
    pm_gauss_part_finite(low, d[1]);
    fmpq_add(q, q, low);
    pm_gauss_part_shift(q, q, exp);
    fmpq_clear(low);
}

pm_status pm_value_set_part(struct pm_value *x, const struct pm_part *part)
{
    if (!isfinite(part->re[0]) || !isfinite(part->re[1]) || !isfinite(part->im[0]) ||
        !isfinite(part->im[1]) || !isfinite(part->err))
        return pm_fail(PM_UNABLE, "a floating result left the range of double; ask for an exact "
                                  "answer");
    set_pair(x->centre.re, part->re, part->exp);
    set_pair(x->centre.im, part->im, part->exp);
    x->error = pm_mag_double(part->err, part->exp);
    return PM_OK;
}

void pm_value_round(struct pm_value *x, int bits)
{
    struct pm_mag least = modulus(&x->centre);

    if (pm_mag_is_zero(least))
        return;
    least.e -= bits;
    if (pm_mag_is_less(x->error, least))
        x->error = least;
}

bool pm_value_within(const struct pm_value *x, double epsilon)
{
    fmpq_t allowed, error;

    if (!pm_mag_is_finite(x->error))
        return false;
    PM_EACH(fmpq_init, allowed, error);
    fmpq_mul(allowed, x->centre.re, x->centre.re);
    fmpq_addmul(allowed, x->centre.im, x->centre.im);
    pm_gauss_part_finite(error, epsilon);
    fmpq_mul(error, error, error);
    fmpq_mul(allowed, allowed, error);
    pm_mag_get_fmpq(error, x->error);
    fmpq_mul(error, error, error);
    const bool within = fmpq_cmp(error, allowed) <= 0;
    PM_EACH(fmpq_clear, error, allowed);
    return within;
}

bool pm_value_least(fmpq_t least, const struct pm_value *x)
{
    fmpq_t other;

    if (!pm_mag_is_finite(x->error))
        return false;
    fmpq_init(other);
    fmpq_abs(least, x->centre.re);
    fmpq_abs(other, x->centre.im);
    if (fmpq_cmp(least, other) < 0)
        fmpq_swap(least, other);
    pm_mag_get_fmpq(other, x->error);
    fmpq_sub(least, least, other);
    fmpq_clear(other);
    return fmpq_sgn(least) > 0;
}

bool pm_value_differs(const struct pm_value *x, const struct pm_value *y)
{
    struct pm_value off;
    fmpq_t least;

    fmpq_init(least);
    pm_value_init(&off);
    pm_gauss_sub(&off.centre, &x->centre, &y->centre);
    off.error = pm_mag_add(x->error, y->error);
    const bool differs = pm_value_least(least, &off);
    pm_value_clear(&off);
    fmpq_clear(least);
    return differs;
}

pm_status pm_value_text(char **text, const struct pm_value *x)
{
    char *const re = fmpq_get_str(NULL, 10, x->centre.re);
    char *const im = fmpq_get_str(NULL, 10, x->centre.im);
    const int length = re != NULL && im != NULL ? asprintf(text, "%s %s %a %lld", re, im,
                                                           x->error.m, (long long)x->error.e)
                                                : -1;
    PM_EACH(flint_free, re, im);
    return length >= 0 ? PM_OK : pm_no_memory();
}

pm_status pm_value_read(struct pm_value *x, const char *text)
{
    char *const copy = strdup(text);
    char *rest = copy;
    long long e;
    double m;

    if (copy == NULL)
        return pm_no_memory();
    const char *const re = strsep(&rest, " "), *const im = strsep(&rest, " ");
    const bool good = rest != NULL && *re != '\0' && *im != '\0' &&
                      fmpq_set_str(x->centre.re, re, 10) == 0 && fmpq_is_canonical(x->centre.re) &&
                      fmpq_set_str(x->centre.im, im, 10) == 0 && fmpq_is_canonical(x->centre.im) &&
                      sscanf(rest, "%la %lld", &m, &e) == 2 && m >= 0;
    free(copy);
    if (!good)
        return pm_fail(PM_INPUT, "a record is damaged");
    x->error = (struct pm_mag){m, e};
    return PM_OK;
}
