/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the seconds of a way: the steps that the engine's cost() counts, times the number of
 * rings, divided by the engine's reference rate. */
#include "plan/trial.h"

#include "engine/limits.h"
#include "engine/more.h"

struct pm_way pm_way_begin(const struct pm_engine *engine, const struct pm_ask *ask, bool exact,
                           double bits, bool together)
{
    const bool gaussian = ask->complex_values;
    struct pm_way way = {.engine = engine,
                         .exact = exact,
                         .number = PM_MOD,
                         .gaussian = gaussian,
                         .bits = bits,
                         .rings = 1};

    if (ask->want == PM_WANT_RESIDUE) {
        way.prime = ask->prime;
        return way;
    }
    if (!exact) {
        way.number = pm_number_floating(ask->bits, gaussian);
    } else if (engine->numbers & PM_WRAP_BIT && pm_crt_wrap(bits, gaussian)) {
        way.number = PM_WRAP;
    } else {
        way.rings = pm_crt_count_below(bits, gaussian, pm_way_prime_bits(engine));
        if (engine->numbers & PM_MODS_BIT && together && way.rings > 1) {
            way.number = PM_MODS;
            way.rings = pm_crt_count(bits, gaussian, PM_MODS);
        }
    }
    return way;
}

/* Seconds of a ring besides its steps: converting entries to residues, and calling open() and
 * close(). */
static const double RING_SECONDS = 5e-6;

pm_status pm_way_check(const struct pm_way *way, const struct pm_core *core)
{
    const struct pm_engine *const engine = way->engine;

    if (!(engine->kinds & 1u << core->kind))
        return pm_fail(PM_UNABLE, "not for this kind of problem");
    if (!(engine->numbers & 1u << way->number))
        return pm_fail(PM_UNABLE, "not over %s numbers", pm_number_name(way->number));
    if (pm_way_is_wide(way) && engine->figures.wide == 0)
        return pm_fail(PM_UNABLE, "only modulo primes below 2^%d", pm_way_prime_bits(engine));
    const int below = engine->figures.interpolates ? core->a->cols
                      : engine->figures.pads       ? core->a->cols - core->a->rows
                                                   : 0;
    if (way->prime != 0 && way->prime <= (uint64_t)below)
        return pm_fail(PM_UNABLE, "only modulo primes beyond %d", below);
    return PM_OK;
}

void pm_way_predict(struct pm_way *way)
{
    const bool wide = pm_way_is_wide(way);
    const double rate = way->engine->figures.rate[way->number];
    const double slower = way->any > 0 ? pm_any_slower(way->any)
                          : wide       ? way->engine->figures.wide
                                       : 1;

    way->seconds = way->rings * (slower * way->cost.steps / rate + RING_SECONDS);
    way->cost.bytes *= wide ? 2 : slower;
}

pm_status pm_way_try(struct pm_way *way, const struct pm_core *core,
                     const struct pm_planner *planner, const void *search)
{
    const struct pm_engine *const engine = way->engine;
    struct pm_limits limits = planner->policy.limits;

    limits.search = search;
    limits.epsilon = way->epsilon = planner->ask.epsilon;
    limits.accuracy = way->accuracy = planner->ask.accuracy;
    limits.memory -= pm_way_is_wide(way) ? limits.memory / 2 : 0;
    way->kind = core->kind;
    PM_TRY(pm_way_check(way, core));
    pm_status status = engine->cost(&way->cost, core, way->number, &limits);
    if (way->cost.lacks_embedding && planner->lacks_embedding != NULL)
        *planner->lacks_embedding = true;
    if (status != PM_OK)
        return status;
    pm_way_predict(way);
    status = pm_limits_allow(&planner->policy.limits, 0, way->cost.bytes);
    if (status != PM_OK)
        pm_way_clear(way);
    return status;
}

void pm_way_note(FILE *refusals, const struct pm_way *way, pm_status status)
{
    char numbers[64], on[32] = "";

    if (refusals == NULL)
        return;
    if (way->gpus > 0)
        snprintf(on, sizeof on, " on %d GPU%s", way->gpus, way->gpus == 1 ? "" : "s");
    if (status != PM_OK) {
        fprintf(refusals, "    %-12s unable%s: %s\n", way->engine->name, on, pm_message());
        return;
    }
    fprintf(refusals, "    %-12s %.3g steps x %g %s ring%s, %.3g s", way->engine->name,
            way->cost.steps, way->rings, pm_way_numbers(numbers, way), way->rings == 1 ? "" : "s",
            pm_way_seconds(way, 1));
    fprintf(refusals, "%s%s%s\n", on, way->cost.note[0] ? ", " : "", way->cost.note);
}
