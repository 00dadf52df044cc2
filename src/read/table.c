/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as tables of numbers, as written by numpy.savetxt() and spreadsheets.  Each line is a
 * row.  Blanks, commas, semicolons or tabs separate the numbers, which may be complex; two of these
 * in one table could be a decimal comma, and are refused.  Comments begin with '#' or '%'.  Blank
 * lines separate matrices.  A first line of names is skipped, and so is a first
 * column of names, if separators other than blanks, or quotes, show the fields.  Two more formats:
 * every digit is a number, and lists in a list, where a bracket ends a row. */
#include "read/formats.h"

#include "read/complex_word.h"
#include "read/decimal.h"
#include "read/titles.h"

#include <string.h>

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
    struct pm_numbered numbers;
    struct pm_labels row_name, col_name;
    bool trailing;  /* a separator follows the last number of the row */
    char separator; /* what separates the numbers; 0: not known yet */
    bool gap;       /* a blank line follows the rows so far */
    bool ended;     /* a line of the next matrix has been read */
    bool wide;      /* ... and has several numbers */
    bool lost;      /* nobody knows where matrices end */
};

static const char DELIMITERS[] = " \t\r\v\f,;[]{}";

static bool is_bracket(char x)
{
    return x != '\0' && strchr("[]{}", x) != NULL;
}

static bool is_end(const char *at)
{
    return *at == '\0' || *at == '#' || *at == '%';
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\v\f");
}

/* Reads the next number of a row: up to a blank or a delimiter, and past one delimiter, which is
 * *separator, a blank if there is none. */
static struct pm_word next_number(char *separator, const char **line)
{
    const char *const first = skip_blanks(*line);
    const size_t length = is_end(first) ? 0 : strcspn(first, DELIMITERS);
    const char *end = skip_blanks(first + length);

    *separator = *end == ',' || *end == ';' ? *end++ : ' ';
    *line = end;
    return (struct pm_word){first, length};
}

static pm_status parse_part(fmpq_t value, struct pm_word part, bool logs)
{
    fmpq_zero(value);
    return part.length > 0 ? pm_weight_parse(value, part.text, part.length, logs) : PM_OK;
}

