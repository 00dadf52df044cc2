/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench graded --gpus=N: the graded walk on a GPU, beside the dense walk on the same one.
 *
 * Launches are sampled: units that follow each other, of which the signs of the highest columns are
 * the same.  How long one takes depends above all on how many of these are -, so every number of -
 * has its launches, weighted by how many there are.  Seconds are by the device's own clock; those
 * of epsilon 0 come from the median rate of a few launches of the dense walk.  "host": time on this
 * machine for a second of the device, nearly all of it waiting if it is near 1.  "busy":
 * instructions a second, weighted by what their pipe takes, beside those of the dense walk. */
#include "base/alloc.h"
#include "base/clock.h"
#include "bench.h"
#include "cuda.h"
#include "engine/dense/dense_gpu.h"
#include "engine/graded/graded_gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    EACH = 2, /* launches for every number of signs */
    DENSE_RUNS = 5,
    FULL_STEPS = 43, /* log2 of the most steps of a launch, about */
};

static const double DENSE_RATE = 9e12, DENSE_SECONDS = 0.25; /* a launch of the dense walk */

/* Cycles of a scheduler that a row needs at least, two for an operation in double: in a block of
 * each grade, in a test, and for a sign vector of the dense walk. */
static const double grade_cycles[PM_GRADES] = {0, 30, 54, 240};
static const double TEST_CYCLES = 4.6, DENSE_CYCLES = 3;

/* ------------------------------------------------------------------ epsilon 0 */

/* Rows times sign vectors a second. */
static pm_status dense_rate(double *rate, const struct pm_gpu *gpu, const struct pm_matrix *a)
{
    const struct pm_ring ring = pm_ring_of(PM_REAL);
    const int n = pm_dense_order(a->rows);
    const double steps = ldexp(n, pm_dense_log_unit(n));
    double run[DENSE_RUNS], seconds;
    uint64_t count = 1 << PM_DEVICE_LOG_NODE;
    struct pm_device *device = NULL;
    struct pm_device_walk described;
    struct pm_recipe_text recipe;
    struct pm_dense_rows rows;
    struct pm_dense *d = NULL;
    pm_status status;

    PM_TRY(pm_dense_rows_init(&rows, a, 1));
    PM_TRY_GOTO(status, pm_dense_new(&d, &rows, 1), done);
    pm_dense_describe(&described, &recipe, d, NULL);
    status = pm_device_new(&device, gpu, &described);
    pm_recipe_clear(&recipe);
    PM_TRY_GOTO(status, status, done);
    while (count < pm_dense_units(n) && count < 1 << PM_DEVICE_LOG_MOST &&
           (double)count * steps < DENSE_SECONDS * DENSE_RATE)
        count *= 2;
    for (int k = 0; k < DENSE_RUNS; k++) {
        struct pm_fold fold;
        pm_fold_init(&fold, &ring);
        status = pm_device_add(device, 0, count, &fold, &seconds);
        pm_fold_clear(&fold);
        PM_TRY_GOTO(status, status, done);
        run[k] = (double)count * steps / seconds;
    }
    *rate = bench_median(run, DENSE_RUNS);
done:
    pm_device_free(device);
    pm_dense_free(d);
    pm_dense_rows_clear(&rows);
    return status;
}

/* ------------------------------------------------------------------ samples */

struct cost {
    double seconds, host;                      /* of the device, and of this machine meanwhile */
    double blocks[PM_GRADES], tested, longest; /* nodes; seconds of a launch */
};

static uint64_t draw(uint64_t *state, int bits, int minus)
{
    uint64_t number = 0;

    for (int j = 0, left = minus; j < bits; j++) {
        *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        if ((double)(*state >> 33) * (bits - j) < (double)left * 0x1p31) {
            number |= UINT64_C(1) << j;
            left--;
        }
    }
    return number;
}

static pm_status add_launch(struct cost *cost, struct pm_graded_device *device,
                            const struct pm_graded *d, uint64_t first, uint64_t count,
                            double weight)
{
    struct pm_graded_sums *sums;
    struct pm_part part;
    double seconds = 0;

    PM_NEW(sums, count);
    const double start = pm_clock();
    const pm_status status = pm_graded_device_sums(sums, device, first, count, &seconds);
    for (uint64_t k = 0; status == PM_OK && k < count; k++)
        (void)!pm_graded_part(&part, &sums[k], d);
    cost->host += weight * (pm_clock() - start);
    cost->seconds += weight * seconds;
    cost->longest = pm_graded_device_longest(device);
    for (uint64_t k = 0; status == PM_OK && k < count; k++) {
        for (int g = 0; g < PM_GRADES; g++)
            cost->blocks[g] += weight * (double)sums[k].blocks[g];
        for (int l = 0; l < d->levels; l++)
            cost->tested += weight * (double)sums[k].tested[l];
    }
    free(sums);
    return status;
}

