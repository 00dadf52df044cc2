/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws by floating numbers, without bounds of the errors of single steps.
 *
 * A draw with floating numbers (dissection.h) has the exact probability q(M), the product of the
 * probabilities of all choices.  The right one is p(M), the product of weights divided by the sum
 * over all matchings, which is a ball with a proved error.  Level 0 accepts M if |p / q - 1| <
 * 2^-50. Otherwise the next level, of more bits, draws until a matching comes that level 0 does not
 * accept, and so on.
 *
 * So each M that level 0 accepts comes with the probability q(M), which is proved to be right up to
 * a factor of 1 +- 2^-50.  All others together come with a probability that is right up to 2^-50,
 * and those that one level accepts with the right quotients of probabilities, up to twice that
 * factor.  Not proved: how often the last levels are needed.  If a level finds no such matching in
 * MOST_DRAWS draws, nothing is drawn at all.
 *
 * Level 0 is in double-double; other levels are made when they are needed. */
#include "engine/planar/levels.h"

#include "base/alloc.h"
#include "base/status.h"

#include <string.h>

enum { LEVELS = 5, CHECK_BITS = 128, NEAR = 50, MOST_DRAWS = 1000 };

static const int BITS[LEVELS] = {PM_DD_BITS, 256, 512, 1024, 4096};

struct pm_levels {
    const struct pm_core *core;
    const struct pm_matrix *k;
    const struct pm_adjacent *graph;
    struct pm_limits limits;
    arb_t total; /* the sum over all matchings */
    struct pm_dissection *level[LEVELS];
    bool made[LEVELS]; /* that has been tried; level[] may be NULL: it accepts nothing */
};

static pm_status find_total(struct pm_levels *l, const struct pm_kasteleyn *kasteleyn)
{
    struct pm_kasteleyn k = *kasteleyn;
    struct pm_value value;

    k.stop = l->limits.stop;
    k.threads = l->limits.threads;
    pm_value_init(&value);
    const pm_status status = pm_balls_real.value(&value, &k, l->core->a, CHECK_BITS - 32);
    if (status == PM_OK)
        ball_of_value(l->total, &value, CHECK_BITS);
    pm_value_clear(&value);
    return status;
}

/* Makes level b, unless that was tried.  A level whose numbers have too few bits for any draw
 * remains NULL. */
static pm_status make_level(struct pm_levels *l, int b)
{
    pm_status status = PM_OK;

#pragma omp critical(pm_planar_levels)
    if (!l->made[b]) {
        status = pm_dissection_new(&l->level[b], l->k, l->core->kind, l->graph, NULL, BITS[b],
                                   &l->limits);
        l->made[b] = status == PM_OK || status == PM_UNABLE;
    }
    return status == PM_UNABLE ? PM_OK : status;
}

pm_status pm_levels_new(struct pm_levels **out, const struct pm_core *core,
                        const struct pm_kasteleyn *kasteleyn, const struct pm_matrix *k,
                        const struct pm_adjacent *graph, const struct pm_limits *limits)
{
    struct pm_levels *l;

    PM_NEW(l, 1);
    *l = (struct pm_levels){.core = core, .k = k, .graph = graph, .limits = *limits};
    arb_init(l->total);
    pm_status status = find_total(l, kasteleyn);
    if (status == PM_OK)
        status = make_level(l, 0);
    PM_GIVE(out, l, status, pm_levels_free);
}

void pm_levels_free(struct pm_levels *l)
{
    for (int b = 0; l != NULL && b < LEVELS; b++)
        pm_dissection_free(l->level[b]);
    if (l != NULL)
        arb_clear(l->total);
    free(l);
}

/* x *= the product of the weights of the matching. */
static void times_weights(arb_t x, const struct pm_core *core, const int *mate)
{
    const int n = core->a->rows, shift = core->kind == PM_HAFNIAN ? 0 : n;
    arb_t weight;

    arb_init(weight);
    for (int i = 0; i < n; i++) {
        if (shift == 0 && mate[i] < i)
            continue;
        arb_set_fmpq(weight, core->a->re + pm_matrix_entry(core->a, i, mate[i] - shift),
                     CHECK_BITS);
        arb_mul(x, x, weight, CHECK_BITS);
    }
    arb_clear(weight);
}

/* Whether the probability `chance` of a matching is proved to be near the right one. */
static bool is_near(const arb_t chance, const struct pm_levels *l, const int *mate)
{
    arb_t ratio;
    mag_t distance;

    arb_init(ratio);
    mag_init(distance);
    arb_inv(ratio, l->total, CHECK_BITS);
    times_weights(ratio, l->core, mate);
    arb_div(ratio, ratio, chance, CHECK_BITS);
    arb_sub_si(ratio, ratio, 1, CHECK_BITS);
    arb_get_mag(distance, ratio);
    const bool near = mag_cmp_2exp_si(distance, -NEAR) < 0;
    arb_clear(ratio);
    mag_clear(distance);
    return near;
}

/* *accepted: whether level b draws a matching that it accepts; with state NULL, the one in
 * mates[]. */
static pm_status try_level(int *mate, bool *accepted, struct pm_levels *l, int b, uint64_t *state,
                           const int *mates)
{
    arb_t chance;

    *accepted = false;
    PM_TRY(make_level(l, b));
    if (l->level[b] == NULL)
        return PM_OK;
    arb_init(chance);
    for (int v = 0; v < l->graph->vertices; v++)
        mate[v] = -1;
    const pm_status status = pm_dissection_draw_floating(mate, chance, l->level[b], state, mates);
    *accepted = status == PM_OK && is_near(chance, l, mate);
    arb_clear(chance);
    return status == PM_UNABLE ? PM_OK : status;
}

/* *is_new: whether no level before b accepts the matching; `again` is working memory. */
static pm_status look_below(bool *is_new, int *again, struct pm_levels *l, int b, const int *mate)
{
    *is_new = true;
    for (int before = 0; before < b && *is_new; before++) {
        bool accepted;
        PM_TRY(try_level(again, &accepted, l, before, NULL, mate));
        *is_new = !accepted;
    }
    return PM_OK;
}

pm_status pm_levels_draw(int *mate, struct pm_levels *l, uint64_t *state)
{
    bool done = false, accepted;
    pm_status status = PM_OK;
    int *again;

    PM_NEW(again, l->graph->vertices);
    for (int b = 0; b < LEVELS && !done && status == PM_OK; b++) {
        accepted = true;
        for (int tries = 0; tries < MOST_DRAWS && accepted && !done && status == PM_OK; tries++) {
            status = pm_go_on(l->limits.stop);
            PM_THEN(status, try_level(mate, &accepted, l, b, state, NULL));
            if (status == PM_OK && accepted)
                status = look_below(&done, again, l, b, mate);
        }
        if (status == PM_OK && accepted && !done)
            status = pm_fail(PM_UNABLE, "%d draws of %d bits are all as with fewer bits",
                             (int)MOST_DRAWS, BITS[b]);
    }
    free(again);
    return status != PM_OK || done
               ? status
               : pm_fail(PM_UNABLE, "%d bits do not decide a draw", BITS[LEVELS - 1]);
}
