/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the compiler of tiles (tiles.c) between passes, and the end of each pass: the new
 * places of slots, and its rounds. */
#pragma once

#include "base/status.h"
#include "engine/order/order.h"
#include "engine/sweep/gpu/tile.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---------------------------------------------- rounds, and addresses (tile.h) */

/* A task for the slots at places a and b (-1: none). */
struct pm_tile_task {
    enum { PM_TASK_ADD, PM_TASK_ALONE, PM_TASK_SCALE, PM_TASK_CLEAR } act;
    int a, b, from_a, from_b;
    unsigned weight;
};

/* The address of the bit of a place of the tile; not for place 0. */
unsigned pm_tile_address(uint64_t tile, int place);

/* The place in a vector of the number with only that bit. */
uint64_t pm_tile_stand(int place);

/* Addresses of `count` bits of a tile's number.  The first five are changed so that 32 threads have
 * the fewest bank conflicts in shared memory; the others follow in their order. */
int pm_tile_spread(unsigned *address, int count);

/* Sets a round on the slots of six places (a set) of a tile (a set). */
void pm_tile_round_set(struct pm_tile_round *round, int place[6], uint64_t six, uint64_t tile);

/* Sets a step of that round: as many of the tasks, from the first on, as it can do; returns how
 * many. */
size_t pm_tile_step_set(struct pm_tile_step *step, const struct pm_tile_task *task, size_t tasks,
                        const int place[6], bool weighted);

/* The bit of a tile's number for one of its places. */
int pm_tile_bit(uint64_t tile, int place);

/* ----------------------------------------------------------------------- passes */

#define PM_TILE_BIT(k) (UINT64_C(1) << (k))

enum { PM_TILE_LOWEST = PM_TILE_ROW + 1 }; /* number of places that are in every tile */

/* Free slots exist from the beginning, so that vectors are never shorter than a tile. */
struct pm_tile_slot {
    int vertex;    /* -1: free; numbers are where its bit is `uncovered` */
    int uncovered; /* the bit of an uncovered vertex */
    bool clean;    /* free: all other numbers are 0 */
};

struct pm_tile_state {
    int width, odd; /* number of places; whether the number of ones is odd */
    struct pm_tile_slot slot[PM_TILE_PLACES];
};

/* The pass that is being made. */
struct pm_tile_draft {
    uint64_t tile;   /* set of places */
    int fresh, held; /* number of new places on top; largest number of slots of the tile */
    size_t next;     /* next operation after the pass */
    struct pm_tile_task *task;
    size_t tasks, room;
};

struct pm_tiles;

struct pm_tile_compiler {
    const struct pm_order_graph *graph;
    const struct pm_order_program *program;
    struct pm_tiles *out;
    bool weighted;  /* for the kernel with weights */
    double touched; /* by its passes so far */
    size_t end;     /* end of the operations, for now */
    struct pm_tile_dot dot;
    struct pm_tile_state state;
    struct pm_tile_draft draft;
    struct pm_tile_pass *pass;
    struct pm_tile_round *round;
    struct pm_tile_step *step;
    size_t passes, passes_room, rounds, rounds_room, steps, steps_room;
    int widest;
};

static inline bool pm_tile_is_bound(const struct pm_tile_compiler *c, int place)
{
    return place == 0 && c->graph->states == PM_ORDER_FREE; /* no slot may have it */
}

static inline bool pm_tile_is_gone(const struct pm_tile_compiler *c, int place)
{
    return c->state.slot[place].vertex < 0 && !pm_tile_is_bound(c, place);
}

/* Appends the pass that the draft describes; it ends with `drops` slots removed.  Afterwards the
 * state is that after the pass. */
pm_status pm_tile_pass_put(struct pm_tile_compiler *c, int drops);
