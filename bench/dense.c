/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench dense: how near the dense walk comes to what the machine can do.
 *
 * For each instruction set: the rate at which it multiplies and adds (independent fused
 * multiply-adds, nothing else), and the rates of the real and the complex walk of a matrix of
 * order ORDER (32 if not given) in rows times sign vectors a second, as shares of what those
 * multiply-adds allow at 1.5 and at 5 instructions for each, in double-double at 7 and at 39; and
 * of walks modulo a prime, for a random 0/1 matrix and for one of large residues, with the time in
 * units of the real walk's. Every figure is the best of many short runs in turn, so that what else
 * the machine does disturbs little.  Then the same with all threads, the whole permanent, and the
 * paper's baselines on a smaller matrix; and sparse matrices (thin.c). */
#include "bench.h"
#include "modes.h"
#include "peak.h"
#include "walk.h"
#include "plan/machine.h"
#include "run/core.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    DEFAULT_ORDER = 32,
    LEAST_ORDER = 22,
    MOST_ORDER = 64,
    BASELINE_ORDER = 20,
    TURNS = 60,           /* short runs that a figure is the best of */
    PEAK_ROUNDS = 200000, /* of BENCH_PEAK_FMAS instructions: about a millisecond */
};

static const double default_seconds =
    10; /* the whole permanent is computed if it takes no longer */

static double peak_rate(const struct pm_isa *isa)
{
    const double start = pm_clock();
    volatile double sink = bench_peak(isa, PEAK_ROUNDS);

    (void)sink;
    return (double)PEAK_ROUNDS * BENCH_PEAK_FMAS * isa->width / (pm_clock() - start);
}

static void one_unit(const struct bench_walk *walk, const struct pm_isa *isa, uint64_t unit)
{
    struct pm_part part;

    if (walk->floating != NULL) {
        walk->floating->isa = isa;
        pm_dense_unit(&part, walk->floating, unit);
    } else {
        walk->modular->isa = isa;
        pm_modular_unit(&part, walk->modular, unit);
    }
}

/* A unit on each thread. */
static double walk_rate(const struct bench_walk *walk, const struct pm_isa *isa, int n, int threads)
{
    const double start = pm_clock();

#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (int k = 0; k < threads; k++)
        one_unit(walk, isa, (uint64_t)k % pm_dense_units(n));
    return threads * ldexp(n, pm_dense_log_unit(n)) / (pm_clock() - start);
}

struct rates {
    double peak, walk[BENCH_NUMBERS], all[BENCH_NUMBERS]; /* on one thread; on all threads */
};

static struct rates measure(const struct pm_isa *isa, const struct bench_walk *walk, int n,
                            int threads)
{
    const int turns = isa->width > 1 ? TURNS : TURNS / 20;
    struct rates best = {0, {0}, {0}};

    for (int turn = 0; turn < turns; turn++) {
        best.peak = fmax(best.peak, peak_rate(isa));
        for (int kind = 0; kind < BENCH_NUMBERS; kind++) {
            best.walk[kind] = fmax(best.walk[kind], walk_rate(&walk[kind], isa, n, 1));
            if (threads > 1)
                best.all[kind] = fmax(best.all[kind], walk_rate(&walk[kind], isa, n, threads));
        }
    }
    return best;
}

