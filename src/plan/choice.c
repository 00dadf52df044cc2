/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cheapest of all ways that the engines have, and what stands by for it.  Engines whose cost()
 * is quick are asked first, the others where what they may save is worth their look. */
#include "base/alloc.h"
#include "model/bound.h"
#include "plan/choice.h"

#include <math.h>

/* A floating answer is computed exactly, and rounded once, where that takes no longer than this:
 * all digits for little. */
static const double CHEAP_SECONDS = 0.5;

/* A floating result whose bound leaves too few digits is computed again, in double-double or
 * exactly, where that is predicted to take no longer than this. */
static const double RESCUE_SECONDS = 60;

/* Engines whose cost() takes its time are not asked where another is done sooner: about what they
 * need to look at a core, and at a pair of its entries; or so many times what they say they need,
 * so that looking costs no more than it may gain. */
static const double LOOK_SECONDS = 1e-3, LOOK_PAIR_SECONDS = 2e-6, LOOK_TIMES = 3;

/* What digits are worth: a way that keeps to epsilon may take so many times longer than one that
 * perhaps does not. */
static const double LOOSE = 4;

static void note(FILE *refusals, const struct pm_way *way, pm_status status)
{
    char numbers[64];

    if (refusals == NULL)
        return;
    if (status != PM_OK) {
        fprintf(refusals, "    %-12s unable: %s\n", way->engine->name, pm_message());
        return;
    }
    fprintf(refusals, "    %-12s %.3g steps x %g %s ring%s, %.3g s", way->engine->name,
            way->cost.steps, way->rings, pm_way_numbers(numbers, way), way->rings == 1 ? "" : "s",
            pm_way_seconds(way, 1));
    if (way->gpus > 0)
        fprintf(refusals, " on %d GPU%s", way->gpus, way->gpus == 1 ? "" : "s");
    fprintf(refusals, "%s%s\n", way->cost.note[0] ? ", " : "", way->cost.note);
}

/* Seconds, LOOSE times as many where cancellation may leave less than what epsilon asks for. */
static double price(const struct pm_way *way, const struct pm_core *core,
                    const struct pm_planner *planner)
{
    const bool loose = way->number == PM_REAL && !way->engine->steady && planner->ask.epsilon > 0 &&
                       pm_matrix_is_nonnegative(core->a);
    return loose ? LOOSE * way->seconds : way->seconds;
}

/* Keeps the better of two ways in *best. */
static void keep(struct pm_way *best, struct pm_way *way, const struct pm_core *core,
                 const struct pm_planner *planner)
{
    if (best->engine == NULL || price(way, core, planner) < price(best, core, planner)) {
        pm_way_clear(best);
        *best = *way;
    } else {
        pm_way_clear(way);
    }
}

/* Of all engines those whose cost() is quick, or the others. */
enum speed { QUICK, SLOW };

/* Engines that have kernels for GPUs, where threads take long: *best = the best of all. */
static pm_status best_with_gpus(struct pm_way *best, const struct pm_core *core,
                                const struct pm_planner *planner, enum speed speed, bool exact,
                                double bits, FILE *refusals)
{
    struct pm_planner there = *planner; /* on a device, whose memory counts */

    if (planner->policy.gpus == 0 || planner->policy.quick || planner->policy.machine != NULL ||
        (best->engine != NULL && !pm_way_is_long(best)))
        return PM_OK;
    const int gpus = pm_policy_gpus(&planner->policy);
    for (const struct pm_engine *const *e = pm_engines; gpus > 0 && *e != NULL; e++) {
        if ((*e)->gpu == NULL || (*e)->quick != (speed == QUICK) ||
            (planner->policy.engine != NULL && *e != planner->policy.engine))
            continue;
        struct pm_way way = pm_way_begin(*e, &planner->ask, exact, bits, false);
        if ((*e)->gpu->memory > 0)
            there.policy.limits.memory = (*e)->gpu->memory;
        const pm_status status = pm_way_try(&way, core, &there);
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        if (status == PM_UNABLE || !pm_way_is_for_gpus(&way)) {
            pm_way_clear(&way);
            continue;
        }
        pm_way_to_gpus(&way, gpus);
        note(refusals, &way, PM_OK);
        if (pm_way_is_eager() && best->engine != NULL && best->gpus == 0)
            best->seconds = HUGE_VAL;
        keep(best, &way, core, planner);
    }
    return PM_OK;
}

/* Whether a slow engine is worth asking where `way` is what there is. */
static bool is_slower(const struct pm_way *way, const struct pm_engine *engine,
                      const struct pm_core *core, const struct pm_planner *planner)
{
    const double entries = pm_matrix_nnz(core->a);

    if (way->engine == NULL)
        return true;
    if (engine != NULL && engine->look > 0)
        return price(way, core, planner) >= LOOK_TIMES * engine->look;
    return pm_way_seconds(way, 1) >= LOOK_SECONDS + LOOK_PAIR_SECONDS * entries * entries;
}

