/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each question has a function that asks the library and a function that prints lines; tools/json.c
 * prints JSON. */
#include "queries.h"
#include "edges.h"
#include "fields.h"
#include "json.h"
#include "chosen.h"
#include "heaviest.h"
#include "listed.h"
#include "matching_line.h"
#include "molecules.h"
#include "picture.h"
#include "say.h"
#include "shown_bounds.h"
#include "question.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool query_is_asked(const struct cli *cli)
{
    return cli->marginals || cli->entropies || cli->matchings || cli->minors || cli->clar ||
           cli->sample > 0 || cli->list > 0 || cli->best > 0 || cli->bounds || cli->structure ||
           cli->error != NULL;
}

/* Lists the entries of the problem in the order of the input.  False after a message. */
static bool list_edges(struct listed *list, const struct cli *cli, const struct question *q)
{
    if (listed_new(list, q->problem, q->graph, cli->program->bit == CLI_CYCLECOVER))
        return true;
    cli_no_memory(cli, answer_place(cli, q).text);
    return false;
}

/* Lists what pm_marginals() or pm_entropies() has values of.  False after a message. */
static bool list_places(struct listed *list, const struct cli *cli, const struct question *q)
{
    if (!list_edges(list, cli, q))
        return false;
    if (cli->entropies)
        list->count = 0;
    else if (cli->unmatched == 0 && !cli->total)
        return true;
    if (listed_add_free(list, q->problem, q->graph,
                        cli->entropies ? 0 : pm_problem_entries(q->problem)))
        return true;
    listed_clear(list);
    cli_no_memory(cli, answer_place(cli, q).text);
    return false;
}

/* ------------------------------------------------------------------ values */

/* Prints what several edges have together.  False: memory ran out. */
static bool joint_lines(FILE *out, const struct cli *cli, const struct question *q,
                        const pm_values *values, size_t count)
{
    char *value;
    double r;

    for (size_t k = 0; k < 2; k++) {
        if (pm_values_text(&value, values, count + k, cli->digits) == PM_OK)
            cli_imaginary(cli, &value);
        else
            value = NULL;
        if (value == NULL)
            return false;
        fields_name(out, cli, q, k == 0 ? "joint" : "covariance");
        fprintf(out, "%s\n", value);
        free(value);
    }
    if (!edges_correlation(&r, values))
        return true;
    fields_name(out, cli, q, "correlation");
    fprintf(out, "%.10g\n", r);
    return true;
}

/* list NULL: values by size, or minors, each line a row. */
static char *values_lines(const struct cli *cli, const struct question *q, const pm_values *values,
                          const struct listed *list)
{
    const size_t count = list != NULL ? list->count : pm_values_count(values);
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    if (out == NULL)
        return NULL;
    const bool line = (cli->matchings == 2 || cli->error != NULL) && !cli->csv;
    if (cli->csv)
        fields_columns(out, cli, q,
                       cli->entropies ? "vertex,entropy"
                       : list != NULL ? NULL
                                      : "k,count");
    const size_t row = cli->minors ? (size_t)pm_problem_cols(q->problem) : line ? count : 1;
    bool fine = true;
    for (size_t k = 0; k < count && fine; k++) {
        char *value;
        if (cli->csv)
            fields_graph(out, cli, q);
        if (list != NULL)
            fields_place(out, cli, q, &list->edge[k]);
        else if (!cli->minors && !line)
            fprintf(out, cli->csv ? "%zu," : "%zu ", k);
        if (pm_values_text(&value, values, list != NULL ? list->edge[k].entry : k, cli->digits) ==
            PM_OK)
            cli_imaginary(cli, &value);
        else
            value = NULL;
        fine = value != NULL;
        if (fine)
            fprintf(out, "%s%c", value, (k + 1) % row == 0 ? '\n' : ' ');
        free(value);
    }
    if (fine && count > 1 && list != NULL && cli->marginals != NULL && *cli->marginals != '\0')
        fine = joint_lines(out, cli, q, values, count);
    return cli_text(fine, out, &text);
}

