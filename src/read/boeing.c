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
    int count, width;
    const char *line; /* NULL: the next number begins a line */
    int next;
    int64_t left;      /* numbers that follow */
    const char *words; /* the rest of the line, where blanks separate them; NULL: they do not */
};

enum { STARTS, ROWS, VALUES };

struct boeing {
    struct pm_source *source;
    char type[4];
    int64_t rows, cols, entries;
    struct fields fields[3];
    int64_t *list[2]; /* the pointers to the columns, the rows */
    size_t room[2];
    bool below, above; /* entries off the diagonal, of a matrix that lists one triangle */
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
    *at = '\0';
    const char *const scale = strpbrk(text, "Pp");
    return f->width > 0 && f->count > 0 && f->count < 1000 &&
           (scale == NULL || (scale[-1] == '1' || scale[-1] == '0'));
}

static pm_status next_line(const char **line, const struct boeing *b)
{
    char *text;

    PM_TRY(pm_source_line(b->source, &text));
    *line = text;
    PM_REFUSE_IF(text == NULL, "the file ends, and another line is expected");
    return PM_OK;
}

/* The next field, without blanks.  If a line has as many words as numbers, blanks separate them,
 * whatever the format says of their width (SciPy writes other widths than it says). */
static pm_status take_field(struct pm_word *word, struct boeing *b, int kind)
{
    struct fields *const f = b->fields + kind;
    int words = 0;

    if (f->line == NULL || f->next == f->count) {
        PM_TRY(next_line(&f->line, b));
        for (const char *at = f->line; pm_word_next(&at).length > 0;)
            words++;
        f->words = words == (f->left < f->count ? f->left : f->count) ? f->line : NULL;
        f->next = 0;
    }
    f->left--;
    const size_t first = (size_t)f->next++ * (size_t)f->width;
    if (f->words != NULL)
        *word = pm_word_next(&f->words);
    else if (!pm_word_in_columns(word, f->line, first, (size_t)f->width) || word->length == 0)
        return pm_fail(PM_INPUT, "a number of at most %d characters is expected in column %zu",
                       f->width, first + 1);
    return PM_OK;
}

/* True for the third line: a type and four integers, which a matrix of 32-bit indices can have. */
static bool parse_type(struct boeing *b, const char *line)
{
    static const char *const letters[] = {"RCPIQrcpiq", "SUHZRsuhzr", "AEae"};
    const struct pm_word type = pm_word_next(&line);
    int64_t number[4] = {0};
    bool good = type.length == 3;

    for (int k = 0; k < 4; k++)
        good = good && pm_word_integer(number + k, pm_word_next(&line)) && number[k] >= 0 &&
               number[k] < INT32_MAX;
    for (int k = 0; k < 3 && good; k++) {
        good = strchr(letters[k], type.text[k]) != NULL;
        b->type[k] = (char)(type.text[k] & ~32);
    }
    b->rows = number[0];
    b->cols = number[1];
    b->entries = number[2];
    return good;
}

static pm_status read_head(struct boeing *b)
{
    int64_t cards[5] = {0};
    const char *line;

    PM_TRY(next_line(&line, b));
    PM_TRY(next_line(&line, b));
    for (int k = 0; k < 5; k++)
        PM_REFUSE_IF(!pm_word_integer(cards + k, pm_word_next(&line)) && k < 4,
                     "four or five numbers of lines are expected");
    PM_TRY(next_line(&line, b));
    PM_REFUSE_IF(!parse_type(b, line), "a type such as RUA, and four numbers, are expected");
    PM_REFUSE_IF(
        b->type[2] == 'E' || b->type[0] == 'Q',
        "a matrix of the type %s is not read; assembled matrices (RUA, RSA, PSA, CHA, ...) are",
        b->type);
    PM_TRY(next_line(&line, b));
    for (int k = STARTS; k <= VALUES; k++)
        PM_REFUSE_IF(!parse_format(b->fields + k, pm_word_next(&line)) &&
                         (k != VALUES || b->type[0] != 'P'),
                     "formats such as (16I5) and (5E16.8) are expected");
    return cards[4] > 0 ? next_line(&line, b) : PM_OK;
}

