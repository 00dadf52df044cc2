/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All outputs of an interferometer.  Photons enter one after another.  With normalized states, a
 * photon that enters by column u adds, to the amplitude of the output q,
 *
 *     sum over j of u_j sqrt(q_j) times the amplitude of q without a photon in mode j,
 *
 * divided by sqrt(c) for the c-th photon of its mode.  So no amplitude is above 1 and no factorial
 * is needed.  Outputs are ascending lists of modes a_0 <= a_1 <= ..., and the number of a list, in
 * colexicographic order, is the sum of C(a_i + i, i + 1).
 *
 * Source: Heurtel, Mansfield, Senellart and Valiron, Computer Physics Communications 291, 108848,
 * 2023. */
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/refusal.h"
#include "photons/interferometer.h"
#include "photons/losses.h"

#include <math.h>

static const double COUNT_MOST = 0x1p31;
/* Seconds for one product of two balls and its place, measured with 128 bits. */
static const double PRODUCT_SECONDS = 3e-7;

struct outputs {
    struct pm_interferometer u;
    bool lossy;
    size_t *number; /* [rows][photons]: C(a + i, i + 1) */
    mag_t lost;
};

/* C(photons + modes - 1, photons), as a double. */
static double lists_of(int modes, int photons)
{
    double count = modes > 0 || photons == 0;

    for (int k = 1; k <= photons; k++)
        count = count * (modes - 1 + k) / k;
    return count;
}

/* ------------------------------------------------------------------ lists */

static size_t number_of(const struct outputs *o, int mode, int place)
{
    return o->number[mode * o->u.photons + place];
}

static pm_status find_numbers(struct outputs *o, int rows)
{
    PM_NEW(o->number, (size_t)rows * (size_t)o->u.photons);
    for (int a = 0; a < rows; a++)
        for (int i = 0; i < o->u.photons; i++)
            o->number[a * o->u.photons + i] =
                a == 0 ? 0 : number_of(o, a - 1, i) + (i == 0 ? 1 : number_of(o, a, i - 1));
    return PM_OK;
}

/* The next ascending list of `count` modes. */
static void step(int *list, int count)
{
    int at = 0;

    while (at + 1 < count && list[at] == list[at + 1])
        at++;
    if (at < count)
        list[at]++;
    for (int i = 0; i < at; i++)
        list[i] = 0;
}

/* ------------------------------------------------------------------ amplitudes */

/* z = the amplitude of this list of `count` modes; factor[mode][number of photons there]. */
static void find_amplitude(acb_t z, const struct outputs *o, const int *list, int count,
                           acb_srcptr before, acb_srcptr factor, slong bits)
{
    const int photons = o->u.photons;
    size_t below = 0, above = 0;

    for (int i = 1; i < count; i++) /* the numbers of all, each one place lower */
        above += number_of(o, list[i], i - 1);
    acb_zero(z);
    for (int i = 0, first = 0; i < count; i++) {
        const bool last = i + 1 == count || list[i + 1] != list[i];
        if (last) {
            acb_addmul(z, factor + list[i] * (photons + 1) + i + 1 - first, before + below + above,
                       bits);
            first = i + 1;
        }
        below += number_of(o, list[i], i);
        above -= i + 1 < count ? number_of(o, list[i + 1], i) : 0;
    }
}

/* factor[mode][k] = u sqrt(k) / sqrt(c) for photon `at`, the c-th of its mode. */
static void find_factors(acb_ptr factor, const struct outputs *o, int at, slong bits)
{
    const int photons = o->u.photons;
    int same = 1;
    arb_t root;

    arb_init(root);
    while (same <= at && o->u.enter[at - same] == o->u.enter[at])
        same++;
    for (int k = 1; k <= at + 1; k++) {
        arb_set_ui(root, (ulong)k);
        arb_div_ui(root, root, (ulong)same, bits);
        arb_sqrt(root, root, bits);
        for (int row = 0; row < o->u.rows; row++)
            acb_mul_arb(factor + row * (photons + 1) + k,
                        o->u.entry + row * o->u.inputs + o->u.enter[at], root, bits);
    }
    arb_clear(root);
}

/* *amplitude = those of all lists of all photons; *count of them. */
static pm_status find_amplitudes(acb_ptr *amplitude, slong *count, const struct outputs *o,
                                 slong bits, const int *stop)
{
    const int photons = o->u.photons;
    const slong factors = (slong)o->u.rows * (photons + 1);
    const acb_ptr factor = _acb_vec_init(factors);
    acb_ptr before = _acb_vec_init(1);
    pm_status status = PM_OK;
    slong many = 1;
    int *list;

    PM_NEW_GOTO(status, list, photons, done);
    acb_one(before);
    for (int at = 0; at < photons && status == PM_OK; at++) {
        const slong now = (slong)lists_of(o->u.rows, at + 1);
        const acb_ptr next = _acb_vec_init(now);
        find_factors(factor, o, at, bits);
        for (int i = 0; i <= at; i++)
            list[i] = 0;
        for (slong k = 0; k < now && status == PM_OK; k++, step(list, at + 1)) {
            find_amplitude(next + k, o, list, at + 1, before, factor, bits);
            status = k % 4096 == 0 ? pm_go_on(stop) : PM_OK;
        }
        _acb_vec_clear(before, many);
        before = next;
        many = now;
    }
    free(list);
done:
    _acb_vec_clear(factor, factors);
    *amplitude = before;
    *count = many;
    return status;
}

/* ------------------------------------------------------------------ probabilities */

