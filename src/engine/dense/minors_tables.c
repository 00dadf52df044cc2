/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of minors_walk.h, and the walk over units. */
#include "engine/dense/minors_walk.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/status.h"
#include "engine/isa/isa.h"
#include "engine/stack_load.h"

#include <math.h>
#include <string.h>

enum { BLOCK = PM_MINORS_BLOCK };

struct pm_minors_room {
    int n, parts, layers;
    int lane, unit; /* the first columns of lanes, and of units */
    struct pm_minors_walk walk;
    double *low, *step, *base, *twice, *sign, *x, *sums;
    size_t count; /* number of sums */
    double *memory;
};

pm_status pm_minors_room_new(struct pm_minors_room **out, int n, int parts, int layers)
{
    const int more = n - PM_MINORS_LEAST, gray = more < PM_MINORS_GRAY ? more : PM_MINORS_GRAY;
    const int slow = more - gray, columns = PM_MINORS_OWN + gray;
    const size_t line = (size_t)n * 2 * (size_t)parts, lanes = line * PM_LANES;
    const size_t number = (size_t)(n * parts * layers * PM_LANES);
    const size_t minor = (size_t)(columns + slow) * lanes;
    const size_t tables =
        line * (size_t)(BLOCK + gray + 1 + 1 + PM_LOG_LANES + slow) + (size_t)slow;
    pm_status status;
    struct pm_minors_room *r;

    PM_NEW(r, 1);
    r->n = n;
    r->parts = parts;
    r->layers = layers;
    r->lane = PM_MINORS_LOG_BLOCK + gray;
    r->unit = r->lane + PM_LOG_LANES;
    r->count = (size_t)columns * number + minor + (size_t)(n * PM_LANES);
    PM_TRY_GOTO(status,
                pm_stack_aligned(&r->memory, lanes + 2 * BLOCK * number + r->count + tables), done);
    r->x = r->memory;
    double *next = r->x + lanes;
    struct pm_minors_walk *const w = &r->walk;
    w->factor = next;
    w->before = next += BLOCK * number;
    r->sums = w->sum = next += BLOCK * number;
    w->minor = next += (size_t)columns * number;
    w->size = next += minor;
    w->low = r->low = next += n * PM_LANES;
    w->step = r->step = next += BLOCK * line;
    r->base = next += (size_t)(gray + 1) * line; /* a block that takes no step reads one */
    r->twice = next += line;
    w->sign = r->sign = next + (size_t)(PM_LOG_LANES + slow) * line;
    memset(r->step, 0, (size_t)(gray + 1) * line * sizeof *r->step);
    w->n = n;
    w->gray = gray;
    w->slow = slow;
done:
    PM_GIVE(out, r, status, pm_minors_room_free);
}

void pm_minors_room_free(struct pm_minors_room *r)
{
    if (r == NULL)
        return;
    PM_FREE(r->memory, r);
}

/* ------------------------------------------------------------------ tables */

/* Fills the tables for one part, of one layer, of row i. */
static void fill_row(struct pm_minors_room *r, const struct pm_rounded *a, int i, int word)
{
    const double *const b = pm_rounded_at(a, i, 0) + word;
    const int words = a->words, line = r->n * words, place = i * words + word;

    for (int set = 0; set < BLOCK; set++) {
        double sum = 0;
        for (int bit = 0; bit < PM_MINORS_LOG_BLOCK; bit++)
            sum += set >> bit & 1 ? -b[bit * words] : b[bit * words];
        r->low[place * BLOCK + set] = sum;
    }
    for (int k = 0; k < r->walk.gray; k++)
        r->step[k * line + place] = 2 * b[(PM_MINORS_LOG_BLOCK + k) * words];
    r->base[place] = 0;
    for (int j = PM_MINORS_LOG_BLOCK; j < r->n; j++)
        r->base[place] += b[j * words];
    for (int j = r->lane; j < r->n - 1; j++)
        r->twice[(j - r->lane) * line + place] = 2 * b[j * words];
}

/* ------------------------------------------------------------------ answers */

PM_ISA_NUMBERS(pm_minors_strands, pm_minors);

