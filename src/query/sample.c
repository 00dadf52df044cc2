/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random matchings.  The probability of each is proportional to the product of its entries:
 * exactly, or, where an engine draws by floating numbers, up to a small proved factor
 * (planar/levels.c, tree/tree_sample_template.h).
 *
 * The blocks of a matrix are drawn separately, by an engine that can; a general graph is one block.
 * If no engine can, the partner of the first row or vertex is drawn from the exact shares of its
 * entries, in integers of any size (self-reducibility: Jerrum, Valiant and Vazirani, Random
 * generation of combinatorial structures from a uniform distribution, Theoretical Computer Science
 * 43, 1986).  The rest, without that pair, is split into blocks again. Draws with the same choices
 * so far are processed together.  If that is too much, too, matchings are drawn below a bound, and
 * accepted or not (draw.h).
 *
 * The matrix alone determines the order in which random words are used. */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/refusal.h"
#include "base/watched.h"
#include "model/bound.h"
#include "num/crt.h"
#include "num/random.h"
#include "plan/plan_text.h"
#include "plan/rates.h"
#include "query/call.h"
#include "query/check_values.h"
#include "query/draw.h"
#include "query/entry_blocks.h"
#include "query/own_partners.h"
#include "query/entry_shares.h"

#include <flint/fmpz.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct drawing {
    enum pm_kind kind;
    const struct pm_planner *planner;
    struct pm_query_call *call;
    uint64_t state; /* of the random generator */
    int *partner;   /* belongs to the caller */
    size_t lines;   /* of the shorter side: the number of partners in a draw */
    bool turned;    /* the shorter side is the columns */
    const int *col; /* for the entries of the whole matrix */
    int *row;
};

/* Records that draw `which` uses that entry of the whole matrix. */
static void set_partner(struct drawing *d, size_t which, int entry)
{
    int *const partner = d->partner + which * d->lines;

    if (d->turned || d->kind == PM_HAFNIAN)
        partner[d->col[entry]] = d->row[entry];
    if (!d->turned)
        partner[d->row[entry]] = d->col[entry];
    pm_watched_done(d->call->watched, 1);
}

/* Finds the blocks of a matrix, or of a graph, as the kind says. */
static pm_status find_blocks(struct pm_blocks *blocks, const struct pm_matrix *a,
                             const struct drawing *d)
{
    if (d->kind != PM_HAFNIAN)
        return pm_entry_blocks_find(blocks, a, d->planner->policy.rules);
    if (a->rows == 0)
        return PM_OK;
    PM_NEW(blocks->block, 1);
    blocks->count = 1;
    PM_NEW(blocks->block[0].entry, pm_matrix_nnz(a));
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        blocks->block[0].entry[e] = e;
    return pm_matrix_integers(&blocks->block[0].a, a);
}

/* ------------------------------------------------------------- by an engine */

/* In a way or its fallbacks. */
static pm_status draw_by_engine(struct drawing *d, const struct pm_block *b,
                                const struct pm_way *way, const size_t *which, size_t count)
{
    const struct pm_core core = {.a = b->a, .kind = d->kind};
    const size_t rows = (size_t)b->a->rows;
    int *entry;

    if (count > SIZE_MAX / rows)
        return pm_fail(PM_NOMEM, "%zu matchings of %zu rows", count, rows);
    PM_NEW(entry, count * rows);
    const pm_status status =
        pm_draw(entry, count, &d->state, &core, way, d->planner, d->call->session);
    for (size_t k = 0; k < count * rows && status == PM_OK; k++)
        set_partner(d, which[k / rows], b->entry[entry[k]]);
    free(entry);
    return status;
}

/* By acceptance, of a permanent. */
static pm_status draw_accepted(struct drawing *d, const struct pm_block *b, const size_t *which,
                               size_t count)
{
    const struct pm_core core = {.a = b->a, .kind = d->kind};
    struct pm_draw_ahead ahead = {.seconds = 0};

    pm_status status = pm_draw_ahead_accepted(&ahead, count, &core, d->planner);
    PM_THEN(status, draw_by_engine(d, b, &ahead.way, which, count));
    pm_way_clear(&ahead.way);
    return status;
}

