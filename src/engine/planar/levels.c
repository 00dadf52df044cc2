/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws by floating numbers, without bounds of the errors of single steps.
 *
 * A draw with floating numbers (dissection.h) has the exact probability q(M), the product of the
 * probabilities of all choices.  The right one is p(M), the product of weights divided by the sum
 * over all matchings, which is a ball with a proved error.  Level 0 accepts M with the probability
 * min(1, p / q).  Otherwise the next level, of more bits, draws until it accepts a matching: with
 * the probability max(0, 1 - q / p) for q of level 0, if its own q is right up to a factor of
 * 1 +- 2^-50.  If its own is not, the next level draws, and so on, matchings that no level between
 * has accepted.
 *
 * A part of the graph that a level cannot begin is drawn by the next level.  So level 0 gives
 * each M with the probability min(p, q), which is proved, and the others what is
 * missing, the sum of all |p - q| / 2.  That is as small as the errors of level 0, so they seldom
 * work, whatever the weights.  Not proved: how often the last levels are needed.  If a level finds
 * no such matching in MOST_DRAWS draws, nothing is drawn at all.
 *
 * Level 0 is in double-double; other levels are made when they are needed. */
#include "engine/planar/levels.h"

#include "base/alloc.h"
#include "base/splitmix.h"
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

/* *ratio = p / q of a matching that is drawn with the probability `chance`. */
static void find_ratio(arb_t ratio, const arb_t chance, const struct pm_levels *l, const int *mate)
{
    arb_inv(ratio, l->total, CHECK_BITS);
    times_weights(ratio, l->core, mate);
    arb_div(ratio, ratio, chance, CHECK_BITS);
}

static bool is_near(const arb_t ratio)
{
    arb_t more;
    mag_t distance;

    arb_init(more);
    mag_init(distance);
    arb_sub_si(more, ratio, 1, CHECK_BITS);
    arb_get_mag(distance, more);
    const bool near = mag_cmp_2exp_si(distance, -NEAR) < 0;
    arb_clear(more);
    mag_clear(distance);
    return near;
}

/* True with the probability x, or never if x < 0, or always if x > 1. */
static bool happens(const arb_t x, uint64_t *state)
{
    arb_t y;

    arb_init(y);
    arb_sub_si(y, x, 1, CHECK_BITS);
    bool so = arb_is_nonnegative(y);
    if (!so && !arb_is_negative(x)) {
        arb_set_ui(y, pm_random_word(state));
        arb_mul_2exp_si(y, y, 64);
        arb_add_ui(y, y, pm_random_word(state), 2 * CHECK_BITS);
        arb_mul_2exp_si(y, y, -128);
        so = arb_lt(y, x);
    }
    arb_clear(y);
    return so;
}

/* Draws one part by level b, or by the next one if b cannot begin it, which depends only on the
 * pairs before.  If the next one cannot, either, the pairs before probably leave no matching. */
static pm_status draw_part(int *mate, arb_t chance, struct pm_levels *l, int b, int part,
                           uint64_t *state, const int *mates)
{
    const int last = b + 1 < LEVELS ? b + 1 : b;
    pm_status status = PM_UNABLE;
    bool begun = false;

    for (; b <= last && status == PM_UNABLE && !begun; b++) {
        PM_TRY(make_level(l, b));
        if (l->level[b] != NULL)
            status = pm_dissection_draw_part(mate, chance, &begun, l->level[b], part, state, mates);
    }
    return status;
}

/* *found: whether level b draws a matching; with state NULL, the one in mates[].  *ratio = its
 * p / q. */
static pm_status try_level(int *mate, bool *found, arb_t ratio, struct pm_levels *l, int b,
                           uint64_t *state, const int *mates)
{
    arb_t chance;

    *found = false;
    PM_TRY(make_level(l, b));
    if (l->level[b] == NULL)
        return PM_OK;
    arb_init(chance);
    for (int v = 0; v < l->graph->vertices; v++)
        mate[v] = -1;
    arb_one(chance);
    pm_status status = PM_OK;
    for (int p = 0; p < pm_dissection_parts(l->level[b]) && status == PM_OK; p++)
        status = draw_part(mate, chance, l, b, p, state, mates);
    *found = status == PM_OK;
    if (*found)
        find_ratio(ratio, chance, l, mate);
    arb_clear(chance);
    return status == PM_UNABLE ? PM_OK : status;
}

/* *is_new: whether no level before b gives the matching, level 0 by chance; `again` is working
 * memory. */
static pm_status look_below(bool *is_new, int *again, struct pm_levels *l, int b, const int *mate,
                            uint64_t *state)
{
    pm_status status = PM_OK;
    arb_t ratio;

    *is_new = true;
    arb_init(ratio);
    for (int before = 0; before < b && *is_new && status == PM_OK; before++) {
        bool found;
        status = try_level(again, &found, ratio, l, before, NULL, mate);
        if (found && before == 0) {
            arb_inv(ratio, ratio, CHECK_BITS);
            arb_sub_si(ratio, ratio, 1, CHECK_BITS);
            arb_neg(ratio, ratio);
            *is_new = happens(ratio, state);
        } else if (found)
            *is_new = !is_near(ratio);
    }
    arb_clear(ratio);
    return status;
}

/* *found: whether level b > 0 draws a matching that no level before gives; *done: whether its
 * probability is right. */
static pm_status draw_new(int *mate, bool *found, bool *done, int *again, struct pm_levels *l,
                          int b, uint64_t *state)
{
    bool is_new = false;
    pm_status status = PM_OK;
    arb_t ratio;

    arb_init(ratio);
    *found = true;
    for (int tries = 0; tries < MOST_DRAWS && *found && !is_new && status == PM_OK; tries++) {
        status = pm_go_on(l->limits.stop);
        PM_THEN(status, try_level(mate, found, ratio, l, b, state, NULL));
        if (status == PM_OK && *found)
            status = look_below(&is_new, again, l, b, mate, state);
    }
    *done = is_new && is_near(ratio);
    arb_clear(ratio);
    return status != PM_OK || is_new || !*found
               ? status
               : pm_fail(PM_UNABLE, "%d draws of %d bits are all as with fewer bits",
                         (int)MOST_DRAWS, BITS[b]);
}

pm_status pm_levels_draw(int *mate, struct pm_levels *l, uint64_t *state)
{
    bool done, found;
    arb_t ratio;
    int *again;

    PM_NEW(again, l->graph->vertices);
    arb_init(ratio);
    pm_status status = try_level(mate, &found, ratio, l, 0, state, NULL);
    done = found && happens(ratio, state);
    arb_clear(ratio);
    for (int b = 1; b < LEVELS && !done && status == PM_OK; b++)
        status = draw_new(mate, &found, &done, again, l, b, state);
    free(again);
    return status != PM_OK || done
               ? status
               : pm_fail(PM_UNABLE, "%d bits do not decide a draw", BITS[LEVELS - 1]);
}