static int print_values(const struct cli *cli, const struct question *q, const pm_values *values,
                        const struct listed *list)
{
    const struct json_query more = {.q = q, .cli = cli, .values = values, .list = list};

    return answer_line(cli, q,
                       cli->json ? json_query_line(&more) : values_lines(cli, q, values, list));
}

/* The shares of some edges, each and all together. */
static int ask_joint(const struct cli *cli, const struct question *q, const struct listed *list,
                     const size_t *entry)
{
    pm_values *values = NULL;
    struct watch watch;

    if (cli->solve.plan_only)
        return query_plan(cli, q, list->count);
    const pm_options options = watch_query(&watch, cli, q);
    const pm_status status = pm_joint_marginals(&values, list->count, entry, q->asked, &options);
    watch_end(&watch);
    const int result =
        status != PM_OK ? answer_fail(cli, status, q) : print_values(cli, q, values, list);
    pm_values_free(values);
    return result;
}

static int answer_joint(const struct cli *cli, const struct question *q)
{
    struct listed list;
    size_t *entry;

    int result =
        chosen_edges(&list, &entry, cli, q, (struct chosen){"--marginals", cli->marginals});
    if (result != CLI_ANSWERED)
        return result;
    result = ask_joint(cli, q, &list, entry);
    free(entry);
    listed_clear(&list);
    return result;
}

static pm_status ask_interval(pm_values **ends, const struct cli *cli, const struct question *q,
                              const pm_options *options)
{
    pm_problem *errors;

    pm_status status = pm_problem_errors(&errors, q->asked, cli->error);
    if (status != PM_OK)
        return status;
    status = pm_interval(ends, q->asked, errors, options);
    pm_problem_free(errors);
    return status;
}

static int answer_values(const struct cli *cli, const struct question *q)
{
    pm_values *values = NULL;
    struct watch watch;

    if (cli->marginals != NULL && *cli->marginals != '\0')
        return answer_joint(cli, q);
    if (cli->prove != NULL) {
        const int planned = question_plan_proof(cli, q, PM_PROVE_SIZES);
        if (planned != CLI_ANSWERED)
            return planned;
    }
    if (cli->solve.plan_only)
        return query_plan(cli, q, 0);
    const pm_options options = watch_query(&watch, cli, q);
    const pm_status status = cli->error != NULL
                                 ? ask_interval(&values, cli, q, &options)
                                 : (cli->marginals   ? pm_marginals
                                    : cli->entropies ? pm_entropies
                                    : cli->minors    ? pm_problem_minors
                                    : cli->clar      ? pm_clar
                                                     : pm_matchings)(&values, q->asked, &options);
    watch_end(&watch);
    if (status != PM_OK) {
        const int failed = answer_fail(cli, status, q);
        if (status == PM_UNABLE && cli->matchings && !cli->json)
            bounds_say(cli, answer_place(cli, q).text, q);
        return failed;
    }
    struct listed list;
    int result = cli->prove != NULL ? query_prove(cli, q, values) : CLI_ANSWERED;
    if (result != CLI_ANSWERED) {
        pm_values_free(values);
        return result;
    }
    result = CLI_FAILED;
    if (!cli->marginals && !cli->entropies) {
        result = print_values(cli, q, values, NULL);
    } else if (list_places(&list, cli, q)) {
        result = print_values(cli, q, values, &list);
        listed_clear(&list);
    }
    pm_values_free(values);
    return result;
}

/* ------------------------------------------------------------------ matchings */

static char *sample_lines(const struct cli *cli, const struct question *q,
                          const struct listed *list, const int *partner, size_t count)
{
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    for (size_t k = 0; k < count && out != NULL; k++)
        matching_line(out, cli, q, list, partner + k * edge_lines(q->problem));
    return cli_text(true, out, &text);
}

