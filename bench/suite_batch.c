/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench batch: many small matrices in arrays, by pm_batch(), pm_minors() and
 * loop hafnians, with one thread unless --threads says more.
 *
 * Columns: processor seconds for each matrix, the minimum of several runs over a stack of random
 * matrices; and the largest proved error, relative to the value (for minors, to the largest one).
 * With --gpus=N: permanents on GPUs, where the first run has loaded the kernels; wall-clock
 * seconds. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/splitmix.h"
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum question { PERMANENTS, MINORS, LOOPS };

static const struct batch_case {
    const char *name;
    int rows, cols, times; /* each row, and in a square matrix each column, occurs this many
                            * times */
    bool complex_values;
    enum question question;
    size_t count;
    bool gpus; /* only on GPUs */
} cases[] = {
    {"real-12", 12, 12, 1, false, PERMANENTS, 512, false},
    {"complex-12", 12, 12, 1, true, PERMANENTS, 512, false},
    {"real-16", 16, 16, 1, false, PERMANENTS, 64, false},
    {"complex-16", 16, 16, 1, true, PERMANENTS, 32, false},
    {"real-20", 20, 20, 1, false, PERMANENTS, 8, false},
    {"complex-20", 20, 20, 1, true, PERMANENTS, 4, false},
    {"real-24", 24, 24, 1, false, PERMANENTS, 1, false},
    {"complex-24", 24, 24, 1, true, PERMANENTS, 1, false},
    {"repeats-3x10-30", 3, 30, 10, true, PERMANENTS, 256, false},
    {"minors-real-12", 12, 12, 1, false, MINORS, 128, false},
    {"minors-complex-12", 12, 12, 1, true, MINORS, 128, false},
    {"minors-real-16", 16, 16, 1, false, MINORS, 16, false},
    {"minors-complex-16", 16, 16, 1, true, MINORS, 16, false},
    {"minors-real-20", 20, 20, 1, false, MINORS, 2, false},
    {"minors-complex-20", 20, 20, 1, true, MINORS, 2, false},
    {"loops-real-12", 12, 12, 1, false, LOOPS, 64, false},
    {"loops-real-20", 20, 20, 1, false, LOOPS, 4, false},
    {"loops-complex-20", 20, 20, 1, true, LOOPS, 2, false},
    {"loops-real-26", 26, 26, 1, false, LOOPS, 1, false},
    {"loops-4x10", 4, 4, 10, false, LOOPS, 64, false},
    {"gpus-real-22", 22, 22, 1, false, PERMANENTS, 1000, true},
    {"gpus-complex-22", 22, 22, 1, true, PERMANENTS, 1000, true},
    {"gpus-complex-26", 26, 26, 1, true, PERMANENTS, 200, true},
    {"gpus-complex-30", 30, 30, 1, true, PERMANENTS, 20, true},
    {"gpus-17x3-51", 17, 17, 3, true, PERMANENTS, 1, true},
};

enum { CASES = sizeof cases / sizeof *cases };

const char *bench_batch_name(int k)
{
    return k < CASES ? cases[k].name : NULL;
}

static double seconds_now(const struct batch_case *c)
{
    struct timespec now;

    if (c->gpus)
        return pm_clock();

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Entries uniform in (-1, 1), both parts. */
static void fill(double *a, size_t count)
{
    uint64_t state = 1;

    for (size_t k = 0; k < count; k++)
        a[k] = (double)(int64_t)(pm_random_word(&state)) * 0x1p-63;
}

static void mirror(double *a, const struct batch_case *c)
{
    const size_t n = (size_t)c->rows, parts = c->complex_values ? 2 : 1;

    for (size_t k = 0; k < c->count; k++, a += n * n * parts)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i * parts; j++)
                a[(j / parts * n + i) * parts + j % parts] = a[i * n * parts + j];
}

