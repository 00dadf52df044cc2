/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the caller are exact.  Only divisions by hbar, or by its root, are rounded. */
#include "photons/gaussian_state.h"

#include "base/alloc.h"
#include "photons/physical.h"

#include <math.h>

enum { MODES_MOST = 1 << 14 };

static pm_status check_symmetric(const pm_gaussian *state)
{
    const size_t size = 2 * (size_t)state->modes;
    const double *const v = state->covariance;
    double most = state->hbar;

    for (size_t at = 0; at < size * size; at++)
        most = fmax(most, fabs(v[at]));
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < i; j++)
            if (!(fabs(v[i * size + j] - v[j * size + i]) <= PM_PHYSICAL_TOLERANCE * most))
                return pm_fail(PM_INPUT, "the covariance matrix is not symmetric");
    return PM_OK;
}

pm_status pm_gaussian_check(const pm_gaussian *state)
{
    if (state->size != sizeof *state)
        return pm_fail(PM_INPUT, "pm_gaussian.size is %zu, not %zu", state->size, sizeof *state);
    if (state->modes < 0 || (state->covariance == NULL && state->modes > 0))
        return pm_fail(PM_INPUT, "a Gaussian state of %d modes without a covariance matrix",
                       state->modes);
    if (state->modes > MODES_MOST)
        return pm_fail(PM_UNABLE, "more than %d modes", MODES_MOST);
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
    double *v = NULL, *mean = NULL;
    pm_status status = check_symmetric(state);
    PM_THEN(status, pm_gaussian_doubles(&v, &mean, state));
    PM_THEN(status, pm_physical_covariance(v, state->modes));
    PM_FREE(v, mean);
    return status;
}

pm_status pm_gaussian_doubles(double **v, double **mean, const pm_gaussian *state)
{
    enum { BITS = 128 };
    const int m = state->modes, size = 2 * m;
    struct pm_gaussian_state s;
    arb_t half;

    PM_NEW(*v, size * size);
    PM_NEW(*mean, size);
    arb_init(half);
    arb_set_d(half, 0.5);
    pm_gaussian_take(&s, state, BITS);
    for (int i = 0; i < size; i++) {
        const int row = i / 2 + i % 2 * m;
        (*mean)[i] = arf_get_d(arb_midref(s.mean + row), ARF_RND_NEAR);
        arb_sub(arb_mat_entry(s.q, row, row), arb_mat_entry(s.q, row, row), half, BITS);
        for (int j = 0; j < size; j++)
            (*v)[i * size + j] =
                arf_get_d(arb_midref(arb_mat_entry(s.q, row, j / 2 + j % 2 * m)), ARF_RND_NEAR);
    }
    pm_gaussian_clear(&s);
    arb_clear(half);
    return PM_OK;
}

double pm_gaussian_border(double *k, int stride, int n, const double *line)
{
    double *const last = k + n * stride;
    double rest = line[n];

    for (int i = 0; i < n; i++) {
        last[i] = 0;
        for (int j = 0; j < n; j++)
            last[i] -= k[i * stride + j] * line[j];
        rest += last[i] * line[i];
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            k[i * stride + j] += last[i] * last[j] / rest;
    }
    for (int i = 0; i < n; i++)
        k[i * stride + n] = last[i] = last[i] / rest;
    last[n] = 1 / rest;
    return rest;
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
    PM_EACH(arb_init, hbar, half);
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
    PM_EACH(arb_clear, half, hbar);
}

void pm_gaussian_clear(struct pm_gaussian_state *s)
{
    _arb_vec_clear(s->mean, 2 * s->modes);
    arb_mat_clear(s->q);
}