/* In a way after planning for a block whose sum over all matchings is below 2^bits. */
static pm_status plan_and_draw(struct drawing *d, const struct pm_block *b, double bits,
                               const size_t *which, size_t count)
{
    const struct pm_core core = {.a = b->a, .kind = d->kind};
    struct pm_planner below = *d->planner;
    struct pm_way way;

    below.ask.below = fmax(bits, 1);
    pm_status status = pm_choice_query(&way, PM_DRAWS, &core, &below);
    PM_THEN(status, draw_by_engine(d, b, &way, which, count));
    pm_way_clear(&way);
    return status;
}

/* -------------------------------------------------------------- row after row */

static pm_status draw_block(struct drawing *d, const struct pm_block *b, const size_t *which,
                            size_t count);

/* *rest = the block without the first row and column v, or without both vertices; entry[] = the
 * index of each entry in the whole matrix. */
static pm_status leave_out(struct pm_matrix **rest, int *entry, const struct drawing *d,
                           const struct pm_block *b, int v)
{
    const struct pm_matrix *const a = b->a;
    const bool pair = d->kind == PM_HAFNIAN;
    int entries = 0;

    PM_EACH_ENTRY(a, i, k)
        if (i > 0 && a->col[k] != v && !(pair && (i == v || a->col[k] == 0)))
            entry[entries++] = b->entry[k];
    return pm_matrix_without_pair(rest, a, d->kind, 0, v);
}

/* For the draws that use entry e in the first row: sets its partner and draws the rest. */
static pm_status draw_rest(struct drawing *d, const struct pm_block *b, int e, const size_t *which,
                           size_t count)
{
    pm_status status = PM_OK;
    struct pm_matrix *rest = NULL;
    struct pm_blocks blocks = {0};
    int *entry = NULL;

    PM_TRY(pm_go_on(d->planner->policy.limits.stop));
    PM_NEW_GOTO(status, entry, pm_matrix_nnz(b->a), done);
    PM_TRY_GOTO(status, leave_out(&rest, entry, d, b, b->a->col[e]), done);
    PM_TRY_GOTO(status, find_blocks(&blocks, rest, d), done);
    for (size_t k = 0; k < count; k++) {
        set_partner(d, which[k], b->entry[e]);
        for (size_t s = 0; s < blocks.singles; s++)
            set_partner(d, which[k], entry[blocks.single[s]]);
    }
    for (size_t x = 0; x < blocks.count && status == PM_OK; x++) {
        struct pm_block *const block = &blocks.block[x];
        for (int k = 0; k < pm_matrix_nnz(block->a); k++)
            block->entry[k] = entry[block->entry[k]];
        status = draw_block(d, block, which, count);
    }
done:
    free(entry);
    pm_matrix_free(rest);
    pm_entry_blocks_clear(&blocks);
    return status;
}

/* Chooses an entry of the first row for each of `count` draws, with the weights `share`, whose sum
 * is `total`.  first[e] = the number of draws that use an entry before e; order[] lists the draws
 * by their entries. */
static pm_status choose(size_t *first, size_t *order, struct drawing *d,
                        const struct pm_gauss *share, int entries, const fmpz_t total,
                        const size_t *which, size_t count)
{
    pm_status status = PM_OK;
    size_t *next = NULL;
    int *taken = NULL;
    fmpz_t x;

    fmpz_init(x);
    PM_NEW_GOTO(status, taken, count, done);
    PM_NEW_GOTO(status, next, entries, done);
    for (size_t k = 0; k < count; k++) {
        int e = 0;
        pm_random_below(x, total, &d->state);
        while (e + 1 < entries && fmpz_cmp(x, fmpq_numref(share[e].re)) >= 0) {
            fmpz_sub(x, x, fmpq_numref(share[e].re));
            e++;
        }
        taken[k] = e;
        first[e + 1]++;
    }
    for (int e = 0; e < entries; e++) {
        first[e + 1] += first[e];
        next[e] = first[e];
    }
    for (size_t k = 0; k < count; k++)
        order[next[taken[k]]++] = which[k];
done:
    PM_FREE(taken, next);
    fmpz_clear(x);
    return status;
}

