/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench dense: how near the dense walk comes to what the machine can do.
 *
 * For each instruction set: the rate at which it multiplies and adds (independent fused
 * multiply-adds, nothing else), and the rates of the real and the complex walk of a matrix of
 * order ORDER (32 if not given) in rows times sign vectors a second, as shares of what those
 * multiply-adds allow at 1.5 and at 5 instructions for each.  Every figure is the best of many
 * short runs in turn, so that what else the machine does disturbs little.  Then the same with all
 * threads, the whole permanent, and the paper's baselines on a smaller matrix. */
#include "base/alloc.h"
#include "bench.h"
#include "engine/dense/dense.h"
#include "plan/machine.h"
#include "run/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    DEFAULT_ORDER = 32,
    LEAST_ORDER = PM_LOG_UNIT + 1, /* a whole unit of the walk */
    MOST_ORDER = 64,
    BASELINE_ORDER = 20,
    TURNS = 60,           /* short runs that a figure is the best of */
    PEAK_ROUNDS = 200000, /* of PM_PEAK_FMAS instructions: about a millisecond */
};

static const double default_seconds =
    10; /* the whole permanent is computed if it takes no longer */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Entries k / 1000 in (0, 1), in both parts where the matrix is complex. */
static pm_status random_matrix(struct pm_matrix **a, int n, bool complex_values)
{
    pm_status status = PM_OK;
    uint32_t state = 12345;

    PM_TRY(pm_matrix_new(a, n, n, n * n, complex_values));
    for (int k = 0; k < n * n; k++) {
        (*a)->col[k] = k % n;
        for (int part = 0; part <= complex_values; part++) {
            state = state * 1664525 + 1013904223;
            fmpq_set_si((part == 0 ? (*a)->re : (*a)->im) + k, 1 + (state >> 16) % 999, 1000);
        }
    }
    for (int i = 0; i <= n; i++)
        (*a)->start[i] = i * n;
    return status;
}

/* The walk of a random matrix. */
static pm_status random_walk(struct pm_dense **dense, int n, bool complex_values)
{
    struct pm_matrix *a;
    struct pm_dense_rows rows;

    PM_TRY(random_matrix(&a, n, complex_values));
    pm_status status = pm_dense_rows_init(&rows, a, complex_values ? 2 : 1);
    if (status == PM_OK) {
        status = pm_dense_new(dense, &rows);
        pm_dense_rows_clear(&rows);
    }
    pm_matrix_free(a);
    return status;
}

static double peak_rate(const struct pm_isa *isa)
{
    const double start = now();
    volatile double sink = isa->fma_peak(PEAK_ROUNDS);

    (void)sink;
    return (double)PEAK_ROUNDS * PM_PEAK_FMAS * isa->width / (now() - start);
}

/* One unit on each thread. */
static double walk_rate(const struct pm_dense *dense, int threads)
{
    const double start = now();

#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (int k = 0; k < threads; k++) {
        struct pm_part part;
        pm_dense_unit(&part, dense, (uint64_t)k % pm_dense_units(dense->n));
    }
    return threads * ldexp(dense->n, PM_LOG_UNIT) / (now() - start);
}

struct rates {
    double peak, real, complex_ones, real_all, complex_all; /* ..._all: all threads */
};

static void better(double *best, double rate)
{
    *best = fmax(*best, rate);
}

static struct rates measure(const struct pm_isa *isa, struct pm_dense *const walk[2], int threads)
{
    const int turns = isa->width > 1 ? TURNS : TURNS / 20;
    struct rates best = {0, 0, 0, 0, 0};

    walk[0]->isa = walk[1]->isa = isa;
    for (int turn = 0; turn < turns; turn++) {
        better(&best.peak, peak_rate(isa));
        better(&best.real, walk_rate(walk[0], 1));
        better(&best.complex_ones, walk_rate(walk[1], 1));
        if (threads > 1) {
            better(&best.real_all, walk_rate(walk[0], threads));
            better(&best.complex_all, walk_rate(walk[1], threads));
        }
    }
    return best;
}

static void put_rates(const struct pm_isa *isa, const struct rates *r, int threads)
{
    printf("%-10s %10.3g %10.3g %7.1f%% %10.3g %7.1f%%", isa->name, r->peak, r->real,
           100 * r->real * 1.5 / r->peak, r->complex_ones, 100 * r->complex_ones * 5 / r->peak);
    if (threads > 1)
        printf(" %7.2f x %6.2f x", r->real_all / r->real, r->complex_all / r->complex_ones);
    putchar('\n');
    fflush(stdout);
}

