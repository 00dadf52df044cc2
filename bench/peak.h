/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast an instruction set multiplies and adds: independent chains, nothing else. */
#ifndef PM_BENCH_PEAK_H
#define PM_BENCH_PEAK_H

#include "engine/isa/isa.h"

enum { BENCH_PEAK_FMAS = 12 };

/* Does BENCH_PEAK_FMAS fused multiply-adds of vectors a round; the result means nothing. */
double bench_peak(const struct pm_isa *isa, long rounds);

#endif