/* The same where both `best` and `rival` are what there is; NULL for any engine. */
static bool worth_looking(const struct pm_engine *engine, const struct pm_way *best,
                          const struct pm_way *rival, const struct pm_core *core,
                          const struct pm_planner *planner)
{
    return planner->policy.engine != NULL ||
           (!planner->policy.quick && is_slower(best, engine, core, planner) &&
            is_slower(rival, engine, core, planner));
}

/* All engines that are allowed, at one kind of number, `rival` being the way at the other kind;
 * *best.engine stays NULL where none can, and the message is then the last refusal.  *refused:
 * engines that the core itself is beyond (bits by their place in the table), which are not asked
 * again. */
static pm_status best_of(struct pm_way *best, const struct pm_way *rival,
                         const struct pm_core *core, const struct pm_planner *planner,
                         enum speed speed, bool exact, double bits, uint64_t *refused,
                         FILE *refusals)
{
    struct pm_failure refusal = {PM_OK, ""};

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        const uint64_t bit = UINT64_C(1) << (e - pm_engines);
        if ((planner->policy.engine != NULL && *e != planner->policy.engine) || *refused & bit ||
            (*e)->quick != (speed == QUICK) ||
            (speed == SLOW && !worth_looking(*e, best, rival, core, planner)))
            continue;
        PM_TRY(pm_poll(planner->policy.limits.poll));
        struct pm_way way = pm_way_begin(*e, &planner->ask, exact, bits, true);
        pm_status status = pm_way_try(&way, core, planner);
        if (status == PM_UNABLE && way.number == PM_MODS) { /* one by one they take less memory */
            way = pm_way_begin(*e, &planner->ask, exact, bits, false);
            status = pm_way_try(&way, core, planner);
        }
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        note(refusals, &way, status);
        if (status == PM_OK) {
            keep(best, &way, core, planner);
        } else {
            if ((*e)->numbers & 1u << way.number)
                *refused |= bit;
            pm_fail_at(status, "%s", (*e)->name);
        }
    }
    pm_failure_keep(&refusal, PM_UNABLE); /* the message stays */
    PM_TRY(best_with_gpus(best, core, planner, speed, exact, bits, refusals));
    pm_failure_raise(&refusal);
    return PM_OK;
}

/* `next` stands by for `way`, and whatever stood by before for `next`. */
static pm_status stand_by(struct pm_way *way, struct pm_way *next)
{
    struct pm_way *const copy = pm_alloc(1, sizeof *copy);

    if (copy == NULL)
        return PM_NOMEM;
    *copy = *next;
    *next = (struct pm_way){.engine = NULL};
    copy->rescue = way->rescue;
    way->rescue = copy;
    return PM_OK;
}

/* What stands by for a result in double with too few digits: the exact way, and before it
 * double-double where that is sooner.  Whatever is not kept is released. */
static pm_status find_rescues(struct pm_way *floating, struct pm_way *exact,
                              const struct pm_core *core, const struct pm_planner *planner)
{
    const struct pm_limits *const limits = &planner->policy.limits;
    struct pm_planner finer = *planner;
    struct pm_way fine = {.engine = NULL};
    uint64_t refused = 0;
    double left = limits->seconds > 0 ? limits->seconds * limits->threads : INFINITY;
    pm_status status = PM_OK;

    finer.ask.bits = 106;
    left = fmin(left - floating->seconds, RESCUE_SECONDS);
    if (planner->ask.rounded && planner->ask.bits == 53)
        status = best_of(&fine, &fine, core, &finer, QUICK, false, 0, &refused, NULL);
    const bool sooner = fine.engine != NULL && fine.seconds <= left &&
                        (exact->engine == NULL || fine.seconds < exact->seconds);
    if (status == PM_OK && exact->engine != NULL &&
        exact->seconds <= left - (sooner ? fine.seconds : 0))
        status = stand_by(floating, exact);
    if (status == PM_OK && sooner)
        status = stand_by(floating, &fine);
    pm_way_clear(exact);
    pm_way_clear(&fine);
    return status;
}

/* *way = of an exact and a floating way the one to go. */
static pm_status pick(struct pm_way *way, struct pm_way *exact, struct pm_way *floating,
                      const struct pm_core *core, const struct pm_planner *planner)
{
    if (floating->engine == NULL ||
        (exact->engine != NULL && exact->seconds <= floating->seconds)) {
        pm_way_clear(floating);
        *way = *exact;
        return PM_OK;
    }
    PM_TRY(find_rescues(floating, exact, core, planner));
    *way = *floating;
    return PM_OK;
}

