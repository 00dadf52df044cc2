/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marginals: for each entry, the fraction of the permanent that contains it, a_ij per(minor) /
 * per.  The shares of a block are those in the whole matrix, since the other blocks' factor
 * cancels.  An entry outside all blocks is in every matching or in none.
 *
 * With an estimate, random matchings are counted if that is predicted to take less time: log(2
 * entries / delta) / (2 epsilon^2) of them have all shares with an error of at most epsilon, except
 * with probability delta (Hoeffding, Journal of the American Statistical Association 58, 1963). */
#include "base/alloc.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/sized.h"
#include "base/splitmix.h"
#include "model/bound.h"
#include "query/entry_blocks.h"
#include "query/entry_shares.h"
#include "query/call.h"
#include "query/check_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exact shares with more bits are too long to read; floating ones replace them unless exact ones
 * were asked for. */
static const double LONG_BITS = 1 << 24;

/* ------------------------------------------------------------------ predictions */

/* The shares are not compared with random matchings if they take no longer than this. */
static const double EXACT_SECONDS = 2;

/* A call, and what it is predicted to take. */
struct sharing {
    struct pm_query_call call;
    double draws; /* so many random matchings could give the shares, too; 0: they may not */
    struct pm_entry_costs all;
    bool declined; /* only the prediction is wanted, or the random matchings take less time */
};

/* PM_UNABLE: declined, or there is no prediction. */
static pm_status foresee(struct sharing *s, const struct pm_core *core, size_t cores)
{
    double longest = -1;

    if (!s->call.plan_only && s->draws == 0)
        return PM_OK;
    s->all = (struct pm_entry_costs){.seconds = 0};
    for (size_t k = 0; k < cores; k++) {
        struct pm_entry_costs one;
        PM_TRY(pm_entry_foresee(&one, &core[k], s->draws, &s->call.planner));
        if (one.engine == NULL && (core->around != NULL || (s->call.plan_only && s->draws == 0)))
            return PM_UNABLE;
        if (one.seconds > longest)
            s->all.engine = one.engine;
        longest = fmax(longest, one.seconds);
        s->all.seconds += one.seconds;
        s->all.here += one.here;
        s->all.again += one.again;
        s->all.drawn += one.drawn;
        s->all.bytes = fmax(s->all.bytes, one.bytes);
    }
    s->declined = s->call.plan_only || s->all.seconds > fmax(EXACT_SECONDS, s->all.drawn);
    return s->declined ? pm_fail(PM_UNABLE, "the shares are only predicted") : PM_OK;
}

static pm_status foresee_blocks(struct sharing *s, const struct pm_blocks *blocks)
{
    struct pm_core *core;

    PM_NEW(core, blocks->count + 1);
    for (size_t k = 0; k < blocks->count; k++)
        core[k] = (struct pm_core){.a = blocks->block[k].a, .kind = PM_PERMANENT};
    const pm_status status = foresee(s, core, blocks->count);
    free(core);
    return status;
}

/* ------------------------------------------------------------------ shares */

/* Computes the shares of block `b` and stores them at their entries of the whole matrix. */
static pm_status block_shares(struct pm_values *shares, const struct pm_block *b,
                              const struct pm_query_call *call)
{
    const struct pm_core core = {.a = b->a, .kind = PM_PERMANENT};
    const int nnz = pm_matrix_nnz(b->a);
    struct pm_value *share;

    PM_NEW(share, nnz);
    for (int e = 0; e < nnz; e++)
        pm_value_init(&share[e]);
    const pm_status status = pm_entry_shares(share, &core, &call->planner, call->session);
    for (int e = 0; e < nnz; e++) {
        if (status == PM_OK)
            pm_value_set(&shares->value[b->entry[e]], &share[e]);
        pm_value_clear(&share[e]);
    }
    free(share);
    return status;
}

static pm_status blocks_shares(const struct pm_query_call *call, const struct pm_blocks *blocks)
{
    struct pm_values *const shares = call->values;

    for (size_t k = 0; k < blocks->singles; k++)
        pm_gauss_set_si(&shares->value[blocks->single[k]].centre, 1);
    for (size_t k = 0; k < blocks->count; k++)
        PM_TRY(block_shares(shares, &blocks->block[k], call));
    return PM_OK;
}

