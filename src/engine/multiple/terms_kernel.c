/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terms of terms.h in vectors: one combination in each lane, factor after factor.  For minors,
 * the products before each factor are computed going down the factors, and those after it going
 * up. */
#include "engine/isa/vector.h"
#include "engine/multiple/terms.h"

/* Number of vectors at the same time, so that products need not wait for each other. */
enum { SIDE = 2 };

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
        for (int bit = 30 - __builtin_clz((unsigned)k); bit >= 0; bit--) {
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

KERNEL void gather(struct pm_terms_lanes *sum, int lane, const struct number *z, int parts)
{
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        const int here = lane + v * WIDTH;
        for (int part = 0; part < parts; part++) {
            V high = v_load(&sum->high[part][here]), low = v_load(&sum->low[part][here]);
            v_gather(&high, &low, part == 0 ? z->re[v] : z->im[v]);
            v_store(&sum->high[part][here], high);
            v_store(&sum->low[part][here], low);
        }
        v_store(&sum->size[here], v_add(v_load(&sum->size[here]), z->size[v]));
    }
}

KERNEL void products(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                     double weight, int parts)
{
    for (int lane = 0; lane < PM_TERM_LANES; lane += SIDE * WIDTH)
        for (int group = 0; group < t->groups; group++) {
            const struct number z = product(t, x, weight, group, lane, parts);
            gather(sum, lane, &z, parts);
        }
}

/* ------------------------------------------------------------------ minors */

KERNEL void keep(double *to, const struct number *z, int parts)
{
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        v_store(to + v * WIDTH, z->re[v]);
        if (parts == 2)
            v_store(to + PM_TERM_LANES + v * WIDTH, z->im[v]);
        v_store(to + 2 * PM_TERM_LANES + v * WIDTH, z->size[v]);
    }
}

KERNEL struct number kept(const double *from, int parts)
{
    struct number z;

    UNROLL for (int v = 0; v < SIDE; v++)
    {
        z.re[v] = v_load(from + v * WIDTH);
        z.im[v] = parts == 2 ? v_load(from + PM_TERM_LANES + v * WIDTH) : v_all(0);
        z.size[v] = v_load(from + 2 * PM_TERM_LANES + v * WIDTH);
    }
    return z;
}

KERNEL void add_to(double *to, const V *v)
{
    UNROLL for (int k = 0; k < SIDE; k++)
        v_store(to + k * WIDTH, v_add(v_load(to + k * WIDTH), v[k]));
}

KERNEL void minors_of(const struct pm_terms *t, const double *x, double weight, int group, int lane,
                      int parts)
{
    enum { EACH = 3 * PM_TERM_LANES };
    struct number z = weight_of(t, weight, group, lane), behind;
    double *const room = t->room + lane;

    for (int j = 0; j < t->factors; j++) {
        const struct number f = factor(t, x, group, j, lane, parts);
        keep(room + 2 * j * EACH, &f, parts);
        multiply_power(&z, &f, t->times[j] - 1, parts);
        keep(room + (2 * j + 1) * EACH, &z, parts);
        multiply(&z, &f, parts);
    }
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        behind.re[v] = behind.size[v] = v_all(1);
        behind.im[v] = v_all(0);
    }
    for (int j = t->factors - 1; j >= 0; j--) {
        const struct number f = kept(room + 2 * j * EACH, parts);
        struct number minor = kept(room + (2 * j + 1) * EACH, parts);
        double *const share = t->share + ((group * t->factors + j) * parts) * PM_TERM_LANES + lane;
        double *const product = t->product + j * (parts + 1) * PM_TERM_LANES + lane;
        multiply(&minor, &behind, parts);
        add_to(share, minor.re);
        add_to(product, minor.re);
        if (parts == 2) {
            add_to(share + PM_TERM_LANES, minor.im);
            add_to(product + PM_TERM_LANES, minor.im);
        }
        add_to(product + parts * PM_TERM_LANES, minor.size);
        multiply_power(&behind, &f, t->times[j], parts);
    }
}

KERNEL void minors(const struct pm_terms *t, const double *x, double weight, int parts)
{
    for (int lane = 0; lane < PM_TERM_LANES; lane += SIDE * WIDTH)
        for (int group = 0; group < t->groups; group++)
            minors_of(t, x, weight, group, lane, parts);
}

/* ------------------------------------------------------------------ kernels */

pm_terms_walk ISA_NAME(pm_terms_walk), ISA_NAME(pm_minors_walk);

void ISA_NAME(pm_terms_walk)(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                             double weight)
{
    if (t->parts == 1)
        products(sum, t, x, weight, 1);
    else
        products(sum, t, x, weight, 2);
}

void ISA_NAME(pm_minors_walk)(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                              double weight)
{
    (void)sum;
    if (t->parts == 1)
        minors(t, x, weight, 1);
    else
        minors(t, x, weight, 2);
}