static pm_status table_of_sets(int n, int threads)
{
    struct pm_dense *walk[2] = {NULL, NULL};
    pm_status status = random_walk(&walk[0], n, false);

    if (status == PM_OK)
        status = random_walk(&walk[1], n, true);
    if (status == PM_OK) {
        printf("n = %d, one thread%s\n", n, threads > 1 ? "; gain of all threads" : "");
        printf("%-10s %10s %10s %8s %10s %8s", "set", "fma/s", "real", "of /1.5", "complex",
               "of /5");
        printf(threads > 1 ? "   real %2d complex\n" : "\n", threads);
    }
    for (const struct pm_isa *const *isa = pm_isa_list(); status == PM_OK && *isa != NULL; isa++) {
        const struct rates rates = measure(*isa, walk, threads);
        put_rates(*isa, &rates, threads);
    }
    pm_dense_free(walk[0]);
    pm_dense_free(walk[1]);
    return status;
}

/* A whole permanent by an engine; 0 seconds where it would take longer than `limit`. */
static pm_status whole(double *seconds, const struct pm_engine *engine, int n, bool complex_values,
                       int threads, double limit)
{
    const struct pm_planner planner = {
        .want = PM_WANT_FLOATING,
        .engine = engine,
        .limits = {.memory = pm_machine_memory(), .threads = threads},
    };
    struct pm_way way = {
        .engine = engine, .number = complex_values ? PM_COMPLEX : PM_REAL, .rings = 1};
    struct pm_matrix *a;
    struct pm_value value;
    pm_status status;

    *seconds = 0;
    PM_TRY(random_matrix(&a, n, complex_values));
    const struct pm_core core = {.a = a};
    pm_value_init(&value);
    status = engine->cost(&way.cost, &core, way.number, &planner.limits);
    if (status == PM_OK && way.cost.steps / engine->rate[way.number] / threads <= limit) {
        const double start = now();
        status = pm_run_way(&value, a, &way, &planner);
        *seconds = now() - start;
    }
    pm_value_clear(&value);
    pm_matrix_free(a);
    return status;
}

/* One line per number type: name, order, seconds, rate. */
static pm_status put_whole(const char *name, int n, int threads, double limit)
{
    for (int complex_values = 0; complex_values <= 1; complex_values++) {
        const char *const number = complex_values ? "complex" : "real";
        double seconds;
        PM_TRY(whole(&seconds, pm_engine_find(name), n, complex_values, threads, limit));
        if (seconds > 0)
            printf("%-10s %-8s %5d %8d %10.4f %10.3g\n", name, number, n, threads, seconds,
                   ldexp(n, n - 1) / seconds);
        else
            printf("%-10s %-8s %5d %8d %10s %10s\n", name, number, n, threads, "not run", "-");
        fflush(stdout);
    }
    return PM_OK;
}

static pm_status table_of_engines(int n, int threads, double limit)
{
    static const char *const baselines[] = {"dense",     "ryser", "glynn",
                                            "recompute", "bbfg",  "sparyser"};
    pm_status status = PM_OK;

    printf("\n%-10s %-8s %5s %8s %10s %10s\n", "engine", "numbers", "n", "threads", "seconds",
           "rate");
    status = put_whole("dense", n, 1, limit);
    if (status == PM_OK && threads > 1)
        status = put_whole("dense", n, threads, limit);
    for (size_t k = 0; status == PM_OK && k < sizeof baselines / sizeof *baselines; k++)
        status = put_whole(baselines[k], BASELINE_ORDER, 1, limit);
    return status;
}

int bench_dense(const struct cli *cli, int count, const char *const *operand)
{
    const int threads = cli->solve.threads > 0 ? cli->solve.threads : pm_machine_threads();
    const double limit = cli->solve.seconds > 0 ? cli->solve.seconds : default_seconds;
    const int n = count > 0 ? atoi(operand[0]) : DEFAULT_ORDER;

    if (n < LEAST_ORDER || n > MOST_ORDER)
        return cli_usage(cli->program, "dense: ORDER is %d to %d, not '%s'", LEAST_ORDER,
                         MOST_ORDER, operand[0]);
    pm_status status = table_of_sets(n, threads);
    if (status == PM_OK)
        status = table_of_engines(n, threads, limit);
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "dense");
}
