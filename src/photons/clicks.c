/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threshold detectors in a Gaussian state.  A set Z of modes is empty with probability
 *
 *     p(Z) = exp(-mean_Z Q_Z^-1 mean_Z / 2) / sqrt(det Q_Z),
 *
 * where Q is the covariance matrix plus 1/2, and Q_Z has the rows and columns of Z.  Exactly the
 * modes C click with the probability sum over Z in C of (-1)^|Z| p(Z and all modes that do not
 * click).  The latter are eliminated first; what remains is a torontonian, up to its sign
 * (engine/torontonian), of balls.  No inverse is needed.
 *
 * Source: Quesada, Arrazola and Killoran, Physical Review A 98, 062322, 2018. */
#include "photons/gaussian_state.h"
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/threads.h"
#include "engine/torontonian/torontonian.h"

struct clicks {
    const struct pm_probabilities *p;
    struct pm_gaussian_state state;
    const int *patterns;
    bool looped;
    slong bits;
};

/* Eliminates the row at the pivot from the rest of the upper half of m[n][n]; false: the pivot may
 * not be positive. */
static bool eliminate(arb_t det, arb_ptr m, int n, int pivot, slong bits)
{
    const arb_srcptr u = m + pivot * n;
    arb_t factor;

    if (!arb_is_positive(u + pivot))
        return false;
    arb_init(factor);
    arb_mul(det, det, u + pivot, bits);
    for (int i = pivot + 1; i < n; i++) {
        arb_div(factor, u + i, u + pivot, bits);
        for (int j = i; j < n; j++)
            arb_submul(m + i * n + j, factor, u + j, bits);
    }
    arb_clear(factor);
    return true;
}

/* order[] = x and p of the modes that do not click, then of those that do; how many click. */
static int find_order(int *order, const struct clicks *c, const int *pattern)
{
    int at = 0, clicks = 0;

    for (int click = 0; click < 2; click++)
        for (int i = 0; i < c->state.modes; i++)
            if ((pattern[i] != 0) == click) {
                order[at++] = i;
                order[at++] = i + c->state.modes;
                clicks += click;
            }
    return clicks;
}

/* m[n][n] = Q in this order, with a column of the means. */
static void fill(arb_ptr m, int n, const struct clicks *c, const int *order)
{
    const int size = 2 * c->state.modes;

    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++)
            arb_set(m + i * n + j, arb_mat_entry(c->state.q, order[i], order[j]));
        if (c->looped)
            arb_set(m + i * n + size, c->state.mean + order[i]);
    }
}

/* Whether a mode that clicks is in its vacuum: then the sum is 0, but pairs of terms cancel. */
static bool is_zero(const struct clicks *c, const int *pattern)
{
    const int m = c->state.modes;
    bool zero = false;

    for (int mode = 0; mode < m && !zero; mode++) {
        zero = pattern[mode] != 0;
        for (int row = mode; row < 2 * m && zero; row += m) {
            zero = arb_is_zero(c->state.mean + row);
            for (int col = 0; col < 2 * m && zero; col++)
                zero = arb_equal_si(arb_mat_entry(c->state.q, row, col), row == col);
        }
    }
    return zero;
}

/* x = the probability, in balls.  PM_UNABLE: more bits are needed. */
static pm_status find_sum(arb_t x, arb_ptr m, int n, int clicks, const struct clicks *c,
                          const int *stop)
{
    const int silent = 2 * (c->state.modes - clicks), left = n - silent;
    const arb_ptr rest = _arb_vec_init(left * left + 1);
    const struct pm_torontonian t = {.modes = clicks,
                                     .block = 2,
                                     .rows = 2 * clicks,
                                     .looped = c->looped,
                                     .loop_scale = -1,
                                     .threads = 1,
                                     .stop = stop};
    pm_status status = PM_OK;
    arb_t det;

    arb_init(det);
    arb_one(det);
    for (int row = 0; row < silent && status == PM_OK; row++)
        status = eliminate(det, m, n, row, c->bits) ? PM_OK : PM_UNABLE;
    for (int i = 0; i < left; i++)
        for (int j = i; j < left; j++)
            arb_set(rest + i * left + j, m + (i + silent) * n + j + silent);
    PM_THEN(status, pm_torontonian_sum(x, &t, rest, c->bits));
    arb_rsqrt(det, det, c->bits);
    arb_mul(x, x, det, c->bits);
    if (clicks % 2 != 0)
        arb_neg(x, x);
    arb_clear(det);
    _arb_vec_clear(rest, left * left + 1);
    return status;
}

static pm_status solve(const void *what, size_t k, const int *stop)
{
    const struct clicks *const c = what;
    const int *const pattern = c->patterns + k * (size_t)c->state.modes;
    const int size = 2 * c->state.modes, n = size + c->looped;
    int *order;
    arb_t x;

    if (!c->p->vague[k])
        return PM_OK;
    PM_NEW(order, size);
    const arb_ptr m = _arb_vec_init((slong)n * n);
    arb_init(x);
    const int clicks = find_order(order, c, pattern);
    fill(m, n, c, order);
    pm_status status = is_zero(c, pattern) ? PM_OK
                       : clicks <= PM_TORONTONIAN_MOST
                           ? find_sum(x, m, n, clicks, c, stop)
                           : pm_fail(PM_INPUT, "%d clicks: the sum has 2^%d terms", clicks, clicks);
    if (status == PM_UNABLE) {
        arb_indeterminate(x);
        status = PM_OK;
    }
    if (status == PM_OK)
        pm_probability_write(c->p, k, x);
    arb_clear(x);
    _arb_vec_clear(m, (slong)n * n);
    free(order);
    return status;
}

static pm_status find_all(struct clicks *c, const pm_gaussian *state)
{
    pm_status status = PM_OK;

    for (size_t k = 0; k < c->p->count; k++)
        c->p->vague[k] = true;
    for (int i = 0; i < 2 * state->modes && state->means != NULL; i++)
        c->looped = c->looped || state->means[i] != 0;
    for (c->bits = PM_PROBABILITY_BITS;
         status == PM_OK && !pm_probability_is_done(c->p) && c->bits <= PM_PROBABILITY_BITS_MOST;
         c->bits *= 2) {
        pm_gaussian_take(&c->state, state, c->bits);
        status = pm_probability_each(c->p, c->p->count, solve, c);
        pm_gaussian_clear(&c->state);
    }
    return status;
}

pm_status pm_photons_clicks(double *values, double *bounds, const pm_gaussian *state,
                            const int *patterns, size_t count, const pm_options *options)
{
    PM_ARGUMENTS(state);
    PM_ARGUMENTS_IF(count > 0, values);
    PM_ARGUMENTS_IF(count > 0 && state->modes > 0, patterns);
    PM_TRY(pm_gaussian_check(state));
    struct pm_probabilities p;
    struct clicks c = {.p = &p, .patterns = patterns};

    PM_TRY(pm_probability_take(&p, values, bounds, count, options));
    PM_NEW(p.vague, count);
    const pm_status status = find_all(&c, state);
    free(p.vague);
    return status;
}
