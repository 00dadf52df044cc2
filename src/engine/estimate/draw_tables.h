/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engine `estimate` draws from (draw_tables.c). */
#pragma once

#include "engine/limits.h"
#include "estimate/enough.h"
#include "estimate/guided.h"
#include "estimate/nested_bound.h"
#include "estimate/sign_draws.h"

/* Nested draws, or guided ones if g.graph.start is not NULL, or random signs if s.b is not NULL. */
struct pm_draw_tables {
    struct pm_matrix *a; /* the matrix, if it is not the core's */
    bool turned;         /* it is the transpose */
    struct pm_positive p;
    struct pm_nested n;
    struct pm_guided g;
    struct pm_sign_draws s;
    double bits;   /* log2 of what the numbers that are drawn are relative to */
    double steps;  /* of a draw, about */
    double lost;   /* by random numbers, from the mean of X */
    double error;  /* of the mean of random signs, but for a probability of delta */
    uint64_t unit; /* draws in a unit of work */
    struct pm_pilot pilot;
    uint64_t draws, seed;
};

/* Tables of nested draws of a matrix that is the caller's, unless it is owned; `steps`, `bytes` as
 * in estimate/tracked.h. */
pm_status pm_draw_tables_new(struct pm_draw_tables **out, const struct pm_matrix *a, bool owned,
                             double steps, double bytes);

/* The same without tracked columns, of the core or of its transpose if the bound is smaller. */
pm_status pm_draw_tables_nested(struct pm_draw_tables **out, const struct pm_core *core);

/* Tables of guided draws.  A few draws tell what one takes. */
pm_status pm_draw_tables_guided(struct pm_draw_tables **out, const struct pm_core *core);

/* Tables of random signs. */
pm_status pm_draw_tables_signs(struct pm_draw_tables **out, const struct pm_core *core);

void pm_draw_tables_free(void *tables);

/* The natural logarithm of what the numbers that are drawn are relative to. */
void pm_draw_tables_log(arb_t x, const struct pm_draw_tables *t);

/* The relative roundings of a draw. */
double pm_draw_tables_loose(const struct pm_draw_tables *t);

/* Adds draws first .. end - 1 of a seed. */
pm_status pm_draw_tables_add(struct pm_pilot *sums, const struct pm_draw_tables *t, uint64_t seed,
                             uint64_t first, uint64_t end);
