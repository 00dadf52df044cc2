/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What front_template.h needs of numbers, for double-double numbers without bounds of
 * single steps. */
#pragma once

#include "base/alloc.h"
#include "num/dd.h"

#include <math.h>
#include <stdlib.h>

typedef struct pm_dd N;

struct field {
    struct pm_proved *proved; /* proved.h; NULL: nobody asks */
};

/* clang-format off */
#define n_new(x, count)   ((*(x) = pm_alloc(count, sizeof(N))) != NULL ? PM_OK : PM_NOMEM)
#define n_free(x, count)  ((void)(count), free(x))
#define n_zero(x)         (*(x) = (N){0, 0})
#define n_one(f, x)       ((void)(f), *(x) = (N){1, 0})
#define n_set(x, y)       (*(x) = *(y))
#define n_swap(x, y)      PM_SWAP(*(x), *(y))
#define n_neg(f, x)       ((void)(f), *(x) = pm_dd_neg(*(x)))
#define n_turn(f, x)      ((void)(x)) /* there are no factors i */
#define n_add(f, x, y)    ((void)(f), *(x) = pm_dd_sum(*(x), *(y)))
#define n_mul(f, x, y, z) ((void)(f), *(x) = pm_dd_mul(*(y), *(z)))
#define n_invert(f, x, y) ((void)(f), *(x) = pm_dd_inverse(*(y)))
#define n_minus_dot(f, x, l, u, count) ((void)(f), minus_dot(x, l, u, count))
#define n_is_pivot(x)     (isnormal((x)->hi))
#define n_is_better(x, y) (fabs((x)->hi) > fabs((y)->hi))
#define n_times_rest(f, x, a, size, skew) ((void)(a), (void)(size), (void)(skew))
/* clang-format on */

/* hi + lo += x y; hi and lo are normalised later (Ogita, Rump and Oishi, Accurate sum and dot
 * product, SIAM J. Scientific Computing 26, 2005, algorithm 5.3, with low parts). */
static inline void add_product(N *sum, N x, N y)
{
    const double product = x.hi * y.hi;
    double error;

    sum->hi = pm_two_sum(sum->hi, product, &error);
    sum->lo += error + __builtin_fma(x.hi, y.hi, -product) + __builtin_fma(x.hi, y.lo, x.lo * y.hi);
}

static inline void minus_dot(N *x, const N *l, const N *u, int count)
{
    N a = {0, 0}, b = {0, 0};
    int k = 0;

    for (; k + 2 <= count; k += 2) {
        add_product(&a, l[k], u[k]);
        add_product(&b, l[k + 1], u[k + 1]);
    }
    if (k < count)
        add_product(&a, l[k], u[k]);
    const N high = pm_dd_sum((N){a.hi, 0}, (N){b.hi, 0});
    *x = pm_dd_sum(*x, pm_dd_neg(pm_dd_sum(high, (N){a.lo + b.lo, 0})));
}
