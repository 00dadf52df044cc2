/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables say what the names mean, in the order of read_header().  The sizes in the size line are
 * compared with limits; they cause no allocation here. */
#include "read/mtx_head.h"

#include "base/size_text.h"
#include "read/word.h"

#include <flint/fmpq.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

static const struct pm_mtx_format_name formats[] = {
    {PM_MTX_COORDINATE, "'rows columns entries'"},
    {PM_MTX_ARRAY, "'rows columns'"},
};

static const struct pm_mtx_field fields[] = {
    {"real", PM_FIELD_REAL, 1, true, {"'row column value'", "one value"}},
    {"integer", PM_FIELD_INTEGER, 1, true, {"'row column value'", "one value"}},
    {"complex", PM_FIELD_COMPLEX, 2, true, {"'row column re im'", "'re im'"}},
    {"pattern", PM_FIELD_PATTERN, 0, true, {"'row column'", NULL}},
    /* Not in the standard, but SciPy and fast_matrix_market write these. */
    {"double", PM_FIELD_REAL, 1, true, {"'row column value'", "one value"}},
    {"unsigned-integer", PM_FIELD_INTEGER, 1, false, {"'row column value'", "one value"}},
};

static const struct pm_mtx_symmetry symmetries[] = {
    {"general", {0, 0}, 0},
    {"symmetric", {1, 1}, 0},
    {"skew-symmetric", {-1, -1}, 1},
    {"hermitian", {1, -1}, 0},
};

/* ------------------------------------------------------------------- lines */

/* True for the first line of a file. */
static bool is_header(const char *line)
{
    const struct pm_word word = pm_word_next(&line);

    return pm_word_is(word, "%%MatrixMarket");
}

pm_status pm_mtx_line(const char **line, struct pm_source *source)
{
    char *text;
    size_t length;

    for (;;) {
        PM_TRY(pm_source_line(source, &text, &length));
        const char *rest = text;
        if (text == NULL)
            break;
        const struct pm_word word = pm_word_next(&rest);
        if (word.length > 0 && word.text[0] != '%')
            break;
        if (is_header(text)) {
            pm_source_back(source);
            text = NULL;
            break;
        }
    }
    *line = text;
    return PM_OK;
}

pm_status pm_mtx_line_end(const char *line, const char *expected)
{
    const struct pm_word word = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];

    if (word.length == 0)
        return PM_OK;
    return pm_fail(PM_INPUT, "%s is too much; %s is expected", pm_word_quote(quote, word),
                   expected);
}

/* ------------------------------------------------------------------ header */

static const char *const header_form = "'%%MatrixMarket matrix FORMAT FIELD SYMMETRY'";

/* *found = the number of the next word in a list of names; the case of letters is ignored. */
static pm_status read_name(size_t *found, const char **line, const char *what, const char *names)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    *found = 0;
    for (const char *at = names; *at != '\0'; ++*found) {
        const size_t length = strcspn(at, ",");
        if (length == word.length && strncasecmp(at, word.text, length) == 0)
            return PM_OK;
        at += length;
        at += strspn(at, ", ");
    }
    return word.length == 0
               ? pm_fail(PM_INPUT, "the header lacks its %s; it is one of %s", what, names)
               : pm_fail(PM_INPUT, "%s is no %s; it is one of %s", pm_word_quote(quote, word), what,
                         names);
}

/* Refuses headers that describe no matrix. */
static pm_status check_header(const struct pm_mtx_head *h)
{
    const struct pm_mtx_symmetry *const symmetry = h->symmetry;
    const pm_field field = h->field->field;

    if (field == PM_FIELD_PATTERN && h->format->format == PM_MTX_ARRAY)
        return pm_fail(PM_INPUT,
                       "an array has values, a pattern has none; use 'coordinate pattern'");
    if (symmetry->mirror.im < 0 && symmetry->mirror.re > 0 && field != PM_FIELD_COMPLEX)
        return pm_fail(PM_INPUT, "hermitian needs the field complex, not %s; use 'symmetric'",
                       h->field->name);
    if (symmetry->mirror.re < 0 && field == PM_FIELD_PATTERN)
        return pm_fail(PM_INPUT, "a pattern has no signs to be skew-symmetric; use 'symmetric'");
    if (symmetry->mirror.re < 0 && !h->field->negative)
        return pm_fail(PM_INPUT, "unsigned values cannot be skew-symmetric; use 'integer'");
    return PM_OK;
}

