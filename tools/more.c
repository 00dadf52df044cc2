/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "more.h"
#include "edges.h"
#include "json.h"
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>

bool more_is_asked(const struct cli *cli)
{
    return cli->marginals || cli->matchings || cli->sample > 0;
}

/* Prints a text, unless it has no line at all, and releases it. */
static int print_text(const struct cli *cli, const char *file, char *text)
{
    if (text == NULL)
        return cli_no_memory(cli, file);
    const char *const where = cli->operands > 1 && !cli->json ? file : NULL;
    const bool written = *text == '\0' || cli_print(where, text);
    free(text);
    return written ? CLI_ANSWERED : CLI_FAILED;
}

/* ------------------------------------------------------------------ values */

/* "u v " with the names of an edge, or the numbers of row and column; false: not to be listed. */
static bool print_place(FILE *out, const struct question *q, size_t k)
{
    char first[EDGE_NAME], second[EDGE_NAME];
    int u, v;

    if (!edge_of_entry(q->problem, k, &u, &v))
        return false;
    if (q->graph != NULL)
        fprintf(out, "%s %s ", edge_name(first, q->graph, u), edge_name(second, q->graph, v));
    else
        fprintf(out, "%d %d ", u + 1, v + 1);
    return true;
}

static char *values_lines(const struct cli *cli, const struct question *q, const pm_values *values)
{
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    if (out == NULL)
        return NULL;
    for (size_t k = 0; k < pm_values_count(values); k++) {
        char *value;
        if (!cli->marginals)
            fprintf(out, "%zu ", k);
        else if (!print_place(out, q, k))
            continue;
        if (pm_values_text(&value, values, k, cli->digits) != PM_OK) {
            fclose(out);
            free(text);
            return NULL;
        }
        fprintf(out, "%s\n", value);
        free(value);
    }
    return cli_text(out, &text);
}

static int answer_values(const struct cli *cli, const struct question *q)
{
    pm_values *values = NULL;

    const pm_status status = cli->marginals ? pm_marginals(&values, q->problem, &cli->solve)
                                            : pm_matchings(&values, q->problem, &cli->solve);
    if (status != PM_OK)
        return answer_fail(cli, status, q, false);
    const struct json_more more = {.file = q->file,
                                   .problem = q->problem,
                                   .graph = q->graph,
                                   .number = q->number,
                                   .values = values,
                                   .digits = cli->digits,
                                   .marginals = cli->marginals};
    const int result =
        print_text(cli, q->file, cli->json ? json_more_line(&more) : values_lines(cli, q, values));
    pm_values_free(values);
    return result;
}

/* ------------------------------------------------------------------ matchings */

/* The pairs of one draw: "u-v u-v ...", or arcs "u->v u->v ...". */
static void print_pairs(FILE *out, const struct cli *cli, const struct question *q,
                        const int *partner)
{
    const char *const joint = cli->program->bit == CLI_CYCLECOVER ? "->" : "-";
    struct edge_walk walk = {.problem = q->problem, .partner = partner};
    char first[EDGE_NAME], second[EDGE_NAME];
    int u, v;

    for (bool more = false; edge_next(&walk, &u, &v); more = true)
        fprintf(out, "%s%s%s%s", more ? " " : "", edge_name(first, q->graph, u), joint,
                edge_name(second, q->graph, v));
}

static char *sample_lines(const struct cli *cli, const struct question *q, const int *partner)
{
    const size_t lines = edge_lines(q->problem);
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    if (out == NULL)
        return NULL;
    for (size_t k = 0; k < (size_t)cli->sample; k++) {
        if (q->graph != NULL)
            print_pairs(out, cli, q, partner + k * lines);
        for (size_t i = 0; i < lines && q->graph == NULL; i++)
            fprintf(out, "%s%d", i ? " " : "", partner[k * lines + i] + 1);
        putc('\n', out);
    }
    return cli_text(out, &text);
}

static int answer_sample(const struct cli *cli, const struct question *q)
{
    const size_t lines = edge_lines(q->problem), count = (size_t)cli->sample;
    int *const partner = calloc(count * lines + 1, sizeof *partner);

    if (partner == NULL)
        return cli_no_memory(cli, q->file);
    const pm_status status = pm_sample(partner, count, cli->seed, q->problem, &cli->solve);
    const struct json_more more = {.file = q->file,
                                   .problem = q->problem,
                                   .graph = q->graph,
                                   .number = q->number,
                                   .partner = partner,
                                   .count = count,
                                   .seed = cli->seed};
    const int result = status != PM_OK ? answer_fail(cli, status, q, false)
                                       : print_text(cli, q->file,
                                                    cli->json ? json_more_line(&more)
                                                              : sample_lines(cli, q, partner));
    free(partner);
    return result;
}

int more_question(const struct cli *cli, const struct question *question)
{
    if (cli->pattern) {
        const pm_status status = pm_problem_to_pattern(question->problem);
        if (status != PM_OK)
            return answer_fail(cli, status, question, false);
    }
    if (cli->svg)
        return picture_answer(cli, question->file, question->graph, question->problem);
    return cli->sample > 0 ? answer_sample(cli, question) : answer_values(cli, question);
}
