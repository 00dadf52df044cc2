/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every line is split into words and checked completely before anything is stored.  Storage grows
 * with the entries read, within the memory limit.  mtx_head.c reads the lines before the
 * entries. */
#include "read/mtx.h"

#include "base/given.h"
#include "read/decimal.h"
#include "read/formats.h"
#include "read/mtx_head.h"
#include "read/word.h"

#include <string.h>
#include <strings.h>

struct reader {
    struct pm_mtx_head head;
    struct pm_triplets triplets; /* entries read so far, including mirrored ones */
    fmpq_t re, im;               /* the current value */
    bool logs;                   /* numbers are logarithms */
};

static const char *entry_words(const struct reader *r)
{
    return r->head.field->entry[r->head.format->format];
}

/* *index = the next word, 1..limit in the file, converted to count from 0. */
static pm_status read_index(int *index, const struct reader *r, const char **line, const char *what,
                            int limit)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];
    int64_t value;

    if (word.length == 0)
        return pm_source_fail(r->head.source, PM_INPUT, "the %s is missing; %s is expected", what,
                              entry_words(r));
    if (!pm_word_integer(&value, word))
        return pm_source_fail(r->head.source, PM_INPUT, "%s is no %s number; %s is expected",
                              pm_word_quote(quote, word), what, entry_words(r));
    if (value < 1)
        return pm_source_fail(r->head.source, PM_INPUT,
                              "%s %jd is below 1; indices count from 1, not 0", what,
                              (intmax_t)value);
    if (value > limit)
        return pm_source_fail(r->head.source, PM_INPUT, "%s %jd exceeds %d", what, (intmax_t)value,
                              limit);
    *index = (int)(value - 1);
    return PM_OK;
}

static pm_status read_number(fmpq_t number, const struct reader *r, const char **line)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    if (word.length == 0)
        return pm_source_fail(r->head.source, PM_INPUT, "the value is missing; %s is expected",
                              entry_words(r));
    const pm_status status = pm_weight_parse(number, word.text, word.length, r->logs);
    if (status != PM_OK)
        return pm_source_fail_at(r->head.source, status);
    if (r->head.field->field == PM_FIELD_INTEGER && !pm_word_is_integer(word))
        return pm_source_fail(r->head.source, PM_INPUT,
                              "%s is no integer, as the header promises; "
                              "use 'real'",
                              pm_word_quote(quote, word));
    if (!r->head.field->negative && fmpq_sgn(number) < 0)
        return pm_source_fail(r->head.source, PM_INPUT,
                              "%s is negative in a file of unsigned values; "
                              "use 'integer'",
                              pm_word_quote(quote, word));
    return PM_OK;
}

/* Reads the rest of the line into r->re and r->im. */
static pm_status read_value(struct reader *r, const char *line)
{
    if (r->head.field->numbers >= 1)
        PM_TRY(read_number(r->re, r, &line));
    if (r->head.field->numbers >= 2)
        PM_TRY(read_number(r->im, r, &line));
    return pm_mtx_line_end(r->head.source, line, entry_words(r));
}

/* Appends the current value at one place. */
static pm_status add_one(struct reader *r, int row, int col)
{
    const pm_status status = pm_triplets_add(&r->triplets, row, col, r->re, r->im);
    if (status != PM_OK)
        return pm_source_fail_at(r->head.source, status);
    return PM_OK;
}

/* Checks that the symmetry allows this entry's place and value. */
static pm_status check_entry(const struct reader *r, int row, int col)
{
    const struct pm_mtx_symmetry *const symmetry = r->head.symmetry;

    if (!symmetry->mirrored || row > col)
        return PM_OK;
    if (row < col)
        return pm_source_fail(r->head.source, PM_INPUT,
                              "entry (%d, %d) lies above the diagonal of a %s "
                              "matrix; list the lower triangle only, or use 'general'",
                              row + 1, col + 1, symmetry->name);
    if ((symmetry->re < 0 && !fmpq_is_zero(r->re)) || (symmetry->im < 0 && !fmpq_is_zero(r->im)))
        return pm_source_fail(r->head.source, PM_INPUT,
                              "diagonal entry (%d, %d) of a %s matrix must "
                              "be %s",
                              row + 1, col + 1, symmetry->name, symmetry->re < 0 ? "0" : "real");
    return PM_OK;
}

/* Stores the current value and its mirror image. */
static pm_status add_entry(struct reader *r, int row, int col)
{
    const struct pm_mtx_symmetry *const symmetry = r->head.symmetry;

    PM_TRY(check_entry(r, row, col));
    if (fmpq_is_zero(r->re) && fmpq_is_zero(r->im))
        return PM_OK;
    PM_TRY(add_one(r, row, col));
    if (!symmetry->mirrored || row == col)
        return PM_OK;
    if (symmetry->re < 0)
        fmpq_neg(r->re, r->re);
    if (symmetry->im < 0)
        fmpq_neg(r->im, r->im);
    return add_one(r, col, row);
}

/* Reads the line of entry number `done`, counted from 0. */
static pm_status next_entry(const char **line, struct reader *r, uint64_t done)
{
    PM_TRY(pm_mtx_line(line, r->head.source));
    if (*line == NULL)
        return pm_source_fail(r->head.source, PM_INPUT, "the file ends after %ju of %ju entries",
                              (uintmax_t)done, (uintmax_t)r->head.announced);
    return PM_OK;
}

