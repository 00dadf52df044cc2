/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench cuda: the dense walk on a GPU beside what the GPU can do.
 *
 * For each kind of number and each order: seconds from nothing to a loaded kernel (compiled, or
 * from the cache), and the rate in rows times sign vectors a second, by the device's own clock: the
 * median, the least and the most of several launches of about LAUNCH_SECONDS each.  The rate of
 * independent multiply-adds is measured by a kernel between them, in the same run; the last column
 * is the walk's share of what they allow, at the instructions that a row and a sign vector need
 * (1.5 real, 5 complex, 7 and 39 in double-double; residues: 1.5, as if they were real).
 *
 * All rows of the tables have the same share of the time (--time, else 5 minutes).  Launches are
 * shorter where the share is small; rows that are predicted to take more, or that would begin when
 * less than half their share is left, since others had to be compiled, are skipped and say so. */
#include "base/clock.h"
#include "bench.h"
#include "cuda.h"
#include "kernels.h"
#include "walk.h"
#include "engine/dense/dense_gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUNS = 7,
    PEAK_BLOCKS = 16, /* of PEAK_THREADS threads, for every multiprocessor */
    PEAK_THREADS = 256,
    PEAK_ROUNDS = 20000,
    PEAK_FMAS = 128,  /* of a thread and round: CHAINS * UNROLL of peak.cu */
    ROUND_NODES = 12, /* of a launch, for every multiprocessor: 2, 3 or 4 are at work at once */
    LEAST_ORDER = 24,
    MOST_ORDER = 64,
};

static const double LAUNCH_SECONDS = 0.25, DEFAULT_SECONDS = 300;

/* ------------------------------------------------------------------ time */

bool bench_begins(struct bench_time *time, double seconds)
{
    const bool late = pm_clock() + time->share / 2 > time->end;

    if (!late && seconds <= time->share)
        return true;
    time->skipped++;
    if (late)
        printf(" SKIPPED: the time is over\n");
    else
        printf(" SKIPPED: about %.3g s, and a row has %.3g s\n", seconds, time->share);
    return false;
}

/* ------------------------------------------------------------------ walks */

struct kind {
    const char *name;
    enum pm_number number;
    double instructions; /* for a row and a sign vector */
    double rate;         /* expected, for the length of launches */
};

static const struct kind kinds[BENCH_NUMBERS] = {
    [BENCH_REAL] = {"real", PM_REAL, 1.5, 9e12},
    [BENCH_COMPLEX] = {"complex", PM_COMPLEX, 5, 2.7e12},
    [BENCH_DD] = {"dd", PM_DD, 7, 1.5e12},
    [BENCH_COMPLEX_DD] = {"complex dd", PM_COMPLEX_DD, 39, 2e11},
    [BENCH_PATTERN] = {"0/1 mod p", PM_MOD, 1.5, 6e12},
    [BENCH_LARGE] = {"mod p", PM_MOD, 1.5, 1.8e12},
};

/* ------------------------------------------------------------------ measuring */

/* Of several runs. */
struct rate {
    double run[RUNS];
};

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *run, int count)
{
    qsort(run, (size_t)count, sizeof *run, compare);
    return run[count / 2];
}

/* Multiply-adds a second, all of the device. */
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
    const struct pm_ring ring = number == PM_MOD ? pm_ring_mod(3) : pm_ring_of(number);
    struct pm_fold fold;
    double seconds;

    pm_fold_init(&fold, &ring);
    const pm_status status = pm_device_add(device, first, count, &fold, &seconds);
    pm_fold_clear(&fold);
    *rate = (double)count * ldexp(n, pm_dense_log_unit(n)) / seconds;
    return status;
}

struct figures {
    double load;
    struct rate walk, peak;
};

/* Units of a launch: whole rounds of all multiprocessors, where one takes no more than twice the
 * time.  Else some are idle in the end, where a run lets the next launch begin beside it. */
