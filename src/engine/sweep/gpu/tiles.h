/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the operations of a sweep (order.h) to passes over tiles (tile.h). */
#pragma once

#include "engine/sweep/middle.h"
#include "engine/sweep/pass.h"
#include "engine/sweep/gpu/tile.h"

struct pm_tiles {
    struct pm_sweep_passes list; /* only the actions: weights are computed from them */
    struct pm_tile_pass *pass;   /* each launch has its own as an argument */
    size_t passes;
    struct pm_tile_table *table; /* one block of memory, */
    size_t size;                 /* of so many bytes */
    uint64_t numbers;            /* of a vector */
    int vectors;                 /* one, or two */
    double touched;              /* numbers read and written */
    bool weighted;               /* for the kernel with weights; otherwise all are 1 */
};

/* Bytes of the vectors on the device. */
static inline double pm_tiles_bytes(const struct pm_tiles *tiles)
{
    return sizeof(uint32_t) * (double)tiles->numbers * tiles->vectors;
}

/* PM_UNABLE: the frontier is too wide.  Square matrices use the states of general graphs. */
pm_status pm_tiles_new(struct pm_tiles **tiles, const struct pm_order_graph *graph,
                       const struct pm_order_program *program, bool weighted);

/* The same without weights for a sweep to the middle, with two vectors; the mirror is not needed
 * afterwards. */
pm_status pm_tiles_new_half(struct pm_tiles **tiles, const struct pm_sweep_mirror *mirror);
void pm_tiles_free(struct pm_tiles *tiles); /* NULL is fine */
