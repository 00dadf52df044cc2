/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eliminates a mode of torontonian_dd.c with the fused operations of the machine. */
#include "engine/isa/vector.h"
#include "engine/torontonian/torontonian.h"

enum { APART = 1 };
#include "engine/torontonian/torontonian_terms.h"

pm_torontonian_include ISA_NAME(pm_include_mode);

void ISA_NAME(pm_include_mode)(struct pm_dd *m, struct pm_dd *det, const struct pm_dd *from,
                               int stride, int n, int block)
{
    pm_torontonian_eliminate(m, det, from, stride, n, block);
}
