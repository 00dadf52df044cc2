/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hermitian matrices i K - shift in complex double-double, with bounds of the roundings
 * (proved_template.h).
 *
 * Each pair of rows u, v is eliminated with the block D = (a z; z* b).  If |a| and |b| are at most
 * |z| / 2, D has one positive and one negative eigenvalue, and so one half of the eigenvalues of
 * the changed matrix is positive (Sylvester).  The inverse of D is kept as b / det D and a / det D,
 * and z / det D.
 *
 * The modulus of a complex number has an error of at most sqrt 2 times that of its parts, which are
 * sums of two products for each pivot.  Each of the two elements of L of a pair of pivots has an
 * error of at most 50 u^2 |z / det D| (|U_u| + |U_v|), and |l_u| + |l_v| >= (1 / 2) |z / det D|
 * (|U_u| + |U_v|); so the errors have at most 200 u^2 times the norm of L.  These 50 u^2 are: det D
 * 16 u^2, its inverse and a product 17 u^2, a product of complex numbers and a difference less than
 * 16 u^2. */
#define PM_TYPE complex_dd
#define PM_SET  PM_ISA
#include "num/type.h"

#include "base/alloc.h"
#include "engine/planar/product_lanes.h"
#include "engine/planar/proved.h"

#include <math.h>

typedef struct {
    struct pm_dd re, im;
} N;

struct field {
    struct pm_proved *proved;
};

static const double LEAST = 0x1p-80, STABLE = 0x1p-7;

/* clang-format off */
#define n_new(x, count)   ((*(x) = pm_alloc(count, sizeof(N))) != NULL ? PM_OK : PM_NOMEM)
#define n_free(x, count)  ((void)(count), free(x))
#define n_zero(x)         (*(x) = (N){.re = {0}})
#define n_one(f, x)       ((void)(f), *(x) = (N){.re = {1, 0}})
#define n_set(x, y)       (*(x) = *(y))
#define n_swap(x, y)      PM_SWAP(*(x), *(y))
#define n_neg(f, x)       ((void)(f), *(x) = (N){pm_dd_neg((x)->re), pm_dd_neg((x)->im)})
#define n_turn(f, x)      ((void)(x)) /* there are no factors i */
#define n_add(f, x, y)    ((void)(f), *(x) = (N){pm_dd_sum((x)->re, (y)->re), pm_dd_sum((x)->im, (y)->im)})
#define n_mul(f, x, y, z) (*(x) = times(*(y), *(z)))
#define n_invert(f, x, y) ((void)(x)) /* pair_inverse() does this */
#define n_is_pivot(x)     (square(x) > LEAST * LEAST && square(x) < HUGE_VAL)
#define n_is_better(x, y) (square(x) > square(y))
#define n_is_larger(x, y) (square(x) > 4 * square(y))
#define n_is_stable(x, y) is_stable(x, y)
#define n_times_rest(f, x, a, size, skew) ((f)->proved->failed = true)
#define n_product(f, x, y)                ((void)(x))
#define N_DIAGONAL        1
#define n_diagonal(f, x)                  (*(x) = (N){.re = {-(f)->proved->shift, 0}})
#define n_mirror(f, x)                    ((x)->im = pm_dd_neg((x)->im))
#define n_own(f, front, x, s)             own_entry(front, x, s)
#define n_pair(field, front, t)           pair_inverse((field)->proved, front, t)
#define n_pair_line(f, x, column, inverse) pair_line(x, column, inverse)
#define n_minus_dot(f, x, l, u, count)    minus_dot(x, l, u, count)
#define n_modulus(x)      sqrt(square(x))
#define n_start(x, y)     (*(x) = (N){.im = (y)})
#define n_finish(p, x)    ((void)(x))
#define N_SUMS            4
#define N_ADD             (3 * PM_DD_U)
#define N_ROUND(sums)     ((1.42 * (lanes_round(2 * PM_PANEL) + 3.0 * (sums)) + 220) * PM_DD_U)
/* clang-format on */

static inline struct pm_dd difference(struct pm_dd x, struct pm_dd y)
{
    return pm_dd_sum(x, pm_dd_neg(y));
}

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

struct front;
static void own_entry(const struct front *f, N *x, int t);
static void pair_inverse(struct pm_proved *p, struct front *f, int t);

static inline double square(const N *x)
{
    const double re = x->re.hi, im = x->im.hi;

    return __builtin_fma(re, re, im * im);
}

/* Whether pivot x is large beside another entry, and beside its real part, which comes from the
 * shift. */
static inline bool is_stable(const N *x, const N *y)
{
    const double re = y->re.hi;

    return square(x) >= STABLE * STABLE * square(y) && square(x) >= 256 * (re * re);
}

static inline N times(N x, N y)
{
    return (N){difference(pm_dd_mul(x.re, y.re), pm_dd_mul(x.im, y.im)),
               pm_dd_sum(pm_dd_mul(x.re, y.im), pm_dd_mul(x.im, y.re))};
}

static inline N conjugate(N x)
{
    return (N){x.re, pm_dd_neg(x.im)};
}

static inline void minus_dot(N *x, const N *l, const N *u, int count)
{
    for (int k = 0; k < count; k++) {
        const N y = times(l[k], u[k]);
        *x = (N){difference(x->re, y.re), difference(x->im, y.im)};
    }
}

/* Row u of L, for the columns u and v of U. */
static inline void pair_line(N *x, const N *column, const N *inverse)
{
    const N u = conjugate(column[0]), v = conjugate(column[1]), z = inverse[1];
    const N vz = times(v, conjugate(z)), uz = times(u, z);

    x[0] = (N){difference(pm_dd_mul(u.re, inverse[0].re), vz.re),
               difference(pm_dd_mul(u.im, inverse[0].re), vz.im)};
    x[1] = (N){difference(pm_dd_mul(v.re, inverse[0].im), uz.re),
               difference(pm_dd_mul(v.im, inverse[0].im), uz.im)};
}

#include "engine/planar/proved_template.h"

/* Entry b of D, kept in the place of an inverse. */
static void own_entry(const struct front *f, N *x, int t)
{
    f->inverse[t].re = x->re;
    n_zero(x);
}

static void pair_inverse(struct pm_proved *p, struct front *f, int t)
{
    const N z = f->line[t][t];
    const struct pm_dd a = f->line[t][t + 1].re, b = f->inverse[t].re;
    const double size = sqrt(square(&z)) / 2.01;
    const struct pm_dd norm = pm_dd_sum(pm_dd_mul(z.re, z.re), pm_dd_mul(z.im, z.im));
    const struct pm_dd inverse = pm_dd_inverse(difference(pm_dd_mul(a, b), norm)); /* of det D */

    p->failed = p->failed || !(fabs(a.hi) <= size && fabs(b.hi) <= size);
    f->inverse[t] = (N){pm_dd_mul(b, inverse), pm_dd_mul(a, inverse)};
    f->inverse[t + 1] = (N){pm_dd_mul(z.re, inverse), pm_dd_mul(z.im, inverse)};
}

extern pm_proved_run PM_NAME(pm_proved_shift);

pm_status PM_NAME(pm_proved_shift)(struct pm_proved *p)
{
    return run(p);
}
