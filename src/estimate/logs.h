/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logarithms with proved bounds, by the balls of Arb. */
#pragma once

#include "num/arb.h"

#include <stdbool.h>

enum { PM_LOG_BITS = 128 }; /* precision */

/* The ends of a ball as doubles, rounded outwards. */
static inline double pm_end_above(const arb_t x)
{
    arf_t end;

    arf_init(end);
    arb_get_ubound_arf(end, x, PM_LOG_BITS);
    const double d = arf_get_d(end, ARF_RND_CEIL);
    arf_clear(end);
    return d;
}

static inline double pm_end_below(const arb_t x)
{
    arf_t end;

    arf_init(end);
    arb_get_lbound_arf(end, x, PM_LOG_BITS);
    const double d = arf_get_d(end, ARF_RND_FLOOR);
    arf_clear(end);
    return d;
}

/* x += times log y, y > 0 */
static inline void pm_add_log(arb_t x, double y, long times)
{
    arb_t z;

    arb_init(z);
    arb_set_d(z, y);
    arb_log(z, z, PM_LOG_BITS);
    arb_addmul_si(x, z, times, PM_LOG_BITS);
    arb_clear(z);
}

/* x -= log n! */
static inline void pm_sub_log_factorial(arb_t x, int n)
{
    arb_t z;

    arb_init(z);
    arb_set_si(z, n + 1L);
    arb_lgamma(z, z, PM_LOG_BITS);
    arb_sub(x, x, z, PM_LOG_BITS);
    arb_clear(z);
}

/* From a natural logarithm to one with base 2. */
static inline void pm_to_bits(arb_t x)
{
    arb_t z;

    arb_init(z);
    arb_const_log2(z, PM_LOG_BITS);
    arb_div(x, x, z, PM_LOG_BITS);
    arb_clear(z);
}

/* x += bits */
static inline void pm_add_bits(arb_t x, double bits)
{
    arb_t y;

    arb_init(y);
    arb_set_d(y, bits);
    arb_add(x, x, y, PM_LOG_BITS);
    arb_clear(y);
}

/* An end of the decimal logarithm of 2^bits, rounded outwards; `bits` is changed. */
static inline double pm_bits_to_log10(arb_t bits, bool upper)
{
    arb_t y;

    arb_init(y);
    arb_const_log2(y, PM_LOG_BITS);
    arb_mul(bits, bits, y, PM_LOG_BITS);
    arb_const_log10(y, PM_LOG_BITS);
    arb_div(bits, bits, y, PM_LOG_BITS);
    arb_clear(y);
    return upper ? pm_end_above(bits) : pm_end_below(bits);
}
