/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Photons that are not quite alike.  With rows i of the output, G[i][j] = <i|j> for the inner
 * states of the photons, and U the columns of the photons, the squared norm of the output is
 *
 *     1 / prod r! sum over permutations s and t of
 *         prod over i of conj(U[s(i)][i]) U[s(i)][t(i)] G[i][t(i)].
 *
 * The sum over s is a permanent.  By Ryser's formula, with 0 <= d_k <= r_k copies of row k,
 *
 *     sum over d of prod over k of (-1)^(r_k - d_k) C(r_k, d_k) per A(d),
 *     A(d)[i][j] = G[i][j] sum over k of d_k conj(U[k][i]) U[k][j].
 *
 * Then per A(d) is found by Ryser's formula, too: along a tree of choices of columns, so that a sum
 * of entries has no more roundings than columns.  If only the permutations count that move at most
 * x photons, the entries outside the diagonal are multiplied by a variable, and products are
 * polynomials in it of degree x.
 *
 * Threshold detectors: sets of detectors that click take the place of the copies, d_k is 0 or 1,
 * and G[i][j] times entry (i, j) of 1 - U* U is added to A(d) if photons may be lost.
 *
 * Sources: Tichy, Physical Review A 91, 022316, 2015; Bulmer, Paesani, Chadwick and Quesada,
 * Physical Review A 106, 043712, 2022; Ryser, Combinatorial Mathematics, 1963. */
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "engine/stack_load.h"
#include "photons/interferometer.h"
#include "photons/physical.h"

#include <limits.h>
#include <math.h>

enum { UNITS = 64, UNITS_OF_ALL = 4096 }; /* of a sum over d, at most; threads take parts of them */

static const double STEPS_MOST = 0x1p34;
static const double STEP_SECONDS = 2e-7; /* measured with 128 bits */

struct partly {
    struct pm_interferometer u;
    const struct pm_probabilities *p;
    const int *leave; /* [count][rows]: photons, or clicks, of each row; NULL: one each */
    int n, length;    /* photons; coefficients of a product */
    bool few;         /* only permutations that move few photons count; else length is 1 */
    bool clicks;      /* of threshold detectors */
    bool lossy;       /* photons that leave in no row are lost, and count */
    acb_ptr gram;     /* [n][n] */
    slong bits;
    size_t units; /* of each pattern */
    acb_ptr unit; /* [count][units]: sums of the units; and the norm of the input */
};

/* The tree of a permanent. */
struct tree {
    int n, length;
    bool few;
    slong bits;
    acb_srcptr entry; /* [n][n] */
    const int *stop;
    acb_ptr level;   /* [n + 1][2][n]: sums of chosen columns, outside the diagonal and on it */
    acb_ptr product; /* [length] */
    acb_ptr sum;     /* [1] */
};

static int leaving(const struct partly *w, size_t k, int row)
{
    return w->leave != NULL ? w->leave[k * (size_t)w->u.modes + (size_t)row] : 1;
}

/* ------------------------------------------------------------------ a permanent */

static void add_product(struct tree *t, acb_srcptr level, bool minus)
{
    acb_t more;

    acb_init(more);
    _acb_vec_zero(t->product, t->length);
    acb_one(t->product);
    for (int i = 0; i < t->n; i++) {
        const acb_srcptr outside = level + i, diagonal = level + t->n + i;
        for (int k = t->length - 1; k >= 0; k--) {
            acb_mul(more, t->product + k, diagonal, t->bits);
            if (k > 0)
                acb_addmul(more, t->product + k - 1, outside, t->bits);
            acb_swap(t->product + k, more);
        }
    }
    for (int k = 0; k < t->length; k++)
        (minus ? acb_sub : acb_add)(t->sum, t->sum, t->product + k, t->bits);
    acb_clear(more);
}

