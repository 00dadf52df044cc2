/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number type of this build, for code that is compiled once per type.  With PM_TYPE = mod,
 * wrap, real, complex, dd or complex_dd, T and t_* belong to that type (number.h lists the
 * operations), and PM_NAME(pm_ryser) is pm_ryser_mod, ... */
#pragma once

#define PM_TYPE_ID_mod        1
#define PM_TYPE_ID_wrap       2
#define PM_TYPE_ID_real       3
#define PM_TYPE_ID_complex    4
#define PM_TYPE_ID_dd         5
#define PM_TYPE_ID_complex_dd 6
#define PM_TYPE_ID_mods       7
#define PM_PASTE2(a, b)       a##b
#define PM_PASTE(a, b)        PM_PASTE2(a, b)
#define PM_TYPE_ID            PM_PASTE(PM_TYPE_ID_, PM_TYPE)
#define PM_TYPE_FLOATING      (PM_TYPE_ID >= PM_TYPE_ID_real && PM_TYPE_ID <= PM_TYPE_ID_complex_dd)

#if PM_TYPE_ID == PM_TYPE_ID_mod
#include "num/type_mod.h"
#elif PM_TYPE_ID == PM_TYPE_ID_wrap
#include "num/type_wrap.h"
#elif PM_TYPE_ID == PM_TYPE_ID_real
#include "num/type_real.h"
#elif PM_TYPE_ID == PM_TYPE_ID_complex
#include "num/type_complex.h"
#elif PM_TYPE_ID == PM_TYPE_ID_dd
#include "num/type_dd.h"
#elif PM_TYPE_ID == PM_TYPE_ID_complex_dd
#include "num/type_complex_dd.h"
#elif PM_TYPE_ID == PM_TYPE_ID_mods
#include "num/type_mods.h"
#else
#error "PM_TYPE names no number type"
#endif

/* PM_SET: the instruction set of this build, where a type has several. */
#ifdef PM_SET
#define PM_NAME(f) PM_PASTE(PM_PASTE(f##_, PM_TYPE), PM_PASTE(_, PM_SET))
#else
#define PM_NAME(f) PM_PASTE(f##_, PM_TYPE)
#endif

#if PM_TYPE_ID != PM_TYPE_ID_mods
static inline T t_mul_add(const struct pm_ring *ring, T x, T y, T z)
{
    return t_add(ring, t_mul(ring, x, y), z);
}
#endif
