/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The unit is the greatest common divisor.  Cost: a few operations for each number. */
#include "model/variable.h"

#include "base/alloc.h"
#include "base/budget.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

static const double MOST_POWERS = 1 << 24;

pm_status pm_variable_find(struct pm_variable *p, const fmpq *exponent, size_t count)
{
    double sum[2] = {0};
    fmpq_t m;

    *p = (struct pm_variable){.below = 0};
    fmpq_init(p->unit);
    PM_NEW(p->multiple, count);
    for (size_t k = 0; k < count; k++)
        fmpq_gcd(p->unit, p->unit, exponent + k);
    fmpq_init(m);
    for (size_t k = 0; k < count && sum[0] + sum[1] <= MOST_POWERS; k++) {
        if (fmpq_is_zero(exponent + k))
            continue;
        fmpq_div(m, exponent + k, p->unit);
        sum[fmpq_sgn(m) > 0] += fabs(fmpz_get_d(fmpq_numref(m)));
        if (sum[0] + sum[1] <= MOST_POWERS)
            p->multiple[k] = fmpz_get_si(fmpq_numref(m));
    }
    fmpq_clear(m);
    if (sum[0] + sum[1] > MOST_POWERS)
        return pm_fail(PM_UNABLE,
                       "the weights are too large multiples of one number: more than %.0f sums of "
                       "them are possible",
                       MOST_POWERS);
    p->below = (slong)sum[0];
    p->above = (slong)sum[1];
    return PM_OK;
}

pm_status pm_variable_pack(fmpq_t packed, const fmpq_t coefficient, const fmpq *exponent)
{
    const bool whole = fmpz_is_one(fmpq_denref(coefficient)) &&
                       fmpz_bits(fmpq_numref(coefficient)) <= PM_TERM_BITS &&
                       (exponent == NULL || (fmpz_is_one(fmpq_denref(exponent)) &&
                                             fmpz_bits(fmpq_numref(exponent)) <= PM_TERM_BITS));

    if (!whole)
        return pm_fail(PM_INPUT,
                       "beside weights as in 2*x^3, coefficients and exponents are integers of at "
                       "most %d bits",
                       PM_TERM_BITS);
    fmpq_t shifted;

    fmpq_set(packed, coefficient);
    if (exponent == NULL)
        return PM_OK;
    fmpq_init(shifted);
    fmpq_mul_2exp(shifted, exponent, PM_TERM_BITS + 1);
    fmpq_add(packed, packed, shifted);
    fmpq_clear(shifted);
    return PM_OK;
}

void pm_variable_unpack(fmpq *exponent, fmpq *coefficient, size_t count)
{
    fmpz_t modulus;

    fmpz_init(modulus);
    fmpz_one(modulus);
    fmpz_mul_2exp(modulus, modulus, PM_TERM_BITS + 1);
    for (size_t k = 0; k < count; k++) {
        fmpz *const packed = fmpq_numref(exponent + k), *const c = fmpq_numref(coefficient + k);
        fmpz_smod(c, packed, modulus);
        fmpz_sub(packed, packed, c);
        fmpz_divexact(packed, packed, modulus);
    }
    fmpz_clear(modulus);
}

void pm_variable_clear(struct pm_variable *p)
{
    fmpq_clear(p->unit);
    free(p->multiple);
}

pm_status pm_variable_bits(struct pm_variable *p, ulong bits)
{
    p->bits = bits;
    return pm_budget_take((uint64_t)(p->below + p->above) * bits / 8);
}

/* At least log2(1 + |x|) */
static double log_above(const fmpz_t x)
{
    fmpz_t above;
    slong e;

    fmpz_init(above);
    fmpz_abs(above, x);
    fmpz_add_ui(above, above, 1);
    const double m = fmpz_get_d_2exp(&e, above);
    fmpz_clear(above);
    return ((double)e + log2(m)) * (1 + 0x1p-40);
}

pm_status pm_variable_fit(struct pm_variable *p, const fmpq *c, size_t count, int lines,
                          const int *row, const int *col)
{
    double all = 0, choices = 0;
    fmpz *const sum = _fmpz_vec_init(lines);
    fmpz_t modulus;

    fmpz_init(modulus);
    for (size_t k = 0; k < count; k++) {
        p->negative |= fmpq_sgn(c + k) < 0;
        fmpz_abs(modulus, fmpq_numref(c + k));
        all += 2 * log_above(modulus);
        if (lines > 0)
            fmpz_add(sum + row[k], sum + row[k], modulus);
        if (lines > 0 && col != NULL)
            fmpz_add(sum + col[k], sum + col[k], modulus);
    }
    for (int line = 0; line < lines; line++)
        choices += log_above(sum + line);
    fmpz_clear(modulus);
    _fmpz_vec_clear(sum, lines);
    return pm_variable_bits(p, (ulong)(lines > 0 ? fmin(all, choices) : all) + 2);
}

void pm_variable_set(fmpq_t x, const struct pm_variable *p, slong m)
{
    fmpq_one(x);
    if (m >= 0)
        fmpq_mul_2exp(x, x, p->bits * (ulong)m);
    else
        fmpq_div_2exp(x, x, p->bits * (ulong)-m);
}