/* All units, from samples of 2^log of them. */
static pm_status sample(struct cost *cost, struct pm_graded_device *device,
                        const struct pm_graded *d, int log)
{
    const int bits = d->top - log;
    uint64_t state = 1;
    double count = 1; /* of numbers with so many - */

    for (int minus = 0; minus <= bits; minus++) {
        const int each = count < EACH ? 1 : EACH;
        for (int k = 0; k < each; k++)
            PM_TRY(add_launch(cost, device, d, draw(&state, bits, minus) << log, UINT64_C(1) << log,
                              count / each));
        count *= (double)(bits - minus) / (minus + 1);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------ the table */

static pm_status put_case(const struct pm_gpu *gpu, int n, enum bench_graded_kind kind,
                          double epsilon)
{
    const struct pm_graded_wish wish = {.epsilon = epsilon};
    struct pm_graded_device *device = NULL;
    struct cost cost = {.seconds = 0}, warm = cost;
    struct pm_graded *d = NULL;
    struct pm_matrix *a;
    double rate = 0;
    int log = 0;
    pm_status status;

    PM_TRY(bench_graded_matrix(&a, n, kind));
    PM_TRY_GOTO(status, pm_graded_new(&d, a, &wish), done);
    PM_TRY_GOTO(status, dense_rate(&rate, gpu, a), done);
    PM_TRY_GOTO(status, pm_graded_device_new(&device, gpu, d), done);
    while (log < d->top && log < PM_GRADED_LOG_LAUNCH &&
           d->n * ldexp(2, d->root + log) <= ldexp(1, FULL_STEPS))
        log++;
    PM_TRY_GOTO(status, add_launch(&warm, device, d, 0, 1, 0), done);
    PM_TRY_GOTO(status, sample(&cost, device, d, log), done);
    const double terms = ldexp(1, d->n - 1), block = 1 << PM_GRADED_LEAF;
    const double full = terms * d->n / rate;
    double cycles = cost.tested * TEST_CYCLES;
    for (int g = 0; g < PM_GRADES; g++)
        cycles += cost.blocks[g] * grade_cycles[g];
    printf("%-8s %3d %6.0e %8.4f %8.4f %8.4f %8.5f %8.4f %4d %7.3f %9.3g %9.3g %9.3g %7.2f %6.2f "
           "%5.1f%%\n",
           bench_graded_name[kind], n, epsilon, 1 - d->shares.blocks[PM_GRADE_SKIP],
           cost.blocks[PM_GRADE_SINGLE] * block / terms,
           cost.blocks[PM_GRADE_PLAIN] * block / terms, cost.blocks[PM_GRADE_FINE] * block / terms,
           cost.tested / terms, log, cost.longest, rate, full, cost.seconds, full / cost.seconds,
           cost.host / cost.seconds, 100 * d->n * cycles / cost.seconds / (rate * DENSE_CYCLES));
    fflush(stdout);
done:
    pm_graded_device_free(device);
    pm_graded_free(d);
    pm_matrix_free(a);
    return status;
}

pm_status bench_graded_gpu(int count, const int *order)
{
    struct pm_gpus *gpus;

    PM_TRY(pm_gpus_open(&gpus, 1));
    pm_status status = pm_gpu_enter(&gpus->gpu[0]);
    printf("%s\n%-8s %3s %6s %8s %8s %8s %8s %8s %4s %7s %9s %9s %9s %7s %6s %6s\n",
           gpus->gpu[0].name, "matrix", "n", "eps", "foreseen", "single", "double", "compens.",
           "tests", "log", "longest", "dense/s", "eps 0 s", "seconds", "faster", "host", "busy");
    for (int k = 0; k < count; k++)
        for (enum bench_graded_kind kind = 0; kind < BENCH_GRADED_KINDS; kind++) {
            double epsilon;
            for (int e = 0; status == PM_OK && (epsilon = bench_graded_epsilon(kind, e)) > 0; e++) {
                status = put_case(&gpus->gpu[0], order[k], kind, epsilon);
                if (status == PM_UNABLE) {
                    printf("%-8s %3d %6.0e %s\n", bench_graded_name[kind], order[k], epsilon,
                           pm_message());
                    status = PM_OK;
                }
            }
        }
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
    return status;
}
