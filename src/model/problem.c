/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/problem.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

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
    const struct pm_matrix *const a = problem->a;
    const int rows = problem->gadgets > 0 ? problem->gadgets : a->rows;

    pm_matrix_to_ones(problem->a, rows);
    problem->field = PM_FIELD_PATTERN;
    return PM_OK;
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
    const struct pm_matrix *const a = problem->a;
    int first = 0, last = a->rows - 1; /* rows between which it is */

    while (first < last) {
        const int middle = first + (last - first) / 2;
        if ((size_t)a->start[middle + 1] <= k)
            first = middle + 1;
        else
            last = middle;
    }
    *row = first;
    *col = a->col[k];
}

int pm_problem_row_vertex(const pm_problem *problem, int row)
{
    return problem->row_vertex != NULL ? problem->row_vertex[row] : row;
}

int pm_problem_col_vertex(const pm_problem *problem, int col)
{
    return problem->col_vertex != NULL ? problem->col_vertex[col] : col;
}

bool pm_problem_is_symmetric(const pm_problem *problem)
{
    return problem->kind == PM_HAFNIAN;
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
    pm_rotation_free(problem->around);
    free(problem->row_vertex);
    free(problem->col_vertex);
    free(problem->note);
    free(problem);
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
        return pm_fail(PM_NOMEM, "out of memory");
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
