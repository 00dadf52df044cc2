/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of real matrices in double. */
enum { PARTS = 1, WORDS = 1 };
#define WALK     pm_haf_real
#define PATTERNS pm_haf_patterns_real

#include "engine/hafnian/patterns_kernel.h"
#include "engine/hafnian/walks_kernel.h"