/* Columns from j on are chosen or not; `minus`: the sign of the choices before. */
static void choose(struct tree *t, int j, bool minus)
{
    const int n = t->n;
    const acb_ptr here = t->level + (slong)j * 2 * n, next = here + 2 * n;

    if (pm_stop_wanted(t->stop))
        return;
    if (j == n) {
        add_product(t, here, minus);
        return;
    }
    _acb_vec_set(next, here, 2 * n);
    choose(t, j + 1, !minus);
    for (int i = 0; i < n; i++) {
        const int at = t->few && i != j ? i : n + i;
        acb_add(next + at, next + at, t->entry + i * n + j, t->bits);
    }
    choose(t, j + 1, minus);
}

/* z = the permanent of the entries, or its part of the permutations that move few. */
static void find_permanent(acb_t z, struct tree t)
{
    const slong levels = (slong)(t.n + 1) * 2 * t.n;

    t.level = _acb_vec_init(levels);
    t.product = _acb_vec_init(t.length);
    t.sum = z;
    acb_zero(z);
    choose(&t, 0, false);
    _acb_vec_clear(t.product, t.length);
    _acb_vec_clear(t.level, levels);
}

/* ------------------------------------------------------------------ the sum over d */

/* entry = A(d); *weight = its weight, for term number `term` of pattern k. */
static void find_matrix(acb_ptr entry, fmpz_t weight, const struct partly *w, size_t k, size_t term)
{
    const int n = w->n, inputs = w->u.inputs, *const enter = w->u.enter;
    fmpz_t binomial;
    acb_t x;

    fmpz_init(binomial);
    acb_init(x);
    fmpz_one(weight);
    for (int at = 0; at < n * n; at++)
        acb_set_si(entry + at, w->lossy && enter[at / n] == enter[at % n]);
    for (int i = 0; i < w->u.modes; i++) {
        const size_t copies = (size_t)leaving(w, k, i), d = term % (copies + 1);
        const acb_srcptr row = w->u.entry + i * inputs;
        const slong times = (slong)d - w->lossy;
        term /= copies + 1;
        fmpz_bin_uiui(binomial, copies, d);
        fmpz_mul(weight, weight, binomial);
        if ((copies - d) % 2 != 0)
            fmpz_neg(weight, weight);
        for (int at = 0; at < n * n && times != 0; at++) {
            acb_conj(x, row + enter[at / n]);
            acb_mul(x, x, row + enter[at % n], w->bits);
            acb_addmul_si(entry + at, x, times, w->bits);
        }
    }
    for (int at = 0; at < n * n; at++)
        acb_mul(entry + at, entry + at, w->gram + at, w->bits);
    acb_clear(x);
    fmpz_clear(binomial);
}

static double terms_of(const struct partly *w, size_t k)
{
    double terms = 1;

    for (int i = 0; i < w->u.modes; i++)
        terms *= leaving(w, k, i) + 1.0;
    return terms;
}

/* The end of the block of photons of one mode that begins with this one. */
static int end_of_block(const struct partly *w, int first)
{
    int end = first + 1;

    while (end < w->n && w->u.enter[end] == w->u.enter[first])
        end++;
    return end;
}

/* norm = the product of the permanents of the blocks of the input. */
static void find_norm(acb_t norm, const struct partly *w, const int *stop)
{
    const int n = w->n;
    const acb_ptr block = _acb_vec_init((slong)n * n);
    acb_t one;

    acb_init(one);
    acb_one(norm);
    for (int first = 0, end; first < n; first = end) {
        end = end_of_block(w, first);
        const int size = end - first;
        for (int at = 0; at < size * size; at++)
            acb_set(block + at, w->gram + (first + at / size) * n + first + at % size);
        find_permanent(
            one,
            (struct tree){.n = size, .length = 1, .bits = w->bits, .entry = block, .stop = stop});
        acb_mul(norm, norm, one, w->bits);
    }
    acb_clear(one);
    _acb_vec_clear(block, (slong)n * n);
}

