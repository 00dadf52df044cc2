/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search that takes turns is given more time as its best way gets slower, and as it has had
 * more; so what it takes in all is a fixed share of what it saves. */
#include "engine/search_steps.h"

#include <math.h>

/* Searches may take this share of the best way, or LEAST where that is more but for ways that are
 * over sooner; BLIND while there is none; and at all MOST. */
static const double SHARE = 0.05, LEAST = 1e7, BLIND = 1e9, MOST = 1.6e10;

/* Nobody waits for a way of more seconds: it is as good as none.  Going on searching makes the best
 * way of a search some hundred times better, and not REACH times. */
static const double HOPELESS = 1e7, REACH = 1e6;

/* A turn takes FIRST_TURN steps, or this share of what was taken before. */
static const double FIRST_TURN = 5e5, TURN_SHARE = 0.5;

double pm_search_allowed(double seconds)
{
    const double all = 1e9 * seconds;

    if (seconds > HOPELESS)
        return BLIND;
    return fmin(fmax(SHARE * all, fmin(LEAST, all / 2)), MOST);
}

double pm_search_turn(double used, double left)
{
    const double turn = fmax(FIRST_TURN, TURN_SHARE * used);

    return left - turn < FIRST_TURN ? left : turn;
}

pm_status pm_search_alone(void *search, const struct pm_engine_search *kind, double rate,
                          const struct pm_poll *poll)
{
    struct pm_found found = {.steps = INFINITY};

    while (!found.done) {
        const double left = pm_search_allowed(found.steps / rate) - found.used;
        if (left <= 0)
            return PM_OK;
        PM_TRY(kind->go_on(&found, search, pm_search_turn(found.used, left), poll));
        if (!isinf(found.steps) && found.steps / rate > REACH * HOPELESS)
            return PM_OK;
    }
    return PM_OK;
}
