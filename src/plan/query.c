/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans a query: every engine that can answer it is tried with exact and with floating numbers.
 * The ways are sorted: those that are cheap, then by price.  An engine is not asked if its cost()
 * would take longer than the best way so far. */
#include "plan/query.h"

#include "base/alloc.h"
#include "base/text.h"
#include "engine/limits.h"
#include "plan/way.h"
#include "engine/more.h"

#include <math.h>
#include <stdlib.h>

/* For a floating answer, exact numbers that are rounded are preferred to floating ones if they take
 * no longer than this. */
static const double ROUNDED_SHARES_SECONDS = 0.5;

/* The seconds to find an integer from its residues are this times the square of their number. */
static const double RECOVER_SECONDS = 1.5e-8;

/* The random matchings depend on the chosen way, and the choice must be the same however many
 * matchings are drawn.  So the price is always for this number of matchings. */
static const double DRAWS = 1000;

static const char *const query_name[PM_QUERIES] = {
    [PM_SHARES] = "find the shares of the entries of",
    [PM_DRAWS] = "draw matchings of",
    [PM_SIZES] = "add up the matchings of every size of",
};

static void way_clear(struct pm_query_way *way)
{
    if (way->cost.choice != NULL)
        way->query->forget(way->cost.choice);
    way->cost.choice = NULL;
}

void pm_query_clear(struct pm_query_plan *plan)
{
    for (int k = 0; k < plan->count; k++)
        way_clear(&plan->way[k]);
    free(plan->way);
    *plan = (struct pm_query_plan){.count = 0};
}

/* ------------------------------------------------------------------ numbers */

/* Chooses exact numbers: integers modulo 2^128, one prime, or several primes at once. */
static void take_exact(struct pm_query_way *way, double bits, bool gaussian)
{
    const unsigned numbers = way->query->numbers;

    way->exact = true;
    way->bits = bits;
    way->number = numbers & PM_WRAP_BIT && pm_crt_wrap(bits, gaussian)                ? PM_WRAP
                  : numbers & PM_MODS_BIT && pm_crt_count(bits, gaussian, PM_MOD) > 1 ? PM_MODS
                                                                                      : PM_MOD;
    way->rings = way->number == PM_MOD
                     ? pm_crt_count_below(bits, gaussian, pm_way_prime_bits(way->engine))
                     : pm_crt_count(bits, gaussian, way->number);
}

pm_status pm_query_rings(struct pm_crt_rings *rings, const struct pm_query_way *way, bool gaussian)
{
    return way->number == PM_MOD
               ? pm_crt_below(rings, way->bits, gaussian, pm_way_prime_bits(way->engine))
               : pm_crt_new(rings, way->bits, gaussian, way->number);
}

static void take_floating(struct pm_query_way *way, int bits, bool gaussian)
{
    way->any = way->query->any_shares != NULL ? bits : 0;
    way->number = way->any == 0 ? pm_number_floating(bits, gaussian)
                  : gaussian    ? PM_COMPLEX
                                : PM_REAL;
    way->rings = 1;
}

static bool is_able(const struct pm_query_way *way, const struct pm_core *core)
{
    return way->query->kinds & 1u << core->kind && way->number != PM_NUMBERS &&
           way->query->numbers & 1u << way->number;
}

/* ------------------------------------------------------------------ costs */

/* The memory for the residues of all shares, which are kept until the last residue is known. */
static double residues_bytes(const struct pm_query_way *way, const struct pm_core *core)
{
    return way->exact && way->query->shares != NULL
               ? (double)pm_number_size(way->number) * way->rings * pm_matrix_nnz(core->a)
               : 0;
}

double pm_query_seconds(const struct pm_query_way *way, const struct pm_limits *limits)
{
    return pm_seconds_on(way->seconds, way->cost.bytes, way->rings, limits->threads);
}

/* Completes a way whose numbers are set.  PM_UNABLE: the way is not possible; then the caller need
 * not clear it. */
static pm_status way_try(struct pm_query_way *way, const struct pm_core *core,
                         const struct pm_limits *limits)
{
    if (!is_able(way, core))
        return pm_fail(PM_UNABLE, "not over such numbers");
    PM_TRY(way->query->cost(&way->cost, core, way->number, limits));
    const double slower = way->any > 0 ? pm_any_slower(way->any) : 1;
    const double step = way->rings * slower / way->engine->figures.rate[way->number];
    way->cost.bytes *= slower;
    way->seconds = step * way->cost.steps;
    if (way->exact && way->query->shares != NULL)
        way->seconds += RECOVER_SECONDS * pm_matrix_nnz(core->a) * way->rings * way->rings;
    way->each = step * way->cost.each;
    way->price = way->seconds + DRAWS * way->each;
    const pm_status status = pm_limits_allow(limits, pm_query_seconds(way, limits),
                                             way->cost.bytes + residues_bytes(way, core));
    if (status != PM_OK)
        way_clear(way);
    return status;
}

/* ------------------------------------------------------------------ choice */

