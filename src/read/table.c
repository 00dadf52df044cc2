/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as tables of numbers, as written by numpy.savetxt() and spreadsheets.  Each line is a
 * row.  Blanks, commas, semicolons or tabs separate the numbers, which may be complex; two of these
 * in one table could be a decimal comma, and are refused.  Comments begin with '#' or '%'.  Blank
 * lines separate matrices.  A first line of names is skipped, and so is a first
 * column of names, if separators other than blanks, or quotes, show the fields.  Two more formats:
 * every digit is a number, and lists in a list, where a bracket ends a row. */
#include "read/formats.h"

#include "read/cells.h"
#include "read/complex_word.h"
#include "read/decimal.h"
#include "read/titles.h"

#include <string.h>

#define NO_NUMBERS "no numbers follow the line of names"

struct table {
    fmpq_t re, im;
    struct pm_source *source;
    struct pm_triplets triplets;
    pm_field field; /* integer if every number so far is written as an integer, and so on */
    bool digits;    /* every digit is a number */
    bool lists;     /* rows end at brackets, not at the ends of lines */
    bool bare;      /* every line is a list, [1 2], without brackets around them all */
    char open;      /* the bracket that begins a list, [ or {; 0: not known yet */
    int depth;      /* open brackets */
    int col;        /* numbers of the unfinished row */
    struct pm_titles titles;
    struct pm_counted counted;
    struct pm_labels row_name, col_name;
    bool trailing;   /* a separator follows the last number of the row */
    char separator;  /* what separates the numbers; 0: not known yet */
    bool gap;        /* a blank line follows the rows so far */
    bool bare_names; /* a blank line follows a line of names */
    bool ended;      /* a line of the next matrix has been read */
    bool wide;       /* ... and has several numbers */
    bool lost;       /* nobody knows where matrices end */
};

static pm_status parse_part(fmpq_t value, struct pm_word part, bool logs)
{
    fmpq_zero(value);
    return part.length > 0 ? pm_weight_parse(value, part.text, part.length, logs) : PM_OK;
}

static pm_status add_number(struct table *t, struct pm_word word, int row, int col)
{
    const bool logs = t->field == PM_FIELD_LOGS;
    struct pm_complex_word parts;

    pm_counted_add(&t->counted, word, row, col);
    if (!pm_word_complex(&parts, word))
        parts = (struct pm_complex_word){.re = word}; /* the parser says what is wrong with it */
    if (logs && parts.im.length > 0)
        return pm_fail(PM_INPUT, "logarithms of weights are real");
    PM_TRY(parse_part(t->re, parts.re, logs));
    PM_TRY(parse_part(t->im, parts.im, logs));
    if (parts.im.length > 0)
        t->field = PM_FIELD_COMPLEX;
    else if (t->field == PM_FIELD_INTEGER && !pm_word_is_integer(parts.re))
        t->field = PM_FIELD_REAL;
    if (fmpq_is_zero(t->re) && fmpq_is_zero(t->im))
        return PM_OK;
    return pm_triplets_add(&t->triplets, row, col, t->re, t->im);
}

static pm_status end_row(struct table *t)
{
    struct pm_triplets *const all = &t->triplets;

    if (all->rows > 0 && t->trailing && t->col + 1 == all->cols)
        return pm_fail(PM_INPUT, "row %d, column %d: the number is missing", all->rows + 1,
                       all->cols);
    if (all->rows > 0 && t->col != all->cols)
        return pm_fail(PM_INPUT,
                       "the row has %d number%s, and the one before %d: rows of a matrix are "
                       "equally long%s",
                       t->col, t->col == 1 ? "" : "s", all->cols,
                       all->rows == 1 && all->cols <= 2 && t->col > 2
                           ? ", and no line has its size"
                           : ", and graphs are for countmatch");
    all->cols = t->col;
    all->rows++;
    t->col = 0;
    return PM_OK;
}

