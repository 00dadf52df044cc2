/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `sweep`: permanents and hafnians by a dense frontier sweep.
 *
 * The vertices of the graph are closed one after the other.  Some closed vertices have neighbours
 * that are not closed: those are the frontier.  One vector has a number for every way in which the
 * frontier can be covered; closing a vertex adds parts of the vector to other parts, in place
 * (order.h says which; passes.h says how the vector is stored, and how it is walked).  This is the
 * transfer matrix method with an order of vertices of its own for every graph.  It needs no keys
 * and no sorting: where most subsets of a narrow frontier do occur, as in lattices and banded
 * matrices, it beats merging tables.
 *
 * A step is an addition of two numbers; numbers that change their place are counted as well.  Only
 * additions and products occur: nonnegative data see no cancellation. */
#include "engine/engine.h"

#include "base/alloc.h"
#include "base/stored.h"
#include "engine/sweep/change.h"
#include "engine/sweep/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOVE     2.0    /* additions' time for a number that changes its place */
#define BLOCK    20.0   /* for looking up a block */
#define PASS     2000.0 /* for a pass */
#define TOO_MANY 1e17   /* steps nobody waits for */

/* What a plan holds: an order of the vertices, and what follows from it. */
struct choice {
    struct pm_sweep_graph *graph;
    struct pm_sweep_order *order;
    struct pm_sweep_passes *passes;
};

struct job {
    const struct choice *choice;
    struct pm_image *image;
    struct pm_sweep_use use;
};

static void sweep_forget(void *choice)
{
    struct choice *const c = choice;
    if (c == NULL)
        return;
    pm_sweep_graph_free(c->graph);
    pm_sweep_order_free(c->order);
    pm_sweep_passes_free(c->passes);
    free(c);
}

static size_t number_size(enum pm_number number)
{
    return number == PM_MOD ? sizeof(uint32_t) : pm_number_size(number);
}

static pm_status compile(struct choice *c)
{
    struct pm_sweep_program *program;
    PM_TRY(pm_sweep_program_new(&program, c->graph, c->order->vertex));
    const pm_status status = pm_sweep_passes_new(&c->passes, c->graph, program);
    pm_sweep_program_free(program);
    return status;
}

/* The order is searched for, or read from the text of a stored plan. */
static pm_status find_order(struct choice *c, enum pm_number number, const struct pm_limits *limits,
                            char **rest)
{
    const double memory = limits->memory ? (double)limits->memory : INFINITY;
    if (rest == NULL)
        return pm_sweep_order_new(&c->order, c->graph, memory / (double)number_size(number),
                                  limits->poll);
    PM_NEW(c->order, 1);
    c->order->vertices = c->graph->vertices;
    PM_NEW(c->order->vertex, c->graph->vertices);
    PM_TRY(pm_stored_order(c->order->vertex, c->graph->vertices, rest, "order"));
    return pm_sweep_count(&c->order->counts, c->graph, c->order->vertex);
}

static pm_status choose(struct choice *c, const struct pm_core *core, enum pm_number number,
                        const struct pm_limits *limits, char **rest)
{
    PM_TRY(pm_sweep_graph_new(&c->graph, core, false));
    PM_TRY(find_order(c, number, limits, rest));
    const struct pm_sweep_counts *const counts = &c->order->counts;
    if (counts->width > PM_SWEEP_SLOTS || counts->additions > TOO_MANY)
        return pm_fail(PM_UNABLE, "a frontier of %d vertices, %.3g additions", counts->width,
                       counts->additions);
    return compile(c);
}

static pm_status sweep_read(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits, char **rest)
{
    struct choice *c;
    *cost = (struct pm_cost){.units = 1, .steps = 1};
    if (core->a->rows == 0 || (core->kind == PM_HAFNIAN && core->a->rows % 2))
        return PM_OK; /* one, or zero: no vector is needed */
    PM_NEW(c, 1);
    const pm_status status = choose(c, core, number, limits, rest);
    if (status != PM_OK) {
        sweep_forget(c);
        return status;
    }
    const struct pm_sweep_passes *const p = c->passes;
    cost->choice = c;
    cost->steps = p->additions + MOVE * p->moved + BLOCK * p->blocks + PASS * (double)p->count;
    cost->bytes = pm_sweep_vector_bytes(p, number_size(number));
    snprintf(cost->note, sizeof cost->note, "width %d, %.3g additions, %.3g states",
             c->order->counts.width, p->additions, c->order->counts.states);
    return PM_OK;
}

static pm_status sweep_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    return sweep_read(cost, core, number, limits, NULL);
}

static void sweep_write(FILE *file, const struct pm_cost *cost)
{
    const struct choice *const c = cost->choice;
    if (c != NULL)
        pm_stored_put_ints(file, "order", c->order->vertex, (size_t)c->order->vertices);
}

static void sweep_close(void *job)
{
    struct job *const j = job;
    pm_image_free(j->image);
    free(j);
}

static pm_status sweep_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits)
{
    struct job *j;
    PM_NEW(j, 1);
    j->choice = cost->choice;
    j->use = (struct pm_sweep_use){.threads = limits->threads > 1 ? limits->threads : 1,
                                   .stop = limits->stop,
                                   .set = limits->isa};
    const pm_status status =
        (core->kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&j->image, core->a, ring);
    if (status != PM_OK) {
        sweep_close(j);
        return status;
    }
    *job = j;
    return PM_OK;
}

static struct pm_part constant(const struct pm_image *image)
{
    const bool one = image->rows == 0;
    if (image->ring.number == PM_MOD)
        return (struct pm_part){.word = {one}};
    return (struct pm_part){.re = {one, 0}, .exp = image->exp};
}

static pm_status sweep_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    struct job *const j = job;
    const struct choice *const c = j->choice;
    for (uint64_t unit = first; unit < first + count; unit++, part++) {
        if (c == NULL)
            *part = constant(j->image);
        else
            PM_TRY(pm_sweep_run(part, c->passes, c->graph, j->image, &j->use));
    }
    return PM_OK;
}

const struct pm_engine pm_engine_sweep = {
    .name = "sweep",
    .what = "one dense vector over a frontier of the graph: lattices and banded matrices",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .prime_bits = PM_SWEEP_PRIME_BITS,
    .steady = true,
    .rate =
        {[PM_MOD] = 3e9, [PM_REAL] = 5e8, [PM_COMPLEX] = 3e8, [PM_DD] = 1e8, [PM_COMPLEX_DD] = 5e7},
    .cost = sweep_cost,
    .forget = sweep_forget,
    .write = sweep_write,
    .read = sweep_read,
    .open = sweep_open,
    .work = sweep_work,
    .close = sweep_close,
};
