/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user asks for: the kind of numbers of the answer, and its precision.  This does not
 * change while a problem is planned and computed. */
#ifndef PM_PLAN_ASK_H
#define PM_PLAN_ASK_H

#include "model/problem.h"

#include <flint/fmpz.h>

/* The kind of answer. */
enum pm_want {
    PM_WANT_EXACT,
    PM_WANT_FLOATING,
    PM_WANT_RESIDUE, /* modulo a prime below 2^62 */
};

struct pm_ask {
    enum pm_kind kind;
    enum pm_want want;
    bool complex_values;
    int bits;       /* PM_WANT_FLOATING: 53 for double, 106 for double-double, else see fixed.h */
    bool rounded;   /* a floating answer may be computed exactly and rounded */
    uint64_t prime; /* PM_WANT_RESIDUE: the modulus */
    double epsilon; /* relative error that an engine may choose for a floating answer; 0: only
                     * rounding errors */
};

/* Reads what the options ask for.  A modulus that is not an odd prime below 2^62 asks for the exact
 * answer.  PM_INPUT: the options are meaningless or contradict each other. */
pm_status pm_ask_of(struct pm_ask *ask, const struct pm_problem *problem,
                    const pm_options *options);

/* The number of bits of the numbers; 0: exact. */
int pm_ask_bits(const struct pm_problem *problem, pm_precision precision);

/* Reads a modulus.  PM_INPUT: the text is not an integer above 1. */
pm_status pm_ask_modulus(fmpz_t modulus, const char *text);

#endif
