/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every line is cut into words and checked in full before anything is kept.  What the size line
 * announces is compared with limits but never allocated: the entries grow as they are read. */
#include "read/mtx.h"

#include "read/decimal.h"
#include "read/word.h"

#include <limits.h>

enum format {
    COORDINATE,
    ARRAY,
};

/* The object is always this one: vectors are not read. */
static const char *const objects[] = {"matrix"};

struct format_name {
    const char *name;
    enum format format;
    const char *sizes; /* what the size line holds, as messages say it */
};

static const struct format_name formats[] = {
    {"coordinate", COORDINATE, "'rows columns entries'"},
    {"array", ARRAY, "'rows columns'"},
};

/* A field: how many numbers make a value, and the words of an entry in either format. */
struct field_name {
    const char *name;
    pm_field field;
    int numbers;
    bool negative; /* values below 0 are allowed */
    const char *entry[2];
};

static const struct field_name fields[] = {
    {"real", PM_FIELD_REAL, 1, true, {"'row column value'", "one value"}},
    {"integer", PM_FIELD_INTEGER, 1, true, {"'row column value'", "one value"}},
    {"complex", PM_FIELD_COMPLEX, 2, true, {"'row column re im'", "'re im'"}},
    {"pattern", PM_FIELD_PATTERN, 0, true, {"'row column'", NULL}},
    /* Not in the standard, but written by SciPy and fast_matrix_market. */
    {"double", PM_FIELD_REAL, 1, true, {"'row column value'", "one value"}},
    {"unsigned-integer", PM_FIELD_INTEGER, 1, false, {"'row column value'", "one value"}},
};

/* A symmetry: an entry a + bi below the diagonal stands also for re*a + im*b i above it. */
struct symmetry_name {
    const char *name;
    bool mirrored;
    int re, im;
    int first; /* a listed column starts this far below the diagonal */
};

static const struct symmetry_name symmetries[] = {
    {"general", false, 0, 0, 0},
    {"symmetric", true, 1, 1, 0},
    {"skew-symmetric", true, -1, -1, 1},
    {"hermitian", true, 1, -1, 0},
};

struct reader {
    struct pm_source *source;
    const struct format_name *format;
    const struct field_name *field;
    const struct symmetry_name *symmetry;
    int rows, cols;
    uint64_t announced;          /* entries to be listed in the file */
    uint64_t memory, used;       /* bytes: the limit, and what the matrix will need so far */
    struct pm_triplets triplets; /* what was read, mirrored entries included */
    fmpq_t re, im;               /* the value in hand */
};

/* ------------------------------------------------------------------- lines */

/* The next line that is neither blank nor a comment; NULL at the end. */
static pm_status next_line(const char **line, struct reader *r)
{
    char *text;
    size_t length;

    for (;;) {
        PM_TRY(pm_source_line(r->source, &text, &length));
        const char *rest = text;
        if (text == NULL)
            break;
        const struct pm_word word = pm_word_next(&rest);
        if (word.length > 0 && word.text[0] != '%')
            break;
    }
    *line = text;
    return PM_OK;
}

/* Fails on words that are left in the line. */
static pm_status expect_end(const struct reader *r, const char *line, const char *expected)
{
    const struct pm_word word = pm_word_next(&line);
    char quote[PM_QUOTE_SIZE];

    if (word.length == 0)
        return PM_OK;
    return pm_source_fail(r->source, PM_INPUT, "%s is too much; %s is expected",
                          pm_word_quote(quote, word), expected);
}

/* ------------------------------------------------------------------ header */

static const char *const header_form = "'%%MatrixMarket matrix FORMAT FIELD SYMMETRY'";

/* *found = the number of the table row that the next word names.  Tables of different types begin
 * their rows with the name, so that one search does for all. */
static pm_status read_name(size_t *found, const struct reader *r, const char **line,
                           const char *what, const void *table, size_t count, size_t size)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE], known[128];
    size_t used = 0;

    for (size_t k = 0; k < count; k++) {
        const char *const name = *(const char *const *)((const char *)table + k * size);
        if (pm_word_is(word, name)) {
            *found = k;
            return PM_OK;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", k ? ", " : "", name);
    }
    if (word.length == 0)
        return pm_source_fail(r->source, PM_INPUT, "the header lacks its %s; it is one of %s", what,
                              known);
    return pm_source_fail(r->source, PM_INPUT, "%s is no %s; it is one of %s",
                          pm_word_quote(quote, word), what, known);
}

