/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules for numbers (table.c reads them): rows of equally many numbers with one separator, with
 * names or without, and rows of digits.  Blank lines separate matrices. */
#include "read/grammar.h"

#include "read/formats.h"
#include "read/cutter.h"
#include "read/titles.h"

#include <string.h>

/* ------------------------------------------------------------------- table */

/* What is known of the matrix so far. */
struct scan {
    struct pm_titles titles;
    size_t first;   /* its first row of numbers */
    int count;      /* numbers of that row */
    int rows;       /* rows of numbers so far */
    char separator; /* of the file; '\0': not known yet */
};

/* The separator of a line of numbers. */
static char separator_of(const char *line)
{
    for (const char *d = ",;\t"; *d != '\0'; d++)
        if (strchr(line, *d) != NULL)
            return *d;
    return ' ';
}

/* Begins a matrix at a line.  True for a line of names. */
static bool begin_matrix(struct scan *scan, const struct pm_sample *s, size_t k)
{
    scan->titles = (struct pm_titles){.count = 0};
    const bool taken = pm_titles_take(&scan->titles, s->line[k].text);
    scan->first = k + taken;
    scan->rows = 0;
    return taken;
}

/* Skips the name of the row.  NULL: it is missing, or blanks separate names that are no names of
 * columns, too. */
static const char *skip_name(struct scan *scan, const char *line, size_t k)
{
    struct pm_titles *const t = &scan->titles;
    struct pm_word name;

    if (k == scan->first)
        pm_titles_find_names(t, line);
    return pm_titles_skip_name(t, &name, &line, (int)(k - scan->first)) &&
                   (!pm_titles_have_blanks(t) || t->untitled)
               ? line
               : NULL;
}

/* Looks at a row of numbers.  Without a line of names, a name and two numbers may be something
 * else. */
static void scan_row(struct pm_finding *f, struct scan *scan, const struct pm_sample *s, size_t k)
{
    const char *const line = skip_name(scan, s->line[k].text, k);
    struct pm_cut cut = pm_cut_of(line != NULL ? line : "", scan->separator);
    char quote[PM_QUOTE_SIZE];

    if (line == NULL)
        pm_finding_break(f, k,
                         "names of columns need commas, tabs or quotes, or a name in each row");
    while (f->fits && pm_cut_next(&cut))
        if (strchr("izdc", cut.class) == NULL)
            pm_finding_break(f, k,
                             cut.class == PM_CLASS_EMPTY
                                 ? "row %d, column %d: the number is missing"
                                 : "row %d, column %d: %s is not a number",
                             scan->rows + 1, cut.count, pm_word_quote(quote, cut.word));
    f->begun |= k == 0 && (cut.count > 1 || scan->separator != ' ');
    if (!f->fits)
        return;
    if (cut.count == 1 && pm_word_has_zeros(cut.word))
        pm_finding_break(f, k, "a number does not begin with 0");
    if (k == scan->first)
        scan->count = cut.count;
    scan->rows++;
    const int titles = scan->titles.count - (scan->titles.named && !scan->titles.untitled);
    if (cut.count != scan->count)
        pm_finding_break(f, k, "the row has %d numbers, and the first one %d", cut.count,
                         scan->count);
    else if (scan->titles.count > 0 && cut.count != titles)
        pm_finding_break(f, k, "the line of names has %d, and the row %d numbers", titles,
                         cut.count);
    else if (scan->titles.named && cut.count < (scan->titles.count == 0 ? 3 : 2))
        pm_finding_break(f, k, "a name and so few numbers may be something else");
}

/* The last matrix may go on after the sample. */
static bool is_square(const struct scan *scan, bool complete)
{
    return complete ? scan->rows == scan->count : scan->rows <= scan->count;
}

void pm_table_rule(struct pm_finding *f, const struct pm_sample *s)
{
    struct scan scan = {.separator = '\0'};

    f->square = true;
    if (pm_csv_has_titles(s->line->text, true))
        pm_finding_break(f, 0, "these are titles of columns of edges");
    for (size_t k = 0; k < s->lines && f->fits; k++) {
        const bool begins = k == 0 || pm_sample_has_gap(s, k);
        if (k > 0 && begins)
            f->square = f->square && is_square(&scan, true);
        if (begins && begin_matrix(&scan, s, k)) {
            if (s->lines == 1)
                pm_finding_break(f, k, "no numbers follow the line of names");
            continue;
        }
        if (scan.separator == '\0')
            scan.separator = separator_of(s->line[k].text);
        scan_row(f, &scan, s, k);
    }
    f->square = f->square && is_square(&scan, s->whole);
}

/* ------------------------------------------------------------- their shapes */

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
    return pm_cut_count(line, separator_of(line));
}

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

/* ------------------------------------------------------------------ digits */

/* Digits 0 and 1, or as many rows of any digits as a row has. */
void pm_digits_rule(struct pm_finding *f, const struct pm_sample *s)
{
    size_t length = 0, longest = 0, rows = 0;
    bool binary = true, square = s->whole;

    for (size_t k = 0; k < s->lines && f->fits; k++) {
        const struct pm_word word = s->line[k].word[0];
        if (k == 0 || pm_sample_has_gap(s, k)) {
            square = square && rows == length;
            length = word.length;
            rows = 0;
        }
        rows++;
        longest = length > longest ? length : longest;
        binary = binary && strspn(word.text, "01") >= word.length;
        if (s->line[k].words != 1 || strspn(word.text, "0123456789") < word.length)
            pm_finding_break(f, k, "the line has something else than digits");
        else if (word.length != length)
            pm_finding_break(f, k, "the row has %zu digits, and the first one %zu", word.length,
                             length);
    }
    if (f->fits && longest < 2)
        pm_finding_break(f, 0, "a digit alone is a number");
    if (f->fits && !binary && (!square || rows != length))
        pm_finding_break(f, 0, "digits other than 0 and 1 need as many rows");
}
