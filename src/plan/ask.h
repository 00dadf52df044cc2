/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked: which numbers the answer is to have, and how good it is to be.  It does not change
 * while a problem is planned and computed. */
#ifndef PM_PLAN_ASK_H
#define PM_PLAN_ASK_H

#include "model/problem.h"

#include <flint/fmpz.h>

/* What kind of answer is wanted. */
enum pm_want {
    PM_WANT_EXACT,
    PM_WANT_FLOATING,
    PM_WANT_RESIDUE, /* modulo a prime below 2^62 */
};

struct pm_ask {
    enum pm_kind kind;
    enum pm_want want;
    bool complex_values;
    int bits;       /* of PM_WANT_FLOATING: 53, double; 106, double-double; else fixed.h */
    bool rounded;   /* a floating answer may be an exact one, rounded */
    uint64_t prime; /* of PM_WANT_RESIDUE */
    double epsilon; /* relative error that a floating answer may have by choice of an engine; 0:
                     * none, but for rounding */
};

/* What the options ask about a problem.  A modulus that is no odd prime below 2^62 asks for the
 * exact answer.  PM_INPUT: options that mean nothing, or exclude each other. */
pm_status pm_ask_of(struct pm_ask *ask, const struct pm_problem *problem,
                    const pm_options *options);

/* How numbers are to come out: 0 for exactly, else with so many bits. */
int pm_ask_bits(const struct pm_problem *problem, pm_precision precision);

/* The modulus that the text is.  PM_INPUT where that is no integer above 1. */
pm_status pm_ask_modulus(fmpz_t modulus, const char *text);

#endif
