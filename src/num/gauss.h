/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact Gaussian rationals re + i im.  Reductions compute with them. */
#pragma once

#include "base/status.h"

#include <flint/fmpq.h>

struct pm_gauss {
    fmpq_t re, im;
};

void pm_gauss_init(struct pm_gauss *x); /* 0 */
void pm_gauss_clear(struct pm_gauss *x);
void pm_gauss_set(struct pm_gauss *x, const struct pm_gauss *y);
void pm_gauss_set_si(struct pm_gauss *x, long k);
void pm_gauss_set_parts(struct pm_gauss *x, const fmpq *re, const fmpq *im); /* im NULL: 0 */
void pm_gauss_add(struct pm_gauss *x, const struct pm_gauss *y, const struct pm_gauss *z);
void pm_gauss_sub(struct pm_gauss *x, const struct pm_gauss *y, const struct pm_gauss *z);
void pm_gauss_mul(struct pm_gauss *x, const struct pm_gauss *y, const struct pm_gauss *z);
void pm_gauss_div(struct pm_gauss *x, const struct pm_gauss *y,
                  const struct pm_gauss *z); /* z != 0 */
bool pm_gauss_is_zero(const struct pm_gauss *x);
bool pm_gauss_is_one(const struct pm_gauss *x);
bool pm_gauss_equal(const struct pm_gauss *x, const struct pm_gauss *y);

/* x = d, exactly.  PM_INPUT: d is not finite. */
pm_status pm_gauss_part_double(fmpq_t x, double d);

/* The same for a number that is known to be finite. */
void pm_gauss_part_finite(fmpq_t x, double d);

/* x = y 2^power */
void pm_gauss_part_shift(fmpq_t x, const fmpq_t y, int64_t power);

/* *x = the product of the n numbers re[k] + i im[k] (im NULL: all real).  A product tree makes the
 * cost almost linear in the size of the result. */
void pm_gauss_product(struct pm_gauss *x, const fmpq *re, const fmpq *im, long n);
