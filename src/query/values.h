/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of values: the result of pm_marginals() and pm_matchings(). */
#ifndef PM_QUERY_VALUES_H
#define PM_QUERY_VALUES_H

#include "num/value.h"

#include <stddef.h>

struct pm_values {
    size_t count;
    struct pm_value *value;
    int digits; /* as in struct pm_answer */
    const char *type;
};

/* `count` zeros; type "rational", "real", ... as in pm_answer_type(). */
pm_status pm_values_new(struct pm_values **values, size_t count, int digits, const char *type);

#endif
