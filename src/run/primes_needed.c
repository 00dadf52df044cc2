/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine of an exact way finds a better bound of the answer before the first prime, and so how
 * many primes are needed.  Only sweeps have such a function, about(). */
#include "run/primes_needed.h"

#include "run/session.h"
#include "engine/abilities.h"

#include <math.h>

static const double LEAST_RINGS = 7; /* with fewer rings, the bound rarely saves two of them */

static bool is_worth_it(const struct pm_way *way, const struct pm_session *session)
{
    return way->engine->more->about != NULL && way->exact && way->prime == 0 &&
           way->rings >= LEAST_RINGS && session->path == NULL && session->team == NULL &&
           !session->complete && session->audit == 0 && !pm_session_is_part(session) &&
           !pm_session_wants_gpus(session, way);
}

struct asking {
    const struct pm_way *way;
    const struct pm_core *core;
    struct pm_limits limits;
};

static pm_status ask(char **text, void *self, uint64_t unit)
{
    const struct asking *const a = self;
    struct pm_part part;
    struct pm_value value;

    (void)unit;
    PM_TRY(a->way->engine->more->about(&part, a->core, &a->way->cost, &a->limits));
    pm_value_init(&value);
    pm_status status = pm_value_set_part(&value, &part);
    PM_THEN(status, pm_value_text(text, &value));
    pm_value_clear(&value);
    return status;
}

/* Runs the engine's about() in a stage of its own, which can be stopped. */
static pm_status find_about(struct pm_value *about, struct asking *asking,
                            struct pm_session *session)
{
    struct pm_deal *deal;

    PM_TRY(pm_deal_new(&deal, NULL, 1, 1));
    asking->limits.stop = pm_deal_over(deal);
    pm_status status = pm_session_work(session, NULL, deal, ask, asking, 1);
    PM_THEN(status, pm_value_read(about, pm_deal_text(deal, 0)));
    pm_deal_free(deal);
    return status;
}

pm_status pm_primes_needed(struct pm_way *way, struct pm_value *about, const struct pm_core *core,
                           struct pm_session *session)
{
    struct asking asking = {.way = way, .core = core, .limits = session->limits};

    if (!is_worth_it(way, session))
        return PM_OK;
    const pm_status status = find_about(about, &asking, session);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status; /* outside the range of floating numbers */
    const struct pm_mag most = pm_mag_add(pm_mag_fmpq(about->centre.re), about->error);
    if ((double)most.e < way->bits) { /* an integer, so it is the same on every machine */
        way->bits = fmax((double)most.e, 0);
        way->rings = pm_crt_count_below(way->bits, way->gaussian, pm_way_prime_bits(way->engine));
    }
    return PM_OK;
}

pm_status pm_primes_needed_check(const struct pm_value *answer, const struct pm_value *about,
                                 const struct pm_core *core)
{
    fmpq_t gap, most;

    if (!pm_matrix_is_nonnegative(core->a))
        return PM_OK;
    PM_EACH(fmpq_init, gap, most);
    fmpq_sub(gap, answer->centre.re, about->centre.re);
    fmpq_abs(gap, gap);
    pm_mag_get_fmpq(most, about->error);
    const bool good = fmpq_cmp(gap, most) <= 0;
    PM_EACH(fmpq_clear, gap, most);
    return good ? PM_OK : pm_wrong("the exact answer contradicts the floating one");
}
