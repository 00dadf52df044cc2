/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well the beginning of an input fits a table of numbers, a table of digits, or lists of lists
 * (table.c); and what of a table tells it from a list of edges. */
#include "read/formats.h"

#include "read/cells.h"
#include "read/complex_word.h"
#include "read/titles.h"

#include <string.h>

/* Returns the number of numbers of a row, or 0 if it contains something else. */
static size_t count_numbers(const char *line)
{
    struct pm_complex_word parts;
    size_t count = 0;
    char separator;

    while (!pm_cells_is_end(pm_cells_skip_blanks(line))) {
        if (!pm_word_complex(&parts, pm_cells_next(&separator, &line)))
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
    const bool taken =
        (k + 1 < s->lines || pm_sample_has_gap(s, k)) && pm_titles_take(&titles, s->line[k].text);
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
    if (scan.wanted == 0 || s->binary || s->cut)
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

    for (cells->count = 0; !pm_cells_is_end(pm_cells_skip_blanks(line)); cells->count++) {
        const struct pm_word word = pm_cells_next(&separator, &line);
        const bool unit = pm_word_is(word, "i") || pm_word_is(word, "j");
        if (pm_cells_is_bracket(*line) ||
            !(unit || is_absent(word) || pm_word_complex(&parts, word)))
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

/* True for at least two square matrices of at least two rows, with blank lines between them. */
bool pm_table_is_stream(const struct pm_sample *s)
{
    size_t first = 0;

    if (pm_table_fits(s) < PM_FIT_NAMED)
        return false;
    for (size_t k = 1; k <= s->lines; k++) {
        if (k < s->lines && !pm_sample_has_gap(s, k))
            continue;
        const bool last = k == s->lines && !s->whole; /* perhaps it is not complete */
        const size_t cols = count_numbers(s->line[first].text);
        if (cols < 2 || (last ? k - first > cols : k - first != cols) ||
            (first == 0 && k == s->lines))
            return false;
        first = k;
    }
    return true;
}

static int count_fields(const char *line)
{
    char separator;
    int count = 0;

    for (; !pm_cells_is_end(pm_cells_skip_blanks(line)); count++) {
        line = pm_cells_skip_blanks(line);
        line += pm_cells_is_bracket(*line);
        pm_cells_next(&separator, &line);
        line += pm_cells_is_bracket(*line);
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
 * first two columns have numbers that name no vertex, such as 0.5 and -1, or it is a stream of
 * square matrices. */
bool pm_table_is_matrix(const struct pm_sample *s)
{
    struct pm_complex_word parts;
    bool names = true;

    if (pm_table_fits(s) < PM_FIT_NAMED)
        return false;
    if (pm_table_is_stream(s))
        return true;
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
