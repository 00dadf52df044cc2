/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands of the sparse walk. */
#include "engine/isa/isa.h"

enum { PARTS = 1, WORDS = PARTS };

typedef V N;

KERNEL N n_one(void)
{
    return v_all(1);
}

KERNEL N n_load(const double *p)
{
    return v_load(p);
}

KERNEL void n_store(double *p, N a)
{
    v_store(p, a);
}

KERNEL N n_row(const double *x)
{
    return v_load(x);
}

KERNEL N n_low(N y, const double *low, int count, int k)
{
    (void)count;
    return v_add(y, v_all(low[k]));
}

KERNEL N n_sub(N a, N b)
{
    return v_sub(a, b);
}

KERNEL N n_times(N a, N b)
{
    return v_mul(a, b);
}

KERNEL N n_times_plus(N a, N t)
{
    return v_fma(a, t, a);
}

KERNEL N n_times_minus(N a, N t)
{
    return v_fms(a, t, a);
}

KERNEL V n_size(N a)
{
    return v_abs(a);
}

KERNEL V n_size_plus(N t)
{
    return v_abs(v_add(t, v_all(1)));
}

KERNEL V n_size_minus(N t)
{
    return v_abs(v_sub(t, v_all(1)));
}

#include "engine/isa/sums.h"
#include "engine/sparse/program_kernel.h"

pm_sparse_strands ISA_NAME(pm_sparse_real);

void ISA_NAME(pm_sparse_real)(struct pm_strands_sum *sum, const struct pm_sparse_walk *w, double *x)
{
    program_walk(sum, w, x);
}
