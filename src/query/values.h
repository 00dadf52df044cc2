/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of values: the result of pm_marginals(), pm_matchings() and pm_problem_minors(). */
#pragma once

#include "model/problem.h"
#include "num/value.h"
#include "run/check.h"

#include <stddef.h>

struct pm_values {
    size_t count;
    struct pm_value *value;
    bool logs;   /* the weights are rounded (num/exponential.h) */
    int digits;  /* as in struct pm_answer */
    bool proved; /* texts have no digits that the errors do not support */
    enum pm_type type;
    char checks[PM_CHECK_NAMES]; /* made on the values, separated by commas */
};

/* Makes a list of `count` zeros, for values of this problem with so many bits (0: exact).  Exact
 * values of integer problems are integers if `whole` is true.  Release the list with
 * pm_values_free(). */
pm_status pm_values_new(struct pm_values **values, size_t count, const struct pm_problem *problem,
                        int bits, bool whole);

/* Sets line[] to the shares of free rows, or free columns: what the shares of entries leave of 1.
 */
void pm_marginals_left(struct pm_value *line, const struct pm_matrix *a,
                       const struct pm_value *share, bool rows);

/* If the weights are rounded, adds to the bounds what this changes. */
void pm_values_of_logs(struct pm_values *values);
