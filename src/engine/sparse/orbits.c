/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Glynn's formula up to symmetry.
 *
 * Let H be a group of permutations of the columns, each of which some permutation of the rows
 * undoes, and B a set of columns that H maps to itself.  For signs s of the columns in B, let g(s)
 * be the sum of the terms of the sparse walk (sparse.c) over all signs of the other columns.  Then
 * g(h s) = g(s) for h in H, and g(-s) = g(s).  So one s of each orbit suffices, and its sum counts
 * as often as there are elements.  With B the 22 points on three lines through a point, the plane
 * of order 7 has 1590 orbits of 2^21 patterns.
 *
 * The columns in B have the places of the walk's last columns.  So the units of a pattern follow
 * each other, and unit u of this engine is the unit of the walk with the same last bits, whose
 * first bits are the pattern.  Modulo a prime, its part is multiplied by the length of the orbit.
 *
 * A step is that of the sparse walk. */
#include "engine/sparse/orbits.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/stored.h"
#include "engine/abilities.h"
#include "engine/sparse/sparse_walk.h"
#include "engine/walk.h"

#include <math.h>
#include <stdlib.h>

/* Steps per second of a thread. */
#define ORBITS_RATE 1.5e10

/* A launch computes units of one pattern.  With fewer than 2^LOG_LAUNCH of them, most of a device
 * would wait. */
enum { LOG_LAUNCH = 12 };

/* ---------------------------------------------------------------------- choice */

static void orbits_forget(void *choice)
{
    struct pm_orbits_choice *const c = choice;

    if (c != NULL)
        pm_sign_orbits_clear(&c->orbits);
    free(c);
}

static pm_status find_orbits(struct pm_orbits_choice *choice, const struct pm_core *core,
                             const int *column, int columns)
{
    uint64_t set = 0;
    struct pm_columns graph;
    struct pm_symmetry *group;

    for (int k = 0; k < columns; k++)
        set |= UINT64_C(1) << column[k];
    pm_status status = pm_columns_init(&graph, core->a);
    if (status == PM_OK && graph.differ)
        status = pm_fail(PM_UNABLE, "no two columns are alike");
    PM_THEN(status, pm_columns_keep(&group, &graph, set, -1));
    pm_columns_clear(&graph);
    if (status != PM_OK)
        return status;
    status = pm_sign_orbits_init(&choice->orbits, group, column, columns);
    pm_symmetry_free(group);
    return status;
}

/* *cost = that of the walk with the set column[0 .. columns - 1]. */
static pm_status orbits_take(struct pm_cost *cost, const struct pm_core *core, const int *column,
                             int columns)
{
    struct pm_pattern pattern;
    struct pm_orbits_choice *choice;

    PM_TRY(pm_sparse_pattern_init(&pattern, core->a));
    PM_NEW(choice, 1);
    const pm_status status = find_orbits(choice, core, column, columns);
    if (status != PM_OK) {
        orbits_forget(choice);
        return status;
    }
    pm_orbits_choose(choice, &pattern, column, columns);
    *cost = (struct pm_cost){.steps = pm_orbits_steps(choice, &pattern),
                             .bytes = ldexp(PM_PATTERN_BYTES, columns - 1),
                             .together = UINT64_C(1) << pm_orbits_log_units(choice),
                             .units = choice->orbits.count << pm_orbits_log_units(choice),
                             .choice = choice};
    snprintf(cost->note, sizeof cost->note,
             "%zu of 2^%d sign patterns of %d columns, %d of the others summed over",
             choice->orbits.count, columns - 1, columns, choice->walk.program.fast);
    return PM_OK;
}

/* Finding a group takes about as long as this number of steps, so no answer takes less. */
static double orbits_floor(const struct pm_core *core)
{
    (void)core;
    return 0.005 * ORBITS_RATE;
}

static pm_status orbits_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    const struct pm_engine_search *const kind = &pm_orbits_looking;
    int column[PM_ORBIT_COLUMNS], columns = 0;
    void *own = NULL;
    pm_status status = PM_OK;

    (void)number;
    if (limits->search == NULL) {
        PM_TRY(kind->begin(&own, core, limits));
        status = pm_search_alone(own, kind, core, ORBITS_RATE, limits);
    }
    if (status == PM_OK) {
        columns = pm_orbits_found(column, own != NULL ? own : limits->search);
        status = columns > 0 ? PM_OK : PM_UNABLE;
    }
    kind->end(own);
    return status == PM_OK ? orbits_take(cost, core, column, columns) : status;
}

static void orbits_write(FILE *file, const struct pm_cost *cost)
{
    const struct pm_sparse_order *const order =
        &((const struct pm_orbits_choice *)cost->choice)->walk.order;
    const int n = ((const struct pm_orbits_choice *)cost->choice)->walk.program.n;

    pm_stored_put_ints(file, "columns", &order->top, 1);
    pm_stored_put_ints(file, "set", order->column + n - order->top, (size_t)order->top);
}

static pm_status orbits_read(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits, char **rest)
{
    int column[PM_ORBIT_COLUMNS], columns;
    struct pm_pattern pattern;

    (void)number, (void)limits;
    PM_TRY(pm_sparse_pattern_init(&pattern, core->a));
    PM_TRY(pm_stored_ints(&columns, 1, rest, "columns", 2, pm_orbits_most(pattern.n)));
    PM_TRY(pm_stored_ints(column, (size_t)columns, rest, "set", 0, core->a->cols - 1));
    for (int k = 1; k < columns; k++)
        if (column[k] <= column[k - 1])
            return pm_fail(PM_INPUT, "the columns do not ascend");
    return orbits_take(cost, core, column, columns);
}

