/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench tree: the tree engine on every matrix of a directory, as patterns, modulo 2^61 - 1.
 *
 * For each: order and entries; number of cores that the reductions leave, the order of the largest
 * and the largest width; predicted and counted steps; largest number of bytes of tables at any
 * time; seconds for reductions and search, and for the tables; the permanent of the pattern modulo
 * 2^61 - 1.  Cases that are predicted to take longer than the limit are not run. */
#include "base/alloc.h"
#include "base/clock.h"
#include "bench/bench.h"
#include "engine/engine.h"
#include "engine/tree/tree_kernels.h"
#include "model/problem.h"
#include "reduce/reduce.h"
#include "tools/say.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const uint64_t prime = UINT64_C(2305843009213693951);
static const uint64_t default_memory = UINT64_C(16) << 30;

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

/* Runs all slices of one core, and multiplies row->value by their sum. */
static pm_status run_core(struct row *row, const struct pm_core *core,
                          const struct pm_layout *layout, const struct pm_limits *limits)
{
    const struct pm_ring ring = pm_ring_mod(prime);
    struct pm_image *image;
    uint64_t sum = 0;
    pm_status status = PM_OK;

    PM_TRY(pm_image_new(&image, core->a, &ring));
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

static struct pm_core core_of(const struct pm_reduction *reduction, size_t k)
{
    return (struct pm_core){.a = reduction->core[k], .kind = reduction->kind[k]};
}

static pm_status plan_core(struct row *row, struct pm_cost *cost, const struct pm_core *core,
                           const struct pm_limits *limits)
{
    PM_TRY(pm_engine_tree.cost(cost, core, PM_MOD, limits));
    const struct pm_layout *const layout = cost->choice;
    if (layout == NULL)
        return PM_OK;
    row->predicted += layout->cost * (double)cost->units;
    row->room = fmax(row->room, (layout->width > 64 ? 24 : 16) * layout->keys);
    row->width = layout->width > row->width ? layout->width : row->width;
    row->order = core->a->rows > row->order ? core->a->rows : row->order;
    return PM_OK;
}

/* Plans all cores, then runs them unless they are predicted to take too long. */
static pm_status run_cores(struct row *row, const struct pm_reduction *reduction,
                           const struct pm_limits *limits)
{
    const double start = pm_clock(), rate = pm_engine_tree.rate[PM_MOD] * limits->threads;
    struct pm_cost *cost;
    pm_status status = PM_OK;

    PM_NEW(cost, reduction->cores + 1);
    for (size_t k = 0; k < reduction->cores; k++) {
        const struct pm_core core = core_of(reduction, k);
        PM_TRY_GOTO(status, plan_core(row, &cost[k], &core, limits), done);
    }
    const double end = pm_clock();
    row->plan_seconds += end - start;
    if (row->predicted / rate > limits->seconds)
        goto done;
    for (size_t k = 0; k < reduction->cores; k++) {
        const struct pm_core core = core_of(reduction, k);
        if (cost[k].choice != NULL)
            PM_TRY_GOTO(status, run_core(row, &core, cost[k].choice, limits), done);
    }
    row->ran = true;
    row->seconds = pm_clock() - end;
done:
    for (size_t k = 0; k < reduction->cores; k++)
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

const struct table_column bench_tree_columns[] = {
    {"graph", -24}, {"n", 5},         {"edges", 6},        {"cores", 5},   {"order", 5},
    {"w", 4},       {"predicted", 9}, {"room B", 9},       {"counted", 9}, {"peak B", 9},
    {"plan s", 7},  {"run s", 8},     {"mod 2^61-1", -10}, {NULL, 0},
};

static void put(struct table *t, const char *name, const pm_problem *problem, const struct row *row,
                pm_status status)
{
    table_put(t, "%s\t%d\t%zu\t%d\t%d\t%d\t%.2g\t%.2g", name, pm_problem_rows(problem),
              pm_problem_entries(problem), row->cores, row->order, row->width, row->predicted,
              row->room);
    if (row->ran)
        table_put(t, "%.2g\t%.2g\t%.2f\t%.3f\t%" PRIu64 "\n", row->counted, row->bytes,
                  row->plan_seconds, row->seconds, row->value);
    else
        table_put(t, "nan\tnan\t%.2f\tnan\t%s\n", row->plan_seconds,
                  status == PM_OK ? "not run" : pm_message());
}

int bench_tree_row(struct table *t, const struct bench *b, const char *name,
                   const pm_problem *problem)
{
    const struct pm_limits limits = {
        .memory = b->options.memory > 0 ? b->options.memory : default_memory,
        .threads = b->threads,
        .seconds = b->limit,
    };
    struct row row = {.value = 1};
    const pm_status status = measure(&row, problem, &limits);

    put(t, name, problem, &row, status);
    return status == PM_OK || status == PM_UNABLE ? CLI_ANSWERED : cli_fail(b->cli, status, name);
}

struct rows {
    struct table table;
    const struct bench *b;
};

static int run_file(void *context, const char *name, const char *path)
{
    struct rows *const rows = context;
    const struct bench *const b = rows->b;
    pm_problem *problem = NULL;
    pm_status status = pm_problem_read_mtx(&problem, path);

    if (status == PM_OK)
        status = pm_problem_to_pattern(problem);
    const int result = status == PM_OK ? bench_tree_row(&rows->table, b, name, problem)
                                       : cli_fail(b->cli, status, NULL);
    pm_problem_free(problem);
    return result;
}

int bench_tree(const struct bench *b)
{
    const char *const directory = bench_directory(b);
    struct rows rows = {.b = b};

    if (directory == NULL)
        return CLI_USAGE;
    table_start(&rows.table, b->cli->csv, bench_tree_columns);
    return bench_files(b, directory, run_file, &rows);
}
