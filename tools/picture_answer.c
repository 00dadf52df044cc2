/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for what a picture shows. */
#include "edges.h"
#include "picture.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>

pm_status picture_shares(double **share, const pm_problem *problem, const pm_options *options)
{
    pm_values *values;

    const pm_status status = pm_marginals(&values, problem, options);
    if (status != PM_OK)
        return status;
    const size_t count = pm_values_count(values);
    *share = calloc(count + 1, sizeof **share);
    for (size_t k = 0; k < count && *share != NULL; k++)
        pm_values_double(values, k, &(*share)[k], NULL);
    pm_values_free(values);
    return *share != NULL ? PM_OK : PM_NOMEM;
}

int picture_answer(const struct cli *cli, const struct question *q)
{
    struct picture picture = {.problem = q->problem, .graph = q->graph};
    int *const partner = calloc(edge_lines(q->problem) + 1, sizeof *partner);
    pm_structure *structure = NULL;
    double *share = NULL;
    char *text = NULL;
    pm_status status = partner != NULL ? PM_OK : PM_NOMEM;

    if (status == PM_OK && cli->structure)
        status = pm_structure_find(&structure, q->problem, &cli->solve);
    if (status == PM_OK && cli->marginals)
        status = picture_shares(&share, q->asked, &cli->solve);
    else if (status == PM_OK && !cli->structure)
        status = pm_sample(partner, 1, cli->solve.seed, q->asked, &cli->solve);
    picture.share = share;
    picture.structure = structure;
    picture.partner = cli->marginals || cli->structure ? NULL : partner;
    if (status == PM_OK)
        text = picture_draw(&status, &picture);
    const int result = status == PM_OK || status == PM_NOMEM ? cli_print_text(cli, q->file, text)
                                                             : cli_fail(cli, status, q->file);
    if (status == PM_DOMAIN && !cli->marginals && !cli->structure)
        cli_say(cli, NULL, "without a matching, 'countmatch --svg --structure' draws the graph");
    free(share);
    free(partner);
    pm_structure_free(structure);
    return result;
}

int picture_of_graph(const struct cli *cli, const char *name, pm_graph *graph)
{
    struct question q = {.file = name, .graph = graph};

    const pm_status status = pm_problem_matchings(&q.problem, graph, false);
    q.asked = q.problem;
    const int result = status != PM_OK ? cli_fail(cli, status, name) : picture_answer(cli, &q);
    pm_problem_free(q.problem);
    return result;
}
