/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the seconds of a way on threads and on devices, and decides which of the two compute
 * it. */
#include "plan/way.h"

#include "base/alloc.h"
#include "cuda/gpu.h"
#include "engine/abilities.h"
#include "plan/policy.h"
#include "plan/rates.h"
#include "plan/sharing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void pm_way_clear(struct pm_way *way)
{
    if (way->engine != NULL && way->cost.choice != NULL)
        (way->query != NULL ? way->query->forget : way->engine->more->forget)(way->cost.choice);
    way->cost.choice = NULL;
    pm_fixed_free(way->fixed);
    way->fixed = NULL;
    free(way->leaf);
    way->leaf = NULL;
    if (way->fallback != NULL)
        pm_way_clear(way->fallback);
    free(way->fallback);
    way->fallback = NULL;
}

void pm_way_second(struct pm_way *way, const char *name, double seconds)
{
    const bool same = name == NULL || (way->engine != NULL && strcmp(way->engine->name, name) == 0);

    if (same || isinf(seconds) || (way->second != NULL && way->second_seconds <= seconds))
        return;
    way->second = name;
    way->second_seconds = seconds;
}

pm_status pm_way_add_fallback(struct pm_way *way, struct pm_way *next)
{
    struct pm_way *const copy = pm_alloc(1, sizeof *copy);

    if (copy == NULL)
        return PM_NOMEM;
    *copy = *next;
    *next = (struct pm_way){.engine = NULL};
    copy->fallback = way->fallback;
    way->fallback = copy;
    return PM_OK;
}

void pm_way_replace(struct pm_way *best, struct pm_way *way)
{
    const struct pm_way old = *best;

    pm_way_clear(best);
    *best = *way;
    pm_way_second(best, old.second, old.second_seconds);
    if (old.engine != NULL)
        pm_way_second(best, old.engine->name, old.seconds);
}

const char *pm_way_numbers(char text[64], const struct pm_way *way)
{
    if (way->any == 0)
        return pm_number_name(way->number);
    snprintf(text, 64, "%d-bit %s", way->any, pm_number_name(way->number));
    return text;
}

int pm_way_prime_bits(const struct pm_engine *engine)
{
    return engine->figures.prime_bits > 0 ? engine->figures.prime_bits : 62;
}

pm_status pm_way_rings(struct pm_crt_rings *rings, const struct pm_way *way)
{
    if (way->prime != 0)
        return pm_crt_mod(rings, way->prime);
    if (way->exact)
        return way->number != PM_MOD
                   ? pm_crt_new(rings, way->bits, way->gaussian, way->number)
                   : pm_crt_below(rings, way->bits, way->gaussian, pm_way_prime_bits(way->engine));
    *rings = (struct pm_crt_rings){.count = 1};
    if ((rings->ring = pm_alloc(1, sizeof *rings->ring)) == NULL)
        return PM_NOMEM;
    rings->ring[0] = pm_number_ring_of(way->number);
    return PM_OK;
}

/* ------------------------------------------------------------------------- devices */

/* Where a choice must not depend on the number of threads, this number is supposed: the seconds of
 * a way for GPUs count as those of so many threads, and by so many the worth of a search for a
 * floating answer is measured.  (By 4, these searches took a third of the time, and what they found
 * was as good.) */
enum { SUPPOSED_THREADS = 16 };

/* GPUs are considered if one thread is predicted to take longer. */
static const double LONG_SECONDS = 10;

/* Larger tables do not fit into the caches. */
static const double CACHE = 1 << 20;

/* The wall-clock time of work that takes `seconds` on one thread, has tables of so many bytes, and
 * consists of this many equal units.  If there are fewer units than threads, each gets as many
 * threads as the others. */
static double seconds_on(double seconds, double bytes, double units, int threads)
{
    units = fmax(1, units);
    const int at_once = units < threads ? (int)units : threads;
    const int inside = threads / at_once; /* threads of a unit */
    const double part = ceil(units / at_once) / units / inside;

    return seconds * pm_sharing_part(bytes > CACHE, part);
}

/* The error in double-double is this many times smaller than that in double. */
static const double DOUBLE_DOUBLE = 0x1p53;

double pm_way_seconds(const struct pm_way *way, int threads)
{
    const double seconds = pm_way_reference(way, threads);

    if (way->gpus > 0)
        return seconds;
    return seconds * pm_rates_times(way->engine, way->number, way->cost.bytes > CACHE, threads);
}

double pm_way_predicted(const struct pm_way *way, int threads, bool wanted)
{
    pm_rates_prepare(pm_way_expected(way, threads, pm_way_seconds), wanted);
    return pm_way_seconds(way, threads);
}

double pm_way_epsilon(const struct pm_way *way)
{
    return fmin(way->epsilon > 0 ? way->epsilon : PM_USUAL_EPSILON, PM_VAGUE);
}

bool pm_way_lacks_digits(const struct pm_way *way, double epsilon)
{
    return way->foreseen && way->error > log2(epsilon);
}

/* The seconds of a way and its fallbacks: of all, or of those that are expected to be needed.
 * Devices are opened once. */
