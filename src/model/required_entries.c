/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only matchings with some entries: all other entries in the lines of these are dropped. */
#include "base/alloc.h"
#include "base/argument.h"
#include "model/problem.h"

/* Marks the lines of each entry with 1 + its number. */
static pm_status take_lines(size_t *owner, const struct pm_matrix *a, int shift, size_t count,
                            const size_t *entry)
{
    for (size_t k = 0; k < count; k++) {
        if (entry[k] == SIZE_MAX)
            return pm_fail(PM_DOMAIN, "an entry that is required is 0");
        if (entry[k] >= (size_t)pm_matrix_nnz(a))
            return pm_fail(PM_INPUT, "there is no entry %zu", entry[k]);
        const int i = pm_matrix_row_of(a, entry[k]), j = shift + a->col[entry[k]];
        if (i == j)
            return pm_fail(PM_DOMAIN, "an entry on the diagonal is in no matching");
        if (owner[i] != 0 || owner[j] != 0)
            return pm_fail(PM_DOMAIN, "no matching has all of these entries: two of them share a "
                                      "line");
        owner[i] = owner[j] = k + 1;
    }
    return PM_OK;
}

pm_status pm_problem_require(pm_problem *problem, size_t count, const size_t *entry)
{
    PM_ARGUMENTS(problem);
    PM_ARGUMENTS_IF(count > 0, entry);
    struct pm_matrix *const a = problem->a;
    const int shift = problem->kind == PM_HAFNIAN ? 0 : a->rows;
    size_t *owner;
    bool *keep = NULL;

    if (problem->gadgets > 0 || problem->variant != NULL || problem->base != NULL)
        return pm_fail(PM_UNABLE, "entries are required of a problem without free vertices, loops, "
                                  "copies or gadgets");
    PM_NEW(owner, a->rows + a->cols + 1);
    pm_status status = take_lines(owner, a, shift, count, entry);
    if (status == PM_OK)
        PM_NEW_GOTO(status, keep, pm_matrix_nnz(a) + 1, done);
    for (int i = 0; i < a->rows && status == PM_OK; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            keep[k] = owner[i] == owner[shift + a->col[k]];
    if (status == PM_OK) {
        pm_matrix_keep(a, keep);
        problem->required = problem->required || count > 0;
        pm_rotation_free(problem->around); /* it is that of all edges */
        problem->around = NULL;
    }
done:
    PM_FREE(owner, keep);
    return status;
}

pm_status pm_problem_unrequired(const struct pm_problem *problem)
{
    return !problem->required ? PM_OK
                              : pm_fail(PM_UNABLE, "entries are required of the matchings that "
                                                   "cover the shorter side alone");
}