#define READ_NAME(row, r, line, what, table)                                                       \
    do {                                                                                           \
        size_t found_;                                                                             \
        PM_TRY(read_name(&found_, (r), (line), (what), (table), sizeof(table) / sizeof *(table),   \
                         sizeof *(table)));                                                        \
        (row) = &(table)[found_];                                                                  \
    } while (0)

/* Refuses headers that describe no matrix. */
static pm_status check_header(const struct reader *r)
{
    const struct symmetry_name *const symmetry = r->symmetry;
    const pm_field field = r->field->field;

    if (field == PM_FIELD_PATTERN && r->format->format == ARRAY)
        return pm_source_fail(r->source, PM_INPUT,
                              "an array has values, a pattern has none; use 'coordinate pattern'");
    if (symmetry->im < 0 && symmetry->re > 0 && field != PM_FIELD_COMPLEX)
        return pm_source_fail(r->source, PM_INPUT,
                              "hermitian needs the field complex, not %s; use 'symmetric'",
                              r->field->name);
    if (symmetry->re < 0 && field == PM_FIELD_PATTERN)
        return pm_source_fail(r->source, PM_INPUT,
                              "a pattern has no signs to be skew-symmetric; use 'symmetric'");
    if (symmetry->re < 0 && !r->field->negative)
        return pm_source_fail(r->source, PM_INPUT,
                              "unsigned values cannot be skew-symmetric; use 'integer'");
    return PM_OK;
}

static pm_status read_header(struct reader *r)
{
    const char *const *object;
    size_t length;
    char *text;

    PM_TRY(pm_source_line(r->source, &text, &length));
    if (text == NULL)
        return pm_source_fail(r->source, PM_INPUT, "the file is empty; it should begin with %s",
                              header_form);
    const char *line = text;

    if (!pm_word_is(pm_word_next(&line), "%%MatrixMarket"))
        return pm_source_fail(r->source, PM_INPUT, "no Matrix Market file; it should begin with %s",
                              header_form);
    READ_NAME(object, r, &line, "object", objects);
    (void)object;
    READ_NAME(r->format, r, &line, "format", formats);
    READ_NAME(r->field, r, &line, "field", fields);
    READ_NAME(r->symmetry, r, &line, "symmetry", symmetries);
    PM_TRY(expect_end(r, line, header_form));
    return check_header(r);
}

/* ------------------------------------------------------------------- sizes */

/* Bytes of an entry while triplets and matrix are both there. */
static uint64_t entry_bytes(const struct reader *r)
{
    const size_t parts = r->field->field == PM_FIELD_COMPLEX ? 2 : 1;

    return 2 * (2 * sizeof(int) + parts * sizeof(fmpq));
}

static pm_status read_size(int64_t *size, const struct reader *r, const char **line,
                           const char *what)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    if (word.length == 0)
        return pm_source_fail(r->source, PM_INPUT,
                              "the number of %s is missing; the size line is "
                              "%s",
                              what, r->format->sizes);
    pm_word_quote(quote, word);
    if (!pm_word_integer(size, word) || *size < 0)
        return pm_source_fail(r->source, PM_INPUT, "%s is no number of %s; the size line is %s",
                              quote, what, r->format->sizes);
    if (*size > INT_MAX)
        return pm_source_fail(r->source, PM_INPUT, "%s %s are too many; at most %d are read", quote,
                              what, INT_MAX);
    return PM_OK;
}

/* How many entries an array file lists: whole columns, or what lies below their diagonal. */
static uint64_t array_entries(const struct reader *r)
{
    const uint64_t n = (uint64_t)r->rows;

    if (!r->symmetry->mirrored)
        return n * (uint64_t)r->cols;
    return r->symmetry->first == 0 ? n * (n + 1) / 2 : n * (n - (n > 0)) / 2;
}

/* Refuses sizes that no file could fill, or no memory hold. */
static pm_status check_sizes(struct reader *r)
{
    const uint64_t lines = (uint64_t)r->rows + (uint64_t)r->cols;

    if (r->symmetry->mirrored && r->rows != r->cols)
        return pm_source_fail(r->source, PM_INPUT,
                              "a %d x %d matrix cannot be %s; it must be "
                              "square, or 'general'",
                              r->rows, r->cols, r->symmetry->name);
    if (r->announced > 0 && (r->rows == 0 || r->cols == 0))
        return pm_source_fail(r->source, PM_INPUT,
                              "a %d x %d matrix has no place for entries, but "
                              "%ju are announced",
                              r->rows, r->cols, (uintmax_t)r->announced);
    if (r->announced > INT_MAX)
        return pm_source_fail(r->source, PM_INPUT, "%ju entries are too many; at most %d are read",
                              (uintmax_t)r->announced, INT_MAX);
    r->used = lines * 2 * sizeof(int);
    if (r->used + r->announced * entry_bytes(r) > r->memory)
        return pm_source_fail(r->source, PM_NOMEM,
                              "%d rows, %d columns, %ju entries: more than the "
                              "memory of %ju MiB can hold",
                              r->rows, r->cols, (uintmax_t)r->announced,
                              (uintmax_t)(r->memory >> 20));
    return PM_OK;
}