static pm_status add_number(struct table *t, struct pm_word word, int row, int col)
{
    const bool logs = t->field == PM_FIELD_LOGS;
    struct pm_complex_word parts;

    pm_numbered_add(&t->numbers, word, row, col);
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
    for (const char *at = skip_blanks(*line); !is_end(at) && !is_bracket(*at);
         at = skip_blanks(*line)) {
        char separator = t->separator;
        struct pm_word word = {at, 1};

        *line = at + 1;
        if (!t->digits) {
            *line = at;
            word = next_number(&separator, line);
        }
        if (word.length == 0)
            return pm_fail(PM_INPUT, "row %d, column %d: the number is missing",
                           t->triplets.rows + 1, t->col + 1);
        const char *const next = skip_blanks(*line);
        t->trailing = is_end(next) && separator != ' ';
        if (!is_end(next) && !is_bracket(*next)) {
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
        line = skip_blanks(line);
        line += *line == ',' && t->depth == 1;
        line = skip_blanks(line);
        if (is_end(line))
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

/* True for a line that begins with a bracket and no other bracket. */
static bool is_bare(const char *line)
{
    const char *const first = skip_blanks(line);

    return (*first == '[' || *first == '{') && !is_end(skip_blanks(first + 1)) &&
           !is_bracket(*skip_blanks(first + 1));
}

/* Reads a line '[1 2]', as Sage prints the rows of a matrix. */
static pm_status read_bare_row(struct table *t, const char *line)
{
    const char *const first = skip_blanks(line);

    if (*first != '[' && *first != '{')
        return pm_fail(PM_INPUT, "a row in brackets is expected, as in the first line");
    line = first + 1;
    PM_TRY(read_numbers(t, &line));
    if (*line != *first + 2 || !is_end(skip_blanks(line + 1)))
        return pm_fail(PM_INPUT, "one '%c' is expected, at the end of the line", *first + 2);
    return end_row(t);
}

/* True for a line of several numbers. */
static bool is_wide(const struct table *t, const char *line)
{
    char separator;

    line = skip_blanks(line);
    if (t->digits || t->bare)
        line++;
    else
        next_number(&separator, &line);
    return !is_end(skip_blanks(line));
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
    if (!is_end(skip_blanks(line)))
        return pm_fail(PM_INPUT, "'%c' is no part of a number", *skip_blanks(line));
    if (t->triplets.rows == 0)
        PM_TRY(pm_titles_check(&t->titles, t->col));
    return end_row(t);
}

/* Reads a line; a blank one ends the matrix if another line follows. */
static pm_status read_row(struct table *t, const char *line)
{
    t->bare |= t->lists && t->open == 0 && is_bare(line);
    if (t->lists && !t->bare)
        return read_lists(t, line);
    if (*skip_blanks(line) == '\0')
        t->gap = t->triplets.rows > 0;
    if (is_end(skip_blanks(line)))
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
        return pm_source_fail(t->source, PM_INPUT, "no numbers follow the line of names");
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
    const char *note = NULL;
    pm_status status;

    if (!t->digits && !t->lists &&
        (status = pm_titles_judge(&note, &t->titles, &t->numbers)) != PM_OK)
        return pm_source_fail_at(t->source, status);
    PM_TRY(pm_matrix_from_triplets(&a, &t->triplets));
    PM_TRY_GOTO(status, pm_problem_wrap(&p, t->field, a), done);
    a = NULL;
    if (note != NULL)
        PM_TRY_GOTO(status, pm_problem_note(p, "%s", note), done);
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
    const char *const first = skip_blanks(line);

    if (t->lists && !t->bare)
        return is_bracket(*first) && *skip_blanks(first + 1) == *first;
    t->gap = t->gap || *first == '\0';
    return t->gap && !is_end(first);
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
    pm_numbered_begin(&t.numbers);
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

/* Returns the number of numbers of a row, or 0 if it contains something else. */
static size_t count_numbers(const char *line)
{
    struct pm_complex_word parts;
    size_t count = 0;
    char separator;

    while (!is_end(skip_blanks(line))) {
        if (!pm_word_complex(&parts, next_number(&separator, &line)))
            return 0;
        count++;
    }
    return count;
}

/* Lines of digits 0 and 1; those of several matrices may have different lengths.  If a line of
 * several digits begins with 0, they are no numbers.  Else they may also be a column of numbers. */
enum pm_fit pm_digits_fits(const struct pm_sample *s)
{
    bool zero = false, several = true;

    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_word word = s->line[k].word[0];
        if (s->line[k].words != 1 || strspn(word.text, "01") < word.length)
            return PM_FIT_NO;
        zero |= word.length > 1 && word.text[0] == '0';
        several = several && word.length > 1;
    }
    return s->lines < 2 || s->cut ? PM_FIT_NO
           : zero                 ? PM_FIT_SURE
           : several              ? PM_FIT_LIKELY
                                  : PM_FIT_NO;
}

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
        if (!is_bare(text) || strpbrk(text, ",;") != NULL || end == NULL ||
            !is_end(skip_blanks(end + 1)))
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

/* What is known of the lines of a table. */
struct scan {
    struct pm_titles titles; /* of the last matrix */
    size_t first;            /* its first row of numbers */
    size_t wanted;           /* numbers of that row */
    size_t other;            /* rows that have another number of them */
    bool titled;             /* a line of names was read */
    bool edges;              /* with the name of its row, the first number may be an edge */
};

/* Begins a matrix at the first line, and after a gap if that has a line of names, or the matrix
 * before it had one.  True for a line of names. */
static bool scan_title(struct scan *scan, const struct pm_sample *s, size_t k)
{
    const bool gap = k > 0 && s->line[k].number > s->line[k - 1].number + 1;
    struct pm_titles titles = {.count = 0};

    if (k > 0 && !gap)
        return false;
    const bool taken = k + 1 < s->lines && pm_titles_take(&titles, s->line[k].text);
    if (k > 0 && !taken && !scan->titled)
        return false;
    scan->titles = titles;
    scan->first = k + taken;
    scan->titled |= taken;
    return taken;
}

/* *line moves past the name of the row, if it has one; false where that is missing. */
static bool scan_name(struct scan *scan, const char **line, size_t k)
{
    struct pm_titles *const t = &scan->titles;
    struct pm_word name;

    if (k == scan->first)
        pm_titles_find_names(t, *line);
    return pm_titles_skip_name(t, &name, line, (int)(k - scan->first)) &&
           (!pm_titles_have_blanks(t) || t->untitled);
}

/* Looks at a row; false where it cannot be one. */
static bool scan_row(struct scan *scan, const struct pm_sample *s, size_t k)
{
    const char *line = s->line[k].text;

    if (!scan_name(scan, &line, k))
        return false;
    const size_t count = count_numbers(line);
    if (k == scan->first)
        scan->wanted = count;
    scan->other += count != scan->wanted;
    scan->edges = scan->edges && count == 2 && pm_word_is_integer(pm_sample_word(s->line + k, 1));
    return count > 0 &&
           (!pm_titles_have_blanks(&scan->titles) || count == (size_t)scan->titles.count);
}

/* The number of columns that a line of names says; 0: there is none. */
static size_t titled_columns(const struct scan *scan)
{
    const struct pm_titles *const t = &scan->titles;

    return t->count > 0 ? (size_t)(t->count - (t->named && !t->untitled)) : 0;
}

/* Fits where all rows have the same number of numbers.  If the lines could also be an edge list,
 * they are one. */
enum pm_fit pm_table_fits(const struct pm_sample *s)
{
    struct scan scan = {.edges = true};

    for (size_t k = 0; k < s->lines && !s->cut; k++)
        if (!scan_title(&scan, s, k) && !scan_row(&scan, s, k))
            return PM_FIT_NO;
    if (s->lines == 0 || s->binary || s->cut)
        return PM_FIT_NO;
    if (pm_digits_fits(s) == PM_FIT_SURE)
        return PM_FIT_NO;
    if (scan.titled && pm_csv_fits(s) == PM_FIT_SURE)
        return PM_FIT_NO;
    if (titled_columns(&scan) > 1 && scan.wanted == 1)
        return PM_FIT_NO; /* a line of text above numbers */
    if (scan.other > 0)
        return PM_FIT_BROKEN;
    if (scan.titled && pm_titles_have_blanks(&scan.titles))
        return scan.edges ? PM_FIT_LIKELY : PM_FIT_SURE;
    const size_t wanted = scan.wanted;
    return scan.titled && (scan.titles.delimiter != '\t' || scan.titles.corner) ? PM_FIT_SURE
           : pm_edgelist_fits(s) >= PM_FIT_LIKELY                               ? PM_FIT_NAMED
           : wanted == 1 && s->lines > 1                                        ? PM_FIT_NAMED
                                                                                : PM_FIT_LIKELY;
}

/* True for cells that hold no number: "nan", "-inf", or nothing. */
static bool is_absent(struct pm_word word)
{
    return word.length == 0 || pm_word_is_missing(word);
}

/* What the cells of a table hold. */
struct cells {
    size_t count; /* of the row */
    size_t numbers, absent, units;
};

/* Looks at the cells of a row; false where one holds something else. */
static bool count_cells(struct cells *cells, const char *line, size_t wanted)
{
    struct pm_complex_word parts;
    char separator = ' ';

    for (cells->count = 0; !is_end(skip_blanks(line)); cells->count++) {
        const struct pm_word word = next_number(&separator, &line);
        const bool unit = pm_word_is(word, "i") || pm_word_is(word, "j");
        if (is_bracket(*line) || !(unit || is_absent(word) || pm_word_complex(&parts, word)))
            return false;
        cells->units += unit;
        cells->absent += is_absent(word);
        cells->numbers += !unit && !is_absent(word);
    }
    if (cells->count + 1 == wanted && separator != ' ') { /* nothing after the last separator */
        cells->count++;
        cells->absent++;
    }
    return wanted == 0 || cells->count == wanted;
}

/* True if all rows are equally long and have numbers, but some cells hold none, or a few an
 * imaginary unit alone. */
bool pm_table_has_gaps(const struct pm_sample *s)
{
    struct cells cells = {.count = 0};
    struct scan scan = {.wanted = 0};

    for (size_t k = 0; k < s->lines && !s->binary && !s->cut; k++) {
        const char *line = s->line[k].text;
        if (scan_title(&scan, s, k))
            continue;
        if (!scan_name(&scan, &line, k) ||
            !count_cells(&cells, line, k == scan.first ? titled_columns(&scan) : scan.wanted))
            return false;
        scan.wanted = cells.count;
    }
    return scan.wanted > 1 && cells.numbers > 0 && cells.units + cells.absent > 0 &&
           4 * cells.units <= cells.numbers;
}

/* True if all lines are two digits 0 or 1: as edges, they are loops and repeated edges of two
 * vertices. */
bool pm_table_is_binary_pairs(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++)
        for (int j = 0; j < 2; j++) {
            const struct pm_word word = pm_sample_word(s->line + k, j);
            if (s->line[k].words != 2 || word.length != 1 ||
                (*word.text != '0' && *word.text != '1'))
                return false;
        }
    return true;
}

/* True for a table if the first three numbers of all lines have a point, as '0.5 1.25'; in '1.2 1.3
 * 4', the first two are names. */
bool pm_table_is_decimal(const struct pm_sample *s)
{
    if (pm_table_fits(s) < PM_FIT_NAMED)
        return false;
    for (size_t k = 0; k < s->lines; k++)
        for (int j = 0; j < 2 || (j == 2 && s->line[k].words > 2); j++) {
            const struct pm_word word = pm_sample_word(s->line + k, j);
            if (word.length == 0 || memchr(word.text, '.', word.length) == NULL ||
                !pm_word_is_number(word))
                return false;
        }
    return true;
}

/* True if two rows have no blank line between them. */
bool pm_table_is_tall(const struct pm_sample *s)
{
    struct pm_titles titles = {.count = 0};

    for (size_t k = 1; k < s->lines; k++)
        if (s->line[k].number == s->line[k - 1].number + 1 &&
            !pm_titles_take(&titles, s->line[k - 1].text))
            return true;
    return false;
}

static int count_fields(const char *line)
{
    char separator;
    int count = 0;

    for (; !is_end(skip_blanks(line)); count++) {
        line = skip_blanks(line);
        line += is_bracket(*line);
        next_number(&separator, &line);
        line += is_bracket(*line);
    }
    return count;
}

/* True if a blank line stands between rows of different lengths, or before a line of names. */
bool pm_table_is_uneven(const struct pm_sample *s)
{
    struct pm_titles titles = {.count = 0};

    for (size_t k = 1; k < s->lines; k++)
        if (s->line[k].number > s->line[k - 1].number + 1 &&
            (count_fields(s->line[k].text) != count_fields(s->line[k - 1].text) ||
             pm_titles_take(&titles, s->line[k].text)))
            return true;
    return false;
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
