/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables as 'save -text' of Octave writes them (Eaton, Bateman, Hauberg & Wehbring, GNU Octave
 * manual, 2020, section 14.1.3; libinterp/octave-value of its source).  Lines '# name:' and '#
 * type:' begin a variable, and more such lines have its size.  Matrices are listed by rows; arrays
 * with '# ndims:', bool and integer ones, by columns, a number on each line; sparse ones as lines
 * 'row column value'; a range as 'base limit increment'.  A complex number is (re,im). */
#include "read/assembly.h"

#include "base/alloc.h"
#include "read/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum shape { REFUSED, HOLDER, DENSE, SPARSE, DIAGONAL, PERMUTATION, SCALAR, RANGE };

struct octave {
    struct pm_source *source;
    char name[40], type[40];
    enum shape shape;
    int64_t rows, cols, entries;
    bool by_columns;         /* '# ndims:' */
    const char *rest;        /* of the line of data */
    struct pm_word range[3]; /* base, limit (or length), increment */
};

/* The value in a line '# key: value'; NULL: it is another line. */
static const char *value_in(const char *line, const char *key)
{
    const size_t length = strlen(key);

    if (*line != '#' && *line != '%')
        return NULL;
    line += 1 + strspn(line + 1, " ");
    return strncmp(line, key, length) == 0 && line[length] == ':'
               ? line + length + 1 + strspn(line + length + 1, " ")
               : NULL;
}

static pm_status bad(const struct octave *o, const char *what)
{
    return pm_fail(PM_INPUT, "variable '%s' of the type '%s': %s", o->name, o->type, what);
}

/* Reads the next word of the data. */
static pm_status take_word(struct pm_word *word, struct octave *o)
{
    char *line;

    for (;;) {
        if (o->rest != NULL && (*word = pm_word_next(&o->rest)).length > 0)
            return PM_OK;
        PM_TRY(pm_source_line(o->source, &line));
        if (line == NULL)
            return bad(o, "the file ends within it");
        if (*line == '#' || *line == '%') {
            pm_source_back(o->source);
            return bad(o, "another line of data is expected");
        }
        o->rest = line;
    }
}

static pm_status take_integer(int64_t *value, struct octave *o)
{
    struct pm_word word;

    PM_TRY(take_word(&word, o));
    return pm_word_integer(value, word) ? PM_OK : bad(o, "an integer is expected");
}

/* Reads an entry: a number, or '(re,im)'. */
static pm_status take_entry(struct pm_assembly *a, struct octave *o, int64_t row, int64_t col)
{
    struct pm_word word, im = {"", 0};

    PM_TRY(take_word(&word, o));
    const char *const comma = memchr(word.text, ',', word.length);
    if (*word.text == '(' && comma != NULL && word.text[word.length - 1] == ')') {
        im = (struct pm_word){comma + 1, (size_t)(word.text + word.length - 2 - comma)};
        word = (struct pm_word){word.text + 1, (size_t)(comma - word.text - 1)};
    }
    const pm_status status = pm_assembly_words(a, row, col, word, im);
    return status == PM_OK ? PM_OK : pm_fail_at(status, "variable '%s'", o->name);
}

/* HOLDER: variables of its own are in it. */
static enum shape shape_of(const char *type)
{
    static const struct {
        const char *end;
        enum shape shape;
    } types[] = {{"diagonal matrix", DIAGONAL},
                 {"permutation matrix", PERMUTATION},
                 {"matrix", DENSE},
                 {"scalar", SCALAR},
                 {"bool", SCALAR},
                 {"range", RANGE}};

    if (strncmp(type, "sparse ", 7) == 0)
        return SPARSE;
    if (strstr(type, "struct") != NULL ||
        pm_word_among((struct pm_word){type, strlen(type)}, "cell object map class"))
        return HOLDER;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const size_t all = strlen(type), length = strlen(types[k].end);
        if (all >= length && strcmp(type + all - length, types[k].end) == 0 &&
            (all == length || strchr(" _", type[all - length - 1]) != NULL))
            return types[k].shape;
    }
    return REFUSED;
}

/* A range of this many numbers is as long as those that a person lists. */
static const double LONGEST_RANGE = 1e6;

