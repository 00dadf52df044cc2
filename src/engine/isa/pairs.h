/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products over rows for pairs of sign vectors that differ in the pivot column: two fused
 * multiply-adds and one addition for a row and a pair, in vectors of either precision.
 *
 * EACH(DO) does DO(s) for PASS sums of unrolled columns; two products of each stay in registers, of
 * 32 with AVX-512, of 16 otherwise.  A pass starts both at `sign`; a row has its sums y, less the
 * unrolled columns, whose sums are low[s], and, where it is not divided by it, its pivot. */
#ifndef PM_ENGINE_ISA_PAIRS_H
#define PM_ENGINE_ISA_PAIRS_H

#include "engine/isa/vector_single.h"

#ifdef PM_ISA_AVX512
enum { PASS = 8 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#else
enum { PASS = 4 };
#define EACH(DO) DO(0) DO(1) DO(2) DO(3)
#endif

/* The function of vectors like a. */
#define PAIR_OP(name, a) _Generic((a), V : v_##name, VF : f_##name)
#define PAIR_ALL(x)      _Generic((x), double : v_all, float : f_all)(x)

#define START(s) __typeof__(sign) p##s = sign, q##s = sign;
#define ROW_ONE(s)                                                                                 \
    {                                                                                              \
        const __typeof__(y) t = PAIR_OP(add, y)(y, PAIR_ALL(low[s]));                              \
        p##s = PAIR_OP(fma, y)(p##s, t, p##s);                                                     \
        q##s = PAIR_OP(fms, y)(q##s, t, q##s);                                                     \
    }
#define ROW_ZERO(s)                                                                                \
    {                                                                                              \
        const __typeof__(y) t = PAIR_OP(add, y)(y, PAIR_ALL(low[s]));                              \
        p##s = PAIR_OP(mul, y)(p##s, t);                                                           \
        q##s = PAIR_OP(mul, y)(q##s, t);                                                           \
    }
#define ROW_ANY(s)                                                                                 \
    {                                                                                              \
        const __typeof__(y) t = PAIR_OP(add, y)(y, PAIR_ALL(low[s]));                              \
        p##s = PAIR_OP(mul, y)(p##s, PAIR_OP(add, y)(t, pivot));                                   \
        q##s = PAIR_OP(mul, y)(q##s, PAIR_OP(sub, y)(t, pivot));                                   \
    }
#define GAP(s) p##s = PAIR_OP(sub, p##s)(p##s, q##s);

/* The signed sum over what EACH(GAP) left in p0 .. */
#ifdef PM_ISA_AVX512
#define PAIR_SUM(sub) sub(sub(sub(p0, p1), sub(p2, p3)), sub(sub(p4, p5), sub(p6, p7)))
#else
#define PAIR_SUM(sub) sub(sub(p0, p1), sub(p2, p3))
#endif

#endif
