/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For each entry, the sum over the matchings that contain it, computed in several rings by several
 * threads, and divided by the sum over all matchings.  The terms of the former are some of the
 * terms of the latter, so the bound for the sum of all terms' moduli is valid for all of these
 * sums. */
#include "query/entry_shares.h"

#include "base/alloc.h"
#include "engine/accuracy.h"
#include "engine/table/row_table.h"
#include "model/bound.h"
#include "num/crt.h"
#include "query/hafnians.h"
#include "run/pieces.h"
#include "schedule/units.h"
#include "engine/engine_query.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Vague shares are computed again, exactly, if this takes no longer than this. */
static const double REPEAT_SECONDS = 60;

struct shares {
    const struct pm_core *core;
    const struct pm_way *way;
    struct pm_limits limits; /* for each ring */
    struct pm_crt_rings rings;
    size_t sums, words; /* of each ring; of each residue */
    uint64_t *residue;  /* ring after ring */
};

/* ------------------------------------------------------------------ sums over rings */

static pm_status over_ring(struct pm_part *part, const struct shares *s, size_t ring)
{
    return s->way->query->shares(part, s->core, &s->way->cost, &s->rings.ring[ring], &s->limits);
}

/* A piece: all sums in one ring. */
static pm_status find_residues(void *results, void *self, uint64_t ring, const int *stop)
{
    struct shares s = *(const struct shares *)self;
    uint64_t *const residue = results;
    struct pm_part *part;

    s.limits.stop = stop;
    PM_NEW(part, s.sums);
    const pm_status status = over_ring(part, &s, ring);
    for (size_t e = 0; e < s.sums && status == PM_OK; e++)
        memcpy(residue + e * s.words, part[e].word, s.words * sizeof *part[e].word);
    free(part);
    return status;
}

static pm_status rings_run(struct shares *s, struct pm_session *session)
{
    const struct pm_pieces pieces = {
        .count = s->rings.count,
        .each = s->sums * s->words,
        .find = find_residues,
        .self = s,
        .threads = pm_units_at_once(&s->limits, s->way->cost.bytes, (double)s->rings.count),
        .stop = s->limits.stop,
        .way = s->way,
        .seconds = s->way->seconds};

    return pm_pieces_words(s->residue, &pieces, session);
}

/* *sum = sum number e; part[] is working memory for its residues. */
static pm_status recover(struct pm_gauss *sum, struct pm_part *part, const struct shares *s,
                         size_t e)
{
    for (size_t r = 0; r < s->rings.count; r++)
        memcpy(part[r].word, s->residue + (r * s->sums + e) * s->words,
               s->words * sizeof *part[r].word);
    return pm_crt_recover(sum, &s->rings, part);
}

/* True for entry e of row i, unless it is on the diagonal or mirrors an earlier one. */
static bool is_first(const struct pm_core *core, int i, int e)
{
    return core->kind != PM_HAFNIAN || core->a->col[e] > i;
}

static pm_status recover_all(struct pm_gauss *sum, const struct shares *s)
{
    const struct pm_matrix *const a = s->core->a;
    struct pm_part *part;
    pm_status status;

    PM_NEW(part, s->rings.count);
    PM_TRY_GOTO(status, recover(&sum[s->sums - 1], part, s, s->sums - 1), done);
    PM_EACH_ENTRY(a, i, e)
        if (is_first(s->core, i, e))
            PM_TRY_GOTO(status, recover(&sum[e], part, s, (size_t)e), done);
done:
    free(part);
    return status;
}

static pm_status rings_sums(struct pm_gauss *sum, const struct pm_core *core,
                            const struct pm_way *way, const struct pm_planner *planner,
                            struct pm_session *session)
{
    struct shares s = {.core = core,
                       .way = way,
                       .limits = planner->policy.limits,
                       .sums = (size_t)pm_matrix_nnz(core->a) + 1,
                       .words = pm_image_number_size(way->number) / sizeof(uint64_t)};
    pm_status status;

