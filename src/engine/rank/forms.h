/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of linear forms (exponents.h), in ball arithmetic (Arb) with precision `bits`. */
#ifndef PM_ENGINE_RANK_FORMS_H
#define PM_ENGINE_RANK_FORMS_H

#include "engine/rank/exponents.h"

#if __has_include(<flint/acb.h>) /* FLINT 3 */
#include <flint/acb.h>
#else
#include <acb.h>
#endif

/* Multiplies a product by one more form.  c: the e->count coefficients of the product of `degree`
 * forms; the caller owns them.  form: the e->rank coefficients of the form. */
void pm_forms_multiply(acb_ptr c, const struct pm_exponents *e, acb_srcptr form, int degree,
                       slong bits);

/* *sum = the permanent.  left, right: the e->count coefficients of the products of all rows of L
 * and of all columns of R, as forms. */
void pm_forms_add_up(acb_t sum, const struct pm_exponents *e, acb_srcptr left, acb_srcptr right,
                     slong bits);

#endif
