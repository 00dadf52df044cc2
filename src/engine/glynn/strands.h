/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strands: how a walk over sign vectors is shared out, and what becomes of its sums.
 *
 * A strand fixes the signs of the columns above the Gray-coded ones and is walked in order by one
 * lane; PM_LANES strands are walked side by side whatever the width of the machine's vectors, so
 * that no result depends on it, and make a unit.  Complex arrays hold the real and the imaginary
 * numbers of a row one after the other: "parts" is 1 for real matrices, 2 for complex ones.  In
 * double-double every part has a second layer of low numbers, which stand behind all the high ones:
 * "words" is the number of parts, or twice that. */
#ifndef PM_ENGINE_GLYNN_STRANDS_H
#define PM_ENGINE_GLYNN_STRANDS_H

#include "engine/glynn/finish.h"
#include "num/gauss.h"
#include "num/part.h"

enum {
    PM_LANES = 8, /* strands side by side */
    PM_LOG_LANES = 3,
};

/* What a kernel returns of floating strands. */
struct pm_strands_sum {
    /* re, im: sums of the signed products, in double-double */
    double high[2][PM_LANES] __attribute__((aligned(64))), low[2][PM_LANES];
    double bound[PM_LANES]; /* what errors are in proportion to (pm_finish.share) */
};

/* Row sums x[line][PM_LANES] of the strands of a unit, all Gray-coded signs +: base[line] less
 * twice[columns][line] of the lanes' and the units' columns with sign -. */
void pm_strands_begin(double *x, const double *base, const double *twice, int line, uint64_t unit);

/* The sum of a unit from those of its strands. */
struct pm_total pm_strands_end(const struct pm_strands_sum *sum, const struct pm_finish *finish,
                               int parts, uint64_t unit);

/* A sum of units as a part. */
struct pm_part pm_total_part(struct pm_total total, int64_t exp);

/* Sets factor and size to `factor` 2^-e; returns e. */
int64_t pm_finish_factor(struct pm_finish *finish, const struct pm_gauss *factor);

#endif
