/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions for all suites: choosing cases by words, matrices, plans, the end of a suite.  Random
 * numbers come from SplitMix64 with a fixed seed, so that every run measures the same matrices. */
#include "base/status.h"
#include "base/text.h"
#include "bench/bench.h"
#include "num/random.h"
#include "plan/plan.h"
#include "tools/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if a word chooses a case: it is the case's name, or a part of it and not itself a name. */
static bool chooses(const char *word, const char *name, bench_names *names)
{
    if (strstr(name, word) == NULL)
        return false;
    for (int k = 0; names(k) != NULL; k++)
        if (strcmp(names(k), word) == 0)
            return strcmp(name, word) == 0;
    return true;
}

bool bench_asked(const struct bench *b, const char *name)
{
    bool asked = b->words == 0;

    for (int k = 0; k < b->words; k++)
        asked = asked || chooses(b->word[k], name, b->names);
    return asked;
}

int bench_end(const struct bench *b, pm_status status)
{
    return status == PM_OK ? CLI_ANSWERED : cli_fail(b->cli, status, b->suite);
}

const char *bench_directory(const struct bench *b)
{
    const char *const directory = b->words > 0 ? b->word[0] : getenv("PM_DATA");

    if (directory == NULL || *directory == '\0') {
        cli_usage(b->cli->program, "%s: which directory? Name it, or set PM_DATA", b->suite);
        return NULL;
    }
    return directory;
}

long bench_draw(uint64_t *state, long below)
{
    return (long)(pm_random_word(state) % (uint64_t)below);
}

pm_status bench_matrix(struct pm_matrix **a, int n, bool complex_values, bench_entry *entry,
                       void *context)
{
    struct pm_triplets t;
    pm_status status = PM_OK;
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    pm_triplets_init(&t, n, n, complex_values);
    for (int k = 0; k < n * n && status == PM_OK; k++)
        if (entry(re, im, k / n, k % n, context))
            status = pm_triplets_add(&t, k / n, k % n, re, complex_values ? im : NULL);
    if (status == PM_OK)
        status = pm_matrix_from_triplets(a, &t);
    pm_triplets_clear(&t);
    fmpq_clear(im);
    fmpq_clear(re);
    return status;
}

pm_status bench_problem(pm_problem **problem, struct pm_matrix *a)
{
    const pm_field field = a->im != NULL ? PM_FIELD_COMPLEX : PM_FIELD_REAL;
    const pm_status status = pm_problem_wrap(problem, field, a);

    if (status != PM_OK)
        pm_matrix_free(a);
    return status;
}

pm_status bench_grid(pm_problem **problem, int n, bool king)
{
    static const int step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    const pm_graph_options options = {.format = "el"};
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    struct pm_text text;
    char *edges;
    pm_status status;

    PM_TRY(pm_text_open(&text));
    for (int k = 0; k < (king ? 4 : 2) * n * n; k++) {
        const int i = k % n, j = k / n % n, *const to = step[k / n / n];
        if (i + to[0] < n && j + to[1] < n && j + to[1] >= 0)
            fprintf(text.file, "%d,%d %d,%d\n", i, j, i + to[0], j + to[1]);
    }
    PM_TRY(pm_text_close(&edges, &text, PM_OK));
    PM_TRY_GOTO(status, pm_graph_open_text(&reader, "grid", edges, strlen(edges), &options), done);
    PM_TRY_GOTO(status, pm_graph_next(&graph, reader), done);
    status = pm_problem_matchings(problem, graph, false);
done:
    pm_graph_free(graph);
    pm_graph_close(reader);
    free(edges);
    return status;
}

pm_status bench_plan(struct bench_plan *sum, const pm_problem *problem, const pm_options *options)
{
    struct pm_plan *plan;

    PM_TRY(pm_plan_new(&plan, problem, options));
    const struct pm_reduction *const left = &plan->reduction;
    /* The paper counts blocks of order 1, which the reduction puts into the factor. */
    const double single = left->zero ? 0 : pm_problem_rows(problem);
    *sum = (struct bench_plan){.cores = (double)left->cores,
                               .leaves = single,
                               .order = single,
                               .entries = single,
                               .seconds = plan->status == PM_OK ? plan->seconds : INFINITY};
    for (size_t k = 0; k < left->cores; k++) {
        const struct pm_way *const way = &plan->way[k];
        const bool whole = way->leaves == 0;
        const double leaves = whole ? 1 : way->leaves, order = left->core[k]->rows;
        sum->leaves += leaves - order;
        sum->order += (whole ? order : leaves * way->leaf_order) - order;
        sum->entries +=
            (whole ? (double)pm_matrix_nnz(left->core[k]) : leaves * way->leaf_entries) - order;
        sum->steps += way->cost.steps * way->rings;
    }
    pm_plan_free(plan);
    return PM_OK;
}
