/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_photons_clicks_sample().  Detectors are read one after another.  With K = Q^-1, where Q is the
 * covariance matrix of the first modes plus 1/2, the probability that those of a set click, and
 * that the others of these modes do not, is
 *
 *     exp(-mean K mean / 2) sqrt(det K) ltor(1 - K_set, (K mean)_set).
 *
 * Draws that agree so far are a group: their next detector has one probability.
 *
 * Source: Quesada, Arrazola and Killoran, Physical Review A 98, 062322, 2018. */
#include "photons/gaussian_state.h"
#include "photons/physical.h"
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/chance.h"
#include "base/sized.h"
#include "engine/torontonian/torontonian.h"

#include <math.h>
#include <string.h>

enum { TOGETHER = 256 }; /* torontonians that are asked for together */

/* Draws with the same clicks so far: draw[first] to draw[end - 1]. */
struct group {
    size_t first, end;
    int clicks;
    double before; /* the probability of these clicks */
};

struct drawing {
    int *patterns;
    size_t count;
    int modes, most;
    pm_options options;
    struct pm_deadline deadline;
    pm_stack torontonians; /* what is asked of all of them */
    double *v, *mean;      /* of x_1, p_1, x_2 ... */
    double *k, *linear;    /* K of the modes so far, and K mean */
    double root, vacuum;   /* sqrt(det K); the probability that no detector clicks */
    uint64_t *state;
    size_t *draw, *other; /* [count] */
    struct group *group, *next;
    size_t groups;
    double *matrix, *loops, *value; /* [TOGETHER] */
};

static bool clicks(const struct drawing *d, const struct group *g, int mode)
{
    return d->patterns[d->draw[g->first] * (size_t)d->modes + (size_t)mode] != 0;
}

/* The state of one more mode. */
static void add_mode(struct drawing *d, int mode)
{
    const int n = 2 * d->modes, size = 2 * mode + 2;
    double exponent = 0;

    for (int line = 2 * mode; line < size; line++)
        d->root /= sqrt(pm_gaussian_border(d->k, n, line, d->v + line * n));
    for (int i = 0; i < size; i++) {
        d->linear[i] = 0;
        for (int j = 0; j < size; j++)
            d->linear[i] += d->k[i * n + j] * d->mean[j];
        exponent += d->linear[i] * d->mean[i];
    }
    d->vacuum = d->root * exp(-exponent / 2);
}

/* 1 - K and K mean for the modes of a group that click: those of x, then those of p. */
static void fill(const struct drawing *d, const struct group *g, int mode, size_t place)
{
    const int size = g->clicks, n = 2 * d->modes;
    double *const a = d->matrix + place * 4 * (size_t)size * (size_t)size;
    double *const loops = d->loops + place * 2 * (size_t)size;
    int at = 0;

    for (int i = 0; i < mode; i++) {
        if (!clicks(d, g, i))
            continue;
        for (int other = 0, col = 0; other < mode; other++) {
            if (!clicks(d, g, other))
                continue;
            for (int part = 0; part < 4; part++) {
                const int row = 2 * i + part / 2, column = 2 * other + part % 2;
                a[(at + part / 2 * size) * 2 * size + col + part % 2 * size] =
                    (row == column ? 1 : 0) - d->k[row * n + column];
            }
            col++;
        }
        loops[at] = d->linear[2 * i];
        loops[at + size] = d->linear[2 * i + 1];
        at++;
    }
}

/* The draws of a group are divided by whether the detector clicks; value: the torontonian if it
 * does not. */
static void divide(struct drawing *d, struct group *g, size_t *made, int mode, double value)
{
    const double silent = fmin(fmax(value * d->vacuum, 0), g->before);
    size_t first = g->first, end = g->end;

    for (size_t at = g->first; at < g->end; at++) {
        const size_t k = d->draw[at];
        const bool click = pm_chance(&d->state[k]) * g->before >= silent;
        d->patterns[k * (size_t)d->modes + (size_t)mode] = click;
        if (click)
            d->other[--end] = k;
        else
            d->other[first++] = k;
    }
    memcpy(d->draw + g->first, d->other + g->first, (g->end - g->first) * sizeof *d->draw);
    if (first > g->first)
        d->next[(*made)++] = (struct group){g->first, first, g->clicks, silent};
    if (first < g->end)
        d->next[(*made)++] = (struct group){first, g->end, g->clicks + 1, g->before - silent};
}

