/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Harwell-Boeing files (Duff, Grimes & Lewis, Users' guide for the Harwell-Boeing sparse matrix
 * collection, 1992) and Rutherford-Boeing ones (the same, The Rutherford-Boeing sparse matrix
 * collection, 1997): a title; numbers of lines; type, size and number of entries; Fortran formats.
 * Then pointers to the columns, numbers of rows, values, in fields of fixed width.  Right-hand
 * sides may follow, and are not read. */
#include "read/assembly.h"

#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers in lines of `count` fields of `width` characters. */
struct fields {
    struct pm_source *source;
    int count, width;
    char *line; /* NULL: the next number begins a line */
    size_t length;
    int next;
    int64_t left;      /* numbers that follow */
    const char *words; /* the rest of the line, where blanks separate them; NULL: they do not */
};

/* Reads "(16I5)", "(5E16.8)" or "(1P,4D20.12)". */
static bool parse_format(struct fields *f, struct pm_word word)
{
    char text[24];
    int used = 0;

    snprintf(text, sizeof text, "%.*s", (int)word.length, word.text);
    char *const at = text + strcspn(text, "IEDFGiedfg");
    *f = (struct fields){.count = 1};
    if (*text != '(' || *at == '\0' || sscanf(at + 1, "%4d%n", &f->width, &used) != 1)
        return false;
    const char *digits = at;
    while (digits > text && '0' <= digits[-1] && digits[-1] <= '9')
        digits--;
    if (digits < at)
        f->count = (int)strtol(digits, NULL, 10);
    at[0] = '\0';
    const char *const scale = strpbrk(text, "Pp");
    return f->width > 0 && f->count > 0 && f->count < 1000 &&
           (scale == NULL || (scale[-1] == '1' || scale[-1] == '0'));
}

/* Reads the next line.  If it has as many words as numbers, blanks separate them, whatever the
 * format says of their width (SciPy writes other widths than it says). */
static pm_status next_line(struct fields *f)
{
    int words = 0;

    PM_TRY(pm_source_line(f->source, &f->line, &f->length));
    if (f->line == NULL)
        return pm_fail(PM_INPUT, "the file ends, and another number is expected");
    f->next = 0;
    for (const char *at = f->line; pm_word_next(&at).length > 0;)
        words++;
    f->words = words == (f->left < f->count ? f->left : f->count) ? f->line : NULL;
    return PM_OK;
}

/* The next field, without blanks. */
static pm_status take_field(struct pm_word *word, struct fields *f)
{
    if (f->line == NULL || f->next == f->count)
        PM_TRY(next_line(f));
    f->left--;
    const size_t first = (size_t)f->next++ * (size_t)f->width;
    if (f->words != NULL) {
        *word = pm_word_next(&f->words);
        return PM_OK;
    }
    if (first >= f->length)
        return pm_fail(PM_INPUT, "another number is expected in column %zu", first + 1);
    const size_t left = f->length - first;
    char field[64];
    snprintf(field, sizeof field, "%.*s", left < (size_t)f->width ? (int)left : f->width,
             f->line + first);
    const char *at = field;
    const struct pm_word found = pm_word_next(&at);
    if (found.length == 0 || pm_word_next(&at).length > 0)
        return pm_fail(PM_INPUT, "a number of at most %d characters is expected in column %zu",
                       f->width, first + 1);
    *word = (struct pm_word){f->line + first + (found.text - field), found.length};
    return PM_OK;
}

static pm_status take_integer(int64_t *value, struct fields *f)
{
    char quote[PM_QUOTE_SIZE];
    struct pm_word word;

    PM_TRY(take_field(&word, f));
    return pm_word_integer(value, word)
               ? PM_OK
               : pm_fail(PM_INPUT, "%s is no integer", pm_word_quote(quote, word));
}

