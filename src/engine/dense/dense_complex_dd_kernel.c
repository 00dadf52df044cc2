/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands in double-double: 39 instructions for each row and sign vector. */
enum { PARTS = 2, WORDS = 4 };
#define WALK pm_walk_complex_dd

#include "engine/dense/dense_kernel.h"