/* Chooses entries of the first row as choose() does, then continues with the draws of each. */
static pm_status draw_first(struct drawing *d, const struct pm_block *b,
                            const struct pm_gauss *share, const fmpz_t total, const size_t *which,
                            size_t count)
{
    const int entries = b->a->start[1];
    pm_status status = PM_OK;
    size_t *first = NULL, *order = NULL;

    PM_NEW_GOTO(status, first, (size_t)entries + 1, done);
    PM_NEW_GOTO(status, order, count, done);
    PM_TRY_GOTO(status, choose(first, order, d, share, entries, total, which, count), done);
    for (int e = 0; e < entries && status == PM_OK; e++)
        if (first[e] < first[e + 1])
            status = draw_rest(d, b, e, order + first[e], first[e + 1] - first[e]);
done:
    PM_FREE(first, order);
    return status;
}

/* Draws by the shares of the entries.  When the sum over all is known, it may be so far below its
 * bound that an engine can draw after all. */
static pm_status draw_row(struct drawing *d, const struct pm_block *b, const size_t *which,
                          size_t count)
{
    const struct pm_core core = {.a = b->a, .kind = d->kind};
    const int nnz = pm_matrix_nnz(b->a);
    struct pm_gauss *share;

    PM_NEW(share, (size_t)nnz + 1);
    for (int e = 0; e <= nnz; e++)
        pm_gauss_init(&share[e]);
    pm_status status = pm_entry_sums(share, &core, d->planner, d->call->session);
    const fmpz *const total = fmpq_numref(share[nnz].re);
    if (status == PM_OK && fmpz_is_zero(total))
        status = pm_fail(PM_DOMAIN, "there is no perfect matching, or their weights add up to 0");
    if (status == PM_OK) {
        const double bits = (double)fmpz_bits(total) - PM_CRT_SPARE;
        status = d->kind == PM_PERMANENT && pm_crt_wrap(bits, false)
                     ? plan_and_draw(d, b, bits, which, count)
                     : PM_UNABLE;
        if (status == PM_UNABLE)
            status = draw_first(d, b, share, total, which, count);
    }
    for (int e = 0; e <= nnz; e++)
        pm_gauss_clear(&share[e]);
    free(share);
    return status;
}

static pm_status draw_block(struct drawing *d, const struct pm_block *b, const size_t *which,
                            size_t count)
{
    double bits;

    PM_TRY(pm_bound_bits(&bits, b->a, d->kind));
    pm_status status = plan_and_draw(d, b, fmax(bits, 0), which, count);
    if (status == PM_UNABLE)
        status = draw_row(d, b, which, count);
    return status == PM_UNABLE ? draw_accepted(d, b, which, count) : status;
}

/* As planned, or row after row, or by acceptance. */
static pm_status draw_ahead(struct drawing *d, const struct pm_block *b,
                            const struct pm_draw_ahead *ahead, const size_t *which, size_t count)
{
    pm_status status = draw_by_engine(d, b, &ahead->way, which, count);

    if (status != PM_UNABLE || ahead->way.engine == &pm_engine_estimate)
        return status;
    status = draw_row(d, b, which, count);
    return status == PM_UNABLE ? draw_accepted(d, b, which, count) : status;
}

/* ------------------------------------------------------------------ the whole */

/* Tells whoever watches how long all draws take, and how the longest ones are made; or makes the
 * plan of this.  reference: seconds of the reference machine. */
static pm_status tell(const struct drawing *d, size_t count, double reference, const char *how)
{
    const int threads = d->planner->policy.limits.threads;
    char plan[160];

    pm_rates_prepare(reference, d->planner->ask.timed);
    const double seconds = reference * pm_rates_times(NULL, PM_MOD, false, threads);
    if (d->call->plan_only) {
        snprintf(plan, sizeof plan, "%zu random matching%s", count, count == 1 ? "" : "s");
        return pm_query_describe(d->call, how, plan, seconds);
    }
    snprintf(plan, sizeof plan, "random matchings: %s\npredicted: %s\n", how,
             pm_plan_text_of_time(seconds, threads, false).text);
    pm_watched_plan(d->call->watched, count * d->lines / (d->kind == PM_HAFNIAN ? 2 : 1), seconds,
                    plan);
    return PM_OK;
}

