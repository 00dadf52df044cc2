/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units of rings are dealt to workers (schedule/deal.h); short work is done by one thread.  The
 * result is the same: the part of a unit depends only on the unit, and parts are added in the tree
 * of the fold. */
#include "run/rings.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "run/session.h"
#include "run/gpus.h"
#include "run/primes_needed.h"
#include "schedule/units.h"
#include "engine/limits.h"
#include "engine/abilities.h"

#include <stdlib.h>
#include <string.h>

/* The budget is asked between batches of units.  So even a run that was predicted to be short ends
 * when the caller wants that. */
static pm_status units_add(struct pm_fold *fold, const struct pm_work *work, void *job)
{
    const uint64_t units = work->cost->units;

    for (uint64_t first = 0, count; first < units; first += count) {
        count = units - first < PM_UNITS_BATCH ? units - first : PM_UNITS_BATCH;
        PM_TRY(pm_go_on(work->limits.stop));
        PM_TRY(pm_budget_ask());
        PM_TRY(pm_units_add(fold, work->engine, job, first, count));
    }
    return PM_OK;
}

static pm_status ring_add(struct pm_part *sum, const struct pm_work *work, size_t ring)
{
    struct pm_fold fold;
    void *job;

    PM_TRY(work->engine->open(&job, work->core, work->cost, &work->ring[ring], &work->limits));
    pm_fold_init(&fold, &work->ring[ring]);
    const pm_status status = units_add(&fold, work, job);
    pm_fold_sum(sum, &fold);
    pm_fold_clear(&fold);
    work->engine->close(job);
    return status;
}

/* Deals out all rings.  Without devices, threads do all the work: the plan was made for that, or
 * the caller has been told. */
static pm_status rings_deal(struct pm_part *part, struct pm_work *work, const struct pm_way *way,
                            struct pm_session *session, const char *stage)
{
    struct pm_deal *deal = NULL;
    struct pm_gpu_hands hands = {.count = 0};
    struct pm_gpus *devices;
    pm_status status = pm_deal_new(&deal, work->ring, work->rings, work->cost->units);

    work->limits.threads = session->limits.threads;
    int threads = pm_units_at_once(&work->limits, work->cost->bytes,
                                   (double)work->rings * (double)work->cost->units);
    PM_TRY_GOTO(status, pm_session_begin(session, stage, deal, status), done);
    work->limits.stop = pm_deal_over(deal);
    if (pm_session_wants_gpus(session, way) && pm_session_gpus(&devices, session) == PM_OK &&
        pm_gpu_hands_init(&hands, devices, work, session->team) != PM_OK)
        hands.count = 0;
    if (way->gpus > 0 && work->cost->bytes > pm_limits_memory(&session->limits)) {
        threads = 0; /* a unit fits only into the memory of a device */
        if (hands.count == 0 || work->audit > 0)
            pm_deal_fail(deal, pm_limits_allow(&session->limits, 0, work->cost->bytes));
    }
    struct pm_crew *const crew = pm_units_crew_start(deal, work, threads, hands.hand, hands.count);
    pm_session_watch(session, stage, deal);
    const struct pm_shares shares = pm_units_crew_end(crew);
    session->shares.threads += shares.threads;
    session->shares.devices += shares.devices;
    if (session->shares.refusal[0] == '\0')
        memcpy(session->shares.refusal, shares.refusal, sizeof shares.refusal);
    PM_TRY_GOTO(status, pm_session_end(session, stage, deal), done);
    const bool known = stage == NULL || !pm_session_is_part(session);
    for (size_t k = 0; k < work->rings && known; k++)
        pm_deal_sum(&part[k], deal, k);
done:
    pm_gpu_hands_clear(&hands);
    pm_deal_free(deal);
    return status;
}

static pm_status rings_run(struct pm_part *part, const struct pm_crt_rings *rings,
                           const struct pm_core *core, const struct pm_way *way,
                           struct pm_session *session, const char *stage)
{
    struct pm_work work = {.engine = way->engine,
                           .core = core,
                           .cost = &way->cost,
                           .ring = rings->ring,
                           .rings = rings->count,
                           .limits = session->limits,
                           .audit = session->audit};

