/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact loop hafnians.  Let d be the least common denominator of all numbers.  With d^2 A and d
 * times the loops, every term of the S copies is multiplied by d^S, also where pairs and loops are
 * mixed.  Without loops, d A multiplies every term by d^(S/2).  These are Gaussian integers, and so
 * is their sum.  It is found in balls with more and more bits, until the ball has only one of
 * them. */
#include "batch/loop_hafnian.h"

static void add_denominators(fmpz_t common, const struct pm_matrix *a)
{
    for (int e = 0; e < pm_matrix_nnz(a); e++) {
        fmpz_lcm(common, common, fmpq_denref(a->re + e));
        if (a->im != NULL)
            fmpz_lcm(common, common, fmpq_denref(a->im + e));
    }
}

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
    for (int i = 0; i < a->rows; i++)
        for (int e = a->start[i]; e < a->start[i + 1]; e++) {
            const acb_ptr to = z + (size_t)i * (size_t)a->cols + a->col[e];
            set_part(acb_realref(to), a->re + e, scale);
            if (a->im != NULL)
                set_part(acb_imagref(to), a->im + e, scale);
        }
}

/* *divisor = what the terms are multiplied by. */
static void take(struct pm_looped *w, fmpz_t divisor, const struct pm_matrix *a,
                 const struct pm_matrix *loops)
{
    const bool looped = loops != NULL && pm_matrix_nnz(loops) > 0;
    fmpz_t common, scale;

    fmpz_init_set_ui(common, 1);
    fmpz_init(scale);
    add_denominators(common, a);
    if (looped) {
        add_denominators(common, loops);
        set_integers(w->mean, loops, common);
    }
    fmpz_pow_ui(scale, common, looped ? 2 : 1);
    set_integers(w->entry, a, scale);
    fmpz_pow_ui(divisor, common, (ulong)(looped ? w->total : w->total / 2));
    fmpz_clear(scale);
    fmpz_clear(common);
}

pm_status pm_looped_exact(struct pm_gauss *value, const struct pm_matrix *a,
                          const struct pm_matrix *loops, const int *times, int threads,
                          struct pm_watched *watched)
{
    struct pm_looped w = {.b = {.inside = threads, .watched = watched},
                          .integers = true,
                          .n = a->rows,
                          .times = times};
    fmpz_t divisor, re, im;

    PM_TRY(pm_looped_open(&w, 0));
    fmpz_init(divisor);
    fmpz_init(re);
    fmpz_init(im);
    take(&w, divisor, a, loops);
    pm_status status = pm_looped_find(&w, 0);
    if (status == PM_OK && !pm_looped_integer(re, im, &w))
        status = pm_fail(PM_WRONG, "a loop hafnian of integers is no integer");
    if (status == PM_OK) {
        fmpq_set_fmpz_frac(value->re, re, divisor);
        fmpq_set_fmpz_frac(value->im, im, divisor);
    }
    fmpz_clear(im);
    fmpz_clear(re);
    fmpz_clear(divisor);
    pm_looped_close(&w);
    return status;
}
