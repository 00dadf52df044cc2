/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts Arb's balls to our numbers. */
#pragma once

#include "num/arb.h"
#include "num/ball.h"
#include "num/part.h"
#include "num/value.h"

/* A bound of Arb, exactly. */
static inline struct pm_mag ball_mag(const mag_t x)
{
    return mag_is_inf(x) ? (struct pm_mag){INFINITY, 0}
                         : pm_mag_double((double)MAG_MAN(x) * 0x1p-30,
                                         mag_is_zero(x) ? 0 : fmpz_get_si(MAG_EXPREF(x)));
}

/* x = mid 2^exp to twice the bits of a double; the error made is below 2^-105 where |mid| < 1. */
static inline void ball_halves(double *halves, const arf_t x, const fmpz_t down)
{
    arf_t centre, rest;

    PM_EACH(arf_init, centre, rest);
    arf_mul_2exp_fmpz(centre, x, down);
    halves[0] = arf_get_d(centre, ARF_RND_NEAR);
    arf_set_d(rest, halves[0]);
    arf_sub(rest, centre, rest, ARF_PREC_EXACT, ARF_RND_DOWN);
    halves[1] = arf_get_d(rest, ARF_RND_NEAR);
    PM_EACH(arf_clear, centre, rest);
}

/* A finite nonzero re + i im (im NULL: 0) as a part.  Its centre has twice the bits of a double. */
static inline struct pm_part ball_part(const arb_t re, const arb_struct *im)
{
    const bool imaginary =
        im != NULL && arf_cmpabs(arb_midref(im), arb_midref(re)) > 0; /* the larger one scales */
    struct pm_part part = {.err = 0};
    fmpz_t down;
    mag_t radius;

    fmpz_init(down);
    mag_init(radius);
    fmpz_neg(down, ARF_EXPREF(arb_midref(imaginary ? im : re)));
    mag_set(radius, arb_radref(re));
    ball_halves(part.re, arb_midref(re), down);
    if (im != NULL) {
        ball_halves(part.im, arb_midref(im), down);
        mag_add(radius, radius, arb_radref(im));
    }
    mag_mul_2exp_fmpz(radius, radius, down);
    part.err = pm_up(mag_get_d(radius) + 0x1p-104);
    part.exp = -fmpz_get_si(down);
    fmpz_clear(down);
    mag_clear(radius);
    return part;
}

/* The same as an exact value. */
static inline void ball_value(struct pm_value *value, const arb_t re, const arb_struct *im)
{
    fmpq *const centre_im = value->centre.im;
    mag_t radius;

    mag_init(radius);
    mag_set(radius, arb_radref(re));
    arf_get_fmpq(value->centre.re, arb_midref(re));
    fmpq_zero(centre_im);
    if (im != NULL) {
        arf_get_fmpq(centre_im, arb_midref(im));
        mag_add(radius, radius, arb_radref(im));
    }
    value->error = ball_mag(radius);
    mag_clear(radius);
}

/* x = a value with its error. */
static inline void ball_of_value(arb_t x, const struct pm_value *value, slong bits)
{
    fmpq_t error;
    arb_t radius;

    arb_set_fmpq(x, value->centre.re, bits);
    if (!pm_mag_is_finite(value->error)) {
        arb_zero_pm_inf(x);
        return;
    }
    fmpq_init(error);
    arb_init(radius);
    pm_mag_get_fmpq(error, value->error);
    arb_set_fmpq(radius, error, bits);
    arb_add_error(x, radius);
    fmpq_clear(error);
    arb_clear(radius);
}
