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
 * paper's baselines on a smaller matrix; and sparse matrices (bench_thin.c). */
#include "bench.h"
#include "bench_modes.h"
#include "engine/dense/dense.h"
#include "engine/dense/modular.h"
#include "plan/machine.h"
#include "run/run.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    DEFAULT_ORDER = 32,
    LEAST_ORDER = 22,
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

enum entries {
    DECIMAL,    /* k / 1000 in (0, 1) */
    COMPLEX,    /* such numbers in both parts */
    DECIMAL_DD, /* the same in double-double */
    COMPLEX_DD,
    PATTERN, /* 0 or 1 */
    LARGE,   /* above 2^45: residues without structure */
    KINDS
};

static void set_entry(fmpq *x, enum entries kind, uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    const slong k = (slong)(*state >> 16);
    if (kind == PATTERN)
        fmpq_set_si(x, k & 1, 1);
    else if (kind == LARGE)
        fmpq_set_si(x, (WORD(1) << 46) + k, 1);
    else
        fmpq_set_si(x, 1 + k % 999, 1000);
}

static pm_status random_matrix(struct pm_matrix **a, int n, enum entries kind)
{
    struct pm_triplets t;
    pm_status status = PM_OK;
    uint32_t state = 12345;
    const bool complex_values = kind == COMPLEX || kind == COMPLEX_DD;
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    pm_triplets_init(&t, n, n, complex_values);
    for (int k = 0; k < n * n && status == PM_OK; k++) {
        set_entry(re, kind, &state);
        if (complex_values)
            set_entry(im, kind, &state);
        status = pm_triplets_add(&t, k / n, k % n, re, complex_values ? im : NULL);
    }
    if (status == PM_OK)
        status = pm_matrix_from_triplets(a, &t);
    pm_triplets_clear(&t);
    fmpq_clear(im);
    fmpq_clear(re);
    return status;
}

/* The walk of a random matrix; the integer kinds go modulo a prime. */
struct walk {
    struct pm_dense *floating;
    struct pm_modular *modular;
};

static pm_status open_floating(struct walk *walk, const struct pm_matrix *a, enum entries kind)
{
    struct pm_dense_rows rows;

    PM_TRY(pm_dense_rows_init(&rows, a, kind == DECIMAL || kind == DECIMAL_DD ? 1 : 2));
    const pm_status status =
        pm_dense_new(&walk->floating, &rows, kind == DECIMAL || kind == COMPLEX ? 1 : 2);
    pm_dense_rows_clear(&rows);
    return status;
}

static pm_status open_modular(struct walk *walk, const struct pm_matrix *a)
{
    const struct pm_ring ring = pm_ring_mod(UINT64_C(281474976710597)); /* 2^48 - 59 */
    struct pm_image *image;

    PM_TRY(pm_image_new(&image, a, &ring));
    const pm_status status = pm_modular_new(&walk->modular, image);
    pm_image_free(image);
    return status;
}

static pm_status open_walk(struct walk *walk, int n, enum entries kind)
{
    struct pm_matrix *a;

    PM_TRY(random_matrix(&a, n, kind));
    const pm_status status =
        kind <= COMPLEX_DD ? open_floating(walk, a, kind) : open_modular(walk, a);
    pm_matrix_free(a);
    return status;
}

static void close_walk(struct walk *walk)
{
    pm_dense_free(walk->floating);
    pm_modular_free(walk->modular);
}

static double peak_rate(const struct pm_isa *isa)
{
    const double start = now();
    volatile double sink = isa->fma_peak(PEAK_ROUNDS);

    (void)sink;
    return (double)PEAK_ROUNDS * PM_PEAK_FMAS * isa->width / (now() - start);
}

static void one_unit(const struct walk *walk, const struct pm_isa *isa, uint64_t unit)
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
static double walk_rate(const struct walk *walk, const struct pm_isa *isa, int n, int threads)
{
    const double start = now();

#pragma omp parallel for num_threads(threads) schedule(static, 1) if (threads > 1)
    for (int k = 0; k < threads; k++)
        one_unit(walk, isa, (uint64_t)k % pm_dense_units(n));
    return threads * ldexp(n, pm_dense_log_unit(n)) / (now() - start);
}

struct rates {
    double peak, walk[KINDS], all[KINDS]; /* on one thread; on all threads */
};

static struct rates measure(const struct pm_isa *isa, const struct walk *walk, int n, int threads)
{
    const int turns = isa->width > 1 ? TURNS : TURNS / 20;
    struct rates best = {0, {0}, {0}};

    for (int turn = 0; turn < turns; turn++) {
        best.peak = fmax(best.peak, peak_rate(isa));
        for (int kind = 0; kind < KINDS; kind++) {
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
    for (int kind = DECIMAL; kind <= COMPLEX_DD; kind++)
        if (isa->width > 1)
            printf(" %9.3g %6.1f%%", walk[kind], 100 * instructions[kind] * walk[kind] / r->peak);
        else /* the compiler may make a call of each fma */
            printf(" %9.3g %7s", walk[kind], "-");
    printf(" %9.3g %5.2f x %9.3g %5.2f x\n", walk[PATTERN], walk[DECIMAL] / walk[PATTERN],
           walk[LARGE], walk[DECIMAL] / walk[LARGE]);
    if (threads > 1)
        printf("%3d threads%9s %7.2f x %17.2f x %17.2f x %17.2f x %17.2f x %17.2f x\n", threads, "",
               r->all[DECIMAL] / walk[DECIMAL], r->all[COMPLEX] / walk[COMPLEX],
               r->all[DECIMAL_DD] / walk[DECIMAL_DD], r->all[COMPLEX_DD] / walk[COMPLEX_DD],
               r->all[PATTERN] / walk[PATTERN], r->all[LARGE] / walk[LARGE]);
    fflush(stdout);
}

static pm_status table_of_sets(int n, int threads)
{
    struct walk walk[KINDS] = {{NULL, NULL}};
    pm_status status = PM_OK;

    for (int kind = 0; kind < KINDS && status == PM_OK; kind++)
        status = open_walk(&walk[kind], n, (enum entries)kind);
    if (status == PM_OK)
        printf("n = %d\n%-9s %9s %9s %7s %9s %7s %9s %7s %9s %7s %9s %7s %9s %7s\n", n, "set",
               "fma/s", "real", "of /1.5", "complex", "of /5", "real dd", "of /7", "cplx dd",
               "of /39", "0/1 mod p", "/ real", "mod p", "/ real");
    for (const struct pm_isa *const *isa = pm_isa_list(); status == PM_OK && *isa != NULL; isa++) {
        const struct rates rates = measure(*isa, walk, n, threads);
        put_rates(*isa, &rates, threads);
    }
    for (int kind = 0; kind < KINDS; kind++)
        close_walk(&walk[kind]);
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
    PM_TRY(random_matrix(&a, n, complex_values ? COMPLEX : DECIMAL));
    const struct pm_core core = {.a = a};
    pm_value_init(&value);
    status = engine->cost(&way.cost, &core, way.number, &planner.limits);
    way.seconds = way.cost.steps / engine->rate[way.number];
    if (status == PM_OK && way.seconds / threads <= limit) {
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
    PM_TRY(random_matrix(&a, n, DECIMAL));
    PM_NEW(column, n * n);
    for (int k = 0; k < n * n; k++) /* it is full */
        column[k % n * n + k / n] = fmpq_get_d(a->re + k);
    const double start = now();
    const volatile double value = paper_permanent(PAPER_DQ18, column, n, threads).hi;
    const double seconds = now() - start;
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