/* Reads a range, whose last number may miss the limit by rounding. */
static pm_status read_range(struct octave *o)
{
    enum { BASE, LIMIT, STEP };
    double number[3];

    for (int k = BASE; k <= STEP; k++) {
        if (k == BASE)
            PM_TRY(take_word(o->range, o));
        else
            o->range[k] = pm_word_next(&o->rest);
        if (!pm_word_is_number(o->range[k]))
            return bad(o, "a base, a limit and an increment are expected");
        number[k] = strtod(o->range[k].text, NULL);
    }
    const double steps = (number[LIMIT] - number[BASE]) / number[STEP],
                 count = number[STEP] == 0
                             ? number[LIMIT]
                             : floor(steps + 3 * DBL_EPSILON * fmax(1, fabs(steps))) + 1;
    if (count > LONGEST_RANGE)
        return bad(o, "a range of at most a million numbers is expected");
    o->rows = 1;
    o->cols = count >= 1 ? (int64_t)count : 0;
    return PM_OK;
}

/* Reads the lines of the size, up to the data. */
static pm_status read_size(struct octave *o)
{
    static const char *const keys[] = {"rows", "columns", "nnz", "size", "ndims"};
    int64_t value[5] = {-1, -1, -1, -1, -1};
    char *line;

    for (;;) {
        PM_TRY(pm_source_line(o->source, &line));
        if (line == NULL || (*line != '#' && *line != '%') || value_in(line, "name") != NULL)
            break;
        for (int k = 0; k < 5; k++) {
            const char *text = value_in(line, keys[k]);
            if (text != NULL && (!pm_word_integer(value + k, pm_word_next(&text)) ||
                                 pm_word_next(&text).length > 0))
                return bad(o, "its size is expected");
        }
    }
    if (line != NULL)
        pm_source_back(o->source);
    if (o->shape == RANGE)
        return read_range(o);
    o->rows = o->shape == PERMUTATION ? value[3] : o->shape == SCALAR ? 1 : value[0];
    o->cols = o->shape == PERMUTATION ? value[3] : o->shape == SCALAR ? 1 : value[1];
    o->entries = value[2];
    o->by_columns = value[4] >= 0;
    if (o->by_columns && value[4] != 2)
        return bad(o, "two dimensions are a matrix");
    if (o->by_columns) {
        PM_TRY(take_integer(&o->rows, o));
        PM_TRY(take_integer(&o->cols, o));
    }
    return o->rows < 0 || o->cols < 0 || (o->shape == SPARSE && o->entries < 0)
               ? bad(o, "its size is expected")
               : PM_OK;
}

/* Adds base, base + increment, ..., exactly. */
static pm_status add_range(struct pm_assembly *a, const struct octave *o)
{
    const struct pm_word base = o->range[0], step = o->range[2];
    fmpq_t by;

    if (a->field == PM_FIELD_LOGS)
        return bad(o, "logarithms are listed one by one");
    if (!pm_word_is_integer(base) || !pm_word_is_integer(step))
        a->field = PM_FIELD_REAL;
    fmpq_init(by);
    pm_status status = pm_decimal_parse(a->re, base.text, base.length);
    PM_THEN(status, pm_decimal_parse(by, step.text, step.length));
    for (int64_t k = 0; k < o->cols && status == PM_OK; k++) {
        status = pm_assembly_add(a, 0, k);
        fmpq_add(a->re, a->re, by);
    }
    fmpq_clear(by);
    return status;
}

/* PM_INPUT: more data follow than the size says. */
static pm_status check_end(struct octave *o)
{
    char *line;

    bool more = o->rest != NULL && pm_word_next(&o->rest).length > 0;
    if (!more) {
        PM_TRY(pm_source_line(o->source, &line));
        if (line == NULL)
            return PM_OK;
        const char *at = line;
        more = *line != '#' && *line != '%' && pm_word_next(&at).length > 0;
        if (!more)
            pm_source_back(o->source);
    }
    return more ? bad(o, "there are more numbers than its size says") : PM_OK;
}

/* Adds the transpose, which has the same permanent. */
static pm_status add_permutation(struct pm_assembly *a, struct octave *o)
{
    const int64_t n = o->rows;
    pm_status status = PM_OK;
    int64_t place = 0;
    bool *taken;

    PM_NEW(taken, n);
    fmpq_one(a->re);
    for (int64_t k = 0; k < n && status == PM_OK; k++) {
        status = take_integer(&place, o);
        PM_THEN(status, pm_assembly_add(a, place - 1, k));
        if (status == PM_OK && taken[place - 1])
            status = bad(o, "a number stands in it twice");
        else if (status == PM_OK)
            taken[place - 1] = true;
    }
    free(taken);
    return status;
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    struct octave *const o = context;
    const int64_t m = o->rows, n = o->cols;
    int64_t i = 0, j = 0;

    if (o->shape == RANGE) {
        PM_TRY(add_range(a, o));
        return check_end(o);
    }
    if (o->shape == SPARSE) {
        for (int64_t k = 0; k < o->entries; k++) {
            PM_TRY(take_integer(&i, o));
            PM_TRY(take_integer(&j, o));
            PM_TRY(take_entry(a, o, i - 1, j - 1));
        }
    } else if (o->shape == DIAGONAL) {
        for (int64_t k = 0; k < m && k < n; k++)
            PM_TRY(take_entry(a, o, k, k));
    } else if (o->shape == PERMUTATION) {
        PM_TRY(add_permutation(a, o));
    } else {
        const int64_t inner = o->by_columns ? m : n, outer = o->by_columns ? n : m;
        for (i = 0; i < outer; i++)
            for (j = 0; j < inner; j++)
                PM_TRY(take_entry(a, o, o->by_columns ? j : i, o->by_columns ? i : j));
    }
    return check_end(o);
}

