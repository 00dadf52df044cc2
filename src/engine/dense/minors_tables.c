/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of minors_walk.h, and the walk over units. */
#include "engine/dense/minors_walk.h"

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
    double reach[64];
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
    w->reach = r->reach;
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

/* Fills the tables for one part of row i. */
static void fill_row(struct pm_minors_room *r, const struct pm_rounded *a, int i, int part)
{
    const double *const b = pm_rounded_at(a, i, 0) + part, *const gray =
                                                               b + PM_MINORS_LOG_BLOCK * r->parts;
    const int line = r->n * r->parts, place = i * r->parts + part;
    double own = 0, base = 0;

    for (int set = 0; set < PM_MINORS_BLOCK; set++) {
        double sum = 0;
        for (int bit = 0; bit < PM_MINORS_LOG_BLOCK; bit++)
            sum += set >> bit & 1 ? -b[bit * r->parts] : b[bit * r->parts];
        r->low[place * PM_MINORS_BLOCK + set] = sum;
    }
    for (int k = 0; k < PM_MINORS_GRAY; k++)
        r->step[k * line + place] = 2 * gray[k * r->parts];
    for (int j = PM_MINORS_LOG_BLOCK; j < r->n; j++)
        base += b[j * r->parts];
    for (int j = LANE; j < r->n - 1; j++)
        r->twice[(j - LANE) * line + place] = 2 * b[j * r->parts];
    r->base[place] = base;
    /* where a patch begins, its Gray-coded signs are +, but the last one is - in every other
     * patch */
    for (int k = 0; k < OWN; k++)
        own += gray[k * r->parts];
    r->centre[place] = -own;
    r->centre[line + place] = 2 * gray[(OWN - 1) * r->parts] - own;
}

/* A patch has the first PM_LOG_BLOCK + 1 columns; in the words of patch.c, the last of them is its
 * pivot. */
static pm_status fill_tables(struct pm_minors_room *r, double *share, struct pm_rounded *a,
                             double sums)
{
    int place = 0;

    for (int i = 0; i < r->n; i++)
        for (int part = 0; part < r->parts; part++)
            fill_row(r, a, i, part);
    a->pivot = PM_LOG_BLOCK;
    for (int j = 0; j < r->n; j++)
        if (j != a->pivot)
            a->column[place++] = j;
    return pm_patch_share(share, r->reach, a, 0, sums);
}

/* ------------------------------------------------------------------ answers */

PM_ISA_TABLE(pm_minors_strands, pm_minors_real);
PM_ISA_TABLE(pm_minors_strands, pm_minors_complex);

static pm_status walk(struct pm_minors_room *r, const struct pm_batch *b)
{
    const struct pm_sign_walk signs = {
        .rows = r->n, .words = r->parts, .base = r->base, .twice = r->twice};

    memset(r->sums, 0, r->count * sizeof *r->sums);
    for (uint64_t unit = 0; unit < (uint64_t)1 << r->walk.slow; unit++) {
        PM_TRY(pm_batch_go_on(b));
        for (int k = 0; k < r->walk.slow; k++)
            r->sign[k] = unit >> k & 1 ? -1 : 1;
        r->walk.start = pm_popcount(unit) & 1 ? -1 : 1;
        pm_sign_walk_begin(r->x, &signs, unit);
        (r->parts == 1 ? pm_minors_real_sets : pm_minors_complex_sets)[b->isa->number](&r->walk,
                                                                                       r->x);
    }
    return PM_OK;
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
static int empty_rows(const struct pm_rounded *a, int i)
{
    int count = 0;

    for (int k = 0; k < a->n; k++)
        count += k != i && !(a->sum[k] > 0);
    return count;
}

pm_status pm_minors_find(double *value, double *bound, struct pm_rounded *a,
                         struct pm_minors_room *r, const struct pm_batch *b)
{
    const int n = r->n, parts = r->parts;
    /* A sum has 2^PM_MINORS_GRAY terms, each with two roundings if numbers are complex.  Sums at
     * sign changes have three more roundings; there are at most half as many, and each counts
     * twice.  Then there are units and lanes; for complex numbers both parts. */
    const double sums = (parts == 1 ? 1 : 3) *
                        (ldexp(5, PM_MINORS_GRAY) + 3 * ldexp(1, r->walk.slow) + 2 * PM_LANES + 8);
    double share;

    PM_TRY(fill_tables(r, &share, a, sums + 2));
    PM_TRY(walk(r, b));
    const double floor = pm_finish_floor(pm_rounded_above(a), 2 * n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            for (int part = 0; part < parts; part++)
                value[(i * n + j) * parts + part] = add_lanes(r, i, j, part);
        double size = 0;
        for (int lane = 0; lane < PM_LANES; lane++)
            size += r->walk.bound[i * PM_LANES + lane];
        bound[i] = empty_rows(a, i) > 0 ? 0 : PM_UP * (size * share + floor);
    }
    return PM_OK;
}
