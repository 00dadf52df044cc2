/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hermitian matrices i K - shift in complex double, with bounds of the roundings
 * (proved_template.h).
 *
 * Each pair of rows u, v is eliminated with the block D = (a z; z* b).  If |a| and |b| are at most
 * |z| / 2, D has one positive and one negative eigenvalue, and so one half of the eigenvalues of
 * the changed matrix is positive (Sylvester).  The inverse of D is kept as b / det D and a / det D,
 * and z / det D.
 *
 * With u = 2^-53, the real and the imaginary part of a product of count terms are sums in eight
 * lanes, and have errors of at most (count / 4 + 7) u times the sum of the moduli of the terms.  If
 * it is subtracted in parts, count u / 2 is added; the modulus of a complex number has an error of
 * at most sqrt 2 times that of its parts.  Each of the two elements of L of a pair of pivots has an
 * error of at most 8 u |z / det D| (|U_u| + |U_v|), and |l_u| + |l_v| >=
 * (1 / 2) |z / det D| (|U_u| + |U_v|); so the errors have at most 32 u times the norm of L.  All
 * this is below pm_proved_double(count). */
#define PM_TYPE complex
#define PM_SET  PM_ISA
#include "num/type.h"

#include "engine/planar/proved.h"

#include "base/alloc.h"

#include <math.h>

typedef struct {
    double re, im;
} N;

struct field {
    struct pm_proved *proved;
};

static const double LEAST = 0x1p-20, STABLE = 0.125;

/* clang-format off */
#define n_new(x, count)   ((*(x) = pm_alloc(count, sizeof(N))) != NULL ? PM_OK : PM_NOMEM)
#define n_free(x, count)  ((void)(count), free(x))
#define n_zero(x)         (*(x) = (N){0, 0})
#define n_one(f, x)       ((void)(f), *(x) = (N){1, 0})
#define n_set(x, y)       (*(x) = *(y))
#define n_neg(f, x)       ((void)(f), *(x) = (N){-(x)->re, -(x)->im})
#define n_turn(f, x)      ((void)(x)) /* there are no factors i */
#define n_add(f, x, y)    ((void)(f), *(x) = (N){(x)->re + (y)->re, (x)->im + (y)->im})
#define n_mul(f, x, y, z) (*(x) = times(*(y), *(z)))
#define n_invert(f, x, y) ((void)(x)) /* pair_inverse() does this */
#define n_minus_dot(f, x, l, u, count) ((void)(f), minus_dot(x, l, u, count))
#define n_is_pivot(x)     (square(x) > LEAST * LEAST && square(x) < HUGE_VAL)
#define n_is_better(x, y) (square(x) > square(y))
#define n_is_larger(x, y) (square(x) > 4 * square(y))
#define n_is_stable(x, y) is_stable(x, y)
#define n_times_rest(f, x, a, size, skew) ((f)->proved->failed = true)
#define n_product(f, x, y)                ((void)(x))
#define N_DIAGONAL        1
#define n_diagonal(f, x)                  (*(x) = (N){-(f)->proved->shift, 0})
#define n_mirror(f, x)                    ((x)->im = -(x)->im)
#define n_own(f, front, x, s)             own_entry(front, x, s)
#define n_pair(field, front, t)           pair_inverse((field)->proved, front, t)
#define n_pair_line(f, x, column, inverse) pair_line(x, column, inverse)
#define n_modulus(x)      sqrt(square(x))
#define n_start(x, y)     (*(x) = (N){0, (y).hi})
#define n_finish(p, x)    ((void)(x))
#define N_ROUND(count) pm_proved_double(count)
#define N_ADD             PM_BALL_U
/* clang-format on */

struct front;
static void own_entry(const struct front *f, N *x, int t);
static void pair_inverse(struct pm_proved *p, struct front *f, int t);

enum { LANES = 8 };

static inline void n_swap(N *x, N *y)
{
    const N z = *x;

    *x = *y;
    *y = z;
}

static inline double square(const N *x)
{
    return __builtin_fma(x->re, x->re, x->im * x->im);
}

/* Whether pivot x is large beside another entry, and beside its real part, which comes from the
 * shift. */
static inline bool is_stable(const N *x, const N *y)
{
    return square(x) >= STABLE * STABLE * square(y) && square(x) >= 256 * (y->re * y->re);
}

static inline N times(N x, N y)
{
    return (N){__builtin_fma(x.re, y.re, -(x.im * y.im)), __builtin_fma(x.re, y.im, x.im * y.re)};
}

static inline N conjugate(N x)
{
    return (N){x.re, -x.im};
}

/* x -= the sum of all lanes. */
static inline void minus_lanes(N *x, const double re[LANES], const double im[LANES])
{
    const double half[2][2] = {
        {(re[0] + re[1]) + (re[2] + re[3]), (re[4] + re[5]) + (re[6] + re[7])},
        {(im[0] + im[1]) + (im[2] + im[3]), (im[4] + im[5]) + (im[6] + im[7])}};

    x->re -= half[0][0] + half[0][1];
    x->im -= half[1][0] + half[1][1];
}

static inline void minus_dot(N *x, const N *l, const N *u, int count)
{
    double re[LANES] = {0}, im[LANES] = {0};

    for (int k = 0; k < count; k += LANES) {
        const int lanes = count - k < LANES ? count - k : LANES;
        for (int i = 0; i < lanes; i++) {
            const N y = l[k + i], z = u[k + i];
            re[i] = __builtin_fma(y.re, z.re, __builtin_fma(-y.im, z.im, re[i]));
            im[i] = __builtin_fma(y.re, z.im, __builtin_fma(y.im, z.re, im[i]));
        }
    }
    minus_lanes(x, re, im);
}

/* Row u of L, for the columns u and v of U. */
static inline void pair_line(N *x, const N *column, const N *inverse)
{
    const N u = conjugate(column[0]), v = conjugate(column[1]), z = inverse[1];
    const N vz = times(v, conjugate(z)), uz = times(u, z);

    x[0] = (N){u.re * inverse[0].re - vz.re, u.im * inverse[0].re - vz.im};
    x[1] = (N){v.re * inverse[0].im - uz.re, v.im * inverse[0].im - uz.im};
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
    const double a = f->line[t][t + 1].re, b = f->inverse[t].re, size = sqrt(square(&z)) / 2.01;
    const double det = __builtin_fma(a, b, -square(&z));

    p->failed = p->failed || !(fabs(a) <= size && fabs(b) <= size);
    f->inverse[t] = (N){b / det, a / det};
    f->inverse[t + 1] = (N){z.re / det, z.im / det};
}

extern pm_proved_run PM_NAME(pm_proved_shift);

pm_status PM_NAME(pm_proved_shift)(struct pm_proved *p)
{
    return run(p);
}
