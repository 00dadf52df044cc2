/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices are made, copied, transposed and compared.  Transposing is one counting pass.  Cost:
 * linear in entries, rows and columns. */
#include "model/matrix.h"

#include "base/alloc.h"
#include "base/compare.h"
#include "base/budget.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const pm_kind_names[PM_KINDS] = {
    [PM_PERMANENT] = "permanent", [PM_HAFNIAN] = "hafnian"};

static void values_clear(fmpq *value, size_t count)
{
    for (size_t k = 0; value != NULL && k < count; k++)
        fmpq_clear(value + k);
    free(value);
}

pm_status pm_matrix_new(struct pm_matrix **out, int rows, int cols, int nnz, bool complex_values)
{
    struct pm_matrix *a;

    PM_NEW(a, 1);
    *a = (struct pm_matrix){.rows = rows, .cols = cols};
    if ((a->start = pm_alloc((size_t)rows + 1, sizeof *a->start)) == NULL ||
        (a->col = pm_alloc((size_t)nnz, sizeof *a->col)) == NULL ||
        (a->re = pm_alloc((size_t)nnz, sizeof *a->re)) == NULL ||
        (complex_values && (a->im = pm_alloc((size_t)nnz, sizeof *a->im)) == NULL)) {
        pm_matrix_free(a);
        return PM_NOMEM;
    }
    a->start[rows] = nnz;
    for (int k = 0; k < nnz; k++) {
        fmpq_init(a->re + k);
        if (complex_values)
            fmpq_init(a->im + k);
    }
    *out = a;
    return PM_OK;
}

void pm_matrix_free(struct pm_matrix *a)
{
    if (a == NULL)
        return;
    const size_t nnz = a->start != NULL ? (size_t)pm_matrix_nnz(a) : 0;
    values_clear(a->re, nnz);
    values_clear(a->im, nnz);
    PM_FREE(a->start, a->col, a->origin, a);
}

/* Sets the origins of `to`, whose rows and columns are these of `from`, if `from` has origins; row
 * and col NULL: they are all. */
static pm_status trace(struct pm_matrix *to, const struct pm_matrix *from, const int *row,
                       const int *col)
{
    if (from->origin == NULL)
        return PM_OK;
    PM_NEW(to->origin, (size_t)to->rows + (size_t)to->cols);
    for (int i = 0; i < to->rows; i++)
        to->origin[i] = from->origin[row != NULL ? row[i] : i];
    for (int j = 0; j < to->cols; j++)
        to->origin[to->rows + j] = from->origin[from->rows + (col != NULL ? col[j] : j)];
    return PM_OK;
}

pm_status pm_matrix_copy(struct pm_matrix **out, const struct pm_matrix *a)
{
    struct pm_matrix *b;
    const int nnz = pm_matrix_nnz(a);

    PM_TRY(pm_matrix_new(&b, a->rows, a->cols, nnz, a->im != NULL));
    memcpy(b->start, a->start, ((size_t)a->rows + 1) * sizeof *b->start);
    pm_status status = trace(b, a, NULL, NULL);
    for (int k = 0; k < nnz && status == PM_OK; k++) {
        pm_matrix_put(b, k, a->col[k], a, k);
        status = k % PM_BUDGET_STEPS == PM_BUDGET_STEPS - 1 ? pm_budget_ask() : PM_OK;
    }
    PM_GIVE(out, b, status, pm_matrix_free);
}

pm_status pm_matrix_transpose(struct pm_matrix **out, const struct pm_matrix *a)
{
    struct pm_matrix *b;
    int *next;
    const int nnz = pm_matrix_nnz(a);

    PM_TRY(pm_matrix_new(&b, a->cols, a->rows, nnz, a->im != NULL));
    if ((next = pm_alloc((size_t)a->cols + 1, sizeof *next)) == NULL) {
        pm_matrix_free(b);
        return PM_NOMEM;
    }
    for (int k = 0; k < nnz; k++)
        next[a->col[k] + 1]++;
    for (int j = 0; j < a->cols; j++)
        next[j + 1] += next[j];
    memcpy(b->start, next, ((size_t)a->cols + 1) * sizeof *next);
    pm_status status = PM_OK;
    for (int i = 0, k = 0; i < a->rows && status == PM_OK; i++) {
        const int steps = k / PM_BUDGET_STEPS;
        for (; k < a->start[i + 1]; k++)
            pm_matrix_put(b, next[a->col[k]]++, i, a, k);
        status = k / PM_BUDGET_STEPS > steps ? pm_budget_ask() : PM_OK;
    }
    free(next);
    if (status == PM_OK && a->origin != NULL) {
        PM_NEW_GOTO(status, b->origin, (size_t)a->rows + (size_t)a->cols, done);
        memcpy(b->origin, a->origin + a->rows, (size_t)a->cols * sizeof *b->origin);
        memcpy(b->origin + a->cols, a->origin, (size_t)a->rows * sizeof *b->origin);
    }
done:
    PM_GIVE(out, b, status, pm_matrix_free);
}

