/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Square roots from above, for bounds.  Legal in C and in CUDA C++.
 *
 * The bits of a double x = 2^e (1 + m), taken for an integer and halved, are those of 2^(e/2)
 * (1 + m/2) for even e and of 2^((e-1)/2) (1 + (1 + m)/2) for odd e, but for the exponent's bias.
 * Both are tangents of the root, from above: at most 6.1% more. */
#ifndef PM_NUM_ROOT_H
#define PM_NUM_ROOT_H

/* Half the bias, and one for the bit that is lost. */
#define PM_ROOT_BIAS 0x1ff8000000000001

/* At least sqrt(x), for normal x > 0. */
static inline double pm_root_above(double x)
{
    union {
        double number;
        long long bits;
    } both;

    both.number = x;
    both.bits = (both.bits >> 1) + PM_ROOT_BIAS;
    return both.number;
}

#endif