    PM_TRY(pm_way_rings(&s.rings, way));
    if (s.sums > SIZE_MAX / s.words / s.rings.count) {
        status = pm_fail(PM_NOMEM, "%zu shares over %zu rings", s.sums, s.rings.count);
        goto done;
    }
    PM_NEW_GOTO(status, s.residue, s.sums * s.words * s.rings.count, done);
    PM_TRY_GOTO(status, rings_run(&s, session), done);
    status = recover_all(sum, &s);
done:
    free(s.residue);
    pm_crt_clear(&s.rings);
    return status;
}

/* If no engine can: by one hafnian for each edge.  The sums of the edges of one vertex add up to
 * the sum over all matchings. */
static pm_status minors_sums(struct pm_gauss *sum, const struct pm_core *core, int rows,
                             const struct pm_planner *planner, struct pm_session *session)
{
    const struct pm_matrix *const a = core->a;
    struct pm_gauss *const all = &sum[pm_matrix_nnz(a)];

    if (core->kind != PM_HAFNIAN || a->rows == 0)
        return PM_UNABLE;
    PM_TRY(pm_hafnian_sums(sum, a, rows, planner, session));
    for (int e = 0; e < a->start[1]; e++)
        pm_gauss_add(all, all, &sum[e]);
    return PM_OK;
}

/* ------------------------------------------------------------------ quotients */

static double tiny_seconds(const struct pm_core *core)
{
    return 3 * pm_row_table_steps(core) * PM_ROW_STEP_SECONDS;
}

/* Fewer steps of a table over sets of rows take less time than to look for an engine. */
static bool is_tiny(const struct pm_core *core, const struct pm_planner *planner)
{
    static const double STEPS = 1e4;
    const struct pm_limits *const limits = &planner->policy.limits;

    return planner->policy.engine == NULL && pm_row_table_steps(core) <= STEPS &&
           !(limits->seconds > 0 && tiny_seconds(core) > limits->seconds);
}

/* Way NULL: no engine can, or need be asked. */
static pm_status exact_shares(struct pm_value *share, const struct pm_core *core,
                              const struct pm_way *way, const struct pm_planner *planner,
                              struct pm_session *session)
{
    const int nnz = pm_matrix_nnz(core->a);
    struct pm_gauss *sum;
    pm_status status;

    PM_NEW(sum, (size_t)nnz + 1);
    for (int e = 0; e <= nnz; e++)
        pm_gauss_init(&sum[e]);
    status = way != NULL              ? rings_sums(sum, core, way, planner, session)
             : is_tiny(core, planner) ? pm_row_sums(sum, core, planner->policy.limits.stop)
                                      : minors_sums(sum, core, core->a->rows, planner, session);
    if (status != PM_OK)
        goto done;
    if (pm_gauss_is_zero(&sum[nnz])) {
        status = pm_fail(PM_DOMAIN, "the weights of the matchings add up to 0, and so entries have "
                                    "no share in them");
        goto done;
    }
    for (int e = 0; e < nnz; e++) {
        pm_gauss_div(&sum[e], &sum[e], &sum[nnz]);
        pm_value_set_gauss(&share[e], &sum[e]);
    }
done:
    for (int e = 0; e <= nnz; e++)
        pm_gauss_clear(&sum[e]);
    free(sum);
    return status;
}

/* *inverse = 1 / l for some 0 < l <= |y|; false if y may be 0 within its bound. */
static bool inverse_of_least(struct pm_mag *inverse, const struct pm_value *y)
{
    fmpq_t least;

    fmpq_init(least);
    const bool apart = pm_value_least(least, y);
    if (apart) {
        fmpq_inv(least, least);
        *inverse = pm_mag_fmpq(least);
    }
    fmpq_clear(least);
    return apart;
}

/* x /= y, where 1 / |y| <= inverse.  Error: |x/y - X/Y| = |(x - X) - (y - Y) X/Y| / |y| for centres
 * X, Y. */
static void divide(struct pm_value *x, const struct pm_value *y, struct pm_mag inverse)
{
    pm_gauss_div(&x->centre, &x->centre, &y->centre);
    const struct pm_mag quotient = pm_mag_add(pm_mag_fmpq(x->centre.re), pm_mag_fmpq(x->centre.im));
    x->error = pm_mag_mul(pm_mag_add(x->error, pm_mag_mul(quotient, y->error)), inverse);
}

