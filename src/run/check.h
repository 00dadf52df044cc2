/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of a whole answer, which share nothing with the engines that computed it. */
#pragma once

#include "num/value.h"
#include "plan/plan.h"

struct pm_session;

/* A set of checks.  The last two are not listed with answers: they are of a core, and of draws. */
enum {
    PM_CHECK_SIGN = 1 << 0,      /* a non-negative matrix has no negative answer */
    PM_CHECK_ZERO = 1 << 1,      /* the answer is 0, and there is no perfect matching */
    PM_CHECK_PARITY = 1 << 2,    /* determinant modulo 2 */
    PM_CHECK_EXPANSION = 1 << 3, /* another method modulo a prime of 61 bits */
    PM_CHECK_ORDER = 1 << 4,     /* the cores in other orders, modulo a prime of 24 to 30 bits */
    PM_CHECK_FIRST = 1 << 5,     /* the sums over matchings with at most two entries */
    PM_CHECK_LINES = 1 << 6,     /* the sum over each line, of shares or of an expansion */
    PM_CHECK_BALLS = 1 << 7,     /* the cores in other orders, in floating numbers or exactly */
    PM_CHECK_BOUND = 1 << 8,     /* the value of a core is below its proved bound */
    PM_CHECK_MATCHING = 1 << 9,  /* a draw is a matching */
};

/* Their names, separated by commas, in memory of the caller. */
enum { PM_CHECKS = 10, PM_CHECK_NAME = 20, PM_CHECK_NAMES = PM_CHECKS * PM_CHECK_NAME };
const char *pm_check_names(char text[PM_CHECK_NAMES], unsigned checks);

/* Fails with PM_WRONG: names the check, and what is wrong, as in "it is 1, and must be 2". */
pm_status pm_check_failed(unsigned check, const char *what, ...)
    __attribute__((format(printf, 2, 3)));

/* Checks the value of a problem in all ways that are cheap, and adds to *made which ones applied.
 * PM_WRONG with both values: a check failed. */
pm_status pm_check_answer(unsigned *made, const struct pm_value *value,
                          const struct pm_problem *problem, const struct pm_ask *ask);

/* Compares the value of a core with the proved bound that chose the number of primes.  A damaged
 * record with the right checksum may exceed it, and so may a wrong program.  PM_WRONG: it does. */
pm_status pm_check_bound(const struct pm_value *value, const struct pm_matrix *core,
                         enum pm_kind kind);

/* Computes the cores of a plan once more with rows and columns in another order, if this takes at
 * most a twentieth of the plan's time or a few milliseconds: an exact answer modulo another prime,
 * a floating one with more bits if possible.  Adds to *made. */
pm_status pm_check_order(unsigned *made, const struct pm_value *value, const struct pm_plan *plan,
                         struct pm_session *session);
