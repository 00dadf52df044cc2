/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeated rows and columns are copied.  The fingerprint is a hash of dimensions, kind, places and
 * values, and is the same on every machine. */
#include "model/problem.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/refusal.h"
#include "base/text.h"

#include <limits.h>
#include <stdint.h>

pm_status pm_problem_wrap(struct pm_problem **out, pm_field field, struct pm_matrix *a)
{
    struct pm_problem *problem;

    PM_NEW(problem, 1);
    *problem = (struct pm_problem){.kind = PM_PERMANENT, .field = field, .a = a};
    *out = problem;
    return PM_OK;
}

pm_status pm_problem_to_pattern(pm_problem *problem)
{
    PM_ARGUMENTS(problem);
    const struct pm_matrix *const a = problem->a;
    const int rows = problem->gadgets > 0 ? problem->gadgets : a->rows;

    pm_matrix_to_ones(problem->a, rows);
    problem->field = PM_FIELD_PATTERN;
    return PM_OK;
}

/* *list = every line as often as times[] says; *total = the length of the list. */
static pm_status repeat_lines(int **list, int *total, const int *times, int count, const char *what)
{
    int64_t sum = 0;

    for (int k = 0; k < count; k++) {
        if (times[k] < 0)
            return pm_fail(PM_INPUT, "%s %d: %d is no multiplicity", what, k, times[k]);
        sum += times[k];
    }
    if (sum > INT_MAX)
        return pm_fail(PM_INPUT, "%jd %ss are too many", (intmax_t)sum, what);
    PM_NEW(*list, sum);
    *total = 0;
    for (int k = 0; k < count; k++)
        for (int copy = 0; copy < times[k]; copy++)
            (*list)[(*total)++] = k;
    return PM_OK;
}

/* *out = the rows of `a`, each as often as times[] says. */
static pm_status repeat_rows(struct pm_matrix **out, const struct pm_matrix *a, const int *times,
                             const char *what)
{
    int *list = NULL, *all = NULL, total = 0;
    int64_t entries = 0;
    pm_status status = repeat_lines(&list, &total, times, a->rows, what);

    if (status != PM_OK)
        goto done;
    for (int k = 0; k < total; k++)
        entries += a->start[list[k] + 1] - a->start[list[k]];
    if (entries > INT_MAX) {
        status = pm_fail(PM_UNABLE, "%jd entries are too many", (intmax_t)entries);
        goto done;
    }
    PM_NEW_GOTO(status, all, a->cols, done);
    for (int j = 0; j < a->cols; j++)
        all[j] = j;
    status = pm_matrix_sub(out, a, total, list, a->cols, all);
done:
    PM_FREE(list, all);
    return status;
}

/* Refuses copies for which there is no memory: three matrices are there at a time. */
static pm_status check_copies(const struct pm_problem *problem, const int *row_times,
                              const int *col_times)
{
    const struct pm_matrix *const a = problem->a;
    const double entry = sizeof *a->col + sizeof *a->re * (a->im != NULL ? 2 : 1);
    double entries = 0;

    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            entries += (double)(row_times != NULL ? row_times[i] : 1) *
                       (double)(col_times != NULL ? col_times[a->col[k]] : 1);
    return problem->memory > 0 && 3 * entries * entry > (double)problem->memory
               ? pm_refusal_of_memory("a matrix with these copies", 3 * entries * entry,
                                      (double)problem->memory)
               : PM_OK;
}

pm_status pm_problem_repeat(pm_problem *problem, const int *row_times, const int *col_times)
{
    PM_ARGUMENTS(problem);
    struct pm_matrix *rows = NULL, *turned = NULL, *repeated = NULL, *a = NULL;
    pm_status status;

    if (problem->kind != PM_PERMANENT || problem->row_vertex != NULL)
        return pm_fail(PM_UNABLE, "lines of a graph's matrix cannot be repeated");
    PM_TRY(check_copies(problem, row_times, col_times));
    if (row_times != NULL)
        PM_TRY_GOTO(status, repeat_rows(&rows, problem->a, row_times, "row"), done);
    else
        PM_TRY_GOTO(status, pm_matrix_copy(&rows, problem->a), done);
    if (col_times != NULL) {
        PM_TRY_GOTO(status, pm_matrix_transpose(&turned, rows), done);
        PM_TRY_GOTO(status, repeat_rows(&repeated, turned, col_times, "column"), done);
        PM_TRY_GOTO(status, pm_matrix_transpose(&a, repeated), done);
    } else {
        a = rows;
        rows = NULL;
    }
    pm_matrix_free(problem->a);
    pm_problem_free(problem->base); /* the copies are lines like others */
    problem->base = NULL;
    problem->a = a;
    problem->mirrored = false;
    if (row_times != NULL)
        PM_TRY_GOTO(status, pm_labels_repeat(&problem->row_name, row_times), done);
    if (col_times != NULL)
        PM_TRY_GOTO(status, pm_labels_repeat(&problem->col_name, col_times), done);
    status = PM_OK;
done:
    pm_matrix_free(rows);
    pm_matrix_free(turned);
    pm_matrix_free(repeated);
    return status;
}

int pm_problem_rows(const pm_problem *problem)
{
    return problem->a->rows;
}

int pm_problem_cols(const pm_problem *problem)
{
    return problem->a->cols;
}

