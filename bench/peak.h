/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The speed of an instruction set in multiply-adds: independent chains and nothing else. */
#ifndef PM_BENCH_PEAK_H
#define PM_BENCH_PEAK_H

#include "engine/isa/isa.h"

enum { BENCH_PEAK_FMAS = 12 };

/* Does BENCH_PEAK_FMAS vector fused multiply-adds in each round; the result has no meaning. */
double bench_peak(const struct pm_isa *isa, long rounds);

#endif