/* *sum = the bits of all shares together, if they are exact. */
static pm_status count_bits(double *sum, const struct pm_problem *problem,
                            const struct pm_blocks *blocks)
{
    double bits;

    *sum = 0;
    for (size_t k = 0; k < blocks->count; k++) {
        PM_TRY(pm_bound_bits(&bits, blocks->block[k].a, PM_PERMANENT));
        *sum += fmax(bits, 0) * pm_matrix_nnz(blocks->block[k].a);
    }
    if (problem->kind == PM_PERMANENT)
        return PM_OK;
    struct pm_matrix *whole;
    PM_TRY(pm_matrix_integers(&whole, problem->a));
    const pm_status status = pm_bound_bits(&bits, whole, PM_HAFNIAN);
    *sum = fmax(bits, 0) * pm_matrix_nnz(whole) / 2;
    pm_matrix_free(whole);
    return status;
}

/* Computes the shares of the whole matrix at once.  This is for hafnians, and for graphs on a
 * torus, whose blocks have no embedding.  PM_UNABLE: use blocks. */
static pm_status whole_shares(struct sharing *s)
{
    const struct pm_problem *const problem = s->call.problem;
    struct pm_core core = {.kind = problem->kind, .around = problem->around};
    struct pm_matrix *whole;

    if (problem->kind != PM_HAFNIAN && problem->around == NULL)
        return PM_UNABLE;
    PM_TRY(pm_matrix_integers(&whole, problem->a));
    core.a = whole;
    pm_status status = foresee(s, &core, 1);
    PM_THEN(status,
            pm_entry_shares(s->call.values->value, &core, &s->call.planner, s->call.session));
    pm_matrix_free(whole);
    return status;
}

static pm_status describe(struct sharing *s)
{
    const struct pm_entry_costs *const all = &s->all;
    const bool drawn =
        s->draws > 0 && (isinf(all->seconds) || all->seconds > fmax(EXACT_SECONDS, all->drawn));
    char note[160], again[64] = "";

    if (all->again > 0)
        snprintf(again, sizeof again, "; with too few digits, %.3g s more", all->again);
    if (drawn)
        snprintf(note, sizeof note, "%.0f random matchings are counted", s->draws);
    else
        snprintf(note, sizeof note, "the shares of all entries at once, %.3g bytes%s", all->bytes,
                 again);
    return pm_query_describe(&s->call, drawn || all->engine == NULL ? "none" : all->engine->name,
                             note, drawn ? all->drawn : all->here);
}

static pm_status answer(struct pm_query_call *call)
{
    struct sharing *const s = (struct sharing *)call;
    const struct pm_problem *const problem = call->problem;
    struct pm_planner *const planner = &call->planner;
    struct pm_blocks blocks = {0};
    pm_status status;
    double bits;

    if (problem->kind == PM_PERMANENT)
        PM_TRY(pm_problem_blame(pm_entry_blocks_find(&blocks, problem->a, planner->policy.rules),
                                problem));
    PM_TRY_GOTO(status, count_bits(&bits, problem, &blocks), done);
    if (planner->ask.rounded && planner->ask.bits == 0 && bits > LONG_BITS) {
        planner->ask.want = PM_WANT_FLOATING;
        planner->ask.bits = PM_PRECISION_DOUBLE;
    }
    PM_TRY_GOTO(status,
                pm_values_new(&call->values, pm_problem_entries(problem), problem,
                              planner->ask.bits, false),
                done);
    status = whole_shares(s);
    if (status == PM_UNABLE && problem->kind == PM_PERMANENT && !s->declined) {
        status = foresee_blocks(s, &blocks);
        PM_THEN(status, blocks_shares(call, &blocks));
    }
    if (s->call.plan_only && s->declined)
        status = describe(s);
    else if (status == PM_OK)
        status = pm_check_shares(call->values, problem);
    status = pm_problem_blame(status, problem);
done:
    pm_entry_blocks_clear(&blocks);
    return status;
}

/* ------------------------------------------------------------------ random matchings */

enum { PARTNERS = 1 << 22 }; /* of the matchings that are drawn at once */

static const double DRAWS_MOST = 1e9;

