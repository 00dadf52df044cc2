/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses a sweep: the order of the vertices, which a search in turns finds; slices if memory is
 * short; and the cost. */
#include "engine/sweep/sweep.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/status.h"
#include "base/refusal.h"
#include "base/stored.h"
#include "engine/limits.h"
#include "engine/search_steps.h"
#include "engine/sweep/change.h"
#include "engine/sweep/gpu/sweep_gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The steps that each part of a sweep takes, by number type: of a sweep forward; and of one forward
 * and backward, for shares.  They were fitted to measured times: those of residues to sweeps of 33
 * patterns, from 20 us to 3 s; those of shares to 32 patterns, lattices and full matrices, from 10
 * us to 12 s. */
struct weights {
    double addition, move; /* of a number that is added to another, or that changes its place */
    double far;            /* of a number that is read and written outside the cache */
    double block;          /* of looking up a block */
    double action, pass;   /* of an action, including its weight; of a pass */
};
static const struct weights forward[PM_NUMBERS] = {
    [PM_MOD] = {2, 2, 1.5, 200, 400, 8000},      [PM_REAL] = {1, 5, 0, 80, 400, 12000},
    [PM_COMPLEX] = {1, 5, 0, 80, 400, 12000},    [PM_DD] = {1, 5, 0, 80, 400, 12000},
    [PM_COMPLEX_DD] = {1, 5, 0, 80, 400, 12000},
};
static const struct weights and_back[PM_NUMBERS] = {
    [PM_MOD] = {37, 46, 17, 1000, 1700, 20000}, [PM_REAL] = {20, 20, 0, 130, 900, 0},
    [PM_COMPLEX] = {20, 20, 0, 130, 900, 0},    [PM_DD] = {20, 20, 0, 130, 900, 0},
    [PM_COMPLEX_DD] = {20, 20, 0, 130, 900, 0},
};
static const double CACHE = 0x1p27;  /* bytes of the last-level cache that one thread may use */
static const double WORK = 3;        /* rough number of steps of an addition or move that orders
                                      * count */
static const double TOO_MANY = 1e17; /* more steps than anybody would wait for */
static const double rate[PM_NUMBERS] = PM_SWEEP_RATES;

/* The longest vector for a device; longer ones are hopeless for threads, too. */
static const double MOST_STATES = (double)(UINT64_C(1) << 34);

