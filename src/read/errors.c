/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of the entries of a matrix: one number for all entries that are not 0, or a file with a
 * matrix of errors, which is a table if the matrix was read from one. */
#include "base/argument.h"
#include "model/problem.h"
#include "read/decimal.h"
#include "read/formats.h"

#include <string.h>

/* *errors = the number where the matrix is not 0. */
static pm_status of_number(pm_problem **errors, const struct pm_problem *problem, const fmpq_t all)
{
    struct pm_matrix *r;

    PM_TRY(pm_matrix_copy(&r, problem->a));
    pm_matrix_to_pattern(r);
    for (int e = 0; e < pm_matrix_nnz(r); e++)
        fmpq_set(r->re + e, all);
    const bool whole = fmpz_is_one(fmpq_denref(all));
    const pm_status status = pm_problem_wrap(errors, whole ? PM_FIELD_INTEGER : PM_FIELD_REAL, r);
    if (status != PM_OK)
        pm_matrix_free(r);
    return status;
}

static pm_status of_file(pm_problem **errors, const struct pm_problem *problem, const char *path)
{
    const bool table = problem->format == pm_format_named("table")->what;
    const pm_graph_options options = {
        .size = sizeof options, .format = table ? "table" : NULL, .memory = problem->memory};
    pm_problem_reader *reader;

    PM_TRY(pm_problem_open(&reader, path, &options));
    pm_status status = pm_problem_next(errors, reader);
    if (status == PM_OK && *errors == NULL)
        status = pm_fail(PM_INPUT, "%s: there is no matrix of errors", path);
    pm_problem_close(reader);
    return status;
}

pm_status pm_problem_errors(pm_problem **errors, const pm_problem *problem, const char *error)
{
    PM_ARGUMENTS(errors, problem, error);
    pm_problem *made = NULL;
    fmpq_t all;
    pm_status status;

    fmpq_init(all);
    if (pm_decimal_parse(all, error, strlen(error)) != PM_OK)
        status = of_file(&made, problem, error);
    else if (fmpq_sgn(all) <= 0)
        status = pm_fail(PM_INPUT, "an error is a number above 0, or the file of a matrix of them");
    else
        status = of_number(&made, problem, all);
    fmpq_clear(all);
    PM_GIVE(errors, made, status, pm_problem_free);
}