/* Prints `count` matchings, as lines or as molecules; `first`: none came before. */
static int print_matchings(const struct cli *cli, const struct question *q,
                           const struct listed *list, const int *partner, size_t count, bool first)
{
    return cli->sdf ? molecules_print(cli, q, list, partner, count, first)
                    : answer_line(cli, q, sample_lines(cli, q, list, partner, count));
}

static int print_sample(const struct cli *cli, const struct question *q, const int *partner)
{
    struct listed list;

    if (!list_edges(&list, cli, q))
        return CLI_FAILED;
    const struct json_query more = {.q = q,
                                    .cli = cli,
                                    .list = &list,
                                    .partner = partner,
                                    .count = (size_t)cli->sample,
                                    .seed = cli->solve.seed};
    const int result = cli->json ? answer_line(cli, q, json_query_line(&more))
                                 : print_matchings(cli, q, &list, partner, more.count, true);
    listed_clear(&list);
    return result;
}

static int answer_sample(const struct cli *cli, const struct question *q)
{
    const size_t lines = edge_lines(q->problem), count = (size_t)cli->sample;

    if (cli->solve.plan_only)
        return query_plan(cli, q, count);
    int *const partner = calloc(count * lines + 1, sizeof *partner);

    if (partner == NULL)
        return cli_no_memory(cli, answer_place(cli, q).text);
    struct watch watch;
    const pm_options options = watch_query(&watch, cli, q);
    const pm_status status = pm_sample(partner, count, cli->solve.seed, q->asked, &options);
    watch_end(&watch);
    const int result =
        status != PM_OK ? answer_fail(cli, status, q) : print_sample(cli, q, partner);
    free(partner);
    return result;
}

/* ------------------------------------------------------------------ all matchings */

struct printing {
    const struct cli *cli;
    const struct question *q;
    const struct listed *list;
    int result;   /* exit status */
    bool printed; /* a matching */
};

static bool print_matching(void *visitor, const int *partner)
{
    struct printing *const p = visitor;
    const struct json_query more = {.q = p->q, .cli = p->cli, .list = p->list, .partner = partner};

    p->result = p->cli->json ? answer_line(p->cli, p->q, json_matching_line(&more))
                             : print_matchings(p->cli, p->q, p->list, partner, 1, !p->printed);
    p->printed = true;
    return p->result == CLI_ANSWERED;
}

static int answer_list(const struct cli *cli, const struct question *q)
{
    struct listed list;
    struct printing p = {.cli = cli, .q = q, .list = &list};
    pm_options options = cli->solve;
    struct watch watch;

    if (!list_edges(&list, cli, q))
        return CLI_FAILED;
    if (options.checkpoint != NULL)
        watch_begin(&watch, cli, NULL, &options);
    const pm_status status = pm_list(q->asked, cli->list < INT_MAX ? (uint64_t)cli->list : 0,
                                     print_matching, &p, &options);
    if (options.checkpoint != NULL)
        watch_end(&watch);
    listed_clear(&list);
    if (status == PM_OK && options.checkpoint != NULL && !p.printed)
        cli_say(cli, answer_place(cli, q).text,
                "no matching is left; without %s the list begins again", options.checkpoint);
    return status == PM_OK ? p.result : answer_fail(cli, status, q);
}

/* ------------------------------------------------------------------ symmetry */

/* Prints a permutation as its cycles: "(a b)(c d e)". */
static void print_cycles(FILE *out, const pm_graph *graph, const pm_symmetry *symmetry, size_t g,
                         bool *seen)
{
    const int n = pm_graph_vertices(graph);
    char number[EDGE_NAME];

    memset(seen, 0, (size_t)n * sizeof *seen);
    for (int first = 0; first < n; first++) {
        int v = pm_symmetry_image(symmetry, g, first);
        if (seen[first] || v == first)
            continue;
        fprintf(out, "(%s", edge_name(number, graph, first));
        for (; v != first; v = pm_symmetry_image(symmetry, g, v)) {
            seen[v] = true;
            fprintf(out, " %s", edge_name(number, graph, v));
        }
        putc(')', out);
    }
    putc('\n', out);
}

