/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench sweep: the exact sweep engine on lattices and on patterns of matrices, compared with the
 * tree engine.
 *
 * For each: vertices of the widest frontier, numbers of the longest vector, slices; additions for
 * one prime, and the number of primes that the proved bound requires; predicted and measured
 * seconds for all primes, with all threads; from the measured ones, nanoseconds for each addition
 * and bytes moved per second, if every tile in cache is read and written once; the vector's bytes;
 * and the tree engine's seconds.  Cases that are predicted to take longer than the limit are not
 * run.  Both engines must give the same number. */
#include "bench/bench.h"
#include "engine/sweep/sweep.h"
#include "base/clock.h"
#include "plan/choice.h"
#include "reduce/reduce.h"
#include "run/core.h"
#include "tools/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t default_memory = UINT64_C(16) << 30;

extern const struct pm_engine pm_engine_tree;

/* Names that end in .mtx are files in the directory that the environment variable PM_DATA names. */
static const char *const cases[] = {
    "king-12x12",  "king-16x16",   "king-20x20",   "king-24x24",  "box-4x4x6",    "box-5x5x6",
    "box-6x6x6",   "knight-10x10", "knight-12x12", "torus-12x12", "dwt_59.mtx",   "can_96.mtx",
    "mesh1e1.mtx", "pde225.mtx",   "sphere2.mtx",  "dwt_209.mtx", "lshp_265.mtx", "bcsstk05.mtx",
    "king-26x26",  "king-28x28",   "king-30x30",   "can_161.mtx", "gre_216a.mtx",
};

const char *bench_sweep_name(int k)
{
    return k < (int)(sizeof cases / sizeof *cases) ? cases[k] : NULL;
}

static const struct table_column columns[] = {
    {"instance", -14}, {"w", 3},      {"states", 9},       {"slices", 6},
    {"additions", 9},  {"primes", 6}, {"predicted s", 11}, {"sweep s", 8},
    {"ns/add", 7},     {"GB/s", 6},   {"MB", 8},           {"tree s", 8},
    {"answers", -9},   {NULL, 0},
};

/* The result of one engine for all cores. */
struct result {
    struct pm_value value;
    double predicted, seconds; /* NAN: not run */
    double width, states, slices, additions, touched, bytes, primes;
};

static void note_choice(struct result *r, const struct pm_way *way)
{
    const struct pm_sweep_choice *const c = way->cost.choice;
    if (way->engine != &pm_engine_sweep || c == NULL)
        return;
    r->width = fmax(r->width, c->order->counts.width);
    r->states = fmax(r->states, c->order->counts.states);
    r->slices = fmax(r->slices, (double)way->cost.units);
    r->additions += c->additions;
    r->touched += way->rings * c->touched;
    r->bytes = fmax(r->bytes, way->cost.bytes);
    r->primes = fmax(r->primes, way->rings);
}

/* Runs one engine on one core, unless all cores so far are predicted to take too long. */
static pm_status run_core(struct result *r, const struct pm_core *core,
                          const struct pm_engine *engine, const struct pm_limits *limits)
{
    const struct pm_planner planner = {.ask = {.kind = core->kind, .want = PM_WANT_EXACT},
                                       .policy = {.engine = engine, .limits = *limits}};
    struct pm_value value;
    struct pm_way way;
    PM_TRY(pm_way_find(&way, core, &planner, NULL));
    note_choice(r, &way);
    r->predicted += way.seconds / limits->threads;
    if (r->predicted > limits->seconds)
        r->seconds = NAN;
    pm_status status = PM_OK;
    if (!isnan(r->seconds)) {
        const double start = pm_clock();
        pm_value_init(&value);
        status = pm_core_alone(&value, core->a, &way, limits);
        r->seconds += pm_clock() - start;
        if (status == PM_OK)
            pm_value_mul(&r->value, &value);
        pm_value_clear(&value);
    }
    pm_way_clear(&way);
    return status;
}

