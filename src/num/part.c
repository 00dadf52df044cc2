/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues are added in their rings.  Floating parts are brought to the larger exponent and added
 * in double-double.  The rounding error of each step is added to the bound. */
#include "num/part.h"

#include "num/ball.h"
#include "num/pair.h"

#include <math.h>
#include <string.h>

/* Brings a floating part to a larger exponent; the bits that are lost are added to the bound. */
static void part_align(struct pm_part *part, int64_t exp)
{
    const int64_t gap = part->exp - exp;
    const int shift = gap < -3000 ? -3000 : (int)gap;

    for (int k = 0; k < 2; k++) {
        part->re[k] = ldexp(part->re[k], shift);
        part->im[k] = ldexp(part->im[k], shift);
    }
    part->err = pm_up(ldexp(part->err, shift));
    part->exp = exp;
}

static void floating_add(struct pm_part *sum, const struct pm_part *part)
{
    struct pm_part other = *part;

    if (sum->exp < other.exp)
        part_align(sum, other.exp);
    else if (other.exp < sum->exp)
        part_align(&other, sum->exp);
    const double error = pm_pair_add(sum->re, other.re) + pm_pair_add(sum->im, other.im);
    sum->err = pm_up(sum->err + other.err + error);
}

static bool part_is_zero(const struct pm_part *part)
{
    return part->re[0] == 0 && part->re[1] == 0 && part->im[0] == 0 && part->im[1] == 0 &&
           part->err == 0;
}

void pm_part_add(const struct pm_ring *ring, struct pm_part *sum, const struct pm_part *part)
{
    switch (ring->number) {
    case PM_MOD:
        sum->word[0] += part->word[0];
        if (sum->word[0] >= ring->p)
            sum->word[0] -= ring->p;
        break;
    case PM_WRAP:
        sum->word[1] +=
            part->word[1] + __builtin_add_overflow(sum->word[0], part->word[0], &sum->word[0]);
        break;
    case PM_MODS:
        for (int i = 0; i < PM_RESIDUES; i++)
            sum->word[i] = (sum->word[i] + part->word[i]) % (uint64_t)ring->primes[i];
        break;
    case PM_REAL:
    case PM_COMPLEX:
    case PM_DD:
    case PM_COMPLEX_DD:
        if (part_is_zero(sum))
            *sum = *part;
        else if (!part_is_zero(part))
            floating_add(sum, part);
        break;
    case PM_NUMBERS:
        break;
    }
}

bool pm_part_same(const struct pm_part *a, const struct pm_part *b)
{
    const void *const x = a, *const y = b; /* bits, not numbers: -0 differs from 0 */

    return memcmp(x, y, sizeof *a) == 0;
}
