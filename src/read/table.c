/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as tables of numbers, as written by numpy.savetxt() and spreadsheets.  Each line is a
 * row.  Blanks, commas, semicolons or tabs separate the numbers, which may be complex; two of these
 * in one table could be a decimal comma, and are refused.  Comments begin with '#' or '%'.  Blank
 * lines separate matrices.  A first line of names is skipped, and so is a first column of names, if
 * separators other than blanks, or quotes, show the fields.  In the format `digits`, every digit is
 * a number. */
#include "read/assembly.h"
#include "read/term.h"
#include "read/titles.h"

#include <string.h>

#define NO_NUMBERS "no numbers follow the line of names"

static const char blanks[] = " \t\r\v\f";

struct table {
    const struct pm_graph_reader *reader;
    struct pm_source *source;
    struct pm_assembly a;
    int rows, cols, col; /* complete rows, and their columns; numbers of the row that is read */
    bool digits;         /* every digit is a number */
    struct pm_titles titles;
    struct pm_counted counted;
    struct pm_labels row_name, col_name;
    struct pm_word first; /* number of a row */
    bool apart;           /* in some row, the first two numbers are no equal integers */
    bool other;           /* ... are no whole numbers from 0 on */
    int64_t most;         /* the largest of these */
    uint64_t begins;      /* the line of names, or of the first row; 0: none yet */
    size_t length, point; /* of the first number, and the place of its point */
    char separator;       /* what separates the numbers; 0: not known yet */
    bool gap;             /* a blank line follows the rows so far */
    bool bare_names;      /* a blank line follows a line of names */
    bool ended;           /* a line of the next matrix has been read */
    bool wide;            /* ... and has several numbers */
    bool lost;            /* nobody knows where matrices end */
};

/* ------------------------------------------------------------------------- numbers */

/* The separator of a line of numbers.  Tabs are blanks, too, where the user has named the format.
 */
static char separator_of(const struct table *t, const char *line)
{
    const char *const found = strpbrk(line, ",");
    const char *const other = found != NULL ? found : strpbrk(line, ";");

    return other != NULL ? *other : t->reader->strict && strchr(line, '\t') != NULL ? '\t' : ' ';
}

static pm_status add_word(struct table *t, struct pm_word word)
{
    t->a.triplets.rows = t->rows + 1;
    t->a.triplets.cols = t->col + 1; /* at least */
    return pm_assembly_word(&t->a, t->rows, t->col++, word);
}

static pm_status add_number(struct table *t, struct pm_cut *cut)
{
    const struct pm_word filled = pm_assembly_filled(&t->a, cut->word);

    cut->class = filled.text != cut->word.text ? PM_CLASS_REAL : cut->class;
    cut->word = filled;
    const char *const other = strpbrk(cut->word.text, ",; \t");
    const bool two = other != NULL && other < cut->word.text + cut->word.length &&
                     *cut->word.text != '(',
               digits = strspn(cut->word.text, "0123456789.,;+-eE \t") >= cut->word.length;
    char quote[PM_QUOTE_SIZE];

    PM_REFUSE_IF(t->reader->strict && cut->word.length > 0 && strchr("izdc", cut->class) == NULL &&
                     !(two && digits),
                 "row %d, column %d: %s is not a number%s%s", t->rows + 1, cut->count,
                 pm_word_quote(quote, cut->word),
                 cut->class == PM_CLASS_QUOTED   ? ", since it stands in quotes"
                 : pm_term_is(cut->word)         ? "; countmatch has the variable x in lists of "
                                                   "edges, as 'u1 v2 x'"
                 : pm_word_is_missing(cut->word) ? "; "
                                                 : "",
                 pm_word_is_missing(cut->word) ? pm_assembly_none(&t->a) : "");
    PM_REFUSE_IF(two,
                 "row %d, column %d: '%c' and '%c' both separate numbers; a row is a line, and a "
                 "decimal number has a point, as in 1.5",
                 t->rows + 1, cut->count, t->separator, *other);
    t->first = t->col == 0 ? cut->word : t->first;
    t->apart |=
        t->col == 1 && (!pm_word_same(t->first, cut->word) || !pm_word_is_integer(cut->word));
    if (t->col < 2) {
        int64_t number = -1;
        t->other |= !pm_word_integer(&number, cut->word) || number < 0;
        t->most = number > t->most ? number : t->most;
    }
    pm_counted_add(&t->counted, cut->word, t->rows, t->col);
    return add_word(t, cut->word);
}

/* Drops a comment after numbers that other characters than blanks separate. */
static void drop_comment(char *line)
{
    char *at = line;

    while (*at != '\0' &&
           ((*at != '#' && *at != '%') || strchr(" \t,;#%", at[-(at > line)]) == NULL))
        at++;
    *at = '\0';
}

/* True if the number of a column, after the first one, may be digits.  Decimal numbers have their
 * points below each other. */
