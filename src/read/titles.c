/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of columns in the first line of a table, and of rows in its first column, as spreadsheets,
 * pandas and R write them.  Where they could be something else, they are none, and a reader of
 * numbers refuses them: words that stand for values (nan, true), numbers, 'a,1,0.5' without a line
 * of names (an edge), fields separated by blanks without quotes (edges), unless every row has a
 * name and as many numbers as the first line has names. */
#include "read/titles.h"

#include "base/status.h"

#include <stdlib.h>
#include <string.h>

/* True for a word that can only be a name: it begins with a letter, and is no value. */
static bool is_name(struct pm_word word)
{
    const char first = word.length > 0 ? word.text[0] : '\0';

    if (pm_word_is_missing(word) || pm_word_is(word, "true") || pm_word_is(word, "false"))
        return false;
    return ('A' <= first && first <= 'Z') || ('a' <= first && first <= 'z') || first == '_' ||
           (unsigned char)first >= 0x80;
}

/* True for a name, or any first field in quotes. */
static bool may_be_name(const char *line, struct pm_word field)
{
    return is_name(field) || line[strspn(line, " ")] == '"';
}

/* An imaginary unit, as the only number or name. */
static bool is_unit(struct pm_word word)
{
    return pm_word_is(word, "i") || pm_word_is(word, "j");
}

/* A title of names, such as 'id' or 'track_id'. */
static bool is_key(struct pm_word word)
{
    return pm_word_among(word, "id idx index name names row rows node key track label target "
                               "number object source frame time") ||
           (word.length > 2 && pm_word_is((struct pm_word){word.text + word.length - 2, 2}, "id"));
}

/* A name of sums of the numbers beside or above it. */
static bool is_sum(struct pm_word word)
{
    return pm_word_among(word, "total totals sum");
}

/* Reads a line of names with these delimiters.  After an empty corner, they may be whole numbers,
 * as pandas writes them. */
static bool is_title(struct pm_titles *t, const char *line, char delimiter)
{
    struct pm_cut cut = pm_cut_of(line, delimiter);
    bool names = true, units = true;
    int64_t number = 0;

    t->corner = t->key = t->ids = t->dated = t->summed = false;
    t->whole = t->counted = true;
    t->count = 0;
    for (; pm_cut_next(&cut); t->count++) {
        const struct pm_word field = cut.word;
        if (t->count == 0 && field.length == 0) {
            t->corner = true;
            continue;
        }
        if (t->count == 0)
            t->key = is_key(field);
        t->dated |= pm_word_among(field, "date time datetime timestamp");
        t->summed |= is_sum(field);
        t->whole = t->whole && t->corner && pm_word_integer(&number, field);
        if (t->count == t->corner)
            t->first = number;
        t->counted = t->counted && number == t->first + t->count - 1;
        names = names && is_name(field);
        units = units && is_unit(field);
    }
    t->counted = t->whole && t->counted && (t->first == 0 || t->first == 1);
    return t->count > 1 + t->corner && (t->whole || (names && !units));
}

bool pm_titles_take(struct pm_titles *t, const char *line)
{
    t->quoted = line[strspn(line, " ")] == '"';
    for (const char *d = ",;\t "; *d != '\0'; d++)
        if (strchr(line, *d) != NULL &&
            is_title(t, line + (*d == ' ' ? strspn(line, " ") : 0), *d)) {
            t->delimiter = *d;
            return true;
        }
    *t = (struct pm_titles){.said = t->said};
    return false;
}

pm_status pm_titles_name(struct pm_labels *names, const struct pm_titles *t, char *line)
{
    struct pm_cut cut = pm_cut_of(line, t->delimiter);

    while (pm_cut_next(&cut)) {
        const struct pm_word name = pm_cut_name(&cut, line);
        PM_TRY(pm_labels_add(names, name.text, name.length));
    }
    return PM_OK;
}

/* Without a line of names, 'a,1,0.5' may also be an edge. */
static bool may_be_edge(const char *line, char delimiter)
{
    struct pm_cut cut = pm_cut_of(line, delimiter);

    return pm_cut_count(line, delimiter) == 3 && pm_cut_next(&cut) && pm_cut_next(&cut) &&
           pm_word_is_integer(cut.word);
}

/* Under titles, whole numbers before others may be names of rows, and two of them in a table of
 * three columns the ends of edges. */
