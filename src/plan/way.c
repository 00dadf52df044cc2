/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/way.h"

#include "base/alloc.h"
#include "cuda/gpu.h"
#include "engine/beyond.h"

#include <math.h>
#include <stdlib.h>

void pm_way_clear(struct pm_way *way)
{
    if (way->engine != NULL && way->cost.choice != NULL)
        way->engine->forget(way->cost.choice);
    way->cost.choice = NULL;
    pm_fixed_free(way->fixed);
    way->fixed = NULL;
    if (way->rescue != NULL)
        pm_way_clear(way->rescue);
    free(way->rescue);
    way->rescue = NULL;
}

const char *pm_way_numbers(char text[64], const struct pm_way *way)
{
    if (way->any == 0)
        return pm_number_name(way->number);
    snprintf(text, 64, "%d-bit %s", way->any, pm_number_name(way->number));
    return text;
}

/* ------------------------------------------------------------ numbers and seconds */

/* Primes of an engine are below 2^this. */
static int prime_bits(const struct pm_engine *engine)
{
    return engine->prime_bits > 0 ? engine->prime_bits : 62;
}

struct pm_way pm_way_begin(const struct pm_engine *engine, const struct pm_planner *planner,
                           bool exact, double bits, bool together)
{
    const bool gaussian = planner->complex_values;
    struct pm_way way = {
        .engine = engine, .exact = exact, .number = PM_MOD, .bits = bits, .rings = 1};

    if (planner->want == PM_WANT_RESIDUE)
        return way;
    if (!exact) {
        way.number = pm_number_floating(planner->bits, gaussian);
    } else if (engine->numbers & PM_WRAP_BIT && pm_images_wrap(bits, gaussian)) {
        way.number = PM_WRAP;
    } else {
        way.rings = pm_images_count_below(bits, gaussian, prime_bits(engine));
        if (engine->numbers & PM_MODS_BIT && together && way.rings > 1) {
            way.number = PM_MODS;
            way.rings = pm_images_count(bits, gaussian, PM_MODS);
        }
    }
    return way;
}

/* What a ring costs beyond its steps: turning entries into residues, an open and a close. */
static const double RING_SECONDS = 5e-6;

pm_status pm_way_try(struct pm_way *way, const struct pm_core *core,
                     const struct pm_planner *planner)
{
    const struct pm_engine *const engine = way->engine;

    way->kind = core->kind;
    if (!(engine->kinds & 1u << core->kind))
        return pm_fail(PM_UNABLE, "not for this kind of problem");
    if (!(engine->numbers & 1u << way->number))
        return pm_fail(PM_UNABLE, "not over %s numbers", pm_number_name(way->number));
    if (planner->want == PM_WANT_RESIDUE && planner->prime >> prime_bits(engine) != 0)
        return pm_fail(PM_UNABLE, "only modulo primes below 2^%d", prime_bits(engine));
    if (engine->pads && planner->want == PM_WANT_RESIDUE &&
        planner->prime <= (uint64_t)(core->a->cols - core->a->rows))
        return pm_fail(PM_UNABLE, "only modulo primes beyond %d", core->a->cols - core->a->rows);
    PM_TRY(engine->cost(&way->cost, core, way->number, &planner->limits));
    if (way->cost.terms == PM_TERMS_BEYOND && planner->machine == NULL) {
        const double steps = way->rings * way->cost.steps;
        pm_way_clear(way);
        return pm_fail(PM_UNABLE,
                       "too large an order: about 10^%.0f steps, which can only be planned for a "
                       "described machine",
                       log10(steps));
    }
    const double rate = pm_machine_rate(planner->machine, engine, way->number, way->cost.units);
    const double slower = way->any > 0 ? engine->any->slower(way->any) : 1;
    way->seconds = way->rings * (slower * way->cost.steps / rate + RING_SECONDS);
    way->cost.bytes *= slower;
    if (way->cost.bytes > (double)planner->limits.memory) {
        pm_way_clear(way);
        return pm_fail(PM_UNABLE, "needs %.3g bytes of memory, %.3g are allowed", way->cost.bytes,
                       (double)planner->limits.memory);
    }
    return PM_OK;
}

pm_status pm_way_images(struct pm_images *images, const struct pm_way *way,
                        const struct pm_planner *planner)
{
    if (planner->want == PM_WANT_RESIDUE)
        return pm_images_mod(images, planner->prime);
    if (way->exact)
        return way->number != PM_MOD
                   ? pm_images_new(images, way->bits, planner->complex_values, way->number)
                   : pm_images_below(images, way->bits, planner->complex_values,
                                     prime_bits(way->engine));
    *images = (struct pm_images){.count = 1};
    if ((images->ring = pm_alloc(1, sizeof *images->ring)) == NULL)
        return PM_NOMEM;
    images->ring[0] = pm_ring_of(way->number);
    return PM_OK;
}

/* ------------------------------------------------------------------------- devices */

/* GPUs are looked for where threads are predicted to take longer than this.  Devices are weighed
 * against a fixed number of threads, so that a plan does not depend on how many there are here;
 * they take their time to start and to compile. */
static const double LONG_SECONDS = 10;
static const double GPU_THREADS = 16, GPU_START_SECONDS = 1;

double pm_way_seconds(const struct pm_way *way, int threads)
{
    return way->seconds / (way->gpus > 0 ? GPU_THREADS : threads);
}

double pm_way_gpu_seconds(const struct pm_way *way, int gpus)
{
    return GPU_THREADS * way->rings * way->cost.steps /
           (way->engine->gpu->rate[way->number] * gpus);
}

bool pm_way_is_eager(void)
{
    return getenv("PM_GPU_EAGER") != NULL;
}

bool pm_way_is_long(const struct pm_way *way)
{
    return way->seconds >= LONG_SECONDS || pm_way_is_eager();
}

bool pm_way_is_for_gpus(const struct pm_way *way)
{
    const struct pm_engine_gpu *const gpu = way->engine->gpu;

    return gpu != NULL && gpu->rate[way->number] > 0 && way->cost.units >= gpu->least;
}

bool pm_way_gpus_pay(const struct pm_way *way)
{
    return pm_way_is_for_gpus(way) && pm_way_is_long(way);
}

void pm_way_to_gpus(struct pm_way *way, int gpus)
{
    way->gpus = gpus;
    way->seconds = GPU_THREADS * GPU_START_SECONDS + pm_way_gpu_seconds(way, gpus);
}

int pm_planner_gpus(const struct pm_planner *planner)
{
    struct pm_gpus **const gpus = planner->gpus;

    if (planner->gpus_counted)
        return planner->limits.gpus;
    if (gpus == NULL)
        return pm_machine_gpus(NULL, planner->limits.gpus);
    if (*gpus == NULL && pm_gpus_usable(gpus, planner->limits.gpus) == PM_OK)
        pm_gpus_start(*gpus);
    return *gpus != NULL ? (*gpus)->count : 0;
}
