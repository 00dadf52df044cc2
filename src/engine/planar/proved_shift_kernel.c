/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hermitian matrices i K - shift in complex double, for an instruction set.  Products are summed in
 * two parts, each with an error of at most PM_PANEL u, u = 2^-53. */
#define PM_TYPE complex
#define PM_SET  PM_ISA
#include "num/type.h"

#include "engine/planar/product_lanes.h"
#include "engine/planar/proved.h"

typedef double R;

typedef struct {
    R re, im;
} N;

/* clang-format off */
#define r_of(x)           ((x).hi)
#define r_high(x)         (x)
#define r_neg(x)          (-(x))
#define r_add(x, y)       ((x) + (y))
#define r_mul(x, y)       ((x) * (y))
#define r_inverse(x)      (1 / (x))
#define N_SUMS            4
#define N_ADD             PM_BALL_U
#define N_ROUND(sums)     pm_proved_double(sums)
#define n_minus(x, sum)   minus_sums(x, sum)
/* clang-format on */

/* The real parts are in sum[0] and sum[1], the imaginary ones in the others. */
KERNEL void n_term(V *sum, const N *l, const double *y)
{
    const V re = v_all(l->re), im = v_all(l->im), y_re = v_load_any(y),
            y_im = v_load_any(y + LANES);

    sum[0] = v_fma(re, y_re, sum[0]);
    sum[1] = v_fnma(im, y_im, sum[1]);
    sum[2] = v_fma(re, y_im, sum[2]);
    sum[3] = v_fma(im, y_re, sum[3]);
}

static inline void minus_sums(N *x, const double *sum)
{
    x->re -= sum[0] + sum[LANES];
    x->im -= sum[2 * LANES] + sum[3 * LANES];
}

static const double LEAST = 0x1p-20;

#include "engine/planar/proved_shift_template.h"
