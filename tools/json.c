/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values are strings: they have more digits than the numbers of most JSON readers hold. */
#include "json.h"
#include "edges.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A JSON string; text that is not UTF-8 (a file name may be anything) has its bytes beyond ASCII
 * replaced by U+FFFD. */
static json_t *string_of(const char *text)
{
    json_t *const string = json_string(text);

    if (string != NULL)
        return string;
    char *const clean = malloc(3 * strlen(text) + 1), *to = clean;
    if (clean == NULL)
        return NULL;
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x80)
            *to++ = *text;
        else
            to = (char *)memcpy(to, "\xEF\xBF\xBD", 3) + 3;
    }
    *to = '\0';
    json_t *const made = json_string(clean);
    free(clean);
    return made;
}

/* "dm,degree1" as ["dm", "degree1"]; blanks around the names are dropped. */
static json_t *list_of(const char *names)
{
    json_t *const list = json_array();

    for (const char *name = names; list != NULL && *name != '\0';) {
        name += strspn(name, ", ");
        const size_t length = strcspn(name, ", ");
        if (length > 0 && json_array_append_new(list, json_stringn(name, length)) != 0) {
            json_decref(list);
            return NULL;
        }
        name += length;
    }
    return list;
}

static int fill_graph(json_t *object, const pm_graph *graph, long number)
{
    int bad = 0;

    bad |= json_object_set_new(object, "graph", json_integer(number));
    bad |= json_object_set_new(object, "vertices", json_integer(pm_graph_vertices(graph)));
    bad |= json_object_set_new(object, "edges", json_integer((json_int_t)pm_graph_edges(graph)));
    return bad;
}

/* [units of the first rank, ...] */
static json_t *units_of(const pm_answer *answer)
{
    json_t *const list = json_array();

    for (int rank = 0; rank < pm_answer_ranks(answer); rank++)
        json_array_append_new(list, json_integer((json_int_t)pm_answer_rank_units(answer, rank)));
    return list;
}

/* json_object_set_new() fails on a NULL value, so that a failed allocation shows here. */
static int fill(json_t *object, const struct json_answer *a)
{
    const int m = pm_problem_rows(a->problem), n = pm_problem_cols(a->problem);
    int bad = 0;

    bad |= json_object_set_new(object, "file", string_of(a->file));
    if (a->graph != NULL)
        bad |= fill_graph(object, a->graph, a->number);
    else if (a->number > 1)
        bad |= json_object_set_new(object, "matrix", json_integer(a->number));
    if (a->scale != NULL)
        bad |= json_object_set_new(object, "scale", json_string(a->scale));
    if (a->value != NULL) {
        bad |= json_object_set_new(object, "value", json_string(a->value));
        bad |= json_object_set_new(object, "type", json_string(pm_answer_type(a->answer)));
        bad |= json_object_set_new(object, "error_bound", json_string(a->bound));
    } else {
        bad |= json_object_set_new(object, "plan", string_of(pm_answer_plan(a->answer)));
    }
    bad |= json_object_set_new(object, "n", json_integer(m < n ? m : n));
    bad |= json_object_set_new(object, "rows", json_integer(m));
    bad |= json_object_set_new(object, "cols", json_integer(n));
    bad |= json_object_set_new(object, "nnz",
                               json_integer((json_int_t)pm_problem_entries(a->problem)));
    bad |= json_object_set_new(object, "reductions", list_of(pm_answer_reductions(a->answer)));
    bad |= json_object_set_new(object, "engine", json_string(pm_answer_engines(a->answer)));
    bad |= json_object_set_new(object, "seconds", json_real(pm_answer_seconds(a->answer)));
    bad |= json_object_set_new(object, "threads", json_integer(pm_answer_threads(a->answer)));
    if (pm_answer_gpus(a->answer) > 0)
        bad |= json_object_set_new(object, "gpus", json_integer(pm_answer_gpus(a->answer)));
    if (pm_answer_ranks(a->answer) > 1)
        bad |= json_object_set_new(object, "rank_units", units_of(a->answer));
    bad |= json_object_set_new(object, "version", json_string(pm_version()));
    return bad;
}

char *json_answer_line(const struct json_answer *a)
{
    json_t *const object = json_object();
    char *line = NULL;

    if (object != NULL && fill(object, a) == 0)
        line = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(object);
    return line;
}

/* ------------------------------------------------------- more than a number */

/* The name of a vertex as a string. */
static json_t *vertex_of(const pm_graph *graph, int vertex)
{
    char number[EDGE_NAME];

    return string_of(edge_name(number, graph, vertex));
}

