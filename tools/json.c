/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values are JSON strings, since they have more digits than the numbers of most JSON readers. */
#include "json.h"
#include "answer.h"
#include "edges.h"
#include "json_parts.h"
#include "say.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *json_text(const char *text)
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

void json_append(json_t **list, json_t *item)
{
    if (json_array_append_new(*list, item) != 0) {
        json_decref(*list);
        *list = NULL;
    }
}

char *json_line(json_t *object, int bad, size_t flags)
{
    char *const line = bad ? NULL : json_dumps(object, JSON_COMPACT | flags);

    json_decref(object);
    return line;
}

json_t *json_names(const char *names, const char *between)
{
    json_t *list = json_array();

    for (const char *name = names; name != NULL && *name != '\0';) {
        name += strspn(name, between);
        const size_t length = strcspn(name, between);
        char *const text = strndup(name, length);
        if (length > 0)
            json_append(&list, text != NULL ? json_text(text) : NULL);
        free(text);
        name += length;
    }
    return list;
}

int json_add(json_t *object, json_t *members)
{
    const int bad = members == NULL || json_object_update(object, members) != 0;

    json_decref(members);
    return bad;
}

json_t *json_finite(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

int json_add_sizes(json_t *object, bool total, int unmatched)
{
    return total           ? json_add(object, json_pack("{s:b}", "total", true))
           : unmatched > 0 ? json_add(object, json_pack("{s:i}", "unmatched", unmatched - 1))
           : unmatched < 0 ? json_add(object, json_pack("{s:s}", "unmatched", "least"))
                           : 0;
}

int json_add_title(json_t *object, const char *title)
{
    return title == NULL || *title == '\0'
               ? 0
               : json_add(object, json_pack("{s:o}", "title", json_text(title)));
}

/* Adds what was read. */
static int add_account(json_t *object, const pm_graph *graph, const pm_problem *problem)
{
    char *account = NULL;
    int bad = graph != NULL     ? pm_graph_account(&account, graph) != PM_OK
              : problem != NULL ? pm_problem_account(&account, problem) != PM_OK
                                : 0;

    if (account != NULL)
        bad |= json_add(object, json_pack("{s:o}", "read", json_text(account)));
    free(account);
    return bad;
}

int json_add_file(json_t *object, const char *file, const pm_graph *graph,
                  const pm_problem *problem, long number)
{
    int bad = json_add(object, json_pack("{s:o}", "file", json_text(file)));

    bad |= add_account(object, graph, problem);
    if (graph != NULL)
        bad |= json_add_title(object, pm_graph_title(graph));
    if (graph != NULL)
        bad |= json_add(object, json_pack("{s:I, s:i, s:I}", "graph", (json_int_t)number,
                                          "vertices", pm_graph_vertices(graph), "edges",
                                          (json_int_t)pm_graph_edges(graph)));
    else
        bad |= json_add(object, json_pack("{s:I}", "matrix", (json_int_t)number));
    if (graph != NULL && pm_graph_notes(graph) != NULL)
        bad |=
            json_add(object, json_pack("{s:o}", "notes", json_names(pm_graph_notes(graph), "\n")));
    return bad;
}

static int add_shape(json_t *object, const pm_problem *problem)
{
    return json_add(object,
                    json_pack("{s:I, s:I, s:I}", "rows", (json_int_t)pm_problem_rows(problem),
                              "cols", (json_int_t)pm_problem_cols(problem), "nnz",
                              (json_int_t)pm_problem_entries(problem)));
}

/* [units of the first rank, ...] */
static json_t *units_of(const pm_answer *answer)
{
    json_t *list = json_array();

    for (int rank = 0; rank < pm_answer_ranks(answer); rank++)
        json_append(&list, json_integer((json_int_t)pm_answer_rank_units(answer, rank)));
    return list;
}

/* Adds the interval that the draws show, and the proved bounds, as decimal logarithms. */
static int add_empirical(json_t *object, const struct json_answer *a, double epsilon)
{
    const double *const bounds = a->bounds != NULL ? a->bounds->log10 : NULL;
    double log;
    int bad = 0;

    if (pm_answer_log(&log, NULL, a->answer) == PM_OK && log > -HUGE_VAL)
        bad |= json_add(object,
                        json_pack("{s:[f, f]}", "empirical_log10", (log + log1p(-epsilon)) / M_LN10,
                                  (log + log1p(epsilon)) / M_LN10));
    const double least = pm_answer_estimate_least(a->answer);
    if (least > -HUGE_VAL)
        bad |= json_add(object, json_pack("{s:f}", "likely_lower_log10", least / M_LN10));
    if (bounds != NULL && isfinite(bounds[0]))
        bad |= json_add(
            object, json_pack("{s:f, s:f}", "lower_log10", bounds[0], "upper_log10", bounds[1]));
    return bad;
}

/* Adds the value, the kind of its numbers, and its precision. */
static int add_value(json_t *object, const struct json_answer *a)
{
    const int bits = pm_answer_bits(a->answer);
    double log;
    int bad = json_add(
        object, json_pack("{s:s, s:s}", "value", a->value, "type", pm_answer_type(a->answer)));

    bad |= json_add(object, json_pack("{s:o}", "precision",
                                      bits > 0 ? json_integer(bits) : json_string("exact")));
    if (a->modulus != NULL)
        bad |= json_add(object, json_pack("{s:s}", "modulus", a->modulus));
    else if (a->scale == NULL && *a->value != '-' &&
             strcmp(pm_answer_type(a->answer), "complex") != 0 &&
             pm_answer_log(&log, NULL, a->answer) == PM_OK)
        bad |= json_add(object, json_pack("{s:o}", "log10", json_finite(log / M_LN10)));
    double delta;
    bool proved;
    const double epsilon = pm_answer_estimate(a->answer, &delta, &proved);
    if (epsilon > 0)
        bad |= json_add(object, json_pack("{s:f, s:f, s:b}", "epsilon", epsilon, "delta", delta,
                                          "proved", (int)proved));
    if (epsilon > 0 && !proved)
        bad |= add_empirical(object, a, epsilon);
    return bad | json_add(object, json_pack("{s:s}", "error_bound", a->bound));
}

static int add_plan(json_t *object, const struct json_answer *a)
{
    char *text = NULL;

    if (pm_answer_plan_json(&text, a->answer) != PM_OK)
        return 1;
    int bad = json_add(object, json_pack("{s:o}", "plan", json_loads(text, 0, NULL)));
    free(text);
    if (a->error != NULL)
        bad |= json_add(object, json_pack("{s:s, s:s}", "error", a->error, "status",
                                          pm_status_name(PM_UNABLE)));
    return bad;
}

static int add_order(json_t *object, const struct json_answer *a)
{
    const json_int_t rows = pm_problem_rows(a->problem), cols = pm_problem_cols(a->problem);

    return json_add(object, json_pack("{s:I}", "n", rows < cols ? rows : cols)) |
           add_shape(object, a->problem);
}

static json_t *list_of(const char *const *names, int count)
{
    json_t *list = json_array();

    for (int k = 0; k < count; k++)
        json_append(&list, json_text(names[k]));
    return list;
}

static int fill_answer(json_t *object, const struct json_answer *a)
{
    const pm_answer *const answer = a->answer;
    int bad = json_add_file(object, a->file, a->graph, a->problem, a->number);

    if (a->problem == NULL)
        bad |= json_add(object, json_pack("{s:o}", "files", list_of(a->part, a->parts)));
    bad |= json_add_sizes(object, a->total, a->unmatched);
    if (a->temperature != NULL)
        bad |= json_add(object,
                        json_pack("{s:s}", a->inverse ? "beta" : "temperature", a->temperature));
    if (a->scale != NULL)
        bad |= json_add(object, json_pack("{s:s}", "scale", a->scale));
    if (a->quantity != NULL)
        bad |= json_add(object, json_pack("{s:s}", "quantity", a->quantity));
    bad |= a->value != NULL ? add_value(object, a) : add_plan(object, a);
    if (a->problem != NULL)
        bad |= add_order(object, a);
    bad |= json_add(object,
                    json_pack("{s:o, s:o, s:f, s:i}", "reductions",
                              json_names(pm_answer_reductions(answer), ", "), "engines",
                              json_names(pm_answer_engines(answer), ", "), "seconds",
                              pm_answer_seconds(answer), "threads", pm_answer_threads(answer)));
    if (a->value != NULL)
        bad |= json_add(object,
                        json_pack("{s:o}", "checks", json_names(pm_answer_checks(answer), ",")));
    if (pm_answer_gpus(answer) > 0)
        bad |=
            json_add(object, json_pack("{s:i, s:I, s:I}", "gpus", pm_answer_gpus(answer),
                                       "gpu_units", (json_int_t)pm_answer_units(answer, true),
                                       "thread_units", (json_int_t)pm_answer_units(answer, false)));
    if (pm_answer_ranks(answer) > 1)
        bad |= json_add(object, json_pack("{s:o}", "rank_units", units_of(answer)));
    return bad | json_add(object, json_pack("{s:s}", "version", pm_version()));
}

char *json_answer_line(const struct json_answer *a)
{
    json_t *const object = json_object();

    return json_line(object, fill_answer(object, a), JSON_REAL_PRECISION(6));
}

/* ------------------------------------------------------- more than a number */

json_t *json_end(const pm_graph *graph, const pm_problem *problem, int end, int line)
{
    char number[EDGE_NAME];

    if (line < 0)
        return json_null();
    return graph != NULL || edge_line_name(problem, end == 1, line) != NULL
               ? json_text(edge_end(number, graph, problem, end, line))
               : json_integer(line + 1);
}

static json_t *end_of(const struct json_query *a, int end, int line)
{
    return json_end(a->q->graph, a->q->problem, end, line);
}

/* {"u": "a", "v": "b"}, or {"row": 1, "col": 2} */
static json_t *place_object(const struct json_query *a, int u, int v)
{
    const bool edge = a->q->graph != NULL;

    return json_pack("{s:o, s:o}", edge ? "u" : "row", end_of(a, 0, u), edge ? "v" : "col",
                     end_of(a, 1, v));
}

/* Value k of the list. */
static json_t *value_string(const struct json_query *a, size_t k)
{
    char *text = NULL;

    if (pm_values_text(&text, a->values, k, a->cli->digits) != PM_OK)
        return NULL;
    cli_imaginary(a->cli, &text);
    json_t *const string = text != NULL ? json_string(text) : NULL;
    free(text);
    return string;
}

/* Adds the decimal number beside a real fraction. */
static int add_decimal(json_t *object, const struct json_query *a, size_t k)
{
    const char *const share = json_string_value(json_object_get(object, "share"));
    double decimal;

    if (share == NULL || strchr(share, '/') == NULL || strpbrk(share, "ij") != NULL)
        return share == NULL;
    pm_values_double(a->values, k, &decimal, NULL);
    return json_add(object, json_pack("{s:o}", "decimal", json_finite(decimal)));
}

/* {"row": 1, "col": 2, "share": "1/2", "decimal": 0.5} or {"k": 1, "count": "4"}: value k of the
 * list. */
static json_t *value_object(const struct json_query *a, size_t k)
{
    const struct listed_edge *const e = a->list != NULL ? &a->list->edge[k] : NULL;
    const bool entropy = a->cli->entropies;
    json_t *const object = entropy     ? json_pack("{s:o}", "vertex", end_of(a, 0, e->u))
                           : e != NULL ? place_object(a, e->u, e->v)
                                       : json_pack("{s:I}", "k", (json_int_t)k);

    if (json_object_set_new(object,
                            entropy     ? "entropy"
                            : e != NULL ? "share"
                                        : "count",
                            value_string(a, e != NULL ? e->entry : k)) == 0 &&
        (e == NULL || entropy || !add_decimal(object, a, e->entry)))
        return object;
    json_decref(object);
    return NULL;
}

static json_t *values_array(const struct json_query *a)
{
    const size_t count = a->list != NULL ? a->list->count : pm_values_count(a->values);
    json_t *array = json_array();

    for (size_t k = 0; k < count; k++)
        json_append(&array, value_object(a, k));
    return array;
}

/* [["4", "3"], ["2", "1"]]: row after row. */
static json_t *minors_array(const struct json_query *a)
{
    const size_t cols = (size_t)pm_problem_cols(a->q->problem), count = pm_values_count(a->values);
    json_t *array = json_array(), *row = NULL;

    for (size_t k = 0; k < count; k++) {
        if (k % cols == 0)
            row = json_array();
        json_append(&row, value_string(a, k));
        if ((k + 1) % cols == 0)
            json_append(&array, row);
    }
    return array;
}

static json_t *pair_of(const struct json_query *a, const struct listed_edge *e)
{
    return json_pack("[o, o]", end_of(a, 0, e->u), end_of(a, 1, e->v));
}

/* [2, 1, 3]: the partners of lines 1, 2, 3; for a graph its pairs of vertices. */
static json_t *matching_array(const struct json_query *a, size_t k)
{
    const size_t lines = edge_lines(a->q->problem);
    const int end = pm_problem_rows(a->q->problem) <= pm_problem_cols(a->q->problem);
    const int *const partner = a->partner + k * lines;
    const size_t count =
        a->q->graph != NULL ? listed_matching(a->list, a->q->problem, partner) : lines;
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_append(&array, a->q->graph != NULL ? pair_of(a, &a->list->edge[a->list->at[i]])
                                                : end_of(a, end, partner[i]));
    return array;
}

static json_t *samples_array(const struct json_query *a)
{
    json_t *array = json_array();

    for (size_t k = 0; k < a->count; k++)
        json_append(&array, matching_array(a, k));
    return array;
}

/* {"weight": "12", "matching": [2, 1, 3]}, the heaviest first. */
static json_t *best_array(const struct json_query *a)
{
    json_t *array = json_array();

    for (size_t k = 0; k < a->count; k++)
        json_append(&array, json_pack("{s:o, s:o}", "weight", value_string(a, k), "matching",
                                      matching_array(a, k)));
    return array;
}

static int add_rest(json_t *object, const struct json_query *a)
{
    const bool known = pm_values_count(a->values) > a->count;

    return json_add(object, known ? json_pack("{s:o}", "rest", value_string(a, a->count))
                                  : json_pack("{s:s}", "rest_at_most", a->rest));
}

/* What several entries have together; their shares come before these values. */
static int add_joint(json_t *object, const struct json_query *a)
{
    const size_t count = a->list->count;
    int bad = json_add(object, json_pack("{s:o, s:o}", "joint", value_string(a, count),
                                         "covariance", value_string(a, count + 1)));
    double r;

    if (edges_correlation(&r, a->values))
        bad |= json_add(object, json_pack("{s:f}", "correlation", r));
    return bad;
}

static int fill_query(json_t *object, const struct json_query *a)
{
    const bool minors = a->values != NULL && a->cli->minors;
    const char *const name = a->values == NULL   ? "sample"
                             : a->rest != NULL   ? "best"
                             : minors            ? "minors"
                             : a->cli->error     ? "interval"
                             : a->cli->entropies ? "entropies"
                             : a->list != NULL   ? "marginals"
                             : a->cli->clar      ? "clar"
                                                 : "matchings";
    json_t *const list = minors            ? minors_array(a)
                         : a->rest != NULL ? best_array(a)
                         : a->cli->error
                             ? json_pack("[o, o]", value_string(a, 0), value_string(a, 1))
                         : a->values != NULL ? values_array(a)
                                             : samples_array(a);
    char seed[24];
    int bad = json_add_file(object, a->q->file, a->q->graph, a->q->problem, answer_number(a->q));

    bad |= json_add(object, json_pack("{s:o}", name, list));
    if (a->rest != NULL)
        bad |= add_rest(object, a);
    else if (a->values != NULL && a->list != NULL && a->list->count > 1 &&
             a->cli->marginals != NULL && *a->cli->marginals != '\0')
        bad |= add_joint(object, a);
    snprintf(seed, sizeof seed, "%" PRIu64, a->seed);
    bad |=
        json_add(object, a->values != NULL ? json_pack("{s:s}", "type", pm_values_type(a->values))
                                           : json_pack("{s:s}", "seed", seed));
    /* pm_sample() checks that every draw is a matching of the problem */
    const char *const checks = a->values != NULL ? pm_values_checks(a->values) : "matching";
    bad |= json_add(object, json_pack("{s:o}", "checks", json_names(checks, ",")));
    bad |= add_shape(object, a->q->problem);
    return bad | json_add(object, json_pack("{s:s}", "version", pm_version()));
}

char *json_query_line(const struct json_query *a)
{
    json_t *const object = json_object();

    return json_line(object, fill_query(object, a), 0);
}

char *json_matching_line(const struct json_query *a)
{
    json_t *const object = json_object();
    int bad = json_add_file(object, a->q->file, a->q->graph, a->q->problem, answer_number(a->q));

    bad |= json_add(
        object, json_pack("{s:o, s:s}", "matching", matching_array(a, 0), "version", pm_version()));
    return json_line(object, bad, 0);
}
