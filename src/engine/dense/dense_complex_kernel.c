/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands: eight fused multiply-adds and two additions for each row and pair of sign
 * vectors, that is 5 instructions for each row and sign vector. */
enum { PARTS = 2, WORDS = 2 };
#define WALK pm_walk_complex

#include "engine/dense/dense_kernel.h"
