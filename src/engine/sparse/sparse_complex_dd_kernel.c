/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complex strands of the sparse walk in double-double; words are re high, im high, re low, im low.
 * A modulus is bounded as in sparse_complex.c. */
#include "engine/isa/isa.h"

enum { WORDS = 4 };

#include "engine/isa/dd.h"

typedef struct z N;

KERNEL N n_one(void)
{
    return (N){{v_all(1), v_all(0)}, {v_all(0), v_all(0)}};
}

/* Words `apart`. */
KERNEL N n_words(const double *p, int apart)
{
    return (N){{v_load(p), v_load(p + 2 * apart)}, {v_load(p + apart), v_load(p + 3 * apart)}};
}

KERNEL N n_load(const double *p)
{
    return n_words(p, WIDTH);
}

KERNEL void n_store(double *p, N a)
{
    v_store(p, a.re.h);
    v_store(p + WIDTH, a.im.h);
    v_store(p + 2 * WIDTH, a.re.l);
    v_store(p + 3 * WIDTH, a.im.l);
}

KERNEL N n_row(const double *x)
{
    return n_words(x, PM_LANES);
}

KERNEL N n_low(N y, const double *low, int count, int k)
{
    return (N){{v_add(y.re.h, v_all(low[k])), v_add(y.re.l, v_all(low[2 * count + k]))},
               {v_add(y.im.h, v_all(low[count + k])), v_add(y.im.l, v_all(low[3 * count + k]))}};
}

KERNEL N n_sub(N a, N b)
{
    return (N){d_sub(a.re, b.re), d_sub(a.im, b.im)};
}

KERNEL N n_times(N a, N b)
{
    return z_times(a, b);
}

KERNEL N n_plus(N t, double one)
{
    return (N){{v_add(t.re.h, v_all(one)), t.re.l}, t.im};
}

KERNEL N n_times_plus(N a, N t)
{
    return z_times(a, n_plus(t, 1));
}

KERNEL N n_times_minus(N a, N t)
{
    return z_times(a, n_plus(t, -1));
}

KERNEL V n_size(N a)
{
    const V x = v_abs(a.re.h), y = v_abs(a.im.h);

    return v_fma(v_min(x, y), v_all(0.41421357), v_max(x, y));
}

KERNEL V n_size_plus(N t)
{
    return n_size(n_plus(t, 1));
}

KERNEL V n_size_minus(N t)
{
    return n_size(n_plus(t, -1));
}

#include "engine/sparse/program_kernel.h"

pm_sparse_strands ISA_NAME(pm_sparse_complex_dd);

void ISA_NAME(pm_sparse_complex_dd)(struct pm_strands_sum *sum, const struct pm_sparse_walk *w,
                                    double *x)
{
    program_walk(sum, w, x);
}
