/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market files: a header line with format, field and symmetry, then sizes, then entries
 * (Boisvert, Pozo, Remington, The Matrix Market Exchange Formats: Initial Design, NISTIR 5935,
 * 1996).  man/permatch_formats.5 describes the dialect that permatch reads.  Every line is split
 * into words and checked completely before anything is stored; sizes are compared with limits
 * before anything of that size is allocated. */
#include "read/assembly.h"

#include "base/status.h"
#include "base/size_text.h"
#include "read/decimal.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

/* A field: how many numbers make a value, and what a line has, in 'coordinate' and in 'array'. */
static const struct field {
    const char *name;
    pm_field field;
    int numbers;
    const char *entry[2];
} fields[] = {
    {"real", PM_FIELD_REAL, 1, {"'row column value'", "one value"}},
    {"integer", PM_FIELD_INTEGER, 1, {"'row column value'", "one value"}},
    {"complex", PM_FIELD_COMPLEX, 2, {"'row column re im'", "'re im'"}},
    {"pattern", PM_FIELD_PATTERN, 0, {"'row column'", NULL}},
    /* Not in the standard, but SciPy and fast_matrix_market write these. */
    {"double", PM_FIELD_REAL, 1, {"'row column value'", "one value"}},
    {"unsigned-integer", PM_FIELD_INTEGER, 1, {"'row column value'", "one value"}},
};
enum { UNSIGNED = 5 };

/* A symmetry: what an entry below the diagonal also means. */
static const struct symmetry {
    const char *name;
    struct pm_mirror mirror;
} symmetries[] = {{"general", {0, 0}},
                  {"symmetric", {1, 1}},
                  {"skew-symmetric", {-1, -1}},
                  {"hermitian", {1, -1}}};

struct mtx {
    struct pm_source *source;
    bool array;
    const struct field *field;
    const struct symmetry *symmetry;
    int64_t rows, cols;
    uint64_t announced; /* number of entries that the file lists */
    const char *entry;  /* what a line has */
};

/* ------------------------------------------------------------------- lines */

static const char header_form[] = "'%%MatrixMarket matrix FORMAT FIELD SYMMETRY'";

/* Reads the next line that is neither blank nor a comment.  NULL at the end of the file, or before
 * the next header, which stays unread. */
static pm_status next_line(const char **line, struct pm_source *source)
{
    char *text;

    for (;;) {
        PM_TRY(pm_source_line(source, &text));
        const char *rest = text;
        const struct pm_word word = text != NULL ? pm_word_next(&rest) : (struct pm_word){"x", 1};
        const bool header = pm_word_is(word, "%%MatrixMarket");
        if (header)
            pm_source_back(source);
        *line = header ? NULL : text;
        if (header || (word.length > 0 && word.text[0] != '%'))
            return PM_OK;
    }
}

/* Fails if the line has more words. */
static pm_status end_line(const char *line, const char *expected)
{
    const struct pm_word word = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];

    PM_REFUSE_IF(word.length != 0, "%s is too much; %s is expected", pm_word_quote(quote, word),
                 expected);
    return PM_OK;
}

/* ------------------------------------------------------------------ header */

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
static pm_status check_header(const struct mtx *m)
{
    const struct pm_mirror mirror = m->symmetry->mirror;
    const bool pattern = m->field->field == PM_FIELD_PATTERN;

    PM_REFUSE_IF(pattern && m->array,
                 "an array has values, a pattern has none; use 'coordinate pattern'");
    PM_REFUSE_IF(mirror.im < 0 && mirror.re > 0 && m->field->field != PM_FIELD_COMPLEX,
                 "hermitian needs the field complex, not %s; use 'symmetric'", m->field->name);
    PM_REFUSE_IF(mirror.re < 0 && pattern,
                 "a pattern has no signs to be skew-symmetric; use 'symmetric'");
    PM_REFUSE_IF(mirror.re < 0 && m->field == fields + UNSIGNED,
                 "unsigned values cannot be skew-symmetric; use 'integer'");
    return PM_OK;
}

static pm_status read_header(struct mtx *m)
{
    size_t k;
    char *text;

    PM_TRY(pm_source_line(m->source, &text));
    PM_REFUSE_IF(text == NULL, "the file is empty; it should begin with %s", header_form);
    const char *line = text;
    const struct pm_word first = pm_word_next(&line);
    PM_REFUSE_IF(pm_word_is(first, "%MatrixMarket"),
                 "the header begins with one '%%'; two are right: %s", header_form);
    PM_REFUSE_IF(!pm_word_is(first, "%%MatrixMarket"),
                 "no Matrix Market file; it should begin with %s", header_form);
    PM_TRY(read_name(&k, &line, "object", "matrix")); /* vectors are not read */
    PM_TRY(read_name(&k, &line, "format", "coordinate, array"));
    m->array = k == 1;
    PM_TRY(
        read_name(&k, &line, "field", "real, integer, complex, pattern, double, unsigned-integer"));
    m->field = fields + k;
    m->entry = m->field->entry[m->array];
    PM_TRY(read_name(&k, &line, "symmetry", "general, symmetric, skew-symmetric, hermitian"));
    m->symmetry = symmetries + k;
    PM_TRY(end_line(line, header_form));
    return check_header(m);
}

