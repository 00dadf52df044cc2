/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an engine computes in floating-point numbers of any precision. */
#ifndef PM_ENGINE_ANY_BITS_H
#define PM_ENGINE_ANY_BITS_H

#include "engine/engine.h"

struct pm_value;

/* How an engine computes with floating-point numbers of any precision, with a proved error
 * bound. */
struct pm_engine_any {
    double (*slower)(int bits); /* the time with so many bits, divided by that of cost() for real or
                                 * complex numbers */
    pm_status (*value)(struct pm_value *value, const struct pm_core *core,
                       const struct pm_cost *cost, int bits, const struct pm_limits *limits);
};

#endif