struct sums {
    const struct outputs *o;
    const struct pm_probabilities *p;
    arb_ptr sum; /* of all outputs that are seen */
};

/* Squares add up where they differ in the modes that are not seen. */
static pm_status add_squares(const struct sums *s, acb_srcptr amplitude, slong count, slong bits)
{
    const struct outputs *const o = s->o;
    const int photons = o->u.photons, modes = o->u.modes;
    arb_t square;
    int *list;

    PM_NEW(list, photons);
    arb_init(square);
    _arb_vec_zero(s->sum, (slong)s->p->count);
    for (slong k = 0; k < count; k++, step(list, photons)) {
        size_t at = 0;
        for (int i = 0; i < photons; i++)
            at += number_of(o, list[i] < modes ? list[i] : modes, i);
        acb_abs(square, amplitude + k, bits);
        arb_sqr(square, square, bits);
        arb_add(s->sum + at, s->sum + at, square, bits);
    }
    for (size_t k = 0; k < s->p->count; k++)
        arb_add_error_mag(s->sum + k, o->lost);
    arb_clear(square);
    free(list);
    return PM_OK;
}

/* Whether all errors are as small as asked for. */
static bool is_enough(const struct sums *s)
{
    bool enough = true;
    mag_t most;

    mag_init(most);
    mag_set_d_lower(most, s->p->options.epsilon / 2);
    for (size_t k = 0; k < s->p->count && enough; k++)
        enough = mag_cmp(arb_radref(s->sum + k), most) < 0;
    mag_clear(most);
    return enough || mag_cmp_2exp_si(s->o->lost, -60) > 0;
}

static pm_status solve(const void *what, size_t k, const int *stop)
{
    const struct sums *const s = what;
    slong bits = PM_PROBABILITY_BITS, count;
    pm_status status;
    acb_ptr amplitude;

    (void)k;
    do {
        status = find_amplitudes(&amplitude, &count, s->o, bits, stop);
        PM_THEN(status, add_squares(s, amplitude, count, bits));
        _acb_vec_clear(amplitude, count);
        bits *= 2;
    } while (status == PM_OK && !is_enough(s) && bits <= PM_PROBABILITY_BITS_MOST);
    return status;
}

static void write_all(const struct sums *s, int *patterns, int *list)
{
    const int modes = s->o->u.modes, photons = s->o->u.photons;

    for (size_t k = 0; k < s->p->count; k++, step(list, photons)) {
        int *const pattern = patterns + k * (size_t)modes;
        for (int i = 0; i < modes; i++)
            pattern[i] = 0;
        for (int i = 0; i < photons; i++)
            if (list[i] < modes)
                pattern[list[i]]++;
        pm_probability_write(s->p, k, s->sum + k);
    }
}

/* Refuses what takes too long. */
static pm_status check_cost(const struct outputs *o, const pm_options *options)
{
    const double lists = lists_of(o->u.rows, o->u.photons);
    const double seconds = lists * fmin(o->u.rows, o->u.photons) * PRODUCT_SECONDS;

    if (lists > COUNT_MOST)
        return pm_fail(PM_UNABLE, "%.3g outputs", lists);
    if (options->seconds > 0 && seconds > options->seconds)
        return pm_refusal_of_seconds("the list of outputs", seconds, 1, options->seconds);
    return PM_OK;
}

static pm_status find_all(int *patterns, struct outputs *o, struct pm_probabilities *p)
{
    struct sums s = {.o = o, .p = p};
    pm_status status = PM_OK;
    int *list;

    PM_TRY(pm_interferometer_read(&o->u));
    if (o->lossy)
        PM_TRY(pm_losses_add(o->lost, &o->u));
    PM_TRY(check_cost(o, &p->options));
    p->count = (size_t)lists_of(o->u.modes + o->lossy, o->u.photons);
    PM_TRY(find_numbers(o, o->u.rows + o->lossy));
    PM_NEW(list, o->u.photons);
    s.sum = _arb_vec_init((slong)p->count);
    status = pm_probability_each(p, 1, solve, &s);
    if (status == PM_OK)
        write_all(&s, patterns, list);
    _arb_vec_clear(s.sum, (slong)p->count);
    free(list);
    return status;
}

pm_status pm_photons_outputs(double *values, double *bounds, int *patterns,
                             const pm_stack *interferometer, bool lossy, const pm_options *options)
{
    PM_ARGUMENTS(interferometer, values);
    PM_ARGUMENTS_IF(interferometer->rows > 0, patterns);
    struct outputs o = {.lossy = lossy};
    struct pm_probabilities p;

    PM_TRY(pm_probability_take(&p, values, bounds, 0, options));
    if (p.options.logarithm)
        return pm_fail(PM_INPUT, "the probabilities of all outputs have no logarithms");
    mag_init(o.lost);
    pm_status status = pm_interferometer_take(&o.u, interferometer);
    PM_THEN(status, find_all(patterns, &o, &p));
    pm_interferometer_clear(&o.u);
    mag_clear(o.lost);
    free(o.number);
    return status;
}

pm_status pm_photons_count(size_t *count, const pm_stack *interferometer, bool lossy)
{
    PM_ARGUMENTS(count, interferometer);
    struct pm_interferometer u;

    const pm_status status = pm_interferometer_take(&u, interferometer);
    if (status == PM_OK) {
        const double all = lists_of(u.modes + lossy, u.photons);
        *count = all > COUNT_MOST ? SIZE_MAX : (size_t)all;
    }
    pm_interferometer_clear(&u);
    return status;
}
