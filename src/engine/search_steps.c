/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long searches may take.  A search gets more time if its best result is slow.  It runs in
 * turns, and each turn is longer than the turns before.  So the total time of searching is a fixed
 * fraction of the time that the best result takes. */
#include "engine/search_steps.h"

#include <math.h>

/* Searches may take the fraction SEARCHED of the time of the best way.  They may always take LEAST
 * steps, but not more than half of that time.  They may take BLIND steps while no way is known, and
 * never more than MOST steps. */
static const double SEARCHED = 0.1, LEAST = 2e7, BLIND = 1e9, MOST = 1.6e10;

/* Searches take about this number of steps per second. */
static const double PER_SECOND = 2e9;

/* A way that takes more than HOPELESS seconds is useless, so it counts as if no way were known.
 * Searching longer can improve the best result of a search by a factor of about a hundred, but not
 * by the factor REACH. */
static const double HOPELESS = 1e7, REACH = 1e6;

/* A search with r times the steps is hoped to improve its result by a factor of at most
 * GAIN sqrt(r); of one random matrix of order 40, a tree became 10 times as good by 300 times the
 * steps. */
static const double GAIN = 5;

/* A turn takes FIRST_TURN steps, or the fraction TURN_SHARE of all steps before it, whichever is
 * more. */
static const double FIRST_TURN = 5e5, TURN_SHARE = 0.5;

/* A round gained nothing if its cost is above the fraction LEAST_GAIN of the one before it.  Rounds
 * are vain if the latest ones, the fraction VAIN_SHARE of all steps, gained nothing. */
static const double LEAST_GAIN = 0.99, VAIN_SHARE = 0.9;

void pm_search_rounds_end(struct pm_rounds *r, double before, double after)
{
    r->count++;
    if (after <= LEAST_GAIN * before)
        r->gained = r->steps;
}

bool pm_search_rounds_are_vain(const struct pm_rounds *r)
{
    return r->steps - r->gained >= VAIN_SHARE * r->steps;
}

double pm_search_share(double seconds)
{
    const double all = PER_SECOND * seconds;

    return seconds <= 0 || seconds > HOPELESS ? INFINITY
                                              : fmax(SEARCHED * all, fmin(LEAST, all / 2));
}

double pm_search_allowed(double seconds)
{
    return seconds > HOPELESS ? BLIND : seconds <= 0 ? 0 : fmin(pm_search_share(seconds), MOST);
}

double pm_search_seconds(double steps)
{
    return steps / PER_SECOND;
}

double pm_search_turn(double used, double left)
{
    const double turn = fmax(FIRST_TURN, TURN_SHARE * used);

    return left - turn >= FIRST_TURN ? turn : used > 0 ? left : fmax(left, FIRST_TURN);
}

/* With so few zeros, orders are almost alike if there are as many rows as columns, and the first
 * result is as good as any.  In a wide matrix, rows make smaller tables. */
static const double FULL = 0.95;

static bool is_full(const struct pm_core *core)
{
    const double places = (double)core->a->rows * (core->a->cols - (core->kind == PM_HAFNIAN));

    return core->a->rows == core->a->cols && pm_matrix_nnz(core->a) >= FULL * places;
}

/* True if the search has had the steps that its chance is worth. */
static bool is_vain(double used, double allowed, double seconds, double known)
{
    const double behind = known > 0 ? seconds / (GAIN * known) : 0;

    return behind > 1 && !isinf(behind) && behind * behind * used >= allowed;
}

bool pm_search_is_over(const struct pm_found *found, const struct pm_core *core, double allowed,
                       double seconds, double known)
{
    return found->done || (is_full(core) && !isinf(found->steps)) ||
           is_vain(found->used, allowed, seconds, known);
}

/* The number of steps that a search may take alone if its best result takes `seconds`. */
static double allowed_alone(double seconds, const struct pm_limits *limits)
{
    const double known = limits->known > 0 ? limits->known : INFINITY;
    const double allowed = pm_search_allowed(fmin(seconds, known));

    return limits->seconds > 0 ? fmin(allowed, pm_search_allowed(limits->seconds) / 2) : allowed;
}

pm_status pm_search_alone(void *search, const struct pm_engine_search *kind,
                          const struct pm_core *core, double rate, const struct pm_limits *limits)
{
    const double step = fmax(limits->rings, 1) / rate;
    struct pm_found found = {.steps = INFINITY};

    for (;;) {
        const double seconds = step * found.steps, allowed = allowed_alone(seconds, limits);
        const double left = allowed - found.used;
        if ((left < 1 && found.used > 0) ||
            pm_search_is_over(&found, core, allowed, seconds,
                              found.used < LEAST ? 0 : limits->known) ||
            (!isinf(found.steps) && seconds > REACH * HOPELESS))
            return PM_OK;
        PM_TRY(kind->go_on(&found, search, pm_search_turn(found.used, left)));
    }
}
