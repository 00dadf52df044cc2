/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tries the ways of a query in their order.  Each starts from the same state of the random
 * generator, so an engine that gives up does not change the result.
 *
 * With a session, the draws are pieces (run/pieces.h). */
#include "query/draw.h"

#include "base/alloc.h"
#include "engine/abilities.h"
#include "model/bound.h"
#include "num/random.h"
#include "query/entry_shares.h"
#include "run/pieces.h"
#include "schedule/units.h"

#include <math.h>
#include <stdlib.h>

/* A piece takes at least so long, and so many times as long as what all draws have in common. */
static const double PIECE_SECONDS = 0.1, TIMES = 4;

/* Draws in pieces, each of so many; the last may have fewer. */
struct pieces {
    int *entry;
    size_t count, each;
    uint64_t *state; /* of the generator, for each piece */
    const struct pm_core *core;
    const struct pm_way *way;
    struct pm_limits limits;
};

/* The words of a piece: its entries, and the state of the generator after them. */
static size_t words_of(const struct pieces *p)
{
    return p->each * (size_t)p->core->a->rows + 1;
}

static pm_status draw_piece(void *results, void *self, uint64_t number, const int *stop)
{
    const struct pieces *const p = self;
    const size_t first = number * p->each, rows = (size_t)p->core->a->rows;
    const size_t count = p->count - first < p->each ? p->count - first : p->each;
    int *const entry = p->entry + first * rows;
    uint64_t *const word = results, state = p->state[number];
    struct pm_limits limits = p->limits;

    limits.stop = stop;
    PM_TRY(p->way->query->draw(entry, count, &state, p->core, &p->way->cost, &limits));
    for (size_t k = 0; k < count * rows; k++)
        word[k] = (uint64_t)entry[k];
    word[p->each * rows] = state;
    return PM_OK;
}

/* Takes the draws from the words, which may come from a file. */
static pm_status take_words(const struct pieces *p, const uint64_t *word)
{
    const size_t rows = (size_t)p->core->a->rows;

    for (size_t k = 0; k < p->count * rows; k++, word++) {
        word += k > 0 && k % (p->each * rows) == 0;
        if (*word >= (uint64_t)pm_matrix_nnz(p->core->a))
            return pm_fail(PM_INPUT, "the checkpoint is refused: it has draws of another problem");
        p->entry[k] = (int)*word;
    }
    return PM_OK;
}

/* Each piece of an engine whose draws are apart has a state of its own; else there is one piece. */
static pm_status draw_pieces(struct pieces *p, size_t count, uint64_t *state,
                             struct pm_session *session)
{
    struct pm_pieces pieces = {.count = count,
                               .each = words_of(p),
                               .find = draw_piece,
                               .self = p,
                               .stop = p->limits.stop,
                               .way = p->way,
                               .seconds = HUGE_VAL};
    uint64_t *word = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, p->state, count + 1, done);
    PM_NEW_GOTO(status, word, count * words_of(p), done);
    for (size_t k = 0; k < p->count; k++, pm_random_word(state))
        if (k % p->each == 0)
            p->state[k / p->each] = *state;
    pieces.threads = pm_units_at_once(&p->limits, p->way->cost.bytes, (double)count);
    PM_TRY_GOTO(status, pm_pieces_words(word, &pieces, session), done);
    status = take_words(p, word);
    *state = word[count * words_of(p) - 1];
done:
    PM_FREE(p->state, word);
    return status;
}

/* Draws in this way, without its fallbacks. */
static pm_status draw_in_way(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                             const struct pm_way *way, const struct pm_limits *limits,
                             struct pm_session *session)
{
    const double most = ceil(fmax(PIECE_SECONDS, TIMES * way->seconds) / way->each);
    struct pieces p = {.entry = entry,
                       .count = count,
                       .each = way->query->apart && most < (double)count ? (size_t)most : count,
                       .core = core,
                       .way = way,
                       .limits = *limits};

    return session == NULL || count == 0 ||
                   !pm_checkpoint_keeps(way->seconds + (double)count * way->each)
               ? way->query->draw(entry, count, state, core, &way->cost, limits)
               : draw_pieces(&p, (count - 1) / p.each + 1, state, session);
}

pm_status pm_draw(int *entry, size_t count, uint64_t *state, const struct pm_core *core,
                  const struct pm_way *way, const struct pm_planner *planner,
                  struct pm_session *session)
{
    const uint64_t before = *state;
    pm_status status = PM_UNABLE;

    for (; way != NULL && way->engine != NULL && status == PM_UNABLE; way = way->fallback) {
        *state = before;
        status = draw_in_way(entry, count, state, core, way, &planner->policy.limits, session);
    }
    if (status == PM_UNABLE)
        *state = before;
    return status;
}

/* *way = the draws by acceptance. */
static pm_status accepted_way(struct pm_way *way, const struct pm_core *core,
                              const struct pm_limits *limits)
{
    *way = (struct pm_way){.engine = &pm_engine_estimate,
                           .query = pm_engine_estimate.more->query[PM_DRAWS],
                           .number = PM_REAL};
    PM_TRY(way->query->cost(&way->cost, core, way->number, limits));
    way->each = way->cost.each / way->engine->figures.rate[way->number];
    return PM_OK;
}

/* ------------------------------------------------------------------ forecast */

/* Takes the first row and the column of its last entry from the core; *rest keeps its matrix. */
static pm_status take_last(struct pm_core *core, struct pm_matrix **rest)
{
    const struct pm_matrix *const a = core->a;
    struct pm_matrix *next;

    PM_TRY(pm_matrix_without_pair(&next, a, core->kind, 0, a->col[a->start[1] - 1]));
    pm_matrix_free(*rest);
    core->a = *rest = next;
    core->around = NULL;
    return PM_OK;
}

