/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands in double-double: 7 instructions for each row and sign vector. */
enum { PARTS = 1, WORDS = 2 };
#define WALK pm_walk_real_dd

#include "engine/dense/dense_kernel.h"