/* Reads the numbers of a line up to its end or the next bracket. */
static pm_status read_numbers(struct table *t, const char **line)
{
    for (const char *at = pm_cells_skip_blanks(*line);
         !pm_cells_is_end(at) && !pm_cells_is_bracket(*at); at = pm_cells_skip_blanks(*line)) {
        char separator = t->separator;
        struct pm_word word = {at, 1};

        *line = at + 1;
        if (!t->digits) {
            *line = at;
            word = pm_cells_next(&separator, line);
        }
        if (word.length == 0)
            return pm_fail(PM_INPUT, "row %d, column %d: the number is missing",
                           t->triplets.rows + 1, t->col + 1);
        const char *const next = pm_cells_skip_blanks(*line);
        t->trailing = pm_cells_is_end(next) && separator != ' ';
        if (!pm_cells_is_end(next) && !pm_cells_is_bracket(*next)) {
            if (t->separator != 0 && separator != t->separator)
                return pm_fail(PM_INPUT,
                               "'%c' and '%c' both separate numbers; a row is a line, and a "
                               "decimal number has a point, as in 1.5",
                               t->separator, separator);
            t->separator = separator;
        }
        const pm_status status = add_number(t, word, t->triplets.rows, t->col++);
        if (status != PM_OK)
            return pm_fail_at(status, "row %d, column %d", t->triplets.rows + 1, t->col);
    }
    return PM_OK;
}

/* Reads a line of "[[1, 2], [3, 4]]" or "{{1, 2}, {3, 4}}"; commas between the rows may be
 * missing. */
static pm_status read_lists(struct table *t, const char *line)
{
    for (;;) {
        line = pm_cells_skip_blanks(line);
        line += *line == ',' && t->depth == 1;
        line = pm_cells_skip_blanks(line);
        if (pm_cells_is_end(line))
            return PM_OK;
        t->open = t->open != 0 ? t->open : *line == '{' ? '{' : '[';
        const bool opens = *line == t->open, closes = *line == t->open + 2; /* ']', '}' in ASCII */
        t->depth += opens - closes;
        if ((opens && (t->depth > 2 || t->col > 0 || t->ended)) || t->depth < 0 ||
            (!opens && !closes && t->depth != 2))
            return pm_fail(PM_INPUT, "one list of lists of numbers, [[1,2],[3,4]], is expected");
        t->ended = t->depth == 0;
        if (closes && t->depth == 1)
            PM_TRY(end_row(t));
        line += opens || closes;
        if (t->depth == 2)
            PM_TRY(read_numbers(t, &line));
    }
}

/* Reads a line '[1 2]', as Sage prints the rows of a matrix. */
static pm_status read_bare_row(struct table *t, const char *line)
{
    const char *const first = pm_cells_skip_blanks(line);

    if (*first != '[' && *first != '{')
        return pm_fail(PM_INPUT, "a row in brackets is expected, as in the first line");
    line = first + 1;
    PM_TRY(read_numbers(t, &line));
    if (*line != *first + 2 || !pm_cells_is_end(pm_cells_skip_blanks(line + 1)))
        return pm_fail(PM_INPUT, "one '%c' is expected, at the end of the line", *first + 2);
    return end_row(t);
}

/* True for a line of several numbers. */
static bool is_wide(const struct table *t, const char *line)
{
    char separator;

    line = pm_cells_skip_blanks(line);
    if (t->digits || t->bare)
        line++;
    else
        pm_cells_next(&separator, &line);
    return !pm_cells_is_end(pm_cells_skip_blanks(line));
}

/* Reads a row of a table, which may be named. */
static pm_status read_table_row(struct table *t, const char *line)
{
    struct pm_word name;

    if (!pm_titles_skip_name(&t->titles, &name, &line, t->triplets.rows))
        return pm_fail(PM_INPUT, "a name is expected before the numbers of the row");
    if (t->titles.named)
        PM_TRY(pm_labels_add(&t->row_name, name.text, name.length));
    PM_TRY(read_numbers(t, &line));
    if (!pm_cells_is_end(pm_cells_skip_blanks(line)))
        return pm_fail(PM_INPUT, "'%c' is no part of a number", *pm_cells_skip_blanks(line));
    if (t->triplets.rows == 0)
        PM_TRY(pm_titles_check(&t->titles, t->col));
    return end_row(t);
}