static pm_status walk(struct pm_minors_room *r, const struct pm_batch *b)
{
    const struct pm_sign_walk signs = {
        .rows = r->n, .words = 2 * r->parts, .base = r->base, .twice = r->twice};

    memset(r->sums, 0, r->count * sizeof *r->sums);
    for (uint64_t unit = 0; unit < (uint64_t)1 << r->walk.slow; unit++) {
        PM_TRY(pm_stack_go_on(b));
        for (int k = 0; k < r->walk.slow; k++)
            r->sign[k] = unit >> k & 1 ? -1 : 1;
        r->walk.start = pm_popcount(unit) & 1 ? -1 : 1;
        pm_sign_walk_begin(r->x, &signs, unit);
        pm_minors_sets[b->isa->number][r->layers - 1][r->parts - 1](&r->walk, r->x);
    }
    return PM_OK;
}

/* *value = a row's sum over the lanes, each multiplied by the lane's signs and by that of column j.
 * Returns a bound of the error. */
static double add_lanes(double *value, const struct pm_minors_room *r, int i, int j, int part)
{
    const bool of_lane = j >= r->lane && j < r->unit;
    const int column = j < r->lane                    ? 1 + j
                       : j >= r->unit && j < r->n - 1 ? 1 + j - PM_LOG_LANES
                                                      : 0;
    const double *const high =
        r->walk.minor + ((column * r->n + i) * 2 * r->parts + part) * PM_LANES;
    const double *const low = high + r->parts * PM_LANES;
    double all = 0, rest = 0, error = 0;

    for (int lane = 0; lane < PM_LANES; lane++) {
        const unsigned own = of_lane ? (unsigned)lane >> (j - r->lane) & 1 : 0;
        const double sign = (pm_popcount((unsigned)lane) + own) & 1 ? -1 : 1;
        error += pm_dd_add(&all, &rest, sign * high[lane]);
        error += pm_dd_add(&all, &rest, sign * low[lane]);
    }
    *value = all + rest;
    return error;
}

/* The error of the minors of a row, relative to the sum of the moduli of its terms. */
static double relative_error(const struct pm_minors_room *r, const struct pm_rounded *a)
{
    int rounded = 0; /* rows whose sums are */

    for (int i = 0; i < r->n; i++)
        rounded += a->second[i] > 0;
    /* roundings of a block's tree, of a strand, and of the low words of all strands */
    const double terms = PM_MINORS_LOG_BLOCK + ldexp(1, r->walk.gray);
    const double strands = ldexp(1, r->walk.slow) * PM_BALL_U;
    const double all = 4 * strands * (strands + terms * PM_BALL_U);
    const double doubled = (128 * r->n + 4 * (terms + 6) * (terms + 6)) * PM_BALL_U * PM_BALL_U;
    const double each = r->layers == 2 ? doubled : pm_gamma(r->parts * r->n + rounded + terms);

    /* the sizes are rounded, too: in each addition */
    return (each + all) * (1 + pm_gamma(ldexp(16, r->n - PM_MINORS_LEAST))) * PM_UP;
}

/* The product of the rows' sums of moduli but row i's, times the sum of what the rounding to two
 * layers has changed, relative to these. */
static void find_crude(double *crude, const struct pm_rounded *a)
{
    double product = 1, lost = 0;
    int empty = 0;

    for (int i = 0; i < a->n; i++)
        if (a->sum[i] > 0) {
            product *= a->sum[i] + a->eta[i];
            lost += a->eta[i] / a->sum[i];
        } else {
            empty++;
        }
    for (int i = 0; i < a->n; i++) {
        const double own = a->sum[i] > 0 ? a->sum[i] : 1;
        crude[i] = empty - (a->sum[i] > 0 ? 0 : 1) > 0 ? 0 : product / own * lost * PM_UP;
    }
}

pm_status pm_minors_find(double *value, double *bound, const struct pm_rounded *a,
                         struct pm_minors_room *r, const struct pm_batch *b)
{
    const int n = r->n, parts = r->parts;
    const double floor = pm_finish_floor(pm_rounded_above(a), 2 * n);
    const double share = relative_error(r, a);

    for (int i = 0; i < n; i++)
        for (int word = 0; word < a->words; word++)
            fill_row(r, a, i, word);
    PM_TRY(walk(r, b));
    find_crude(bound, a);
    for (int i = 0; i < n; i++) {
        double size = 0, most = 0;
        for (int j = 0; j < n; j++) {
            double error = 0;
            for (int part = 0; part < parts; part++)
                error += add_lanes(&value[(i * n + j) * parts + part], r, i, j, part);
            most = fmax(most, error);
        }
        for (int lane = 0; lane < PM_LANES; lane++)
            size += r->walk.size[i * PM_LANES + lane];
        if (bound[i] > 0)
            bound[i] = PM_UP * (size * share + bound[i] + most + floor);
    }
    return PM_OK;
}
