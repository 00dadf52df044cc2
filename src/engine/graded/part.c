/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a unit: what it added up, as a number with a bound of its error. */
#include "engine/graded/graded.h"

#include "model/round.h"
#include "num/ball.h"

#include <math.h>

/* Bound of the error of the sum, in units of 2^exp; a rounding to a multiple of a unit is off by no
 * more than half, and counts as a whole one. */
static double error_bound(const struct pm_graded_sums *s, const struct pm_graded *d)
{
    const double plain = (double)s->plain, fine = (double)s->fine;
    double error = 0;

    for (int l = 0; l < d->levels; l++)
        error += ((double)s->skipped[l] + (double)s->tested[l]) * (d->limit[l] / PM_GRADED_LIMIT);
    error += ((double)s->kept + plain) * (d->split / PM_GRADED_LIMIT) * d->share;
    error += (double)s->fine_bound * 0x1p-28 * d->largest * d->fine_share;
    error += plain * PM_GRADED_SECOND * (d->split / PM_GRADED_TOP);
    error += fine * ldexp(d->largest / PM_GRADED_TOP, 2 - 30 * (PM_GRADED_LIMBS - 1));
    return error * (1 + 0x1p-40);
}

/* The sum as an integer times 2^*exp. */
static void collect(fmpz_t sum, int64_t *exp, const struct pm_graded_sums *s,
                    const struct pm_graded *d)
{
    int split, largest;
    fmpz_t part;

    frexp(d->split / PM_GRADED_TOP, &split); /* of plain integers: 2^(split - 1) */
    frexp(d->largest / PM_GRADED_TOP, &largest);
    *exp = (split < largest ? split : largest) - 1 - 30 * (PM_GRADED_LIMBS - 1) - 31;
    fmpz_init(part);
    fmpz_zero(sum);
    for (int k = 0; k < PM_GRADED_LIMBS; k++) {
        fmpz_set_si(part, s->limb[k]);
        fmpz_mul_2exp(part, part, (ulong)(largest - 1 - 30 * k - *exp));
        fmpz_add(sum, sum, part);
    }
    for (int k = 0; k < 2; k++) {
        fmpz_set_si(part, s->plain_sum[k]);
        fmpz_mul_2exp(part, part, (ulong)(split - 1 - 31 * k - *exp));
        fmpz_add(sum, sum, part);
    }
    fmpz_clear(part);
    *exp += d->exp;
}

/* *part = the sum times the factor, in double-double. */
void pm_graded_part(struct pm_part *part, const struct pm_graded_sums *s, const struct pm_graded *d)
{
    double gap, off, size;
    int64_t exp;
    fmpq_t x, high;
    mpq_t q;

    fmpq_init(x);
    fmpq_init(high);
    mpq_init(q);
    collect(fmpq_numref(x), &exp, s, d);
    fmpz_mul(fmpq_numref(x), fmpq_numref(x), d->factor);
    const int64_t down = (int64_t)fmpz_bits(fmpq_numref(x));
    *part = (struct pm_part){.exp = exp + d->shift + down};
    part->re[0] = pm_round(&gap, x, -down);
    mpq_set_d(q, part->re[0]);
    fmpq_set_mpq(high, q);
    fmpq_mul_2exp(high, high, (ulong)down);
    fmpq_sub(x, x, high);
    part->re[1] = pm_round(&off, x, -down);
    size = fabs(part->re[0]) * (1 + 0x1p-40);
    /* the error in units of 2^exp times the factor, as the value is */
    part->err = ldexp(error_bound(s, d) * fmpz_get_d(d->factor), (int)(d->exp - exp - down));
    part->err = pm_up(part->err * (1 + d->rounding) + off + size * (d->rounding + d->factor_error));
    mpq_clear(q);
    fmpq_clear(high);
    fmpq_clear(x);
}
