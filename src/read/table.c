/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as tables of numbers, as written by numpy.savetxt() and spreadsheets.  Each line is a
 * row.  Blanks, commas, semicolons or tabs separate the numbers, which may be complex.  Comments
 * begin with '#' or '%'. */
#include "read/formats.h"

#include "read/complex_word.h"
#include "read/decimal.h"

#include <string.h>

struct table {
    fmpq_t re, im;
    struct pm_source *source;
    struct pm_triplets triplets;
    pm_field field; /* integer if every number so far is written as an integer, and so on */
};

static bool is_end(const char *at)
{
    return *at == '\0' || *at == '#' || *at == '%';
}

/* Reads the next number of a row: up to a blank or a delimiter, and past one delimiter. */
static struct pm_word next_number(const char **line)
{
    static const char blanks[] = " \t\r\v\f", delimiters[] = ",;";
    const char *const first = *line + strspn(*line, blanks);
    const size_t length = is_end(first) ? 0 : strcspn(first, " \t\r\v\f,;");
    const char *end = first + length;

    end += strspn(end, blanks);
    if (*end != '\0' && strchr(delimiters, *end) != NULL)
        end++;
    *line = end;
    return (struct pm_word){first, length};
}

static pm_status parse_part(fmpq_t value, struct pm_word part)
{
    fmpq_zero(value);
    return part.length > 0 ? pm_decimal_parse(value, part.text, part.length) : PM_OK;
}

static pm_status add_number(struct table *t, struct pm_word word, int row, int col)
{
    struct pm_complex_word parts;

    if (!pm_word_complex(&parts, word))
        parts = (struct pm_complex_word){.re = word}; /* the parser says what is wrong with it */
    PM_TRY(parse_part(t->re, parts.re));
    PM_TRY(parse_part(t->im, parts.im));
    if (parts.im.length > 0)
        t->field = PM_FIELD_COMPLEX;
    else if (t->field == PM_FIELD_INTEGER && !pm_word_is_integer(parts.re))
        t->field = PM_FIELD_REAL;
    if (fmpq_is_zero(t->re) && fmpq_is_zero(t->im))
        return PM_OK;
    return pm_triplets_add(&t->triplets, row, col, t->re, t->im);
}

static pm_status read_row(void *context, const char *line)
{
    struct table *const t = context;
    const int row = t->triplets.rows;
    int col = 0;

    if (is_end(line + strspn(line, " \t\r\v\f")))
        return PM_OK;
    for (struct pm_word word; !is_end(line + strspn(line, " \t\r\v\f")); col++) {
        word = next_number(&line);
        if (word.length == 0)
            return pm_fail(PM_INPUT, "number %d of the row is missing", col + 1);
        PM_TRY(add_number(t, word, row, col));
    }
    if (row > 0 && col != t->triplets.cols)
        return pm_fail(PM_INPUT, "the row has %d number%s, and the one before %d", col,
                       col == 1 ? "" : "s", t->triplets.cols);
    t->triplets.cols = col;
    t->triplets.rows++;
    return PM_OK;
}

pm_status pm_table_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct table t = {.source = reader->source, .field = PM_FIELD_INTEGER};
    struct pm_matrix *a = NULL;
    pm_status status;

    fmpq_init(t.re);
    fmpq_init(t.im);
    pm_triplets_init(&t.triplets, 0, 0, true);
    PM_TRY_GOTO(status, pm_source_each(t.source, read_row, &t), done);
    PM_TRY_GOTO(status, pm_matrix_from_triplets(&a, &t.triplets), done);
    status = pm_problem_wrap(problem, t.field, a);
    if (status == PM_OK)
        a = NULL;
done:
    pm_matrix_free(a);
    pm_triplets_clear(&t.triplets);
    fmpq_clear(t.im);
    fmpq_clear(t.re);
    return status;
}

/* ----------------------------------------------------------------- recognition */

/* Returns the number of numbers of a row, or 0 if it contains something else. */
static size_t count_numbers(const char *line)
{
    struct pm_complex_word parts;
    size_t count = 0;

    while (!is_end(line + strspn(line, " \t\r\v\f"))) {
        if (!pm_word_complex(&parts, next_number(&line)))
            return 0;
        count++;
    }
    return count;
}

/* Fits where all rows have the same number of numbers.  If the lines could also be an edge list,
 * they are one. */
enum pm_fit pm_table_fits(const struct pm_sample *s)
{
    size_t wanted = 0, other = 0;

    for (size_t k = 0; k < s->lines && !s->cut; k++) {
        const size_t count = count_numbers(s->line[k].text);
        if (count == 0)
            return PM_FIT_NO;
        if (k == 0)
            wanted = count;
        other += count != wanted;
    }
    if (s->lines == 0 || s->binary || s->cut)
        return PM_FIT_NO;
    return other > 0                              ? PM_FIT_BROKEN
           : pm_edgelist_fits(s) >= PM_FIT_LIKELY ? PM_FIT_NAMED
           : wanted == 1 && s->lines > 1          ? PM_FIT_NAMED
                                                  : PM_FIT_LIKELY;
}

/* True for a table that is hardly an edge list: it has one column or at most two lines, or its
 * first two columns have numbers that name no vertex, such as 0.5 and -1. */
bool pm_table_is_matrix(const struct pm_sample *s)
{
    struct pm_complex_word parts;
    bool names = true;

    if (pm_table_fits(s) < PM_FIT_NAMED)
        return false;
    for (size_t k = 0; k < s->lines; k++) {
        const int words = s->line[k].words;
        names = names && words > 1;
        for (int j = 0; j < 2 && j < words; j++) {
            const struct pm_word word = pm_sample_word(s->line + k, j);
            if (!pm_word_complex(&parts, word))
                return false; /* "1,2", as dimer names vertices */
            names = names && pm_word_is_integer(word) && word.text[0] != '-';
        }
    }
    return !names || (s->whole && s->lines <= 2);
}