/* The largest bound of a matrix divided by its largest value, over all matrices. */
static double worst(const double *value, const double *bound, const struct batch_case *c,
                    size_t answers)
{
    double most = 0;

    for (size_t k = 0; k < c->count; k++) {
        double size = 0, error = 0;
        for (size_t a = k * answers; a < (k + 1) * answers; a++) {
            size = fmax(size,
                        c->complex_values ? hypot(value[2 * a], value[2 * a + 1]) : fabs(value[a]));
            error = fmax(error, bound[a]);
        }
        most = fmax(most, error / size);
    }
    return most;
}

/* The numbers in the first matrices are the loops of all, too. */
static pm_status ask(double *value, double *bound, const pm_stack *stack, enum question question,
                     int threads)
{
    pm_stack own = *stack;

    if (question == LOOPS) {
        own.kind = PM_STACK_HAFNIANS;
        own.loops = stack->data;
    }
    return (question == MINORS ? pm_minors : pm_batch)(value, bound, &own, threads);
}

/* *seconds: for one matrix. */
static pm_status measure(double *seconds, double *error, const struct batch_case *c,
                         const struct bench *b, pm_gpus *gpus)
{
    enum { RUNS = 5 };
    const size_t cells = (size_t)c->rows * (size_t)c->cols, parts = c->complex_values ? 2 : 1;
    const size_t answers = c->question == MINORS ? cells : 1;
    double *a = NULL, *value = NULL, *bound = NULL;
    int *times = NULL;
    pm_status status;

    PM_NEW_GOTO(status, a, c->count * cells * parts, done);
    PM_NEW_GOTO(status, value, c->count * answers * parts, done);
    PM_NEW_GOTO(status, bound, c->count * answers, done);
    PM_NEW_GOTO(status, times, c->count * (size_t)c->rows, done);
    fill(a, c->count * cells * parts);
    if (c->question == LOOPS)
        mirror(a, c);
    for (size_t k = 0; k < c->count * (size_t)c->rows; k++)
        times[k] = c->times;
    const pm_stack stack = {.entries = c->complex_values ? PM_ENTRIES_COMPLEX : PM_ENTRIES_REAL,
                            .data = a,
                            .count = c->count,
                            .rows = c->rows,
                            .cols = c->cols,
                            .row_times = c->times > 1 ? times : NULL,
                            .col_times = c->times > 1 && c->rows == c->cols ? times : NULL,
                            .precision =
                                c->question == LOOPS ? PM_PRECISION_AUTO : PM_PRECISION_DOUBLE,
                            .gpus = gpus};
    *seconds = HUGE_VAL;
    for (int run = 0; run < RUNS; run++) {
        const double start = seconds_now(c);
        PM_TRY_GOTO(
            status,
            ask(value, bound, &stack, c->question, b->cli->solve.threads > 0 ? b->threads : 1),
            done);
        *seconds = fmin(*seconds, (seconds_now(c) - start) / (double)c->count);
    }
    *error = worst(value, bound, c, answers);
done:
    PM_FREE(a, value, bound, times);
    return status;
}

int bench_batch(const struct bench *b)
{
    static const struct table_column columns[] = {
        {"case", -18}, {"matrices", 8}, {"us a matrix", 12}, {"proved error", 12}, {NULL, 0}};
    struct table table;
    pm_gpus *gpus = NULL;
    pm_status status = b->gpus > 0 ? pm_gpus_usable(&gpus, b->gpus) : PM_OK;

    table_start(&table, b->cli->csv, columns);
    for (int k = 0; k < CASES && status == PM_OK; k++) {
        double seconds = 0, error = 0;
        if (!bench_asked(b, cases[k].name) || cases[k].gpus != (gpus != NULL))
            continue;
        status = measure(&seconds, &error, &cases[k], b, gpus);
        if (status == PM_OK)
            table_put(&table, "%s\t%zu\t%.2f\t%.1e\n", cases[k].name, cases[k].count, 1e6 * seconds,
                      error);
    }
    pm_gpus_close(gpus);
    return bench_end(b, status);
}
