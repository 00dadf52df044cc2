/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands of the sparse walk in double-double. */
enum { PARTS = 2, WORDS = 4 };
#define WALK pm_sparse_complex_dd

#include "engine/sparse/sparse_kernel.h"
