/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The intrinsic functions for AVX-512 and AVX2.  GCC's immintrin.h has those of every processor,
 * and reading it takes longer than compiling most kernels.  With PM_ONE_SET, which configure tries,
 * only the parts that kernels need are read. */
#pragma once

#ifdef PM_ONE_SET
#define _IMMINTRIN_H_INCLUDED /* the parts ask for it */
#include <smmintrin.h>
#include <avxintrin.h>
#include <avx2intrin.h>
#include <fmaintrin.h>
#ifdef __AVX512F__
#include <avx512fintrin.h>
#include <avx512dqintrin.h>
#endif
#else
#include <immintrin.h>
#endif
