/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers are real or complex, or logarithms; those that are not 0 become entries. */
#include "read/text_rows.h"

#include "read/decimal.h"

void pm_text_rows_begin(struct pm_text_rows *r, bool logs)
{
    *r = (struct pm_text_rows){.field = logs ? PM_FIELD_LOGS : PM_FIELD_INTEGER};
    fmpq_init(r->re);
    fmpq_init(r->im);
    pm_triplets_init(&r->all, 0, 0, true);
}

void pm_text_rows_clear(struct pm_text_rows *r)
{
    pm_triplets_clear(&r->all);
    fmpq_clear(r->im);
    fmpq_clear(r->re);
}

static pm_status parse_part(fmpq_t value, struct pm_word part, bool logs)
{
    fmpq_zero(value);
    return part.length > 0 ? pm_weight_parse(value, part.text, part.length, logs) : PM_OK;
}

static pm_status parse(struct pm_text_rows *r, struct pm_word word)
{
    const bool logs = r->field == PM_FIELD_LOGS;
    struct pm_complex_word parts;

    if (word.length == 0)
        return pm_fail(PM_INPUT, "the number is missing");
    if (!pm_word_complex(&parts, word))
        parts = (struct pm_complex_word){.re = word}; /* the parser says what is wrong with it */
    if (logs && parts.im.length > 0)
        return pm_fail(PM_INPUT, "logarithms of weights are real");
    PM_TRY(parse_part(r->re, parts.re, logs));
    PM_TRY(parse_part(r->im, parts.im, logs));
    if (parts.im.length > 0)
        r->field = PM_FIELD_COMPLEX;
    else if (r->field == PM_FIELD_INTEGER && !pm_word_is_integer(parts.re))
        r->field = PM_FIELD_REAL;
    return PM_OK;
}

pm_status pm_text_rows_add(struct pm_text_rows *r, struct pm_word word)
{
    const pm_status status = parse(r, word);

    if (status != PM_OK)
        return pm_fail_at(status, "row %d, column %d", r->all.rows + 1, r->col + 1);
    r->col++;
    if (fmpq_is_zero(r->re) && fmpq_is_zero(r->im))
        return PM_OK;
    return pm_triplets_add(&r->all, r->all.rows, r->col - 1, r->re, r->im);
}

pm_status pm_text_rows_end(struct pm_text_rows *r)
{
    if (r->all.rows > 0 && r->col != r->all.cols)
        return pm_fail(PM_INPUT,
                       "the row has %d number%s, and the one before %d: rows of a matrix are "
                       "equally long%s",
                       r->col, r->col == 1 ? "" : "s", r->all.cols,
                       r->all.rows == 1 && r->all.cols <= 2 && r->col > 2
                           ? ", and no line has its size"
                           : ", and graphs are for countmatch");
    r->all.cols = r->col;
    r->all.rows++;
    r->col = 0;
    return PM_OK;
}

pm_status pm_text_rows_finish(struct pm_problem **problem, struct pm_text_rows *r)
{
    struct pm_matrix *a;

    PM_TRY(pm_matrix_from_triplets(&a, &r->all));
    const pm_status status = pm_problem_wrap(problem, r->field, a);
    if (status != PM_OK)
        pm_matrix_free(a);
    return status;
}