static uint64_t launch_units(const struct pm_gpu *gpu, const struct kind *kind, int n, double share)
{
    const double seconds = fmin(LAUNCH_SECONDS, share / (2 * RUNS));
    const double want = seconds * kind->rate / ldexp(n, pm_dense_log_unit(n));
    const double most = fmin((double)pm_dense_units(n), 1 << PM_DEVICE_LOG_MOST);
    const double round = ldexp(ROUND_NODES * gpu->multiprocessors, PM_DEVICE_LOG_NODE);

    if (round <= most && round <= 2 * want)
        return (uint64_t)(round * fmax(1, floor(fmin(want, most) / round)));
    return UINT64_C(1) << (int)log2(fmax(1 << PM_DEVICE_LOG_NODE, fmin(want, most)));
}

static pm_status measure(struct figures *f, const struct pm_gpu *gpu,
                         const struct pm_gpu_kernel *peak, const struct kind *kind, int n,
                         uint64_t count)
{
    const uint64_t units = pm_dense_units(n);
    struct pm_device *device = NULL;
    struct pm_recipe_text recipe;
    struct pm_device_walk described;
    struct pm_gpu_queue queue = {.gpu = NULL};
    struct bench_walk walk = {NULL, NULL};
    pm_status status;

    PM_TRY_GOTO(status, bench_walk_open(&walk, n, (enum bench_numbers)(kind - kinds)), done);
    const double start = pm_clock();
    pm_dense_describe(&described, &recipe, walk.floating, walk.modular);
    PM_TRY_GOTO(status, pm_device_new(&device, gpu, &described), done);
    f->load = pm_clock() - start;
    PM_TRY_GOTO(status,
                pm_gpu_queue_init(&queue, gpu,
                                  (size_t)(PEAK_BLOCKS * gpu->multiprocessors) * PEAK_THREADS *
                                      sizeof(double)),
                done);
    for (int run = 0; run < RUNS; run++) {
        PM_TRY_GOTO(status, peak_run(&f->peak.run[run], &queue, peak), done);
        PM_TRY_GOTO(status,
                    walk_run(&f->walk.run[run], device, n,
                             units / count > RUNS ? (uint64_t)run * count : 0, count, kind->number),
                    done);
    }
done:
    pm_gpu_queue_clear(&queue);
    pm_device_free(device);
    bench_walk_close(&walk);
    return status;
}

static pm_status put_kind(const struct pm_gpu *gpu, const struct pm_gpu_kernel *peak,
                          const struct kind *kind, int n, struct bench_time *time)
{
    const uint64_t count = launch_units(gpu, kind, n, time->share);
    const double launch = (double)count * ldexp(n, pm_dense_log_unit(n)) / kind->rate;
    struct figures f;

    printf("%-10s %5d", kind->name, n);
    if (!bench_begins(time, RUNS * launch))
        return PM_OK;
    fflush(stdout);
    PM_TRY(measure(&f, gpu, peak, kind, n, count));
    const double peak_rate = bench_median(f.peak.run, RUNS);
    const double rate = bench_median(f.walk.run, RUNS);
    printf(" %8.3f %10.4g %10.4g %10.4g %10.4g %6.1f%%\n", f.load, rate, f.walk.run[0],
           f.walk.run[RUNS - 1], peak_rate, 100 * rate * kind->instructions / peak_rate);
    fflush(stdout);
    return PM_OK;
}

/* What a start is made of: `driver` seconds went by until devices were known. */
static pm_status put_start(struct pm_gpu *gpu, double driver)
{
    const double start = pm_clock();
    struct pm_nvrtc nvrtc;

    PM_TRY(pm_gpu_enter(gpu));
    const double entered = pm_clock();
    PM_TRY(pm_nvrtc_open(&nvrtc));
    printf("%s, sm_%d, %d multiprocessors; driver %.3f s, context %.3f s, NVRTC %.3f s\n",
           gpu->name, gpu->arch, gpu->multiprocessors, driver, entered - start,
           pm_clock() - entered);
    return PM_OK;
}

