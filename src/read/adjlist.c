/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adjacency lists as NetworkX writes them (write_adjlist).  A line `u v w ...` means the edges u v,
 * u w, and so on.  A line `u` is a vertex that has no edges or whose edges are in other lines.
 * Comments begin with '#'. */
#include "read/formats.h"

#include "read/names.h"

#include <stdlib.h>
#include <string.h>

static pm_status read_line(void *context, const char *line)
{
    static const fmpq one = {1, 1};
    struct pm_names *const names = context;
    int from, to;

    struct pm_word word = pm_word_next(&line);
    if (word.length == 0 || word.text[0] == '#')
        return PM_OK;
    PM_TRY(pm_names_vertex(&from, names, word));
    for (word = pm_word_next(&line); word.length > 0 && word.text[0] != '#';
         word = pm_word_next(&line)) {
        PM_TRY(pm_names_vertex(&to, names, word));
        PM_TRY(pm_graph_add_edge(names->graph, from, to, &one, NULL));
    }
    return PM_OK;
}

pm_status pm_adjlist_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_names names = {.graph = NULL};

    PM_TRY(pm_names_begin(&names, reader));
    const pm_status status = pm_source_each(reader->source, read_line, &names);
    if (status == PM_OK) {
        *graph = names.graph;
        names.graph = NULL;
    }
    pm_names_clear(&names);
    return status;
}

/* ----------------------------------------------------------------- recognition */

bool pm_is_multiline_adjacency(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_word second = pm_sample_word(s->line + k, 1);
        if (pm_word_is(second, "{}") || (second.length > 1 && strncmp(second.text, "{'", 2) == 0))
            return true;
    }
    return false;
}

/* True for the comment with a date that NetworkX writes only before adjacency lists. */
static bool is_signed(const struct pm_sample *s)
{
    size_t length;

    for (const char *at = s->text; at < s->text + s->length && *at == '#'; at += length + 1) {
        length = strlen(at);
        if (strncmp(at, "# GMT ", 6) == 0)
            return true;
    }
    return false;
}

static int compare_words(const void *x, const void *y)
{
    const struct pm_word *const a = x, *const b = y;
    const size_t length = a->length < b->length ? a->length : b->length;
    const int order = memcmp(a->text, b->text, length);

    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

/* True where every word of the lines is the first word of some line; `first` is sorted. */
static bool all_begin_lines(const struct pm_sample *s, const struct pm_word *first)
{
    for (size_t k = 0; k < s->lines; k++) {
        const char *at = s->line[k].text;
        for (int w = 0; w < s->line[k].words; w++) {
            const struct pm_word word = pm_word_next(&at);
            if (bsearch(&word, first, s->lines, sizeof *first, compare_words) == NULL)
                return false;
        }
    }
    return true;
}

/* True where every vertex has one line, and the last lines list no neighbours. */
static bool is_list(const struct pm_sample *s)
{
    const size_t lines = s->lines;
    struct pm_word *const first = s->scratch;
    bool fits, alone = false, many = false;

    for (size_t k = 0; k < lines; k++) {
        first[k] = s->line[k].word[0];
        alone |= s->line[k].words == 1;
        many |= s->line[k].words > 2;
    }
    fits = many && (alone || !s->whole);
    if (fits)
        qsort(first, lines, sizeof *first, compare_words);
    for (size_t k = 1; k < lines && fits; k++)
        fits = compare_words(first + k - 1, first + k) != 0;
    fits = fits && (!s->whole || all_begin_lines(s, first));
    return fits;
}

enum pm_fit pm_adjlist_fits(const struct pm_sample *s)
{
    if (s->binary || s->lines == 0 || pm_is_multiline_adjacency(s))
        return PM_FIT_NO;
    return is_signed(s) ? PM_FIT_SURE : is_list(s) ? PM_FIT_LIKELY : PM_FIT_NAMED;
}
