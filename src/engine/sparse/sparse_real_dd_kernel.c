/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real strands of the sparse walk in double-double. */
#include "engine/isa/isa.h"

enum { WORDS = 2 };

#include "engine/isa/dd.h"

typedef struct d N;

KERNEL N n_one(void)
{
    return (N){v_all(1), v_all(0)};
}

KERNEL N n_load(const double *p)
{
    return (N){v_load(p), v_load(p + WIDTH)};
}

KERNEL void n_store(double *p, N a)
{
    v_store(p, a.h);
    v_store(p + WIDTH, a.l);
}

KERNEL N n_row(const double *x)
{
    return (N){v_load(x), v_load(x + PM_LANES)};
}

KERNEL N n_low(N y, const double *low, int count, int k)
{
    return (N){v_add(y.h, v_all(low[k])), v_add(y.l, v_all(low[count + k]))};
}

KERNEL N n_sub(N a, N b)
{
    return d_sub(a, b);
}

KERNEL N n_times(N a, N b)
{
    return d_times(a, b);
}

KERNEL N n_times_plus(N a, N t)
{
    return d_times(a, (N){v_add(t.h, v_all(1)), t.l});
}

KERNEL N n_times_minus(N a, N t)
{
    return d_times(a, (N){v_sub(t.h, v_all(1)), t.l});
}

KERNEL V n_size(N a)
{
    return v_abs(a.h);
}

KERNEL V n_size_plus(N t)
{
    return v_abs(v_add(t.h, v_all(1)));
}

KERNEL V n_size_minus(N t)
{
    return v_abs(v_sub(t.h, v_all(1)));
}

#include "engine/sparse/program_kernel.h"

pm_sparse_strands ISA_NAME(pm_sparse_real_dd);

void ISA_NAME(pm_sparse_real_dd)(struct pm_strands_sum *sum, const struct pm_sparse_walk *w,
                                 double *x)
{
    program_walk(sum, w, x);
}