/* ------------------------------------------------------------------- sizes */

static const char *const sizes[] = {"'rows columns entries'", "'rows columns'"};

static pm_status read_size(int64_t *size, const struct mtx *m, const char **line, const char *what)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    PM_REFUSE_IF(word.length == 0, "the number of %s is missing; the size line is %s", what,
                 sizes[m->array]);
    pm_word_quote(quote, word);
    PM_REFUSE_IF(!pm_word_integer(size, word) || *size < 0,
                 "%s is no number of %s; the size line is %s", quote, what, sizes[m->array]);
    PM_REFUSE_IF(*size > INT_MAX, "%s %s are too many; at most %d are read", quote, what, INT_MAX);
    return PM_OK;
}

/* Refuses sizes for which no file has enough entries, or no memory is large enough. */
static pm_status check_sizes(const struct mtx *m)
{
    enum { LINES_MOST = 1 << 26 }; /* empty ones, since going over them takes time */
    const uint64_t memory = pm_source_memory(m->source), lines = (uint64_t)(m->rows + m->cols);
    const uint64_t entry = 4 * sizeof(int) + 2 * sizeof(fmpq) * (m->field->numbers == 2 ? 2 : 1);
    const int rows = (int)m->rows, cols = (int)m->cols;
    const uintmax_t announced = m->announced;

    PM_REFUSE_IF(m->symmetry->mirror.re != 0 && rows != cols,
                 "a %d x %d matrix cannot be %s; it must be square, or 'general'", rows, cols,
                 m->symmetry->name);
    PM_REFUSE_IF(announced > 0 && (rows == 0 || cols == 0),
                 "a %d x %d matrix has no place for entries, but %ju are announced", rows, cols,
                 announced);
    PM_REFUSE_IF(announced > INT_MAX, "%ju entries are too many; at most %d are read", announced,
                 INT_MAX);
    if (2 * sizeof(int) * lines + announced * entry > memory)
        return pm_fail(PM_NOMEM,
                       "%d rows, %d columns, %ju entries: more than the memory of %s can hold",
                       rows, cols, announced, pm_size_text(memory).text);
    PM_REFUSE_IF(lines > LINES_MOST + 2 * announced,
                 "%d rows, %d columns, %ju entries: more than %d lines would be empty; such a "
                 "matrix is not read",
                 rows, cols, announced, LINES_MOST);
    return PM_OK;
}

/* Reads the size line.  An array lists all entries, or those of the lower triangle. */
static pm_status read_sizes(struct mtx *m)
{
    const int mirror = m->symmetry->mirror.re;
    int64_t entries = 0;
    const char *line;

    PM_TRY(next_line(&line, m->source));
    PM_REFUSE_IF(line == NULL, "the file ends before its sizes; a line %s is expected",
                 sizes[m->array]);
    PM_TRY(read_size(&m->rows, m, &line, "rows"));
    PM_TRY(read_size(&m->cols, m, &line, "columns"));
    if (!m->array)
        PM_TRY(read_size(&entries, m, &line, "entries"));
    PM_TRY(end_line(line, sizes[m->array]));
    m->announced = (uint64_t)(!m->array    ? entries
                              : mirror > 0 ? m->rows * (m->rows + 1) / 2
                              : mirror < 0 ? m->rows * (m->rows - 1) / 2
                                           : m->rows * m->cols);
    return check_sizes(m);
}

/* ----------------------------------------------------------------- entries */

/* *index = the next word, 1..limit in the file, converted to count from 0. */
static pm_status read_index(int64_t *index, const struct mtx *m, const char **line,
                            const char *what, int64_t limit)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    PM_REFUSE_IF(word.length == 0, "the %s is missing; %s is expected", what, m->entry);
    PM_REFUSE_IF(!pm_word_integer(index, word), "%s is no %s number; %s is expected",
                 pm_word_quote(quote, word), what, m->entry);
    PM_REFUSE_IF(*index < 1, "%s %jd is below 1; indices count from 1, not 0", what,
                 (intmax_t)*index);
    PM_REFUSE_IF(*index > limit, "%s %jd exceeds %jd", what, (intmax_t)*index, (intmax_t)limit);
    --*index;
    return PM_OK;
}