    if (pm_session_wants_gpus(session, way) || pm_session_deals(session, way->seconds))
        return rings_deal(part, &work, way, session, stage);
    work.limits.threads = 1;
    for (size_t k = 0; k < rings->count; k++)
        PM_TRY(ring_add(&part[k], &work, k));
    return PM_OK;
}

static pm_status recover(struct pm_value *value, const struct pm_way *way,
                         const struct pm_crt_rings *rings, const struct pm_part *part)
{
    struct pm_gauss exact;

    if (!way->exact) {
        PM_TRY(pm_value_set_part(value, &part[0]));
        pm_value_round(value, 106); /* a part is a double-double number */
        return PM_OK;
    }
    pm_gauss_init(&exact);
    const pm_status status = pm_crt_recover(&exact, rings, part);
    if (status == PM_OK)
        pm_value_set_gauss(value, &exact);
    if (status == PM_OK && way->fixed != NULL) {
        value->error = way->fixed->error;
        pm_value_mul_2exp(value, way->fixed->exp);
    }
    pm_gauss_clear(&exact);
    return status;
}

/* ------------------------------------------------------------------ in one go */

/* A value that an engine computes in a single call. */
struct whole {
    const struct pm_way *way;
    const struct pm_core *core;
    struct pm_limits limits;
};

static pm_status whole_value(struct pm_value *value, const struct whole *w)
{
    return w->way->engine->more->any(value, w->core, &w->way->cost, w->way->any, &w->limits);
}

static pm_status whole_unit(char **text, void *self, uint64_t unit)
{
    struct pm_value value;

    (void)unit;
    pm_value_init(&value);
    pm_status status = whole_value(&value, self);
    PM_THEN(status, pm_value_text(text, &value));
    pm_value_clear(&value);
    return status;
}

static pm_status whole_run(struct pm_value *value, struct whole *whole, struct pm_session *session,
                           const char *stage)
{
    struct pm_deal *deal;

    if (!pm_session_deals(session, whole->way->seconds))
        return whole_value(value, whole);
    PM_TRY(pm_deal_new(&deal, NULL, 1, 1));
    whole->limits.stop = pm_deal_over(deal);
    pm_status status = pm_session_work(session, stage, deal, whole_unit, whole, 1);
    if (status == PM_OK && (stage == NULL || !pm_session_is_part(session)))
        status = pm_value_read(value, pm_deal_text(deal, 0));
    pm_deal_free(deal);
    return status;
}

/* ------------------------------------------------------------------ a way */

static pm_status way_run(struct pm_value *value, const struct pm_core *core,
                         const struct pm_way *way, struct pm_session *session, const char *stage)
{
    struct pm_crt_rings rings = {0};
    struct pm_part *part = NULL;
    pm_status status;

    PM_TRY_GOTO(status, pm_way_rings(&rings, way), done);
    PM_NEW_GOTO(status, part, rings.count, done);
    PM_TRY_GOTO(status, rings_run(part, &rings, core, way, session, stage), done);
    status = recover(value, way, &rings, part);
done:
    free(part);
    pm_crt_clear(&rings);
    return status;
}

pm_status pm_rings_run(struct pm_value *value, const struct pm_matrix *core,
                       const struct pm_way *way, struct pm_session *session, const char *stage)
{
    const struct pm_core wrapped = {.a = way->fixed != NULL ? way->fixed->a : core,
                                    .kind = way->kind};
    const char *const kept = pm_checkpoint_keeps(way->seconds) ? stage : NULL;
    struct pm_way sharp = *way;
    struct pm_value about;

    if (way->any > 0)
        return whole_run(value, &(struct whole){way, &wrapped, session->limits}, session, kept);
    pm_value_init(&about);
    pm_status status = pm_primes_needed(&sharp, &about, &wrapped, session);
    PM_THEN(status, way_run(value, &wrapped, &sharp, session, kept));
    if (status == PM_OK && way->fixed == NULL && sharp.rings < way->rings)
        status = pm_primes_needed_check(value, &about, &wrapped);
    pm_value_clear(&about);
    return status;
}
