/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of the density matrix of a Gaussian state, those on its diagonal, which are the
 * probabilities of photon numbers, and moments: loop hafnians of a form (gaussian_form.c).
 * Cumulants: only the terms of one cycle, in balls.
 *
 * First, loop hafnians of A, rounded to double, in double arithmetic.  What A is rounded by is at
 * most u = 2^-53 times a matrix B >= |A|.  So a term, a product of at most S factors, changes by at
 * most (1 + u)^S - 1 times that term of B, and the loop hafnian by that times the one of B.  Then,
 * for what this is too vague, loop hafnians of the balls, with more and more bits. */
#include "photons/gaussian_form.h"
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/threads.h"
#include "engine/hafnian/pairs.h"
#include "engine/stack_load.h"
#include "num/arb_ball.h"

#include <math.h>
#include <string.h>

enum quantity { PROBABILITIES, ELEMENTS, MOMENTS, CUMULANTS };

struct gaussian {
    enum quantity quantity;
    const struct pm_probabilities *p;
    const int *patterns[2]; /* copies of rows of a* and of a, for each mode */
    int modes;
    struct pm_batch shape; /* of the copies of the rows of A, [count][2 modes] */
    struct pm_gaussian_form form;
};

static const int *copies_of(const struct gaussian *g, size_t k)
{
    return g->shape.stack.row_times + k * 2 * (size_t)g->modes;
}

static void write_quantity(const struct gaussian *g, size_t k, const acb_t z)
{
    if (g->quantity == ELEMENTS)
        pm_probability_write_complex(g->p, k, z);
    else
        pm_probability_write(g->p, k, acb_realref(z));
}

/* ------------------------------------------------------------------ in double arithmetic */

/* Stacks of A and of B, and their values. */
struct doubles {
    double *a, *l, *b, *m; /* one matrix, but loops for each pattern */
    double *value[2], *bound[2];
    int64_t *exponent[2];
};

/* At least |x|. */
static double magnitude(const arb_t x)
{
    mag_t size;

    mag_init(size);
    arb_get_mag(size, x);
    const double found = mag_get_d(size);
    mag_clear(size);
    return found;
}

/* z[2] = the nearest doubles; *b = at least |x|, and 2^53 times the error. */
static void round_entry(double *z, double *b, const acb_t x)
{
    const arb_srcptr part[2] = {acb_realref(x), acb_imagref(x)};
    double lost = 0;
    arb_t error;

    arb_init(error);
    for (int k = 0; k < 2; k++) {
        z[k] = arf_get_d(arb_midref(part[k]), ARF_RND_NEAR);
        arb_set_d(error, z[k]);
        arb_sub(error, part[k], error, 53);
        lost += magnitude(error);
    }
    *b = fmax(pm_above(magnitude(part[0]), magnitude(part[1])), lost * 0x1p53) * (1 + 0x1p-50);
    *b += 0x1p-1000;
    arb_clear(error);
}

/* False: a number is beyond double. */
static bool fill(const struct gaussian *g, const struct doubles *d)
{
    const size_t size = 2 * (size_t)g->modes;
    bool finite = true;

    for (size_t at = 0; at < size * size; at++)
        if (acb_is_zero(g->form.a + at))
            d->a[2 * at] = d->a[2 * at + 1] = d->b[at] = 0;
        else
            round_entry(d->a + 2 * at, d->b + at, g->form.a + at);
    for (size_t i = 0; i < size; i++)
        if (!acb_is_zero(g->form.l + i))
            round_entry(d->l + 2 * i, d->m + i, g->form.l + i);
    for (size_t k = 1; k < g->p->count; k++) {
        memcpy(d->l + 2 * k * size, d->l, 2 * size * sizeof *d->l);
        memcpy(d->m + k * size, d->m, size * sizeof *d->m);
    }
    for (size_t at = 0; at < size * size; at++)
        finite = finite && isfinite(d->b[at]);
    for (size_t i = 0; i < size; i++)
        finite = finite && isfinite(d->m[i]);
    return finite;
}

static pm_status find_hafnians(const struct gaussian *g, const struct doubles *d, int which)
{
    const int size = 2 * g->modes;
    const pm_options *const o = &g->p->options;
    pm_stack stack = {.size = sizeof stack,
                      .entries = which == 0 ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL,
                      .data = which == 0 ? d->a : d->b,
                      .count = g->p->count,
                      .rows = size,
                      .cols = size,
                      .strided = true,
                      .row_stride = size,
                      .col_stride = 1,
                      .row_times = g->shape.stack.row_times,
                      .kind = PM_STACK_HAFNIANS,
                      .loops = which == 0 ? d->l : d->m,
                      .precision = PM_PRECISION_DOUBLE,
                      .normalized = g->shape.stack.normalized,
                      .exponents = d->exponent[which],
                      .watch = o->watch,
                      .watcher = o->watcher};

    return pm_batch(d->value[which], d->bound[which], &stack, o->threads);
}

