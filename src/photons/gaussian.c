/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Photon numbers of a Gaussian state.  With Q^-1 = K for x and p, in blocks X (x, x), Y (x, p) and
 * P (p, p), the probability of a pattern n is
 *
 *     lhaf(A, l; n, n) / prod n! exp(-mean K mean / 2) / sqrt(det Q),
 *     A = [ -(X - P - i (Y + Y')) / 2      1 - (X + P - i (Y' - Y)) / 2 ]
 *         [ 1 - (X + P + i (Y' - Y)) / 2   -(X - P + i (Y + Y')) / 2    ],
 *     l = [ (k_x - i k_p) / sqrt 2, (k_x + i k_p) / sqrt 2 ],  k = K mean,
 *
 * where rows of A are those of a* and a.  A is found in balls.
 *
 * First, loop hafnians of A, rounded to double, in double arithmetic.  What A is rounded by is at
 * most u = 2^-53 times a matrix B >= |A|.  So a term, a product of at most S factors, changes by at
 * most (1 + u)^S - 1 times that term of B, and the loop hafnian by that times the one of B.  Then,
 * for what this is too vague, loop hafnians of the balls, with more and more bits.
 *
 * Source: Bjorklund, Gupt and Quesada, ACM Journal of Experimental Algorithmics 24, 2019. */
#include "photons/gaussian_state.h"
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/threads.h"
#include "engine/hafnian/pairs.h"
#include "engine/stack_load.h"
#include "num/arb_ball.h"

#include <math.h>
#include <string.h>

struct gaussian {
    const struct pm_probabilities *p;
    const int *patterns;
    int modes;
    int *copies;  /* [count][2 modes]: of the rows of A */
    slong bits;   /* of the following */
    acb_ptr a, l; /* [2 modes][2 modes], [2 modes] */
    arb_t vacuum;
};

/* ------------------------------------------------------------------ A, l and the vacuum */

/* a and l at rows j and k of x, for the mode j and the conjugate, or not, mode k. */
static void set_block(struct gaussian *g, const arb_mat_t inverse, int j, int k)
{
    const int m = g->modes, size = 2 * m;
    const slong bits = g->bits;
    const arb_srcptr x = arb_mat_entry(inverse, j, k), p = arb_mat_entry(inverse, j + m, k + m);
    const arb_srcptr y = arb_mat_entry(inverse, j, k + m),
                     turned = arb_mat_entry(inverse, j + m, k);
    const acb_ptr same = g->a + (j + m) * size + k + m, cross = g->a + (j + m) * size + k;

    arb_sub(acb_realref(same), p, x, bits);
    arb_add(acb_imagref(same), y, turned, bits);
    arb_neg(acb_imagref(same), acb_imagref(same));
    acb_mul_2exp_si(same, same, -1);
    acb_conj(g->a + j * size + k, same);
    arb_add(acb_realref(cross), x, p, bits);
    arb_sub(acb_imagref(cross), turned, y, bits);
    acb_mul_2exp_si(cross, cross, -1);
    acb_neg(cross, cross);
    if (j == k)
        acb_add_ui(cross, cross, 1, bits);
    acb_conj(g->a + j * size + k + m, cross);
}

/* The lower triangle counts, so that balls are the same on both sides. */
static void make_symmetric(struct gaussian *g)
{
    const int size = 2 * g->modes;

    for (int i = 0; i < size; i++)
        for (int j = 0; j < i; j++)
            acb_set(g->a + j * size + i, g->a + i * size + j);
}

static void set_loops(struct gaussian *g, const arb_mat_t inverse,
                      const struct pm_gaussian_state *s)
{
    const int m = g->modes;
    arb_t exponent, root;

    PM_EACH(arb_init, exponent, root);
    arb_sqrt_ui(root, 2, g->bits);
    for (int i = 0; i < 2 * m; i++) {
        const acb_ptr to = g->l + (i < m ? i : i - m);
        const arb_ptr part = i < m ? acb_realref(to) : acb_imagref(to);
        arb_dot(part, NULL, 0, arb_mat_entry(inverse, i, 0), 1, s->mean, 1, 2 * m, g->bits);
        arb_addmul(exponent, part, s->mean + i, g->bits);
        arb_div(part, part, root, g->bits);
    }
    for (int i = 0; i < m; i++) {
        acb_set(g->l + m + i, g->l + i);
        acb_conj(g->l + i, g->l + i);
    }
    arb_mul_2exp_si(exponent, exponent, -1);
    arb_neg(exponent, exponent);
    arb_exp(exponent, exponent, g->bits);
    arb_mul(g->vacuum, g->vacuum, exponent, g->bits);
    PM_EACH(arb_clear, root, exponent);
}

