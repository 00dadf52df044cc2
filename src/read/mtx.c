/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every line is split into words and checked completely before anything is stored.  Storage grows
 * with the entries read, within the memory limit.  mtx_head.c reads the lines before the
 * entries. */
#include "read/mtx.h"

#include "base/given.h"
#include "read/assembly.h"
#include "read/decimal.h"
#include "read/mtx_head.h"

#include <string.h>
#include <strings.h>

static const char *entry_words(const struct pm_mtx_head *h)
{
    return h->field->entry[h->format->format];
}

/* *index = the next word, 1..limit in the file, converted to count from 0. */
static pm_status read_index(int *index, const struct pm_mtx_head *h, const char **line,
                            const char *what, int limit)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];
    int64_t value;

    if (word.length == 0)
        return pm_fail(PM_INPUT, "the %s is missing; %s is expected", what, entry_words(h));
    if (!pm_word_integer(&value, word))
        return pm_fail(PM_INPUT, "%s is no %s number; %s is expected", pm_word_quote(quote, word),
                       what, entry_words(h));
    if (value < 1)
        return pm_fail(PM_INPUT, "%s %jd is below 1; indices count from 1, not 0", what,
                       (intmax_t)value);
    if (value > limit)
        return pm_fail(PM_INPUT, "%s %jd exceeds %d", what, (intmax_t)value, limit);
    *index = (int)(value - 1);
    return PM_OK;
}

static pm_status read_number(fmpq_t number, const struct pm_mtx_head *h, const char **line,
                             bool logs)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    if (word.length == 0)
        return pm_fail(PM_INPUT, "the value is missing; %s is expected", entry_words(h));
    PM_TRY(pm_weight_parse(number, word.text, word.length, logs));
    if (h->field->field == PM_FIELD_INTEGER && !pm_word_is_integer(word))
        return pm_fail(PM_INPUT, "%s is no integer, as the header promises; use 'real'",
                       pm_word_quote(quote, word));
    if (!h->field->negative && fmpq_sgn(number) < 0)
        return pm_fail(PM_INPUT, "%s is negative in a file of unsigned values; use 'integer'",
                       pm_word_quote(quote, word));
    return PM_OK;
}

/* Checks that the symmetry allows this entry's place and value. */
static pm_status check_entry(const struct pm_assembly *a, const struct pm_mtx_head *h, int row,
                             int col)
{
    const struct pm_mirror mirror = a->mirror;

    if (mirror.re == 0 || row > col)
        return PM_OK;
    if (row < col)
        return pm_fail(PM_INPUT,
                       "entry (%d, %d) lies above the diagonal of a %s matrix; list the lower "
                       "triangle only, or use 'general'",
                       row + 1, col + 1, h->symmetry->name);
    if ((mirror.re < 0 && !fmpq_is_zero(a->re)) || (mirror.im < 0 && !fmpq_is_zero(a->im)))
        return pm_fail(PM_INPUT, "diagonal entry (%d, %d) of a %s matrix must be %s", row + 1,
                       col + 1, h->symmetry->name, mirror.re < 0 ? "0" : "real");
    return PM_OK;
}

/* Reads the value in the rest of the line, and adds it. */
static pm_status add_entry(struct pm_assembly *a, const struct pm_mtx_head *h, int row, int col,
                           const char *line)
{
    const bool logs = a->field == PM_FIELD_LOGS;

    fmpq_set_si(a->re, 1, 1); /* of a pattern */
    if (h->field->numbers >= 1)
        PM_TRY(read_number(a->re, h, &line, logs));
    if (h->field->numbers >= 2)
        PM_TRY(read_number(a->im, h, &line, logs));
    PM_TRY(pm_mtx_line_end(line, entry_words(h)));
    PM_TRY(check_entry(a, h, row, col));
    return pm_assembly_add(a, row, col);
}

/* Reads the line of entry number `done`, counted from 0. */
static pm_status next_entry(const char **line, const struct pm_mtx_head *h, uint64_t done)
{
    PM_TRY(pm_mtx_line(line, h->source));
    return *line != NULL ? PM_OK
                         : pm_fail(PM_INPUT, "the file ends after %ju of %ju entries",
                                   (uintmax_t)done, (uintmax_t)h->announced);
}

static pm_status read_coordinate(struct pm_assembly *a, const struct pm_mtx_head *h)
{
    const char *line;
    int row, col;

    for (uint64_t k = 0; k < h->announced; k++) {
        PM_TRY(next_entry(&line, h, k));
        PM_TRY(read_index(&row, h, &line, "row", h->rows));
        PM_TRY(read_index(&col, h, &line, "column", h->cols));
        PM_TRY(add_entry(a, h, row, col, line));
    }
    return PM_OK;
}

static pm_status read_array(struct pm_assembly *a, const struct pm_mtx_head *h)
{
    const char *line;
    uint64_t done = 0;

    for (int col = 0; done < h->announced; col++)
        for (int row = a->mirror.re != 0 ? col + h->symmetry->first : 0; row < h->rows; row++) {
            PM_TRY(next_entry(&line, h, done++));
            PM_TRY(add_entry(a, h, row, col, line));
        }
    return PM_OK;
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    const struct pm_mtx_head *const h = context;
    const bool array = h->format->format == PM_MTX_ARRAY;
    const char *line;

    PM_TRY(array ? read_array(a, h) : read_coordinate(a, h));
    PM_TRY(pm_mtx_line(&line, h->source));
    return line == NULL
               ? PM_OK
               : pm_fail(PM_INPUT,
                         "more than the %ju entries that the sizes %s; the file should end here",
                         (uintmax_t)h->announced, array ? "call for" : "announce");
}

static pm_status read_matrix(struct pm_problem **problem, const struct pm_graph_reader *reader)
{
    struct pm_mtx_head h;
    const pm_status status = pm_mtx_head_read(&h, reader->source);

    return status == PM_OK ? pm_assembly_make(problem, reader, h.rows, h.cols, h.field->field,
                                              h.symmetry->mirror, fill, &h)
                           : pm_source_fail_at(reader->source, status);
}

pm_status pm_mtx_read_source(struct pm_problem **problem, struct pm_source *source)
{
    const struct pm_graph_reader reader = {.source = source};

    return read_matrix(problem, &reader);
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
    pm_status status = pm_mtx_read_source(&read, source);
    if (status == PM_OK)
        status = pm_source_line(source, &line, &length);
    status = pm_source_leave(source, status);
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
    return more ? read_matrix(problem, reader) : PM_OK;
}

enum pm_fit pm_mtx_fits(const struct pm_sample *s)
{
    const size_t blanks = strspn(s->text, " \t");

    return strncasecmp(s->text + blanks, "%%MatrixMarket", 14) == 0 ||
                   strncasecmp(s->text + blanks, "%MatrixMarket", 13) == 0
               ? PM_FIT_SURE
               : PM_FIT_NO;
}
