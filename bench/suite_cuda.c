/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench cuda: the dense walk on a GPU, compared with the GPU's peak.
 *
 * For each kind of number and each order: seconds from nothing to a loaded kernel (compiled, or
 * from the cache), and the rate in rows times sign vectors per second, by the device's own clock:
 * the median, the minimum and the maximum of several launches of LAUNCH_SECONDS or ROUNDS each.
 * Between them, in the same run, a kernel measures the rate of independent multiply-adds.  The last
 * column is the walk's fraction of that rate, with the instructions that a row and a sign vector
 * need (1.5 real, 5 complex, 7 and 39 in double-double; residues: 1.5, as if they were real).
 *
 * All rows of the tables get the same part of the time (--time, else 5 minutes).  If it is small,
 * launches are shorter, but they fill the device.  A row is skipped, with a note, if it is
 * predicted to take more, or if less than half of its time is left because kernels of other rows
 * had to be compiled. */
#include "bench/suite_cuda.h"
#include "base/clock.h"
#include "bench/kernels.h"
#include "bench/measured.h"

#include <math.h>
#include <stdlib.h>

enum {
    RUNS = 7,
    PEAK_BLOCKS = 16, /* of PEAK_THREADS threads, for each multiprocessor */
    PEAK_THREADS = 256,
    PEAK_ROUNDS = 20000,
    PEAK_FMAS = 128,  /* of a thread in each round: CHAINS * UNROLL of peak.cu */
    ROUNDS = 4,       /* of a launch, if there is time */
};

static const double LAUNCH_SECONDS = 0.25;

/* Expected rates; they give the length of launches. */
static const double expected[BENCH_NUMBERS] = {
    [BENCH_REAL] = 9e12,         [BENCH_COMPLEX] = 2.7e12, [BENCH_DD] = 1.8e12,
    [BENCH_COMPLEX_DD] = 3.4e11, [BENCH_PATTERN] = 6e12,   [BENCH_LARGE] = 1.8e12,
};

/* ------------------------------------------------------------------ measuring */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the numbers in ascending order; returns the median. */
static double median(double *run, int count)
{
    qsort(run, (size_t)count, sizeof *run, compare);
    return run[count / 2];
}

/* Multiply-adds per second of the whole device. */
static pm_status peak_run(double *rate, struct pm_gpu_queue *queue,
                          const struct pm_gpu_kernel *kernel)
{
    const unsigned blocks = (unsigned)(PEAK_BLOCKS * queue->gpu->multiprocessors);
    int rounds = PEAK_ROUNDS;
    double seconds;
    void *arguments[] = {&queue->out, &rounds};

    PM_TRY(pm_gpu_launch(queue, kernel, blocks, PEAK_THREADS, arguments, sizeof(double)));
    PM_TRY(pm_gpu_wait(queue, &seconds));
    *rate = (double)blocks * PEAK_THREADS * PEAK_ROUNDS * PEAK_FMAS / seconds;
    return PM_OK;
}

static pm_status walk_run(double *rate, struct pm_device *device, int n, uint64_t first,
                          uint64_t count, enum pm_number number)
{
    const struct pm_ring ring = bench_ring(number);
    struct pm_fold fold;
    double seconds;

    pm_fold_init(&fold, &ring);
    const pm_status status = pm_device_add(device, first, count, &fold, &seconds);
    pm_fold_clear(&fold);
    *rate = (double)count * ldexp(n, pm_dense_log_unit(n)) / seconds;
    return status;
}

struct figures {
    double load, walk[RUNS], peak[RUNS];
};

/* Number of units of a launch: whole rounds of all multiprocessors, several if there is time.  At
 * the end of a launch some multiprocessors are idle; in a real run, the next launch begins there.
 * In a round, a multiprocessor gets 12 nodes, of which 2, 3 or 4 run at the same time, or 8 or 4 if
 * 12 take too long.  With fewer, the rate would be that of a device that is partly idle. */
static uint64_t launch_units(const struct pm_gpu *gpu, double rate, int n, double share)
{
    const double each = ldexp(n, pm_dense_log_unit(n)) / rate, longest = share / (2 * RUNS);
    const double want = fmin(LAUNCH_SECONDS, longest) / each;
    const double most = fmin((double)pm_dense_units(n), 1 << PM_DEVICE_LOG_MOST);
    const double small = ldexp(4 * gpu->multiprocessors, PM_DEVICE_LOG_NODE);
    double round = 3 * small;

    while (round > small && round > fmin(most, fmax(2 * want, longest / each)))
        round -= small;
    if (round > most)
        return UINT64_C(1) << (int)log2(fmax(1 << PM_DEVICE_LOG_NODE, fmin(want, most)));
    const double many = fmax(want, fmin(ROUNDS * round, longest / each));
    return (uint64_t)(round * fmax(1, floor(fmin(many, most) / round)));
}

