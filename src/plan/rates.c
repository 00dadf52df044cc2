/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rates of this machine are looked for once in a process: in PM_RATES, in the cache folder, by
 * a measure. */
#include "plan/rates.h"

#include "engine/engine.h"
#include "engine/isa/isa.h"
#include "plan/kept_rates.h"
#include "plan/sharing.h"

#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct rates {
    /* nothing was looked for; the file was; the rates are those of the reference machine; they are
     * those of `machine` */
    enum { BEGIN, LOOKED, REFERENCE, KNOWN } state;
    struct pm_benchmark machine;
};

static const char VARIABLE[] = "PM_RATES", AS_REFERENCE[] = "reference", AGAIN[] = "measure";

/* Reads one number for each kind of work; the last one counts for the rest, too.  False: they are
 * wrong. */
static bool read_numbers(struct rates *rates, const char *text)
{
    double times = 0;

    for (int kind = 0; kind < PM_BENCHMARK_KINDS; kind++) {
        if (kind == 0 || *text == ',') {
            const char *const from = text + (kind > 0);
            char *end;
            times = strtod(from, &end);
            if (end == from)
                return false;
            text = end;
        }
        for (int k = 0; k < PM_BENCHMARK_COUNTS; k++)
            rates->machine.times[kind][k] = times;
    }
    rates->state = KNOWN;
    return *text == '\0' && pm_benchmark_is_possible(&rates->machine);
}

pm_status pm_rates_check(void)
{
    const char *const text = getenv(VARIABLE);
    struct rates rates;

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

/* Reads or measures the rates. */
static void find(struct rates *rates, bool again, bool may_measure)
{
    struct pm_failure before = {.status = PM_OK};

    if (!again && pm_kept_rates_get(&rates->machine))
        rates->state = KNOWN;
    if (rates->state == KNOWN || !may_measure)
        return;
    pm_failure_keep(&before, PM_UNABLE);
    if (pm_benchmark_run(&rates->machine) == PM_OK && pm_benchmark_is_possible(&rates->machine)) {
        rates->state = KNOWN;
        pm_kept_rates_put(&rates->machine);
    } else {
        rates->state = REFERENCE;
        (void)pm_failure_raise(&before);
    }
}

/* Predictions below SHORT seconds do not look for rates.  Only those above LONG may measure, or
 * UNWANTED, if nobody has asked for predictions. */
static const double SHORT = 0.02, LONG = 0.25, UNWANTED = 10;

void pm_rates_prepare(double seconds, bool wanted)
{
    const bool may_measure = seconds >= (wanted ? LONG : UNWANTED) && !omp_in_parallel();
    const int before = rates_now().state;
    const char *const text = getenv(VARIABLE);

    if (seconds < SHORT || before > LOOKED || (before == LOOKED && !may_measure))
        return;
    struct rates rates = {.state = LOOKED, .machine.all = omp_get_num_procs()};
    if (text == NULL || strcmp(text, AGAIN) == 0)
        find(&rates, text != NULL, may_measure);
    else if (!read_numbers(&rates, text))
        rates.state = REFERENCE;
    keep(&rates);
}

bool pm_rates_known(void)
{
    return rates_now().state == KNOWN;
}

/* Logarithms are interpolated between the numbers of threads that were measured.  More than all
 * threads are believed to be those of a larger machine of this kind. */
static double times_at(const struct pm_benchmark *b, enum pm_benchmark_kind kind, int threads)
{
    const int few = pm_benchmark_threads(b->all, 1);
    const int from = threads < few ? 1 : few, to = threads < few ? few : b->all;
    const double *const times = b->times[kind] + (threads >= few);
    const double part =
        to > from ? fmin(log((double)threads / from) / log((double)to / from), 1) : 0;

    return pow(times[0], 1 - part) * pow(times[1], part);
}

double pm_rates_times(const struct pm_engine *engine, enum pm_number number, bool streams,
                      int threads)
{
    const struct rates rates = rates_now();
    const bool modular = number == PM_MOD || number == PM_MODS || number == PM_WRAP;
    const double times =
        engine == NULL || number >= PM_NUMBERS
            ? 1
            : pm_isa_times(engine->figures.with_avx2[number], engine->figures.portable[number]);

    if (rates.state != KNOWN)
        return times;
    const double walks =
        times_at(&rates.machine, modular ? PM_BENCHMARK_MODULAR : PM_BENCHMARK_FLOATING, threads);
    return times *
           (streams
                ? pm_sharing_times(walks, times_at(&rates.machine, PM_BENCHMARK_STREAMS, threads))
                : walks);
}