struct boeing {
    struct pm_source *source;
    char type[4];
    int64_t rows, cols, entries;
    struct fields starts, indices, values;
    int64_t *start, *row;
    size_t start_room, row_room;
    bool below, above; /* entries off the diagonal, of a matrix that lists one triangle */
    struct pm_assembly a;
};

static pm_status need(char **line, const struct boeing *b)
{
    size_t length;

    PM_TRY(pm_source_line(b->source, line, &length));
    return *line != NULL ? PM_OK : pm_fail(PM_INPUT, "the file ends within its head");
}

/* True for the third line: a type and four integers, which a matrix of 32-bit indices can have. */
static bool parse_type(struct boeing *b, const char *line)
{
    const struct pm_word type = pm_word_next(&line);
    int64_t number[4] = {0};
    bool good = type.length == 3;

    for (int k = 0; k < 4; k++)
        good = good && pm_word_integer(number + k, pm_word_next(&line)) && number[k] >= 0 &&
               number[k] < INT32_MAX;
    for (int k = 0; k < 3 && good; k++) {
        static const char *const letters[] = {"RCPIQ", "SUHZR", "AE"};
        const char x = type.text[k];
        b->type[k] = (char)('a' <= x && x <= 'z' ? x - 32 : x);
        good = b->type[k] != '\0' && strchr(letters[k], b->type[k]) != NULL;
    }
    b->rows = number[0];
    b->cols = number[1];
    b->entries = number[2];
    return good;
}

static pm_status read_head(struct boeing *b)
{
    int64_t cards[5] = {0};
    char *line;

    PM_TRY(need(&line, b));
    PM_TRY(need(&line, b));
    const char *at = line;
    for (int k = 0; k < 5; k++)
        if (!pm_word_integer(cards + k, pm_word_next(&at)) && k < 4)
            return pm_fail(PM_INPUT, "four or five numbers of lines are expected");
    PM_TRY(need(&line, b));
    if (!parse_type(b, line))
        return pm_fail(PM_INPUT, "a type such as RUA, and four numbers, are expected");
    if (b->type[2] == 'E' || b->type[0] == 'Q')
        return pm_fail(PM_INPUT,
                       "a matrix of the type %s is not read; assembled matrices (RUA, "
                       "RSA, PSA, CHA, ...) are",
                       b->type);
    PM_TRY(need(&line, b));
    at = line;
    const struct pm_word format[] = {pm_word_next(&at), pm_word_next(&at), pm_word_next(&at)};
    if (!parse_format(&b->starts, format[0]) || !parse_format(&b->indices, format[1]) ||
        (b->type[0] != 'P' && !parse_format(&b->values, format[2])))
        return pm_fail(PM_INPUT, "formats such as (16I5) and (5E16.8) are expected");
    if (cards[4] > 0)
        PM_TRY(need(&line, b));
    b->starts.source = b->indices.source = b->values.source = b->source;
    return PM_OK;
}

/* The arrays grow with what is read. */
static pm_status read_integers(int64_t **value, size_t *room, int64_t count, struct fields *f,
                               int64_t most)
{
    f->left = count;
    for (int64_t k = 0; k < count; k++) {
        PM_TRY(pm_grow((void **)value, room, (size_t)k + 1, sizeof **value));
        PM_TRY(take_integer(*value + k, f));
        if ((*value)[k] < 1 || (*value)[k] > most)
            return pm_fail(PM_INPUT, "%jd is not one of 1 to %jd", (intmax_t)(*value)[k],
                           (intmax_t)most);
    }
    return PM_OK;
}

/* A decimal number with an exponent as Fortran writes it: D for E. */
static struct pm_word decimal_of(char text[64], struct pm_word word)
{
    snprintf(text, 64, "%.*s", (int)word.length, word.text);
    for (char *c = text; *c != '\0'; c++)
        if (*c == 'D' || *c == 'd')
            *c = 'e';
    return (struct pm_word){text, strlen(text)};
}