static double with_fallbacks(const struct pm_way *way, int threads, bool all,
                             double (*seconds_of)(const struct pm_way *way, int threads))
{
    double seconds = seconds_of(way, threads), error = 1;
    bool open = way->gpus > 0;

    for (const struct pm_way *next = way->fallback;
         next != NULL && (all || pm_way_lacks_digits(way, error * pm_way_epsilon(way)));
         next = next->fallback) {
        seconds += seconds_of(next, threads) - (open && next->gpus > 0 ? PM_GPU_OPEN_SECONDS : 0);
        error = next->exact ? INFINITY : DOUBLE_DOUBLE;
        open |= next->gpus > 0;
    }
    return seconds;
}

double pm_way_expected(const struct pm_way *way, int threads,
                       double (*seconds_of)(const struct pm_way *way, int threads))
{
    return with_fallbacks(way, threads, false, seconds_of);
}

double pm_way_most(const struct pm_way *way, int threads)
{
    return with_fallbacks(way, threads, true, pm_way_seconds);
}

double pm_way_second_seconds(const struct pm_way *way, int threads)
{
    if (way->second == NULL)
        return 0;
    const struct pm_way second = {.engine = pm_engine_find(way->second),
                                  .rings = way->rings,
                                  .number = way->number,
                                  .seconds = way->second_seconds};
    return pm_way_seconds(&second, threads);
}

double pm_way_reference(const struct pm_way *way, int threads)
{
    const double units = way->engine == NULL  ? fmax(way->leaves, 1)
                         : way->query != NULL ? way->rings
                                              : way->rings * (double)way->cost.units;

    return way->gpus > 0 ? way->seconds / SUPPOSED_THREADS
                         : seconds_on(way->seconds, way->cost.bytes, units, threads);
}

/* True if the answer must not depend on the number of threads, but its way decides about it: a
 * floating one, or one that may be an estimate. */
static bool is_of_way(const struct pm_planner *planner)
{
    return planner->ask.want == PM_WANT_FLOATING || planner->ask.accuracy.epsilon > 0;
}

double pm_way_against(const struct pm_way *way, const struct pm_way *other,
                      const struct pm_planner *planner)
{
    const struct pm_policy *const policy = &planner->policy;
    const bool exact =
        way->exact && other->exact && way->query == NULL && !policy->part && !is_of_way(planner);
    const bool wall = exact || way->gpus > 0 || other->gpus > 0;

    return wall ? pm_way_reference(way, policy->limits.threads) : way->seconds;
}

double pm_way_worth(const struct pm_way *way, const struct pm_planner *planner)
{
    const int threads = planner->policy.part ? 1
                        : is_of_way(planner) ? SUPPOSED_THREADS
                                             : planner->policy.limits.threads;

    return pm_way_reference(way, threads);
}

double pm_way_gpu_wall_seconds(const struct pm_way *way, int gpus)
{
    const double one = way->cost.device > 0
                           ? way->cost.device
                           : way->cost.steps / way->engine->more->gpu->rate[way->number];

    return way->rings * one / gpus;
}

double pm_way_gpu_seconds(const struct pm_way *way, int gpus)
{
    return SUPPOSED_THREADS * pm_way_gpu_wall_seconds(way, gpus);
}

bool pm_way_is_wide(const struct pm_way *way)
{
    return way->prime >> pm_way_prime_bits(way->engine) != 0;
}

bool pm_way_is_long(const struct pm_way *way)
{
    return way->seconds >= LONG_SECONDS || pm_gpus_are_eager();
}

bool pm_way_is_for_gpus(const struct pm_way *way)
{
    const struct pm_engine_gpu *const gpu = way->engine->more->gpu;
    const uint64_t units = way->cost.together > 0 ? way->cost.together : way->cost.units;

    return gpu != NULL && gpu->rate[way->number] > 0 && units >= gpu->least && !pm_way_is_wide(way);
}

bool pm_way_gpus_pay(const struct pm_way *way)
{
    return pm_way_is_for_gpus(way) && pm_way_is_long(way);
}

/* *seconds = the time until the kernel of the way's first ring is loaded.  A job that cannot be
 * opened will be refused when it runs. */
static pm_status load_seconds(double *seconds, const struct pm_way *way, const struct pm_core *core,
                              const struct pm_limits *limits, const struct pm_gpu *gpu)
{
    const struct pm_engine *const engine = way->engine;
    struct pm_crt_rings rings = {.count = 0};
    struct pm_recipe_text *recipe;
    void *job = NULL;
    pm_status status;

    PM_NEW(recipe, 1);
    PM_TRY_GOTO(status, pm_way_rings(&rings, way), done);
    PM_TRY_GOTO(status, engine->open(&job, core, &way->cost, rings.ring, limits), done);
    PM_TRY_GOTO(status, engine->more->gpu->recipe(recipe, job, gpu), done);
    status = pm_compile_seconds(seconds, &recipe->recipe, gpu->arch);
done:
    pm_compile_clear(recipe);
    free(recipe);
    if (job != NULL)
        engine->close(job);
    pm_crt_clear(&rings);
    return status == PM_UNABLE ? PM_OK : status;
}

pm_status pm_way_to_gpus(struct pm_way *way, const struct pm_core *core,
                         const struct pm_limits *limits, const struct pm_gpu *gpu, int gpus)
{
    double seconds = 0;

    PM_TRY(load_seconds(&seconds, way, core, limits, gpu));
    way->gpus = gpus;
    way->seconds =
        SUPPOSED_THREADS * (PM_GPU_OPEN_SECONDS + seconds) + pm_way_gpu_seconds(way, gpus);
    return PM_OK;
}
