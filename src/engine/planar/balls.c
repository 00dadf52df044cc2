/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination in real ball arithmetic (balls_template.h). */
#include "num/arb_ball.h"

typedef arb_struct N;
#define B(name)      arb_##name
#define VECTOR(name) _arb_vec_##name
#define REAL(x)      (x)
#define TURN(x)      ((void)(x)) /* there are complex balls for this */

#include "engine/planar/balls_template.h"

const struct pm_balls pm_balls_real = {balls_part, balls_value, balls_shares};
