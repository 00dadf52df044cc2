/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the sums of a unit of the graded walk, which are integers, to a part.  A part is a value
 * in double-double and a proved bound of its error, as graded.c explains. */
#include "engine/graded/graded_walk.h"

#include "model/round.h"
#include "num/gauss.h"
#include "num/mag.h"

#include <math.h>

enum { LIMB = 30, SECOND = 31 }; /* bits of a limb; bits of the second part of plain sums */

/* The sum of the bounds of blocks also bounds the sum of their values.  Below these limits, the
 * sums do not overflow 64 bits. */
static const double MOST_SINGLE = 0x1p45, MOST_PLAIN = 0x1p51, MOST_BLOCKS = 0x1p32;

static pm_status check_range(const struct pm_graded_sums *sums)
{
    const long long *const blocks = sums->blocks;

    const double plain = (double)sums->bound[PM_GRADE_PLAIN] + (double)sums->whole_bound;

    if ((double)sums->bound[PM_GRADE_SINGLE] + (double)blocks[PM_GRADE_SINGLE] < MOST_SINGLE &&
        plain + (double)blocks[PM_GRADE_PLAIN] < MOST_PLAIN &&
        (double)blocks[PM_GRADE_PLAIN] < MOST_BLOCKS && (double)blocks[PM_GRADE_FINE] < MOST_BLOCKS)
        return PM_OK;
    return pm_fail(PM_UNABLE, "too many blocks for one sum");
}

/* *error += units * unit * share */
static void add_error(struct pm_mag *error, double units, struct pm_mag unit, double share)
{
    const struct pm_mag size = pm_mag_mul(pm_mag_double(units * PM_UP, 0), unit);

    *error = pm_mag_add(*error, pm_mag_mul(size, pm_mag_double(share, 0)));
}

/* Returns a bound of the error of the sum, in units of 2^(d->exp).  Rounding to a multiple of a
 * unit has an error of at most half a unit.  It counts as a whole unit, which also covers
 * underflow in the walk. */
static struct pm_mag error_bound(const struct pm_graded *d, const struct pm_graded_sums *sums)
{
    const int last_bit[PM_GRADES] = {
        [PM_GRADE_SINGLE] = PM_GRADED_SINGLE_BITS,
        [PM_GRADE_PLAIN] = PM_GRADED_TOP_BITS + SECOND,
        [PM_GRADE_FINE] = PM_GRADED_TOP_BITS + LIMB * (PM_GRADED_LIMBS - 1) - 2,
    };
    struct pm_mag error = {0, 0};

    for (int l = 0; l < d->levels; l++)
        add_error(&error, (double)sums->skipped[l] + (double)sums->tested[l],
                  pm_mag_double(d->skip_unit[l], 0), 1);
    for (int g = PM_GRADE_SINGLE; g < PM_GRADES; g++) {
        add_error(&error, (double)sums->bound[g] + (double)sums->blocks[g],
                  pm_mag_double(d->unit[g], 0), d->share[g]);
        add_error(&error, (double)sums->blocks[g], pm_mag_double(d->largest[g], -last_bit[g]), 1);
    }
    add_error(&error, (double)sums->whole_bound + (double)sums->whole,
              pm_mag_double(d->whole_unit, 0), d->whole_share);
    return error;
}

/* *sum += x 2^shift. */
static void add_shifted(fmpz_t sum, int64_t x, int shift)
{
    fmpz_t part;

    fmpz_init(part);
    fmpz_set_si(part, x);
    fmpz_mul_2exp(part, part, (ulong)shift);
    fmpz_add(sum, sum, part);
    fmpz_clear(part);
}

/* The value of all blocks together is *sum times 2^*exp. */
static void collect(fmpz_t sum, int64_t *exp, const struct pm_graded *d,
                    const struct pm_graded_sums *sums)
{
    const int single = pm_graded_log(d->largest[PM_GRADE_SINGLE]) - PM_GRADED_SINGLE_BITS;
    const int plain = pm_graded_log(d->largest[PM_GRADE_PLAIN]) - PM_GRADED_TOP_BITS;
    const int fine = pm_graded_log(d->largest[PM_GRADE_FINE]) - PM_GRADED_TOP_BITS;
    int least = plain - SECOND;

    least = single < least ? single : least;
    least =
        fine - LIMB * (PM_GRADED_LIMBS - 1) < least ? fine - LIMB * (PM_GRADED_LIMBS - 1) : least;
    fmpz_zero(sum);
    add_shifted(sum, sums->single, single - least);
    for (int k = 0; k < 2; k++)
        add_shifted(sum, sums->plain[k], plain - SECOND * k - least);
    for (int k = 0; k < PM_GRADED_LIMBS; k++)
        add_shifted(sum, sums->limb[k], fine - LIMB * k - least);
    *exp = d->exp + least;
}

pm_status pm_graded_part(struct pm_part *part, const struct pm_graded_sums *sums,
                         const struct pm_graded *d)
{
    double gap, off;
    int64_t exp;
    fmpq_t x, high;

    PM_TRY(check_range(sums));
    PM_EACH(fmpq_init, x, high);
    collect(fmpq_numref(x), &exp, d, sums);
    fmpz_mul(fmpq_numref(x), fmpq_numref(x), d->factor);
    const int64_t down = (int64_t)fmpz_bits(fmpq_numref(x));
    *part = (struct pm_part){.exp = exp + d->shift + down};
    part->re[0] = pm_round(&gap, x, -down);
    pm_gauss_part_finite(high, part->re[0]);
    fmpq_mul_2exp(high, high, (ulong)down);
    fmpq_sub(x, x, high);
    part->re[1] = pm_round(&off, x, -down);
    /* the error in the same units as the value: 2^part->exp */
    const struct pm_mag scale = pm_mag_double(fmpz_get_d(d->factor) * PM_UP, d->exp - exp - down);
    const double error = pm_mag_get_double(pm_mag_mul(error_bound(d, sums), scale));
    const double size = fabs(part->re[0]) * PM_UP;
    part->err = pm_up(error * (1 + d->rounding) + off + size * (d->rounding + d->factor_error));
    PM_EACH(fmpq_clear, high, x);
    return PM_OK;
}