static pm_status read_header(struct pm_mtx_head *h)
{
    size_t length, k;
    char *text;

    PM_TRY(pm_source_line(h->source, &text, &length));
    if (text == NULL)
        return pm_fail(PM_INPUT, "the file is empty; it should begin with %s", header_form);
    const char *line = text;

    const struct pm_word first = pm_word_next(&line);
    if (pm_word_is(first, "%MatrixMarket"))
        return pm_fail(PM_INPUT, "the header begins with one '%%'; two are right: %s", header_form);
    if (!pm_word_is(first, "%%MatrixMarket"))
        return pm_fail(PM_INPUT, "no Matrix Market file; it should begin with %s", header_form);
    PM_TRY(read_name(&k, &line, "object", "matrix")); /* vectors are not read */
    PM_TRY(read_name(&k, &line, "format", "coordinate, array"));
    h->format = formats + k;
    PM_TRY(
        read_name(&k, &line, "field", "real, integer, complex, pattern, double, unsigned-integer"));
    h->field = fields + k;
    PM_TRY(read_name(&k, &line, "symmetry", "general, symmetric, skew-symmetric, hermitian"));
    h->symmetry = symmetries + k;
    PM_TRY(pm_mtx_line_end(line, header_form));
    return check_header(h);
}

/* ------------------------------------------------------------------- sizes */

static uint64_t line_bytes(const struct pm_mtx_head *h)
{
    return 2 * sizeof(int) * ((uint64_t)h->rows + (uint64_t)h->cols);
}

static uint64_t entry_bytes(const struct pm_mtx_head *h)
{
    const size_t parts = h->field->field == PM_FIELD_COMPLEX ? 2 : 1;

    return 2 * (2 * sizeof(int) + parts * sizeof(fmpq));
}

static pm_status read_size(int64_t *size, const struct pm_mtx_head *h, const char **line,
                           const char *what)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    if (word.length == 0)
        return pm_fail(PM_INPUT, "the number of %s is missing; the size line is %s", what,
                       h->format->sizes);
    pm_word_quote(quote, word);
    if (!pm_word_integer(size, word) || *size < 0)
        return pm_fail(PM_INPUT, "%s is no number of %s; the size line is %s", quote, what,
                       h->format->sizes);
    if (*size > INT_MAX)
        return pm_fail(PM_INPUT, "%s %s are too many; at most %d are read", quote, what, INT_MAX);
    return PM_OK;
}

/* The number of entries that an array file lists: all, or those of the lower triangle. */
static uint64_t array_entries(const struct pm_mtx_head *h)
{
    const uint64_t n = (uint64_t)h->rows;

    if (h->symmetry->mirror.re == 0)
        return n * (uint64_t)h->cols;
    return h->symmetry->first == 0 ? n * (n + 1) / 2 : n * (n - (n > 0)) / 2;
}

/* Largest number of empty rows and columns, since going over them takes time. */
enum { LINES_MOST = 1 << 26 };

/* Refuses sizes for which no file has enough entries, or no memory is large enough. */
static pm_status check_sizes(const struct pm_mtx_head *h)
{
    const uint64_t memory = pm_source_memory(h->source);

    if (h->symmetry->mirror.re != 0 && h->rows != h->cols)
        return pm_fail(PM_INPUT, "a %d x %d matrix cannot be %s; it must be square, or 'general'",
                       h->rows, h->cols, h->symmetry->name);
    if (h->announced > 0 && (h->rows == 0 || h->cols == 0))
        return pm_fail(PM_INPUT, "a %d x %d matrix has no place for entries, but %ju are announced",
                       h->rows, h->cols, (uintmax_t)h->announced);
    if (h->announced > INT_MAX)
        return pm_fail(PM_INPUT, "%ju entries are too many; at most %d are read",
                       (uintmax_t)h->announced, INT_MAX);
    if (line_bytes(h) + h->announced * entry_bytes(h) > memory)
        return pm_fail(PM_NOMEM,
                       "%d rows, %d columns, %ju entries: more than the memory of %s can hold",
                       h->rows, h->cols, (uintmax_t)h->announced, pm_size_text(memory).text);
    if ((uint64_t)h->rows + (uint64_t)h->cols > LINES_MOST + 2 * h->announced)
        return pm_fail(PM_INPUT,
                       "%d rows, %d columns, %ju entries: more than %d lines would be empty; such "
                       "a matrix is not read",
                       h->rows, h->cols, (uintmax_t)h->announced, LINES_MOST);
    return PM_OK;
}

static pm_status read_sizes(struct pm_mtx_head *h)
{
    int64_t rows, cols, entries = 0;
    const char *line;

    PM_TRY(pm_mtx_line(&line, h->source));
    if (line == NULL)
        return pm_fail(PM_INPUT, "the file ends before its sizes; a line %s is expected",
                       h->format->sizes);
    PM_TRY(read_size(&rows, h, &line, "rows"));
    PM_TRY(read_size(&cols, h, &line, "columns"));
    if (h->format->format == PM_MTX_COORDINATE)
        PM_TRY(read_size(&entries, h, &line, "entries"));
    PM_TRY(pm_mtx_line_end(line, h->format->sizes));
    h->rows = (int)rows;
    h->cols = (int)cols;
    h->announced = h->format->format == PM_MTX_ARRAY ? array_entries(h) : (uint64_t)entries;
    return check_sizes(h);
}

pm_status pm_mtx_head_read(struct pm_mtx_head *h, struct pm_source *source)
{
    *h = (struct pm_mtx_head){.source = source};
    PM_TRY(read_header(h));
    return read_sizes(h);
}
