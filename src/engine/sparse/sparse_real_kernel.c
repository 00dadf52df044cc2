/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands of the sparse walk. */
enum { PARTS = 1, WORDS = 1 };
#define WALK pm_sparse_real

#include "engine/sparse/sparse_kernel.h"