size_t pm_problem_entries(const pm_problem *problem)
{
    return (size_t)pm_matrix_nnz(problem->a);
}

void pm_problem_entry(const pm_problem *problem, size_t k, int *row, int *col)
{
    *row = pm_matrix_row_of(problem->a, k);
    *col = problem->a->col[k];
}

int pm_problem_row_vertex(const pm_problem *problem, int row)
{
    return problem->row_vertex != NULL ? problem->row_vertex[row] : row;
}

int pm_problem_col_vertex(const pm_problem *problem, int col)
{
    return problem->col_vertex != NULL ? problem->col_vertex[col] : col;
}

const char *pm_problem_row_name(const pm_problem *problem, int row)
{
    return pm_labels_name(&problem->row_name, row);
}

const char *pm_problem_col_name(const pm_problem *problem, int col)
{
    return pm_labels_name(&problem->col_name, col);
}

const char *pm_problem_notes(const pm_problem *problem)
{
    return problem->notes;
}

pm_status pm_problem_note(struct pm_problem *problem, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    const pm_status status = pm_text_add_line(&problem->notes, format, args);
    va_end(args);
    return status;
}

const char *pm_problem_type_name(enum pm_type type)
{
    static const char *const names[] = {
        [PM_TYPE_INTEGER] = "integer",   [PM_TYPE_RATIONAL] = "rational",
        [PM_TYPE_GAUSSIAN] = "gaussian", [PM_TYPE_REAL] = "real",
        [PM_TYPE_COMPLEX] = "complex",   [PM_TYPE_MODULAR] = "modular",
        [PM_TYPE_ESTIMATE] = "estimate", [PM_TYPE_ADDITIVE] = "additive",
    };

    return names[type];
}

enum pm_type pm_problem_type(const struct pm_problem *problem, bool floating, bool whole)
{
    if (problem->field == PM_FIELD_COMPLEX || problem->a->im != NULL)
        return floating ? PM_TYPE_COMPLEX : PM_TYPE_GAUSSIAN;
    if (floating || problem->field == PM_FIELD_LOGS)
        return PM_TYPE_REAL;
    return problem->field == PM_FIELD_REAL || !whole ? PM_TYPE_RATIONAL : PM_TYPE_INTEGER;
}

int pm_problem_line_vertex(const struct pm_problem *problem, int line)
{
    const bool column = problem->kind != PM_HAFNIAN && line >= problem->a->rows;

    return column ? pm_problem_col_vertex(problem, line - problem->a->rows)
                  : pm_problem_row_vertex(problem, line);
}

int pm_problem_vertex_lines(const struct pm_problem *problem, bool cols)
{
    const int *const vertex = cols ? problem->col_vertex : problem->row_vertex;
    int lines = cols ? problem->a->cols : problem->a->rows;

    while (vertex != NULL && lines > 0 && vertex[lines - 1] < 0)
        lines--;
    return lines;
}

bool pm_problem_is_symmetric(const pm_problem *problem)
{
    return problem->kind == PM_HAFNIAN;
}

bool pm_problem_is_nonnegative(const pm_problem *problem)
{
    return pm_matrix_is_nonnegative(problem->a);
}

bool pm_problem_is_pattern(const pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;

    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (!fmpq_is_one(a->re + k) || (a->im != NULL && !fmpq_is_zero(a->im + k)))
            return false;
    return true;
}

void pm_problem_free(pm_problem *problem)
{
    if (problem == NULL)
        return;
    pm_matrix_free(problem->a);
    pm_problem_free(problem->base);
    if (problem->alone != NULL)
        fmpq_clear(problem->alone);
    pm_rotation_free(problem->around);
    pm_labels_clear(&problem->row_name);
    pm_labels_clear(&problem->col_name);
    PM_FREE(problem->notes, problem->vertex_names, problem->vertex_name, problem->row_vertex,
            problem->col_vertex, problem->note, problem->alone, problem);
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo), over text: the same on every machine. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return (hash ^ '\n') * UINT64_C(0x100000001b3);
}

static uint64_t hash_int(uint64_t hash, int k)
{
    for (int byte = 0; byte < 4; byte++)
        hash = (hash ^ ((unsigned)k >> (8 * byte) & 255)) * UINT64_C(0x100000001b3);
    return hash;
}

static pm_status hash_rational(uint64_t *hash, const fmpq *x)
{
    char *const text = fmpq_get_str(NULL, 16, x);

    if (text == NULL)
        return pm_no_memory();
    *hash = hash_text(*hash, text);
    flint_free(text);
    return PM_OK;
}

pm_status pm_problem_fingerprint(uint64_t *hash, const struct pm_problem *problem)
{
    const struct pm_matrix *const a = problem->a;
    uint64_t h = UINT64_C(0xcbf29ce484222325);

    h = hash_int(h, (int)problem->kind);
    h = hash_int(h, (int)problem->field);
    h = hash_int(hash_int(h, a->rows), a->cols);
    for (int i = 0; i <= a->rows; i++)
        h = hash_int(h, a->start[i]);
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        h = hash_int(h, a->col[k]);
        PM_TRY(hash_rational(&h, a->re + k));
        if (a->im != NULL)
            PM_TRY(hash_rational(&h, a->im + k));
    }
    *hash = h;
    return PM_OK;
}
