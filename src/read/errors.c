/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of the entries of a matrix: one number for all entries that are not 0, or a file with a
 * matrix of errors, which is a table if the matrix was read from one. */
#include "base/argument.h"
#include "model/problem.h"
#include "read/decimal.h"
#include "read/formats.h"

#include <stdlib.h>
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

/* False if both lists have names, of which some are different. */
static bool are_same(const struct pm_labels *a, const struct pm_labels *b)
{
    for (int k = 0; k < a->count && k < b->count; k++)
        if (strcmp(pm_labels_name(a, k), pm_labels_name(b, k)) != 0)
            return false;
    return true;
}

/* Checks that the errors are the only matrix of the file, and belong to the lines of the problem.
 */
static pm_status check_file(const struct pm_problem *errors, const struct pm_problem *problem,
                            pm_problem_reader *reader, const char *path)
{
    pm_problem *next = NULL;

    PM_REFUSE_IF(errors == NULL, "%s: there is no matrix of errors", path);
    PM_TRY(pm_problem_next(&next, reader));
    const bool more = next != NULL;
    pm_problem_free(next);
    PM_REFUSE_IF(more, "%s: there are several matrices, and one of errors is expected", path);
    PM_REFUSE_IF(!are_same(&errors->row_name, &problem->row_name) ||
                     !are_same(&errors->col_name, &problem->col_name),
                 "%s: the names of rows or columns are not those of the matrix, in the same order",
                 path);
    return PM_OK;
}

static pm_status of_file(pm_problem **errors, const struct pm_problem *problem, const char *path)
{
    const bool table = problem->format == pm_format_named("table")->what;
    const pm_graph_options options = {
        .size = sizeof options, .format = table ? "table" : NULL, .memory = problem->memory};
    pm_problem_reader *reader;

    PM_TRY(pm_problem_open(&reader, path, &options));
    pm_status status = pm_problem_next(errors, reader);
    PM_THEN(status, check_file(*errors, problem, reader, path));
    pm_problem_close(reader);
    return status;
}

/* Nothing, and words that strtod() takes, such as nan, are no names of files. */
static bool is_path(const char *error)
{
    char *end;

    (void)strtod(error, &end);
    return *end != '\0';
}

pm_status pm_problem_errors(pm_problem **errors, const pm_problem *problem, const char *error)
{
    PM_ARGUMENTS(errors, problem, error);
    pm_problem *made = NULL;
    fmpq_t all;
    pm_status status;

    fmpq_init(all);
    const bool number = pm_decimal_parse(all, error, strlen(error)) == PM_OK;
    if (!number && is_path(error))
        status = of_file(&made, problem, error);
    else if (!number || fmpq_sgn(all) <= 0)
        status = pm_fail(PM_INPUT, "an error is a number above 0, or the file of a matrix of them");
    else
        status = of_number(&made, problem, all);
    fmpq_clear(all);
    PM_GIVE(errors, made, status, pm_problem_free);
}
