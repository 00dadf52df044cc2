/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hermitian matrices i K - shift in complex double-double, for an instruction set. */
#define PM_TYPE complex_dd
#define PM_SET  PM_ISA
#include "num/type.h"

#include "engine/planar/product_lanes.h"
#include "engine/planar/proved.h"

typedef struct pm_dd R;

typedef struct {
    R re, im;
} N;

/* clang-format off */
#define r_of(x)           (x)
#define r_high(x)         ((x).hi)
#define r_neg(x)          pm_dd_neg(x)
#define r_add(x, y)       pm_dd_sum(x, y)
#define r_mul(x, y)       pm_dd_mul(x, y)
#define r_inverse(x)      pm_dd_inverse(x)
#define N_SUMS            4
#define N_ADD             (3 * PM_DD_U)
#define N_ROUND(sums)     ((1.42 * (lanes_round(2 * PM_PANEL) + 3.0 * (sums)) + 220) * PM_DD_U)
/* clang-format on */

/* The real part is in sum[0] and sum[1], the imaginary one in the others. */
KERNEL void n_term(V *sum, const N *l, const double *y)
{
    const V re = v_all(l->re.hi), re_low = v_all(l->re.lo);
    const V im = v_all(l->im.hi), im_low = v_all(l->im.lo);
    const V y_re = v_load_any(y), y_re_low = v_load_any(y + LANES);
    const V y_im = v_load_any(y + 2 * LANES), y_im_low = v_load_any(y + 3 * LANES);

    add_terms(sum, re, re_low, y_re, y_re_low);
    add_terms(sum, v_negative(im), v_negative(im_low), y_im, y_im_low);
    add_terms(sum + 2, re, re_low, y_im, y_im_low);
    add_terms(sum + 2, im, im_low, y_re, y_re_low);
}

static inline void n_minus(N *x, const double *sum)
{
    minus_sum(&x->re, sum);
    minus_sum(&x->im, sum + 2 * LANES);
}

static const double LEAST = 0x1p-80;

#include "engine/planar/proved_shift_template.h"