static pm_status unit_sum(const void *what, size_t at, const int *stop)
{
    const struct partly *const w = what;
    const size_t k = at / w->units, unit = at % w->units;
    if (k == w->p->count) {
        find_norm(w->unit + at, w, stop);
        return pm_go_on(stop);
    }
    const size_t terms = w->p->vague[k] ? (size_t)terms_of(w, k) : 0;
    const size_t first = terms * unit / w->units, end = terms * (unit + 1) / w->units;
    const slong cells = (slong)w->n * w->n;
    const acb_ptr entry = _acb_vec_init(cells);
    const struct tree tree = {w->n, w->length, w->few, w->bits, entry, stop, NULL, NULL, NULL};
    fmpz_t weight;
    acb_t z;

    fmpz_init(weight);
    acb_init(z);
    acb_zero(w->unit + at);
    for (size_t term = first; term < end; term++) {
        find_matrix(entry, weight, w, k, term);
        find_permanent(z, tree);
        acb_addmul_fmpz(w->unit + at, z, weight, w->bits);
    }
    acb_clear(z);
    fmpz_clear(weight);
    _acb_vec_clear(entry, cells);
    return pm_go_on(stop);
}

/* x = the probability of the pattern: its units over the factorials of the output and the norm. */
static void add_units(arb_t x, const struct partly *w, size_t pattern)
{
    arb_t factorial;

    arb_init(factorial);
    arb_zero(x);
    for (size_t unit = 0; unit < w->units; unit++)
        arb_add(x, x, acb_realref(w->unit + pattern * w->units + unit), w->bits);
    for (int k = 0; k < w->u.modes; k++) {
        arb_fac_ui(factorial, (ulong)leaving(w, pattern, k), w->bits);
        arb_div(x, x, factorial, w->bits);
    }
    arb_div(x, x, acb_realref(w->unit + w->p->count * w->units), w->bits);
    arb_clear(factorial);
}

/* ------------------------------------------------------------------ the probability */

static pm_status find_probabilities(struct partly *w)
{
    const size_t count = w->p->count;
    pm_status status = PM_OK;
    arb_t x;

    arb_init(x);
    for (w->bits = PM_PROBABILITY_BITS;
         status == PM_OK && !pm_probability_is_done(w->p) && w->bits <= PM_PROBABILITY_BITS_MOST;
         w->bits *= 2) {
        status = pm_probability_each(w->p, count * w->units + 1, unit_sum, w);
        for (size_t k = 0; k < count && status == PM_OK; k++) {
            if (!w->p->vague[k])
                continue;
            add_units(x, w, k);
            pm_probability_write(w->p, k, x);
        }
    }
    arb_clear(x);
    return status;
}

static pm_status check_gram(const double *gram, int n)
{
    for (int at = 0; at < n * n; at++)
        if (!isfinite(gram[2 * at]) || !isfinite(gram[2 * at + 1]))
            return pm_fail(PM_INPUT, "overlaps: entry %d, %d is not finite", at / n, at % n);
    return pm_physical_overlaps(gram, n);
}

/* What is left out, in the mean over interferometers, if all overlaps are x: sqrt(x^(2 k + 2) / (1
 * - x^2)), where k photons may move (Renema et al.).  Infinite for other overlaps. */
static double left_out(const struct partly *w, const double *gram)
{
    if (!w->few || w->n < 2)
        return 0;
    const double x = fabs(gram[2]);
    bool alike = x < 1;
    for (int at = 0; at < w->n * w->n; at++)
        alike =
            alike && (at / w->n == at % w->n || (gram[2 * at] == gram[2] && gram[2 * at + 1] == 0));
    return alike ? sqrt(pow(x, 2 * w->length) / (1 - x * x)) : HUGE_VAL;
}

/* Writes the zeros: more detectors click than there are photons, or other numbers of photons leave
 * than enter.  The others are vague.  PM_UNABLE: they are predicted to take too long. */