/* Reads `count` numbers from 1 to `most`.  The list grows with what is read. */
static pm_status read_list(struct boeing *b, int kind, int64_t count, int64_t most)
{
    char quote[PM_QUOTE_SIZE];
    struct pm_word word;

    b->fields[kind].left = count;
    for (int64_t k = 0; k < count; k++) {
        PM_TRY(pm_alloc_grow((void **)&b->list[kind], &b->room[kind], (size_t)k + 1,
                             sizeof **b->list));
        int64_t *const value = b->list[kind] + k;
        PM_TRY(take_field(&word, b, kind));
        PM_REFUSE_IF(!pm_word_integer(value, word), "%s is no integer", pm_word_quote(quote, word));
        PM_REFUSE_IF(*value < 1 || *value > most, "%jd is not one of 1 to %jd", (intmax_t)*value,
                     (intmax_t)most);
    }
    return PM_OK;
}

static pm_status take_entry(struct pm_assembly *a, struct boeing *b, int64_t i, int64_t j)
{
    char text[64];
    struct pm_word re = {"1", 1}, im = {"", 0};

    if (b->type[0] != 'P')
        PM_TRY(take_field(&re, b, VALUES));
    if (b->type[0] == 'C') { /* on a later line, perhaps */
        snprintf(text, sizeof text, "%.*s", (int)re.length, re.text);
        re = (struct pm_word){text, strlen(text)};
        PM_TRY(take_field(&im, b, VALUES));
    }
    b->below |= i > j;
    b->above |= i < j;
    PM_REFUSE_IF(a->mirror.re != 0 && b->below && b->above,
                 "row %jd, column %jd: of a matrix of the type %s, one triangle is listed",
                 (intmax_t)i + 1, (intmax_t)j + 1, b->type);
    return pm_assembly_words(a, i, j, re, im);
}

static pm_status fill(struct pm_assembly *a, void *context)
{
    struct boeing *const b = context;

    PM_REFUSE_IF(a->mirror.re != 0 && b->rows != b->cols, "a matrix of the type %s is square",
                 b->type);
    PM_TRY(read_list(b, STARTS, b->cols + 1, b->entries + 1));
    PM_TRY(read_list(b, ROWS, b->entries, b->rows));
    const int64_t *const start = b->list[STARTS];
    PM_REFUSE_IF(start[0] != 1 || start[b->cols] != b->entries + 1,
                 "the first pointer is 1, and the last the number of entries + 1");
    b->fields[VALUES].left = b->type[0] == 'C' ? 2 * b->entries : b->entries;
    for (int64_t j = 0; j < b->cols; j++) {
        PM_REFUSE_IF(start[j] > start[j + 1], "the pointers to the columns ascend");
        for (int64_t k = start[j]; k < start[j + 1]; k++)
            PM_TRY(take_entry(a, b, b->list[ROWS][k - 1] - 1, j));
    }
    return PM_OK;
}

pm_status pm_boeing_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct boeing b = {.source = reader->source};

    pm_status status = read_head(&b);
    const char type = b.type[1];
    const struct pm_mirror mirror = {type == 'Z' ? -1 : strchr("SH", type) != NULL,
                                     type == 'Z' || type == 'H' ? -1 : type == 'S'};
    const pm_field field = b.type[0] == 'P'   ? PM_FIELD_PATTERN
                           : b.type[0] == 'C' ? PM_FIELD_COMPLEX
                                              : PM_FIELD_INTEGER;
    PM_THEN(status, pm_assembly_make(problem, reader, b.rows, b.cols, field, mirror, fill, &b));
    PM_FREE(b.list[STARTS], b.list[ROWS]);
    return status;
}

/* The third line has a type, and the fourth begins with a format. */
bool pm_boeing_fits(struct pm_sample *s)
{
    const char *at = s->text, *const end = at + s->length;
    struct boeing b;

    for (int k = 1; k < 4 && at < end; k++, at += strlen(at) + 1)
        if (k == 3 && !parse_type(&b, at))
            return false;
    return !s->binary && at < end && at[strspn(at, " ")] == '(';
}