void pm_sweep_forget(void *choice)
{
    struct pm_sweep_choice *const c = choice;
    if (c == NULL)
        return;
    pm_order_graph_free(c->graph);
    pm_order_free(c->order);
    pm_sweep_passes_free(c->passes);
    pm_sweep_middle_free(c->middle);
    pm_tiles_free(c->tiles);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

/* True if the answer is known without a vector: it is 1 for no rows, and 0 for an odd order. */
bool pm_sweep_is_empty(const struct pm_core *core)
{
    return core->a->rows == 0 || (core->kind == PM_HAFNIAN && core->a->rows % 2 != 0);
}

size_t pm_sweep_number_size(enum pm_number number)
{
    return number == PM_MOD ? sizeof(uint32_t) : pm_image_number_size(number);
}

/* The graph of a unit and its operations.  Without slices, the graph is the choice's own. */
pm_status pm_sweep_operations(struct pm_order_program **program, struct pm_order_graph **part,
                              const struct pm_sweep_choice *c, uint64_t unit)
{
    *part = c->graph;
    if (c->slices.count > 0)
        PM_TRY(pm_sweep_slice_graph(part, c->graph, c->order->vertex, &c->slices, unit));
    const pm_status status = pm_order_program_new(program, *part, c->order->vertex);
    if (status != PM_OK && *part != c->graph)
        pm_order_graph_free(*part);
    return status;
}

/* The numbers that are touched outside the cache. */
static double far_of(const struct pm_sweep_passes *p, enum pm_number number)
{
    const double bytes = pm_sweep_vector_bytes(p, pm_sweep_number_size(number));

    return p->touched * fmax(0, 1 - CACHE / bytes);
}

static double steps_of(const struct pm_sweep_passes *p, enum pm_number number,
                       const struct weights *w)
{
    w += number;
    return w->addition * p->additions + w->move * p->moved + w->far * far_of(p, number) +
           w->block * p->blocks + w->action * (double)p->actions + w->pass * (double)p->count;
}

double pm_sweep_shares_steps(const struct pm_sweep_passes *passes, enum pm_number number)
{
    return steps_of(passes, number, and_back);
}

/* The numbers that an NVIDIA H200 reads or writes in a second (docs/engines/sweep.md). */
static const double TOUCHED_RATE = 5.2e11;

/* Adds to the cost what a unit takes on a device.  *bytes is raised to those of its vectors, which
 * may have more states than those of threads. */
static pm_status price_device(struct pm_cost *cost, double *bytes, const struct pm_sweep_choice *c,
                              const struct pm_order_graph *part,
                              const struct pm_order_program *program,
                              const struct pm_limits *limits)
{
    struct pm_tiles *tiles;

    PM_TRY(pm_sweep_tiles_choose(&tiles, part, program, c->order->vertex, c->ones,
                                 pm_limits_memory(limits)));
    cost->device += tiles->touched / TOUCHED_RATE;
    *bytes = fmax(*bytes, pm_tiles_bytes(tiles));
    pm_tiles_free(tiles);
    return PM_OK;
}

/* Adds the cost of a unit with this graph and these operations.  *bytes = those of its vectors.
 * Without slices, the choice keeps the passes. */
static pm_status price_unit(struct pm_cost *cost, double *bytes, struct pm_sweep_choice *c,
                            const struct pm_order_graph *part,
                            const struct pm_order_program *program, enum pm_number number,
                            const struct pm_limits *limits)
{
    struct pm_sweep_passes *passes;

    PM_TRY(pm_sweep_passes_new(&passes, part, program));
    *bytes = pm_sweep_vector_bytes(passes, pm_sweep_number_size(number));
    cost->steps += steps_of(passes, number, forward);
    cost->peak = fmax(cost->peak, steps_of(passes, number, forward));
    c->additions += passes->additions;
    if (part == c->graph) {
        pm_sweep_passes_free(c->passes);
        c->passes = passes;
    } else {
        pm_sweep_passes_free(passes);
    }
    return limits->device ? price_device(cost, bytes, c, part, program, limits) : PM_OK;
}

/* Sets the cost of all units.  *largest = the unit that needs most memory. */
static pm_status price(struct pm_cost *cost, uint64_t *largest, struct pm_sweep_choice *c,
                       enum pm_number number, const struct pm_limits *limits)
{
    cost->units = UINT64_C(1) << c->slices.count;
    cost->steps = cost->bytes = cost->device = c->additions = 0;
    for (uint64_t unit = 0; unit < cost->units; unit++) {
        struct pm_order_program *program;
        struct pm_order_graph *part;
        double bytes = 0;
        PM_TRY(pm_sweep_operations(&program, &part, c, unit));
        const pm_status status = price_unit(cost, &bytes, c, part, program, number, limits);
        pm_order_program_free(program);
        if (part != c->graph)
            pm_order_graph_free(part);
        PM_TRY(status);
        if (bytes > cost->bytes)
            *largest = unit;
        cost->bytes = fmax(cost->bytes, bytes);
    }
    return PM_OK;
}

struct looking {
    struct pm_order_graph *graph; /* NULL: none is needed */
    struct pm_order_search *search;
    /* the length of the longest vector that fits into memory if its numbers are the shortest ones;
     * cost() makes slices for longer numbers */
    double most_states;
};

static void looking_end(void *search)
{
    struct looking *const l = search;
    if (l == NULL)
        return;
    pm_order_search_free(l->search);
    pm_order_graph_free(l->graph);
    free(l);
}

static pm_status look_at(struct looking *l, const struct pm_order_graph *graph,
                         const struct pm_limits *limits)
{
    l->most_states = pm_limits_memory(limits) / (double)pm_sweep_number_size(PM_MOD);
    return pm_order_search_new(&l->search, graph, MOST_STATES);
}

static pm_status looking_begin(void **search, const struct pm_core *core,
                               const struct pm_limits *limits)
{
    struct looking *l;
    pm_status status = PM_OK;
    PM_NEW(l, 1);
    if (!pm_sweep_is_empty(core)) {
        PM_TRY_GOTO(status, pm_order_graph_new(&l->graph, core, false), done);
        PM_TRY_GOTO(status, look_at(l, l->graph, limits), done);
    }
done:
    PM_GIVE(search, l, status, looking_end);
}

/* Sets what is known about the best order. */
static void tell(struct pm_found *found, const struct looking *l)
{
    const double cost = pm_order_search_cost(l->search);
    found->used = pm_order_search_used(l->search);
    found->steps = cost > TOO_MANY ? INFINITY : WORK * cost;
    found->large = cost <= TOO_MANY && pm_order_search_states(l->search) > l->most_states;
}

static pm_status looking_go_on(struct pm_found *found, void *search, double steps)
{
    struct looking *const l = search;
    *found = (struct pm_found){.steps = 1, .done = true};
    if (l->search == NULL)
        return PM_OK;
    PM_TRY(pm_order_search_go_on(l->search, steps, &found->done));
    tell(found, l);
    return PM_OK;
}

static pm_status looking_fit(struct pm_found *found, void *search)
{
    const struct looking *const l = search;
    pm_order_search_limit(l->search, fmin(l->most_states, MOST_STATES));
    found->done = false;
    tell(found, l);
    return PM_OK;
}

const struct pm_engine_search pm_sweep_looking = {looking_begin, looking_go_on, looking_fit,
                                                  looking_end, false};

static pm_status search_alone(struct pm_order **order, const struct pm_order_graph *graph,
                              const struct pm_core *core, enum pm_number number,
                              const struct pm_limits *limits)
{
    struct looking own;
    PM_TRY(look_at(&own, graph, limits));
    pm_order_search_limit(own.search, fmin(own.most_states, MOST_STATES));
    pm_status status = pm_search_alone(&own, &pm_sweep_looking, core, rate[number], limits);
    PM_THEN(status, pm_order_search_best(order, own.search));
    pm_order_search_free(own.search);
    return status;
}

/* Searches for an order, or reads it from the text of a stored plan. */
static pm_status find_order(struct pm_sweep_choice *c, const struct pm_core *core,
                            enum pm_number number, const struct pm_limits *limits, char **rest)
{
    const struct looking *const found = limits->search;
    if (rest == NULL && found != NULL)
        return pm_order_search_best(&c->order, found->search);
    if (rest == NULL)
        return search_alone(&c->order, c->graph, core, number, limits);
    PM_NEW(c->order, 1);
    c->order->vertices = c->graph->vertices;
    PM_NEW(c->order->vertex, c->graph->vertices);
    PM_TRY(pm_stored_order(c->order->vertex, c->graph->vertices, rest, "order"));
    return pm_order_count(&c->order->counts, c->graph, c->order->vertex);
}

/* Reads the slices of a stored plan: their number, then vertices and turns. */
static pm_status read_slices(struct pm_sweep_slices *slices, int vertices, char **rest)
{
    PM_TRY(pm_stored_ints(&slices->count, 1, rest, "slices", 0, PM_SWEEP_SLICES));
    const size_t count = (size_t)slices->count;
    PM_TRY(pm_stored_ints(slices->vertex, count, rest, "vertices", 0, vertices - 1));
    return pm_stored_ints(slices->turn, count, rest, "turns", 0, vertices - 1);
}

/* A slice is expected to reduce the memory by at most this factor. */
static const double HALVED = 3;

/* Makes as many slices as the memory requires.  The vector of a slice has at least half as many
 * states. */
static pm_status slice(struct pm_cost *cost, struct pm_sweep_choice *c, enum pm_number number,
                       const struct pm_limits *limits)
{
    const double least =
        ldexp(c->order->counts.states, -PM_SWEEP_SLICES) * pm_sweep_number_size(number);
    /* square matrices have vectors of all states on a device (tiles.h) */
    const enum pm_order_class kind =
        limits->device && c->graph->states == PM_ORDER_SQUARE ? PM_ORDER_EVEN : c->graph->states;
    uint64_t largest = 0;
    if (least > pm_limits_memory(limits))
        return pm_refusal_of_memory(NULL, least, (double)limits->memory);
    PM_TRY(price(cost, &largest, c, number, limits));
    while (cost->bytes > pm_limits_memory(limits)) {
        const double hope = pow(HALVED, PM_SWEEP_SLICES - c->slices.count);
        PM_TRY(pm_budget_ask());
        if (cost->bytes > hope * (double)limits->memory ||
            pm_sweep_slice_more(&c->slices, c->graph, c->order->vertex, largest, kind) != PM_OK)
            return pm_refusal_of_memory(NULL, cost->bytes, (double)limits->memory);
        PM_TRY(price(cost, &largest, c, number, limits));
    }
    return PM_OK;
}

static bool all_ones(const struct pm_matrix *a)
{
    int k = 0;
    while (k < a->start[a->rows] && fmpq_is_one(a->re + k))
        k++;
    return a->im == NULL && k == a->start[a->rows];
}

/* PRODUCT: the steps of a product of two numbers at the middle, which are far apart in memory;
 * measured on king 24 x 24 and pde225.  WORTH: a sweep of fewer steps is never cut. */
static const double PRODUCT = 90, WORTH = 3e8;

/* Sweeps to the middle, if that is predicted to be faster. */
static pm_status try_middle(struct pm_cost *cost, bool *open, struct pm_sweep_choice *c,
                            const struct pm_limits *limits)
{
    struct pm_sweep_middle *m;

    PM_TRY(pm_sweep_middle_new(&m, open, c->graph, c->order->vertex));
    if (m == NULL)
        return PM_OK;
    /* bounds come from whole sweeps, which use the same memory */
    m->passes->room_numbers = c->passes->room_numbers =
        fmax(m->passes->room_numbers, c->passes->room_numbers);
    const double products = pm_sweep_middle_products(m);
    const double steps = steps_of(m->passes, PM_MOD, forward) + PRODUCT * products;
    const double bytes = pm_sweep_middle_bytes(m, pm_sweep_number_size(PM_MOD));
    if (steps < cost->steps && bytes <= pm_limits_memory(limits)) {
        c->middle = m;
        m = NULL;
        cost->steps = cost->peak = steps;
        cost->bytes = limits->device ? fmax(cost->bytes, bytes) : bytes;
        c->additions = c->middle->passes->additions;
    }
    pm_sweep_middle_free(m);
    return PM_OK;
}

static pm_status sweep_choose(struct pm_cost *cost, struct pm_sweep_choice *c,
                              const struct pm_core *core, enum pm_number number,
                              const struct pm_limits *limits, enum pm_sweep_aim aim, char **rest)
{
    uint64_t largest;
    bool open = false;

    PM_TRY(find_order(c, core, number, limits, rest));
    const struct pm_order_counts *const counts = &c->order->counts;
    if (counts->width > PM_SWEEP_SLOTS || counts->additions > TOO_MANY)
        return pm_fail(PM_UNABLE, "a frontier of %d vertices, %.3g additions, %.2g s at least",
                       counts->width, counts->additions, WORK * counts->additions / rate[PM_MOD]);
    if (rest != NULL) {
        PM_TRY(read_slices(&c->slices, c->graph->vertices, rest));
        PM_TRY(price(cost, &largest, c, number, limits));
    } else {
        PM_TRY(slice(cost, c, number, limits));
    }
    if (aim == PM_SWEEP_VALUE && number == PM_MOD && c->ones && c->slices.count == 0 &&
        cost->steps >= WORTH)
        PM_TRY(try_middle(cost, &open, c, limits));
    snprintf(cost->note, sizeof cost->note, "width %d, %.3g additions%s, %.3g states%s",
             counts->width, c->additions, c->middle != NULL ? " to the middle" : "", counts->states,
             open ? "; a symmetry was not looked for to the end" : "");
    if (c->slices.count > 0)
        snprintf(cost->note, sizeof cost->note, "width %d, %.3g additions in %d slices",
                 counts->width, c->additions, (int)cost->units);
    return PM_OK;
}

pm_status pm_sweep_choose(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                          const struct pm_limits *limits, enum pm_sweep_aim aim, char **rest)
{
    struct pm_sweep_choice *c;

    *cost = (struct pm_cost){.units = 1, .steps = 1};
    PM_NEW(c, 1);
    pthread_mutex_init(&c->lock, NULL);
    c->ones = all_ones(core->a);
    pm_status status = pm_order_graph_new(&c->graph, core, aim == PM_SWEEP_SIZES);
    PM_THEN(status, sweep_choose(cost, c, core, number, limits, aim, rest));
    if (status != PM_OK)
        pm_sweep_forget(c);
    else
        cost->choice = c;
    return status;
}

struct pm_sweep_use pm_sweep_use_of(const struct pm_limits *limits)
{
    return (struct pm_sweep_use){.threads = limits->threads > 1 ? limits->threads : 1,
                                 .stop = limits->stop,
                                 .set = limits->isa};
}

static pm_status compile(struct pm_sweep_passes **passes, struct pm_order_graph **part,
                         const struct pm_sweep_choice *c, uint64_t unit)
{
    struct pm_order_program *program;
    PM_TRY(pm_sweep_operations(&program, part, c, unit));
    const pm_status status = pm_sweep_passes_new(passes, *part, program);
    pm_order_program_free(program);
    if (status != PM_OK && *part != c->graph)
        pm_order_graph_free(*part);
    return status;
}

pm_status pm_sweep_unit(struct pm_part *part, const struct pm_sweep_choice *c, uint64_t unit,
                        const struct pm_image *image, const struct pm_sweep_use *use)
{
    struct pm_sweep_passes *passes;
    struct pm_order_graph *graph;

    if (c == NULL) {
        *part = pm_image_constant(image);
        return PM_OK;
    }
    if (c->middle != NULL && pm_sweep_middle_fits(&image->ring))
        return pm_sweep_middle_run(part, c->middle, image, use);
    if (c->slices.count == 0)
        return pm_sweep_run(part, c->passes, c->graph, image, use);
    PM_TRY(compile(&passes, &graph, c, unit));
    const pm_status status = pm_sweep_run(part, passes, graph, image, use);
    pm_sweep_passes_free(passes);
    pm_order_graph_free(graph);
    return status;
}

pm_status pm_sweep_units(struct pm_part *part, const struct pm_sweep_choice *c,
                         const struct pm_image *image, const struct pm_sweep_use *use)
{
    *part = (struct pm_part){.exp = image->exp};
    for (uint64_t unit = 0; unit < UINT64_C(1) << c->slices.count; unit++) {
        struct pm_part one;
        PM_TRY(pm_sweep_unit(&one, c, unit, image, use));
        pm_part_add(&image->ring, part, &one);
    }
    return PM_OK;
}
