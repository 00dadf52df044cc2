/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the caller are exact.  Only divisions by hbar, or by its root, are rounded. */
#include "photons/gaussian_state.h"

#include <math.h>

pm_status pm_gaussian_check(const pm_gaussian *state)
{
    if (state->size != sizeof *state)
        return pm_fail(PM_INPUT, "pm_gaussian.size is %zu, not %zu", state->size, sizeof *state);
    if (state->modes < 0 || (state->covariance == NULL && state->modes > 0))
        return pm_fail(PM_INPUT, "a Gaussian state of %d modes without a covariance matrix",
                       state->modes);
    if (!(state->hbar > 0 && state->hbar < INFINITY))
        return pm_fail(PM_INPUT, "hbar is %g; a positive number is expected", state->hbar);
    const size_t size = 2 * (size_t)state->modes;
    for (size_t at = 0; at < size * size; at++)
        if (!isfinite(state->covariance[at]))
            return pm_fail(PM_INPUT, "the covariance of row %zu and column %zu is not finite",
                           at / size, at % size);
    for (size_t at = 0; at < size && state->means != NULL; at++)
        if (!isfinite(state->means[at]))
            return pm_fail(PM_INPUT, "mean %zu is not finite", at);
    return PM_OK;
}

/* Where the caller has quadrature i of x_1 ..., p_1 ... */
static int place_of(const pm_gaussian *state, int i)
{
    const int m = state->modes;

    return !state->xpxp ? i : i < m ? 2 * i : 2 * (i - m) + 1;
}

void pm_gaussian_take(struct pm_gaussian_state *s, const pm_gaussian *state, slong bits)
{
    const int size = 2 * state->modes;
    arb_t hbar, half;

    s->modes = state->modes;
    arb_mat_init(s->q, size, size);
    s->mean = _arb_vec_init(size);
    arb_init(hbar);
    arb_init(half);
    arb_set_d(hbar, state->hbar);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            const arb_ptr to = arb_mat_entry(s->q, i, j);
            const int a = place_of(state, i), b = place_of(state, j);
            arb_set_d(to, state->covariance[(size_t)a * (size_t)size + (size_t)b]);
            arb_set_d(half, state->covariance[(size_t)b * (size_t)size + (size_t)a]);
            arb_add(to, to, half, ARF_PREC_EXACT);
            arb_mul_2exp_si(to, to, -1);
            arb_div(to, to, hbar, bits);
            arb_set_d(half, i == j ? 0.5 : 0);
            arb_add(to, to, half, bits);
        }
    arb_sqrt(hbar, hbar, bits);
    for (int i = 0; i < size && state->means != NULL; i++) {
        arb_set_d(s->mean + i, state->means[place_of(state, i)]);
        arb_div(s->mean + i, s->mean + i, hbar, bits);
    }
    arb_clear(half);
    arb_clear(hbar);
}

void pm_gaussian_clear(struct pm_gaussian_state *s)
{
    _arb_vec_clear(s->mean, 2 * s->modes);
    arb_mat_clear(s->q);
}
