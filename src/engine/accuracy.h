/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How accurate an answer from random draws has to be. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The relative error is at most epsilon, except with a probability of at most delta.  `unproved`:
 * the draws themselves tell how accurate they are.  epsilon 0: no draws, an exact answer or one
 * with rounding errors only. */
struct pm_accuracy {
    double epsilon, delta;
    bool unproved;
    uint64_t seed;
};
