/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands of the sparse walk.  A modulus is bounded by max + (sqrt(2) - 1) min of its
 * parts' moduli, which is at most 8.3% more. */
#include "engine/isa/complex.h"

enum { PARTS = 2, WORDS = PARTS };

typedef struct z N;

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
    v_store(p, a.re);
    v_store(p + WIDTH, a.im);
}

KERNEL N n_row(const double *x)
{
    return (N){v_load(x), v_load(x + PM_LANES)};
}

KERNEL N n_low(N y, const double *low, int count, int k)
{
    return (N){v_add(y.re, v_all(low[k])), v_add(y.im, v_all(low[count + k]))};
}

KERNEL N n_sub(N a, N b)
{
    return z_sub(a, b);
}

KERNEL N n_times(N a, N b)
{
    return z_times(a, b);
}

KERNEL N n_times_plus(N a, N t)
{
    return z_times_plus(a, t);
}

KERNEL N n_times_minus(N a, N t)
{
    return z_times_minus(a, t);
}

KERNEL V n_size(N a)
{
    const V x = v_abs(a.re), y = v_abs(a.im);

    return v_fma(v_min(x, y), v_all(0.41421357), v_max(x, y));
}

KERNEL V n_size_plus(N t)
{
    return n_size((N){v_add(t.re, v_all(1)), t.im});
}

KERNEL V n_size_minus(N t)
{
    return n_size((N){v_sub(t.re, v_all(1)), t.im});
}

#include "engine/isa/sums.h"
#include "engine/sparse/program_kernel.h"

pm_sparse_strands ISA_NAME(pm_sparse_complex);

void ISA_NAME(pm_sparse_complex)(struct pm_strands_sum *sum, const struct pm_sparse_walk *w,
                                 double *x)
{
    program_walk(sum, w, x);
}
