/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaviest matchings: lines "weight matching", and a line about the weight of all others. */
#include "heaviest.h"

#include "edges.h"
#include "json.h"
#include "matching_line.h"
#include "queries.h"
#include "question.h"
#include "say.h"
#include "shown_bounds.h"

#include <stdlib.h>

static char *best_lines(const struct json_query *b, const struct question *q)
{
    const size_t values = pm_values_count(b->values);
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);
    bool fine = out != NULL;

    for (size_t k = 0; k < values && fine; k++) {
        char *value = NULL;
        fine = pm_values_text(&value, b->values, k, b->cli->digits) == PM_OK;
        fprintf(out, k < b->count ? "%s " : "rest %s\n", fine ? value : "");
        if (k < b->count)
            matching_line(out, b->cli, q, b->list, b->partner + k * edge_lines(q->problem));
        free(value);
    }
    if (fine && values == b->count)
        fprintf(out, "rest at most %s\n", b->rest);
    return cli_text(fine, out, &text);
}

static int print_best(struct json_query *b, const struct question *q, double log10_rest)
{
    char rest[BOUND_TEXT];
    struct listed list;

    if (!listed_new(&list, q->problem, q->graph, b->cli->program->bit == CLI_CYCLECOVER))
        return cli_no_memory(b->cli, answer_place(b->cli, q).text);
    bounds_power(rest, log10_rest, true);
    b->rest = rest;
    b->list = &list;
    const int result = answer_line(b->cli, q, b->cli->json ? json_query_line(b) : best_lines(b, q));
    listed_clear(&list);
    return result;
}

int heaviest_answer(const struct cli *cli, const struct question *q)
{
    size_t count = (size_t)cli->best;
    int *const partner = calloc(count * edge_lines(q->problem) + 1, sizeof *partner);
    pm_values *values = NULL;
    double log10_rest;
    struct watch watch;

    if (partner == NULL)
        return cli_no_memory(cli, answer_place(cli, q).text);
    const pm_options options = watch_query(&watch, cli, q);
    const pm_status status = pm_best(&values, &count, partner, &log10_rest, q->problem, &options);
    watch_end(&watch);
    struct json_query best = {
        .q = q, .cli = cli, .values = values, .partner = partner, .count = count};
    const int result =
        status == PM_OK ? print_best(&best, q, log10_rest) : answer_fail(cli, status, q);
    pm_values_free(values);
    free(partner);
    return result;
}
