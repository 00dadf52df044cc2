/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of complex matrices in double-double. */
enum { PARTS = 2, WORDS = 4 };
#define WALK     pm_haf_complex_dd
#define PATTERNS pm_haf_patterns_complex_dd

#include "engine/hafnian/patterns_kernel.h"
#include "engine/hafnian/walks_kernel.h"