/* What the command line names. */
struct chosen {
    int order[16], orders;
    const char *name[16];
    int names;
};

static bool names(const struct chosen *chosen, const char *name)
{
    bool found = chosen->names == 0;

    for (int k = 0; k < chosen->names && !found; k++)
        found = strcmp(chosen->name[k], name) == 0;
    return found;
}

static int count_rows(const struct chosen *chosen)
{
    int rows = names(chosen, "sparse") ? BENCH_SPARSE_ROWS : 0;

    for (int kind = 0; kind < BENCH_NUMBERS; kind++)
        rows += names(chosen, kinds[kind].name);
    return rows * chosen->orders;
}

static pm_status tables(struct pm_gpu *gpu, double driver, const struct chosen *chosen,
                        double seconds)
{
    static const struct pm_recipe recipe = {.source = "peak.cu", .sources = bench_kernels};
    struct pm_gpu_kernel peak;
    pm_status status;

    struct bench_time time = {.end = pm_clock() + seconds, .share = seconds / count_rows(chosen)};

    PM_TRY(put_start(gpu, driver));
    PM_TRY_GOTO(status, pm_gpu_kernel_init(&peak, gpu, &recipe, "peak"), leave);
    printf("%-10s %5s %8s %10s %10s %10s %10s %7s\n", "numbers", "n", "load s", "rate", "least",
           "most", "fma/s", "share");
    for (int k = 0; k < chosen->orders && status == PM_OK; k++)
        for (int kind = 0; kind < BENCH_NUMBERS && status == PM_OK; kind++)
            if (names(chosen, kinds[kind].name))
                status = put_kind(gpu, &peak, &kinds[kind], chosen->order[k], &time);
    if (status == PM_OK && names(chosen, "sparse"))
        status = bench_cuda_sparse(gpu, chosen->orders, chosen->order, &time);
    if (time.skipped > 0)
        printf("\n%d rows of %d SKIPPED: all are to take %g s, see --time\n", time.skipped,
               count_rows(chosen), seconds);
leave:
    pm_gpu_leave(gpu);
    return status;
}

/* ORDER ... NAME ... */
static bool choose(struct chosen *chosen, int count, const char *const *operand)
{
    static const int usual[] = {36, 40, 44};

    for (int k = 0; k < count; k++) {
        const int order = atoi(operand[k]);
        bool known = strcmp(operand[k], "sparse") == 0;
        for (int kind = 0; kind < BENCH_NUMBERS; kind++)
            known = known || strcmp(operand[k], kinds[kind].name) == 0;
        if (known && chosen->names < 16)
            chosen->name[chosen->names++] = operand[k];
        else if (order >= LEAST_ORDER && order <= MOST_ORDER && chosen->orders < 16)
            chosen->order[chosen->orders++] = order;
        else
            return false;
    }
    for (int k = 0; k < 3 && count == chosen->names; k++)
        chosen->order[chosen->orders++] = usual[k];
    return true;
}

int bench_cuda(const struct cli *cli, int count, const char *const *operand)
{
    struct chosen chosen = {.orders = 0};
    struct pm_gpus *gpus;

    if (!choose(&chosen, count, operand))
        return cli_usage(cli->program,
                         "cuda: an order of %d to %d, a kind of numbers as in the table, or sparse",
                         LEAST_ORDER, MOST_ORDER);
    const double start = pm_clock();
    pm_status status = pm_gpus_open(&gpus, 1);
    if (status == PM_OK) {
        status = tables(&gpus->gpu[0], pm_clock() - start, &chosen,
                        cli->solve.seconds > 0 ? cli->solve.seconds : DEFAULT_SECONDS);
        pm_gpus_close(gpus);
    }
    return status == PM_OK ? CLI_ANSWERED : cli_fail(cli, status, "cuda");
}
