/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_rank(): permanents of products A = L R, where L has r columns and R has r rows, in balls.
 * engine/rank/exponents.h describes the method. */
#include "base/alloc.h"
#include "base/given.h"
#include "engine/stack.h"
#include "batch/formula_balls.h"
#include "engine/rank/forms.h"

#include <stdlib.h>

static const double STEPS_MOST = 0x1p34;

struct rank {
    struct pm_batch side[2]; /* L, R */
    int n, r;
    struct pm_exponents *exponents;
    slong bits;
    acb_ptr coefficient[2], form; /* [count]; [r] */
    acb_t sum;
};

/* The multiplicity of line i of a side. */
static int times_of(const struct pm_batch *b, size_t k, int side, int i)
{
    const pm_stack *const s = &b->stack;
    const int *const times = side == 0 ? s->row_times : s->col_times;
    const int count = side == 0 ? s->rows : s->cols;

    return times == NULL ? 1 : times[k * (size_t)count + (size_t)i];
}

static pm_status count_lines(int *total, const struct pm_batch *b, size_t k, int side)
{
    const int count = side == 0 ? b->stack.rows : b->stack.cols;
    int64_t sum = 0;

    for (int i = 0; i < count; i++) {
        const int here = times_of(b, k, side, i);
        if (here < 0)
            return pm_fail(PM_INPUT, "product %zu, %s %d: %d is no multiplicity", k,
                           side == 0 ? "row" : "column", i, here);
        sum += here;
    }
    if (sum > 1 << 20)
        return pm_fail(PM_UNABLE, "product %zu: more than %d lines", k, 1 << 20);
    *total = (int)sum;
    return PM_OK;
}

/* ------------------------------------------------------------------ products */

static pm_status take_form(struct rank *w, size_t k, int side, int line)
{
    for (int t = 0; t < w->r; t++)
        PM_TRY(pm_balls_entry(w->form + t, &w->side[side], k, side == 0 ? line : t,
                              side == 0 ? t : line));
    return PM_OK;
}

static pm_status expand(struct rank *w, size_t k, int side)
{
    const pm_stack *const s = &w->side[side].stack;
    int degree = 0;

    _acb_vec_zero(w->coefficient[side], w->exponents->count);
    acb_one(w->coefficient[side]);
    for (int line = 0; line < (side == 0 ? s->rows : s->cols); line++) {
        PM_TRY(take_form(w, k, side, line));
        for (int copy = 0; copy < times_of(&w->side[side], k, side, line); copy++) {
            PM_TRY(pm_batch_go_on(&w->side[0]));
            pm_forms_multiply(w->coefficient[side], w->exponents, w->form, degree++, w->bits);
        }
    }
    return PM_OK;
}

/* sqrt(prod times!) of a side. */
static void normalize(struct rank *w, size_t k, int side)
{
    const pm_stack *const s = &w->side[side].stack;
    arb_t factorial;

    arb_init(factorial);
    for (int line = 0; line < (side == 0 ? s->rows : s->cols); line++) {
        arb_fac_ui(factorial, (ulong)times_of(&w->side[side], k, side, line), w->bits);
        arb_sqrt(factorial, factorial, w->bits);
        acb_div_arb(w->sum, w->sum, factorial, w->bits);
    }
    arb_clear(factorial);
}

static pm_status work(struct rank *w, size_t k)
{
    const int precision = (int)w->side[0].stack.precision;
    const int bits = precision > PM_PRECISION_EXACT ? precision : 0;

    w->bits = bits > 0 ? bits : PM_BALLS_FIRST;
    do {
        for (int side = 0; side < 2; side++)
            PM_TRY(expand(w, k, side));
        pm_forms_add_up(w->sum, w->exponents, w->coefficient[0], w->coefficient[1], w->bits);
        for (int side = 0; side < 2 && w->side[0].stack.normalized; side++)
            normalize(w, k, side);
    } while (pm_balls_again(&w->bits, bits, w->sum, 1));
    pm_balls_deliver(&w->side[0], k, w->sum);
    return PM_OK;
}

static pm_status solve(const void *what, size_t k)
{
    struct rank w = *(const struct rank *)what;
    int total[2];

    for (int side = 0; side < 2; side++)
        PM_TRY(count_lines(&total[side], &w.side[side], k, side));
    if (total[0] != total[1])
        return pm_fail(PM_INPUT, "product %zu: %d rows and %d columns; the product must be square",
                       k, total[0], total[1]);
    w.n = total[0];
    if (w.n == 0 || w.r == 0) {
        const double value[2] = {w.n == 0 ? 1 : 0, 0};
        pm_batch_deliver(&w.side[0], k, value, (struct pm_mag){0, 0}, 0);
        return PM_OK;
    }
    const double count = pm_exponents_count(w.n, w.r);
    if (count * w.n * w.r > STEPS_MOST)
        return pm_fail(PM_UNABLE, "product %zu: %.3g coefficients", k, count);
    PM_TRY(pm_exponents_new(&w.exponents, w.n, w.r));
    for (int side = 0; side < 2; side++)
        w.coefficient[side] = _acb_vec_init(w.exponents->count);
    w.form = _acb_vec_init(w.r);
    acb_init(w.sum);
    const pm_status status = work(&w, k);
    acb_clear(w.sum);
    _acb_vec_clear(w.form, w.r);
    for (int side = 0; side < 2; side++)
        _acb_vec_clear(w.coefficient[side], w.exponents->count);
    pm_exponents_free(w.exponents);
    return status;
}

pm_status pm_rank(double *values, double *bounds, const pm_stack *left, const pm_stack *right,
                  int threads)
{
    PM_GIVEN(left, right);
    PM_GIVEN_IF(left->count > 0, values);
    PM_AT_LEAST(0, threads);
    struct rank w = {.r = left->cols};

    PM_TRY(pm_batch_take(&w.side[0], left));
    PM_TRY(pm_batch_take(&w.side[1], right));
    if (right->rows != left->cols || right->count != left->count || right->entries != left->entries)
        return pm_fail(PM_INPUT, "%zu %d x %d and %zu %d x %d matrices have no products",
                       left->count, left->rows, left->cols, right->count, right->rows, right->cols);
    w.side[0].value = values;
    w.side[0].bound = bounds;
    return pm_batch_each(&w.side[0], threads, solve, &w);
}
