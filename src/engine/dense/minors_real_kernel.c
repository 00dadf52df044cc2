/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real minors: three products, three sums, two row sums and part of the sign changes, which is 6
 * instructions for each row and sign vector. */
enum { PARTS = 1, WORDS = 1 };
#define WALK pm_minors_real

#include "engine/dense/minors_kernel.h"