static char *symmetry_lines(const struct question *q, const pm_symmetry *symmetry)
{
    bool *const seen = calloc((size_t)pm_graph_vertices(q->graph) + 1, sizeof *seen);
    char *text = NULL;
    size_t length;
    FILE *const out = seen != NULL ? open_memstream(&text, &length) : NULL;

    if (out != NULL) {
        fprintf(out, "%s\n", pm_symmetry_order(symmetry));
        for (size_t g = 0; g < pm_symmetry_generators(symmetry); g++)
            print_cycles(out, q->graph, symmetry, g, seen);
    }
    free(seen);
    return cli_text(true, out, &text);
}

int query_symmetry(const struct cli *cli, const struct question *q)
{
    pm_symmetry *symmetry = NULL;

    const pm_status status = pm_graph_symmetry(&symmetry, q->graph);
    if (status != PM_OK)
        return answer_fail(cli, status, q);
    const int result =
        answer_line(cli, q,
                    cli->json ? json_symmetry_line(q->file, q->graph, answer_number(q), symmetry)
                              : symmetry_lines(q, symmetry));
    pm_symmetry_free(symmetry);
    return result;
}

/* ------------------------------------------------------------------ bounds */

static int answer_bounds(const struct cli *cli, const struct question *q)
{
    struct shown_bounds b;
    char *line = NULL;

    const pm_status status = bounds_find(&b, cli, q);
    if (status != PM_OK)
        return answer_fail(cli, status, q);
    if (cli->json)
        line = json_bounds_line(cli, q, &b);
    else if (asprintf(&line, "%s %s", b.text[0], b.text[1]) < 0)
        line = NULL;
    return answer_line(cli, q, line);
}

/* A line 'mean low high' follows those of edges and free vertices; bounds[0], [1] are its. */
static char *share_bounds_lines(const struct cli *cli, const struct question *q,
                                const struct listed *list, const double *bounds)
{
    char *text = NULL, end[2][BOUND_TEXT];
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    for (size_t k = 0; k <= list->count && out != NULL; k++) {
        const bool mean = k == list->count;
        for (int side = 0; side < 2; side++)
            bounds_decimal(end[side],
                           bounds[mean ? (size_t)side : 2 * list->edge[k].entry + 2 + side],
                           side == 1);
        if (mean)
            fields_name(out, cli, q, "mean");
        else
            fields_place(out, cli, q, &list->edge[k]);
        fprintf(out, "%s %s\n", end[0], end[1]);
    }
    return cli_text(true, out, &text);
}

static int answer_share_bounds(const struct cli *cli, const struct question *q)
{
    const size_t lines = (size_t)pm_problem_rows(q->problem) + (size_t)pm_problem_cols(q->problem);
    double *const bounds = calloc(2 * (pm_problem_entries(q->problem) + lines + 1), sizeof *bounds);
    struct listed list;

    if (bounds == NULL || !list_places(&list, cli, q)) {
        free(bounds);
        return bounds == NULL ? cli_no_memory(cli, answer_place(cli, q).text) : CLI_FAILED;
    }
    const pm_status status = bounds_of_shares(bounds, cli, q);
    const int result = status != PM_OK
                           ? answer_fail(cli, status, q)
                           : answer_line(cli, q, share_bounds_lines(cli, q, &list, bounds));
    listed_clear(&list);
    free(bounds);
    return result;
}

int query_answer(const struct cli *cli, const struct question *question)
{
    if (cli->svg)
        return question->graph != NULL ? picture_answer(cli, question)
                                       : block_picture_answer(cli, question);
    if (cli->structure)
        return structure_answer(cli, question);
    if (cli->bounds)
        return (cli->marginals != NULL ? answer_share_bounds : answer_bounds)(cli, question);
    return cli->list > 0     ? answer_list(cli, question)
           : cli->best > 0   ? heaviest_answer(cli, question)
           : cli->sample > 0 ? answer_sample(cli, question)
                             : answer_values(cli, question);
}
