/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar`: perfect matchings of planar graphs in polynomial time (Kasteleyn 1961 and 1967,
 * Temperley and Fisher 1961; the FKT algorithm).
 *
 * The graph is embedded (planar/embed.c) and oriented so that all its perfect matchings have one
 * sign in the Pfaffian of the signed adjacency matrix, or, bipartite, in the determinant of the
 * signed biadjacency matrix of half the order (planar/orient.c); weights may be any numbers.  That
 * sign is read off one perfect matching (planar/match.c).  Then sparse elimination, modulo a prime
 * at a time: the order and its tree of fronts are found once (planar/fronts.c), each prime runs
 * through them (planar/eliminate.c).  A step is a product; n^1.5 of them for n vertices. */
#include "base/alloc.h"
#include "engine/engine.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* Signs of the entries by the orientation of their edges: + from row to column (from i to j). */
static pm_status set_signs(struct pm_fronts *fronts, const struct pm_matrix *a,
                           const struct pm_plane *plane, const bool *along)
{
    const int shift = fronts->skew ? 0 : a->rows;
    int *half;

    PM_NEW(fronts->entry_sign, pm_matrix_nnz(a));
    PM_NEW(half, plane->vertices);
    for (int i = 0; i < a->rows; i++) {
        const int first = plane->first[i];
        for (int h = first; h >= 0;) {
            half[plane->head[h]] = h;
            h = plane->next[h] == first ? -1 : plane->next[h];
        }
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (shift + a->col[k] != i)
                fronts->entry_sign[k] = along[half[shift + a->col[k]]] ? 1 : -1;
    }
    free(half);
    return PM_OK;
}

/* The sign that the given matching has in the determinant or Pfaffian. */
static pm_status set_sign(struct pm_fronts *fronts, const struct pm_matrix *a, const int *mate)
{
    const int shift = fronts->skew ? 0 : a->rows;
    int *u, *v = NULL, pairs = 0, sign = 1;
    pm_status status = PM_OK;

    PM_NEW(u, a->rows);
    PM_NEW_GOTO(status, v, a->rows, done);
    for (int i = 0; i < a->rows; i++)
        if (i < mate[i]) {
            u[pairs] = i;
            v[pairs++] = mate[i];
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (shift + a->col[k] == mate[i])
                    sign *= fronts->entry_sign[k];
        }
    PM_TRY_GOTO(status, pm_pairs_sign(&fronts->sign, pairs, u, v), done);
    fronts->sign *= sign;
done:
    free(u);
    free(v);
    return status;
}

static pm_status orient(struct pm_fronts *fronts, const struct pm_matrix *a,
                        const struct pm_plane *plane, const int *mate)
{
    bool *along;

    PM_NEW(along, plane->halves);
    pm_status status = pm_plane_orient(along, plane);
    if (status == PM_OK)
        status = set_signs(fronts, a, plane, along);
    if (status == PM_OK)
        status = set_sign(fronts, a, mate);
    free(along);
    return status;
}

/* Everything that does not depend on the prime; fronts->zero where there is no matching. */
static pm_status prepare(struct pm_fronts **out, const struct pm_core *core)
{
    struct pm_adjacency *graph = NULL;
    struct pm_plane *plane = NULL;
    struct pm_fronts *fronts = NULL;
    int *mate = NULL;
    bool perfect;
    pm_status status;

    PM_TRY_GOTO(status, pm_adjacency_new(&graph, core->a, core->kind), done);
    PM_TRY_GOTO(status, pm_plane_new(&plane, graph), done);
    PM_NEW_GOTO(status, mate, graph->vertices, done);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, graph), done);
    if (!perfect) {
        PM_NEW_GOTO(status, fronts, 1, done);
        fronts->zero = true;
        goto done;
    }
    PM_TRY_GOTO(status, pm_fronts_new(&fronts, core->a, core->kind, mate), done);
    status = orient(fronts, core->a, plane, mate);
done:
    free(mate);
    pm_plane_free(plane);
    pm_adjacency_free(graph);
    if (status != PM_OK) {
        pm_fronts_free(fronts);
        fronts = NULL;
    }
    *out = fronts;
    return status;
}

static void planar_forget(void *choice)
{
    pm_fronts_free(choice);
}

static pm_status planar_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    struct pm_fronts *fronts;

    (void)number;
    (void)limits;
    if (core->a->rows != core->a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", core->a->rows, core->a->cols);
    PM_TRY(prepare(&fronts, core));
    *cost = (struct pm_cost){.steps = 1 + fronts->steps,
                             .bytes = fronts->bytes + 64.0 * pm_matrix_nnz(core->a),
                             .units = 1,
                             .choice = fronts};
    if (fronts->zero)
        snprintf(cost->note, sizeof cost->note, "no perfect matching");
    else
        snprintf(cost->note, sizeof cost->note, "%s of order %d, %d fronts",
                 fronts->skew ? "Pfaffian" : "determinant", fronts->n, fronts->count);
    return PM_OK;
}

struct job {
    const struct pm_fronts *fronts;
    struct pm_image *image;
};

static void planar_close(void *job)
{
    struct job *const j = job;

    if (j != NULL)
        pm_image_free(j->image);
    free(j);
}

static pm_status planar_open(void **out, const struct pm_core *core, const struct pm_cost *cost,
                             const struct pm_ring *ring, const struct pm_limits *limits)
{
    struct job *job;

    (void)limits;
    PM_NEW(job, 1);
    job->fronts = cost->choice;
    const pm_status status = pm_image_new(&job->image, core->a, ring);
    if (status != PM_OK) {
        job->image = NULL;
        planar_close(job);
        return status;
    }
    *out = job;
    return PM_OK;
}

static pm_status planar_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct job *const j = job;

    (void)first;
    (void)count;
    if (j->fronts->zero) {
        *part = (struct pm_part){.word = {0, 0}};
        return PM_OK;
    }
    return pm_fronts_eliminate(part, j->fronts, j->image);
}

const struct pm_engine pm_engine_planar = {
    .name = "planar",
    .what = "Kasteleyn's determinant or Pfaffian of a planar graph",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .rate = {[PM_MOD] = 7e8},
    .cost = planar_cost,
    .forget = planar_forget,
    .open = planar_open,
    .work = planar_work,
    .close = planar_close,
};