/* Adds the double x 2^exponent. */
static void add_scaled(arb_t sum, double x, int64_t exponent, slong bits)
{
    arb_t more;

    arb_init(more);
    arb_set_d(more, x);
    arb_mul_2exp_si(more, more, (slong)exponent);
    arb_add(sum, sum, more, bits);
    arb_clear(more);
}

/* z = quantity k, which is zero before. */
static void find_sum(acb_t z, const struct gaussian *g, const struct doubles *d, size_t k)
{
    const int *const copies = copies_of(g, k);
    const slong bits = g->form.bits;
    int total = 0;
    arb_t error, relative;

    PM_EACH(arb_init, error, relative);
    for (int i = 0; i < 2 * g->modes; i++)
        total += copies[i];
    add_scaled(error, d->value[1][k], d->exponent[1][k], bits); /* the hafnian of B */
    add_scaled(error, d->bound[1][k], d->exponent[1][k], bits);
    arb_set_d(relative, pm_gamma(total));
    arb_mul(error, error, relative, bits);
    add_scaled(error, d->bound[0][k], d->exponent[0][k], bits);
    add_scaled(acb_realref(z), d->value[0][2 * k], d->exponent[0][k], bits);
    add_scaled(acb_imagref(z), d->value[0][2 * k + 1], d->exponent[0][k], bits);
    arb_add_error(acb_realref(z), error);
    arb_add_error(acb_imagref(z), error);
    acb_mul_arb(z, z, g->form.factor, bits);
    PM_EACH(arb_clear, relative, error);
}

static pm_status in_doubles(struct gaussian *g, const struct doubles *d)
{
    acb_t z;

    if (g->p->count == 0 || !fill(g, d)) /* no patterns: there is no room for their loops */
        return PM_OK;
    for (int which = 0; which < 2; which++)
        PM_TRY(find_hafnians(g, d, which));
    acb_init(z);
    for (size_t k = 0; k < g->p->count; k++) {
        acb_zero(z);
        find_sum(z, g, d, k);
        write_quantity(g, k, z);
    }
    acb_clear(z);
    return PM_OK;
}

static pm_status try_doubles(struct gaussian *g)
{
    const size_t size = 2 * (size_t)g->modes, count = g->p->count;
    struct doubles d = {.a = NULL};
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, d.a, 2 * size * size, done);
    PM_NEW_GOTO(status, d.b, size * size, done);
    PM_NEW_GOTO(status, d.l, 2 * size * count, done);
    PM_NEW_GOTO(status, d.m, size * count, done);
    for (int which = 0; which < 2; which++) {
        PM_NEW_GOTO(status, d.value[which], 2 * count, done);
        PM_NEW_GOTO(status, d.bound[which], count, done);
        PM_NEW_GOTO(status, d.exponent[which], count, done);
    }
    status = in_doubles(g, &d);
done:
    PM_FREE(d.a, d.b, d.l, d.m);
    for (int which = 0; which < 2; which++)
        PM_FREE(d.value[which], d.bound[which], d.exponent[which]);
    return status;
}

/* ------------------------------------------------------------------ in balls */

static pm_status in_balls(const void *what, size_t k, const int *stop)
{
    const struct gaussian *const g = what;
    const int size = 2 * g->modes;
    struct pm_looped w = {.times = copies_of(g, k), .threads = 1, .stop = stop};
    acb_t sum;

    if (!g->p->vague[k])
        return PM_OK;
    acb_init(sum);
    pm_pairs_looped_init(&w, size);
    for (int i = 0; i < size; i++)
        w.total += w.times[i];
    _acb_vec_set(w.entry, g->form.a, (slong)size * size);
    _acb_vec_set(w.mean, g->form.l, size);
    const pm_status status = (g->quantity == CUMULANTS ? pm_pairs_cycles_sum : pm_pairs_looped_sum)(
        sum, &w, g->form.bits);
    pm_stack_balls_normalize(sum, &g->shape, k, g->form.bits);
    acb_mul_arb(sum, sum, g->form.factor, g->form.bits);
    if (status == PM_OK)
        write_quantity(g, k, sum);
    pm_pairs_looped_clear(&w);
    acb_clear(sum);
    if (status == PM_UNABLE && g->quantity != CUMULANTS)
        return PM_OK; /* it has too many terms: it stays vague */
    return status;
}

/* ------------------------------------------------------------------ all patterns */

