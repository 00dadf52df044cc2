/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench dense: the speed of the dense walk, compared with the machine's peak.
 *
 * For each instruction set: the rate of independent fused multiply-adds; and the rate of the walk
 * in rows times sign vectors per second, for a matrix of each kind of numbers, also as a fraction
 * of what those multiply-adds allow, with the instructions that each needs.  Every figure is the
 * best of many short runs in turn, so that other programs disturb little.  Then the same with all
 * threads; the whole permanent; and the paper's baselines on a smaller matrix. */
#include "base/alloc.h"
#include "base/clock.h"
#include "bench/bench.h"
#include "bench/measured.h"
#include "bench/modes.h"
#include "bench/peak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BASELINE_ORDER = 20,
    TURNS = 60,           /* a figure is the best of this many short runs */
    PEAK_ROUNDS = 200000, /* of BENCH_PEAK_FMAS instructions: about a millisecond */
};

/* ------------------------------------------------------------------ rates */

static double peak_rate(const struct pm_isa *isa)
{
    const double start = pm_clock();
    volatile double sink = bench_peak(isa, PEAK_ROUNDS);

    (void)sink;
    return (double)PEAK_ROUNDS * BENCH_PEAK_FMAS * isa->width / (pm_clock() - start);
}

/* Walks one unit on each thread. */
static double walk_rate(struct pm_sign_walk *walk, const struct pm_isa *isa, int n, int threads)
{
    const double start = pm_clock();

    walk->isa = isa;
#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (int k = 0; k < threads; k++) {
        struct pm_part part;
        pm_sign_walk_unit(&part, walk, (uint64_t)k % pm_dense_units(n));
    }
    return threads * ldexp(n, pm_dense_log_unit(n)) / (pm_clock() - start);
}

struct rates {
    double peak, walk[BENCH_NUMBERS], all[BENCH_NUMBERS]; /* with one thread; with all threads */
};

static struct rates measure(const struct pm_isa *isa, struct pm_sign_walk *const *walk, int n,
                            int threads)
{
    const int turns = isa->width > 1 ? TURNS : TURNS / 20;
    struct rates best = {0, {0}, {0}};

    for (int turn = 0; turn < turns; turn++) {
        best.peak = fmax(best.peak, peak_rate(isa));
        for (int kind = 0; kind < BENCH_NUMBERS; kind++) {
            best.walk[kind] = fmax(best.walk[kind], walk_rate(walk[kind], isa, n, 1));
            best.all[kind] = fmax(best.all[kind], walk_rate(walk[kind], isa, n, threads));
        }
    }
    return best;
}

static const struct table_column rate_columns[] = {
    {"n", -3},       {"set", -9},    {"numbers", -10}, {"fma/s", 9}, {"rate", 9},
    {"of fma/s", 9}, {"threads", 7}, {"rate", 9},      {"gain", 6},  {NULL, 0},
};

static void put_rates(struct table *t, const struct pm_isa *isa, const struct rates *r, int n,
                      int threads)
{
    for (int kind = 0; kind < BENCH_NUMBERS; kind++) {
        const struct bench_numbers_of *const numbers = &bench_numbers_of[kind];
        /* the compiler may turn each portable fma into a function call */
        const double share = isa->width > 1 ? numbers->instructions * r->walk[kind] / r->peak : NAN;

        table_put(t, "%d\t%s\t%s\t%.3g\t%.3g\t%.3f\t%d\t%.3g\t%.2f\n", n, isa->name, numbers->name,
                  r->peak, r->walk[kind], share, threads, r->all[kind],
                  r->all[kind] / r->walk[kind]);
    }
}

static pm_status table_of_sets(const struct bench *b, int n)
{
    struct pm_sign_walk *walk[BENCH_NUMBERS] = {NULL};
    struct table t;
    pm_status status = PM_OK;

    for (int kind = 0; kind < BENCH_NUMBERS; kind++)
        PM_TRY_GOTO(status, bench_walk_open(&walk[kind], n, (enum bench_numbers)kind), done);
    table_start(&t, b->cli->csv, rate_columns);
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++) {
        const struct rates rates = measure(*isa, walk, n, b->threads);
        put_rates(&t, *isa, &rates, n, b->threads);
    }
