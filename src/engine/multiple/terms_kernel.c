/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terms of terms.h in vectors: one combination in each lane, factor after factor.  For minors,
 * the products before each factor are computed going down the factors, and those after it going
 * up. */
#include "engine/glynn/products.h"
#include "engine/multiple/terms.h"

/* Number of vectors at the same time, so that products need not wait for each other. */
enum { SIDE = 2 };

/* Numbers, and bounds of their sizes. */
struct sized {
    N z[SIDE];
    V size[SIDE];
};

/* a *= b */
KERNEL void multiply(struct sized *a, const struct sized *b)
{
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        a->z[v] = n_times(a->z[v], b->z[v]);
        a->size[v] = v_mul(a->size[v], b->size[v]);
    }
}

/* a *= b^k, k >= 0 */
KERNEL void multiply_power(struct sized *a, const struct sized *b, int k)
{
    if (k == 1) {
        multiply(a, b);
    } else if (k > 1) {
        struct sized power = *b;
        for (int bit = 30 - __builtin_clz((unsigned)k); bit >= 0; bit--) {
            multiply(&power, &power);
            if (k >> bit & 1)
                multiply(&power, b);
        }
        multiply(a, &power);
    }
}

/* Loads factor j at lanes `lane` .. of a group.  x[WORDS]: the share of the other lines. */
KERNEL struct sized factor(const struct pm_terms *t, const double *x, int group, int j, int lane)
{
    const double corner = 0x1.a827999fcef33p-2; /* an upper bound of sqrt 2 - 1 */
    const double *const offset =
        t->offset + ((group * t->factors + j) * WORDS) * PM_TERM_LANES + lane;
    const V floor = v_all(t->floor[j]);
    struct sized f;

    UNROLL for (int v = 0; v < SIDE; v++)
    {
        f.z[v] = n_load(offset + v * WIDTH, PM_TERM_LANES);
        UNROLL for (int k = 0; k < WORDS; k++) f.z[v].w[k] =
            v_add(v_all(x[j * WORDS + k]), f.z[v].w[k]);
        f.size[v] = v_abs(f.z[v].w[0]);
        if (PARTS == 2) {
            const V im = v_abs(f.z[v].w[IM]);
            f.size[v] = v_fma(v_all(corner), v_min(f.size[v], im), v_max(f.size[v], im));
        }
        f.size[v] = v_add(f.size[v], floor);
    }
    return f;
}

KERNEL struct sized weight_of(const struct pm_terms *t, double weight, int group, int lane)
{
    struct sized f;

    UNROLL for (int v = 0; v < SIDE; v++)
    {
        f.z[v] = n_real(
            v_mul(v_all(weight), v_load(t->weight + group * PM_TERM_LANES + lane + v * WIDTH)));
        f.size[v] = v_abs(f.z[v].w[0]);
    }
    return f;
}

/* The weighted products of a group. */
KERNEL struct sized product(const struct pm_terms *t, const double *x, double weight, int group,
                            int lane)
{
    struct sized p = weight_of(t, weight, group, lane);

    for (int j = 0; j < t->factors; j++) {
        const struct sized f = factor(t, x, group, j, lane);
        multiply_power(&p, &f, t->times[j]);
    }
    return p;
}

KERNEL void gather(struct pm_terms_lanes *sum, int lane, const struct sized *p)
{
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        const int here = lane + v * WIDTH;
        struct sums s;
        UNROLL for (int k = 0; k < PARTS; k++)
        {
            s.high[k] = v_load(&sum->high[k][here]);
            s.middle[k] = v_load(&sum->middle[k][here]);
            s.low[k] = v_load(&sum->low[k][here]);
        }
        sums_gather(&s, p->z[v]);
        UNROLL for (int k = 0; k < PARTS; k++)
        {
            v_store(&sum->high[k][here], s.high[k]);
            v_store(&sum->middle[k][here], s.middle[k]);
            v_store(&sum->low[k][here], s.low[k]);
        }
        v_store(&sum->size[here], v_add(v_load(&sum->size[here]), p->size[v]));
    }
}

KERNEL void products(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                     double weight)
{
    for (int lane = 0; lane < PM_TERM_LANES; lane += SIDE * WIDTH)
        for (int group = 0; group < t->groups; group++) {
            const struct sized p = product(t, x, weight, group, lane);
            gather(sum, lane, &p);
        }
}

/* ------------------------------------------------------------------ minors */

/* In double-double there are none: PARTS = WORDS. */
enum { EACH = (PARTS + 1) * PM_TERM_LANES };

KERNEL void keep(double *to, const struct sized *f)
{
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        n_store(to + v * WIDTH, PM_TERM_LANES, f->z[v]);
        v_store(to + PARTS * PM_TERM_LANES + v * WIDTH, f->size[v]);
    }
}

KERNEL struct sized kept(const double *from)
{
    struct sized f;

    UNROLL for (int v = 0; v < SIDE; v++)
    {
        f.z[v] = n_load(from + v * WIDTH, PM_TERM_LANES);
        f.size[v] = v_load(from + PARTS * PM_TERM_LANES + v * WIDTH);
    }
    return f;
}

KERNEL void add_to(double *to, V v)
{
    v_store(to, v_add(v_load(to), v));
}

KERNEL void minors_of(const struct pm_terms *t, const double *x, double weight, int group, int lane)
{
    struct sized p = weight_of(t, weight, group, lane), behind;
    double *const room = t->room + lane;

    for (int j = 0; j < t->factors; j++) {
        const struct sized f = factor(t, x, group, j, lane);
        keep(room + 2 * j * EACH, &f);
        multiply_power(&p, &f, t->times[j] - 1);
        keep(room + (2 * j + 1) * EACH, &p);
        multiply(&p, &f);
    }
    UNROLL for (int v = 0; v < SIDE; v++)
    {
        behind.z[v] = n_real(v_all(1));
        behind.size[v] = v_all(1);
    }
    for (int j = t->factors - 1; j >= 0; j--) {
        const struct sized f = kept(room + 2 * j * EACH);
        struct sized minor = kept(room + (2 * j + 1) * EACH);
        double *const share = t->share + ((group * t->factors + j) * PARTS) * PM_TERM_LANES + lane;
        double *const product = t->product + j * EACH + lane;
        multiply(&minor, &behind);
        UNROLL for (int v = 0; v < SIDE; v++)
        {
            UNROLL for (int k = 0; k < PARTS; k++)
            {
                add_to(share + k * PM_TERM_LANES + v * WIDTH, minor.z[v].w[k]);
                add_to(product + k * PM_TERM_LANES + v * WIDTH, minor.z[v].w[k]);
            }
            add_to(product + PARTS * PM_TERM_LANES + v * WIDTH, minor.size[v]);
        }
        multiply_power(&behind, &f, t->times[j]);
    }
}

/* ------------------------------------------------------------------ the kernel */

pm_terms_walk NUMBER_NAME(pm_terms);

void NUMBER_NAME(pm_terms)(struct pm_terms_lanes *sum, const struct pm_terms *t, const double *x,
                           double weight)
{
    if (t->share == NULL)
        products(sum, t, x, weight);
    else if (WORDS == PARTS)
        for (int lane = 0; lane < PM_TERM_LANES; lane += SIDE * WIDTH)
            for (int group = 0; group < t->groups; group++)
                minors_of(t, x, weight, group, lane);
}