static pm_status take_patterns(struct gaussian *g, int *copies)
{
    const size_t m = (size_t)g->modes;

    for (size_t k = 0; k < g->p->count; k++) {
        int total;
        for (size_t i = 0; i < 2 * m; i++)
            copies[k * 2 * m + i] = g->patterns[i / m][k * m + i % m];
        PM_TRY(pm_stack_total(&total, &g->shape, 0, k));
        g->p->vague[k] = true;
    }
    return PM_OK;
}

static pm_status find_form(struct gaussian *g, const pm_gaussian *state, slong bits)
{
    if (g->quantity < MOMENTS)
        return pm_gaussian_form_density(&g->form, state, bits);
    pm_gaussian_form_moments(&g->form, state, bits);
    return PM_OK;
}

static pm_status find_all(struct gaussian *g, const pm_gaussian *state)
{
    const slong most = PM_PROBABILITY_BITS_MOST;
    pm_status status = PM_UNABLE;

    for (slong bits = PM_PROBABILITY_BITS; bits <= most; bits *= 2) {
        const bool first = status == PM_UNABLE;
        status = find_form(g, state, bits);
        if (status == PM_UNABLE)
            continue;
        if (first && g->quantity != CUMULANTS)
            PM_TRY(try_doubles(g));
        if (pm_probability_is_done(g->p))
            return PM_OK;
        PM_TRY(pm_probability_each(g->p, g->p->count, in_balls, g));
    }
    return status == PM_UNABLE
               ? pm_fail(PM_DOMAIN, "the covariance matrix plus hbar / 2 is not positive definite")
               : status;
}

static pm_status solve(double *values, double *bounds, const pm_gaussian *state, struct gaussian *g,
                       size_t count, const pm_options *options)
{
    struct pm_probabilities p;
    struct pm_deadline deadline;
    pm_status status = PM_OK;
    int *copies = NULL;

    PM_ARGUMENTS(state);
    PM_ARGUMENTS_IF(count > 0, values);
    PM_TRY(pm_gaussian_check(state));
    if (options != NULL && options->logarithm &&
        (g->quantity == ELEMENTS || g->quantity == CUMULANTS))
        return pm_fail(PM_INPUT, "what may be negative or complex has no logarithms here");
    PM_TRY(pm_probability_take(&p, values, bounds, count, options));
    const pm_options asked = p.options;
    pm_probability_deadline_within(&deadline, &p.options, &asked);
    g->p = &p;
    g->modes = state->modes;
    p.is_signed = g->quantity == CUMULANTS;
    pm_gaussian_form_init(&g->form, g->modes);
    PM_NEW_GOTO(status, p.vague, count, done);
    PM_NEW_GOTO(status, copies, count * 2 * (size_t)g->modes, done);
    g->shape.stack =
        (pm_stack){.rows = 2 * g->modes, .row_times = copies, .normalized = g->quantity < MOMENTS};
    status = take_patterns(g, copies);
    PM_THEN(status, find_all(g, state));
done:
    pm_gaussian_form_clear(&g->form);
    PM_FREE(copies, p.vague);
    return pm_probability_deadline_status(&deadline, status);
}

pm_status pm_photons_gaussian(double *values, double *bounds, const pm_gaussian *state,
                              const int *patterns, size_t count, const pm_options *options)
{
    struct gaussian g = {.quantity = PROBABILITIES, .patterns = {patterns, patterns}};

    PM_ARGUMENTS_IF(count > 0 && state != NULL && state->modes > 0, patterns);
    return solve(values, bounds, state, &g, count, options);
}

pm_status pm_photons_density(double *values, double *bounds, const pm_gaussian *state,
                             const int *left, const int *right, size_t count,
                             const pm_options *options)
{
    struct gaussian g = {.quantity = ELEMENTS, .patterns = {right, left}};

    PM_ARGUMENTS_IF(count > 0 && state != NULL && state->modes > 0, left, right);
    return solve(values, bounds, state, &g, count, options);
}

pm_status pm_photons_moments(double *values, double *bounds, const pm_gaussian *state,
                             const int *powers, size_t count, const pm_options *options)
{
    struct gaussian g = {.quantity = MOMENTS, .patterns = {powers, powers}};

    PM_ARGUMENTS_IF(count > 0 && state != NULL && state->modes > 0, powers);
    return solve(values, bounds, state, &g, count, options);
}

pm_status pm_photons_cumulants(double *values, double *bounds, const pm_gaussian *state,
                               const int *powers, size_t count, const pm_options *options)
{
    struct gaussian g = {.quantity = CUMULANTS, .patterns = {powers, powers}};

    PM_ARGUMENTS_IF(count > 0 && state != NULL && state->modes > 0, powers);
    return solve(values, bounds, state, &g, count, options);
}