done:
    for (int kind = 0; kind < BENCH_NUMBERS; kind++)
        pm_sign_walk_free(walk[kind]);
    return status;
}

/* ------------------------------------------------------------------ whole permanents */

static const struct table_column engine_columns[] = {
    {"engine", -10}, {"numbers", -8}, {"n", 5},  {"threads", 8},
    {"seconds", 10}, {"rate", 10},    {NULL, 0},
};

static void put_whole(struct table *t, const char *engine, const char *numbers, int n, int threads,
                      double seconds)
{
    table_put(t, "%s\t%s\t%d\t%d\t%.4f\t%.3g\n", engine, numbers, n, threads, seconds,
              ldexp(n, n - 1) / seconds);
}

/* Runs an engine; a dash if it would take longer than the limit. */
static pm_status run_engine(struct table *t, const struct bench *b, const char *engine,
                            enum bench_numbers kind, int n, int threads)
{
    pm_options options = b->options;
    struct pm_matrix *a;
    pm_problem *problem;
    pm_answer *answer = NULL;

    options.engine = engine;
    options.reduce = "none";
    options.precision = PM_PRECISION_DOUBLE;
    options.threads = threads;
    options.gpus = PM_GPUS_NONE;
    PM_TRY(bench_random(&a, n, kind));
    PM_TRY(bench_problem(&problem, a));
    const pm_status status = pm_solve(&answer, problem, &options);
    if (status == PM_OK || status == PM_UNABLE)
        put_whole(t, engine, bench_numbers_of[kind].name, n, threads,
                  status == PM_OK ? pm_answer_seconds(answer) : NAN);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return status == PM_UNABLE ? PM_OK : status;
}

/* Lundow and Markstrom's parallel Ryser: rows times subsets per second of a thread, for
 * predictions; and its row. */
static const double lundow_rate = 2e9;

static pm_status run_lundow(struct table *t, const struct bench *b, int n, int threads)
{
    double seconds = NAN, *column = NULL;
    struct pm_matrix *a;
    pm_status status = PM_OK;

    PM_TRY(bench_random(&a, n, BENCH_REAL));
    PM_NEW_GOTO(status, column, n * n, done);
    for (int k = 0; k < n * n; k++) /* the matrix is full */
        column[k % n * n + k / n] = fmpq_get_d(a->re + k);
    if (ldexp(n, n - 1) / lundow_rate / threads <= b->limit) {
        const double start = pm_clock();
        const volatile double value = paper_permanent(PAPER_DQ18, column, n, threads).hi;
        seconds = pm_clock() - start;
        (void)value;
    }
    put_whole(t, "lundow", "real", n, threads, seconds);
done:
    free(column);
    pm_matrix_free(a);
    return status;
}

static pm_status table_of_engines(const struct bench *b, int n)
{
    static const char *const baselines[] = {"dense",     "ryser", "glynn",
                                            "recompute", "bbfg",  "sparyser"};
    struct table t;

    putchar('\n');
    table_start(&t, b->cli->csv, engine_columns);
    for (enum bench_numbers kind = BENCH_REAL; kind <= BENCH_COMPLEX; kind++) {
        for (size_t k = 0; k < sizeof baselines / sizeof *baselines; k++)
            PM_TRY(run_engine(&t, b, baselines[k], kind, BASELINE_ORDER, 1));
        PM_TRY(run_engine(&t, b, "dense", kind, n, 1));
        if (b->threads > 1)
            PM_TRY(run_engine(&t, b, "dense", kind, n, b->threads));
    }
    PM_TRY(run_lundow(&t, b, BASELINE_ORDER, 1));
    return run_lundow(&t, b, n, b->threads);
}

int bench_dense(const struct bench *b)
{
    pm_status status = PM_OK;

    for (int k = 0; k < b->orders && status == PM_OK; k++) {
        status = table_of_sets(b, b->order[k]);
        if (status == PM_OK)
            status = table_of_engines(b, b->order[k]);
    }
    return bench_end(b, status);
}