/* A piece: all floating shares of a core. */
static pm_status find_floating(void *results, void *self, uint64_t number, const int *stop)
{
    struct shares s = *(const struct shares *)self;
    const struct pm_core *const core = s.core;
    const struct pm_way *const way = s.way;
    const int nnz = pm_matrix_nnz(core->a);
    struct pm_ring ring = pm_number_ring_of(way->number);
    struct pm_value *const share = results, total;
    struct pm_part *part;
    struct pm_mag inverse;
    pm_status status;

    s.limits.stop = stop;
    s.rings.ring = &ring;
    if (way->any > 0)
        return way->query->any_shares(share, core, &way->cost, way->any, &s.limits);
    PM_NEW(part, (size_t)nnz + 1);
    pm_value_init(&total);
    PM_TRY_GOTO(status, over_ring(part, &s, number), done);
    PM_TRY_GOTO(status, pm_value_set_part(&total, &part[nnz]), done);
    if (!inverse_of_least(&inverse, &total)) {
        status = pm_fail(PM_UNABLE, "the permanent may be 0 within the bound of its error; "
                                    "ask for exact shares");
        goto done;
    }
    for (int e = 0; e < nnz; e++) {
        PM_TRY_GOTO(status, pm_value_set_part(&share[e], &part[e]), done);
        divide(&share[e], &total, inverse);
    }
done:
    pm_value_clear(&total);
    free(part);
    return status;
}

static pm_status floating_shares(struct pm_value *share, const struct pm_core *core,
                                 const struct pm_way *way, const struct pm_planner *planner,
                                 struct pm_session *session)
{
    struct shares s = {.core = core, .way = way, .limits = planner->policy.limits};
    const struct pm_pieces pieces = {.count = 1,
                                     .each = (size_t)pm_matrix_nnz(core->a),
                                     .find = find_floating,
                                     .self = &s,
                                     .threads = 1,
                                     .stop = s.limits.stop,
                                     .way = way,
                                     .seconds = way->seconds};

    return pm_pieces_values(share, &pieces, session);
}

/* ------------------------------------------------------------------ all ways */

/* The ways of the query; its engine is NULL if no engine can. */
static pm_status find(struct pm_way *way, const struct pm_core *core,
                      const struct pm_planner *planner)
{
    const pm_status status = pm_choice_query(way, PM_SHARES, core, planner);

    return status == PM_UNABLE ? PM_OK : status;
}

static pm_status find_exact(struct pm_way *way, const struct pm_core *core,
                            const struct pm_planner *planner)
{
    struct pm_planner exactly = *planner;

    exactly.ask.want = PM_WANT_EXACT;
    return find(way, core, &exactly);
}

/* NULL: there is no way. */
static const struct pm_way *first_way(const struct pm_way *way)
{
    return way->engine != NULL ? way : NULL;
}

pm_status pm_entry_sums(struct pm_gauss *sum, const struct pm_core *core,
                        const struct pm_planner *planner, struct pm_session *session)
{
    struct pm_way way;
    pm_status status = PM_UNABLE;

    if (is_tiny(core, planner))
        return pm_row_sums(sum, core, planner->policy.limits.stop);
    PM_TRY(find_exact(&way, core, planner));
    for (const struct pm_way *w = first_way(&way); w != NULL && status == PM_UNABLE;
         w = w->fallback)
        status = rings_sums(sum, core, w, planner, session);
    if (status == PM_UNABLE)
        status = minors_sums(sum, core, 1, planner, session);
    pm_way_clear(&way);
    return status;
}

pm_status pm_entry_sums_seconds(double *seconds, const struct pm_core *core,
                                const struct pm_planner *planner)
{
    struct pm_way way;

    if (is_tiny(core, planner)) {
        *seconds = tiny_seconds(core);
        return PM_OK;
    }
    PM_TRY(find_exact(&way, core, planner));
    if (way.engine != NULL) /* and those of planning */
        *seconds = pm_way_reference(&way, planner->policy.limits.threads) + way.planning;
    const pm_status status = way.engine != NULL ? PM_OK
                             : core->kind == PM_HAFNIAN
                                 ? pm_hafnian_row_seconds(seconds, core->a, planner)
                                 : PM_UNABLE;
    pm_way_clear(&way);
    return status;
}