static pm_status read_sizes(struct reader *r)
{
    int64_t rows, cols, entries = 0;
    const char *line;

    PM_TRY(next_line(&line, r));
    if (line == NULL)
        return pm_source_fail(r->source, PM_INPUT,
                              "the file ends before its sizes; a line %s is "
                              "expected",
                              r->format->sizes);
    PM_TRY(read_size(&rows, r, &line, "rows"));
    PM_TRY(read_size(&cols, r, &line, "columns"));
    if (r->format->format == COORDINATE)
        PM_TRY(read_size(&entries, r, &line, "entries"));
    PM_TRY(expect_end(r, line, r->format->sizes));
    r->rows = (int)rows;
    r->cols = (int)cols;
    r->announced = r->format->format == ARRAY ? array_entries(r) : (uint64_t)entries;
    return check_sizes(r);
}

/* ----------------------------------------------------------------- entries */

static const char *entry_words(const struct reader *r)
{
    return r->field->entry[r->format->format];
}

/* *index = the next word, 1..limit in the file, counted from 0. */
static pm_status read_index(int *index, const struct reader *r, const char **line, const char *what,
                            int limit)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];
    int64_t value;

    if (word.length == 0)
        return pm_source_fail(r->source, PM_INPUT, "the %s is missing; %s is expected", what,
                              entry_words(r));
    if (!pm_word_integer(&value, word))
        return pm_source_fail(r->source, PM_INPUT, "%s is no %s number; %s is expected",
                              pm_word_quote(quote, word), what, entry_words(r));
    if (value < 1)
        return pm_source_fail(r->source, PM_INPUT, "%s %jd is below 1; indices count from 1, not 0",
                              what, (intmax_t)value);
    if (value > limit)
        return pm_source_fail(r->source, PM_INPUT, "%s %jd exceeds %d", what, (intmax_t)value,
                              limit);
    *index = (int)(value - 1);
    return PM_OK;
}

static pm_status read_number(fmpq_t number, const struct reader *r, const char **line)
{
    const struct pm_word word = pm_word_next(line);
    char quote[PM_QUOTE_SIZE];

    if (word.length == 0)
        return pm_source_fail(r->source, PM_INPUT, "the value is missing; %s is expected",
                              entry_words(r));
    const pm_status status = pm_decimal_parse(number, word.text, word.length);
    if (status != PM_OK)
        return pm_source_fail_at(r->source, status);
    if (r->field->field == PM_FIELD_INTEGER && !pm_word_is_integer(word))
        return pm_source_fail(r->source, PM_INPUT,
                              "%s is no integer, as the header promises; "
                              "use 'real'",
                              pm_word_quote(quote, word));
    if (!r->field->negative && fmpq_sgn(number) < 0)
        return pm_source_fail(r->source, PM_INPUT,
                              "%s is negative in a file of unsigned values; "
                              "use 'integer'",
                              pm_word_quote(quote, word));
    return PM_OK;
}

/* Reads the rest of the line into r->re and r->im. */
static pm_status read_value(struct reader *r, const char *line)
{
    if (r->field->numbers >= 1)
        PM_TRY(read_number(r->re, r, &line));
    if (r->field->numbers >= 2)
        PM_TRY(read_number(r->im, r, &line));
    return expect_end(r, line, entry_words(r));
}

/* Bytes of a number beyond the fmpq itself. */
static uint64_t number_bytes(const fmpq_t x)
{
    const fmpz *const parts[] = {fmpq_numref(x), fmpq_denref(x)};
    uint64_t bytes = 0;

    for (int k = 0; k < 2; k++)
        if (COEFF_IS_MPZ(*parts[k]))
            bytes += (uint64_t)fmpz_size(parts[k]) * sizeof(mp_limb_t) + sizeof(__mpz_struct);
    return bytes;
}

/* Appends the value in hand at one place, within the memory limit. */
static pm_status add_one(struct reader *r, int row, int col)
{
    r->used += entry_bytes(r) + 2 * (number_bytes(r->re) + number_bytes(r->im));
    if (r->used > r->memory)
        return pm_source_fail(r->source, PM_NOMEM,
                              "the entries up to here need more than the "
                              "memory of %ju MiB",
                              (uintmax_t)(r->memory >> 20));
    const pm_status status = pm_triplets_add(&r->triplets, row, col, r->re, r->im);
    if (status != PM_OK)
        return pm_source_fail_at(r->source, status);
    return PM_OK;
}