/* Engines that have numbers of any precision.  *refused as in best_of(). */
static pm_status best_any(struct pm_way *best, const struct pm_core *core,
                          const struct pm_planner *planner, uint64_t *refused, FILE *refusals)
{
    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        if ((*e)->any == NULL || (planner->policy.engine != NULL && *e != planner->policy.engine))
            continue;
        PM_TRY(pm_poll(planner->policy.limits.poll));
        struct pm_way way = {.engine = *e,
                             .rings = 1,
                             .number = planner->ask.complex_values ? PM_COMPLEX : PM_REAL,
                             .any = planner->ask.bits};
        const pm_status status = pm_way_try(&way, core, planner);
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        note(refusals, &way, status);
        if (status == PM_OK)
            keep(best, &way, core, planner);
        else
            *refused |= UINT64_C(1) << (e - pm_engines);
    }
    return PM_OK;
}

/* *best = the best way in numbers of any precision, or exactly with rounded entries. */
static pm_status best_precise(struct pm_way *best, const struct pm_core *core,
                              const struct pm_planner *planner, uint64_t *refused, FILE *refusals)
{
    struct pm_way whole = {.engine = NULL};
    struct pm_core rounded = *core;
    struct pm_fixed *fixed;
    pm_status status = PM_OK;

    PM_TRY(pm_fixed_new(&fixed, core->a, core->kind, planner->ask.bits));
    rounded.a = fixed->a;
    for (enum speed speed = QUICK; speed <= SLOW && status == PM_OK; speed++) {
        if (speed == SLOW && worth_looking(NULL, best, &whole, core, planner))
            status = best_any(best, core, planner, refused, refusals);
        if (status != PM_OK || (speed == SLOW && !worth_looking(NULL, best, &whole, core, planner)))
            break;
        if (refusals != NULL)
            fprintf(refusals, "    with entries of %d bits:\n", fixed->entry_bits);
        status = best_of(&whole, &whole, &rounded, planner, speed, true, fmax(fixed->bits, 0),
                         refused, refusals);
    }
    if (whole.engine == NULL) {
        pm_fixed_free(fixed);
        return status;
    }
    whole.fixed = fixed;
    keep(best, &whole, core, planner);
    return status;
}

/* The best way, in the type that has so many bits, or in numbers of any precision. */
static pm_status best_floating(struct pm_way *best, const struct pm_way *rival,
                               const struct pm_core *core, const struct pm_planner *planner,
                               enum speed speed, uint64_t *refused, FILE *refusals)
{
    if (pm_number_floating(planner->ask.bits, planner->ask.complex_values) != PM_NUMBERS)
        return best_of(best, rival, core, planner, speed, false, 0, refused, refusals);
    return speed == QUICK ? best_precise(best, core, planner, refused, refusals)
                          : PM_OK; /* asked already */
}

/* An exact way and, where that would not be cheap, a floating one.  All quick engines are asked
 * before the slow ones. */
static pm_status best_ways(struct pm_way *exact, struct pm_way *floating,
                           const struct pm_core *core, const struct pm_planner *planner,
                           double bits, FILE *refusals)
{
    const bool floats = planner->ask.want == PM_WANT_FLOATING;
    uint64_t refused = 0;

    for (enum speed speed = QUICK; speed <= SLOW; speed++) {
        const struct pm_way before = *exact;
        if (!floats || planner->ask.rounded)
            PM_TRY(best_of(exact, floating, core, planner, speed, true, bits, &refused, refusals));
        if (floats && (exact->engine == NULL || exact->seconds > CHEAP_SECONDS))
            PM_TRY(best_floating(floating, &before, core, planner, speed, &refused, refusals));
    }
    return PM_OK;
}

pm_status pm_way_find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner, FILE *refusals)
{
    struct pm_way exact = {.engine = NULL}, floating = {.engine = NULL};
    double bits = 0;

    if (planner->ask.want != PM_WANT_RESIDUE)
        PM_TRY(pm_bound_bits(&bits, core->a, core->kind));
    pm_status status = best_ways(&exact, &floating, core, planner, fmax(bits, 0), refusals);
    if (status == PM_OK && exact.engine == NULL && floating.engine == NULL)
        status = pm_fail_at(PM_UNABLE, "%s a core of %d x %d with %d entries within the limits",
                            planner->policy.engine != NULL ? "the engine cannot compute"
                                                           : "no engine can compute",
                            core->a->rows, core->a->cols, pm_matrix_nnz(core->a));
    if (status == PM_OK)
        status = pick(way, &exact, &floating, core, planner);
    if (status != PM_OK) {
        pm_way_clear(&exact);
        pm_way_clear(&floating);
    }
    return status;
}