/* ----------------------------------------------------------------------- units */

struct job {
    const struct pm_sign_orbits *orbits;
    void *walk; /* of the engine `sparse` */
    uint64_t p;
    int log; /* log2 of the number of units of a pattern */
};

static void orbits_close(void *job)
{
    struct job *const j = job;

    if (j == NULL)
        return;
    pm_sign_walk_free(j->walk);
    free(j);
}

static pm_status orbits_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                             const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_sign_walk_engine engine = {pm_sparse_new, pm_sparse_mod_new};
    const struct pm_orbits_choice *const choice = cost->choice;
    struct job *j;

    PM_NEW(j, 1);
    *j = (struct job){.orbits = &choice->orbits, .p = ring->p, .log = pm_orbits_log_units(choice)};
    PM_GIVE(job, j, pm_sign_walk_open(&j->walk, &engine, core, cost, ring, limits), orbits_close);
}

/* The part of one unit counts for all patterns of the orbit. */
static void repeat(struct pm_part *part, const struct job *j, uint64_t orbit)
{
    part->word[0] =
        (uint64_t)((unsigned __int128)part->word[0] * j->orbits->orbit[orbit].length % j->p);
}

/* The unit of the walk. */
static uint64_t walk_unit(const struct job *j, uint64_t unit)
{
    const uint64_t orbit = unit >> j->log;

    return unit + (((uint64_t)j->orbits->orbit[orbit].pattern - orbit) << j->log);
}

static pm_status orbits_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct job *const j = job;

    for (uint64_t unit = first; unit < first + count; unit++, part++) {
        pm_sign_walk_unit(part, j->walk, walk_unit(j, unit));
        repeat(part, j, unit >> j->log);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------------ GPUs */

struct device {
    const struct job *job;
    void *walk; /* the walk's device */
};

static void gpu_close(void *device)
{
    struct device *const d = device;

    if (d == NULL)
        return;
    pm_gpu_walk_close(d->walk);
    free(d);
}

static pm_status gpu_recipe(struct pm_recipe_text *recipe, const void *job,
                            const struct pm_gpu *gpu)
{
    const struct job *const j = job;

    return pm_sign_walk_recipe(recipe, j->walk, gpu);
}

static pm_status gpu_open(void **device, const void *job, const struct pm_gpu *gpu)
{
    struct device *d;

    PM_NEW(d, 1);
    d->job = job;
    PM_GIVE(device, d, pm_sign_walk_open_gpu(&d->walk, d->job->walk, gpu), gpu_close);
}

/* Units of one pattern.  Nodes of the walk are nodes of this engine with other numbers. */
static pm_status gpu_pattern(const struct device *d, uint64_t first, uint64_t count,
                             struct pm_fold *fold)
{
    const struct job *const j = d->job;
    const uint64_t orbit = first >> j->log;
    struct pm_fold nodes;

    pm_fold_init(&nodes, &fold->ring);
    pm_status status = pm_gpu_walk_work(d->walk, walk_unit(j, first), count, &nodes);
    for (size_t k = 0; k < nodes.count && status == PM_OK; k++) {
        struct pm_node *const node = &nodes.node[k];
        const int above = j->log - node->level;
        repeat(&node->part, j, orbit);
        status = pm_fold_add(fold, node->level,
                             node->index -
                                 (((uint64_t)j->orbits->orbit[orbit].pattern - orbit) << above),
                             &node->part);
    }
    pm_fold_clear(&nodes);
    return status;
}

static pm_status gpu_work(void *device, uint64_t first, uint64_t count, struct pm_fold *fold)
{
    const struct device *const d = device;
    const uint64_t units = UINT64_C(1) << d->job->log, end = first + count;

    while (first < end) {
        const uint64_t rest = units - (first & (units - 1)), left = end - first;
        const uint64_t now = left < rest ? left : rest;
        PM_TRY(gpu_pattern(d, first, now, fold));
        first += now;
    }
    return PM_OK;
}

static const struct pm_engine_gpu orbits_gpu = {
    .rate = {[PM_MOD] = 1.5e12},
    .least = 1 << LOG_LAUNCH,
    .most = 1 << PM_DEVICE_LOG_MOST,
    .recipe = gpu_recipe,
    .open = gpu_open,
    .work = gpu_work,
    .close = gpu_close,
};

static const struct pm_engine_more more = {
    .search = &pm_orbits_looking,
    .forget = orbits_forget,
    .write = orbits_write,
    .read = orbits_read,
    .gpu = &orbits_gpu,
};

const struct pm_engine pm_engine_orbits = {
    .name = "orbits",
    .what = "Glynn's formula over the signs of some columns up to symmetry",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT,
    .figures = {.prime_bits = PM_RESIDUE_BITS, .rate = {[PM_MOD] = ORBITS_RATE}},
    .floor = orbits_floor,
    .cost = orbits_cost,
    .open = orbits_open,
    .work = orbits_work,
    .close = orbits_close,
    .more = &more,
};
