/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds of a pass over tiles, and addresses in shared memory (tile.h). */
#ifndef PM_ENGINE_SWEEP_TILE_ROUNDS_H
#define PM_ENGINE_SWEEP_TILE_ROUNDS_H

#include "engine/sweep/tile.h"

#include <stddef.h>
#include <stdint.h>

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
                        const int place[6]);

/* The bit of a tile's number for one of its places. */
int pm_tile_bit(uint64_t tile, int place);

#endif
