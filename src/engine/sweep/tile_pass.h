/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the compiler of tiles (tiles.c) between passes, and the end of each pass: the new
 * places of slots, and its rounds. */
#ifndef PM_ENGINE_SWEEP_TILE_PASS_H
#define PM_ENGINE_SWEEP_TILE_PASS_H

#include "base/status.h"
#include "engine/order/order.h"
#include "engine/sweep/tile_rounds.h"

#include <stdbool.h>

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
    double adds;
};

struct pm_tiles;

struct pm_tile_compiler {
    const struct pm_order_graph *graph;
    const struct pm_sweep_program *program;
    struct pm_tiles *out;
    double additions, touched; /* of its passes so far */
    size_t end;                /* end of the operations, for now */
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
    return place == 0 && c->graph->states == PM_SWEEP_FREE; /* no slot may have it */
}

static inline bool pm_tile_is_gone(const struct pm_tile_compiler *c, int place)
{
    return c->state.slot[place].vertex < 0 && !pm_tile_is_bound(c, place);
}

/* Appends the pass that the draft describes; it ends with `drops` slots removed.  Afterwards the
 * state is that after the pass. */
pm_status pm_tile_pass_put(struct pm_tile_compiler *c, int drops);

#endif
