/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of any graph, guided by belief propagation (guided.c). */
#pragma once

#include "base/budget.h"
#include "model/adjacent.h"

/* Half-edge h goes from its vertex to graph.to[h]; back[h] is the other half. */
struct pm_guided {
    struct pm_adjacent graph;
    bool square;    /* a permanent: the vertices below graph.rows are rows */
    int *back;      /* [half-edges] */
    double *weight; /* [half-edges] moduli, divided by 2^(exponents of both vertices) */
    int64_t exp;    /* the sum of these exponents over all vertices */
    struct pm_beliefs {
        double *message; /* [half-edges] */
        double *scale;   /* [vertices] */
    } start;             /* the fixed points of the whole graph */
    int64_t about;       /* log2 of a typical weight: values are relative to 2^about */
    int widest;          /* the largest number of half-edges of a vertex */
    int end;             /* so many vertices are counted exactly */
};

/* For the permanent of a square matrix or a hafnian, of moduli. */
pm_status pm_guided_init(struct pm_guided *g, const struct pm_matrix *a, enum pm_kind kind);
void pm_guided_clear(struct pm_guided *g);

/* At least the sum of relative roundings of a draw, and what random numbers may lose. */
double pm_guided_loose(const struct pm_guided *g);

/* What a thread needs to draw. */
struct pm_guided_draw;
pm_status pm_guided_draw_new(struct pm_guided_draw **d, const struct pm_guided *g);
void pm_guided_draw_free(struct pm_guided_draw *d);

/* Draws a part of a matching and counts its completions.  *value = their weight, divided by the
 * probability and by 2^(about): a number whose mean is the answer over 2^(about + exp), or a little
 * less.  0: there was no matching any more.  PM_STOPPED, PM_NOMEM: the budget is used up. */
pm_status pm_guided_draw(double *value, struct pm_guided_draw *d, uint64_t *state);

/* The number of messages that were computed. */
double pm_guided_steps(const struct pm_guided_draw *d);
