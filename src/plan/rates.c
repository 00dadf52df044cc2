/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three kinds of work are measured, each on one, on four and on all threads: walks of the engine
 * dense in double and modulo a prime, with the instruction set that is used, and passes over a
 * table that is larger than most caches.  The speed is divided by that of the reference machine.
 * All takes about 50 ms; the cache folder keeps the numbers.
 *
 * Passes count only for the part of the work on tables that shares the bandwidth of memory.  On a
 * Xeon they took 2.6 to 4.3 times the reference time on one thread and .4 to .6 times on 16; walks
 * took 1.5 and 1.1 times, and sweeps and trees 1 to 1.6 and .8 to 1.7 times. */
#include "plan/rates.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/compare.h"
#include "base/threads.h"
#include "base/cache.h"
#include "engine/engine.h"
#include "engine/isa/isa.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { FLOATING, MODULAR, STREAMS, KINDS };
enum { COUNTS = 3, FEW = 4 }; /* numbers of threads: one, FEW and all */

struct rates {
    /* nothing was looked for; the file was; the rates are those of the reference machine; they are
     * `times` */
    enum { BEGIN, LOOKED, REFERENCE, KNOWN } state;
    int all; /* threads that can run at once */
    double times[KINDS][COUNTS];
};

/* ------------------------------------------------------------------------- reference */

/* Threads share the bandwidth of memory: of passes over tables that are larger than caches, this
 * part takes as long on many threads as on one.  Measured on 4 and 16 threads with sweeps of
 * can_187, pde225, king 20 x 20 and box 6 x 6 x 6, and trees of bcspwr07 and gre_115: 16 threads
 * were 1.8 to 2.2 times as fast as 4. */
static const double SHARED = 1.0 / 9;

/* Threads share cores and their clock, too: work that could be t times as fast is t^SPEED times as
 * fast.  Fitted to five walks of orders 28 to 40 on 16 threads: the time of one thread, predicted
 * for four of them and measured for one, is 7.9 to 9.8 times that taken. */
static const double SPEED = 0.8;

double pm_rates_part(bool streams, double part)
{
    const double shared = streams ? SHARED : 0;

    return shared + (1 - shared) * pow(part, SPEED);
}

/* --------------------------------------------------------------------------- measure */

/* Runs per second of one thread of the reference machine.  They were found on two threads of an AMD
 * EPYC (Zen 4, 2.6 GHz): 22,200 walks in double while such walks, of real to complex double-double
 * numbers, took 1.3 to 1.6 times the time by their engines' rates; 14,200 modulo a prime (1.05 to
 * 1.2 times); 20,800 passes over a piece of the table while sweeps took 1 to 1.2 times. */
static const double reference[KINDS] = {[FLOATING] = 31000, [MODULAR] = 16000, [STREAMS] = 22400};

