/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hafnian of a matrix with loops and repeated vertices, exactly, without its copies.
 *
 * Let d be the least common denominator of all numbers.  With d^2 A and d times the loops, every
 * term of the S copies is multiplied by d^S, also where pairs and loops are mixed.  Without loops,
 * d A multiplies every term by d^(S/2).  These are Gaussian integers, and so is their sum.  It is
 * found in balls with more and more bits, until the ball has only one of them. */
#include "solve/looped.h"

#include "base/status.h"
#include "engine/hafnian/pairs.h"
#include "engine/stack_load.h"
#include "model/matrix.h"

/* NULL: there are none. */
static const struct pm_matrix *loops_of(const struct pm_problem *problem)
{
    const struct pm_matrix *const loops = problem->variant->loops;

    return loops != NULL && pm_matrix_nnz(loops) > 0 ? loops : NULL;
}

/* ------------------------------------------------------------------ as integers */

static void set_part(arb_t z, const fmpq *x, const fmpz_t scale)
{
    fmpz_t integer;

    fmpz_init(integer);
    fmpz_divexact(integer, scale, fmpq_denref(x));
    fmpz_mul(integer, integer, fmpq_numref(x));
    arb_set_fmpz(z, integer);
    fmpz_clear(integer);
}

/* z[] = the entries times `scale`, row by row. */
static void set_integers(acb_ptr z, const struct pm_matrix *a, const fmpz_t scale)
{
    PM_EACH_ENTRY(a, i, e) {
        const acb_ptr to = z + (size_t)i * (size_t)a->cols + a->col[e];
        set_part(acb_realref(to), a->re + e, scale);
        if (a->im != NULL)
            set_part(acb_imagref(to), a->im + e, scale);
    }
}

/* *divisor = what the terms are multiplied by. */
static void set_looped(struct pm_looped *w, fmpz_t divisor, const struct pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a, *const loops = loops_of(problem);
    fmpz_t common, scale;

    fmpz_init_set_ui(common, 1);
    fmpz_init(scale);
    pm_matrix_denominators(common, a, 0, pm_matrix_nnz(a));
    if (loops != NULL) {
        pm_matrix_denominators(common, loops, 0, pm_matrix_nnz(loops));
        set_integers(w->mean, loops, common);
    }
    fmpz_pow_ui(scale, common, loops != NULL ? 2 : 1);
    set_integers(w->entry, a, scale);
    fmpz_pow_ui(divisor, common, (ulong)(loops != NULL ? w->total : w->total / 2));
    PM_EACH(fmpz_clear, scale, common);
}

/* ------------------------------------------------------------------ the sum */

static pm_status find_total(struct pm_looped *w, const struct pm_problem *problem)
{
    const struct pm_batch shape = {.stack = {.rows = problem->a->rows, .row_times = w->times}};

    return pm_stack_total(&w->total, &shape, 0, 0);
}

static pm_status find_sum(fmpz_t re, fmpz_t im, const struct pm_looped *w)
{
    slong bits = pm_pairs_looped_bits(w);
    pm_status status;
    acb_t sum;

    acb_init(sum);
    do {
        status = pm_pairs_looped_sum(sum, w, bits);
        bits *= 2;
    } while (status == PM_OK && !(arb_get_unique_fmpz(re, acb_realref(sum)) &&
                                  arb_get_unique_fmpz(im, acb_imagref(sum))));
    acb_clear(sum);
    return status;
}

pm_status pm_looped_value(struct pm_gauss *value, const struct pm_problem *problem, int threads,
                          const struct pm_watched *watched)
{
    struct pm_looped w = {
        .times = problem->variant->times[0], .threads = threads, .stop = pm_watched_stop(watched)};
    fmpz_t divisor, re, im;

    PM_TRY(find_total(&w, problem));
    pm_pairs_looped_init(&w, problem->a->rows);
    PM_EACH(fmpz_init, divisor, re, im);
    set_looped(&w, divisor, problem);
    const pm_status status = find_sum(re, im, &w);
    if (status == PM_OK) {
        fmpq_set_fmpz_frac(value->re, re, divisor);
        fmpq_set_fmpz_frac(value->im, im, divisor);
    }
    PM_EACH(fmpz_clear, im, re, divisor);
    pm_pairs_looped_clear(&w);
    return status;
}

pm_status pm_looped_seconds(double *seconds, const struct pm_problem *problem)
{
    struct pm_looped w = {.n = problem->a->rows, .times = problem->variant->times[0]};
    const struct pm_matrix *const loops = loops_of(problem);
    struct pm_joined pairs = {.looped = loops != NULL,
                              .complex_values =
                                  problem->a->im != NULL || (loops != NULL && loops->im != NULL)};
    double terms;

    PM_TRY(find_total(&w, problem));
    const pm_status status = pm_pairs_joined_find(&pairs, &w);
    if (status == PM_OK)
        *seconds = pm_pairs_joined_price(&terms, &pairs) * 1e-9;
    pm_pairs_joined_clear(&pairs);
    return status;
}
