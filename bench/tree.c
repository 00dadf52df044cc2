/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench tree: the tree engine on every matrix of a directory, as patterns, modulo 2^61 - 1.
 *
 * For each: order and entries; cores that the reductions leave, the order of the largest and the
 * largest width; predicted and counted steps; bytes of tables at the worst moment; seconds for
 * reductions and search, and for the tables; the permanent of the pattern modulo 2^61 - 1.  What
 * is predicted to take longer than the limit (--time, else 60 seconds) is not run. */
#include "base/clock.h"
#include "bench.h"
#include "engine/engine.h"
#include "engine/tree/run.h"
#include "model/problem.h"
#include "plan/machine.h"
#include "reduce/reduce.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t prime = UINT64_C(2305843009213693951);
static const uint64_t default_memory = UINT64_C(16) << 30;
static const double default_seconds = 60;

extern const struct pm_engine pm_engine_tree;

struct row {
    int cores, order, width;
    double predicted, counted, room, bytes, plan_seconds, seconds;
    bool ran;
    uint64_t value;
};

static uint64_t times(uint64_t x, uint64_t y)
{
    return (uint64_t)((unsigned __int128)x * y % prime);
}

/* All slices of one core: multiplies row->value by their sum. */
static pm_status run_core(struct row *row, const struct pm_core *core,
                          const struct pm_layout *layout, const struct pm_limits *limits)
{
    const struct pm_ring ring = pm_ring_mod(prime);
    struct pm_image *image;
    uint64_t sum = 0;
    pm_status status = pm_image_new(&image, core->a, &ring);

    if (status != PM_OK)
        return status;
    for (uint64_t unit = 0; unit < UINT64_C(1) << layout->slices && status == PM_OK; unit++) {
        struct pm_tree_use use = {
            .memory = limits->memory, .threads = limits->threads, .few = PM_TREE_USUAL};
        struct pm_part part = {.word = {0, 0}};
        status =
            pm_tree_kernels_of(PM_MOD, layout->width, NULL)->run(&part, layout, image, unit, &use);
        sum = (sum + part.word[0]) % prime;
        row->counted += use.steps;
        row->bytes = use.peak > row->bytes ? use.peak : row->bytes;
    }
    pm_image_free(image);
    row->value = times(row->value, sum);
    return status;
}

/* Plans all cores, then runs them unless they are predicted to take too long. */
static pm_status run_cores(struct row *row, const struct pm_reduction *reduction,
                           const struct pm_limits *limits)
{
    struct pm_cost *const cost = calloc(reduction->cores + 1, sizeof *cost);
    const double start = pm_clock();
    pm_status status = cost != NULL ? PM_OK : PM_NOMEM;

    for (size_t k = 0; k < reduction->cores && status == PM_OK; k++) {
        const struct pm_core core = {.a = reduction->core[k], .kind = reduction->kind[k]};
        status = pm_engine_tree.cost(&cost[k], &core, PM_MOD, limits);
        const struct pm_layout *const layout = cost[k].choice;
        if (status != PM_OK || layout == NULL)
            continue;
        row->predicted += layout->cost * (double)cost[k].units;
        const double entry = (double)(layout->width > 64 ? 24 : 16);
        row->room = fmax(row->room, entry * layout->keys);
        row->width = layout->width > row->width ? layout->width : row->width;
        row->order = core.a->rows > row->order ? core.a->rows : row->order;
    }
    const double end = pm_clock(), rate = pm_engine_tree.rate[PM_MOD] * limits->threads;
    row->plan_seconds += end - start;
    if (status == PM_OK && row->predicted / rate <= limits->seconds) {
        for (size_t k = 0; k < reduction->cores && status == PM_OK; k++) {
            const struct pm_core core = {.a = reduction->core[k], .kind = reduction->kind[k]};
            if (cost[k].choice != NULL)
                status = run_core(row, &core, cost[k].choice, limits);
        }
        row->ran = status == PM_OK;
        row->seconds = pm_clock() - end;
    }
    for (size_t k = 0; cost != NULL && k < reduction->cores; k++)
        pm_engine_tree.forget(cost[k].choice);
    free(cost);
    return status;
}

static pm_status measure(struct row *row, const pm_problem *problem, const struct pm_limits *limits)
{
    struct pm_reduction reduction;
    unsigned rules;
    const double start = pm_clock();

    PM_TRY(pm_rules_parse(&rules, NULL, "split"));
    PM_TRY(pm_reduce(&reduction, problem->a, problem->kind, rules));
    row->plan_seconds = pm_clock() - start;
    row->cores = (int)reduction.cores;
    row->value = fmpz_fdiv_ui(fmpq_numref(reduction.factor.re), prime);
    const pm_status status = run_cores(row, &reduction, limits);
    pm_reduction_clear(&reduction);
    return status;
}

static void put(const char *name, const pm_problem *problem, const struct row *row,
                pm_status status)
{
    printf("%-24s %5d %6zu %5d %5d %4d %9.2g %9.2g", name, pm_problem_rows(problem),
           pm_problem_entries(problem), row->cores, row->order, row->width, row->predicted,
           row->room);
    if (row->ran)
        printf(" %9.2g %9.2g %7.2f %8.3f  %llu\n", row->counted, row->bytes, row->plan_seconds,
               row->seconds, (unsigned long long)row->value);
    else
        printf(" %9s %9s %7.2f %8s  %s\n", "-", "-", row->plan_seconds, "not run",
               status == PM_OK ? "" : pm_message());
    fflush(stdout);
}

void bench_tree_head(void)
{
    printf("%-24s %5s %6s %5s %5s %4s %9s %9s %9s %9s %7s %8s  %s\n", "graph", "n", "edges",
           "cores", "order", "w", "predicted", "and bytes", "counted", "and bytes", "plan s",
           "run s", "mod 2^61-1");
}

int bench_tree_row(const struct cli *cli, const char *name, const pm_problem *problem)
{
    const struct pm_limits limits = {
        .memory = cli->solve.memory ? cli->solve.memory : default_memory,
        .threads = cli->solve.threads > 0 ? cli->solve.threads : pm_machine_threads(),
        .seconds = cli->solve.seconds > 0 ? cli->solve.seconds : default_seconds,
    };
    struct row row = {.value = 1};
    const pm_status status = measure(&row, problem, &limits);

    put(name, problem, &row, status);
    return status == PM_OK || status == PM_UNABLE ? CLI_ANSWERED : cli_fail(cli, status, name);
}

static int bench_file(const struct cli *cli, const char *directory, const char *file)
{
    pm_problem *problem = NULL;
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", directory, file);
    pm_status status = pm_problem_read_mtx(&problem, path);
    if (status == PM_OK)
        status = pm_problem_to_pattern(problem);
    if (status != PM_OK)
        return cli_fail(cli, status, NULL);
    const int result = bench_tree_row(cli, file, problem);
    pm_problem_free(problem);
    return result;
}

static int is_mtx(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);

    return length > 4 && strcmp(entry->d_name + length - 4, ".mtx") == 0;
}

int bench_tree(const struct cli *cli, int count, const char *const *operand)
{
    const char *const directory = bench_directory(cli, count, operand);
    struct dirent **list = NULL;
    int status = CLI_ANSWERED;

    if (directory == NULL)
        return CLI_USAGE;
    const int files = scandir(directory, &list, is_mtx, alphasort);
    if (files < 0)
        return cli_fail(cli, PM_IO, directory);
    bench_tree_head();
    for (int i = 0; i < files; i++) {
        status = cli_worse(status, bench_file(cli, directory, list[i]->d_name));
        free(list[i]);
    }
    free(list);
    return status;
}