static pm_status read_coordinate(struct reader *r)
{
    const char *line;
    int row, col;

    for (uint64_t k = 0; k < r->head.announced; k++) {
        PM_TRY(next_entry(&line, r, k));
        PM_TRY(read_index(&row, r, &line, "row", r->head.rows));
        PM_TRY(read_index(&col, r, &line, "column", r->head.cols));
        PM_TRY(read_value(r, line));
        PM_TRY(add_entry(r, row, col));
    }
    return PM_OK;
}

static pm_status read_array(struct reader *r)
{
    const char *line;
    uint64_t done = 0;

    for (int col = 0; done < r->head.announced; col++) {
        const int first = r->head.symmetry->mirrored ? col + r->head.symmetry->first : 0;
        for (int row = first; row < r->head.rows; row++) {
            PM_TRY(next_entry(&line, r, done++));
            PM_TRY(read_value(r, line));
            PM_TRY(add_entry(r, row, col));
        }
    }
    return PM_OK;
}

static pm_status read_entries(struct reader *r)
{
    static pm_status (*const readers[])(struct reader *) = {read_coordinate, read_array};
    const char *line;

    PM_TRY(readers[r->head.format->format](r));
    PM_TRY(pm_mtx_line(&line, r->head.source));
    if (line != NULL)
        return pm_source_fail(r->head.source, PM_INPUT,
                              "more than the %ju entries that the sizes %s; "
                              "the file should end here",
                              (uintmax_t)r->head.announced,
                              r->head.format->format == PM_MTX_ARRAY ? "call for" : "announce");
    return PM_OK;
}

/* Weights that are given by logarithms are positive. */
static pm_status check_logs(const struct reader *r)
{
    return r->head.field->field == PM_FIELD_COMPLEX || r->head.symmetry->re < 0
               ? pm_source_fail(r->head.source, PM_INPUT,
                                "logarithms of weights are real, and not skew-symmetric")
               : PM_OK;
}

pm_status pm_mtx_read_source(struct pm_problem **out, struct pm_source *source, bool logs)
{
    struct reader r = {.head = {.source = source}, .logs = logs};
    struct pm_matrix *a = NULL;
    pm_status status;

    fmpq_init(r.re);
    fmpq_init(r.im);
    fmpq_one(r.re); /* the value of every pattern entry */
    pm_triplets_init(&r.triplets, 0, 0, false);
    PM_TRY_GOTO(status, pm_mtx_head_read(&r.head, source), done);
    if (logs)
        PM_TRY_GOTO(status, check_logs(&r), done);
    pm_triplets_clear(&r.triplets);
    pm_triplets_init(&r.triplets, r.head.rows, r.head.cols,
                     r.head.field->field == PM_FIELD_COMPLEX);
    PM_TRY_GOTO(status, read_entries(&r), done);
    PM_TRY_GOTO(status, pm_matrix_from_triplets(&a, &r.triplets), done);
    PM_TRY_GOTO(
        status,
        pm_problem_wrap(out,
                        logs && r.head.field->numbers > 0 ? PM_FIELD_LOGS : r.head.field->field, a),
        done);
    (*out)->mirrored = r.head.symmetry->mirrored;
    a = NULL;
done:
    pm_matrix_free(a);
    pm_triplets_clear(&r.triplets);
    fmpq_clear(r.im);
    fmpq_clear(r.re);
    return status;
}

pm_status pm_problem_read_mtx(pm_problem **problem, const char *path)
{
    PM_GIVEN(problem, path);
    struct pm_problem *read = NULL;
    struct pm_source *source;
    size_t length;
    char *line;

    PM_TRY(pm_source_open(&source, path));
    pm_source_enter(source);
    pm_status status = pm_mtx_read_source(&read, source, false);
    if (status == PM_OK)
        status = pm_source_line(source, &line, &length);
    pm_source_leave();
    if (status == PM_OK && line != NULL)
        status = pm_source_fail(source, PM_INPUT, "a second matrix begins here; one is expected");
    if (status == PM_OK)
        *problem = read;
    else
        pm_problem_free(read);
    pm_source_close(source);
    return status;
}

/* --------------------------------------------------------------------- streams */

/* Skips blank lines; *more: there is another line. */
static pm_status find_more(bool *more, struct pm_source *source)
{
    size_t length;
    char *line;

    for (;;) {
        PM_TRY(pm_source_line(source, &line, &length));
        if (line == NULL || line[strspn(line, " \t\r")] != '\0')
            break;
    }
    *more = line != NULL;
    if (*more)
        pm_source_back(source);
    return PM_OK;
}

pm_status pm_mtx_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    bool more = true;

    if (reader->done > 0)
        PM_TRY(find_more(&more, reader->source));
    *problem = NULL;
    return more ? pm_mtx_read_source(problem, reader->source, reader->logs) : PM_OK;
}

enum pm_fit pm_mtx_fits(const struct pm_sample *s)
{
    const size_t blanks = strspn(s->text, " \t");

    return strncasecmp(s->text + blanks, "%%MatrixMarket", 14) == 0 ||
                   strncasecmp(s->text + blanks, "%MatrixMarket", 13) == 0
               ? PM_FIT_SURE
               : PM_FIT_NO;
}
