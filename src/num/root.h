/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of square roots.  Valid in C and in CUDA C++.
 *
 * Take the bits of a double x = 2^e (1 + m) as an integer and halve it.  Apart from the exponent's
 * bias, these are the bits of 2^(e/2) (1 + m/2) for even e, and of 2^((e-1)/2) (1 + (1 + m)/2) for
 * odd e.  Both are tangents of the square root, so they lie above it, by at most 6.1%. */
#pragma once

/* Half the bias, plus one for the bit that halving loses. */
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
