/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries are kept as triplets; several at one place are added up. */
#include "read/assembly.h"

#include "base/size_text.h"
#include "read/decimal.h"

#include <limits.h>

pm_status pm_assembly_begin(struct pm_assembly *a, const struct pm_graph_reader *reader,
                            int64_t rows, int64_t cols, pm_field field)
{
    enum { LINE_BYTES = 16 };
    const uint64_t memory = pm_source_memory(reader->source);

    pm_triplets_init(&a->triplets, 0, 0, true);
    fmpq_init(a->re);
    fmpq_init(a->im);
    a->field = reader->logs ? PM_FIELD_LOGS : field;
    if (rows < 0 || cols < 0 || rows > INT_MAX || cols > INT_MAX)
        return pm_fail(PM_INPUT, "%jd x %jd is no size of a matrix that is read", (intmax_t)rows,
                       (intmax_t)cols);
    if ((uint64_t)(rows + cols) * LINE_BYTES > memory)
        return pm_fail(PM_NOMEM, "%jd x %jd entries: more than the memory of %s can hold",
                       (intmax_t)rows, (intmax_t)cols, pm_size_text(memory).text);
    a->triplets.rows = (int)rows;
    a->triplets.cols = (int)cols;
    return PM_OK;
}

void pm_assembly_clear(struct pm_assembly *a)
{
    pm_triplets_clear(&a->triplets);
    fmpq_clear(a->im);
    fmpq_clear(a->re);
}

pm_status pm_assembly_add(struct pm_assembly *a, int64_t row, int64_t col)
{
    const struct pm_triplets *const t = &a->triplets;

    if (row < 0 || col < 0 || row >= t->rows || col >= t->cols)
        return pm_fail(PM_INPUT, "row %jd, column %jd is outside %d x %d", (intmax_t)row + 1,
                       (intmax_t)col + 1, t->rows, t->cols);
    if (fmpq_is_zero(a->re) && fmpq_is_zero(a->im))
        return PM_OK;
    return pm_triplets_add(&a->triplets, (int)row, (int)col, a->re, a->im);
}

pm_status pm_assembly_words(struct pm_assembly *a, int64_t row, int64_t col, struct pm_word re,
                            struct pm_word im)
{
    const bool logs = a->field == PM_FIELD_LOGS;

    fmpq_set_si(a->im, 0, 1);
    PM_TRY(pm_weight_parse(a->re, re.text, re.length, logs));
    if (im.length > 0 && logs)
        return pm_fail(PM_INPUT, "logarithms of weights are real");
    if (im.length > 0)
        PM_TRY(pm_decimal_parse(a->im, im.text, im.length));
    if (im.length > 0)
        a->field = PM_FIELD_COMPLEX;
    else if (a->field < PM_FIELD_REAL && !pm_word_is_integer(re))
        a->field = PM_FIELD_REAL;
    return pm_assembly_add(a, row, col);
}

pm_status pm_assembly_finish(struct pm_problem **problem, struct pm_assembly *a, bool mirrored)
{
    struct pm_matrix *matrix;

    PM_TRY(pm_matrix_from_triplets(&matrix, &a->triplets));
    const pm_status status = pm_problem_wrap(problem, a->field, matrix);
    if (status == PM_OK)
        (*problem)->mirrored = mirrored;
    else
        pm_matrix_free(matrix);
    return status;
}
