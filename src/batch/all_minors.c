/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of all_minors.h, and the walk over units. */
#include "batch/all_minors.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "engine/stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    OWN = PM_LOG_BLOCK + 1 - PM_MINORS_LOG_BLOCK, /* Gray-coded columns of a patch */
    LANE = PM_MINORS_LOG_BLOCK + PM_MINORS_GRAY,  /* the first column of lanes */
    UNIT_FIRST = LANE + PM_LOG_LANES,             /* and of units */
    SETTLED = 1 + LANE,                           /* sums of a row, without those of units'
                                                   * columns */
};

struct pm_minors_room {
    int n, parts;
    struct pm_minors_walk walk;
    double *low, *step, *centre, *base, *twice, *sign, *x, *sums;
    size_t count; /* number of sums */
    struct pm_batch_patches patches;
    double *memory;
};

pm_status pm_minors_room_new(struct pm_minors_room **out, int n, int parts)
{
    const int slow = n - 1 - UNIT_FIRST;
    const size_t line = (size_t)n * (size_t)parts, lanes = line * PM_LANES;
    const size_t minor = (size_t)(SETTLED + slow) * lanes;
    const size_t tables = line * (PM_MINORS_BLOCK + PM_MINORS_GRAY + 2 + 1 + PM_LOG_LANES) +
                          line * (size_t)slow + (size_t)slow;
    pm_status status;
    struct pm_minors_room *r;

    PM_NEW(r, 1);
    r->n = n;
    r->parts = parts;
    r->count = (size_t)(PM_MINORS_BLOCK + PM_MINORS_GRAY) * lanes + minor + (size_t)n * PM_LANES;
    PM_TRY_GOTO(status,
                pm_batch_aligned(&r->memory, lanes * (1 + PM_MINORS_BLOCK) + r->count + tables),
                fail);
    r->x = r->memory;
    double *next = r->x + lanes;
    struct pm_minors_walk *const w = &r->walk;
    w->before = next;
    r->sums = w->sum = next += PM_MINORS_BLOCK * lanes;
    w->change = next += PM_MINORS_BLOCK * lanes;
    w->minor = next += PM_MINORS_GRAY * lanes;
    w->bound = next += minor;
    w->low = r->low = next += n * PM_LANES;
    w->step = r->step = next += PM_MINORS_BLOCK * line;
    w->centre[0] = r->centre = next += PM_MINORS_GRAY * line;
    w->centre[1] = next + line;
    r->base = next += 2 * line;
    r->twice = next += line;
    w->sign = r->sign = next + (size_t)(PM_LOG_LANES + slow) * line;
    w->n = n;
    w->slow = slow;
    w->reach = r->patches.reach;
    *out = r;
    return PM_OK;
fail:
    pm_minors_room_free(r);
    return status;
}

void pm_minors_room_free(struct pm_minors_room *r)
{
    if (r == NULL)
        return;
    free(r->memory);
    free(r);
}

/* ------------------------------------------------------------------ tables */

/* Fills the tables for one part of a row. */
static void fill_row(struct pm_minors_room *r, const double *b, int place)
{
    const int line = r->n * r->parts;
    const double *const gray = b + PM_MINORS_LOG_BLOCK;
    double own = 0, base = 0;

    for (int set = 0; set < PM_MINORS_BLOCK; set++) {
        double sum = 0;
        for (int bit = 0; bit < PM_MINORS_LOG_BLOCK; bit++)
            sum += set >> bit & 1 ? -b[bit] : b[bit];
        r->low[place * PM_MINORS_BLOCK + set] = sum;
    }
    for (int k = 0; k < PM_MINORS_GRAY; k++)
        r->step[k * line + place] = 2 * gray[k];
    for (int j = PM_MINORS_LOG_BLOCK; j < r->n; j++)
        base += b[j];
    for (int j = LANE; j < r->n - 1; j++)
        r->twice[(j - LANE) * line + place] = 2 * b[j];
    r->base[place] = base;
    /* where a patch begins, its Gray-coded signs are +, but the last one is - in every other
     * patch */
    for (int k = 0; k < OWN; k++)
        own += gray[k];
    r->centre[place] = -own;
    r->centre[line + place] = 2 * gray[OWN - 1] - own;
}