/* Draws from the whole graph at once, if it is embedded in a torus, since its blocks have no
 * embedding.  PM_UNABLE: use blocks. */
static pm_status draw_whole(struct drawing *d, const struct pm_problem *problem, size_t count)
{
    const struct pm_matrix *const a = problem->a;
    struct pm_way way = {.engine = NULL};
    struct pm_matrix *whole = NULL;
    int *entry = NULL;
    pm_status status;

    if (problem->around == NULL || a->rows != a->cols || a->rows == 0)
        return PM_UNABLE;
    if (count > SIZE_MAX / (size_t)a->rows)
        return pm_fail(PM_NOMEM, "%zu matchings of %d rows", count, a->rows);
    PM_TRY_GOTO(status, pm_matrix_integers(&whole, a), done);
    PM_NEW_GOTO(status, entry, count * (size_t)a->rows, done);
    const struct pm_core core = {.a = whole, .kind = d->kind, .around = problem->around};
    PM_TRY_GOTO(status, pm_choice_query(&way, PM_DRAWS, &core, d->planner), done);
    const double seconds =
        pm_way_reference(&way, d->planner->policy.limits.threads) + (double)count * way.each;
    PM_TRY_GOTO(status, tell(d, count, seconds, way.engine->name), done);
    if (d->call->plan_only)
        goto done;
    status = pm_draw(entry, count, &d->state, &core, &way, d->planner, d->call->session);
    for (size_t k = 0; k < count * (size_t)a->rows && status == PM_OK; k++)
        set_partner(d, k / (size_t)a->rows, entry[k]);
done:
    free(entry);
    pm_way_clear(&way);
    pm_matrix_free(whole);
    return status;
}

/* The time of all blocks; *longest = the one that takes longest, or NULL. */
static double seconds_of(const struct pm_draw_ahead **longest, const struct pm_draw_ahead *ahead,
                         size_t count)
{
    double seconds = 0;

    *longest = NULL;
    for (size_t b = 0; b < count; b++) {
        seconds += ahead[b].seconds;
        if (ahead[b].seconds > (*longest != NULL ? (*longest)->seconds : 0))
            *longest = &ahead[b];
    }
    return seconds;
}

/* Predicts how all blocks are drawn, and the time.  If that is above the limit, blocks that take
 * more than their part of it are drawn by acceptance, if they can.  PM_UNABLE: it still is. */
static pm_status look_ahead(struct pm_draw_ahead *ahead, const struct drawing *d,
                            const struct pm_blocks *blocks, size_t count)
{
    const struct pm_limits *const limits = &d->planner->policy.limits;
    const double most = limits->seconds > 0 ? limits->seconds : HUGE_VAL;
    const struct pm_draw_ahead *longest;
    double seconds = 0;

    for (int late = 0; late == 0 || (late == 1 && seconds > most); late++) {
        for (size_t b = 0; b < blocks->count; b++) {
            const struct pm_core core = {.a = blocks->block[b].a, .kind = d->kind};
            if (late == 0)
                PM_TRY(pm_draw_ahead(&ahead[b], count, &core, d->planner));
            else if (ahead[b].way.engine != &pm_engine_estimate &&
                     ahead[b].seconds * (double)blocks->count > most)
                PM_TRY(pm_draw_ahead_accepted(&ahead[b], count, &core, d->planner));
        }
        seconds = seconds_of(&longest, ahead, blocks->count);
    }
    if (seconds > most)
        return pm_refusal_of_seconds("the sample", seconds, limits->threads, most);
    return tell(d, count, seconds,
                longest == NULL               ? "none"
                : longest->way.engine != NULL ? longest->way.engine->name
                                              : "row after row, by the shares of the entries");
}

