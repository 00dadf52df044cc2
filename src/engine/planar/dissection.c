/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of planar graphs, with probabilities exactly proportional to their
 * weights (Wilson, Determinant algorithms for random planar structures, SODA 1997).
 *
 * Let K be Kasteleyn's matrix and Z = K^-1.  The matchings that contain the edge of K_uv have the
 * weight K_uv Z_vu times that of all matchings.  The graph without u and v has the matrix K without
 * row u and column v; its inverse is Z minus a matrix of rank one.  First the vertices of a
 * separator get their partners (separator.h).  Then the graph splits into components, and each
 * component is drawn separately in the same way.
 *
 * The separators are the same in all draws (nested dissection: George, SIAM J. Numerical Analysis
 * 10, 1973).  So most of the elimination is done once, before the draws.
 *
 * All this is done modulo as many primes as the number of matchings requires, so comparisons with
 * random numbers are comparisons of integers.  Cost: n^1.5 products for each prime. */
#include "engine/planar/dissection.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/threads.h"
#include "engine/limits.h"
#include "num/random.h"

#include <stdlib.h>

struct pm_dissection {
    const struct pm_adjacent *graph;
    struct pm_separator *part; /* each part is after the one that contains it */
    int parts;
};

/* ------------------------------------------------------------------ parts */

/* A part that has no separator yet. */
struct set {
    int *vertex, count; /* ascending */
};

/* What is known while the graph is divided. */
struct dividing {
    struct set *set; /* of each part */
    size_t room;
    int count;
    int *of; /* for each vertex: the part that was last found to contain it; -1: a separator did */
};

/* Adds the components of a graph without the vertices w of taken[w] >= 0.  vertex[w] is the number
 * of vertex w in the whole graph; -1: there is none. */
static pm_status add_components(struct dividing *d, const struct pm_adjacent *graph,
                                const int *taken, const int *vertex)
{
    int *of, *size = NULL, parts = 0;
    pm_status status = PM_OK;

    PM_NEW(of, graph->vertices);
    PM_TRY_GOTO(status, pm_adjacent_parts(of, &parts, graph, taken), done);
    PM_TRY_GOTO(
        status,
        pm_alloc_grow((void **)&d->set, &d->room, (size_t)d->count + (size_t)parts, sizeof *d->set),
        done);
    PM_NEW_GOTO(status, size, parts, done);
    for (int w = 0; w < graph->vertices; w++)
        if (of[w] >= 0)
            size[of[w]]++;
    for (int p = 0; p < parts; p++)
        PM_NEW_GOTO(status, d->set[d->count + p].vertex, size[p], done);
    for (int w = 0; w < graph->vertices; w++) {
        const int v = vertex != NULL ? vertex[w] : w;
        if (of[w] < 0)
            continue;
        struct set *const set = &d->set[d->count + of[w]];
        set->vertex[set->count++] = v;
        d->of[v] = d->count + of[w];
    }
    d->count += parts;
done:
    free(of);
    free(size);
    return status;
}

/* Adds what the separator leaves of its part. */
static pm_status divide(struct dividing *d, const struct pm_separator *s)
{
    int *taken;

    PM_NEW(taken, s->graph.vertices);
    for (int w = 0; w < s->graph.vertices; w++)
        taken[w] = s->vertex[w] < 0 ? 0 : -1;
    for (int k = 0; k < s->owns; k++) {
        taken[s->own[k]] = 0;
        d->of[s->vertex[s->own[k]]] = -1;
    }
    const pm_status status = add_components(d, &s->graph, taken, s->vertex);
    free(taken);
    return status;
}

static pm_status divide_all(struct pm_dissection *d, struct dividing *all,
                            const struct pm_matrix *k, enum pm_kind kind,
                            const struct pm_limits *limits)
{
    size_t room = 0;
    double bytes = 0, more;

    PM_NEW(all->of, d->graph->vertices);
    PM_TRY(add_components(all, d->graph, NULL, NULL));
    while (d->parts < all->count) {
        PM_TRY(pm_alloc_grow((void **)&d->part, &room, (size_t)d->parts + 1, sizeof *d->part));
        struct pm_separator *const s = &d->part[d->parts];
        const struct set *const set = &all->set[d->parts];
        PM_TRY(pm_separator_new(s, &more, k, d->graph, all->of, d->parts++, set->vertex, set->count,
                                kind, limits->isa));
        bytes += more;
        PM_TRY(pm_limits_allow(limits, 0, bytes));
        PM_TRY(pm_go_on(limits->stop));
        PM_TRY(divide(all, s));
    }
    return PM_OK;
}

