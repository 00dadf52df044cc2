/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often a mode has many photons: 1 minus the probabilities of fewer photons, in the state of
 * this mode alone. */
#include "photons/gaussian_state.h"
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"

/* The probabilities of 0 to cutoff - 1 photons. */
struct fewer {
    int cutoff, *patterns;
    double *values, *bounds;
    pm_options options;
};

/* The state of one mode: its rows are row[0] of x and row[1] of p. */
static pm_status find_fewer(const struct fewer *f, const pm_gaussian *state, int mode)
{
    const size_t size = 2 * (size_t)state->modes;
    const size_t row[2] = {(size_t)(state->xpxp ? 2 * mode : mode),
                           (size_t)(state->xpxp ? 2 * mode + 1 : mode + state->modes)};
    double covariance[4], means[2] = {0, 0};
    const pm_gaussian alone = {.size = sizeof alone,
                               .modes = 1,
                               .covariance = covariance,
                               .means = means,
                               .hbar = state->hbar};

    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++)
            covariance[2 * i + j] = state->covariance[row[i] * size + row[j]];
        if (state->means != NULL)
            means[i] = state->means[row[i]];
    }
    return pm_photons_gaussian(f->values, f->bounds, &alone, f->patterns, (size_t)f->cutoff,
                               &f->options);
}

static void write_rest(const struct pm_probabilities *p, const struct fewer *f, int mode)
{
    arb_t rest, one;

    PM_EACH(arb_init, rest, one);
    arb_one(rest);
    for (int k = 0; k < f->cutoff; k++) {
        arb_set_d(one, f->bounds[k]);
        arb_add_error(rest, one);
        arb_set_d(one, f->values[k]);
        arb_sub(rest, rest, one, PM_PROBABILITY_BITS);
    }
    pm_probability_write(p, (size_t)mode, rest);
    PM_EACH(arb_clear, one, rest);
}

pm_status pm_photons_beyond(double *values, double *bounds, const pm_gaussian *state, int cutoff,
                            const pm_options *options)
{
    PM_ARGUMENTS(state);
    PM_ARGUMENTS_IF(state->modes > 0, values);
    PM_AT_LEAST(0, cutoff);
    PM_TRY(pm_gaussian_check(state));
    struct pm_probabilities p;
    struct fewer f = {.cutoff = cutoff};
    struct pm_deadline deadline;
    pm_status status = PM_OK;

    PM_TRY(pm_probability_take(&p, values, bounds, (size_t)state->modes, options));
    pm_probability_deadline_within(&deadline, &f.options, &p.options);
    f.options.logarithm = false;
    PM_NEW_GOTO(status, f.patterns, cutoff, done);
    PM_NEW_GOTO(status, f.values, cutoff, done);
    PM_NEW_GOTO(status, f.bounds, cutoff, done);
    for (int k = 0; k < cutoff; k++)
        f.patterns[k] = k;
    for (int mode = 0; mode < state->modes && status == PM_OK; mode++) {
        status = find_fewer(&f, state, mode);
        if (status == PM_OK)
            write_rest(&p, &f, mode);
    }
done:
    PM_FREE(f.patterns, f.values, f.bounds);
    return pm_probability_deadline_status(&deadline, status);
}