static bool may_be_digits(struct table *t, struct pm_word word)
{
    const bool first = t->rows == 0;
    const size_t point = (size_t)(strchrnul(word.text, '.') - word.text);

    t->point = first ? point : t->point;
    t->length = first ? word.length : t->length;
    return !first && word.length > 1 && strspn(word.text, "0123456789.") >= word.length &&
           (point >= word.length || (word.length == t->length && point != t->point));
}

/* An empty field at the end of a line is not seen.  Where missing numbers have a value, and in the
 * first row below titles, it counts after a separator, unless the row has all its numbers. */
static pm_status add_last(struct table *t, const char *line)
{
    const int titles = t->titles.count - (t->titles.named && !t->titles.untitled);
    const int cols = t->rows > 0 ? t->cols : titles > 0 ? titles : t->col + 1;
    size_t end = strlen(line);

    while (end > 0 && strchr(" \r\n", line[end - 1]) != NULL)
        end--;
    const bool open = end > 0 && line[end - 1] == t->separator;
    return t->col > 0 && t->col + 1 == cols && t->separator != ' ' &&
                   (t->a.missing != NULL || (t->rows == 0 && titles > 0) ? open : t->rows > 0)
               ? add_word(t, (struct pm_word){"", 0})
               : PM_OK;
}

static pm_status read_numbers(struct table *t, char *line)
{
    struct pm_cut cut = pm_cut_of(line, t->separator);

    if (t->digits) {
        for (cut.at = line;
             *(cut.at += strspn(cut.at, blanks)) != '\0' && strchr("#%", *cut.at) == NULL; cut.at++)
            PM_TRY(add_word(t, (struct pm_word){cut.at, 1}));
        return PM_OK;
    }
    if (t->separator != ' ' && !t->reader->strict)
        drop_comment(line);
    while (pm_cut_next(&cut))
        PM_TRY(add_number(t, &cut));
    PM_TRY(add_last(t, line));
    PM_REFUSE_IF(
        t->reader->strict && t->col == 1 && may_be_digits(t, cut.word),
        "it may be a column of numbers, or rows of digits (--format=digits), with points for 0");
    return PM_OK;
}

/* --------------------------------------------------------------------------- lines */

/* Reads a row, which may be named. */
static pm_status read_row(struct table *t, char *line)
{
    const int row = t->rows;
    struct pm_word name;
    const char *at;

    PM_REFUSE_IF(t->reader->strict && pm_titles_have_blanks(&t->titles) && !t->titles.untitled,
                 "names of columns need commas, tabs or quotes, or a name in each row");
    PM_REFUSE_IF(!pm_titles_skip_name(&t->titles, &name, &at, line, row),
                 "a name is expected before the numbers of the row");
    if (t->titles.named)
        PM_TRY(pm_labels_add(&t->row_name, name.text, name.length));
    t->separator = t->separator == 0 ? separator_of(t, at) : t->separator;
    PM_TRY(read_numbers(t, line + (at - line)));
    if (row == 0)
        PM_TRY(pm_titles_check(&t->titles, t->col));
    PM_REFUSE_IF(t->reader->strict && t->titles.named && t->col < (t->titles.count == 0 ? 3 : 2),
                 "a name and so few numbers may be something else");
    PM_TRY(pm_assembly_check_row(row, t->col, t->cols));
    t->cols = t->col;
    t->rows++;
    t->col = 0;
    return PM_OK;
}

static bool is_title(const struct table *t, const char *line)
{
    struct pm_titles titles = {.said = t->titles.said};

    return pm_titles_take(&titles, line);
}

/* The line belongs to the next matrix. */
static pm_status end_matrix(struct table *t, const char *line)
{
    t->ended = true;
    t->wide = t->digits ? strlen(line + strspn(line, blanks)) > 1
                        : pm_cut_count(line, separator_of(t, line)) > 1;
    pm_source_back(t->source);
    return PM_OK;
}

/* Reads a line; a blank one ends the matrix if another line follows. */
static pm_status read_line(struct table *t, char *line)
{
    char *const first = line + strspn(line, blanks);
    struct pm_edge_columns columns;

    if (*first == '\0') {
        t->gap = t->rows > 0;
        t->bare_names = t->titles.count > 0 && t->rows == 0;
    }
    PM_REFUSE_IF(strncmp(line, "%%MatrixMarket", 14) == 0,
                 "a Matrix Market file is no table; its format is 'mtx'");
    if (*first == '\0' || *first == '#' || *first == '%')
        return PM_OK;
    if (t->gap || (t->bare_names && is_title(t, line)))
        return end_matrix(t, line);
    t->begins = t->begins == 0 ? pm_source_number(t->source) : t->begins;
    if (!t->digits && t->rows == 0) {
        PM_REFUSE_IF(t->titles.count == 0 && t->reader->strict &&
                         pm_titles_find_edges(&columns, line, PM_COLUMNS_SURE),
                     "these are titles of columns of edges");
        if (t->titles.count == 0 && pm_titles_take(&t->titles, line))
            return pm_titles_name(&t->col_name, &t->titles, line);
        pm_titles_find_names(&t->titles, line);
        if (t->titles.count > 0 && t->titles.named && !t->titles.untitled)
            pm_labels_drop(&t->col_name);
    }
    return read_row(t, line);
}

