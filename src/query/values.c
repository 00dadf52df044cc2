/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of values.  The caller of pm_values_new() fills it. */
#include "query/values.h"

#include "base/alloc.h"
#include "num/exponential.h"

#include <stdlib.h>

pm_status pm_values_new(struct pm_values **out, size_t count, const struct pm_problem *problem,
                        int bits, bool whole)
{
    struct pm_values *values;
    const bool logs = problem->field == PM_FIELD_LOGS;

    PM_NEW(values, 1);
    *values = (struct pm_values){
        .logs = logs,
        .digits = bits > 0 || logs ? pm_number_digits(bits > 0 ? bits : PM_LOGS_PROVED) : 0,
        .type = pm_problem_type(problem, bits > 0, whole)};
    if ((values->value = pm_alloc(count, sizeof *values->value)) == NULL) {
        free(values);
        return PM_NOMEM;
    }
    for (; values->count < count; values->count++)
        pm_value_init(&values->value[values->count]);
    *out = values;
    return PM_OK;
}

void pm_values_of_logs(struct pm_values *values)
{
    for (size_t k = 0; values != NULL && values->logs && k < values->count; k++)
        pm_exponential_of_logs(&values->value[k]);
}

size_t pm_values_count(const pm_values *values)
{
    return values->count;
}

const char *pm_values_type(const pm_values *values)
{
    return pm_problem_type_name(values->type);
}

const char *pm_values_checks(const pm_values *values)
{
    return values->checks;
}

void pm_values_free(pm_values *values)
{
    if (values == NULL)
        return;
    for (size_t k = 0; k < values->count; k++)
        pm_value_clear(&values->value[k]);
    PM_FREE(values->value, values);
}
