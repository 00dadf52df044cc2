/* SPDX-License-Identifier: GPL-3.0-or-later */
/* If the error of a floating answer is not proved to be within epsilon, the core is computed again
 * with more bits, by the next way. */
#include "run/core.h"

#include "run/session.h"
#include "engine/accuracy.h"
#include "run/rings.h"

/* Before longer computations, the engine is tested on this machine, and a second way is announced.
 */
static const double LONG_RUN_SECONDS = 1;

/* A part does not know the value of work that was dealt out.  So it computes its share of the
 * fallbacks, too; they are planned only if they take less than a minute. */
static bool is_unknown(const struct pm_way *way, const struct pm_session *session)
{
    return pm_session_is_part(session) && pm_checkpoint_keeps(way->seconds);
}

double pm_core_part_seconds(const struct pm_way *way, uint64_t parts)
{
    double seconds = 0;

    for (bool vague = true; vague && way != NULL; way = way->fallback) {
        const bool dealt = pm_checkpoint_keeps(way->seconds);
        seconds += pm_way_seconds(way, 1) / (dealt ? (double)parts : 1);
        vague = dealt || pm_way_lacks_digits(way, pm_way_epsilon(way));
    }
    return seconds;
}

/* Computes a core by one way; *vague: the fallback is needed. */
static pm_status tested_run(struct pm_value *value, bool *vague, const struct pm_matrix *core,
                            const struct pm_way *way, struct pm_session *session, const char *stage)
{
    pm_status status = way->seconds > LONG_RUN_SECONDS && !way->engine->figures.draws
                           ? pm_known_answers(way, &session->limits)
                           : PM_OK;

    PM_THEN(status, pm_rings_run(value, core, way, session, stage));
    *vague =
        way->fallback != NULL &&
        (status == PM_OK ? is_unknown(way, session) || !pm_value_within(value, pm_way_epsilon(way))
                         : status == PM_UNABLE);
    return status;
}

/* The progress falls back, since more work is needed: tells the caller why. */
static void tell(struct pm_session *session, const struct pm_way *way, size_t number)
{
    const struct pm_way *const next = way->fallback;

    if (next->seconds > LONG_RUN_SECONDS && !is_unknown(way, session))
        snprintf(session->news, sizeof session->news,
                 "core %zu: too few digits are proved by engine %s; engine %s computes it again%s",
                 number + 1, way->engine->name, next->engine->name, next->exact ? ", exactly" : "");
}

pm_status pm_core_run(struct pm_value *value, const struct pm_matrix *core,
                      const struct pm_way *way, struct pm_session *session, size_t number)
{
    char stage[32];
    int used = snprintf(stage, sizeof stage, "%zu", number + 1);
    bool vague;

    pm_status status = tested_run(value, &vague, core, way, session, stage);
    while (vague) {
        tell(session, way, number);
        way = way->fallback;
        used += snprintf(stage + used, sizeof stage - (size_t)used, "r");
        status = tested_run(value, &vague, core, way, session, stage);
    }
    return status;
}

pm_status pm_core_alone(struct pm_value *value, const struct pm_matrix *core,
                        const struct pm_way *way, const struct pm_limits *limits)
{
    struct pm_session session = pm_session_alone(limits);
    const pm_status status = pm_core_run(value, core, way, &session, 0);

    pm_session_clear(&session);
    return status;
}