/* True for a line of names. */
static bool is_title(const struct table *t, const char *line)
{
    struct pm_titles titles = {.said = t->titles.said};

    return pm_titles_take(&titles, line);
}

/* Reads a line; a blank one ends the matrix if another line follows. */
static pm_status read_row(struct table *t, const char *line)
{
    t->bare |= t->lists && t->open == 0 && pm_cells_in_brackets(line);
    if (t->lists && !t->bare)
        return read_lists(t, line);
    if (*pm_cells_skip_blanks(line) == '\0') {
        t->gap = t->triplets.rows > 0;
        t->bare_names = t->titles.count > 0 && t->triplets.rows == 0;
    }
    if (pm_cells_is_end(pm_cells_skip_blanks(line)))
        return PM_OK;
    if (t->gap) {
        t->ended = true;
        t->wide = is_wide(t, line);
        pm_source_back(t->source);
        return PM_OK;
    }
    if (t->bare)
        return read_bare_row(t, line);
    if (!t->digits && t->triplets.rows == 0) {
        if (t->titles.count == 0 && pm_titles_take(&t->titles, line))
            return pm_titles_name(&t->col_name, &t->titles, line);
        if (t->bare_names && is_title(t, line)) {
            t->ended = true;
            pm_source_back(t->source);
            return pm_fail(PM_INPUT, NO_NUMBERS);
        }
        pm_titles_find_names(&t->titles, line);
        if (t->titles.count > 0 && t->titles.named && !t->titles.untitled)
            pm_labels_drop(&t->col_name);
    }
    return read_table_row(t, line);
}

static pm_status read_lines(struct table *t)
{
    size_t length;
    char *line;

    while (!t->ended) {
        PM_TRY(pm_source_line(t->source, &line, &length));
        if (line == NULL)
            break;
        const pm_status status = read_row(t, line);
        if (status != PM_OK)
            return pm_source_fail_at(t->source, status);
    }
    if (t->titles.count > 0 && t->triplets.rows == 0)
        return pm_source_fail(t->source, PM_INPUT, NO_NUMBERS);
    if (t->titles.pairs && !t->titles.said && t->triplets.rows != 3)
        return pm_source_fail(
            t->source, PM_INPUT,
            "it may be a list of edges: name its columns 'source,target,weight', or "
            "read it as a matrix by --format=table");
    if (t->depth > 0)
        return pm_source_fail(t->source, PM_INPUT, "a bracket '%c' is missing", t->open + 2);
    return PM_OK;
}

/* Blank lines may also stand between the rows of one matrix.  They stand between matrices if
 * somewhere two rows have none between them, and matrices are unlike.  A single number is a matrix
 * if another matrix has several columns. */
static pm_status check_alone(const struct table *t, const struct pm_graph_reader *reader)
{
    const bool one = t->triplets.cols == 1;

    if ((reader->tall && reader->uneven) ||
        (one && (reader->wide || t->wide || (t->digits && reader->said))))
        return PM_OK;
    return pm_source_fail(t->source, PM_INPUT,
                          "a row stands alone between blank lines, which separate matrices; "
                          "without them, all rows are one matrix; %s",
                          one ? "--format=digits reads single digits as matrices"
                              : "as a list, [[1,2]], it is a matrix of one row");
}

/* *problem = the table, with its names, which it owns from now on. */
static pm_status make_problem(struct pm_problem **problem, struct table *t)
{
    struct pm_matrix *a = NULL;
    struct pm_problem *p = NULL;
    pm_status status;

    if (!t->digits && !t->lists &&
        (status = pm_titles_judge(&t->titles, &t->counted)) != PM_OK)
        return pm_source_fail_at(t->source, status);
    PM_TRY(pm_matrix_from_triplets(&a, &t->triplets));
    PM_TRY_GOTO(status, pm_problem_wrap(&p, t->field, a), done);
    a = NULL;
    p->row_name = t->row_name;
    p->col_name = t->col_name;
    t->row_name = t->col_name = (struct pm_labels){.count = 0};
    *problem = p;
    p = NULL;
done:
    pm_problem_free(p);
    pm_matrix_free(a);
    return status;
}