static pm_status find_form(struct gaussian *g, const pm_gaussian *state, slong bits)
{
    const int size = 2 * g->modes;
    struct pm_gaussian_state s;
    arb_mat_t factor, inverse;
    pm_status status = PM_OK;

    g->bits = bits;
    pm_gaussian_take(&s, state, bits);
    arb_mat_init(factor, size, size);
    arb_mat_init(inverse, size, size);
    if (arb_mat_cho(factor, s.q, bits)) {
        arb_mat_inv_cho_precomp(inverse, factor, bits);
        arb_one(g->vacuum);
        for (int i = 0; i < size; i++)
            arb_div(g->vacuum, g->vacuum, arb_mat_entry(factor, i, i), bits);
        for (int j = 0; j < g->modes; j++)
            for (int k = 0; k < g->modes; k++)
                set_block(g, inverse, j, k);
        make_symmetric(g);
        set_loops(g, inverse, &s);
    } else {
        status = PM_UNABLE;
    }
    arb_mat_clear(inverse);
    arb_mat_clear(factor);
    pm_gaussian_clear(&s);
    return status;
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

static void fill(const struct gaussian *g, const struct doubles *d)
{
    const size_t size = 2 * (size_t)g->modes;

    for (size_t at = 0; at < size * size; at++)
        if (acb_is_zero(g->a + at))
            d->a[2 * at] = d->a[2 * at + 1] = d->b[at] = 0;
        else
            round_entry(d->a + 2 * at, d->b + at, g->a + at);
    for (size_t i = 0; i < size; i++)
        if (!acb_is_zero(g->l + i))
            round_entry(d->l + 2 * i, d->m + i, g->l + i);
    for (size_t k = 1; k < g->p->count; k++) {
        memcpy(d->l + 2 * k * size, d->l, 2 * size * sizeof *d->l);
        memcpy(d->m + k * size, d->m, size * sizeof *d->m);
    }
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
                      .row_times = g->copies,
                      .kind = PM_STACK_HAFNIANS,
                      .loops = which == 0 ? d->l : d->m,
                      .precision = PM_PRECISION_DOUBLE,
                      .normalized = true,
                      .exponents = d->exponent[which]};

    struct pm_deadline deadline;

    pm_probability_deadline_set(&deadline, &stack, o);
    return pm_probability_deadline_status(
        &deadline, pm_batch(d->value[which], d->bound[which], &stack, o->threads));
}

/* x = the probability of pattern k. */
static void find_sum(arb_t x, const struct gaussian *g, const struct doubles *d, size_t k)
{
    const int size = 2 * g->modes;
    int copies = 0;
    arb_t more;

    arb_init(more);
    for (int i = 0; i < size; i++)
        copies += g->copies[k * (size_t)size + (size_t)i];
    arb_set_d(x, d->value[1][k]); /* the hafnian of B */
    arb_set_d(more, d->bound[1][k]);
    arb_add(x, x, more, g->bits);
    arb_set_d(more, pm_gamma(copies));
    arb_mul(x, x, more, g->bits);
    arb_mul_2exp_si(more, x, (slong)d->exponent[1][k]);
    arb_set_d(x, d->bound[0][k]);
    arb_mul_2exp_si(x, x, (slong)d->exponent[0][k]);
    arb_add(more, more, x, g->bits);
    arb_set_d(x, d->value[0][2 * k]);
    arb_mul_2exp_si(x, x, (slong)d->exponent[0][k]);
    arb_add_error(x, more);
    arb_mul(x, x, g->vacuum, g->bits);
    arb_clear(more);
}