pm_status pm_matrix_pad(struct pm_matrix **out, const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(a), more = a->cols - a->rows;
    struct pm_matrix *b;

    if ((int64_t)nnz + (int64_t)more * a->cols > INT_MAX)
        return pm_fail(PM_UNABLE, "too many columns for %d rows", a->rows);
    PM_TRY(pm_matrix_new(&b, a->cols, a->cols, nnz + more * a->cols, a->im != NULL));
    for (int i = 0; i < a->rows; i++)
        b->start[i + 1] = a->start[i + 1];
    for (int k = 0; k < nnz; k++)
        pm_matrix_put(b, k, a->col[k], a, k);
    for (int i = a->rows, k = nnz; i < a->cols; i++) {
        for (int j = 0; j < a->cols; j++, k++) {
            b->col[k] = j;
            fmpq_one(b->re + k);
        }
        b->start[i + 1] = k;
    }
    *out = b;
    return PM_OK;
}

struct place {
    int col, entry; /* sorted by columns */
};

pm_status pm_matrix_sub(struct pm_matrix **out, const struct pm_matrix *a, int nr, const int *row,
                        int nc, const int *col)
{
    pm_status status = PM_OK;
    struct pm_matrix *b = NULL;
    struct place *place = NULL;
    int *where = NULL, count = 0, room = 0;

    PM_NEW_GOTO(status, where, a->cols, done);
    for (int j = 0; j < nc; j++)
        where[col[j]] = j + 1;
    for (int i = 0; i < nr; i++) {
        for (int k = a->start[row[i]]; k < a->start[row[i] + 1]; k++)
            count += where[a->col[k]] != 0;
        if (a->start[row[i] + 1] - a->start[row[i]] > room)
            room = a->start[row[i] + 1] - a->start[row[i]];
    }
    PM_NEW_GOTO(status, place, room, done);
    PM_TRY_GOTO(status, pm_matrix_new(&b, nr, nc, count, a->im != NULL), done);
    count = 0;
    for (int i = 0; i < nr; i++) {
        int used = 0;
        for (int k = a->start[row[i]]; k < a->start[row[i] + 1]; k++)
            if (where[a->col[k]] != 0)
                place[used++] = (struct place){where[a->col[k]] - 1, k};
        qsort(place, (size_t)used, sizeof *place, pm_compare_ints);
        b->start[i] = count;
        for (int k = 0; k < used; k++)
            pm_matrix_put(b, count++, place[k].col, a, place[k].entry);
    }
    status = trace(b, a, row, col);
done:
    PM_FREE(where, place);
    PM_GIVE(out, b, status, pm_matrix_free);
}

pm_status pm_matrix_without(struct pm_matrix **rest, const struct pm_matrix *a, enum pm_kind kind,
                            const bool *out)
{
    const int shift = kind == PM_HAFNIAN ? 0 : a->rows;
    int *list, rows = 0, cols = 0;

    PM_NEW(list, a->rows + a->cols);
    for (int i = 0; i < a->rows; i++)
        if (!out[i])
            list[rows++] = i;
    for (int j = 0; j < a->cols; j++)
        if (!out[shift + j])
            list[a->rows + cols++] = j;
    pm_status status = pm_matrix_sub(rest, a, rows, list, cols, list + a->rows);
    if (status == PM_OK && rows > cols) {
        struct pm_matrix *const part = *rest;
        status = pm_matrix_transpose(rest, part);
        pm_matrix_free(part);
    }
    free(list);
    return status;
}

pm_status pm_matrix_without_pair(struct pm_matrix **rest, const struct pm_matrix *a,
                                 enum pm_kind kind, int i, int j)
{
    bool *out;

    PM_NEW(out, a->rows + a->cols);
    out[i] = out[kind == PM_HAFNIAN ? j : a->rows + j] = true;
    const pm_status status = pm_matrix_without(rest, a, kind, out);
    free(out);
    return status;
}

void pm_matrix_drop_zero_im(struct pm_matrix *a)
{
    if (a->im == NULL)
        return;
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (!fmpq_is_zero(a->im + k))
            return;
    free(a->im); /* zeros have no memory to free */
    a->im = NULL;
}

void pm_matrix_keep(struct pm_matrix *a, const bool *keep)
{
    int kept = 0;

    for (int i = 0, k = 0; i < a->rows; i++) {
        const int stop = a->start[i + 1];
        a->start[i] = kept;
        for (; k < stop; k++) {
            if (!keep[k])
                continue;
            a->col[kept] = a->col[k];
            fmpq_swap(a->re + kept, a->re + k);
            if (a->im != NULL)
                fmpq_swap(a->im + kept, a->im + k);
            kept++;
        }
    }
    for (int k = kept; k < a->start[a->rows]; k++) {
        fmpq_zero(a->re + k);
        if (a->im != NULL)
            fmpq_zero(a->im + k);
    }
    a->start[a->rows] = kept;
    pm_matrix_drop_zero_im(a);
}

void pm_matrix_to_pattern(struct pm_matrix *a)
{
    pm_matrix_to_ones(a, a->rows);
}

