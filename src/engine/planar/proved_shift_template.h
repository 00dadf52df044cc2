/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hermitian matrices i K - shift in complex numbers, with bounds of the roundings
 * (proved_template.h).
 *
 * Each pair of rows u, v is eliminated with the block D = (a z; z* b).  If |a| and |b| are at most
 * |z| / 2, D has one positive and one negative eigenvalue, and so one half of the eigenvalues of
 * the changed matrix is positive (Sylvester).  The inverse of D is kept as b / det D and a / det D,
 * and z / det D.
 *
 * The modulus of a complex number has an error of at most sqrt 2 times that of its parts.  Each of
 * the two elements of L of a pair of pivots has an error of at most e |z / det D| (|U_u| + |U_v|),
 * and |l_u| + |l_v| >= (1 / 2) |z / det D| (|U_u| + |U_v|); so the errors have at most 4 e times
 * the norm of L.  Here e is 11 u in double, and 50 u^2 in double-double: that of det D is 5 u or 16
 * u^2, those of its inverse and of a product 2 u or 17 u^2, and a product of complex numbers and a
 * difference take less than 5 u or 16 u^2.
 *
 * A file that includes this has defined the real numbers R, N with their real and imaginary part,
 * LEAST, the modulus of the least pivot, and what front_lanes_template.h and proved_template.h
 * list, but for what is here. */
#pragma once

#include "base/alloc.h"

#include <math.h>

struct field {
    struct pm_proved *proved;
};

static const double STABLE = 0.125;

/* clang-format off */
#define n_new(x, count)   ((*(x) = pm_alloc(count, sizeof(N))) != NULL ? PM_OK : PM_NOMEM)
#define n_free(x, count)  ((void)(count), free(x))
#define n_zero(x)         (*(x) = (N){.re = ZERO, .im = ZERO})
#define n_one(f, x)       ((void)(f), *(x) = (N){.re = number(1), .im = ZERO})
#define n_set(x, y)       (*(x) = *(y))
#define n_neg(f, x)       ((void)(f), *(x) = (N){r_neg((x)->re), r_neg((x)->im)})
#define n_turn(f, x)      ((void)(x)) /* there are no factors i */
#define n_add(f, x, y)    ((void)(f), *(x) = (N){r_add((x)->re, (y)->re), r_add((x)->im, (y)->im)})
#define n_mul(f, x, y, z) (*(x) = times(*(y), *(z)))
#define n_invert(f, x, y) ((void)(x)) /* pair_inverse() does this */
#define n_is_pivot(x)     (square(x) > LEAST * LEAST && square(x) < HUGE_VAL)
#define n_is_better(x, y) (square(x) > square(y))
#define n_is_larger(x, y) (square(x) > 4 * square(y))
#define n_is_stable(x, y) is_stable(x, y)
#define n_times_rest(f, x, a, size, skew) ((f)->proved->failed = true)
#define n_product(f, x, y)                ((void)(x))
#define N_DIAGONAL        1
#define n_diagonal(f, x)                  (*(x) = (N){.re = number(-(f)->proved->shift), .im = ZERO})
#define n_mirror(f, x)                    ((x)->im = r_neg((x)->im))
#define n_own(f, front, x, s)             own_entry(front, x, s)
#define n_pair(field, front, t)           pair_inverse((field)->proved, front, t)
#define n_pair_line(f, x, column, inverse) pair_line(x, column, inverse)
#define n_minus_dot(f, x, l, u, count)    minus_dot(x, l, u, count)
#define n_modulus(x)      sqrt(square(x))
#define n_start(x, y)     (*(x) = (N){.re = ZERO, .im = r_of(y)})
#define n_finish(p, x)    ((void)(x))
#define ZERO              number(0)
/* clang-format on */

struct front;
static void own_entry(const struct front *f, N *x, int t);
static void pair_inverse(struct pm_proved *p, struct front *f, int t);

static inline R number(double x)
{
    const struct pm_dd y = {x, 0};

    return r_of(y);
}

static inline void n_swap(N *x, N *y)
{
    const N z = *x;

    *x = *y;
    *y = z;
}

static inline double square(const N *x)
{
    const double re = r_high(x->re), im = r_high(x->im);

    return __builtin_fma(re, re, im * im);
}

/* Whether pivot x is large beside another entry, and beside its real part, which comes from the
 * shift. */
static inline bool is_stable(const N *x, const N *y)
{
    const double re = r_high(y->re);

    return square(x) >= STABLE * STABLE * square(y) && square(x) >= 256 * (re * re);
}

static inline R r_sub(R x, R y)
{
    return r_add(x, r_neg(y));
}

static inline N times(N x, N y)
{
    return (N){r_sub(r_mul(x.re, y.re), r_mul(x.im, y.im)),
               r_add(r_mul(x.re, y.im), r_mul(x.im, y.re))};
}

static inline N conjugate(N x)
{
    return (N){x.re, r_neg(x.im)};
}

static inline void minus_dot(N *x, const N *l, const N *u, int count)
{
    for (int k = 0; k < count; k++) {
        const N y = times(l[k], u[k]);
        *x = (N){r_sub(x->re, y.re), r_sub(x->im, y.im)};
    }
}

/* Row u of L, for the columns u and v of U. */
static inline void pair_line(N *x, const N *column, const N *inverse)
{
    const N u = conjugate(column[0]), v = conjugate(column[1]), z = inverse[1];
    const N vz = times(v, conjugate(z)), uz = times(u, z);

    x[0] = (N){r_sub(r_mul(u.re, inverse[0].re), vz.re), r_sub(r_mul(u.im, inverse[0].re), vz.im)};
    x[1] = (N){r_sub(r_mul(v.re, inverse[0].im), uz.re), r_sub(r_mul(v.im, inverse[0].im), uz.im)};
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
    const R a = f->line[t][t + 1].re, b = f->inverse[t].re;
    const double size = sqrt(square(&z)) / 2.01;
    const R norm = r_add(r_mul(z.re, z.re), r_mul(z.im, z.im));
    const R inverse = r_inverse(r_sub(r_mul(a, b), norm)); /* of det D */

    p->failed = p->failed || !(fabs(r_high(a)) <= size && fabs(r_high(b)) <= size);
    f->inverse[t] = (N){r_mul(b, inverse), r_mul(a, inverse)};
    f->inverse[t + 1] = (N){r_mul(z.re, inverse), r_mul(z.im, inverse)};
}

extern pm_proved_run PM_NAME(pm_proved_shift);

pm_status PM_NAME(pm_proved_shift)(struct pm_proved *p)
{
    return run(p);
}
