/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as lists of their rows, as Python, NumPy and Mathematica print them, [[1, 2], [3, 4]] or
 * {{1, 2}, {3, 4}}, as calls (matrix_call.c), and lines of rows in brackets without others around
 * them, as Sage prints them. Blanks may separate numbers and rows.  A list may follow a list; blank
 * lines separate matrices of bare rows. */
#include "read/formats.h"

#include "read/matrix_call.h"
#include "read/nested.h"
#include "read/text_rows.h"

#include <stdlib.h>
#include <string.h>

static pm_status fail_at(const struct pm_nested *v, const struct pm_nested_item *i)
{
    pm_source_set_line(v->t->source, i->line);
    return pm_fail(PM_INPUT, "one list of lists of numbers, [[1,2],[3,4]], is expected");
}

/* *word = a number, perhaps in parentheses. */
static bool is_number(struct pm_word *word, const struct pm_nested *v,
                      const struct pm_nested_item *i)
{
    const bool inside = i->kind == PM_NESTED_LIST && i->open == '(' && i->count == 1;

    *word = (inside ? v->item + i->first : i)->word;
    return (inside ? v->item + i->first : i)->kind == PM_NESTED_WORD;
}

/* Reads a row in brackets `open`, whose numbers are separated as in the first one. */
static pm_status read_row(struct pm_text_rows *rows, char *separator, const struct pm_nested *v,
                          const struct pm_nested_item *row, char open)
{
    struct pm_word word;

    if (row->kind != PM_NESTED_LIST || row->open != open || row->word.length > 0)
        return fail_at(v, row);
    pm_source_set_line(v->t->source, row->line);
    *separator = *separator == 0 ? row->separator : *separator;
    if (row->separator != 0 && row->separator != *separator)
        return pm_fail(PM_INPUT, "commas separate some numbers, and only blanks others");
    for (int k = row->first; k >= 0; k = v->item[k].next) {
        if (!is_number(&word, v, v->item + k))
            return fail_at(v, v->item + k);
        pm_source_set_line(v->t->source, v->item[k].line);
        PM_TRY(pm_text_rows_add(rows, word));
    }
    return pm_text_rows_end(rows);
}

/* Reads a list of rows, or rows on lines that follow each other.  *goes_on = what follows can be
 * read, whatever the status. */
static pm_status read_rows(struct pm_text_rows *rows, bool *goes_on, struct pm_nested *v,
                           bool another)
{
    pm_status status = PM_OK;
    char separator = 0;
    bool bare, next;
    int root;

    do {
        *goes_on = false;
        PM_TRY(pm_nested_parse(&root, v));
        const struct pm_nested_item *const list = v->item + root;
        const bool ends = v->t->now.kind == PM_TOKEN_END;
        if (list->kind != PM_NESTED_LIST || strchr("[{", list->open) == NULL ||
            (!ends && v->t->shown == v->t->last))
            return fail_at(v, list);
        bare = list->first >= 0 && v->item[list->first].kind != PM_NESTED_LIST;
        if (!bare && rows->all.rows > 0)
            return fail_at(v, list);
        if (bare && status == PM_OK)
            status = read_row(rows, &separator, v, list, list->open);
        for (int k = bare ? -1 : list->first; k >= 0 && status == PM_OK; k = v->item[k].next)
            status = read_row(rows, &separator, v, v->item + k, list->open);
        next = bare && !ends && v->t->shown == v->t->last + 1;
        *goes_on = !ends;
    } while (next);
    if (status != PM_OK || !bare || rows->all.rows > 1 || !(another || *goes_on))
        return status;
    *goes_on = false;
    return pm_fail(PM_INPUT,
                   "a row stands alone between blank lines, which separate matrices; as a "
                   "list, [[1,2]], it is a matrix of one row");
}

/* True for 'Matrix (', perhaps after NAME = or NAME :=. */
static bool is_call(const struct pm_tokens *tokens)
{
    struct pm_tokens t = *tokens;
    bool taken = false;

    t.source = NULL; /* its line stays */
    if (t.now.kind != PM_TOKEN_WORD)
        return false;
    if (!pm_matrix_call_begins(t.now.word) &&
        (pm_tokens_next(&t) != PM_OK || pm_tokens_take(&taken, &t, "=") != PM_OK ||
         (!taken && (pm_tokens_take(&taken, &t, ":=") != PM_OK || !taken))))
        return false;
    return pm_matrix_call_begins(t.now.word) && pm_tokens_next(&t) == PM_OK &&
           pm_tokens_is(&t, "(");
}

pm_status pm_lists_next(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    struct pm_nested v = {.t = &reader->tokens, .loose = true};
    struct pm_text_rows rows;
    bool goes_on;

    if (v.t->language == NULL)
        PM_TRY(pm_tokens_begin(v.t, &pm_nested_language, reader->source));
    if (v.t->now.kind == PM_TOKEN_END)
        return PM_OK;
    if (is_call(v.t)) {
        const pm_status status = pm_matrix_call_read(problem, reader);
        reader->more = v.t->now.kind != PM_TOKEN_END;
        return status;
    }
    pm_text_rows_begin(&rows, reader->logs);
    pm_status status = read_rows(&rows, &goes_on, &v, reader->more);
    reader->more = goes_on;
    reader->skipped = status == PM_INPUT && reader->more;
    if (status == PM_OK)
        status = pm_text_rows_finish(problem, &rows);
    pm_text_rows_clear(&rows);
    free(v.item);
    return status;
}

/* True for lines of numbers in brackets, with blanks between them. */
static bool are_bare(struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const char *const text = s->line[k].text + strspn(s->line[k].text, " \t");
        const char *const end = text + strcspn(text, "]}");
        if (strchr("[{", *text) == NULL || strcspn(text + 1, ",;[{") < strlen(text + 1) ||
            *end == '\0' || end[1 + strspn(end + 1, " \t\r")] != '\0')
            return false;
    }
    return s->lines > 1;
}

/* "[[" or "{{" and a number, perhaps with blanks or line ends between them; or lines in brackets.
 */
bool pm_lists_fits(struct pm_sample *s)
{
    struct pm_tokens t;
    char open[2] = "";
    int depth = 0;

    if (s->binary || pm_tokens_sample(&t, &pm_nested_language, s->text, s->length) != PM_OK)
        return false;
    if (is_call(&t))
        return true;
    if (!pm_tokens_is(&t, "[") && !pm_tokens_is(&t, "{"))
        return false;
    for (*open = *t.now.word.text; pm_tokens_is(&t, open); depth++)
        if (pm_tokens_next(&t) != PM_OK)
            return false;
    return t.now.word.length > 0 && strchr("0123456789+-.(", *t.now.word.text) != NULL &&
           (depth == 2 || (depth == 1 && are_bare(s)));
}
