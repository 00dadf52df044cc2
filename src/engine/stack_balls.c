/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of answers are scaled by a power of two, so that rounding to double neither overflows nor
 * underflows. */
#include "engine/stack_balls.h"

#include "num/arb_ball.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include <float.h>

enum { ENOUGH_BITS = 56, MOST_BITS = 1 << 24 };

pm_status pm_stack_balls_entry(acb_t z, const struct pm_batch *b, size_t k, int row, int col)
{
    const pm_stack *const s = &b->stack;
    double part[2];

    PM_TRY(pm_stack_finite(part, b, k, row, col));
    acb_set_d_d(z, part[0], part[1]);
    if (s->entries == PM_ENTRIES_INTEGER)
        acb_set_si(z, ((const int64_t *)s->data)[(ptrdiff_t)k * s->matrix_stride +
                                                 row * s->row_stride + col * s->col_stride]);
    return PM_OK;
}

pm_status pm_stack_balls_symmetric(acb_ptr z, const struct pm_batch *b, size_t k)
{
    const int n = b->stack.rows;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            PM_TRY(pm_stack_balls_entry(z + i * n + j, b, k, i, j));
            if (j < i && !acb_equal(z + i * n + j, z + j * n + i))
                return pm_stack_asymmetric(k, false, i, j);
        }
    return PM_OK;
}

/* Whether a number of bits that is asked for leaves a bound above the range of doubles, and no bit
 * of the value. */
static bool is_lost(acb_srcptr z)
{
    return acb_rel_accuracy_bits(z) < 1 &&
           (mag_cmp_2exp_si(arb_radref(acb_realref(z)), DBL_MAX_EXP - 1) >= 0 ||
            mag_cmp_2exp_si(arb_radref(acb_imagref(z)), DBL_MAX_EXP - 1) >= 0);
}

bool pm_stack_balls_again(slong *bits, int fixed, acb_srcptr z, size_t count)
{
    bool enough = true;

    for (size_t k = 0; k < count; k++)
        enough =
            enough && (acb_is_exact(z + k) ||
                       (fixed > 0 ? !is_lost(z + k) : acb_rel_accuracy_bits(z + k) >= ENOUGH_BITS));
    if (enough || *bits >= MOST_BITS)
        return false;
    *bits *= 2;
    return true;
}

static void multiply_factorials(arb_t z, const int *times, int count, size_t k, slong bits)
{
    arb_t factorial;

    arb_init(factorial);
    for (int line = 0; line < count && times != NULL; line++) {
        arb_fac_ui(factorial, (ulong)times[k * (size_t)count + (size_t)line], bits);
        arb_mul(z, z, factorial, bits);
    }
    arb_clear(factorial);
}

void pm_stack_balls_normalize(acb_t z, const struct pm_batch *b, size_t k, slong bits)
{
    const pm_stack *const s = &b->stack;
    arb_t norm;

    if (!s->normalized || acb_is_zero(z))
        return;
    arb_init(norm);
    arb_one(norm);
    multiply_factorials(norm, s->row_times, s->rows, k, bits);
    multiply_factorials(norm, s->col_times, s->cols, k, bits);
    arb_sqrt(norm, norm, bits);
    acb_div_arb(z, z, norm, bits);
    arb_clear(norm);
}

void pm_stack_balls_deliver(const struct pm_batch *b, size_t place, acb_srcptr z)
{
    const arb_srcptr part[2] = {acb_realref(z), acb_imagref(z)};
    const slong top[2] = {arf_abs_bound_lt_2exp_si(arb_midref(part[0])),
                          arf_abs_bound_lt_2exp_si(arb_midref(part[1]))};
    const slong most = top[0] > top[1] ? top[0] : top[1];
    const slong exp = most > -ARF_PREC_EXACT && (most > 1000 || most < -1000) ? most : 0;
    struct pm_mag bound = {0, 0};
    double value[2];
    arf_t x, rest;
    mag_t error;

    PM_EACH(arf_init, x, rest);
    mag_init(error);
    for (int k = 0; k < 2; k++) {
        arf_mul_2exp_si(x, arb_midref(part[k]), -exp);
        value[k] = arf_get_d(x, ARF_RND_NEAR);
        arf_set_d(rest, value[k]);
        arf_sub(rest, x, rest, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_get_mag(error, rest);
        bound = pm_mag_add(bound, ball_mag(error));
        mag_mul_2exp_si(error, arb_radref(part[k]), -exp);
        bound = pm_mag_add(bound, ball_mag(error));
    }
    pm_stack_write(b, place, value, bound, exp);
    mag_clear(error);
    PM_EACH(arf_clear, rest, x);
}
