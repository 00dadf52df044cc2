/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands: eight fused multiply-adds for a row and a pair of sign vectors, and two
 * additions, that is 5 instructions for a row and a sign vector. */
enum { PARTS = 2, WORDS = 2 };
#define WALK pm_walk_complex

#include "engine/dense/dense_kernel.h"
