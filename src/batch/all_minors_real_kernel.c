/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real minors: three products and sums, two row sums and a share of the flips, that is 6
 * instructions for a row and a sign vector. */
enum { PARTS = 1, WORDS = 1 };
#define WALK pm_minors_real

#include "batch/all_minors_kernel.h"
