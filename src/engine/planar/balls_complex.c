/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in complex ball arithmetic (balls_template.h). */
#include "num/arb_ball.h"

typedef acb_struct N;
#define B(name)      acb_##name
#define VECTOR(name) _acb_vec_##name
#define REAL(x)      acb_realref(x)
#define IMAG(x)      acb_imagref(x)
#define TURN(x)      acb_mul_onei(x, x)

#include "engine/planar/balls_template.h"

const struct pm_balls pm_balls_complex = {balls_part, balls_value, balls_shares};
