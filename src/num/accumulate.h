/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of numbers T that are themselves numbers T.  Types that need nothing more precise for sums
 * include this file at their end. */
#pragma once

typedef T A;

static inline A a_zero(void)
{
    return t_zero();
}

static inline void a_add(const struct pm_ring *ring, A *a, T x)
{
    *a = t_add(ring, *a, x);
}

static inline void a_sub(const struct pm_ring *ring, A *a, T x)
{
    *a = t_sub(ring, *a, x);
}

static inline struct pm_part a_part(const struct pm_ring *ring, A a)
{
    return t_part(ring, a);
}