static void put_rates(const struct pm_isa *isa, const struct rates *r, int threads)
{
    static const double instructions[] = {1.5, 5, 7, 39}; /* for a row and a sign vector */
    const double *const walk = r->walk;

    printf("%-9s %9.3g", isa->name, r->peak);
    for (int kind = BENCH_REAL; kind <= BENCH_COMPLEX_DD; kind++)
        if (isa->width > 1)
            printf(" %9.3g %6.1f%%", walk[kind], 100 * instructions[kind] * walk[kind] / r->peak);
        else /* the compiler may make a call of each fma */
            printf(" %9.3g %7s", walk[kind], "-");
    printf(" %9.3g %5.2f x %9.3g %5.2f x\n", walk[BENCH_PATTERN],
           walk[BENCH_REAL] / walk[BENCH_PATTERN], walk[BENCH_LARGE],
           walk[BENCH_REAL] / walk[BENCH_LARGE]);
    if (threads > 1)
        printf("%3d threads%9s %7.2f x %17.2f x %17.2f x %17.2f x %17.2f x %17.2f x\n", threads, "",
               r->all[BENCH_REAL] / walk[BENCH_REAL], r->all[BENCH_COMPLEX] / walk[BENCH_COMPLEX],
               r->all[BENCH_DD] / walk[BENCH_DD], r->all[BENCH_COMPLEX_DD] / walk[BENCH_COMPLEX_DD],
               r->all[BENCH_PATTERN] / walk[BENCH_PATTERN],
               r->all[BENCH_LARGE] / walk[BENCH_LARGE]);
    fflush(stdout);
}

static pm_status table_of_sets(int n, int threads)
{
    struct bench_walk walk[BENCH_NUMBERS] = {{NULL, NULL}};
    pm_status status = PM_OK;

    for (int kind = 0; kind < BENCH_NUMBERS && status == PM_OK; kind++)
        status = bench_walk_open(&walk[kind], n, (enum bench_numbers)kind);
    if (status == PM_OK)
        printf("n = %d\n%-9s %9s %9s %7s %9s %7s %9s %7s %9s %7s %9s %7s %9s %7s\n", n, "set",
               "fma/s", "real", "of /1.5", "complex", "of /5", "real dd", "of /7", "cplx dd",
               "of /39", "0/1 mod p", "/ real", "mod p", "/ real");
    for (const struct pm_isa *const *isa = pm_isa_list(); status == PM_OK && *isa != NULL; isa++) {
        const struct rates rates = measure(*isa, walk, n, threads);
        put_rates(*isa, &rates, threads);
    }
    for (int kind = 0; kind < BENCH_NUMBERS; kind++)
        bench_walk_close(&walk[kind]);
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
    PM_TRY(bench_random(&a, n, complex_values ? BENCH_COMPLEX : BENCH_REAL));
    const struct pm_core core = {.a = a};
    pm_value_init(&value);
    status = engine->cost(&way.cost, &core, way.number, &planner.limits);
    way.seconds = way.cost.steps / engine->rate[way.number];
    if (status == PM_OK && way.seconds / threads <= limit) {
        const double start = pm_clock();
        status = pm_core_alone(&value, a, &way, &planner);
        *seconds = pm_clock() - start;
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

/* Lundow and Markstrom's parallel Ryser, real: rows times subsets that a thread does in a second,
 * for predictions, and its line. */
static const double lundow_rate = 2e9;

static pm_status put_lundow(int n, int threads, double limit)
{
    struct pm_matrix *a;
    double *column;

    if (ldexp(n, n - 1) / lundow_rate / threads > limit) {
        printf("%-10s %-8s %5d %8d %10s %10s\n", "lundow", "real", n, threads, "not run", "-");
        return PM_OK;
    }
    PM_TRY(bench_random(&a, n, BENCH_REAL));
    PM_NEW(column, n * n);
    for (int k = 0; k < n * n; k++) /* it is full */
        column[k % n * n + k / n] = fmpq_get_d(a->re + k);
    const double start = pm_clock();
    const volatile double value = paper_permanent(PAPER_DQ18, column, n, threads).hi;
    const double seconds = pm_clock() - start;
    (void)value;
    printf("%-10s %-8s %5d %8d %10.4f %10.3g\n", "lundow", "real", n, threads, seconds,
           ldexp(n, n - 1) / seconds);
    fflush(stdout);
    free(column);
    pm_matrix_free(a);
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
    if (status == PM_OK)
        status = put_lundow(BASELINE_ORDER, 1, limit);
    if (status == PM_OK)
        status = put_lundow(n, threads, limit);
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
    if (status == PM_OK)
        status = bench_thin();
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "dense");
}
