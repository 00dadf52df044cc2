/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upper bounds of magnitudes outside the range of double: m 2^e.  Every operation rounds up. */
#ifndef PM_NUM_MAG_H
#define PM_NUM_MAG_H

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stdint.h>

struct pm_mag {
    double m;  /* 0, or 0.5 <= m < 1; inf: no bound is known */
    int64_t e; /* 0 where m is 0 */
};

struct pm_mag pm_mag_double(double m, int64_t e); /* m 2^e, m >= 0 or inf; NaN becomes inf */
struct pm_mag pm_mag_fmpq(const fmpq *x);         /* |x| */
struct pm_mag pm_mag_add(struct pm_mag x, struct pm_mag y);
struct pm_mag pm_mag_mul(struct pm_mag x, struct pm_mag y);
bool pm_mag_is_zero(struct pm_mag x);
bool pm_mag_is_finite(struct pm_mag x);

/* *q = this finite magnitude, exactly. */
void pm_mag_get_fmpq(fmpq_t q, struct pm_mag x);

#endif
