/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of linear forms, and the sum that is the permanent (exponents.h), in ball arithmetic
 * (Arb). */
#include "engine/rank/forms.h"

void pm_forms_multiply(acb_ptr c, const struct pm_exponents *e, acb_srcptr form, int degree,
                       slong bits)
{
    const int vars = e->rank - 1;

    for (long at = pm_exponents_of_degree(e, degree + 1) - 1; at >= 0; at--) {
        acb_mul(c + at, c + at, form + vars, bits);
        for (int t = 0; t < vars; t++)
            if (e->less[at * vars + t] >= 0)
                acb_addmul(c + at, c + e->less[at * vars + t], form + t, bits);
    }
}

void pm_forms_add_up(acb_t sum, const struct pm_exponents *e, acb_srcptr left, acb_srcptr right,
                     slong bits)
{
    arb_t factorial, here;
    acb_t term;

    arb_init(factorial);
    arb_init(here);
    acb_init(term);
    acb_zero(sum);
    for (long at = 0; at < e->count; at++) {
        arb_one(factorial);
        for (int t = 0; t < e->rank; t++) {
            arb_fac_ui(here, (ulong)e->exponent[at * e->rank + t], bits);
            arb_mul(factorial, factorial, here, bits);
        }
        acb_mul(term, left + at, right + at, bits);
        acb_mul_arb(term, term, factorial, bits);
        acb_add(sum, sum, term, bits);
    }
    acb_clear(term);
    arb_clear(here);
    arb_clear(factorial);
}
