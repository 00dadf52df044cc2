/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of permanents, as logarithms.
 *
 * Soules: the product over the rows (soules.h).
 *
 * Norms: |per(A)| <= n! n^(-n/2) prod_i |row i|_2, for signed and complex matrices too (Carlen,
 * Lieb and Loss, An inequality of Hadamard type for permanents, Methods and Applications of
 * Analysis 13, 2006). */
#include "estimate/bounds.h"

/* x + what makes a bound of the scaled matrix, divided by the columns' factors, one of the matrix;
 * then to base 2. */
static void finish(arb_t x, const struct pm_positive *p, const double *y)
{
    for (int j = 0; j < p->cols && y != NULL; j++)
        pm_add_log(x, y[j], -1);
    pm_sub_log_factorial(x, p->ones);
    pm_to_bits(x);
    arb_add_si(x, x, p->all, PM_LOG_BITS);
}

void pm_upper_soules(arb_t x, struct pm_soules *s)
{
    const struct pm_positive *const p = s->p;

    arb_zero(x);
    for (int i = 0; i < p->rows; i++)
        pm_add_log(x, pm_soules_row(s, i), 1);
    if (p->ones > 0)
        pm_add_log(x, pm_soules_row(s, p->rows), p->ones);
    finish(x, p, s->y);
}

pm_status pm_upper_norms(arb_t x, const struct pm_positive *p)
{
    const struct pm_matrix *const a = p->a;
    arb_t y, z;

    if (p->ones > 0)
        return pm_fail(PM_UNABLE, "the bound by norms is for square matrices");
    PM_EACH(arb_init, y, z);
    arb_zero(x);
    for (int i = 0; i < p->rows; i++) {
        arb_set_si(y, p->rows); /* the factor n^(-n/2) */
        arb_inv(y, y, PM_LOG_BITS);
        arb_zero(z);
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            arb_t v;
            arb_init(v);
            arb_set_d(v, p->value[k]);
            arb_addmul(z, v, v, PM_LOG_BITS);
            arb_clear(v);
        }
        arb_mul(y, y, z, PM_LOG_BITS);
        arb_log(y, y, PM_LOG_BITS);
        arb_mul_2exp_si(y, y, -1);
        arb_add(x, x, y, PM_LOG_BITS);
    }
    arb_neg(x, x);
    pm_sub_log_factorial(x, p->rows);
    arb_neg(x, x);
    finish(x, p, NULL);
    PM_EACH(arb_clear, y, z);
    return PM_OK;
}
