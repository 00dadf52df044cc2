/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three kinds of work are measured, each on one, on four and on all threads: walks of the engine
 * dense in double and modulo a prime, with the instruction set that is used, and passes over a
 * table that is larger than most caches.  The speed is divided by that of the reference machine.
 * All takes about 50 ms. */
#include "plan/benchmark.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/compare.h"
#include "base/threads.h"
#include "engine/engine.h"
#include "engine/isa/isa.h"
#include "plan/sharing.h"

#include <pthread.h>
#include <stdlib.h>

/* Runs per second of one thread of the reference machine.  They were found on two threads of an AMD
 * EPYC (Zen 4, 2.6 GHz): 22,200 walks in double while such walks, of real to complex double-double
 * numbers, took 1.3 to 1.6 times the time by their engines' rates; 14,200 modulo a prime (1.05 to
 * 1.2 times); 20,800 passes over a piece of the table while sweeps took 1 to 1.2 times. */
static const double reference[PM_BENCHMARK_KINDS] = {[PM_BENCHMARK_FLOATING] = 31000,
                                                     [PM_BENCHMARK_MODULAR] = 16000,
                                                     [PM_BENCHMARK_STREAMS] = 22400};

enum {
    FEW = 4,
    ORDER = 18,
    PRIME = 2147483647,
    TABLE = 32 << 20,
    PIECES = 32,
    LEAST_RUNS = 3,
    MOST_RUNS = 64
};
static const double SPAN = 2e-3; /* seconds for each thread */

/* What is run: a unit of an engine's job, or a pass over a table. */
struct subject {
    const struct pm_engine *engine; /* NULL: a table */
    void *job;
    uint64_t units;
    uint64_t *table;
    size_t size;
};

/* Each thread runs units of its own, or passes over pieces of its section of the table. */
static void run_once(const struct subject *s, uint64_t run, int thread, int threads)
{
    struct pm_part part;

    if (s->engine != NULL) {
        (void)s->engine->work(s->job, run % s->units, 1, &part);
        return;
    }
    const size_t section = s->size / (size_t)threads, piece = section / PIECES;
    uint64_t *const from = s->table + section * (size_t)thread + piece * (run % PIECES);
    for (size_t k = 0; k < piece; k++)
        from[k] += run;
}

struct runner {
    const struct subject *s;
    int number, threads;
    pthread_t thread;
    double speed; /* the runs per second of all threads, if the others are as fast as this one */
};

/* The median of the runs counts, since other programs interrupt few of so short runs. */
static void *measure_thread(void *arg)
{
    struct runner *const r = arg;
    uint64_t took[MOST_RUNS], runs = 0; /* nanoseconds */

    for (uint64_t k = 0; k < PIECES && r->s->engine == NULL; k++)
        run_once(r->s, k, r->number, r->threads); /* the first touch of memory takes longer */
    const double begin = pm_clock();
    double now = begin;
    while (runs < LEAST_RUNS || (runs < MOST_RUNS && now < begin + SPAN)) {
        const double before = now;
        run_once(r->s, runs, r->number, r->threads);
        now = pm_clock();
        took[runs++] = (uint64_t)(1e9 * (now - before)) + 1;
    }
    qsort(took, runs, sizeof *took, pm_compare_words);
    r->speed = 1e9 / (double)took[runs / 2] * (r->s->engine != NULL ? r->threads : 1);
    pm_threads_ends();
    return NULL;
}

/* The runs per second of all threads together; 0: not all could be started. */
static double speed_of(const struct subject *s, int threads)
{
    struct runner *const runner = pm_alloc((size_t)threads, sizeof *runner);
    int started = 0;
    double sum = 0;

    for (; runner != NULL && started < threads; started++) {
        runner[started] = (struct runner){.s = s, .number = started, .threads = threads};
        if (pthread_create(&runner[started].thread, NULL, measure_thread, &runner[started]) != 0)
            break;
    }
    for (int k = 0; k < started; k++) {
        pthread_join(runner[k].thread, NULL);
        sum += runner[k].speed / threads;
    }
    free(runner);
    return started == threads ? sum : 0;
}

int pm_benchmark_threads(int all, int index)
{
    return index == 0 ? 1 : index == 1 && all > FEW ? FEW : all;
}

static void measure_subject(struct pm_benchmark *b, enum pm_benchmark_kind kind,
                            const struct subject *s, double slow)
{
    for (int k = 0; k < PM_BENCHMARK_COUNTS; k++) {
        const int threads = pm_benchmark_threads(b->all, k);
        b->times[kind][k] =
            k > 0 && threads == pm_benchmark_threads(b->all, k - 1)
                ? b->times[kind][k - 1]
                : reference[kind] /
                      (slow * pm_sharing_part(kind == PM_BENCHMARK_STREAMS, 1.0 / threads) *
                       speed_of(s, threads));
    }
}

static pm_status measure_walks(struct pm_benchmark *b, const struct pm_matrix *a,
                               enum pm_benchmark_kind kind)
{
    const struct pm_engine *const engine = &pm_engine_dense;
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_ring ring =
        kind == PM_BENCHMARK_MODULAR ? pm_number_ring_mod(PRIME) : pm_number_ring_of(PM_REAL);
    struct pm_limits limits = {.threads = 1};
    struct subject s = {.engine = engine};
    struct pm_cost cost;

    PM_TRY(engine->cost(&cost, &core, ring.number, &limits));
    PM_TRY(engine->open(&s.job, &core, &cost, &ring, &limits));
    s.units = cost.units;
    measure_subject(b, kind, &s,
                    pm_isa_times(engine->figures.with_avx2[ring.number],
                                 engine->figures.portable[ring.number]));
    engine->close(s.job);
    return PM_OK;
}

pm_status pm_benchmark_run(struct pm_benchmark *b)
{
    struct subject passes = {.size = TABLE / sizeof *passes.table};
    signed char entry[ORDER * ORDER];
    struct pm_matrix *a = NULL;
    pm_status status;

    for (int k = 0; k < ORDER * ORDER; k++)
        entry[k] = (signed char)(1 + k * k % 7);
    PM_TRY_GOTO(status, pm_matrix_from_bytes(&a, ORDER, ORDER, entry), done);
    PM_TRY_GOTO(status, measure_walks(b, a, PM_BENCHMARK_FLOATING), done);
    PM_TRY_GOTO(status, measure_walks(b, a, PM_BENCHMARK_MODULAR), done);
    PM_NEW_GOTO(status, passes.table, passes.size, done);
    measure_subject(b, PM_BENCHMARK_STREAMS, &passes, 1);
done:
    free(passes.table);
    pm_matrix_free(a);
    return status;
}

static const double MOST = 1e4;

bool pm_benchmark_is_possible(const struct pm_benchmark *b)
{
    const double *const times = b->times[0];

    for (int k = 0; k < PM_BENCHMARK_KINDS * PM_BENCHMARK_COUNTS; k++)
        if (!(times[k] >= 1 / MOST && times[k] <= MOST))
            return false;
    return true;
}
