/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of doubles: the same names for every instruction set.  Every operation rounds as IEEE 754
 * says, in each lane.
 *
 * A kernel's source is compiled once for each set (isa.h), into its own library.  There, PM_ISA is
 * the set's name, ISA_NAME(f) is the name of function f, and PM_ISA_AVX512 or PM_ISA_AVX2 may be
 * defined.  On a GPU, PM_ISA_CUDA is defined, and a thread is a vector with one lane; this file is
 * valid CUDA C++. */
#ifndef PM_ENGINE_ISA_VECTOR_H
#define PM_ENGINE_ISA_VECTOR_H

#ifndef PM_ISA_CUDA
#include <stdbool.h>
#endif

#if defined PM_ISA_AVX512 || defined PM_ISA_AVX2
#include <immintrin.h>
#endif

#define ISA_PASTE(name, isa)  name##_##isa
#define ISA_EXPAND(name, isa) ISA_PASTE(name, isa)
#define ISA_NAME(name)        ISA_EXPAND(name, PM_ISA)

#define KERNEL static inline __attribute__((always_inline))

/* Unrolls a loop of at most 8 rounds, so that its numbers stay in registers. */
#ifdef PM_ISA_CUDA
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

/* v_fma: a b + c, v_fms: a b - c, v_fnma: c - a b, each rounded once. */
#if defined PM_ISA_AVX512

enum { WIDTH = 8 };
typedef __m512d V;
#define V_OP(result, name, arguments, call)                                                        \
    static inline result name arguments                                                            \
    {                                                                                              \
        return _mm512_##call;                                                                      \
    }

#elif defined PM_ISA_AVX2

enum { WIDTH = 4 };
typedef __m256d V;
#define V_OP(result, name, arguments, call)                                                        \
    static inline result name arguments                                                            \
    {                                                                                              \
        return _mm256_##call;                                                                      \
    }

#else

enum { WIDTH = 1 };
typedef double V;
#define V_OP(result, name, arguments, call)                                                        \
    static inline result name arguments                                                            \
    {                                                                                              \
        return scalar_##call;                                                                      \
    }
#define scalar_set1_pd(x)         (x)
#define scalar_load_pd(p)         (*(p))
#define scalar_add_pd(a, b)       ((a) + (b))
#define scalar_sub_pd(a, b)       ((a) - (b))
#define scalar_mul_pd(a, b)       ((a) * (b))
#define scalar_sqrt_pd(a)         __builtin_sqrt(a)
#define scalar_fmadd_pd(a, b, c)  __builtin_fma(a, b, c)
#define scalar_fmsub_pd(a, b, c)  __builtin_fma(a, b, -(c))
#define scalar_fnmadd_pd(a, b, c) __builtin_fma(-(a), b, c)

#endif

V_OP(V, v_all, (double x), set1_pd(x))
V_OP(V, v_load, (const double *p), load_pd(p))
V_OP(V, v_add, (V a, V b), add_pd(a, b))
V_OP(V, v_sub, (V a, V b), sub_pd(a, b))
V_OP(V, v_mul, (V a, V b), mul_pd(a, b))
V_OP(V, v_sqrt, (V a), sqrt_pd(a))
V_OP(V, v_fma, (V a, V b, V c), fmadd_pd(a, b, c))
V_OP(V, v_fms, (V a, V b, V c), fmsub_pd(a, b, c))
V_OP(V, v_fnma, (V a, V b, V c), fnmadd_pd(a, b, c))
#undef V_OP

static inline void v_store(double *p, V a)
{
#if defined PM_ISA_AVX512
    _mm512_store_pd(p, a);
#elif defined PM_ISA_AVX2
    _mm256_store_pd(p, a);
#else
    *p = a;
#endif
}

/* Loads from any address that is aligned for a double. */
static inline V v_load_any(const double *p)
{
#if defined PM_ISA_AVX512
    return _mm512_loadu_pd(p);
#elif defined PM_ISA_AVX2
    return _mm256_loadu_pd(p);
#else
    return *p;
#endif
}

static inline V v_abs(V a)
{
#if defined PM_ISA_AVX512
    return _mm512_abs_pd(a);
#elif defined PM_ISA_AVX2
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
#else
    return __builtin_fabs(a);
#endif
}

static inline V v_max(V a, V b)
{
#if defined PM_ISA_AVX512
    return _mm512_max_pd(a, b);
#elif defined PM_ISA_AVX2
    return _mm256_max_pd(a, b);
#else
    return a > b ? a : b;
#endif
}

static inline V v_min(V a, V b)
{
#if defined PM_ISA_AVX512
    return _mm512_min_pd(a, b);
#elif defined PM_ISA_AVX2
    return _mm256_min_pd(a, b);
#else
    return a < b ? a : b;
#endif
}

/* A zero may get either sign. */
static inline V v_negative(V a)
{
#ifdef PM_ISA_CUDA
    return -a;
#else
    return v_sub(v_all(0), a);
#endif
}

/* True where some lane is not zero. */
static inline bool v_any(V a)
{
#if defined PM_ISA_AVX512
    return _mm512_cmp_pd_mask(a, _mm512_setzero_pd(), _CMP_NEQ_UQ) != 0;
#elif defined PM_ISA_AVX2
    return _mm256_movemask_pd(_mm256_cmp_pd(a, _mm256_setzero_pd(), _CMP_NEQ_UQ)) != 0;
#else
    return a != 0;
#endif
}

/* *high + *low += v; the rounding error of the high part is kept (Knuth, TAOCP 4.2.2, theorem
 * B). */
static inline void v_gather(V *high, V *low, V v)
{
    const V sum = v_add(*high, v), other = v_sub(sum, *high);
    const V error = v_add(v_sub(*high, v_sub(sum, other)), v_sub(v, other));

    *high = sum;
    *low = v_add(*low, error);
}

#endif
