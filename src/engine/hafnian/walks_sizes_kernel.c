/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds of walks_lanes.h. */
enum { PARTS = 1, WORDS = 1, SIZES = 1 };
#define WALK     pm_haf_sizes
#define PATTERNS pm_haf_patterns_sizes

#include "engine/hafnian/patterns_kernel.h"
#include "engine/hafnian/walks_kernel.h"