void pm_matrix_to_ones(struct pm_matrix *a, int rows)
{
    for (int k = 0; k < a->start[rows]; k++)
        fmpq_one(a->re + k);
    values_clear(a->im, (size_t)pm_matrix_nnz(a));
    a->im = NULL;
}

int pm_matrix_entry(const struct pm_matrix *a, int row, int col)
{
    int k = a->start[row];

    while (a->col[k] != col)
        k++;
    return k;
}

pm_status pm_matrix_moduli(struct pm_matrix **out, const struct pm_matrix *a)
{
    struct pm_matrix *m;

    PM_TRY(pm_matrix_new(&m, a->rows, a->cols, pm_matrix_nnz(a), false));
    memcpy(m->start, a->start, ((size_t)a->rows + 1) * sizeof *m->start);
    memcpy(m->col, a->col, (size_t)pm_matrix_nnz(a) * sizeof *m->col);
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        fmpq_abs(m->re + k, a->re + k);
        if (a->im != NULL && fmpq_sgn(a->im + k) >= 0)
            fmpq_add(m->re + k, m->re + k, a->im + k);
        else if (a->im != NULL)
            fmpq_sub(m->re + k, m->re + k, a->im + k);
    }
    *out = m;
    return PM_OK;
}

void pm_matrix_denominators(fmpz_t d, const struct pm_matrix *a, int first, int end)
{
    for (int k = first; k < end; k++) {
        fmpz_lcm(d, d, fmpq_denref(a->re + k));
        if (a->im != NULL)
            fmpz_lcm(d, d, fmpq_denref(a->im + k));
    }
}

pm_status pm_matrix_integers(struct pm_matrix **out, const struct pm_matrix *a)
{
    fmpz_t d;

    PM_TRY(pm_matrix_copy(out, a));
    fmpz_init_set_ui(d, 1);
    pm_matrix_denominators(d, a, 0, pm_matrix_nnz(a));
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        fmpq_mul_fmpz((*out)->re + k, a->re + k, d);
        if (a->im != NULL)
            fmpq_mul_fmpz((*out)->im + k, a->im + k, d);
    }
    fmpz_clear(d);
    return PM_OK;
}

bool pm_matrix_is_integer(const struct pm_matrix *a)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (!fmpz_is_one(fmpq_denref(a->re + k)) ||
            (a->im != NULL && !fmpz_is_one(fmpq_denref(a->im + k))))
            return false;
    return true;
}

bool pm_matrix_is_nonnegative(const struct pm_matrix *a)
{
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        if (fmpq_sgn(a->re + k) < 0 || (a->im != NULL && !fmpq_is_zero(a->im + k)))
            return false;
    return true;
}

int pm_matrix_row_of(const struct pm_matrix *a, size_t k)
{
    int first = 0, last = a->rows - 1; /* the row lies between these two */

    while (first < last) {
        const int middle = first + (last - first) / 2;
        if ((size_t)a->start[middle + 1] <= k)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

pm_status pm_matrix_asymmetry(int *row, int *col, const struct pm_matrix *a, bool skew)
{
    struct pm_matrix *turned;

    PM_TRY(pm_matrix_transpose(&turned, a));
    for (int k = 0; k < pm_matrix_nnz(a) && skew; k++) {
        fmpq_neg(turned->re + k, turned->re + k);
        if (a->im != NULL)
            fmpq_neg(turned->im + k, turned->im + k);
    }
    *row = *col = -1;
    for (int i = 0; i < a->rows && *row < 0; i++) {
        const int end = a->start[i + 1], other_end = turned->start[i + 1];
        int k = a->start[i];
        while (k < end && k < other_end && a->col[k] == turned->col[k] &&
               fmpq_equal(a->re + k, turned->re + k) &&
               (a->im == NULL || fmpq_equal(a->im + k, turned->im + k)))
            k++;
        if (k == end && k == other_end)
            continue;
        *row = i;
        *col =
            k == end || (k < other_end && turned->col[k] < a->col[k]) ? turned->col[k] : a->col[k];
    }
    pm_matrix_free(turned);
    return PM_OK;
}

pm_status pm_matrix_fail_asymmetric(const char *what, bool skew, int row, int col)
{
    return pm_fail(PM_INPUT, "%s is not %ssymmetric: row %d, column %d", what, skew ? "skew-" : "",
                   row, col);
}

pm_status pm_matrix_check_square(const char *what, bool skew, int rows, int cols)
{
    return rows == cols ? PM_OK
                        : pm_fail(PM_INPUT, "%s is not %ssymmetric: %d x %d", what,
                                  skew ? "skew-" : "", rows, cols);
}

pm_status pm_matrix_check_symmetric(const char *what, bool skew, const struct pm_matrix *a,
                                    int first)
{
    int row, col;

    PM_TRY(pm_matrix_check_square(what, skew, a->rows, a->cols));
    PM_TRY(pm_matrix_asymmetry(&row, &col, a, skew));
    return row < 0 ? PM_OK : pm_matrix_fail_asymmetric(what, skew, row + first, col + first);
}
