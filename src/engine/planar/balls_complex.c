/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in complex ball arithmetic (balls_run.h). */
#include "num/arb_ball.h"
#include "model/matrix.h"

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#else
#include <acb.h>
#endif

typedef acb_struct N;
#define B(name)      acb_##name
#define VECTOR(name) _acb_vec_##name

static void n_entry(N *x, const struct pm_matrix *a, int e, slong bits)
{
    arb_set_fmpq(acb_realref(x), a->re + e, bits);
    arb_zero(acb_imagref(x));
    if (a->im != NULL)
        arb_set_fmpq(acb_imagref(x), a->im + e, bits);
}

static void n_error(mag_t error, const N *x)
{
    mag_add(error, arb_radref(acb_realref(x)), arb_radref(acb_imagref(x)));
}

static struct pm_part part_of(const N *x)
{
    return ball_part(acb_realref(x), acb_imagref(x));
}

static void value_of(struct pm_value *value, const N *x)
{
    ball_value(value, acb_realref(x), acb_imagref(x));
}

#include "engine/planar/balls_run.h"

const struct pm_balls pm_balls_complex = {balls_part, balls_value, balls_shares};
