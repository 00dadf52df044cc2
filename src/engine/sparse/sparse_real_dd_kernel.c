/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands of the sparse walk in double-double. */
enum { PARTS = 1, WORDS = 2 };
#define WALK pm_sparse_real_dd

#include "engine/sparse/sparse_kernel.h"