static void find_numbered(struct pm_titles *t, const char *line)
{
    struct pm_cut cut = pm_cut_of(line, t->delimiter);
    int whole = 0;

    t->numbered = t->pairs = false;
    if (t->count == 0 || t->named)
        return;
    while (pm_cut_next(&cut))
        whole += whole == cut.count - 1 && pm_word_is_integer(cut.word);
    t->numbered = whole > 0 && whole < cut.count;
    t->pairs = cut.count == 3 && whole >= 2;
}

void pm_titles_find_names(struct pm_titles *t, const char *line)
{
    for (const char *d = ",;\t"; t->count == 0 && *d != '\0'; d++)
        if (t->delimiter == '\0' && strchr(line, *d) != NULL)
            t->delimiter = *d;
    if (t->delimiter == '\0')
        return;
    struct pm_cut cut = pm_cut_of(line, t->delimiter);
    pm_cut_next(&cut);
    const struct pm_word field = cut.word;
    t->untitled = pm_cut_count(line, t->delimiter) == t->count + 1 && may_be_name(line, field);
    t->named = t->count > 0 ? t->corner || t->untitled || is_name(field)
                            : is_name(field) && !is_unit(field) &&
                                  (t->said || !may_be_edge(line, t->delimiter));
    find_numbered(t, line);
}

bool pm_titles_skip_name(struct pm_titles *t, struct pm_word *name, const char **rest, char *line,
                         int row)
{
    struct pm_cut cut = pm_cut_of(line, t->delimiter);
    int64_t number;

    *rest = line;
    if (!t->named)
        return true;
    pm_cut_next(&cut);
    *name = pm_cut_name(&cut, line);
    t->summed |= is_sum(*name);
    *rest = cut.at != NULL ? cut.at : "";
    if (cut.at == NULL || is_name(*name))
        return cut.at != NULL;
    if (!t->whole)
        return (t->corner && name->length > 0) || may_be_name(line, *name);
    if (!pm_word_integer(&number, *name))
        return false;
    t->ids = true;
    t->counted = t->counted && number == t->first + row;
    return true;
}

bool pm_titles_have_blanks(const struct pm_titles *t)
{
    return t->count > 0 && t->delimiter == ' ' && !t->quoted && !t->said;
}

pm_status pm_titles_check(const struct pm_titles *t, int cols)
{
    const int titles = t->count - (t->named && !t->untitled);

    PM_REFUSE_IF(t->key && !t->named, "the title of the first column says that it has names, and "
                                      "they are numbers; delete it, or the first line");
    PM_REFUSE_IF(t->dated && !t->said, "a column has dates or times, by its title: delete it, or "
                                       "read it as numbers by --format=table");
    PM_REFUSE_IF(pm_titles_have_blanks(t) && !t->untitled,
                 "the first line has names with blanks between them, and the rows have none: "
                 "--format=table reads the numbers as a matrix");
    PM_REFUSE_IF(t->numbered && !t->said,
                 "the first column may have names of rows, or ends of edges: delete it, or read it "
                 "as numbers by --format=table");
    PM_REFUSE_IF(t->count != 0 && cols != titles,
                 "the first line has %d names, and the row %d numbers", titles, cols);
    return PM_OK;
}

/* True if the first row, or the first column, has numbers 0, 1, 2, ...; or 1, 2, 3, ... beside
 * decimal ones; or as 2001, 2002, ... below a line of names (`titled`). */
static bool is_counted(const struct pm_counted *c, bool row, bool titled)
{
    const int k = row ? 0 : 1;

    return !c->broken[k] && c->count[k] > 2 && c->count[1 - k] > 1 &&
           (c->first[k] == 0 || titled || (c->first[k] == 1 && c->decimal[k]));
}

/* Whole numbers below and after an empty corner are names if they are counted, or if the numbers of
 * the table are not whole.  Otherwise the first number may be missing. */
pm_status pm_titles_judge(const struct pm_titles *t, const struct pm_counted *counted)
{
    if (t->said)
        return PM_OK;
    PM_REFUSE_IF(t->summed, "a row or a column has sums, by its name: delete it, or read it as "
                            "numbers by --format=table");
    PM_REFUSE_IF(t->whole && t->ids && !t->counted && !(counted->decimal[0] && counted->decimal[1]),
                 "the numbers of the first line and of the first column may be names, or the first "
                 "number is missing: --format=table reads them as names");
    if (t->named)
        return PM_OK;
    const bool titled = t->count > 0, row = !titled && is_counted(counted, true, false),
               col = is_counted(counted, false, titled);
    PM_REFUSE_IF(row || col,
                 "the first %s may have names of %s, as 0, 1, 2, ... or 1, 2, 3, ...: delete it, "
                 "or read it as numbers by --format=table",
                 row ? "row" : "column", row ? "columns" : "rows");
    return PM_OK;
}