static pm_status find_zeros(struct partly *w)
{
    const double seconds = w->p->options.seconds;
    double steps = 0;
    arb_t zero;

    arb_init(zero);
    for (size_t k = 0; k < w->p->count; k++) {
        int64_t leave = 0;
        for (int i = 0; i < w->u.modes; i++)
            leave += leaving(w, k, i);
        if (leave > w->n || (leave < w->n && !w->clicks)) {
            pm_probability_write(w->p, k, zero);
        } else {
            w->p->vague[k] = true;
            steps += terms_of(w, k) * ldexp(w->n + 1.0, w->n) * w->length;
        }
    }
    arb_clear(zero);
    for (int first = 0, end; steps > 0 && first < w->n; first = end) {
        end = end_of_block(w, first); /* of the norm */
        steps += ldexp(end - first + 1.0, end - first);
    }
    return steps > STEPS_MOST || (seconds > 0 && steps * STEP_SECONDS > seconds)
               ? pm_fail(PM_UNABLE, "%d photons%s: predicted to take %.3g s", w->n,
                         w->clicks ? " and threshold detectors" : " that are not alike",
                         steps * STEP_SECONDS)
               : PM_OK;
}

static pm_status find_all(struct partly *w, const double *gram)
{
    const size_t count = w->p->count, some = UNITS_OF_ALL / (count + 1) + 1;

    w->units = some < UNITS ? some : UNITS;
    const slong cells = (slong)w->n * w->n, units = (slong)(count * w->units) + 1;
    PM_TRY(find_zeros(w)); /* refuses many photons before the overlaps of all pairs are checked */
    PM_TRY(check_gram(gram, w->n));
    PM_TRY(pm_interferometer_read(&w->u));
    w->gram = _acb_vec_init(cells);
    w->unit = _acb_vec_init(units);
    for (slong at = 0; at < cells; at++)
        acb_set_d_d(w->gram + at, gram[2 * at], gram[2 * at + 1]);
    const pm_status status = find_probabilities(w);
    _acb_vec_clear(w->unit, units);
    _acb_vec_clear(w->gram, cells);
    return status;
}

static pm_status solve(double *values, double *bounds, double *error, struct partly *w,
                       const pm_stack *interferometer, const double *gram, size_t count,
                       const pm_options *options)
{
    struct pm_probabilities p;
    int leave;

    PM_TRY(pm_probability_take(&p, values, bounds, count, options));
    pm_status status = pm_interferometer_take(&w->u, interferometer);
    if (!w->clicks)
        PM_THEN(status, pm_stack_total(&leave, &w->u.b, 0, 0));
    w->n = w->u.photons;
    w->p = &p;
    w->few = p.is_signed = w->length > 0 && w->length <= w->n;
    w->length = w->few ? w->length : 1;
    if (status == PM_OK && error != NULL)
        *error = left_out(w, gram);
    if (status == PM_OK && (p.vague = pm_alloc(count, sizeof *p.vague)) == NULL)
        status = PM_NOMEM;
    PM_THEN(status, find_all(w, gram));
    free(p.vague);
    pm_interferometer_clear(&w->u);
    return status;
}

pm_status pm_photons_partly(double *value, double *bound, double *error,
                            const pm_stack *interferometer, const double *gram, int exchanged,
                            const pm_options *options)
{
    PM_ARGUMENTS(value, interferometer, gram);
    struct partly w = {.length = exchanged < 0 || exchanged == INT_MAX ? 0 : exchanged + 1,
                       .leave = interferometer->row_times};

    return solve(value, bound, error, &w, interferometer, gram, 1, options);
}

pm_status pm_photons_partly_clicks(double *values, double *bounds, const pm_stack *interferometer,
                                   const double *gram, bool lossy, const int *patterns,
                                   size_t count, const pm_options *options)
{
    PM_ARGUMENTS(interferometer, gram);
    PM_ARGUMENTS_IF(count > 0, values);
    PM_ARGUMENTS_IF(count > 0 && interferometer->rows > 0, patterns);
    struct partly w = {.clicks = true, .lossy = lossy, .leave = patterns};

    for (size_t at = 0; at < count * (size_t)interferometer->rows; at++)
        if (patterns[at] != 0 && patterns[at] != 1)
            return pm_fail(PM_INPUT, "clicks: a detector clicks, 1, or does not, 0, not %d",
                           patterns[at]);
    return solve(values, bounds, NULL, &w, interferometer, gram, count, options);
}
