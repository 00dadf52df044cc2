/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vertices are numbers from 1, weights are exact numbers.  Every error says what was expected. */
#include "read/edge.h"

#include "base/size_text.h"
#include "read/decimal.h"
#include "read/term.h"

#include <limits.h>

pm_status pm_graph_check_size(const struct pm_source *source, uint64_t vertices)
{
    enum { VERTEX_BYTES = 64 }; /* bytes that the arrays need for each vertex */
    const uint64_t memory = pm_source_memory(source);

    PM_REFUSE_IF(vertices > INT_MAX, "%ju vertices are too many; at most %d are read",
                 (uintmax_t)vertices, INT_MAX);
    if (vertices * VERTEX_BYTES > memory)
        return pm_fail(PM_NOMEM, "%ju vertices: more than the memory of %s can hold",
                       (uintmax_t)vertices, pm_size_text(memory).text);
    return PM_OK;
}

pm_status pm_graph_begin(struct pm_graph **graph, bool directed, bool logs, enum pm_weights weights)
{
    PM_TRY(pm_graph_new(graph, directed));
    if (logs)
        (*graph)->field = PM_FIELD_LOGS;
    (*graph)->weights = weights;
    return PM_OK;
}

pm_status pm_graph_read_vertex(int *vertex, const struct pm_graph *graph, struct pm_word word,
                               const char *expected)
{
    const int vertices = pm_graph_vertices(graph);
    char quote[PM_QUOTE_SIZE];
    int64_t number;

    PM_REFUSE_IF(!pm_word_integer(&number, word), "%s is no vertex; %s is expected",
                 pm_word_quote(quote, word), expected);
    PM_REFUSE_IF(number < 1 || number > vertices, "vertex %s is not one of 1 to %d",
                 pm_word_quote(quote, word), vertices);
    *vertex = (int)(number - 1);
    return PM_OK;
}

pm_status pm_graph_read_weight(fmpq_t weight, struct pm_graph *graph, struct pm_word word)
{
    if (word.length == 0) {
        fmpq_one(weight);
        return PM_OK;
    }
    PM_TRY(graph->field == PM_FIELD_LOGS ? pm_weight_parse(weight, word.text, word.length, true)
                                         : pm_term_read(weight, graph, word));
    pm_graph_note_weight(graph, weight, !pm_word_is_integer(word));
    return PM_OK;
}

const char *const pm_weight_names[] = {"weights",    "w",      "value", "capacity",
                                       "cost",       "count",  "prob",  "probability",
                                       "likelihood", "loglik", "score", NULL};

pm_status pm_graph_note_unread(struct pm_graph *graph, const char *name)
{
    return pm_graph_note(graph, "'%s' of the edges is not read; weights are called 'weight'", name);
}
