/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_photons_sample().  If there are few outputs, they are drawn by their probabilities.  Else a
 * photon is added to the output at a time, in a random order of the photons that enter.  The
 * probabilities of its modes need the permanents of the k x k matrices of k of the k + 1 photons
 * that have entered: the minors of one matrix, about n 2^n steps for a draw.
 *
 * Source: Clifford and Clifford, SODA 2018 and arXiv:2005.04214, 2020. */
#include "photons/physical.h"
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/chance.h"
#include "base/refusal.h"
#include "base/sized.h"
#include "engine/stack_load.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static const double FEW_STEPS = 0x1p18;   /* of all outputs, which take less than a second */
static const double STEP_SECONDS = 2e-9;  /* of n 2^n steps for a draw, measured */
static const size_t CELLS_MOST = 1 << 18; /* of the matrices of draws that are made together */

struct drawing {
    int *outputs;
    size_t count;
    uint64_t seed;
    const pm_stack *stack;
    pm_options options;
    struct pm_interferometer u;
    struct pm_deadline deadline;
    pm_stack minors;        /* what is asked of all of them */
    double complex *matrix; /* [modes][inputs] */
};

/* ------------------------------------------------------------------ few outputs */

/* An index below `count` with sum[index] > x, the first of them; `count` if there is none. */
static size_t find_above(const double *sum, size_t count, double x)
{
    size_t first = 0;

    while (count > 0) {
        const size_t half = count / 2;
        if (sum[first + half] > x) {
            count = half;
        } else {
            first += half + 1;
            count -= half + 1;
        }
    }
    return first;
}

static pm_status draw_of_all(const struct drawing *d, size_t all)
{
    const size_t modes = (size_t)d->u.modes;
    double *sum = NULL;
    int *patterns = NULL;
    pm_status status;

    PM_NEW_GOTO(status, sum, all, done);
    PM_NEW_GOTO(status, patterns, all * modes, done);
    PM_TRY_GOTO(status, pm_photons_outputs(sum, NULL, patterns, d->stack, false, &d->options),
                done);
    for (size_t k = 1; k < all; k++)
        sum[k] += sum[k - 1];
    for (size_t k = 0; k < d->count; k++) {
        uint64_t state = pm_chance_stream(d->seed, k);
        const double below = nextafter(sum[all - 1], 0);
        const double x = fmin(pm_chance(&state) * sum[all - 1], below);
        memcpy(d->outputs + k * modes, patterns + find_above(sum, all, x) * modes,
               modes * sizeof *patterns);
    }
done:
    PM_FREE(sum, patterns);
    return status;
}

/* ------------------------------------------------------------------ one photon after another */

/* Draws that are made together. */
struct block {
    size_t count;
    int *column, *row;         /* [count][photons]: where they enter, and leave */
    uint64_t *state;           /* [count] */
    double complex *a, *minor; /* [count][photons][photons] */
    double *weight;            /* [modes] */
};

static void shuffle(int *column, int photons, uint64_t *state)
{
    for (int k = photons - 1; k > 0; k--) {
        const int other = (int)(pm_chance(state) * (k + 1)), here = column[k];
        column[k] = column[other];
        column[other] = here;
    }
}