static pm_status take_value(struct boeing *b, int64_t i, int64_t j)
{
    char text[2][64] = {"1", ""};
    struct pm_word word, part[2] = {{"1", 1}, {"", 0}};

    for (int k = 0; k < (b->type[0] == 'P' ? 0 : b->type[0] == 'C' ? 2 : 1); k++) {
        PM_TRY(take_field(&word, &b->values));
        part[k] = decimal_of(text[k], word);
    }
    PM_TRY(pm_assembly_words(&b->a, i, j, part[0], part[1]));
    if (strchr("UR", b->type[1]) != NULL || i == j)
        return PM_OK;
    b->below |= i > j;
    b->above |= i < j;
    if (b->below && b->above)
        return pm_fail(PM_INPUT,
                       "row %jd, column %jd: of a matrix of the type %s, one triangle is "
                       "listed",
                       (intmax_t)i + 1, (intmax_t)j + 1, b->type);
    if (b->type[1] == 'Z')
        fmpq_neg(b->a.re, b->a.re);
    if (b->type[1] != 'S')
        fmpq_neg(b->a.im, b->a.im);
    return pm_assembly_add(&b->a, j, i);
}

static pm_status read_matrix(struct boeing *b, const struct pm_graph_reader *reader)
{
    PM_TRY(pm_assembly_begin(&b->a, reader, b->rows, b->cols,
                             b->type[0] == 'P' ? PM_FIELD_PATTERN : PM_FIELD_INTEGER));
    if (strchr("UR", b->type[1]) == NULL && b->rows != b->cols)
        return pm_fail(PM_INPUT, "a matrix of the type %s is square", b->type);
    PM_TRY(read_integers(&b->start, &b->start_room, b->cols + 1, &b->starts, b->entries + 1));
    PM_TRY(read_integers(&b->row, &b->row_room, b->entries, &b->indices, b->rows));
    if (b->start[0] != 1 || b->start[b->cols] != b->entries + 1)
        return pm_fail(PM_INPUT, "the first pointer is 1, and the last the number of entries + 1");
    b->values.left = b->type[0] == 'C' ? 2 * b->entries : b->entries;
    for (int64_t j = 0; j < b->cols; j++) {
        if (b->start[j] > b->start[j + 1])
            return pm_fail(PM_INPUT, "the pointers to the columns ascend");
        for (int64_t k = b->start[j]; k < b->start[j + 1]; k++)
            PM_TRY(take_value(b, b->row[k - 1] - 1, j));
    }
    return PM_OK;
}

pm_status pm_boeing_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct boeing b = {.source = reader->source};

    *problem = NULL;
    pm_status status = read_head(&b);
    if (status != PM_OK)
        return pm_source_fail_at(reader->source, status);
    status = read_matrix(&b, reader);
    if (status == PM_OK)
        status = pm_assembly_finish(problem, &b.a, strchr("UR", b.type[1]) == NULL);
    pm_assembly_clear(&b.a);
    PM_FREE(b.start, b.row);
    return status == PM_OK ? PM_OK : pm_source_fail_at(reader->source, status);
}

/* The third line has a type, and the fourth begins with a format. */
enum pm_fit pm_boeing_fits(const struct pm_sample *s)
{
    struct boeing b = {.entries = 0};
    const char *at = s->text, *const end = at + s->length;
    char line[128];

    for (int k = 1; k <= 4 && at < end && !s->binary; k++) {
        size_t length = 0;
        while (at + length < end && at[length] != '\n' && at[length] != '\0')
            length++;
        snprintf(line, sizeof line, "%.*s", (int)(length < 127 ? length : 127), at);
        if (k == 3 && !parse_type(&b, line))
            return PM_FIT_NO;
        if (k == 4)
            return line[strspn(line, " ")] == '(' ? PM_FIT_SURE : PM_FIT_NO;
        at += length + 1;
    }
    return PM_FIT_NO;
}