/* *found: a variable begins, and its name and type are read. */
static pm_status find_variable(bool *found, struct octave *o)
{
    char *line;

    for (*found = false;;) {
        PM_TRY(pm_source_line(o->source, &line));
        if (line == NULL)
            return PM_OK;
        const char *const name = value_in(line, "name");
        const char *type = value_in(line, "type");
        if (name != NULL)
            snprintf(o->name, sizeof o->name, "%s", name);
        if (type != NULL) {
            snprintf(o->type, sizeof o->type, "%s", type);
            for (size_t k = strlen(o->type); k > 0 && o->type[k - 1] == ' '; k--)
                o->type[k - 1] = '\0';
            *found = true;
            return PM_OK;
        }
    }
}

/* *parts = the number of variables in a structure, behind the line '# length:', or in a cell. */
static pm_status count_parts(int64_t *parts, struct octave *o)
{
    char *line;

    PM_TRY(read_size(o));
    if (__builtin_mul_overflow(o->rows, o->cols, parts))
        return bad(o, "its size is expected");
    if (strstr(o->type, "struct") == NULL)
        return PM_OK;
    o->rest = NULL;
    PM_TRY(pm_source_line(o->source, &line));
    const char *text = line != NULL ? value_in(line, "length") : NULL;
    return text != NULL && pm_word_integer(parts, pm_word_next(&text)) && *parts >= 0
               ? PM_OK
               : bad(o, "its length is expected");
}

/* Passes over the variables in a variable, and those in them. */
static pm_status skip_parts(struct octave *o)
{
    int64_t left = 1, parts;

    for (bool found = true; found && left > 0; left--) {
        if (o->shape == HOLDER) {
            PM_TRY(count_parts(&parts, o));
            left = left > INT64_MAX - parts ? INT64_MAX : left + parts;
        }
        if (left > 1)
            PM_TRY(find_variable(&found, o));
        o->shape = shape_of(o->type);
    }
    return PM_OK;
}

static pm_status refuse_holder(struct octave *o, struct pm_graph_reader *reader)
{
    struct pm_failure failure = {.status = PM_OK};

    pm_failure_keep(&failure,
                    pm_source_fail_at(o->source, bad(o, "only matrices and numbers are read")));
    reader->skipped = skip_parts(o) == PM_OK;
    return pm_failure_raise(&failure);
}

pm_status pm_octave_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct octave o = {.source = reader->source};
    bool found;

    PM_TRY(find_variable(&found, &o));
    if (!found)
        return reader->done > 0 || reader->in_stream
                   ? PM_OK
                   : pm_fail(PM_INPUT,
                             "no variable '# name: ...' with a line '# type: ...' is in it");
    reader->in_stream = true;
    o.shape = shape_of(o.type);
    if (o.shape == HOLDER)
        return refuse_holder(&o, reader);
    pm_status status =
        o.shape == REFUSED ? bad(&o, "only matrices and numbers are read") : read_size(&o);
    if (status == PM_OK)
        status = pm_assembly_make(problem, reader, o.rows, o.cols,
                                  strstr(o.type, "complex") != NULL ? PM_FIELD_COMPLEX
                                                                    : PM_FIELD_INTEGER,
                                  PM_NO_MIRROR, fill, &o);
    reader->skipped = status == PM_INPUT;
    return status;
}

/* Comments, of which one is the name of a variable, and the next its type. */
bool pm_octave_fits(struct pm_sample *s)
{
    bool named = false;

    for (const char *at = s->text; at < s->text + s->length && !s->binary; at += strlen(at) + 1) {
        if (*at != '\0' && strchr("#%\r", *at) == NULL)
            return false;
        if (named && value_in(at, "type") != NULL)
            return true;
        named = value_in(at, "name") != NULL;
    }
    return false;
}