/* Checks that an entry is where, and what, the symmetry lets it be. */
static pm_status check_entry(const struct reader *r, int row, int col)
{
    const struct symmetry_name *const symmetry = r->symmetry;

    if (!symmetry->mirrored || row > col)
        return PM_OK;
    if (row < col)
        return pm_source_fail(r->source, PM_INPUT,
                              "entry (%d, %d) lies above the diagonal of a %s "
                              "matrix; list the lower triangle only, or use 'general'",
                              row + 1, col + 1, symmetry->name);
    if ((symmetry->re < 0 && !fmpq_is_zero(r->re)) || (symmetry->im < 0 && !fmpq_is_zero(r->im)))
        return pm_source_fail(r->source, PM_INPUT,
                              "diagonal entry (%d, %d) of a %s matrix must "
                              "be %s",
                              row + 1, col + 1, symmetry->name, symmetry->re < 0 ? "0" : "real");
    return PM_OK;
}

/* Keeps the value in hand and its mirror image. */
static pm_status add_entry(struct reader *r, int row, int col)
{
    const struct symmetry_name *const symmetry = r->symmetry;

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

/* The line of entry number `done`, counted from 0. */
static pm_status next_entry(const char **line, struct reader *r, uint64_t done)
{
    PM_TRY(next_line(line, r));
    if (*line == NULL)
        return pm_source_fail(r->source, PM_INPUT, "the file ends after %ju of %ju entries",
                              (uintmax_t)done, (uintmax_t)r->announced);
    return PM_OK;
}

static pm_status read_coordinate(struct reader *r)
{
    const char *line;
    int row, col;

    for (uint64_t k = 0; k < r->announced; k++) {
        PM_TRY(next_entry(&line, r, k));
        PM_TRY(read_index(&row, r, &line, "row", r->rows));
        PM_TRY(read_index(&col, r, &line, "column", r->cols));
        PM_TRY(read_value(r, line));
        PM_TRY(add_entry(r, row, col));
    }
    return PM_OK;
}

static pm_status read_array(struct reader *r)
{
    const char *line;
    uint64_t done = 0;

    for (int col = 0; done < r->announced; col++) {
        const int first = r->symmetry->mirrored ? col + r->symmetry->first : 0;
        for (int row = first; row < r->rows; row++) {
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

    PM_TRY(readers[r->format->format](r));
    PM_TRY(next_line(&line, r));
    if (line != NULL)
        return pm_source_fail(r->source, PM_INPUT,
                              "more than the %ju entries that the sizes %s; "
                              "the file should end here",
                              (uintmax_t)r->announced,
                              r->format->format == ARRAY ? "call for" : "announce");
    return PM_OK;
}

/* ------------------------------------------------------------------ the lot */

pm_status pm_mtx_read_source(struct pm_problem **out, struct pm_source *source)
{
    struct reader r = {.source = source, .memory = pm_source_memory(source)};
    struct pm_matrix *a = NULL;
    pm_status status;

    fmpq_init(r.re);
    fmpq_init(r.im);
    fmpq_one(r.re); /* the value of every pattern entry */
    pm_triplets_init(&r.triplets, 0, 0, false);
    PM_TRY_GOTO(status, read_header(&r), done);
    PM_TRY_GOTO(status, read_sizes(&r), done);
    pm_triplets_clear(&r.triplets);
    pm_triplets_init(&r.triplets, r.rows, r.cols, r.field->field == PM_FIELD_COMPLEX);
    PM_TRY_GOTO(status, read_entries(&r), done);
    PM_TRY_GOTO(status, pm_matrix_from_triplets(&a, &r.triplets), done);
    PM_TRY_GOTO(status, pm_problem_wrap(out, r.field->field, a), done);
    (*out)->mirrored = r.symmetry->mirrored;
    a = NULL;
done:
    pm_matrix_free(a);
    pm_triplets_clear(&r.triplets);
    fmpq_clear(r.im);
    fmpq_clear(r.re);
    return status;
}

pm_status pm_mtx_read(struct pm_problem **out, const char *path)
{
    struct pm_source *source;

    PM_TRY(pm_source_open(&source, path));
    const pm_status status = pm_mtx_read_source(out, source);
    pm_source_close(source);
    return status;
}

pm_status pm_problem_read_mtx(pm_problem **problem, const char *path)
{
    return pm_mtx_read(problem, path);
}
