/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_loop_hafnian(): hafnians with loops and repeated vertices, by the cheaper of two methods. */
#include "batch/loop_hafnian.h"

#include "base/given.h"
#include "base/threads.h"
#include "engine/stack.h"

#include <math.h>

static const double PRICE_MOST = 1e12; /* a quarter of an hour */

static pm_status take(struct pm_looped *w, size_t k)
{
    for (int i = 0; i < w->n; i++) {
        for (int j = 0; j < w->n; j++)
            PM_TRY(pm_balls_entry(w->entry + i * w->n + j, &w->b, k, i, j));
        for (int j = 0; j < i; j++)
            if (!acb_equal(w->entry + i * w->n + j, w->entry + j * w->n + i))
                return pm_fail(PM_INPUT, "matrix %zu is not symmetric: row %d, column %d", k, i, j);
        if (w->means.stack.data != NULL)
            PM_TRY(pm_balls_entry(w->mean + i, &w->means, k, 0, i));
    }
    return PM_OK;
}

static pm_status count(struct pm_looped *w, size_t k)
{
    int64_t total = 0;

    if (w->times != NULL)
        w->times += k * (size_t)w->n;
    for (int i = 0; i < w->n; i++) {
        if (pm_looped_times(w, i) < 0)
            return pm_fail(PM_INPUT, "matrix %zu, vertex %d: %d is no multiplicity", k, i,
                           w->times[i]);
        total += pm_looped_times(w, i);
    }
    if (total > 1 << 20)
        return pm_fail(PM_UNABLE, "matrix %zu: more than %d vertices", k, 1 << 20);
    w->total = (int)total;
    return PM_OK;
}

/* Chooses the method, if there is a choice. */
static pm_status choose(const struct pm_looped_method **method, const struct pm_looped *w, size_t k)
{
    static const struct pm_looped_method *const methods[] = {&pm_looped_moments, &pm_looped_pairs};
    double best = INFINITY, fewest = INFINITY;

    *method = w->method;
    for (int m = 0; m < 2 && w->method == NULL; m++) {
        double terms;
        const double price = methods[m]->price(&terms, w);
        fewest = fmin(fewest, terms);
        if (price < best) {
            best = price;
            *method = methods[m];
        }
    }
    if (w->method == NULL && best > PRICE_MOST)
        return pm_fail(PM_UNABLE, "matrix %zu: %.3g terms", k, fewest);
    return PM_OK;
}

/* Divides by sqrt(prod s_i!). */
static void normalize(struct pm_looped *w)
{
    arb_t factorial;

    arb_init(factorial);
    for (int i = 0; i < w->n; i++) {
        arb_fac_ui(factorial, (ulong)pm_looped_times(w, i), w->bits);
        arb_sqrt(factorial, factorial, w->bits);
        acb_div_arb(w->sum, w->sum, factorial, w->bits);
    }
    arb_clear(factorial);
}

/* Many copies lose about 0.75 bits each by cancellation: 0.73 of 3 x 40 copies, 0.77 of 3 x 100. */
static slong first_bits(const struct pm_looped *w)
{
    const slong bits = 64 + w->total / 5 * 4;

    return bits > PM_BALLS_FIRST ? bits : PM_BALLS_FIRST;
}

bool pm_looped_integer(fmpz_t re, fmpz_t im, const struct pm_looped *w)
{
    return arb_get_unique_fmpz(re, acb_realref(w->sum)) &&
           arb_get_unique_fmpz(im, acb_imagref(w->sum));
}

static bool again(struct pm_looped *w, int fixed)
{
    fmpz_t re, im;

    if (!w->integers)
        return pm_balls_again(&w->bits, fixed, w->sum, 1);
    fmpz_init(re);
    fmpz_init(im);
    const bool found = pm_looped_integer(re, im, w);
    fmpz_clear(re);
    fmpz_clear(im);
    w->bits *= 2;
    return !found;
}

static pm_status add_up(struct pm_looped *w, size_t k)
{
    const int asked = (int)w->b.stack.precision;
    const int bits = asked > PM_PRECISION_EXACT ? asked : 0;
    const struct pm_looped_method *method;
    pm_status status;
    void *job = NULL;

    PM_TRY(choose(&method, w, k));
    w->bits = bits > 0 ? bits : first_bits(w);
    PM_TRY_GOTO(status, method->open(&job, w), done);
    do {
        acb_zero(w->sum);
        PM_TRY_GOTO(status, method->add_up(w, job), done);
        if (w->b.stack.normalized)
            normalize(w);
        status = pm_batch_go_on(&w->b);
    } while (status == PM_OK && again(w, bits));
done:
    method->close(job);
    return status;
}

pm_status pm_looped_open(struct pm_looped *w, size_t k)
{
    PM_TRY(count(w, k));
    w->entry = _acb_vec_init((slong)w->n * w->n);
    w->mean = _acb_vec_init(w->n);
    acb_init(w->sum);
    return PM_OK;
}

pm_status pm_looped_find(struct pm_looped *w, size_t k)
{
    w->looped = !_acb_vec_is_zero(w->mean, w->n);
    w->complex_values =
        !_acb_vec_is_real(w->entry, (slong)w->n * w->n) || !_acb_vec_is_real(w->mean, w->n);
    if (w->total == 0)
        acb_one(w->sum);
    else if (w->looped || w->total % 2 == 0)
        PM_TRY(add_up(w, k));
    return PM_OK;
}

void pm_looped_close(struct pm_looped *w)
{
    acb_clear(w->sum);
    _acb_vec_clear(w->mean, w->n);
    _acb_vec_clear(w->entry, (slong)w->n * w->n);
}

static pm_status solve(const void *what, size_t k)
{
    struct pm_looped w = *(const struct pm_looped *)what;

    PM_TRY(pm_looped_open(&w, k));
    pm_status status = take(&w, k);
    if (status == PM_OK)
        status = pm_looped_find(&w, k);
    if (status == PM_OK)
        pm_balls_deliver(&w.b, k, w.sum);
    pm_looped_close(&w);
    return status;
}

pm_status pm_loop_hafnian_by(const struct pm_looped_method *method, double *values, double *bounds,
                             const pm_stack *stack, const void *loops, int threads)
{
    struct pm_looped w = {.n = stack->rows, .times = stack->row_times, .method = method};
    const pm_stack means = {.entries = stack->entries,
                            .data = loops,
                            .count = stack->count,
                            .rows = 1,
                            .cols = stack->cols};

    PM_TRY(pm_batch_take(&w.b, stack));
    if (loops != NULL)
        PM_TRY(pm_batch_take(&w.means, &means));
    if (stack->rows != stack->cols)
        return pm_fail(PM_INPUT, "%d x %d is not symmetric", stack->rows, stack->cols);
    w.b.value = values;
    w.b.bound = bounds;
    threads = pm_threads(threads);
    w.b.inside = stack->count < (size_t)threads ? threads : 1;
    return pm_batch_each(&w.b, w.b.inside > 1 ? 1 : threads, solve, &w);
}

pm_status pm_loop_hafnian(double *values, double *bounds, const pm_stack *stack, const void *loops,
                          int threads)
{
    PM_GIVEN(stack);
    PM_GIVEN_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    return pm_loop_hafnian_by(NULL, values, bounds, stack, loops, threads);
}