/* For a symmetric matrix, copies shares to the mirrored entries. */
static void mirror(struct pm_value *share, const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;

    PM_EACH_ENTRY(a, i, e)
        if (!is_first(core, i, e) && a->col[e] < i)
            pm_value_set(&share[e], &share[pm_matrix_entry(a, a->col[e], i)]);
}

/* Whether a share has an error above 1e-12, relative to it or to 1e-12. */
static bool is_vague(const struct pm_value *share, const struct pm_core *core)
{
    static const double LEAST = 1e-12;
    bool vague = false;

    for (int e = 0; e < pm_matrix_nnz(core->a); e++) {
        const struct pm_mag error = share[e].error;
        vague = vague || (pm_mag_is_less(pm_mag_double(PM_USUAL_EPSILON * LEAST, 0), error) &&
                          !pm_value_within(&share[e], PM_USUAL_EPSILON));
    }
    return vague;
}

/* Whether a way follows a floating one that was not precise enough. */
static bool is_for_vague(const struct pm_way *way, const struct pm_planner *planner)
{
    return way->exact && pm_way_reference(way, planner->policy.limits.threads) <= REPEAT_SECONDS;
}

pm_status pm_entry_shares(struct pm_value *share, const struct pm_core *core,
                          const struct pm_planner *planner, struct pm_session *session)
{
    struct pm_way way;
    pm_status status = PM_UNABLE;

    if (core->a->rows == 0)
        return PM_OK; /* nothing has a share */
    if (is_tiny(core, planner) && (planner->ask.want == PM_WANT_EXACT || planner->ask.rounded))
        return exact_shares(share, core, NULL, planner, session);
    PM_TRY(find(&way, core, planner));
    bool vague = false; /* a floating way was not precise enough */
    for (const struct pm_way *w = first_way(&way); w != NULL && status == PM_UNABLE;
         w = w->fallback) {
        if (vague && !is_for_vague(w, planner))
            continue;
        status = (w->exact ? exact_shares : floating_shares)(share, core, w, planner, session);
        if (status == PM_OK && !w->exact && planner->ask.rounded && is_vague(share, core)) {
            vague = true;
            status = PM_UNABLE;
        }
    }
    if (status == PM_UNABLE)
        status = vague ? PM_OK : exact_shares(share, core, NULL, planner, session);
    if (status == PM_OK)
        mirror(share, core);
    pm_way_clear(&way);
    return status;
}

/* *seconds = the predicted time of random matchings. */
static pm_status foresee_draws(double *seconds, const struct pm_core *core, double draws,
                               const struct pm_planner *planner)
{
    struct pm_way way;

    *seconds = HUGE_VAL;
    const pm_status status = pm_choice_query(&way, PM_DRAWS, core, planner);
    if (status == PM_OK)
        *seconds = way.seconds + draws * way.each;
    pm_way_clear(&way);
    return status == PM_UNABLE ? PM_OK : status;
}

pm_status pm_entry_foresee(struct pm_entry_costs *costs, const struct pm_core *core, double draws,
                           const struct pm_planner *planner)
{
    const int threads = planner->policy.limits.threads;
    struct pm_way way;

    *costs = (struct pm_entry_costs){.seconds = HUGE_VAL, .here = HUGE_VAL};
    PM_TRY(find(&way, core, planner));
    if (way.engine != NULL)
        *costs =
            (struct pm_entry_costs){.seconds = pm_way_reference(&way, threads),
                                    .here = pm_way_predicted(&way, threads, planner->ask.timed),
                                    .bytes = way.cost.bytes,
                                    .engine = way.engine};
    for (const struct pm_way *w = way.fallback;
         way.engine != NULL && !way.exact && planner->ask.rounded && w != NULL && costs->again == 0;
         w = w->fallback)
        costs->again = is_for_vague(w, planner) ? pm_way_seconds(w, threads) : 0;
    pm_way_clear(&way);
    return draws > 0 ? foresee_draws(&costs->drawn, core, draws, planner) : PM_OK;
}