/* minor[k][j] = the permanent of draw k without the photon that entered as number j, of at + 1. */
static pm_status find_minors(const struct drawing *d, const struct block *b, int at)
{
    const int photons = d->u.photons, n = at + 1;
    pm_stack s = d->minors;

    s.data = b->a;
    s.count = b->count;
    s.rows = s.cols = n;
    for (size_t k = 0; k < b->count; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b->a[(k * (size_t)n + (size_t)i) * (size_t)n + (size_t)j] =
                    i == at ? 1
                            : d->matrix[b->row[k * (size_t)photons + (size_t)i] * d->u.inputs +
                                        b->column[k * (size_t)photons + (size_t)j]];
    return pm_probability_deadline_status(
        &d->deadline, pm_minors((double *)b->minor, NULL, &s, d->options.threads));
}

/* Photon number `at` of draw k leaves. */
static pm_status leave(const struct drawing *d, const struct block *b, size_t k, int at)
{
    const size_t n = (size_t)at + 1, photons = (size_t)d->u.photons;
    const double complex *const minor = b->minor + (k * n + (size_t)at) * n;

    for (int i = 0; i < d->u.modes; i++) {
        double complex amplitude = 0;
        for (size_t j = 0; j < n; j++)
            amplitude += d->matrix[i * d->u.inputs + b->column[k * photons + j]] * minor[j];
        b->weight[i] = creal(amplitude) * creal(amplitude) + cimag(amplitude) * cimag(amplitude);
    }
    const int mode = pm_chance_pick(b->weight, d->u.modes, &b->state[k]);
    b->row[k * photons + (size_t)at] = mode;
    return mode >= 0
               ? PM_OK
               : pm_fail(PM_UNABLE, "the probabilities of photon %d of a draw were not found", at);
}

static pm_status draw_block(const struct drawing *d, const struct block *b, size_t first)
{
    const size_t photons = (size_t)d->u.photons, modes = (size_t)d->u.modes;

    for (size_t k = 0; k < b->count; k++) {
        b->state[k] = pm_chance_stream(d->seed, first + k);
        memcpy(b->column + k * photons, d->u.enter, photons * sizeof *b->column);
        shuffle(b->column + k * photons, d->u.photons, &b->state[k]);
    }
    for (int at = 0; at < d->u.photons; at++) {
        if (at > 0)
            PM_TRY(find_minors(d, b, at));
        for (size_t k = 0; k < b->count; k++) {
            if (at == 0)
                b->minor[k] = 1;
            PM_TRY(leave(d, b, k, at));
        }
    }
    memset(d->outputs + first * modes, 0, b->count * modes * sizeof *d->outputs);
    for (size_t at = 0; at < b->count * photons; at++)
        d->outputs[(first + at / photons) * modes + (size_t)b->row[at]]++;
    return PM_OK;
}

static pm_status draw_one_by_one(struct drawing *d)
{
    const size_t photons = (size_t)d->u.photons, cells = photons * photons;
    const size_t room = CELLS_MOST / cells > 0 ? CELLS_MOST / cells : 1;
    const size_t together = room < d->count ? room : d->count;
    struct block b = {.count = 0};
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, b.column, together * photons, done);
    PM_NEW_GOTO(status, b.row, together * photons, done);
    PM_NEW_GOTO(status, b.state, together, done);
    PM_NEW_GOTO(status, b.a, together * cells, done);
    PM_NEW_GOTO(status, b.minor, together * cells, done);
    PM_NEW_GOTO(status, b.weight, d->u.modes, done);
    for (size_t first = 0; first < d->count && status == PM_OK; first += b.count) {
        b.count = d->count - first < together ? d->count - first : together;
        status = draw_block(d, &b, first);
    }
done:
    PM_FREE(b.column, b.row, b.state, b.a, b.minor, b.weight);
    return status;
}

/* ------------------------------------------------------------------ the choice */

static pm_status read_matrix(struct drawing *d)
{
    PM_NEW(d->matrix, (size_t)d->u.modes * (size_t)d->u.inputs);
    for (int i = 0; i < d->u.modes; i++)
        for (int j = 0; j < d->u.inputs; j++) {
            double z[2];
            PM_TRY(pm_stack_finite(z, &d->u.b, 0, i, j));
            d->matrix[i * d->u.inputs + j] = z[0] + I * z[1];
        }
    return PM_OK;
}

static pm_status draw(struct drawing *d)
{
    const int photons = d->u.photons;
    const double single = photons * ldexp(1, photons);
    const double seconds = single * (double)d->count * STEP_SECONDS;
    size_t all;

    if (d->u.modes == 0)
        return PM_OK;
    PM_TRY(read_matrix(d));
    PM_TRY(pm_photons_count(&all, d->stack, false));
    if (all < SIZE_MAX && (double)all * fmin(photons, d->u.modes) <= fmax(FEW_STEPS, single))
        return draw_of_all(d, all);
    if (d->options.seconds > 0 && seconds > d->options.seconds)
        return pm_refusal_of_seconds("the sample", seconds, 1, d->options.seconds);
    return draw_one_by_one(d);
}

pm_status pm_photons_sample(int *patterns, size_t count, uint64_t seed,
                            const pm_stack *interferometer, const pm_options *options)
{
    PM_ARGUMENTS(interferometer);
    PM_ARGUMENTS_IF(count > 0 && interferometer->rows > 0, patterns);
    struct drawing d = {.outputs = patterns,
                        .count = count,
                        .seed = seed,
                        .stack = interferometer,
                        .minors = {.size = sizeof(pm_stack),
                                   .entries = PM_ENTRIES_COMPLEX,
                                   .precision = PM_PRECISION_DOUBLE}};

    PM_TRY(pm_sized_options(&d.options, options));
    pm_probability_deadline_set(&d.deadline, &d.minors, &d.options);
    pm_status status = pm_interferometer_take(&d.u, interferometer);
    PM_THEN(status, pm_physical_interferometer(&d.u, false));
    if (status == PM_OK && count > 0)
        status = draw(&d);
    free(d.matrix);
    pm_interferometer_clear(&d.u);
    return status;
}