/* times[k] += the number of new matchings that use entry k */
static pm_status count_uses(double *times, int *partner, size_t count, uint64_t seed,
                            const struct pm_problem *problem, const pm_options *options)
{
    const struct pm_matrix *const a = problem->a;
    const bool turned = a->rows > a->cols;
    const size_t lines = (size_t)(turned ? a->cols : a->rows);

    PM_TRY(pm_sample(partner, count, seed, problem, options));
    for (size_t k = 0; k < count * lines; k++) {
        const int line = (int)(k % lines), other = partner[k];
        times[turned ? pm_matrix_entry(a, other, line) : pm_matrix_entry(a, line, other)]++;
    }
    return PM_OK;
}

/* The number of matchings that make errors small; 0: no estimate is wanted. */
static double draws_wanted(const struct pm_problem *problem, const pm_options *options)
{
    const double entries = (double)pm_problem_entries(problem), epsilon = options->estimate;
    const double delta = options->delta > 0 ? options->delta : PM_USUAL_DELTA;

    return epsilon > 0 ? ceil(log(2 * entries / delta) / (2 * epsilon * epsilon) * 1.000001) : 0;
}

static pm_status draw_shares(struct pm_values *shares, double *times,
                             const struct pm_problem *problem, const pm_options *options)
{
    const size_t entries = pm_problem_entries(problem);
    const double epsilon = options->estimate, draws = draws_wanted(problem, options);
    const int rows = problem->a->rows, chunk = PARTNERS / (rows < PARTNERS ? rows + 1 : PARTNERS);
    pm_options exactly = *options;
    int *partner;

    if (!(draws <= DRAWS_MOST))
        return pm_fail(PM_UNABLE, "%.2g random matchings are needed", draws);
    exactly.estimate = exactly.delta = exactly.epsilon = 0;
    exactly.strict = false;
    PM_NEW(partner, (size_t)chunk * (size_t)rows);
    pm_status status = PM_OK;
    uint64_t seed = options->seed;
    for (double left = draws; left > 0 && status == PM_OK; left -= chunk) {
        const size_t count = (size_t)fmin(left, chunk);
        status = count_uses(times, partner, count, seed, problem, &exactly);
        seed = pm_random_mix(seed);
    }
    free(partner);
    shares->type = PM_TYPE_ESTIMATE;
    shares->digits = 2 + (int)ceil(-log10(epsilon));
    for (size_t k = 0; k < entries && status == PM_OK; k++) {
        struct pm_value *const share = &shares->value[k];
        fmpq_set_si(share->centre.re, (slong)times[k], (ulong)draws);
        share->error = pm_mag_up(epsilon, 0);
    }
    return status;
}

static pm_status marginals_drawn(pm_values **out, const pm_problem *problem,
                                 const pm_options *options)
{
    pm_values *shares = NULL;
    double *times;

    PM_NEW(times, pm_problem_entries(problem));
    pm_status status =
        pm_values_new(&shares, pm_problem_entries(problem), problem, PM_PRECISION_DOUBLE, false);
    PM_THEN(status, draw_shares(shares, times, problem, options));
    free(times);
    PM_GIVE(out, shares, status, pm_values_free);
}

static pm_status begin(struct sharing *s, pm_options *asked, const struct pm_problem *problem,
                       const pm_options *options)
{
    PM_TRY(pm_sized_options(asked, options));
    PM_TRY(pm_query_signs(problem, asked));
    if (asked->estimate > 0 && (asked->precision == PM_PRECISION_EXACT || asked->unproved))
        return pm_fail(PM_INPUT, "shares from random matchings are neither exact nor unproved");
    if (asked->estimate > 0 && asked->checkpoint != NULL)
        return pm_fail(PM_INPUT, "shares from random matchings cannot be saved in a checkpoint");
    *s = (struct sharing){
        .call = {.question = problem->base != NULL ? PM_ASK_FREE_SHARES : PM_ASK_SHARES,
                 .answer = answer,
                 .problem = problem,
                 .options = asked},
        .draws = draws_wanted(problem, asked)};
    return PM_OK;
}

/* ------------------------------------------------------------------ free vertices */

/* pm_problem_unmatched() adds lines that are the partners of free lines: to each row of the matrix
 * it adds entries after its own, and to the matrix rows after its own.  What these entries share is
 * the share of a free line. */

