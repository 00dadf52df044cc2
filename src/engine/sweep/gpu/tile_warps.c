/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which numbers of a tile a warp has.  Three slots select the warp.  As long as no round changes
 * these slots, every warp reads only what it has written itself, and no warp waits for another. */
#include "base/bits.h"
#include "engine/sweep/gpu/tile_pass.h"

#include <limits.h>

/* Places 0 to 2 never select: tiles differ in the bits of places 1 and 2 (tile.h, `low`). */
static const uint64_t NEVER = 7;

/* Bank conflicts of the rounds: cycles of an access of a warp. */
static int conflicts(uint64_t warps, uint64_t tile, const uint64_t *six, int rounds)
{
    struct pm_tile_round round;
    int place[PM_TILE_OWN + 1], cycles = 0;

    for (int k = 0; k < rounds; k++)
        cycles += 1 << (PM_TILE_LANES - pm_tile_round_set(&round, place, six[k], warps, tile));
    return cycles;
}

int pm_tile_warps(uint64_t *warps, uint64_t tile, const uint64_t *six, int rounds, bool begins,
                  const uint64_t rows[2])
{
    enum { WAIT = 2 }; /* threads that wait for all others count as so many cycles */
    uint64_t free = tile & ~NEVER;
    int count = 0, best = INT_MAX;

    while (count < rounds && pm_popcount(free & ~six[count]) >= PM_TILE_WARPS)
        free &= ~six[count++];
    for (uint64_t a = free; a != 0; a &= a - 1)
        for (uint64_t b = a & (a - 1); b != 0; b &= b - 1)
            for (uint64_t c = b & (b - 1); c != 0 && best > count; c &= c - 1) {
                const uint64_t set = (a & -a) | (b & -b) | (c & -c);
                const int waits =
                    (begins && (set & ~rows[0])) + (count == rounds && (set & ~rows[1]));
                const int cycles = conflicts(set, tile, six, count) + WAIT * waits;
                if (cycles < best) {
                    best = cycles;
                    *warps = set;
                }
            }
    return count;
}
