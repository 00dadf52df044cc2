/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries are kept as triplets; several at one place are added up. */
#include "read/assembly.h"

#include "base/size_text.h"
#include "read/decimal.h"

#include <limits.h>
#include <string.h>

static pm_status check_size(const struct pm_graph_reader *reader, int64_t rows, int64_t cols)
{
    enum { LINE_BYTES = 8 };
    const uint64_t memory = pm_source_memory(reader->source);

    PM_REFUSE_IF(rows < 0 || cols < 0 || rows > INT_MAX || cols > INT_MAX,
                 "%jd x %jd is no size of a matrix that is read", (intmax_t)rows, (intmax_t)cols);
    if ((uint64_t)(rows + cols) * LINE_BYTES > memory)
        return pm_fail(PM_NOMEM, "%jd x %jd entries: more than the memory of %s can hold",
                       (intmax_t)rows, (intmax_t)cols, pm_size_text(memory).text);
    return PM_OK;
}

pm_status pm_assembly_begin(struct pm_assembly *a, const struct pm_graph_reader *reader,
                            int64_t rows, int64_t cols, pm_field field, struct pm_mirror mirror)
{
    const bool logs = reader->logs && field != PM_FIELD_PATTERN;

    *a = (struct pm_assembly){
        .field = logs ? PM_FIELD_LOGS : field, .mirror = mirror, .missing = reader->missing};
    fmpq_init(a->re);
    fmpq_init(a->im);
    PM_TRY(check_size(reader, rows, cols));
    pm_triplets_init(&a->triplets, (int)rows, (int)cols, field == PM_FIELD_COMPLEX);
    PM_REFUSE_IF(reader->logs && (field == PM_FIELD_COMPLEX || mirror.re < 0),
                 "logarithms of weights are real, and not skew-symmetric");
    return PM_OK;
}

void pm_assembly_clear(struct pm_assembly *a)
{
    pm_triplets_clear(&a->triplets);
    fmpq_clear(a->im);
    fmpq_clear(a->re);
}

pm_status pm_assembly_finish(struct pm_problem **problem, struct pm_assembly *a)
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
    struct pm_assembly a;

    pm_status status = pm_assembly_begin(&a, reader, rows, cols, field, mirror);
    PM_THEN(status, fill(&a, context));
    PM_THEN(status, pm_assembly_finish(problem, &a));
    pm_assembly_clear(&a);
    return status;
}

pm_status pm_assembly_add(struct pm_assembly *a, int64_t row, int64_t col)
{
    struct pm_triplets *const t = &a->triplets;

    PM_REFUSE_IF(row < 0 || col < 0 || row >= t->rows || col >= t->cols,
                 "row %jd, column %jd is outside %d x %d", (intmax_t)row + 1, (intmax_t)col + 1,
                 t->rows, t->cols);
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

static pm_status parse(struct pm_assembly *a, struct pm_word re, struct pm_word im)
{
    PM_TRY(pm_weight_parse(a->re, re.text, re.length, a->field == PM_FIELD_LOGS));
    fmpq_set_si(a->im, 0, 1);
    if (im.length > 0)
        PM_TRY(pm_decimal_parse(a->im, im.text, im.length));
    if (a->field < PM_FIELD_REAL && !pm_word_is_integer(re))
        a->field = PM_FIELD_REAL;
    return PM_OK;
}

pm_status pm_assembly_words(struct pm_assembly *a, int64_t row, int64_t col, struct pm_word re,
                            struct pm_word im)
{
    PM_REFUSE_IF(im.length > 0 && a->field != PM_FIELD_COMPLEX,
                 "an entry is complex, and the matrix is not");
    pm_assembly_fill_parts(a, &re, &im);
    PM_TRY(parse(a, re, im));
    return pm_assembly_add(a, row, col);
}

/* Gives all entries imaginary parts, which are 0. */
static pm_status become_complex(struct pm_assembly *a)
{
    struct pm_triplets *const t = &a->triplets;

    PM_REFUSE_IF(a->field == PM_FIELD_LOGS, "logarithms of weights are real");
    a->field = PM_FIELD_COMPLEX;
    t->complex_values = true;
    PM_TRY(pm_triplets_reserve(t, t->count));
    for (size_t k = 0; k < t->count; k++)
        fmpq_init(t->im + k);
    return PM_OK;
}

const char *pm_assembly_none(const struct pm_assembly *a)
{
    return a->field == PM_FIELD_LOGS
               ? "-inf stands for no entry, and perm-mtx --missing=-inf reads it so"
               : "0 stands for no entry, and perm-mtx --missing=0 reads it so";
}

struct pm_word pm_assembly_filled(const struct pm_assembly *a, struct pm_word word)
{
    const bool gap = word.length == 0 || pm_word_among(word, "nan -nan +nan na n/a null none");

    return a->missing != NULL && gap ? (struct pm_word){a->missing, strlen(a->missing)} : word;
}

void pm_assembly_fill_parts(const struct pm_assembly *a, struct pm_word *re, struct pm_word *im)
{
    const char *const before = re->text;

    *re = pm_assembly_filled(
        a, im->length > 0 && pm_assembly_filled(a, *im).text != im->text ? *im : *re);
    if (re->text != before && im->length > 0)
        *im = (struct pm_word){"0", 1};
}

static pm_status parse_word(struct pm_assembly *a, struct pm_word word)
{
    struct pm_complex_word parts;

    word = pm_assembly_filled(a, word);
    PM_REFUSE_IF(word.length == 0, "the number is missing; %s", pm_assembly_none(a));
    if (!pm_word_complex(&parts, word))
        parts = (struct pm_complex_word){.re = word}; /* the parser says what is wrong with it */
    if (parts.im.length > 0 && a->field != PM_FIELD_COMPLEX)
        PM_TRY(become_complex(a));
    if (parts.re.length == 0)
        parts.re = (struct pm_word){"0", 1};
    return parse(a, parts.re, parts.im);
}

pm_status pm_assembly_word(struct pm_assembly *a, int64_t row, int64_t col, struct pm_word word)
{
    const pm_status status = parse_word(a, word);

    return status == PM_OK
               ? pm_assembly_add(a, row, col)
               : pm_fail_at(status, "row %jd, column %jd", (intmax_t)row + 1, (intmax_t)col + 1);
}

pm_status pm_assembly_check_row(int64_t row, int64_t cols, int64_t before)
{
    PM_REFUSE_IF(
        row != 0 && cols != before,
        "the row has %jd number%s, and the one before %jd: rows of a matrix are equally long%s",
        (intmax_t)cols, cols == 1 ? "" : "s", (intmax_t)before,
        row == 1 && before <= 2 && cols > 2 ? ", and no line has its size"
                                            : ", and graphs are for countmatch");
    return PM_OK;
}