static pm_status in_doubles(struct gaussian *g, const struct doubles *d)
{
    arb_t x;

    if (g->p->count == 0) /* and no room for the loops of a pattern */
        return PM_OK;
    fill(g, d);
    for (int which = 0; which < 2; which++)
        PM_TRY(find_hafnians(g, d, which));
    arb_init(x);
    for (size_t k = 0; k < g->p->count; k++) {
        find_sum(x, g, d, k);
        pm_probability_write(g->p, k, x);
    }
    arb_clear(x);
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
    struct pm_looped w = {.times = g->copies + k * (size_t)size, .threads = 1, .stop = stop};
    arb_t factorial;
    acb_t sum;

    if (!g->p->vague[k])
        return PM_OK;
    acb_init(sum);
    arb_init(factorial);
    pm_pairs_looped_init(&w, size);
    for (int i = 0; i < size; i++)
        w.total += w.times[i];
    _acb_vec_set(w.entry, g->a, (slong)size * size);
    _acb_vec_set(w.mean, g->l, size);
    const pm_status status = pm_pairs_looped_sum(sum, &w, g->bits);
    arb_mul(acb_realref(sum), acb_realref(sum), g->vacuum, g->bits);
    for (int i = 0; i < g->modes; i++) {
        arb_fac_ui(factorial, (ulong)w.times[i], g->bits);
        arb_div(acb_realref(sum), acb_realref(sum), factorial, g->bits);
    }
    if (status == PM_OK)
        pm_probability_write(g->p, k, acb_realref(sum));
    pm_pairs_looped_clear(&w);
    arb_clear(factorial);
    acb_clear(sum);
    return status == PM_UNABLE ? PM_OK : status; /* it has too many terms: it stays vague */
}

/* ------------------------------------------------------------------ all patterns */

static pm_status take_patterns(struct gaussian *g)
{
    const size_t m = (size_t)g->modes;
    const struct pm_batch shape = {.stack = {.rows = 2 * g->modes, .row_times = g->copies}};

    for (size_t k = 0; k < g->p->count; k++) {
        int total;
        for (size_t i = 0; i < 2 * m; i++)
            g->copies[k * 2 * m + i] = g->patterns[k * m + i % m];
        PM_TRY(pm_stack_total(&total, &shape, 0, k));
    }
    return PM_OK;
}

static pm_status find_all(struct gaussian *g, const pm_gaussian *state)
{
    const slong most = PM_PROBABILITY_BITS_MOST;
    pm_status status = PM_UNABLE;

    PM_TRY(take_patterns(g));
    for (slong bits = PM_PROBABILITY_BITS; bits <= most; bits *= 2) {
        const bool first = status == PM_UNABLE;
        status = find_form(g, state, bits);
        if (status == PM_UNABLE)
            continue;
        if (first)
            PM_TRY(try_doubles(g));
        if (pm_probability_is_done(g->p))
            return PM_OK;
        PM_TRY(pm_probability_each(g->p, g->p->count, in_balls, g));
    }
    return status == PM_UNABLE
               ? pm_fail(PM_DOMAIN, "the covariance matrix plus hbar / 2 is not positive definite")
               : status;
}

pm_status pm_photons_gaussian(double *values, double *bounds, const pm_gaussian *state,
                              const int *patterns, size_t count, const pm_options *options)
{
    PM_ARGUMENTS(state);
    PM_ARGUMENTS_IF(count > 0, values);
    PM_ARGUMENTS_IF(count > 0 && state->modes > 0, patterns);
    PM_TRY(pm_gaussian_check(state));
    const int size = 2 * state->modes;
    struct gaussian g = {.patterns = patterns, .modes = state->modes};
    struct pm_probabilities p;

    PM_TRY(pm_probability_take(&p, values, bounds, count, options));
    g.p = &p;
    g.copies = pm_alloc(count * (size_t)size, sizeof *g.copies);
    p.vague = pm_alloc(count, sizeof *p.vague);
    g.a = _acb_vec_init((slong)size * size);
    g.l = _acb_vec_init(size);
    arb_init(g.vacuum);
    const pm_status status = g.copies != NULL && p.vague != NULL ? find_all(&g, state) : PM_NOMEM;
    arb_clear(g.vacuum);
    _acb_vec_clear(g.l, size);
    _acb_vec_clear(g.a, (slong)size * size);
    PM_FREE(g.copies, p.vague);
    return status;
}
