/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of the engine `sweep`: an order of the vertices, slices, and data derived from them. */
#pragma once

#include "engine/sweep/middle.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/sweep_run.h"
#include "engine/sweep/slice.h"
#include "engine/engine_query.h"

#include <pthread.h>

struct pm_tiles;

struct pm_sweep_choice {
    struct pm_order_graph *graph;
    struct pm_order *order;
    bool ones; /* all entries of the matrix are 1 */
    struct pm_sweep_slices slices;
    struct pm_sweep_passes *passes; /* of the only unit; NULL if there are slices */
    struct pm_sweep_middle *middle; /* a sweep to the middle, for residues; NULL: not used */
    struct pm_tiles *tiles;         /* the passes for GPUs; NULL until first needed */
    pthread_mutex_t lock;           /* for making them */
    double additions;               /* numbers added, by all units, for one ring */
};

/* What is computed: the value, the shares of entries, or the numbers of matchings of every size. */
enum pm_sweep_aim { PM_SWEEP_VALUE, PM_SWEEP_SHARES, PM_SWEEP_SIZES };

/* Makes a choice, for cost() and read() of the engine. */
pm_status pm_sweep_choose(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                          const struct pm_limits *limits, enum pm_sweep_aim aim, char **rest);
void pm_sweep_forget(void *choice); /* NULL is fine */

/* Bytes of a number in a vector; for residues: modulo a prime below 2^PM_SWEEP_PRIME_BITS. */
size_t pm_sweep_number_size(enum pm_number number);

/* Steps of the shares of all edges, in one ring. */
double pm_sweep_shares_steps(const struct pm_sweep_passes *passes, enum pm_number number);

/* Computes a unit on the CPU. */
pm_status pm_sweep_unit(struct pm_part *part, const struct pm_sweep_choice *choice, uint64_t unit,
                        const struct pm_image *image, const struct pm_sweep_use *use);

/* *part = the sum of all units. */
pm_status pm_sweep_units(struct pm_part *part, const struct pm_sweep_choice *choice,
                         const struct pm_image *image, const struct pm_sweep_use *use);
struct pm_sweep_use pm_sweep_use_of(const struct pm_limits *limits);

/* True if the answer, 1 or 0, is known without a vector (pm_image_constant()). */
bool pm_sweep_is_empty(const struct pm_core *core);

/* The graph of a unit and its operations.  Without slices, the graph is the choice's own. */
pm_status pm_sweep_operations(struct pm_order_program **program, struct pm_order_graph **part,
                              const struct pm_sweep_choice *choice, uint64_t unit);

/* For the engine: the search for an order (engine/search_steps.h). */
extern const struct pm_engine_search pm_sweep_looking;

/* Seconds of passes besides their numbers, for each vertex: an order has about a pass for each
 * three. */
#define PM_SWEEP_PASS_SECONDS 4e-7

/* Steps per second of one thread, by number type. */
#define PM_SWEEP_RATES                                                                             \
    {                                                                                              \
        [PM_MOD] = 1.53e10, [PM_REAL] = 1.2e9, [PM_COMPLEX] = 7e8, [PM_DD] = 4e8,                  \
        [PM_COMPLEX_DD] = 1.2e8                                                                    \
    }

/* An opened core. */
struct pm_sweep_job {
    struct pm_sweep_choice *choice;
    struct pm_image *image;
    struct pm_sweep_use use;
};

extern const struct pm_engine_gpu pm_sweep_gpu; /* gpu/sweep_device.c */
extern const struct pm_engine_query pm_sweep_shares_query, pm_sweep_sizes_query;