/* An engine is not asked if another one answers the query in the time of a cost().  This does not
 * apply if the sums are so small that they fit into 128 bits, since such cores are small. */
static bool is_worth_looking(const struct pm_query_plan *plan, enum pm_query query,
                             const struct pm_core *core, double bits)
{
    return plan->count == 0 || (query != PM_SIZES && pm_crt_wrap(bits, false)) ||
           plan->way[0].seconds >= pm_look_seconds(core->a);
}

static bool comes_before(const struct pm_query_way *a, const struct pm_query_way *b)
{
    return a->cheap != b->cheap ? a->cheap : a->price < b->price;
}

/* Inserts a way into the sorted list. */
static void insert(struct pm_query_plan *plan, const struct pm_query_way *way)
{
    int at = plan->count++;

    for (; at > 0 && comes_before(way, &plan->way[at - 1]); at--)
        plan->way[at] = plan->way[at - 1];
    plan->way[at] = *way;
}

/* Adds an engine's exact way and, unless the exact one is cheap, its floating way. */
static pm_status add_ways(struct pm_query_plan *plan, const struct pm_engine *engine,
                          const struct pm_engine_query *query, const struct pm_core *core,
                          double bits, const struct pm_query_ask *ask)
{
    const bool gaussian = core->a->im != NULL;
    const bool exact =
        ask->bits == 0 || ask->rounded || pm_number_floating(ask->bits, gaussian) == PM_NUMBERS;
    struct pm_query_way way = {.engine = engine, .query = query};
    pm_status status = PM_UNABLE;

    if (exact) {
        take_exact(&way, bits, gaussian);
        status = way_try(&way, core, &ask->limits);
        way.cheap = status == PM_OK && ask->bits > 0 && way.seconds <= ROUNDED_SHARES_SECONDS;
        if (status == PM_OK)
            insert(plan, &way);
    }
    if (ask->bits == 0 || way.cheap || (status != PM_OK && status != PM_UNABLE))
        return status;
    way = (struct pm_query_way){.engine = engine, .query = query};
    take_floating(&way, ask->bits, gaussian);
    const pm_status floating = way_try(&way, core, &ask->limits);
    if (floating == PM_OK)
        insert(plan, &way);
    return status == PM_OK && floating == PM_UNABLE ? PM_OK : floating;
}

/* The `known` of the limits for an engine's cost(): no search may be longer than the time limit, or
 * another way for matchings of every size, allows. */
static double known_seconds(const struct pm_query_plan *plan, enum pm_query query,
                            const struct pm_limits *limits)
{
    const double most = limits->seconds > 0 ? limits->seconds * limits->threads : HUGE_VAL;
    const double best = query == PM_SIZES && plan->count > 0 ? plan->way[0].seconds : HUGE_VAL;
    const double known = fmin(most, best);

    return known < HUGE_VAL ? known : 0;
}

/* Adds the ways of all engines that are quick, or of all others.  Writes to `refusals` the reasons
 * of those that have none. */
static pm_status add_engines(struct pm_query_plan *plan, FILE *refusals, enum pm_query query,
                             const struct pm_core *core, double bits, bool quick,
                             const struct pm_query_ask *ask)
{
    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
        if ((*e)->more->query[query] == NULL || (*e)->figures.quick != quick ||
            (*e)->figures.draws || (ask->engine != NULL && *e != ask->engine) ||
            (!quick && !is_worth_looking(plan, query, core, bits)))
            continue;
        struct pm_query_ask known = *ask;
        known.limits.known = known_seconds(plan, query, &ask->limits);
        const pm_status status = add_ways(plan, *e, (*e)->more->query[query], core, bits, &known);
        if (status != PM_OK && status != PM_UNABLE)
            return status;
        if (status == PM_UNABLE)
            fprintf(refusals, "%s%s: %s", ftell(refusals) > 0 ? "; " : "", (*e)->name,
                    pm_message());
    }
    return PM_OK;
}

pm_status pm_query_find(struct pm_query_plan *plan, enum pm_query query, const struct pm_core *core,
                        double bits, const struct pm_query_ask *ask)
{
    struct pm_text refusals;
    char *why = NULL;
    size_t engines = 0;

    while (pm_engines[engines] != NULL)
        engines++;
    *plan = (struct pm_query_plan){.count = 0};
    PM_TRY(pm_text_open(&refusals));
    pm_status status = PM_OK;
    PM_NEW_GOTO(status, plan->way, 2 * engines, done);
    status = add_engines(plan, refusals.file, query, core, bits, true, ask);
    if (status == PM_OK)
        status = add_engines(plan, refusals.file, query, core, bits, false, ask);
done:
    status = pm_text_close(&why, &refusals, status);
    if (status == PM_OK && plan->count == 0)
        status = pm_fail(
            PM_UNABLE, "no engine can %s a core of %d x %d with %d entries within the limits: %s",
            query_name[query], core->a->rows, core->a->cols, pm_matrix_nnz(core->a), why);
    free(why);
    if (status != PM_OK)
        pm_query_clear(plan);
    return status;
}