/* "u": "a", "v": "b", or "row": 1, "col": 2. */
static int fill_place(json_t *object, const struct json_more *a, int u, int v)
{
    const bool named = a->graph != NULL;
    int bad = 0;

    bad |= json_object_set_new(object, named ? "u" : "row",
                               named ? vertex_of(a->graph, u) : json_integer(u + 1));
    bad |= json_object_set_new(object, named ? "v" : "col",
                               named ? vertex_of(a->graph, v) : json_integer(v + 1));
    return bad;
}

/* {"row": 1, "col": 2, "share": "1/2"} or {"k": 1, "count": "4"} */
static json_t *value_object(const struct json_more *a, size_t k, int u, int v)
{
    json_t *const object = json_object();
    char *text = NULL;
    int bad = pm_values_text(&text, a->values, k, a->digits) != PM_OK;

    if (!bad && a->marginals)
        bad |= fill_place(object, a, u, v);
    else if (!bad)
        bad |= json_object_set_new(object, "k", json_integer((json_int_t)k));
    if (!bad)
        bad |= json_object_set_new(object, a->marginals ? "share" : "count", json_string(text));
    free(text);
    if (!bad)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *values_array(const struct json_more *a)
{
    json_t *const array = json_array();
    int u = 0, v = 0;

    for (size_t k = 0; k < pm_values_count(a->values); k++) {
        if (a->marginals && !edge_of_entry(a->problem, k, &u, &v))
            continue;
        if (json_array_append_new(array, value_object(a, k, u, v)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

/* ["a", "b"] */
static json_t *pair_array(const pm_graph *graph, int u, int v)
{
    json_t *const pair = json_array();

    if (json_array_append_new(pair, vertex_of(graph, u)) == 0 &&
        json_array_append_new(pair, vertex_of(graph, v)) == 0)
        return pair;
    json_decref(pair);
    return NULL;
}

/* [2, 1, 3]: the partners of lines 1, 2, 3; of a graph its pairs of vertices. */
static json_t *matching_array(const struct json_more *a, size_t k)
{
    const size_t lines = edge_lines(a->problem);
    struct edge_walk walk = {.problem = a->problem, .partner = a->partner + k * lines};
    json_t *const array = json_array();
    int u, v, bad = 0;

    while (a->graph != NULL && !bad && edge_next(&walk, &u, &v))
        bad = json_array_append_new(array, pair_array(a->graph, u, v));
    for (size_t i = 0; a->graph == NULL && !bad && i < lines; i++)
        bad = json_array_append_new(array, json_integer(walk.partner[i] + 1));
    if (!bad)
        return array;
    json_decref(array);
    return NULL;
}

static json_t *samples_array(const struct json_more *a)
{
    json_t *const array = json_array();

    for (size_t k = 0; k < a->count; k++)
        if (json_array_append_new(array, matching_array(a, k)) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static int fill_more(json_t *object, const struct json_more *a)
{
    const char *const name = a->values == NULL ? "sample"
                             : a->marginals    ? "marginals"
                                               : "matchings";
    char seed[24];
    int bad = 0;

    bad |= json_object_set_new(object, "file", string_of(a->file));
    if (a->graph != NULL)
        bad |= fill_graph(object, a->graph, a->number);
    else if (a->number > 1)
        bad |= json_object_set_new(object, "matrix", json_integer(a->number));
    bad |=
        json_object_set_new(object, name, a->values != NULL ? values_array(a) : samples_array(a));
    if (a->values != NULL) {
        bad |= json_object_set_new(object, "type", json_string(pm_values_type(a->values)));
    } else {
        snprintf(seed, sizeof seed, "%" PRIu64, a->seed);
        bad |= json_object_set_new(object, "seed", json_string(seed));
    }
    bad |= json_object_set_new(object, "rows", json_integer(pm_problem_rows(a->problem)));
    bad |= json_object_set_new(object, "cols", json_integer(pm_problem_cols(a->problem)));
    bad |= json_object_set_new(object, "nnz",
                               json_integer((json_int_t)pm_problem_entries(a->problem)));
    bad |= json_object_set_new(object, "version", json_string(pm_version()));
    return bad;
}

char *json_more_line(const struct json_more *a)
{
    json_t *const object = json_object();
    char *line = NULL;

    if (object != NULL && fill_more(object, a) == 0)
        line = json_dumps(object, JSON_COMPACT);
    json_decref(object);
    return line;
}
