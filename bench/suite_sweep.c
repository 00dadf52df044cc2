/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench sweep: the exact sweep engine on lattices and on patterns of matrices, compared with the
 * tree engine.
 *
 * For each: vertices; slices; additions for one prime, and the number of primes that the proved
 * bound requires; predicted and measured seconds for all primes; from the measured ones,
 * nanoseconds for each addition; the bytes of the tables; and the tree engine's seconds.  Cases
 * that are predicted to take longer than the limit are not run.  Both engines must give the same
 * number. */
#include "bench/bench.h"
#include "tools/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t default_memory = UINT64_C(16) << 30;

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
    {"instance", -14},   {"n", 5},       {"slices", 6}, {"additions", 9}, {"primes", 6},
    {"predicted s", 11}, {"sweep s", 8}, {"ns/add", 7}, {"MB", 8},        {"tree s", 8},
    {"answers", -9},     {NULL, 0},
};

/* The result of one engine. */
struct result {
    struct bench_plan plan;
    char *value;    /* NULL: not run */
    double seconds; /* without planning; NAN: not run */
};

/* Runs an engine, unless it is predicted to take longer than the limit. */
static pm_status run_engine(struct result *r, const struct bench *b, const pm_problem *problem,
                            const char *engine)
{
    pm_options options = b->options;
    pm_answer *answer = NULL;

    options.engine = engine;
    options.no_reduce = "split";
    options.precision = PM_PRECISION_EXACT;
    options.gpus = b->gpus > 0 ? b->gpus : PM_GPUS_NONE;
    options.threads = b->threads;
    options.memory = options.memory > 0 ? options.memory : default_memory;
    *r = (struct result){.seconds = NAN};
    options.seconds = 0;
    pm_status status = bench_plan(&r->plan, problem, &options);
    if (status != PM_OK || r->plan.seconds > b->limit)
        return status;
    status = pm_solve(&answer, problem, &options);
    if (status == PM_OK) {
        r->seconds = pm_answer_seconds(answer) - pm_answer_spent(answer, PM_PLANNING);
        status = pm_answer_text(&r->value, answer, 0);
    }
    pm_answer_free(answer);
    return status;
}

static int run_case(struct table *t, const struct bench *b, const char *name,
                    const pm_problem *problem)
{
    struct result sweep = {.value = NULL}, tree = {.value = NULL};

    pm_status status = run_engine(&sweep, b, problem, "sweep");
    if (status == PM_OK)
        status = run_engine(&tree, b, problem, "tree");
    const bool both = sweep.value != NULL && tree.value != NULL;
    const bool same = both && strcmp(sweep.value, tree.value) == 0;
    const struct bench_plan *const p = &sweep.plan;
    if (status == PM_OK)
        table_put(t, "%s\t%d\t%.0f\t%.3g\t%.0f\t%.3g\t%.3f\t%.2f\t%.1f\t%.3f\t%s\n", name,
                  pm_problem_rows(problem), p->units, p->steps / p->rings, p->rings, p->seconds,
                  sweep.seconds, 1e9 * sweep.seconds / p->steps, 1e-6 * p->bytes, tree.seconds,
                  !both  ? ""
                  : same ? "same"
                         : "WRONG");
    free(sweep.value);
    free(tree.value);
    return status != PM_OK ? cli_fail(b->cli, status, name)
           : both && !same ? CLI_WRONG
                           : CLI_ANSWERED;
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
