/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How accurate an answer has to be, also one from random draws. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What is meant where the caller says 0: the relative error of floating answers, and the
 * probability that draws may miss their bound. */
static const double PM_USUAL_EPSILON = 1e-12, PM_USUAL_DELTA = 0.05;

/* The relative error is at most epsilon, except with a probability of at most delta.  `unproved`:
 * the draws themselves tell how accurate they are.  epsilon 0: no draws, an exact answer or one
 * with rounding errors only. */
struct pm_accuracy {
    double epsilon, delta;
    bool unproved;
    uint64_t seed;
};
