/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands: two fused multiply-adds and one addition for each row and each pair of sign vectors
 * that differ in the pivot column, that is 1.5 instructions for each row and sign vector.  The Gray
 * code step of a row costs one more for a whole block.  Row sums are exact (glynn/rounded.c), so
 * every factor t +- pivot enters a product with a single rounding. */
enum { PARTS = 1, WORDS = 1 };
#define WALK pm_walk_real

#include "engine/dense/dense_kernel.h"