static pm_status measure(struct figures *f, const struct pm_gpu *gpu,
                         const struct pm_gpu_kernel *peak, enum bench_numbers kind, int n,
                         uint64_t count)
{
    const uint64_t units = pm_dense_units(n);
    struct pm_device *device = NULL;
    struct pm_recipe_text recipe = {.program = NULL};
    struct pm_device_walk described;
    struct pm_gpu_queue queue = {.gpu = NULL};
    struct pm_sign_walk *walk = NULL;
    pm_status status;

    PM_TRY_GOTO(status, bench_walk_open(&walk, n, kind), done);
    const double start = pm_clock();
    PM_TRY_GOTO(status, pm_sign_walk_describe(&described, &recipe, walk), done);
    PM_TRY_GOTO(status, pm_device_new(&device, gpu, &described), done);
    f->load = pm_clock() - start;
    PM_TRY_GOTO(status,
                pm_gpu_queue_init(&queue, gpu,
                                  (size_t)(PEAK_BLOCKS * gpu->multiprocessors) * PEAK_THREADS *
                                      sizeof(double)),
                done);
    for (int run = 0; run < RUNS; run++) {
        PM_TRY_GOTO(status, peak_run(&f->peak[run], &queue, peak), done);
        PM_TRY_GOTO(status,
                    walk_run(&f->walk[run], device, n,
                             units / count > RUNS ? (uint64_t)run * count : 0, count,
                             bench_numbers_of[kind].number),
                    done);
    }
done:
    pm_gpu_queue_clear(&queue);
    pm_device_free(device);
    pm_recipe_clear(&recipe);
    pm_sign_walk_free(walk);
    return status;
}

static const struct table_column columns[] = {
    {"numbers", -10}, {"n", 5},      {"load s", 8},   {"rate", 10}, {"least", 10},
    {"most", 10},     {"fma/s", 10}, {"of fma/s", 8}, {NULL, 0},
};

static pm_status put_kind(struct table *t, const struct pm_gpu *gpu,
                          const struct pm_gpu_kernel *peak, enum bench_numbers kind, int n,
                          struct bench_time *time)
{
    const struct bench_numbers_of *const numbers = &bench_numbers_of[kind];
    const uint64_t count = launch_units(gpu, expected[kind], n, time->share);
    const double launch = (double)count * ldexp(n, pm_dense_log_unit(n)) / expected[kind];
    struct figures f;

    table_put(t, "%s\t%d", numbers->name, n);
    if (!bench_begins(time, t, RUNS * launch))
        return PM_OK;
    PM_TRY(measure(&f, gpu, peak, kind, n, count));
    const double peak_rate = median(f.peak, RUNS), rate = median(f.walk, RUNS);
    table_put(t, "%.3f\t%.4g\t%.4g\t%.4g\t%.4g\t%.3f\n", f.load, rate, f.walk[0], f.walk[RUNS - 1],
              peak_rate, rate * numbers->instructions / peak_rate);
    return PM_OK;
}

/* Prints the parts of a start; finding the devices took `driver` seconds. */
static pm_status put_start(const struct bench *b, struct pm_gpu *gpu, double driver)
{
    const double start = pm_clock();
    struct pm_nvrtc nvrtc;

    PM_TRY(pm_gpu_enter(gpu));
    const double entered = pm_clock();
    PM_TRY(pm_nvrtc_open(&nvrtc));
    table_note(
        b->cli->csv, "%s, sm_%d, %d multiprocessors; driver %.3f s, context %.3f s, NVRTC %.3f s\n",
        gpu->name, gpu->arch, gpu->multiprocessors, driver, entered - start, pm_clock() - entered);
    return PM_OK;
}

static const char sparse[] = "sparse";

const char *bench_cuda_name(int k)
{
    return k < BENCH_NUMBERS ? bench_numbers_of[k].name : k == BENCH_NUMBERS ? sparse : NULL;
}

static int count_rows(const struct bench *b)
{
    int rows = bench_asked(b, sparse) ? BENCH_SPARSE_ROWS : 0;

    for (int kind = 0; kind < BENCH_NUMBERS; kind++)
        rows += bench_asked(b, bench_numbers_of[kind].name);
    return rows * b->orders;
}

static pm_status tables(const struct bench *b, struct pm_gpu *gpu, double driver)
{
    static const struct pm_recipe recipe = {.source = "peak.cu", .sources = bench_kernels};
    struct bench_time time = {.end = pm_clock() + b->limit, .share = b->limit / count_rows(b)};
    struct pm_gpu_kernel peak;
    struct table t;
    pm_status status;

    PM_TRY(put_start(b, gpu, driver));
    PM_TRY_GOTO(status, pm_gpu_kernel_init(&peak, gpu, &recipe, "peak"), leave);
    table_start(&t, b->cli->csv, columns);
    for (int k = 0; k < b->orders; k++)
        for (enum bench_numbers kind = 0; kind < BENCH_NUMBERS; kind++)
            if (bench_asked(b, bench_numbers_of[kind].name))
                PM_TRY_GOTO(status, put_kind(&t, gpu, &peak, kind, b->order[k], &time), leave);
    if (bench_asked(b, sparse))
        PM_TRY_GOTO(status, bench_cuda_sparse(b, gpu, &time), leave);
    if (time.skipped > 0)
        table_note(b->cli->csv, "\n%d rows of %d SKIPPED: all are to take %g s, see --time\n",
                   time.skipped, count_rows(b), b->limit);
leave:
    pm_gpu_leave(gpu);
    return status;
}

int bench_cuda(const struct bench *b)
{
    struct pm_gpus *gpus;
    const double start = pm_clock();
    pm_status status = pm_gpus_open(&gpus, 1);

    if (status == PM_OK) {
        status = tables(b, &gpus->gpu[0], pm_clock() - start);
        pm_gpus_close(gpus);
    }
    return bench_end(b, status);
}
