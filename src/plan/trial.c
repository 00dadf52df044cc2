/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the seconds of a way: the steps that the engine's cost() counts, times the number of
 * rings, divided by the engine's reference rate. */
#include "plan/trial.h"

#include "engine/limits.h"
#include "engine/abilities.h"
#include "plan/lacked.h"

struct pm_way pm_trial_begin(const struct pm_engine *engine, const struct pm_ask *ask, bool exact,
                             double bits, bool together)
{
    const bool gaussian = ask->complex_values;
    const struct pm_engine_query *const query = engine->more->query[ask->query];
    const unsigned numbers = query != NULL ? query->numbers : engine->numbers;
    struct pm_way way = {.engine = engine,
                         .query = query,
                         .exact = exact,
                         .number = PM_MOD,
                         .gaussian = gaussian,
                         .bits = bits,
                         .rings = 1};

    if (ask->want == PM_WANT_RESIDUE) {
        way.prime = ask->prime;
        return way;
    }
    if (!exact && query != NULL && query->any_shares != NULL) {
        way.any = ask->bits;
        way.number = gaussian ? PM_COMPLEX : PM_REAL;
    } else if (!exact) {
        way.number = pm_number_floating(ask->bits, gaussian);
    } else if (numbers & PM_WRAP_BIT && pm_crt_wrap(bits, gaussian)) {
        way.number = PM_WRAP;
    } else if (ask->query == PM_DRAWS && numbers & PM_DD_BIT) {
        way.number = PM_DD; /* the engine proves that they suffice */
    } else {
        way.rings = pm_crt_count_below(bits, gaussian, pm_way_prime_bits(engine));
        if (numbers & PM_MODS_BIT && together && way.rings > 1) {
            way.number = PM_MODS;
            way.rings = pm_crt_count(bits, gaussian, PM_MODS);
        }
    }
    return way;
}

/* Seconds of a ring besides its steps: converting entries to residues, and calling open() and
 * close(). */
static const double RING_SECONDS = 5e-6;

/* The seconds to find an integer from its residues are this times the square of their number. */
static const double RECOVER_SECONDS = 1.5e-8;

pm_status pm_trial_check(const struct pm_way *way, const struct pm_core *core)
{
    const struct pm_engine *const engine = way->engine;
    const unsigned kinds = way->query != NULL ? way->query->kinds : engine->kinds;
    const unsigned numbers = way->query != NULL ? way->query->numbers : engine->numbers;

    if (!(kinds & 1u << core->kind))
        return pm_fail(PM_UNABLE, "not for this kind of problem");
    if (way->number == PM_NUMBERS)
        return pm_fail(PM_UNABLE, "not over such numbers");
    if (!(numbers & 1u << way->number))
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

void pm_trial_predict(struct pm_way *way)
{
    const bool wide = pm_way_is_wide(way);
    const double rate = way->engine->figures.rate[way->number];
    const double slower = way->any > 0 ? pm_any_slower(way->any)
                          : wide       ? way->engine->figures.wide
                                       : 1;

    way->seconds = way->rings * (slower * way->cost.steps / rate + RING_SECONDS);
    way->cost.bytes *= wide ? 2 : slower;
}

/* Predicts the time of a query besides that of its rings.  *bytes = the memory for the residues of
 * all shares, which are kept until the last residue is known. */
static void predict_query(struct pm_way *way, double *bytes, const struct pm_core *core)
{
    const int nnz = pm_matrix_nnz(core->a);

    way->each = way->rings * way->cost.each / way->engine->figures.rate[way->number];
    *bytes = 0;
    if (!way->exact || way->query->shares == NULL)
        return;
    way->seconds += RECOVER_SECONDS * nnz * way->rings * way->rings;
    *bytes = (double)pm_image_number_size(way->number) * way->rings * nnz;
}

/* The limits for a query's cost(), whose search may not be longer than the time limit allows. */
static void limit_query(struct pm_limits *limits)
{
    if (limits->known == 0 || (limits->seconds > 0 && limits->seconds < limits->known))
        limits->known = limits->seconds;
}

struct pm_limits pm_trial_limits(const struct pm_way *way, const struct pm_limits *given)
{
    struct pm_limits limits = *given;

    limits.prime = way->prime;
    limits.rings = way->rings;
    limits.bits = way->any;
    limits.epsilon = way->epsilon;
    limits.accuracy = way->accuracy;
    limits.memory -= pm_way_is_wide(way) ? limits.memory / 2 : 0;
    return limits;
}

pm_status pm_trial_way(struct pm_way *way, const struct pm_core *core,
                       const struct pm_planner *planner, const void *search)
{
    const struct pm_engine *const engine = way->engine;
    struct pm_limits limits;

    way->epsilon = planner->ask.epsilon;
    way->accuracy = planner->ask.accuracy;
    way->kind = core->kind;
    limits = pm_trial_limits(way, &planner->policy.limits);
    limits.search = search;
    if (planner->ask.query != PM_VALUE && way->query == NULL)
        return pm_fail(PM_UNABLE, "not for this question");
    PM_TRY(pm_trial_check(way, core));
    if (way->query != NULL)
        limit_query(&limits);
    pm_status status = (way->query != NULL ? way->query->cost : engine->cost)(&way->cost, core,
                                                                              way->number, &limits);
    if (way->cost.lacks_embedding && planner->lacks_embedding != NULL)
        *planner->lacks_embedding = true;
    if (status != PM_OK)
        return status;
    double seconds = 0, bytes = 0;
    way->rings = way->cost.once ? 1 : way->rings;
    pm_trial_predict(way);
    if (way->query != NULL) {
        predict_query(way, &bytes, core);
        seconds = pm_way_reference(way, limits.threads);
    }
    status = pm_limits_allow(&planner->policy.limits, seconds, way->cost.bytes + bytes);
    if (status != PM_OK)
        pm_way_clear(way);
    return status;
}

pm_status pm_trial_device(struct pm_way *way, const struct pm_core *core,
                          const struct pm_planner *planner, const void *search, uint64_t memory)
{
    const double share = way->engine->more->gpu->memory;
    struct pm_planner there = *planner;

    there.policy.limits.device = true;
    if (share > 0)
        there.policy.limits.memory = (uint64_t)(share * (double)memory);
    return pm_trial_way(way, core, &there, search);
}

pm_status pm_trial_lacked(struct pm_way way, const struct pm_core *core,
                          const struct pm_planner *planner, const void *search)
{
    struct pm_planner roomy = *planner;

    if (planner->lacked == NULL)
        return PM_OK;
    roomy.policy.limits.memory = 0;
    const pm_status status = pm_trial_way(&way, core, &roomy, search);
    if (status == PM_OK) {
        pm_lacked_note(planner->lacked, &way, planner->policy.limits.threads);
        pm_way_clear(&way);
    }
    return status == PM_UNABLE ? PM_OK : status;
}

void pm_trial_note(FILE *refusals, const struct pm_way *way, pm_status status)
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
            pm_way_reference(way, 1));
    fprintf(refusals, "%s%s%s\n", on, way->cost.note[0] ? ", " : "", way->cost.note);
}