/* Sets up the packs of all parts. */
static pm_status set_up(struct pm_dissection *d, int threads)
{
    struct pm_failure failure = {.status = PM_OK};

#pragma omp parallel num_threads(threads > 1 ? threads : 1)
    {
        for (int p = 0; p < d->parts; p++) {
            struct pm_separator *const s = &d->part[p];
#pragma omp for schedule(dynamic) nowait
            for (size_t r = 0; r < s->rings.count; r++) {
                const pm_status status = s->kernel->setup(&s->pack[r], s, &s->rings.ring[r]);
                if (status != PM_OK)
#pragma omp critical(pm_planar_primes)
                    pm_failure_keep(&failure, status);
            }
        }
        pm_threads_ends_team();
    }
    PM_TRY(pm_failure_raise(&failure));
    for (int p = 0; p < d->parts; p++)
        PM_TRY(pm_separator_ready(&d->part[p]));
    return PM_OK;
}

pm_status pm_dissection_new(struct pm_dissection **out, const struct pm_matrix *k,
                            enum pm_kind kind, const struct pm_adjacent *graph,
                            const struct pm_limits *limits)
{
    struct pm_dissection *d;
    struct dividing all = {.set = NULL};

    PM_NEW(d, 1);
    d->graph = graph;
    pm_status status = divide_all(d, &all, k, kind, limits);
    for (int p = 0; p < all.count; p++)
        free(all.set[p].vertex);
    free(all.set);
    free(all.of);
    if (status == PM_OK)
        status = set_up(d, limits->threads);
    PM_GIVE(out, d, status, pm_dissection_free);
}

void pm_dissection_free(struct pm_dissection *d)
{
    if (d == NULL)
        return;
    for (int p = 0; p < d->parts; p++)
        pm_separator_clear(&d->part[p]);
    free(d->part);
    free(d);
}

/* ------------------------------------------------------------------ a draw */

/* Draws a partner for the vertex w of the separator.  *total is the sum over the matchings with the
 * pairs so far; it becomes the sum over those that also have the new pair. */
static pm_status draw_partner(int *mate, struct pm_separator_draw *draw, int w, fmpz_t total,
                              uint64_t *state)
{
    const struct pm_separator *const s = draw->s;
    int taken = -1;
    struct pm_gauss sum;
    fmpz_t x;
    pm_status status = PM_OK;

    pm_gauss_init(&sum);
    fmpz_init(x);
    pm_random_below(x, total, state);
    for (int k = s->graph.start[w]; k < s->graph.start[w + 1] && taken < 0; k++) {
        const int other = s->graph.to[k];
        if (mate[s->vertex[other]] >= 0)
            continue;
        PM_TRY_GOTO(status, pm_separator_sum(&sum, draw, w, other), done);
        if (fmpz_cmp(x, fmpq_numref(sum.re)) < 0)
            taken = other;
        else
            fmpz_sub(x, x, fmpq_numref(sum.re));
    }
    if (taken < 0) {
        status = pm_fail(PM_WRONG, "the shares of a vertex's edges do not add up");
        goto done;
    }
    fmpz_set(total, fmpq_numref(sum.re));
    status = pm_separator_take(draw, w, taken);
    mate[s->vertex[w]] = s->vertex[taken];
    mate[s->vertex[taken]] = s->vertex[w];
done:
    pm_gauss_clear(&sum);
    fmpz_clear(x);
    return status;
}

/* Draws partners for all vertices of a separator. */
static pm_status draw_part(int *mate, const struct pm_separator *s, uint64_t *state)
{
    struct pm_separator_draw draw = {.s = s};
    struct pm_gauss total;
    pm_status status;
    int first = 0;

    while (first < s->owns && mate[s->vertex[s->own[first]]] >= 0)
        first++;
    if (first == s->owns)
        return PM_OK;
    pm_gauss_init(&total);
    PM_TRY_GOTO(status, pm_separator_begin(&draw, &total, s, mate), done);
    for (int k = first; k < s->owns && status == PM_OK; k++)
        if (mate[s->vertex[s->own[k]]] < 0)
            status = draw_partner(mate, &draw, s->own[k], fmpq_numref(total.re), state);
done:
    pm_separator_end(&draw);
    pm_gauss_clear(&total);
    return status;
}

pm_status pm_dissection_draw(int *mate, const struct pm_dissection *d, uint64_t *state)
{
    for (int v = 0; v < d->graph->vertices; v++)
        mate[v] = -1;
    for (int p = 0; p < d->parts; p++)
        PM_TRY(draw_part(mate, &d->part[p], state));
    return PM_OK;
}
