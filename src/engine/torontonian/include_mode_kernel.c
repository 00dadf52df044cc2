/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eliminates a mode of torontonian_dd.c with the fused operations of the machine. */
#include "engine/isa/vector.h"
#include "engine/torontonian/torontonian.h"

pm_torontonian_include ISA_NAME(pm_include_mode);

void ISA_NAME(pm_include_mode)(struct pm_dd *m, struct pm_dd *det, const struct pm_dd *from,
                               int stride, int n, int block)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            m[i * n + j] = from[i * stride + j];
    for (int p = 0; p < block; p++) {
        const struct pm_dd *const u = m + p * n, minus = pm_dd_neg(pm_dd_inverse(u[p]));
        *det = pm_dd_mul(*det, u[p]);
        for (int i = p + 1; i < n; i++) {
            const struct pm_dd factor = pm_dd_mul(u[i], minus);
            for (int j = i; j < n; j++)
                m[i * n + j] = pm_dd_sum(m[i * n + j], pm_dd_mul(factor, u[j]));
        }
    }
}