/* True for a line that begins a matrix after a bad one. */
static bool begins_next(struct table *t, const char *line)
{
    const char *const first = pm_cells_skip_blanks(line);

    if (t->lists && !t->bare)
        return pm_cells_is_bracket(*first) && *pm_cells_skip_blanks(first + 1) == *first;
    t->gap = t->gap || *first == '\0';
    return t->gap && !pm_cells_is_end(first);
}

/* After a bad matrix: finds the next one, if there is one. */
static bool find_next(struct table *t)
{
    size_t length;
    char *line;

    while (!t->ended) {
        if (pm_source_line(t->source, &line, &length) != PM_OK || line == NULL)
            return false;
        t->ended = begins_next(t, line);
        if (t->ended)
            pm_source_back(t->source);
    }
    return true;
}

static pm_status read_matrix(struct pm_problem **problem, struct pm_graph_reader *reader,
                             struct table t)
{
    const bool first = !reader->more;
    pm_status status;

    t.source = reader->source;
    t.titles.said = reader->said;
    t.field = reader->logs ? PM_FIELD_LOGS : PM_FIELD_INTEGER;
    fmpq_init(t.re);
    fmpq_init(t.im);
    pm_triplets_init(&t.triplets, 0, 0, true);
    *problem = NULL;
    PM_TRY_GOTO(status, read_lines(&t), done);
    if (t.lists && t.open == 0 && t.triplets.rows == 0 && !first)
        goto done; /* the end of the input */
    reader->uneven |= !first && reader->cols != t.triplets.cols;
    reader->cols = t.triplets.cols;
    if ((!first || t.ended) && t.triplets.rows == 1 && !(t.lists && !t.bare) &&
        (status = check_alone(&t, reader)) != PM_OK) {
        t.lost = true;
        goto done;
    }
    reader->wide |= t.triplets.cols > 1 || t.wide;
    reader->tall |= t.triplets.rows > 1;
    status = make_problem(problem, &t);
done:
    reader->skipped = status == PM_INPUT && !t.lost && find_next(&t);
    reader->more = t.ended;
    pm_labels_clear(&t.row_name);
    pm_labels_clear(&t.col_name);
    pm_triplets_clear(&t.triplets);
    fmpq_clear(t.im);
    fmpq_clear(t.re);
    return status;
}

pm_status pm_table_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    return read_matrix(problem, reader, (struct table){.digits = false});
}

pm_status pm_digits_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    return read_matrix(problem, reader, (struct table){.digits = true});
}

pm_status pm_lists_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    return read_matrix(problem, reader, (struct table){.lists = true});
}

/* ----------------------------------------------------------------- recognition */

/* Skips blanks and the ends of lines, which are zeros. */
static const char *skip_gap(const char *at, const char *end)
{
    while (at < end && (*at == '\0' || *at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

/* True for lines of numbers in brackets, with blanks between them. */
static bool are_bare(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const char *const text = s->line[k].text, *const end = strpbrk(text, "]}");
        if (!pm_cells_in_brackets(text) || strpbrk(text, ",;") != NULL || end == NULL ||
            !pm_cells_is_end(pm_cells_skip_blanks(end + 1)))
            return false;
    }
    return s->lines > 1;
}

/* "[[" or "{{" and a number, perhaps with blanks or line ends between them; or lines in brackets.
 */
enum pm_fit pm_lists_fits(const struct pm_sample *s)
{
    const char *const end = s->text + s->length, *at = skip_gap(s->text, end);
    const char open = *at;

    if (open != '[' && open != '{')
        return PM_FIT_NO;
    at = skip_gap(at + 1, end);
    if (*at != open && !are_bare(s))
        return PM_FIT_NO;
    at = *at == open ? skip_gap(at + 1, end) : at;
    return *at != '\0' && strchr("0123456789+-.(", *at) != NULL ? PM_FIT_SURE : PM_FIT_NO;
}
