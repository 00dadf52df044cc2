/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries are kept as triplets; several at one place are added up. */
#include "read/assembly.h"

#include "base/size_text.h"
#include "read/decimal.h"

#include <limits.h>

static pm_status check_size(const struct pm_graph_reader *reader, int64_t rows, int64_t cols)
{
    enum { LINE_BYTES = 8 };
    const uint64_t memory = pm_source_memory(reader->source);

    if (rows < 0 || cols < 0 || rows > INT_MAX || cols > INT_MAX)
        return pm_fail(PM_INPUT, "%jd x %jd is no size of a matrix that is read", (intmax_t)rows,
                       (intmax_t)cols);
    if ((uint64_t)(rows + cols) * LINE_BYTES > memory)
        return pm_fail(PM_NOMEM, "%jd x %jd entries: more than the memory of %s can hold",
                       (intmax_t)rows, (intmax_t)cols, pm_size_text(memory).text);
    return PM_OK;
}

static pm_status finish(struct pm_problem **problem, struct pm_assembly *a)
{
    struct pm_matrix *matrix;

    PM_TRY(pm_matrix_from_triplets(&matrix, &a->triplets));
    const pm_status status = pm_problem_wrap(problem, a->field, matrix);
    if (status == PM_OK)
        (*problem)->mirrored = a->mirror.re != 0;
    else
        pm_matrix_free(matrix);
    return status;
}

pm_status pm_assembly_make(struct pm_problem **problem, const struct pm_graph_reader *reader,
                           int64_t rows, int64_t cols, pm_field field, struct pm_mirror mirror,
                           pm_assembly_fill *fill, void *context)
{
    const bool logs = reader->logs && field != PM_FIELD_PATTERN;
    struct pm_assembly a = {.field = logs ? PM_FIELD_LOGS : field, .mirror = mirror};
    pm_status status = check_size(reader, rows, cols);

    if (status == PM_OK && reader->logs && (field == PM_FIELD_COMPLEX || mirror.re < 0))
        status = pm_fail(PM_INPUT, "logarithms of weights are real, and not skew-symmetric");
    PM_TRY(status);
    pm_triplets_init(&a.triplets, (int)rows, (int)cols, field == PM_FIELD_COMPLEX);
    fmpq_init(a.re);
    fmpq_init(a.im);
    status = fill(&a, context);
    if (status == PM_OK)
        status = finish(problem, &a);
    pm_triplets_clear(&a.triplets);
    fmpq_clear(a.im);
    fmpq_clear(a.re);
    return status;
}

pm_status pm_assembly_add(struct pm_assembly *a, int64_t row, int64_t col)
{
    struct pm_triplets *const t = &a->triplets;

    if (row < 0 || col < 0 || row >= t->rows || col >= t->cols)
        return pm_fail(PM_INPUT, "row %jd, column %jd is outside %d x %d", (intmax_t)row + 1,
                       (intmax_t)col + 1, t->rows, t->cols);
    if (fmpq_is_zero(a->re) && fmpq_is_zero(a->im))
        return PM_OK;
    PM_TRY(pm_triplets_add(t, (int)row, (int)col, a->re, a->im));
    if (a->mirror.re == 0 || row == col)
        return PM_OK;
    if (a->mirror.re < 0)
        fmpq_neg(a->re, a->re);
    if (a->mirror.im < 0)
        fmpq_neg(a->im, a->im);
    return pm_triplets_add(t, (int)col, (int)row, a->re, a->im);
}

pm_status pm_assembly_words(struct pm_assembly *a, int64_t row, int64_t col, struct pm_word re,
                            struct pm_word im)
{
    PM_TRY(pm_weight_parse(a->re, re.text, re.length, a->field == PM_FIELD_LOGS));
    fmpq_set_si(a->im, 0, 1);
    if (im.length > 0 && a->field != PM_FIELD_COMPLEX)
        return pm_fail(PM_INPUT, "an entry is complex, and the matrix is not");
    if (im.length > 0)
        PM_TRY(pm_decimal_parse(a->im, im.text, im.length));
    if (a->field < PM_FIELD_REAL && !pm_word_is_integer(re))
        a->field = PM_FIELD_REAL;
    return pm_assembly_add(a, row, col);
}