/* ------------------------------------------------------------------- counting */

void pm_counted_add(struct pm_counted *c, struct pm_word word, int row, int col)
{
    const bool decimal = !pm_word_is_integer(word);
    int64_t number = -1;

    pm_word_integer(&number, word);
    for (int k = 0; k < 2; k++) {
        const int at = k == 0 ? col : row; /* k = 0: the first row */
        if ((k == 0 ? row : col) > 0) {
            c->decimal[k] |= decimal;
            continue;
        }
        if (at == 0)
            c->first[k] = number;
        c->broken[k] |= number < 0 || number - at != c->first[k];
        c->count[k] = at + 1;
    }
}

/* --------------------------------------------------------------- columns of edges */

/* Titles of the two ends.  `sure`: no other text has such words. */
static const struct {
    const char *from, *to;
    bool sure;
} ends[] = {
    {"source", "target", true}, {"from", "to", true},      {"src", "dst", false},
    {"u", "v", false},          {"node1", "node2", false}, {"vertex1", "vertex2", false},
};

/* True if the line, cut by this separator, has the titles of both ends; an empty title is none. */
static bool locate(struct pm_edge_columns *c, const char *line, char separator,
                   const char *const titles[PM_COLUMNS])
{
    struct pm_cut cut = pm_cut_of(line, separator);

    *c = (struct pm_edge_columns){.separator = separator, .at = {-1, -1, -1}};
    while (pm_cut_next(&cut))
        for (int i = 0, found = 0; i < PM_COLUMNS; i++)
            if (*titles[i] != '\0' && pm_word_is(cut.word, titles[i])) {
                c->twice = c->twice || c->at[i] >= 0 || found++ > 0;
                c->at[i] = cut.count - 1;
            }
    c->count = cut.count;
    return c->at[PM_COLUMN_FROM] >= 0 && c->at[PM_COLUMN_TO] >= 0;
}

/* The same with known titles. */
static bool find(struct pm_edge_columns *c, const char *line, char separator, bool sure)
{
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if ((!sure || ends[k].sure) &&
            locate(c, line, separator, (const char *const[]){ends[k].from, ends[k].to, "weight"}))
            return true;
    return false;
}

/* The same with these titles, which have commas between them. */
static pm_status find_named(bool *found, struct pm_edge_columns *c, const char *line,
                            const char *names)
{
    char *const copy = strdup(names), *rest = copy;
    const char *titles[PM_COLUMNS + 1] = {"", "", ""};
    int count = 0;

    if (copy == NULL)
        return pm_no_memory();
    while (count <= PM_COLUMNS && rest != NULL)
        titles[count++] = strsep(&rest, ",");
    for (const char *d = ",;\t "; *d != '\0' && !*found && count <= PM_COLUMNS; d++)
        *found = strchr(line, *d) != NULL && locate(c, line, *d, titles) &&
                 (count == 2 || c->at[PM_COLUMN_WEIGHT] >= 0);
    free(copy);
    return PM_OK;
}

bool pm_titles_find_edges(struct pm_edge_columns *c, const char *line,
                          enum pm_edge_columns_trust trust)
{
    for (const char *d = ",;\t "; *d != '\0'; d++)
        if (strchr(line, *d) != NULL && find(c, line, *d, trust == PM_COLUMNS_SURE) &&
            (*d != ' ' || trust == PM_COLUMNS_ANY ||
             c->count == 2 + (c->at[PM_COLUMN_WEIGHT] >= 0)))
            return true;
    return false;
}

pm_status pm_titles_take_edges(struct pm_edge_columns *c, const char *line, const char *names,
                               enum pm_edge_columns_trust trust)
{
    bool found = false;

    if (names != NULL)
        PM_TRY(find_named(&found, c, line, names));
    PM_REFUSE_IF(names != NULL && !found,
                 "the first line does not have the titles '%s': two of ends, and perhaps one of "
                 "weights, with commas",
                 names);
    PM_REFUSE_IF(!found && !pm_titles_find_edges(c, line, trust),
                 "a header line such as 'source,target,weight' is expected");
    PM_REFUSE_IF(c->twice, "a title stands twice: both ends, and weights, have one column each");
    return PM_OK;
}