static pm_status read_lines(struct table *t)
{
    char *line;

    while (!t->ended) {
        PM_TRY(pm_source_line(t->source, &line));
        if (line == NULL)
            break;
        PM_TRY(read_line(t, line));
    }
    const bool beside = t->reader->trial && (t->ended || t->reader->more);
    PM_REFUSE_IF(t->titles.count > 0 && t->rows == 0 && !beside, NO_NUMBERS);
    return PM_OK;
}

/* ------------------------------------------------------------------------- matrices */

/* Blank lines may also stand between the rows of one matrix.  They stand between matrices if
 * somewhere two rows have none between them, and matrices are unlike.  A single number is a matrix
 * if another matrix has several columns. */
static pm_status check_alone(struct table *t)
{
    const struct pm_graph_reader *const reader = t->reader;
    const bool one = t->cols == 1;

    if ((reader->tall && reader->uneven) ||
        (one && (reader->wide || t->wide || (t->digits && reader->said))))
        return PM_OK;
    t->lost = true;
    return pm_fail(PM_INPUT,
                   "a row stands alone between blank lines, which separate matrices; without them, "
                   "all rows are one matrix; %s",
                   one ? "--format=digits reads single digits as matrices"
                       : "as a list, [[1,2]], it is a matrix of one row");
}

/* True for two or three numbers in each row, of which the first two may be vertices, or places in a
 * matrix, that other rows have, too: there are more of them than 0 and 1. */
static bool may_be_edges(const struct table *t)
{
    return (t->cols == 2 || t->cols == 3) && t->rows > t->cols && !t->other && t->most > 1 &&
           t->most <= t->rows + 1;
}

/* Fails where the numbers may be something else. */
static pm_status check(struct table *t)
{
    PM_REFUSE_IF(may_be_edges(t) && !t->titles.named && !t->digits && !t->reader->said,
                 "the rows may be edges, or entries 'row column value': --format=table reads them "
                 "as rows, and edges have titles 'source,target,weight'");
    PM_REFUSE_IF(t->titles.pairs && !t->titles.said && t->rows != 3,
                 "it may be a list of edges: name its columns 'source,target,weight', or read it "
                 "as a matrix by --format=table");
    PM_REFUSE_IF(!t->apart && !t->counted.broken[1] && !t->digits && !t->reader->said &&
                     t->cols == 3 && t->rows > 1,
                 "the rows may be entries 'row column value' of a diagonal matrix: --format=table "
                 "reads them as rows");
    if ((t->reader->more || t->ended) && t->rows == 1)
        PM_TRY(check_alone(t));
    return t->digits ? PM_OK : pm_titles_judge(&t->titles, &t->counted);
}

/* After a bad matrix: finds the next one, if there is one. */
static bool find_next(struct table *t)
{
    char *line;

    while (!t->ended) {
        if (pm_source_line(t->source, &line) != PM_OK || line == NULL)
            return false;
        const char *const first = line + strspn(line, blanks);
        t->gap = t->gap || *first == '\0';
        if (t->gap && *first != '\0' && *first != '#' && *first != '%')
            end_matrix(t, line);
    }
    return true;
}

static pm_status read_matrix(struct pm_problem **problem, struct pm_graph_reader *reader,
                             bool digits)
{
    struct table t = {.reader = reader, .source = reader->source, .digits = digits};
    pm_status status;

    t.titles.said = reader->said;
    PM_TRY_GOTO(status, pm_assembly_begin(&t.a, reader, 0, 0, PM_FIELD_INTEGER, PM_NO_MIRROR),
                done);
    PM_TRY_GOTO(status, read_lines(&t), done);
    reader->uneven |= reader->more && (reader->cols != t.cols || t.titles.count > 0);
    reader->cols = t.cols;
    reader->tall |= t.rows > 1;
    if (!reader->trial && (status = check(&t)) != PM_OK) {
        const uint64_t last = pm_source_number(t.source);
        pm_source_set_line(t.source, t.begins);
        pm_source_fail_at(t.source, status);
        pm_source_set_line(t.source, last);
        goto done;
    }
    reader->wide |= t.cols > 1 || t.wide;
    t.a.triplets.rows = t.rows;
    t.a.triplets.cols = t.cols;
    PM_TRY_GOTO(status, pm_assembly_finish(problem, &t.a), done);
    (*problem)->row_name = t.row_name;
    (*problem)->col_name = t.col_name;
    t.row_name = t.col_name = (struct pm_labels){.count = 0};
done:
    if (status != PM_OK)
        pm_source_fail_at(t.source, status); /* before other lines are read */
    reader->skipped = status == PM_INPUT && !reader->trial && !t.lost && find_next(&t);
    reader->more = t.ended;
    pm_labels_clear(&t.row_name);
    pm_labels_clear(&t.col_name);
    pm_assembly_clear(&t.a);
    return status;
}

pm_status pm_table_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    return read_matrix(problem, reader, false);
}

pm_status pm_digits_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    return read_matrix(problem, reader, true);
}
