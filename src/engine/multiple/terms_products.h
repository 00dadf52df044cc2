/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The products of terms.h: one combination in each lane, factor after factor.  Valid in C and in
 * CUDA C++: the same operations give the same bits on a GPU. */
#ifndef PM_ENGINE_MULTIPLE_TERMS_PRODUCTS_H
#define PM_ENGINE_MULTIPLE_TERMS_PRODUCTS_H

#include "engine/isa/vector.h"
#include "engine/multiple/terms_table.h"

/* Number of vectors at the same time, so that products need not wait for each other. */
#ifdef PM_ISA_CUDA
enum { SIDE = 1 };
#define TOP_BIT(k) (31 - __clz(k))
#else
enum { SIDE = 2 };
#define TOP_BIT(k) (31 - __builtin_clz((unsigned)(k)))
#endif

struct number {
    V re[SIDE], im[SIDE], size[SIDE];
};

/* a *= b */
KERNEL void multiply(struct number *a, const struct number *b, int parts)
{
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        if (parts == 2) {
            const V re = v_fms(a->re[v], b->re[v], v_mul(a->im[v], b->im[v]));
            a->im[v] = v_fma(a->re[v], b->im[v], v_mul(a->im[v], b->re[v]));
            a->re[v] = re;
        } else {
            a->re[v] = v_mul(a->re[v], b->re[v]);
        }
        a->size[v] = v_mul(a->size[v], b->size[v]);
    }
}

/* a *= b^k, k >= 0 */
KERNEL void multiply_power(struct number *a, const struct number *b, int k, int parts)
{
    if (k == 1) {
        multiply(a, b, parts);
    } else if (k > 1) {
        struct number power = *b;
        for (int bit = TOP_BIT(k) - 1; bit >= 0; bit--) {
            multiply(&power, &power, parts);
            if (k >> bit & 1)
                multiply(&power, b, parts);
        }
        multiply(a, &power, parts);
    }
}

/* Loads factor j at lanes `lane` .. of a group.  x[parts]: the share of the other lines. */
KERNEL struct number factor(const struct pm_terms *t, const double *x, int group, int j, int lane,
                            int parts)
{
    const double corner = 0x1.a827999fcef33p-2; /* an upper bound of sqrt 2 - 1 */
    const double *const offset =
        t->offset + ((group * t->factors + j) * parts) * PM_TERM_LANES + lane;
    const V floor = v_all(t->floor[j]);
    struct number z;

    UNROLL for (int v = 0; v < SIDE; v++)
    {
        z.re[v] = v_add(v_all(x[j * parts]), v_load(offset + v * WIDTH));
        z.im[v] = v_all(0);
        z.size[v] = v_abs(z.re[v]);
        if (parts == 2) {
            z.im[v] = v_add(v_all(x[j * parts + 1]), v_load(offset + PM_TERM_LANES + v * WIDTH));
            const V re = v_abs(z.re[v]), im = v_abs(z.im[v]);
            z.size[v] = v_fma(v_all(corner), v_min(re, im), v_max(re, im));
        }
        z.size[v] = v_add(z.size[v], floor);
    }
    return z;
}

KERNEL struct number weight_of(const struct pm_terms *t, double weight, int group, int lane)
{
    struct number z;

    UNROLL for (int v = 0; v < SIDE; v++)
    {
        z.re[v] =
            v_mul(v_all(weight), v_load(t->weight + group * PM_TERM_LANES + lane + v * WIDTH));
        z.im[v] = v_all(0);
        z.size[v] = v_abs(z.re[v]);
    }
    return z;
}

/* The weighted products of a group. */
KERNEL struct number product(const struct pm_terms *t, const double *x, double weight, int group,
                             int lane, int parts)
{
    struct number z = weight_of(t, weight, group, lane);

    for (int j = 0; j < t->factors; j++) {
        const struct number f = factor(t, x, group, j, lane, parts);
        multiply_power(&z, &f, t->times[j], parts);
    }
    return z;
}

#endif
