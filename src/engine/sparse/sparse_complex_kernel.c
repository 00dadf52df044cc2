/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands of the sparse walk. */
enum { PARTS = 2, WORDS = 2 };
#define WALK pm_sparse_complex

#include "engine/sparse/sparse_kernel.h"
