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
 * Sources: Tichy, Physical Review A 91, 022316, 2015; Ryser, Combinatorial Mathematics, 1963. */
#include "photons/probability.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "engine/stack_load.h"
#include "photons/interferometer.h"
#include "photons/physical.h"

#include <math.h>

static const double STEPS_MOST = 0x1p34;
static const double STEP_SECONDS = 2e-7; /* measured with 128 bits */

struct partly {
    struct pm_interferometer u;
    const struct pm_probabilities *p;
    const int *leave;    /* photons of each row; NULL: one each */
    int n, length;       /* photons; coefficients of a product */
    bool few;            /* only permutations that move few photons count; else length is 1 */
    acb_ptr gram;        /* [n][n] */
    size_t terms, units; /* of the sum over d; threads take parts of them */
    slong bits;
    acb_ptr unit; /* sums of the units */
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

static int leaving(const struct partly *w, int row)
{
    return w->leave != NULL ? w->leave[row] : 1;
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

/* entry = A(d); *weight = its weight, for term number `term`. */
static void find_matrix(acb_ptr entry, fmpz_t weight, const struct partly *w, size_t term)
{
    const int n = w->n, inputs = w->u.inputs;
    fmpz_t binomial;
    acb_t x;

    fmpz_init(binomial);
    acb_init(x);
    fmpz_one(weight);
    _acb_vec_zero(entry, (slong)n * n);
    for (int k = 0; k < w->u.modes; k++) {
        const size_t copies = (size_t)leaving(w, k), d = term % (copies + 1);
        const acb_srcptr row = w->u.entry + k * inputs;
        term /= copies + 1;
        fmpz_bin_uiui(binomial, copies, d);
        fmpz_mul(weight, weight, binomial);
        if ((copies - d) % 2 != 0)
            fmpz_neg(weight, weight);
        for (int at = 0; at < n * n && d > 0; at++) {
            acb_conj(x, row + w->u.enter[at / n]);
            acb_mul(x, x, row + w->u.enter[at % n], w->bits);
            acb_addmul_ui(entry + at, x, d, w->bits);
        }
    }
    for (int at = 0; at < n * n; at++)
        acb_mul(entry + at, entry + at, w->gram + at, w->bits);
    acb_clear(x);
    fmpz_clear(binomial);
}

static pm_status unit_sum(const void *what, size_t unit, const int *stop)
{
    const struct partly *const w = what;
    const size_t first = w->terms * unit / w->units, end = w->terms * (unit + 1) / w->units;
    const slong cells = (slong)w->n * w->n;
    const acb_ptr entry = _acb_vec_init(cells);
    const struct tree tree = {w->n, w->length, w->few, w->bits, entry, stop, NULL, NULL, NULL};
    fmpz_t weight;
    acb_t z;

    fmpz_init(weight);
    acb_init(z);
    acb_zero(w->unit + unit);
    for (size_t term = first; term < end; term++) {
        find_matrix(entry, weight, w, term);
        find_permanent(z, tree);
        acb_addmul_fmpz(w->unit + unit, z, weight, w->bits);
    }
    acb_clear(z);
    fmpz_clear(weight);
    _acb_vec_clear(entry, cells);
    return pm_go_on(stop);
}

/* Divides by the factorials of the output and by the permanents of the blocks of the input. */
static void divide(arb_t x, const struct partly *w)
{
    const int n = w->n;
    const acb_ptr block = _acb_vec_init((slong)n * n);
    arb_t factorial;
    acb_t norm;

    acb_init(norm);
    arb_init(factorial);
    for (int k = 0; k < w->u.modes; k++) {
        arb_fac_ui(factorial, (ulong)leaving(w, k), w->bits);
        arb_div(x, x, factorial, w->bits);
    }
    for (int first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && w->u.enter[end] == w->u.enter[first];)
            end++;
        const int size = end - first;
        for (int at = 0; at < size * size; at++)
            acb_set(block + at, w->gram + (first + at / size) * n + first + at % size);
        find_permanent(norm,
                       (struct tree){.n = size, .length = 1, .bits = w->bits, .entry = block});
        arb_div(x, x, acb_realref(norm), w->bits);
    }
    arb_clear(factorial);
    acb_clear(norm);
    _acb_vec_clear(block, (slong)n * n);
}

/* ------------------------------------------------------------------ the probability */

static pm_status find_probability(arb_t x, struct partly *w)
{
    bool enough = false;

    for (w->bits = PM_PROBABILITY_BITS; !enough && w->bits <= PM_PROBABILITY_BITS_MOST;
         w->bits *= 2) {
        PM_TRY(pm_probability_each(w->p, w->units, unit_sum, w));
        arb_zero(x);
        for (size_t unit = 0; unit < w->units; unit++)
            arb_add(x, x, acb_realref(w->unit + unit), w->bits);
        divide(x, w);
        enough = pm_probability_suffices(w->p, x);
    }
    return PM_OK;
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

static pm_status check_cost(struct partly *w)
{
    const double seconds = w->p->options.seconds;
    double terms = 1;

    for (int k = 0; k < w->u.modes; k++)
        terms *= leaving(w, k) + 1;
    const double steps = terms * ldexp(w->n + 1.0, w->n) * w->length;
    if (steps > STEPS_MOST || (seconds > 0 && steps * STEP_SECONDS > seconds))
        return pm_fail(PM_UNABLE, "%d photons that are not alike: predicted to take %.3g s", w->n,
                       steps * STEP_SECONDS);
    w->terms = (size_t)terms;
    w->units = w->terms < 64 ? w->terms : 64;
    return PM_OK;
}

static pm_status find_all(struct partly *w, const double *gram)
{
    const slong cells = (slong)w->n * w->n;
    pm_status status;
    arb_t x;

    PM_TRY(check_cost(w));
    PM_TRY(pm_interferometer_read(&w->u));
    w->gram = _acb_vec_init(cells);
    w->unit = _acb_vec_init((slong)w->units);
    arb_init(x);
    for (slong at = 0; at < cells; at++)
        acb_set_d_d(w->gram + at, gram[2 * at], gram[2 * at + 1]);
    status = find_probability(x, w);
    if (status == PM_OK)
        pm_probability_write(w->p, 0, x);
    arb_clear(x);
    _acb_vec_clear(w->unit, (slong)w->units);
    _acb_vec_clear(w->gram, cells);
    return status;
}

pm_status pm_photons_partly(double *value, double *bound, double *error,
                            const pm_stack *interferometer, const double *gram, int exchanged,
                            const pm_options *options)
{
    PM_ARGUMENTS(value, interferometer, gram);
    struct pm_probabilities p;
    struct partly w = {.p = &p, .length = 1};
    int leave;

    PM_TRY(pm_probability_take(&p, value, bound, 1, options));
    pm_status status = pm_interferometer_take(&w.u, interferometer);
    PM_THEN(status, pm_stack_total(&leave, &w.u.b, 0, 0));
    w.n = w.u.photons;
    w.leave = w.u.b.stack.row_times;
    w.few = p.is_signed = exchanged >= 0 && exchanged < w.n;
    w.length = w.few ? exchanged + 1 : 1;
    PM_THEN(status, check_gram(gram, w.n));
    if (status == PM_OK && error != NULL)
        *error = left_out(&w, gram);
    if (status == PM_OK && leave != w.n) {
        arb_t zero;
        arb_init(zero);
        pm_probability_write(&p, 0, zero);
        arb_clear(zero);
    } else if (status == PM_OK) {
        status = find_all(&w, gram);
    }
    pm_interferometer_clear(&w.u);
    return status;
}
