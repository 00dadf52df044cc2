/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products of linear forms (exponents.h) in balls. */
#ifndef PM_ENGINE_RANK_FORMS_H
#define PM_ENGINE_RANK_FORMS_H

#include "engine/rank/exponents.h"

#if __has_include(<flint/acb.h>) /* FLINT 3 */
#include <flint/acb.h>
#else
#include <acb.h>
#endif

/* Multiplies c[count], the product of `degree` forms, by form[rank]. */
void pm_forms_multiply(acb_ptr c, const struct pm_exponents *e, acb_srcptr form, int degree,
                       slong bits);

/* *sum = the permanent, from the products of all forms. */
void pm_forms_add_up(acb_t sum, const struct pm_exponents *e, acb_srcptr left, acb_srcptr right,
                     slong bits);

#endif
