/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings of a core, by an engine that can draw them. */
#pragma once

#include "plan/choice.h"
#include "run/session.h"

/* A forecast of drawing from a core. */
struct pm_draw_ahead {
    double seconds;    /* predicted wall-clock time; at least, if it is above the limit */
    struct pm_way way; /* of the query; its engine is NULL: row after row, by shares.
                        * The engine `estimate`: by acceptance (pm_draw_ahead_accepted()) */
};

/* Predicts how long it takes to draw `count` matchings of a core as sample.c does.  The caller
 * clears ahead->way.  The rest after the last entry of a row stands for the rests after all its
 * entries; draws with the same choices so far share the sums that follow.  PM_UNABLE: no engine
 * can. */
pm_status pm_draw_ahead(struct pm_draw_ahead *ahead, size_t count, const struct pm_core *core,
                        const struct pm_planner *planner);

/* Changes the forecast to draws by acceptance, where sums are missing or take too long: each
 * matching is a draw of the engine `estimate`, and is accepted with the probability that makes the
 * matchings proportional to their products, but for roundings.  The forecast remains as it is if
 * these are not possible, and the message has the predicted time, or not allowed. */
pm_status pm_draw_ahead_accepted(struct pm_draw_ahead *ahead, size_t count,
                                 const struct pm_core *core, const struct pm_planner *planner);

/* Draws `count` matchings in a way, or its fallbacks: entry[k rows + i] = the entry that draw k
 * contains in row i. Entries of the core must be integers >= 0.  *state is the state of the random
 * generator.  Errors: PM_UNABLE if none of the engines can draw them (*state is then unchanged),
 * PM_DOMAIN if there is no matching.  The session, which may be NULL, keeps what is drawn. */
pm_status pm_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                  const struct pm_way *way, const struct pm_planner *planner,
                  struct pm_session *session);