enum {
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

/* How many times as long an engine takes with the instruction set of this machine, or of PM_ISA. */
static double slower(const struct pm_engine *engine, enum pm_number number)
{
    if (engine == NULL || number >= PM_NUMBERS)
        return 1;
    const struct pm_isa *const isa = pm_isa_find(getenv("PM_ISA"));
    const struct pm_engine_figures *const figures = &engine->figures;
    const double times = isa == NULL      ? 0
                         : isa->width > 4 ? 1
                         : isa->width > 1 ? figures->with_avx2[number]
                                          : figures->portable[number];

    return times > 0 ? times : 1;
}

/* The number of threads with this index. */
static int count_of(int all, int index)
{
    return index == 0 ? 1 : index == 1 && all > FEW ? FEW : all;
}

static void measure_subject(struct rates *rates, enum kind kind, const struct subject *s,
                            double slow)
{
    for (int k = 0; k < COUNTS; k++) {
        const int threads = count_of(rates->all, k);
        rates->times[kind][k] =
            k > 0 && threads == count_of(rates->all, k - 1)
                ? rates->times[kind][k - 1]
                : reference[kind] /
                      (slow * pm_rates_part(kind == STREAMS, 1.0 / threads) * speed_of(s, threads));
    }
}

static pm_status measure_walks(struct rates *rates, const struct pm_matrix *a, enum kind kind)
{
    const struct pm_engine *const engine = &pm_engine_dense;
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_ring ring =
        kind == MODULAR ? pm_number_ring_mod(PRIME) : pm_number_ring_of(PM_REAL);
    struct pm_limits limits = {.threads = 1};
    struct subject s = {.engine = engine};
    struct pm_cost cost;

    PM_TRY(engine->cost(&cost, &core, ring.number, &limits));
    PM_TRY(engine->open(&s.job, &core, &cost, &ring, &limits));
    s.units = cost.units;
    measure_subject(rates, kind, &s, slower(engine, ring.number));
    engine->close(s.job);
    return PM_OK;
}

static pm_status measure(struct rates *rates)
{
    struct subject passes = {.size = TABLE / sizeof *passes.table};
    signed char entry[ORDER * ORDER];
    struct pm_matrix *a = NULL;
    pm_status status;

    for (int k = 0; k < ORDER * ORDER; k++)
        entry[k] = (signed char)(1 + k * k % 7);
    PM_TRY_GOTO(status, pm_matrix_from_bytes(&a, ORDER, ORDER, entry), done);
    PM_TRY_GOTO(status, measure_walks(rates, a, FLOATING), done);
    PM_TRY_GOTO(status, measure_walks(rates, a, MODULAR), done);
    PM_NEW_GOTO(status, passes.table, passes.size, done);
    measure_subject(rates, STREAMS, &passes, 1);
done:
    free(passes.table);
    pm_matrix_free(a);
    return status;
}

/* ------------------------------------------------------------------------------ keep */

/* Changes with what is measured. */
enum { EDITION = 1 };

/* No machine is so much slower or faster. */
static const double MOST = 1e4;

static bool is_possible(double times)
{
    return times >= 1 / MOST && times <= MOST;
}

/* What the rates depend on, as text. */
static void key_of(char key[512], int all)
{
    const struct pm_isa *const isa = pm_isa_find(getenv("PM_ISA"));
    FILE *const file = fopen("/proc/cpuinfo", "re");
    char line[256] = "", model[256] = "";

    while (file != NULL && model[0] == '\0' && fgets(line, sizeof line, file) != NULL)
        sscanf(line, "model name : %255[^\n]", model);
    if (file != NULL)
        fclose(file);
    snprintf(key, 512, "rates %d: %s, %d threads, %s", EDITION, model, all,
             isa != NULL ? isa->name : "");
}

static bool are_possible(const struct rates *rates)
{
    for (int k = 0; k < KINDS * COUNTS; k++)
        if (!is_possible(rates->times[k / COUNTS][k % COUNTS]))
            return false;
    return true;
}

/* Does nothing where there is no file, or a damaged one. */
static void read_rates(struct rates *rates, const char *key)
{
    struct pm_binary data;

    if (!pm_cache_get(&data, key))
        return;
    if (data.size == sizeof rates->times) {
        memcpy(rates->times, data.code, data.size);
        rates->state = are_possible(rates) ? KNOWN : LOOKED;
    }
    free(data.code);
}

/* Reads one to KINDS numbers; the last one counts for the rest, too.  False: they are wrong. */
static bool read_numbers(struct rates *rates, const char *text)
{
    double times = 0;

    for (int k = 0; k < KINDS * COUNTS; k++) {
        if (k == 0 || (k % COUNTS == 0 && *text == ',')) {
            const char *const from = k == 0 ? text : text + 1;
            char *end;
            times = strtod(from, &end);
            if (end == from || !is_possible(times))
                return false;
            text = end;
        }
        rates->times[k / COUNTS][k % COUNTS] = times;
    }
    rates->state = KNOWN;
    return *text == '\0';
}

/* ------------------------------------------------------------------------------ find */

static const char VARIABLE[] = "PM_RATES", AS_REFERENCE[] = "reference", AGAIN[] = "measure";

static _Atomic bool wanted;

pm_status pm_rates_check(bool predicts)
{
    const char *const text = getenv(VARIABLE);
    struct rates rates;

    wanted = wanted || predicts;
    return text == NULL || strcmp(text, AS_REFERENCE) == 0 || strcmp(text, AGAIN) == 0 ||
                   read_numbers(&rates, text)
               ? PM_OK
               : pm_fail(PM_INPUT,
                         "%s=%.40s: %s, %s or one to three numbers with commas are expected, such "
                         "as 1.5,1.5,2",
                         VARIABLE, text, AS_REFERENCE, AGAIN);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct rates kept;

static struct rates rates_now(void)
{
    pthread_mutex_lock(&lock);
    const struct rates rates = kept;
    pthread_mutex_unlock(&lock);
    return rates;
}

/* What one thread has found remains. */
static void keep(const struct rates *rates)
{
    pthread_mutex_lock(&lock);
    if (kept.state <= LOOKED)
        kept = *rates;
    pthread_mutex_unlock(&lock);
}

static void find(struct rates *rates, bool again, bool may_measure)
{
    struct pm_failure before = {.status = PM_OK};
    char key[512];

    key_of(key, rates->all);
    if (!again)
        read_rates(rates, key);
    if (rates->state == KNOWN || !may_measure)
        return;
    pm_failure_keep(&before, PM_UNABLE);
    if (measure(rates) == PM_OK && are_possible(rates)) {
        rates->state = KNOWN;
        pm_cache_put(&(struct pm_binary){(char *)rates->times, sizeof rates->times}, key);
    } else {
        rates->state = REFERENCE;
        (void)pm_failure_raise(&before);
    }
}

/* Predictions below SHORT seconds do not look for rates.  Only those above LONG may measure, or
 * UNWANTED, if nobody has asked for predictions. */
static const double SHORT = 0.02, LONG = 0.25, UNWANTED = 10;

void pm_rates_prepare(double seconds)
{
    const bool may_measure = seconds >= (wanted ? LONG : UNWANTED) && !omp_in_parallel();
    const int before = rates_now().state;
    const char *const text = getenv(VARIABLE);

    if (seconds < SHORT || before > LOOKED || (before == LOOKED && !may_measure))
        return;
    struct rates rates = {.state = LOOKED, .all = omp_get_num_procs()};
    if (text == NULL || strcmp(text, AGAIN) == 0)
        find(&rates, text != NULL, may_measure);
    else if (!read_numbers(&rates, text))
        rates.state = REFERENCE;
    keep(&rates);
}

/* ------------------------------------------------------------------------------- use */

bool pm_rates_known(void)
{
    return rates_now().state == KNOWN;
}

/* Logarithms are interpolated between the numbers of threads that were measured.  More than all
 * threads are believed to be those of a larger machine of this kind. */
static double times_at(const struct rates *rates, enum kind kind, int threads)
{
    const int few = count_of(rates->all, 1);
    const int from = threads < few ? 1 : few, to = threads < few ? few : rates->all;
    const double *const times = rates->times[kind] + (threads >= few);
    const double part =
        to > from ? fmin(log((double)threads / from) / log((double)to / from), 1) : 0;

    return pow(times[0], 1 - part) * pow(times[1], part);
}

double pm_rates_times(const struct pm_engine *engine, enum pm_number number, bool streams,
                      int threads)
{
    const struct rates rates = rates_now();
    const bool modular = number == PM_MOD || number == PM_MODS || number == PM_WRAP;
    double times = slower(engine, number);

    if (rates.state != KNOWN)
        return times;
    const double walks = times_at(&rates, modular ? MODULAR : FLOATING, threads);
    const double passes = streams ? times_at(&rates, STREAMS, threads) : walks;
    return times * pow(walks, 1 - SHARED) * pow(passes, SHARED);
}
