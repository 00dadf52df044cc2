/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws in floating arithmetic of any precision (separator_floating_template.h): the centres of the
 * balls of Arb. */
#include "num/arb_ball.h"

#include "base/alloc.h"
#include "engine/planar/separator.h"

typedef arb_struct N;

struct field {
    slong bits;
};

/* clang-format off */
#define n_new(x, count)   (*(x) = _arb_vec_init((slong)(count)), PM_OK)
#define n_free(x, count)  ((x) != NULL ? _arb_vec_clear(x, (slong)(count)) : (void)0)
#define n_zero(x)         arb_zero(x)
#define n_one(f, x)       arb_one(x)
#define n_set(x, y)       arb_set(x, y)
#define n_swap(x, y)      arb_swap(x, y)
#define n_neg(f, x)       arb_neg(x, x)
#define n_turn(f, x)      ((void)(x)) /* there are no factors i */
#define n_add(f, x, y)    centre(x, (arb_add(x, x, y, (f)->bits), 0))
#define n_mul(f, x, y, z) centre(x, (arb_mul(x, y, z, (f)->bits), 0))
#define n_invert(f, x, y) centre(x, (arb_inv(x, y, (f)->bits), 0))
#define n_minus_dot(f, x, l, u, count) centre(x, (arb_dot(x, x, 1, l, 1, u, 1, count, (f)->bits), 0))
#define n_is_pivot(x)     (arf_is_normal(arb_midref(x)))
#define n_is_better(x, y) (arf_cmpabs(arb_midref(x), arb_midref(y)) > 0)
#define n_times_rest(f, x, a, size, skew) ((void)(a), (void)(size), (void)(skew))
/* clang-format on */

static void centre(N *x, int after)
{
    (void)after;
    mag_zero(arb_radref(x));
}

static pm_status take_entries(N *entry, const struct pm_separator *s, struct field *field,
                              const struct pm_ring *ring)
{
    (void)ring;
    field->bits = s->bits;
    for (int e = 0; e < pm_matrix_nnz(s->a); e++)
        centre(&entry[e], (arb_set_fmpq(&entry[e], s->a->re + e, s->bits), 0));
    return PM_OK;
}

static __int128 n_fixed(const N *x)
{
    const __int128 one = (__int128)1 << PM_SHARE_BITS;
    ulong high, low;
    fmpz_t fixed;

    if (arf_sgn(arb_midref(x)) <= 0)
        return 0;
    if (arf_cmp_si(arb_midref(x), 1) >= 0)
        return one;
    fmpz_init(fixed);
    arf_get_fmpz_fixed_si(fixed, arb_midref(x), -PM_SHARE_BITS);
    fmpz_get_uiui(&high, &low, fixed);
    fmpz_clear(fixed);
    return ((__int128)high << 64) + low;
}

#include "engine/planar/separator_floating_template.h"

const struct pm_separator_kernel pm_separator_arf_kernel = SEPARATOR_KERNEL;
