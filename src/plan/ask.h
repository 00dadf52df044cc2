/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user asks for: a value or a query, the kind of numbers of the answer, and its precision.
 * This does not change while a problem is planned and computed. */
#pragma once

#include "engine/engine_query.h"
#include "model/problem.h"

/* The kind of answer. */
enum pm_want {
    PM_WANT_EXACT,
    PM_WANT_FLOATING,
    PM_WANT_RESIDUE, /* modulo a prime below 2^62, 4 or 8; 2, 4 and 8 for values alone */
};

struct pm_ask {
    enum pm_query query; /* of a core */
    double below;        /* of queries: all sums are below 2^this; 0: the core's bound is used */
    enum pm_kind kind;
    enum pm_want want;
    bool complex_values;
    bool logs; /* the weights are rounded (num/exponential.h) */
    /* PM_WANT_FLOATING: precision in bits; 53: double, 106: double-double, other numbers:
     * fixed.h */
    int bits;
    bool rounded;   /* a floating answer may also be computed exactly and then rounded */
    uint64_t prime; /* PM_WANT_RESIDUE: the modulus */
    /* relative error that an engine may allow itself in a floating answer; 0: only rounding
     * errors */
    double epsilon;
    struct pm_accuracy accuracy; /* of estimates */
    bool timed;                  /* the user wants to see predictions, or limits the time */
};

/* Reads from the options what the user asks for.  If the modulus is not 4, 8 or a prime below
 * 2^62, the exact answer is asked for.  PM_INPUT: the options are meaningless or contradict each
 * other. */
pm_status pm_ask_of(struct pm_ask *ask, const struct pm_problem *problem,
                    const pm_options *options);

/* Whether a rule of its own finds the answer: modulo 2, 4 and 8. */
static inline bool pm_ask_has_residue_rule(const struct pm_ask *ask)
{
    return ask->want == PM_WANT_RESIDUE && (ask->prime == 2 || ask->prime == 4 || ask->prime == 8);
}

/* The precision of a floating answer in bits, or 0 if the answer is exact. */
int pm_ask_bits(const struct pm_problem *problem, pm_precision precision);

/* What is asked of the cores that are left: exact values, if the rule has not found theirs. */
static inline struct pm_ask pm_ask_of_cores(const struct pm_ask *ask)
{
    struct pm_ask cores = *ask;

    if (pm_ask_has_residue_rule(ask))
        cores.want = PM_WANT_EXACT;
    return cores;
}

/* Reads a modulus.  PM_INPUT: the text is not an integer above 1. */
pm_status pm_ask_modulus(fmpz_t modulus, const char *text);