static void fill_tables(struct pm_minors_room *r, struct pm_batch_square *a)
{
    int own[PM_LOG_BLOCK + 1];

    for (int k = 0; k <= PM_LOG_BLOCK; k++)
        own[k] = k;
    for (int i = 0; i < r->n; i++) {
        pm_batch_round_row(&r->patches, a, i, false);
        for (int part = 0; part < r->parts; part++)
            fill_row(r, a->part[part] + i * r->n, i * r->parts + part);
    }
    pm_batch_patches_fill(&r->patches, a, own);
}

/* ------------------------------------------------------------------ answers */

static void walk(struct pm_minors_room *r, const struct pm_batch *b)
{
    const struct pm_sign_walk signs = {
        .rows = r->n, .words = r->parts, .base = r->base, .twice = r->twice};
    pm_minors_strands *const strands = pm_minors_kernel(b->isa, r->parts);

    memset(r->sums, 0, r->count * sizeof *r->sums);
    for (uint64_t unit = 0; unit < (uint64_t)1 << r->walk.slow && !pm_batch_is_stopped(b); unit++) {
        for (int k = 0; k < r->walk.slow; k++)
            r->sign[k] = unit >> k & 1 ? -1 : 1;
        r->walk.start = pm_popcount(unit) & 1 ? -1 : 1;
        pm_sign_walk_begin(r->x, &signs, unit);
        strands(&r->walk, r->x);
    }
}

/* Adds up a row's sums over the lanes, each multiplied by the lane's signs and by that of column j.
 */
static double add_lanes(const struct pm_minors_room *r, int i, int j, int part)
{
    const bool of_lane = j >= LANE && j < UNIT_FIRST;
    const int column = j < LANE                          ? 1 + j
                       : j >= UNIT_FIRST && j < r->n - 1 ? SETTLED + j - UNIT_FIRST
                                                         : 0;
    const double *const sum = r->walk.minor + ((column * r->n + i) * r->parts + part) * PM_LANES;
    double all = 0;

    for (int lane = 0; lane < PM_LANES; lane++) {
        const unsigned own = of_lane ? (unsigned)lane >> (j - LANE) & 1 : 0;
        all += (pm_popcount((unsigned)lane) + own) & 1 ? -sum[lane] : sum[lane];
    }
    return all;
}

/* The number of empty rows except row i. */
static int empty_rows(const struct pm_minors_room *r, int i)
{
    int count = 0;

    for (int k = 0; k < r->n; k++)
        count += k != i && !(r->patches.sum[k] > 0);
    return count;
}

/* The sum of the positive exponents of the rows' sums. */
static int above(const struct pm_minors_room *r)
{
    int sum = 0;

    for (int k = 0; k < r->n; k++)
        sum += r->patches.exp[k] > 0 ? r->patches.exp[k] : 0;
    return sum;
}

void pm_minors_find(double *value, double *bound, int *exp, struct pm_batch_square *a,
                    struct pm_minors_room *r, const struct pm_batch *b)
{
    const int n = r->n, parts = r->parts;
    /* A sum has 2^PM_MINORS_GRAY terms, each with two roundings if numbers are complex.  Sums at
     * sign changes have three more roundings; there are at most half as many, and each counts
     * twice.  Then there are units and lanes; for complex numbers both parts. */
    const double sums = (parts == 1 ? 1 : 3) *
                        (ldexp(5, PM_MINORS_GRAY) + 3 * ldexp(1, r->walk.slow) + 2 * PM_LANES + 8);

    fill_tables(r, a);
    walk(r, b);
    const double share = pm_batch_patches_share(&r->patches, sums + 2);
    const double floor = pm_finish_floor(above(r), 2 * n);
    *exp = -(n - 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            for (int part = 0; part < parts; part++)
                value[(i * n + j) * parts + part] = add_lanes(r, i, j, part);
        double size = 0;
        for (int lane = 0; lane < PM_LANES; lane++)
            size += r->walk.bound[i * PM_LANES + lane];
        bound[i] = empty_rows(r, i) > 0 ? 0 : PM_UP * (size * share + floor);
    }
}
