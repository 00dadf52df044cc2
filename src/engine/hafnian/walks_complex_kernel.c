/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loop hafnians of complex matrices in double. */
enum { PARTS = 2, WORDS = 2 };
#define WALK     pm_haf_complex
#define PATTERNS pm_haf_patterns_complex

#include "engine/hafnian/patterns_kernel.h"
#include "engine/hafnian/walks_kernel.h"
