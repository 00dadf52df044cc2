/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of real matrices in double-double. */
enum { PARTS = 1, WORDS = 2 };
#define WALK     pm_haf_real_dd
#define PATTERNS pm_haf_patterns_real_dd

#include "engine/hafnian/patterns_kernel.h"
#include "engine/hafnian/walks_kernel.h"
