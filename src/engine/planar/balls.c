/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in real ball arithmetic (balls_run.h). */
#include "num/arb_ball.h"
#include "model/matrix.h"

typedef arb_struct N;
#define B(name)      arb_##name
#define VECTOR(name) _arb_vec_##name

static void n_entry(N *x, const struct pm_matrix *a, int e, slong bits)
{
    arb_set_fmpq(x, a->re + e, bits);
}

static void n_error(mag_t error, const N *x)
{
    mag_set(error, arb_radref(x));
}

static struct pm_part part_of(const N *x)
{
    return ball_part(x, NULL);
}

static void value_of(struct pm_value *value, const N *x)
{
    ball_value(value, x, NULL);
}

#include "engine/planar/balls_run.h"

const struct pm_balls pm_balls_real = {balls_part, balls_value, balls_shares};