static pm_status draw_blocks(struct drawing *d, const struct pm_blocks *blocks, size_t count,
                             const size_t *which)
{
    struct pm_draw_ahead *ahead;
    pm_status status;

    PM_NEW(ahead, blocks->count);
    PM_TRY_GOTO(status, look_ahead(ahead, d, blocks, count), done);
    for (size_t b = 0; b < blocks->count && status == PM_OK && !d->call->plan_only; b++)
        status = draw_ahead(d, &blocks->block[b], &ahead[b], which, count);
done:
    for (size_t b = 0; b < blocks->count; b++)
        pm_way_clear(&ahead[b].way);
    free(ahead);
    return status;
}

static pm_status draw_all(struct drawing *d, const struct pm_matrix *a, size_t count)
{
    struct pm_blocks blocks = {0};
    size_t *which = NULL;
    pm_status status;

    PM_TRY_GOTO(status, find_blocks(&blocks, a, d), done);
    PM_NEW_GOTO(status, which, count, done);
    for (size_t k = 0; k < count && !d->call->plan_only; k++) {
        which[k] = k;
        for (size_t s = 0; s < blocks.singles; s++)
            set_partner(d, k, blocks.single[s]);
    }
    if (count > 0)
        status = draw_blocks(d, &blocks, count, which);
done:
    free(which);
    pm_entry_blocks_clear(&blocks);
    return status;
}

struct sampling {
    struct pm_query_call call;
    int *partner;
    size_t count;
    uint64_t seed;
};

static pm_status sample(struct pm_query_call *call)
{
    const struct sampling *const s = (const struct sampling *)call;
    const struct pm_problem *const problem = call->problem;
    const struct pm_matrix *const a = problem->a;
    const bool turned = a->rows > a->cols;

    if (!pm_matrix_is_nonnegative(a))
        return pm_fail(PM_DOMAIN,
                       "random matchings need entries of at least 0, and some are negative "
                       "or complex");
    struct drawing d = {
        .kind = problem->kind,
        .planner = &call->planner,
        .call = call,
        .state = s->seed,
        .partner = s->partner,
        .lines = (size_t)(turned ? a->cols : a->rows),
        .turned = turned,
        .col = a->col,
    };
    PM_NEW(d.row, pm_matrix_nnz(a));
    PM_EACH_ENTRY(a, i, k)
        d.row[k] = i;
    pm_status status = draw_whole(&d, problem, s->count);
    if (status == PM_UNABLE)
        status = draw_all(&d, a, s->count);
    free(d.row);
    PM_THEN(status, pm_check_draws(s->partner, s->count, problem));
    return pm_problem_blame(status, problem);
}

pm_status pm_sample(int *partner, size_t count, uint64_t seed, const pm_problem *problem,
                    const pm_options *options)
{
    PM_ARGUMENTS(problem);
    PM_ARGUMENTS_IF(count > 0, partner);
    const bool free_lines = problem->base != NULL;
    const size_t lines = pm_own_lines(problem->a);
    int *drawn = partner;
    char key[64];

    snprintf(key, sizeof key, "%zu seed %llu", count, (unsigned long long)seed);
    if (free_lines)
        PM_NEW(drawn, count * lines);
    struct sampling sampling = {
        {.question = PM_ASK_DRAWS, .answer = sample, .problem = problem, .options = options},
        drawn,
        count,
        seed};
    sampling.call.key = key;
    const pm_status status = pm_query_run(&sampling.call);
    for (size_t k = 0; free_lines && k < count && status == PM_OK; k++)
        pm_own_partners(partner + k * pm_own_lines(problem->base->a), problem, drawn + k * lines);
    free(free_lines ? drawn : NULL);
    return status;
}

pm_status pm_sample_plan(pm_answer **plan, size_t count, const pm_problem *problem,
                         const pm_options *options)
{
    struct sampling sampling = {
        {.question = PM_ASK_DRAWS, .answer = sample, .problem = problem, .options = options},
        .count = count > 0 ? count : 1};

    return pm_query_planned(plan, &sampling.call);
}
