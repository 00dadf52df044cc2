/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `sweep`: permanents and hafnians by a dense frontier sweep.
 *
 * The vertices of the graph are closed one after another.  Closed vertices may have neighbours that
 * are not closed; these are the frontier.  A vector has a number for every way in which the
 * frontier can be covered.  Closing a vertex adds parts of the vector to other parts, in place
 * (order.h says which; pass.h says how the vector is stored and walked).  This is the transfer
 * matrix method, with a special order of the vertices for every graph.  It needs no keys and no
 * sorting.  If most subsets of a narrow frontier occur, as in lattices and banded matrices, it is
 * faster than merging tables.
 *
 * A step is an addition of two numbers; other work is measured in steps, too.  There are only
 * additions and products, so nonnegative data have no cancellation.
 *
 * The way of a matrix through the files: the order of its vertices and the operations
 * (engine/order), the choice of both, with slices if memory is short (sweep_choice.c, slice.c),
 * passes over the vector that carry out the operations (pass.h, passes.c, checked by replay.c),
 * their run (sweep_run.c, shape.c, change.c, kernel/).  middle.c stops half way if the graph is
 * symmetric, back.c goes back for shares, and gpu/ has the passes of GPUs. */
#include "engine/sweep/sweep.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/stored.h"
#include "engine/search_steps.h"
#include "engine/sweep/change.h"
#include "engine/abilities.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static pm_status sweep_read(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits, char **rest)
{
    *cost = (struct pm_cost){.units = 1, .steps = 1};
    if (pm_sweep_is_empty(core))
        return PM_OK;
    return pm_sweep_choose(cost, core, number, limits, PM_SWEEP_VALUE, rest);
}

static pm_status sweep_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    return sweep_read(cost, core, number, limits, NULL);
}

static void sweep_write(FILE *file, const struct pm_cost *cost)
{
    const struct pm_sweep_choice *const c = cost->choice;
    if (c == NULL)
        return;
    const struct pm_sweep_slices *const s = &c->slices;
    pm_stored_put_ints(file, "order", c->order->vertex, (size_t)c->order->vertices);
    pm_stored_put_ints(file, "slices", &s->count, 1);
    pm_stored_put_ints(file, "vertices", s->vertex, (size_t)s->count);
    pm_stored_put_ints(file, "turns", s->turn, (size_t)s->count);
}

static void sweep_close(void *job)
{
    struct pm_sweep_job *const j = job;
    pm_image_free(j->image);
    free(j);
}

static pm_status sweep_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits)
{
    struct pm_sweep_job *j;
    PM_NEW(j, 1);
    j->choice = cost->choice;
    j->use = pm_sweep_use_of(limits);
    PM_GIVE(job, j, pm_core_image(&j->image, core, ring), sweep_close);
}

static pm_status sweep_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct pm_sweep_job *const j = job;

    for (uint64_t unit = first; unit < first + count; unit++)
        PM_TRY(pm_sweep_unit(part++, j->choice, unit, j->image, &j->use));
    return PM_OK;
}

/* *part = the sum of the moduli of all terms. */
static pm_status about_moduli(struct pm_part *part, const struct pm_core *moduli,
                              const struct pm_sweep_choice *c, const struct pm_sweep_use *use)
{
    const struct pm_ring ring = pm_number_ring_of(PM_REAL);
    struct pm_image *image;

    PM_TRY(pm_core_image(&image, moduli, &ring));
    const pm_status status = pm_sweep_units(part, c, image, use);
    pm_image_free(image);
    return status;
}

static pm_status sweep_about(struct pm_part *part, const struct pm_core *core,
                             const struct pm_cost *cost, const struct pm_limits *limits)
{
    struct pm_core moduli = *core;
    struct pm_sweep_use use = pm_sweep_use_of(limits);
    struct pm_matrix *a;

    if (cost->choice == NULL)
        return pm_fail(PM_UNABLE, "there is nothing to sweep");
    use.moduli = true;
    PM_TRY(pm_matrix_moduli(&a, core->a));
    moduli.a = a;
    const pm_status status = about_moduli(part, &moduli, cost->choice, &use);
    pm_matrix_free(a);
    return status;
}

static const struct pm_engine_more more = {
    .search = &pm_sweep_looking,
    .forget = pm_sweep_forget,
    .write = sweep_write,
    .read = sweep_read,
    .about = sweep_about,
    .gpu = &pm_sweep_gpu,
    .query = {[PM_SHARES] = &pm_sweep_shares_query, [PM_SIZES] = &pm_sweep_sizes_query},
};

const struct pm_engine pm_engine_sweep = {
    .name = "sweep",
    .what = "one dense vector over a frontier of the graph: lattices and banded matrices",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .figures = {.prime_bits = PM_SWEEP_PRIME_BITS,
                .wide = 4,
                .vertex = PM_SWEEP_PASS_SECONDS,
                .steady = true,
                .rate = PM_SWEEP_RATES,
                .portable = {[PM_MODS] = 3.1}}, /* measured with the king's graph 20 x 20 */
    .cost = sweep_cost,
    .open = sweep_open,
    .work = sweep_work,
    .close = sweep_close,
    .more = &more,
};