static pm_status run_engine(struct result *r, const struct pm_reduction *reduction,
                            const struct pm_engine *engine, const struct pm_limits *limits)
{
    pm_status status = PM_OK;
    pm_value_set_gauss(&r->value, &reduction->factor);
    for (size_t k = 0; k < reduction->cores && status == PM_OK; k++) {
        const struct pm_core core = {.a = reduction->core[k], .kind = reduction->kind[k]};
        status = run_core(r, &core, engine, limits);
    }
    if (status != PM_OK)
        r->seconds = NAN;
    return status == PM_UNABLE ? PM_OK : status;
}

static bool put(struct table *t, const char *name, const struct result *sweep,
                const struct result *tree)
{
    const bool both = !isnan(sweep->seconds) && !isnan(tree->seconds);
    const bool same = pm_gauss_equal(&sweep->value.centre, &tree->value.centre);
    table_put(t, "%s\t%.0f\t%.3g\t%.0f\t%.3g\t%.0f\t%.3g\t%.3f\t%.3f\t%.2f\t%.1f\t%.3f\t%s\n", name,
              sweep->width, sweep->states, sweep->slices, sweep->additions, sweep->primes,
              sweep->predicted, sweep->seconds,
              1e9 * sweep->seconds / (sweep->additions * sweep->primes),
              4e-9 * sweep->touched / sweep->seconds, 1e-6 * sweep->bytes, tree->seconds,
              !both  ? ""
              : same ? "same"
                     : "WRONG");
    return same || !both;
}

static int run_case(struct table *t, const struct bench *b, const char *name,
                    const pm_problem *problem)
{
    const struct pm_limits limits = {
        .memory = b->options.memory > 0 ? b->options.memory : default_memory,
        .threads = b->threads,
        .seconds = b->limit,
    };
    struct result sweep = {.seconds = 0}, tree = {.seconds = 0};
    struct pm_reduction reduction;
    unsigned rules;
    bool good = true;
    pm_status status = pm_rules_parse(&rules, NULL, "split");
    if (status == PM_OK)
        status = pm_reduce(&reduction, problem->a, problem->kind, rules);
    if (status != PM_OK)
        return cli_fail(b->cli, status, name);
    pm_value_init(&sweep.value);
    pm_value_init(&tree.value);
    status = run_engine(&sweep, &reduction, &pm_engine_sweep, &limits);
    if (status == PM_OK)
        status = run_engine(&tree, &reduction, &pm_engine_tree, &limits);
    if (status == PM_OK)
        good = put(t, name, &sweep, &tree);
    pm_value_clear(&sweep.value);
    pm_value_clear(&tree.value);
    pm_reduction_clear(&reduction);
    return status != PM_OK ? cli_fail(b->cli, status, name) : good ? CLI_ANSWERED : CLI_WRONG;
}

/* *problem stays NULL for a file if PM_DATA is not set. */
static pm_status read_case(pm_problem **problem, const char *name)
{
    const char *const directory = getenv("PM_DATA");
    char path[4096];

    if (strstr(name, ".mtx") == NULL)
        return bench_lattice(problem, name);
    if (directory == NULL)
        return PM_OK;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    PM_TRY(pm_problem_read_mtx(problem, path));
    return pm_problem_to_pattern(*problem);
}

int bench_sweep(const struct bench *b)
{
    int result = CLI_ANSWERED;
    const char *name;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (int k = 0; (name = bench_sweep_name(k)) != NULL; k++) {
        pm_problem *problem = NULL;
        if (!bench_asked(b, name))
            continue;
        const pm_status status = read_case(&problem, name);
        if (status != PM_OK)
            result = cli_worse(result, cli_fail(b->cli, status, name));
        else if (problem != NULL)
            result = cli_worse(result, run_case(&t, b, name, problem));
        pm_problem_free(problem);
    }
    return result;
}
