/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents of products L R and loop hafnians of products L L^T, where L has r columns and R has r
 * rows, in balls with more and more bits.  engine/rank/exponents.h describes the method. */
#include "solve/batch.h"

#include "engine/rank/exponents.h"
#include "engine/stack_balls.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

static const double STEPS_MOST = 0x1p34;

struct products {
    struct pm_batch side[2]; /* L, R */
    int sides;               /* 1: L L^T */
};

struct rank {
    const struct pm_batch *b; /* of the shape of the products */
    const struct products *all;
    size_t k;
    struct pm_exponents *exponents;
    slong bits;
    acb_ptr coefficient[2], form; /* [count]; [r], and with loops one more */
    acb_t sum;
};

/* The coefficients of a line; a loop is that of one more variable. */
static pm_status read_form(struct rank *w, int side, int line)
{
    const struct pm_batch *const given = &w->all->side[side];
    const int r = w->all->side[0].stack.cols;

    for (int t = 0; t < r; t++)
        PM_TRY(pm_stack_balls_entry(w->form + t, given, w->k, side == 0 ? line : t,
                                    side == 0 ? t : line));
    return given->loops != NULL ? pm_stack_balls_entry(w->form + r, given->loops, w->k, 0, line)
                                : PM_OK;
}

/* The product of the forms of a side, each as often as its line occurs. */
static pm_status expand(struct rank *w, int side)
{
    const pm_stack *const s = &w->b->stack;
    const int count = side == 0 ? s->rows : s->cols;
    const int *const times = side == 0 ? s->row_times : s->col_times;
    int degree = 0;

    _acb_vec_zero(w->coefficient[side], w->exponents->count);
    acb_one(w->coefficient[side]);
    for (int line = 0; line < count; line++) {
        PM_TRY(read_form(w, side, line));
        const int copies = times == NULL ? 1 : times[w->k * (size_t)count + (size_t)line];
        for (int copy = 0; copy < copies; copy++) {
            PM_TRY(pm_stack_go_on(w->b));
            pm_exponents_multiply(w->coefficient[side], w->exponents, w->form, degree++, w->bits);
        }
    }
    return PM_OK;
}

static pm_status rank_values(struct rank *w)
{
    const struct pm_batch *const b = w->b;
    const int fixed = pm_balls_fixed(b);

    w->bits = fixed > 0 ? fixed : PM_BALLS_FIRST;
    do {
        for (int side = 0; side < w->all->sides; side++)
            PM_TRY(expand(w, side));
        if (w->all->sides == 2)
            pm_exponents_add_up(w->sum, w->exponents, w->coefficient[0], w->coefficient[1],
                                w->bits);
        else
            pm_exponents_add_means(w->sum, w->exponents, w->coefficient[0], b->loops != NULL,
                                   w->bits);
        PM_TRY(pm_stack_go_on(b));
        pm_stack_balls_normalize(w->sum, b, w->k, w->bits);
    } while (pm_stack_balls_again(&w->bits, fixed, w->sum, 1));
    pm_stack_balls_deliver(b, w->k, w->sum);
    return PM_OK;
}

/* A square product of `n` rows, which is not empty; its forms have `variables` variables. */
static pm_status solve_product(const struct pm_batch *b, size_t k, int n, int variables)
{
    struct rank w = {.b = b, .all = b->what, .k = k};
    const double count = pm_exponents_count(n, variables);
    const int sides = w.all->sides;

    if (count * n * variables > STEPS_MOST)
        return pm_fail(PM_UNABLE, "product %zu: %.3g coefficients", k, count);
    PM_TRY(pm_exponents_new(&w.exponents, n, variables, pm_watched_stop(b->watched)));
    for (int side = 0; side < sides; side++)
        w.coefficient[side] = _acb_vec_init(w.exponents->count);
    w.form = _acb_vec_init(variables);
    acb_init(w.sum);
    const pm_status status = rank_values(&w);
    acb_clear(w.sum);
    _acb_vec_clear(w.form, variables);
    for (int side = 0; side < sides; side++)
        _acb_vec_clear(w.coefficient[side], w.exponents->count);
    pm_exponents_free(w.exponents);
    return status;
}

static pm_status solve(const struct pm_batch *b, size_t k)
{
    const struct products *const all = b->what;
    const int variables = all->side[0].stack.cols + (b->loops != NULL);
    int n, cols;

    PM_TRY(pm_stack_total(&n, b, 0, k));
    cols = n;
    if (all->sides == 2)
        PM_TRY(pm_stack_total(&cols, b, 1, k));
    if (n != cols)
        return pm_fail(PM_INPUT, "product %zu: %d rows and %d columns; the product must be square",
                       k, n, cols);
    if (n == 0 || variables == 0) {
        const double value[2] = {n == 0 ? 1 : 0, 0};
        pm_stack_deliver(b, k, value, (struct pm_mag){0, 0}, 0);
        return PM_OK;
    }
    return solve_product(b, k, n, variables);
}

pm_status pm_batch_products(struct pm_batch *b, int threads)
{
    struct products all = {.side[0] = *b, .sides = 2};
    const pm_stack *const left = &all.side[0].stack, *const right = &all.side[1].stack;

    PM_TRY(pm_stack_take(&all.side[1], left->right));
    if (right->rows != left->cols || right->count != left->count || right->entries != left->entries)
        return pm_fail(PM_INPUT, "%zu %d x %d and %zu %d x %d matrices have no products",
                       left->count, left->rows, left->cols, right->count, right->rows, right->cols);
    b->stack.cols = right->cols;
    b->stack.col_times = right->col_times;
    b->what = &all;
    return pm_stack_each(b, threads, false, solve);
}

pm_status pm_batch_low_rank_hafnians(struct pm_batch *b, int threads)
{
    const struct products all = {.side[0] = *b, .sides = 1};

    b->stack.cols = b->stack.rows;
    b->stack.col_times = NULL;
    b->what = &all;
    return pm_stack_each(b, threads, false, solve);
}
