/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs an engine over all units of all rings of a core.
 *
 * Units and rings are dealt to workers (schedule/deal.h), or the engine uses the threads itself;
 * none of this can be seen in the result, because a unit's part depends on the unit alone and parts
 * are added in the tree of the fold. */
#include "run/run.h"

#include "base/alloc.h"
#include "run/check.h"
#include "run/gpus.h"
#include "checkpoint/session.h"
#include "mpi/team.h"
#include "checkpoint/texts.h"
#include "schedule/units.h"

#include <math.h>
#include <stdlib.h>

static pm_status ring_add(struct pm_part *sum, const struct pm_work *work, size_t ring)
{
    struct pm_fold fold;
    void *job;

    PM_TRY(work->engine->open(&job, work->core, work->cost, &work->ring[ring], &work->limits));
    pm_fold_init(&fold, &work->ring[ring]);
    const pm_status status = pm_units_add(&fold, work->engine, job, 0, work->cost->units);
    pm_fold_sum(sum, &fold);
    pm_fold_clear(&fold);
    work->engine->close(job);
    return status;
}

/* How many units are computed at once: as many as there are threads and memory for.  Each has its
 * share of both. */
static int crew_size(struct pm_work *work, int threads)
{
    const double items = (double)work->rings * (double)work->cost->units;
    const double room = (double)work->limits.memory / fmax(1, work->cost->bytes);
    const int most = (int)fmax(1, floor(fmin(threads, fmin(items, room))));

    work->limits.threads = threads / most;
    work->limits.memory /= (uint64_t)most;
    return most;
}

/* All rings, dealt out.  Without devices the threads do it all: that was planned for, or the caller
 * was told before. */
static pm_status rings_deal(struct pm_part *part, struct pm_work *work, const struct pm_way *way,
                            struct pm_session *session, const char *stage)
{
    struct pm_deal *deal = NULL;
    struct pm_crew *crew = NULL;
    struct pm_gpu_hands hands = {.count = 0};
    struct pm_gpus *devices;
    const int threads = crew_size(work, session->threads);
    pm_status status = pm_deal_new(&deal, work->ring, work->rings, work->cost->units);

    PM_TRY_GOTO(status, pm_session_begin(session, stage, deal, status), done);
    work->limits.stop = pm_deal_over(deal);
    if (pm_session_wants_gpus(session, way) && pm_session_gpus(&devices, session) == PM_OK)
        (void)!pm_gpu_hands_init(&hands, devices, work, session->team);
    /* Where that fails the deal is over, and says why. */
    (void)!pm_crew_start(&crew, deal, work, threads, hands.hand, hands.count);
    pm_session_watch(session, stage, deal);
    pm_crew_end(crew);
    PM_TRY_GOTO(status, pm_session_end(session, stage, deal), done);
    for (size_t k = 0; k < work->rings && !pm_session_is_part(session); k++)
        pm_deal_sum(&part[k], deal, k);
done:
    pm_gpu_hands_clear(&hands);
    pm_deal_free(deal);
    return status;
}

static pm_status rings_run(struct pm_part *part, const struct pm_images *images,
                           const struct pm_core *core, const struct pm_way *way,
                           const struct pm_limits *limits, struct pm_session *session,
                           const char *stage)
{
    struct pm_work work = {.engine = way->engine,
                           .core = core,
                           .cost = &way->cost,
                           .ring = images->ring,
                           .rings = images->count,
                           .limits = *limits,
                           .audit = session->audit};

    if (pm_session_wants_gpus(session, way) || pm_session_deals(session, way->seconds))
        return rings_deal(part, &work, way, session, pm_session_keeps(way->seconds) ? stage : NULL);
    for (size_t k = 0; k < images->count; k++)
        PM_TRY(ring_add(&part[k], &work, k));
    return PM_OK;
}

/* What is predicted to take longer is not begun before the engine has shown that it works here. */
static const double CHECKED_SECONDS = 1;

/* True where the bound leaves fewer than about six digits. */
static bool is_vague(const struct pm_value *value)
{
    const struct pm_mag allowed =
        pm_mag_mul(pm_mag_double(1, -20),
                   pm_mag_add(pm_mag_fmpq(value->centre.re), pm_mag_fmpq(value->centre.im)));
    const struct pm_mag error = value->error;

    return error.m != 0 &&
           (allowed.m == 0 || error.e > allowed.e || (error.e == allowed.e && error.m > allowed.m));
}

/* From the sums of the rings. */
static pm_status value_of(struct pm_value *value, const struct pm_way *way,
                          const struct pm_images *images, const struct pm_part *part)
{
    struct pm_gauss exact;

    if (!way->exact)
        return pm_value_set_part(value, &part[0], 0);
    pm_gauss_init(&exact);
    const pm_status status = pm_images_recover(&exact, images, part);
    if (status == PM_OK)
        pm_value_set_gauss(value, &exact);
    if (status == PM_OK && way->fixed != NULL) {
        value->error = way->fixed->error;
        pm_value_mul_2exp(value, way->fixed->exp);
    }
    pm_gauss_clear(&exact);
    return status;
}

