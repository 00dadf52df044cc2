/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edge lists as tables with a header line (Gephi, pandas, NetworkX).  There is a column for each
 * end, perhaps one for the weight, and perhaps others, in any order, separated by commas,
 * semicolons, tabs or blanks (RFC 4180 without line ends in quotes). */
#include "read/formats.h"

#include "read/names.h"
#include "read/cutter.h"

#include <string.h>

static const char delimiters[] = ",;\t ";

/* Names of the two ends.  `sure`: only a header has such names, even with blanks between them. */
static const struct ends {
    const char *from, *to;
    bool sure;
} ends[] = {
    {"source", "target", true}, {"from", "to", true},      {"src", "dst", false},
    {"u", "v", false},          {"node1", "node2", false}, {"vertex1", "vertex2", false},
};

enum { FROM, TO, WEIGHT, COLUMNS };

struct table {
    fmpq_t weight;
    struct pm_names names;
    char delimiter;      /* 0 before the header */
    bool strict;         /* the header is known to be one */
    int titles;          /* fields of the header */
    int column[COLUMNS]; /* numbers of these columns; -1: there is none */
};

/* A note if there is no weight, and a title is like one. */
static pm_status note_unread(const struct table *t, const char *line)
{
    struct pm_word field;

    while (t->column[WEIGHT] < 0 && pm_csv_field(&field, &line, t->delimiter))
        for (const char *const *name = pm_weight_names; *name != NULL; name++)
            if (pm_word_is(field, *name))
                return pm_graph_note_unread(t->names.graph, *name);
    return PM_OK;
}

bool pm_csv_field(struct pm_word *field, const char **at, char delimiter)
{
    if (*at == NULL)
        return false;
    const char *first = *at + strspn(*at, " ");
    const bool quoted = *first == '"';
    const char *const quote = quoted ? strchr(first + 1, '"') : NULL;
    const char *end = quote != NULL ? quote : first;

    while (*end != '\0' && *end != delimiter)
        end++;
    const char *last = quote != NULL ? quote : end;
    first += quote != NULL;
    while (quote == NULL && last > first && strchr(" \r", last[-1]) != NULL)
        last--;
    *field = (struct pm_word){first, (size_t)(last - first)};
    *at = *end != '\0' ? end + 1 : NULL;
    return true;
}

/* Finds the columns of a header with this delimiter; false where it does not name two ends. `sure`:
 * only with names that are common in no other text. */
static bool find_columns(int column[COLUMNS], const char *line, char delimiter, bool sure)
{
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        const char *at = line;
        struct pm_word field;

        if (sure && !ends[k].sure)
            continue;
        column[FROM] = column[TO] = column[WEIGHT] = -1;
        for (int i = 0; pm_csv_field(&field, &at, delimiter); i++) {
            if (pm_word_is(field, ends[k].from))
                column[FROM] = i;
            else if (pm_word_is(field, ends[k].to))
                column[TO] = i;
            else if (pm_word_is(field, "weight"))
                column[WEIGHT] = i;
        }
        if (column[FROM] >= 0 && column[TO] >= 0)
            return true;
    }
    return false;
}

int pm_csv_fields(const char *line, char delimiter)
{
    struct pm_word field;
    int count = 0;

    while (pm_csv_field(&field, &line, delimiter))
        count++;
    return count;
}

static bool find_delimiter(struct table *t, const char *line)
{
    for (const char *d = delimiters; *d != '\0'; d++)
        if (strchr(line, *d) != NULL &&
            find_columns(t->column, line, *d, *d == ' ' && !t->strict)) {
            t->delimiter = *d;
            t->titles = pm_csv_fields(line, *d);
            return true;
        }
    return false;
}

/* Reads the needed fields of the line. */
static pm_status read_fields(struct pm_word value[COLUMNS], const struct table *t, const char *line)
{
    static const char *const name[] = {"source", "target", "weight"};
    const int fields = pm_csv_fields(line, t->delimiter);
    struct pm_word field;

    if (t->strict && fields > t->titles)
        return pm_fail(PM_INPUT, "the line has %d fields, and the first line %d titles", fields,
                       t->titles);
    for (int c = 0; c < COLUMNS; c++)
        value[c] = (struct pm_word){line, 0};
    for (int i = 0; pm_csv_field(&field, &line, t->delimiter); i++)
        for (int c = 0; c < COLUMNS; c++)
            if (t->column[c] == i)
                value[c] = field;
    for (int c = 0; c < COLUMNS; c++)
        if (value[c].length == 0 && t->column[c] >= 0)
            return pm_fail(PM_INPUT, "the %s of the edge is missing: column %d is empty", name[c],
                           t->column[c] + 1);
    return PM_OK;
}

static pm_status read_line(void *context, const char *line)
{
    struct table *const t = context;
    struct pm_word value[COLUMNS];
    int from, to;

    if (line[strspn(line, " \t\r")] == '\0')
        return PM_OK;
    if (t->delimiter == '\0')
        return find_delimiter(t, line)
                   ? note_unread(t, line)
                   : pm_fail(PM_INPUT, "a header line such as 'source,target,weight' is expected");
    PM_TRY(read_fields(value, t, line));
    PM_TRY(pm_names_ends(&from, &to, &t->names, value[FROM], value[TO]));
    PM_TRY(pm_graph_read_weight(t->weight, t->names.graph, value[WEIGHT]));
    return pm_graph_add_edge(t->names.graph, from, to, t->weight, NULL);
}

pm_status pm_csv_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct table t = {.strict = reader->strict};
    pm_status status;

    fmpq_init(t.weight);
    PM_TRY_GOTO(status, pm_names_begin(&t.names, reader), done);
    PM_TRY_GOTO(status, pm_source_each(reader->source, read_line, &t), done);
    if ((status = pm_names_finish(&t.names, reader)) != PM_OK) {
        pm_source_fail_at(reader->source, status);
        goto done;
    }
    *graph = t.names.graph;
    t.names.graph = NULL;
done:
    pm_names_clear(&t.names);
    fmpq_clear(t.weight);
    return status;
}

/* ----------------------------------------------------------------- recognition */

/* True if the line has two or three fields with blanks between them, all of them titles. */
static bool are_titles(const char *line, bool sure)
{
    struct pm_cut cut = pm_cut_of(line, ' ');
    int column[COLUMNS];

    while (pm_cut_next(&cut))
        continue;
    return (cut.count == 2 || cut.count == 3) && find_columns(column, line, ' ', sure) &&
           cut.count == 2 + (column[WEIGHT] >= 0);
}

bool pm_csv_has_titles(const char *line, bool sure)
{
    int column[COLUMNS];

    for (const char *d = delimiters; *d != ' '; d++)
        if (strchr(line, *d) != NULL && find_columns(column, line, *d, sure))
            return true;
    return are_titles(line, true);
}

bool pm_csv_may_have_titles(const struct pm_sample *s)
{
    char one[PM_SHAPE_MOST + 2], other[PM_SHAPE_MOST + 2];

    return s->lines > 1 && are_titles(s->line->text, false) &&
           strcmp(pm_shape_of(one, s->line[0].text, ' '),
                  pm_shape_of(other, s->line[1].text, ' ')) != 0;
}