static pm_status read_number(fmpq_t number, const struct pm_assembly *a, const struct mtx *m,
                             struct pm_word word)
{
    char quote[PM_QUOTE_SIZE];

    PM_TRY(pm_weight_parse(number, word.text, word.length, a->field == PM_FIELD_LOGS));
    PM_REFUSE_IF(m->field->field == PM_FIELD_INTEGER && !pm_word_is_integer(word),
                 "%s is no integer, as the header promises; use 'real'",
                 pm_word_quote(quote, word));
    PM_REFUSE_IF(m->field == fields + UNSIGNED && fmpq_sgn(number) < 0,
                 "%s is negative in a file of unsigned values; use 'integer'",
                 pm_word_quote(quote, word));
    return PM_OK;
}

static pm_status read_numbers(struct pm_assembly *a, const struct mtx *m, const char **line)
{
    struct pm_word part[] = {{"", 0}, {"", 0}};

    for (int k = 0; k < m->field->numbers; k++) {
        part[k] = pm_word_next(line);
        PM_REFUSE_IF(part[k].length == 0, "the value is missing; %s is expected", m->entry);
    }
    pm_assembly_fill_parts(a, part, part + 1);
    PM_TRY(read_number(a->re, a, m, part[0]));
    return part[1].length > 0 ? read_number(a->im, a, m, part[1]) : PM_OK;
}

/* Checks that the symmetry allows this entry's place and value. */
static pm_status check_entry(const struct pm_assembly *a, const struct mtx *m, int64_t row,
                             int64_t col)
{
    const struct pm_mirror mirror = a->mirror;

    if (mirror.re == 0 || row > col)
        return PM_OK;
    PM_REFUSE_IF(row < col,
                 "entry (%jd, %jd) lies above the diagonal of a %s matrix; list the lower triangle "
                 "only, or use 'general'",
                 (intmax_t)row + 1, (intmax_t)col + 1, m->symmetry->name);
    PM_REFUSE_IF((mirror.re < 0 && !fmpq_is_zero(a->re)) || (mirror.im < 0 && !fmpq_is_zero(a->im)),
                 "diagonal entry (%jd, %jd) of a %s matrix must be %s", (intmax_t)row + 1,
                 (intmax_t)col + 1, m->symmetry->name, mirror.re < 0 ? "0" : "real");
    return PM_OK;
}

/* Reads the line of entry number `done`, at this place in an array, and adds the entry. */
static pm_status read_entry(struct pm_assembly *a, const struct mtx *m, uint64_t done, int64_t row,
                            int64_t col)
{
    const char *line;

    PM_TRY(next_line(&line, m->source));
    PM_REFUSE_IF(line == NULL, "the file ends after %ju of %ju entries", (uintmax_t)done,
                 (uintmax_t)m->announced);
    if (!m->array) {
        PM_TRY(read_index(&row, m, &line, "row", m->rows));
        PM_TRY(read_index(&col, m, &line, "column", m->cols));
    }
    fmpq_set_si(a->re, 1, 1); /* of a pattern */
    if (m->field->numbers > 0)
        PM_TRY(read_numbers(a, m, &line));
    PM_TRY(end_line(line, m->entry));
    PM_TRY(check_entry(a, m, row, col));
    return pm_assembly_add(a, row, col);
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    const struct mtx *const m = context;
    const int64_t below = a->mirror.re == 0 ? INT64_MIN : a->mirror.re < 0; /* the diagonal */
    const char *line;
    int64_t row = below > 0, col = 0;

    for (uint64_t k = 0; k < m->announced; k++) {
        PM_TRY(read_entry(a, m, k, row, col));
        if (++row == m->rows) {
            col++;
            row = below < 0 ? 0 : col + below;
        }
    }
    PM_TRY(next_line(&line, m->source));
    PM_REFUSE_IF(line != NULL,
                 "more than the %ju entries that the sizes %s; the file should end here",
                 (uintmax_t)m->announced, m->array ? "call for" : "announce");
    return PM_OK;
}

/* ----------------------------------------------------------------- reading */

pm_status pm_mtx_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct mtx m = {.source = reader->source};
    bool more = true;

    if (reader->done > 0)
        PM_TRY(pm_source_skip_blank(&more, reader->source));
    if (!more)
        return PM_OK;
    PM_TRY(read_header(&m));
    PM_TRY(read_sizes(&m));
    return pm_assembly_make(problem, reader, m.rows, m.cols, m.field->field, m.symmetry->mirror,
                            fill, &m);
}