pm_status pm_run_recover(struct pm_value *value, bool *enough, const struct pm_way *way,
                         const struct pm_images *images, const struct pm_part *part)
{
    PM_TRY(value_of(value, way, images, part));
    *enough = way->rescue == NULL || !is_vague(value);
    return PM_OK;
}

/* A value that the engine computes in one go. */
struct whole {
    const struct pm_way *way;
    const struct pm_core *core;
    struct pm_limits limits;
};

static pm_status whole_value(struct pm_value *value, void *self, uint64_t unit)
{
    const struct whole *const w = self;

    (void)unit;
    return w->way->engine->any->value(value, w->core, &w->way->cost, w->way->any, &w->limits);
}

static pm_status whole_run(struct pm_value *value, struct whole *whole, struct pm_session *session,
                           const char *stage)
{
    static const struct pm_valuer valuer = {.value = whole_value};
    const double seconds = whole->way->seconds;
    struct pm_deal *deal;

    if (!pm_session_deals(session, seconds))
        return whole_value(value, whole, 0);
    PM_TRY(pm_deal_new(&deal, NULL, 1, 1));
    whole->limits.stop = pm_deal_over(deal);
    pm_status status = pm_texts_deal(deal, session, pm_session_keeps(seconds) ? stage : NULL,
                                     &valuer, whole, sizeof *whole, 1);
    if (status == PM_OK && !pm_session_is_part(session))
        status = pm_value_read(value, pm_deal_text(deal, 0));
    pm_deal_free(deal);
    return status;
}

static pm_status way_value(struct pm_value *value, const struct pm_matrix *core,
                           const struct pm_way *way, const struct pm_planner *planner,
                           struct pm_session *session, const char *stage)
{
    const struct pm_core wrapped = {.a = way->fixed != NULL ? way->fixed->a : core,
                                    .kind = way->kind};
    struct pm_images images = {0};
    struct pm_part *part = NULL;
    pm_status status;

    if (way->seconds > CHECKED_SECONDS)
        PM_TRY_GOTO(status, pm_check_way(way, planner), done);
    if (way->any > 0)
        return whole_run(value, &(struct whole){way, &wrapped, planner->limits}, session, stage);
    PM_TRY_GOTO(status, pm_way_images(&images, way, planner), done);
    PM_NEW_GOTO(status, part, images.count, done);
    PM_TRY_GOTO(status, rings_run(part, &images, &wrapped, way, &planner->limits, session, stage),
                done);
    status = value_of(value, way, &images, part);
done:
    free(part);
    pm_images_clear(&images);
    return status;
}

static pm_status core_value(struct pm_value *value, const struct pm_matrix *core,
                            const struct pm_way *way, const struct pm_planner *planner,
                            struct pm_session *session, size_t number)
{
    char stage[32];
    int used = snprintf(stage, sizeof stage, "%zu", number + 1);

    if (way->engine == NULL) {
        struct pm_planner split = *planner;
        split.leaf_gpus = way->gpus;
        return pm_run_split(value, core, &split, session,
                            pm_session_keeps(way->seconds) ? stage : NULL);
    }
    pm_status status = way_value(value, core, way, planner, session, stage);
    while ((way = way->rescue) != NULL && !pm_session_is_part(session) &&
           (status == PM_UNABLE || (status == PM_OK && is_vague(value)))) {
        used += snprintf(stage + used, sizeof stage - (size_t)used, "r");
        status = way_value(value, core, way, planner, session, stage);
    }
    return status;
}

pm_status pm_run_way(struct pm_value *value, const struct pm_matrix *core, const struct pm_way *way,
                     const struct pm_planner *planner)
{
    struct pm_session session = pm_session_alone(&planner->limits);
    const pm_status status = core_value(value, core, way, planner, &session, 0);

    pm_session_clear(&session);
    return status;
}

pm_status pm_run_plan(struct pm_value *value, const struct pm_plan *plan,
                      struct pm_session *session)
{
    const struct pm_reduction *const reduction = &plan->reduction;
    struct pm_session alone = pm_session_alone(&plan->planner.limits);
    struct pm_value factor;
    pm_status status = PM_OK;

    pm_value_init(&factor);
    pm_value_set_gauss(value, &reduction->factor);
    for (size_t k = 0; status == PM_OK && k < reduction->cores; k++) {
        status = core_value(&factor, reduction->core[k], &plan->way[k], &plan->planner,
                            session != NULL ? session : &alone, k);
        if (status == PM_OK)
            pm_value_mul(value, &factor);
    }
    pm_value_clear(&factor);
    pm_session_clear(&alone);
    return status;
}
