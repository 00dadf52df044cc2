/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of a table over subsets: a number for each subset of `lines` lines, modulo a prime.
 *
 *     to(S) = [from(S) +] sum over w in S of weight[w] from(S without w)
 *
 * Numbers are below (1 + PM_SUBSETS_SLACK) 2^bits, and p = 2^bits - gap.  A sum is reduced only
 * once: 2^bits is gap modulo p, so the high part of a number times the gap is added to its low
 * part. */
#pragma once

#include "engine/engine_query.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PM_SUBSETS_BLOCK = 5, /* log2 of the number of subsets that are computed together */
};

#define PM_SUBSETS_SLACK 0x1p-5

struct pm_subsets_step {
    int lines;
    const uint64_t *weight; /* by line, as signed numbers; lines from `lines` on have 0 */
    bool ones;              /* all weights are 0 or 1 */
    uint64_t lines_above;   /* the lines with weights, from PM_SUBSETS_BLOCK on, as bits */
    uint64_t *to;
    const uint64_t *from; /* may be `to`, if every set is added to itself */
    bool keeps;           /* the number of a set is added to itself */
    int most;             /* sets with more lines than this have 0 */
    int bits, folds;      /* so many reductions are needed */
    uint64_t gap;
    uint64_t offset; /* a multiple of p, which makes sums of moduli up to 2^62.85 positive */
};

/* Computes blocks end - 1, end - 2, ..., first, of 2^PM_SUBSETS_BLOCK subsets each.  With fewer
 * lines, the rest of the only block has any numbers. */
typedef void pm_subsets_walk(const struct pm_subsets_step *step, uint64_t first, uint64_t end);

extern const struct pm_engine_query pm_table_sizes_query;