/* Of a total, only the shorter side has partners for its free lines: a line of the longer side is
 * free where none of its entries is used. */
void pm_marginals_left(struct pm_value *line, const struct pm_matrix *a,
                       const struct pm_value *share, bool rows)
{
    struct pm_value part;

    pm_value_init(&part);
    pm_gauss_set_si(&part.centre, 1);
    for (int v = 0; v < (rows ? a->rows : a->cols); v++)
        pm_value_set(line + v, &part);
    PM_EACH_ENTRY(a, i, k) {
        pm_gauss_set_si(&part.centre, -1);
        part.error = (struct pm_mag){0, 0};
        pm_value_mul(&part, share + k);
        pm_value_add(line + (rows ? i : a->col[k]), &part);
    }
    pm_value_clear(&part);
}

/* Sets the shares of the entries of `a`, then of its free rows, then of its free columns, from the
 * shares of all entries of the wider matrix `w`. */
static void gather(struct pm_value *share, const struct pm_problem *wider,
                   const struct pm_value *all)
{
    const struct pm_problem *const problem = wider->base;
    const struct pm_matrix *const a = problem->a, *const w = wider->a;
    const int rows = pm_problem_vertex_lines(problem, false);
    const int cols = pm_problem_vertex_lines(problem, true);
    struct pm_value *const row = share + pm_matrix_nnz(a), *const col = row + a->rows;

    for (int i = 0; i < rows; i++) {
        const int own = a->start[i + 1] - a->start[i];
        for (int k = 0; k < own; k++)
            pm_value_set(share + a->start[i] + k, all + w->start[i] + k);
        for (int k = w->start[i] + own; k < w->start[i + 1]; k++)
            pm_value_add(row + i, all + k);
    }
    for (int k = w->start[rows]; k < w->start[w->rows] && problem->kind != PM_HAFNIAN; k++)
        if (w->col[k] < cols)
            pm_value_add(col + w->col[k], all + k);
    if (wider->free_vertices == PM_FREE_ANY && problem->kind != PM_HAFNIAN)
        pm_marginals_left(rows > cols ? row : col, a, share, rows > cols);
}

/* Replaces the shares of a problem with free vertices by those of its base. */
static pm_status take_base(struct pm_values **values, const struct pm_problem *wider)
{
    const struct pm_problem *const problem = wider->base;
    const struct pm_matrix *const a = problem->a;
    const size_t lines = (size_t)a->rows + (size_t)(problem->kind == PM_HAFNIAN ? 0 : a->cols);
    struct pm_values *const all = *values, *shares;

    PM_TRY(pm_values_new(&shares, (size_t)pm_matrix_nnz(a) + lines, problem, 0, false));
    shares->digits = all->digits;
    shares->type = all->type;
    memcpy(shares->checks, all->checks, sizeof shares->checks);
    gather(shares->value, wider, all->value);
    pm_values_free(all);
    *values = shares;
    return PM_OK;
}

pm_status pm_marginals(pm_values **out, const pm_problem *problem, const pm_options *options)
{
    pm_options asked;
    struct sharing s;

    PM_ARGUMENTS(out, problem);
    PM_TRY(begin(&s, &asked, problem, options));
    pm_status status = pm_query_run(&s.call);
    if (status == PM_UNABLE && s.draws > 0)
        return marginals_drawn(out, problem, &asked);
    if (status == PM_DOMAIN && problem->base != NULL)
        return problem->free_vertices == PM_FREE_ANY
                   ? pm_fail(PM_DOMAIN, "the sum over the matchings of all sizes is 0")
                   : pm_fail(PM_DOMAIN,
                             "the sum over the matchings with exactly %d free vertices is 0",
                             problem->free_vertices);
    if (status == PM_OK && problem->base != NULL)
        status = take_base(&s.call.values, problem);
    PM_GIVE(out, s.call.values, status, pm_values_free);
}

pm_status pm_marginals_plan(pm_answer **plan, size_t count, const pm_problem *problem,
                            const pm_options *options)
{
    pm_options asked;
    struct sharing s;

    (void)count;
    PM_TRY(begin(&s, &asked, problem, options));
    return pm_query_planned(plan, &s.call);
}