/* *end = true if an engine draws all that is left, `groups` times; then adds the time of that. */
static pm_status try_engine(struct pm_draw_ahead *ahead, bool *end, const struct pm_core *core,
                            double groups, size_t count, const struct pm_planner *planner)
{
    pm_way_clear(&ahead->way);
    const pm_status status = pm_choice_query(&ahead->way, PM_DRAWS, core, planner);
    if (status == PM_OK)
        ahead->seconds += groups * pm_way_reference(&ahead->way, planner->policy.limits.threads) +
                          (double)count * ahead->way.each;
    *end = status != PM_UNABLE;
    return status == PM_DOMAIN || status == PM_UNABLE ? PM_OK : status;
}

pm_status pm_draw_ahead_accepted(struct pm_draw_ahead *ahead, size_t count,
                                 const struct pm_core *core, const struct pm_planner *planner)
{
    const struct pm_engine *const forced = planner->policy.engine;
    struct pm_way way;

    if (core->kind != PM_PERMANENT || (forced != NULL && forced != &pm_engine_estimate))
        return PM_OK;
    const pm_status status = accepted_way(&way, core, &planner->policy.limits);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    pm_way_clear(&ahead->way);
    *ahead = (struct pm_draw_ahead){(double)count * way.each, way};
    return PM_OK;
}

/* *seconds = the time of the sums for the first row; 0: there are none.  PM_UNABLE: no engine can
 * compute them. */
static pm_status price_row(double *seconds, const struct pm_core *core,
                           const struct pm_planner *planner)
{
    *seconds = 0;
    if (core->a->rows == 0 || core->a->start[1] == 0)
        return PM_OK;
    const pm_status status = pm_entry_sums_seconds(seconds, core, planner);
    return status == PM_DOMAIN ? PM_OK : status;
}

/* The mean of numbers that fall from x to y by equal factors. */
static double falling_mean(double x, double y)
{
    return x == y || x <= 0 || y <= 0 ? x : (x - y) / log(x / y);
}

/* Takes rows as take_last() does, if there are so many; *groups grows by their entries. */
static pm_status take_rows(int *taken, struct pm_core *core, struct pm_matrix **rest,
                           double *groups, size_t count, int rows)
{
    for (*taken = 0; *taken < rows && core->a->rows > 0 && core->a->start[1] > 0; ++*taken) {
        *groups = fmin((double)count, *groups * core->a->start[1]);
        PM_TRY(take_last(core, rest));
    }
    return PM_OK;
}

/* Rests of a row that takes longer than this are not looked at: each search may take minutes. */
static const double LONG_SECONDS = 3600;

/* The time of this row and all after it, if it falls by equal factors to that of a few vertices. */
static double rows_seconds(double first, const struct pm_core *core)
{
    static const double LAST_SECONDS = 1e-3;
    const int rows = core->a->rows / (core->kind == PM_HAFNIAN ? 2 : 1);

    return fmax(first, rows * falling_mean(first, fmin(first, LAST_SECONDS)));
}

/* Adds the time of drawing row after row.  A rest takes no longer than the whole, so only rows at
 * doubling distances are looked at, and their searches know the time of the row before; none is
 * looked at beyond the limit. */
static pm_status add_rows(struct pm_draw_ahead *ahead, struct pm_core *now, struct pm_matrix **rest,
                          size_t count, const struct pm_planner *planner)
{
    const double given = planner->policy.limits.seconds, limit = given > 0 ? given : LONG_SECONDS;
    struct pm_planner known = *planner;
    double groups = 1, before = 0; /* of matchings that agree so far; seconds of the row before */
    bool end = false;

    for (int depth = 0, rows = 0; !end; depth += rows) {
        double seconds;
        const pm_status status = price_row(&seconds, now, &known);
        if (status != PM_OK && (status != PM_UNABLE || depth == 0))
            return status;
        ahead->seconds += rows * falling_mean(before, groups * seconds);
        before = groups * seconds;
        if (seconds <= 0 || ahead->seconds + before > limit) {
            ahead->seconds += rows_seconds(before, now);
            return PM_OK;
        }
        known.policy.limits.known = seconds;
        PM_TRY(take_rows(&rows, now, rest, &groups, count, depth > 0 ? depth : 1));
        PM_TRY(try_engine(ahead, &end, now, groups, count, &known));
        ahead->seconds += end ? rows * before : 0;
    }
    return PM_OK;
}

pm_status pm_draw_ahead(struct pm_draw_ahead *ahead, size_t count, const struct pm_core *core,
                        const struct pm_planner *planner)
{
    struct pm_core now = *core;
    struct pm_failure unable = {.status = PM_OK};
    struct pm_matrix *rest = NULL;
    bool end;

    *ahead = (struct pm_draw_ahead){.seconds = 0};
    PM_TRY(try_engine(ahead, &end, core, 1, count, planner));
    if (end)
        return PM_OK;
    const pm_status status = add_rows(ahead, &now, &rest, count, planner);
    pm_way_clear(&ahead->way); /* that of a rest */
    ahead->way = (struct pm_way){.engine = NULL};
    pm_matrix_free(rest);
    if ((status != PM_OK && status != PM_UNABLE) || ahead->seconds > 0)
        return status;
    pm_failure_keep(&unable, status);
    PM_TRY(pm_draw_ahead_accepted(ahead, count, core, planner));
    return ahead->way.engine == NULL ? pm_failure_raise(&unable) : PM_OK;
}