/* The groups with so many clicks, TOGETHER at a time. */
static pm_status read_detector(struct drawing *d, size_t *made, int mode, int size)
{
    size_t place[TOGETHER], count = 0;

    for (size_t g = 0; g <= d->groups; g++) {
        if (g < d->groups && d->group[g].clicks == size) {
            fill(d, &d->group[g], mode, count);
            place[count++] = g;
        }
        if (count == TOGETHER || (g == d->groups && count > 0)) {
            pm_stack s = d->torontonians;
            s.data = d->matrix;
            s.count = count;
            s.rows = s.cols = 2 * size;
            s.kind = PM_STACK_TORONTONIANS;
            s.loops = d->loops;
            s.rtol = PM_PHYSICAL_TOLERANCE;
            PM_TRY(pm_probability_deadline_status(
                &d->deadline, pm_batch(d->value, NULL, &s, d->options.threads)));
            for (size_t at = 0; at < count; at++)
                divide(d, &d->group[place[at]], made, mode, d->value[at]);
            count = 0;
        }
    }
    return PM_OK;
}

static pm_status draw_all(struct drawing *d)
{
    for (int mode = 0; mode < d->modes; mode++) {
        size_t made = 0;
        int most = 0;
        for (size_t g = 0; g < d->groups; g++)
            most = d->group[g].clicks > most ? d->group[g].clicks : most;
        if (most > d->most)
            return pm_fail(PM_UNABLE, "a sample has more than %d clicks", d->most);
        add_mode(d, mode);
        for (int size = 0; size <= most; size++)
            PM_TRY(read_detector(d, &made, mode, size));
        PM_SWAP(d->next, d->group);
        d->groups = made;
    }
    return PM_OK;
}

static pm_status open_drawing(struct drawing *d, const pm_gaussian *state, uint64_t seed)
{
    const int n = 2 * d->modes;
    const int size = d->most < d->modes ? 2 * d->most : n;

    PM_TRY(pm_gaussian_doubles(&d->v, &d->mean, state));
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            d->v[i * n + j] = d->v[i * n + j] / 2 + d->v[j * n + i] / 2 + (i == j ? 0.5 : 0);
    PM_NEW(d->k, n * n);
    PM_NEW(d->linear, n);
    PM_NEW(d->state, d->count);
    PM_NEW(d->draw, d->count);
    PM_NEW(d->other, d->count);
    PM_NEW(d->group, d->count + 1);
    PM_NEW(d->next, d->count + 1);
    PM_NEW(d->matrix, (size_t)TOGETHER * (size_t)(size * size));
    PM_NEW(d->loops, TOGETHER * size);
    PM_NEW(d->value, TOGETHER);
    d->root = 1;
    for (size_t k = 0; k < d->count; k++) {
        d->state[k] = pm_chance_stream(seed, k);
        d->draw[k] = k;
    }
    d->group[0] = (struct group){0, d->count, 0, 1};
    d->groups = d->count > 0;
    return PM_OK;
}

pm_status pm_photons_clicks_sample(int *patterns, size_t count, uint64_t seed,
                                   const pm_gaussian *state, int most, const pm_options *options)
{
    PM_ARGUMENTS(state);
    PM_ARGUMENTS_IF(count > 0 && state->modes > 0, patterns);
    PM_AT_LEAST(0, most);
    PM_TRY(pm_gaussian_check(state));
    struct drawing d = {.patterns = patterns,
                        .count = count,
                        .modes = state->modes,
                        .most = most < PM_TORONTONIAN_MOST ? most : PM_TORONTONIAN_MOST,
                        .torontonians = {.size = sizeof(pm_stack), .entries = PM_ENTRIES_REAL}};

    PM_TRY(pm_sized_options(&d.options, options));
    pm_probability_deadline_set(&d.deadline, &d.torontonians, &d.options);
    pm_status status = open_drawing(&d, state, seed);
    PM_THEN(status, draw_all(&d));
    PM_FREE(d.v, d.mean, d.k, d.linear, d.state, d.draw, d.other, d.group, d.next, d.matrix,
            d.loops, d.value);
    return status;
}
