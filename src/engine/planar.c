/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar`: perfect matchings of planar graphs in polynomial time (Kasteleyn 1961 and 1967,
 * Temperley and Fisher 1961; the FKT algorithm).
 *
 * The graph is embedded (planar/embed.c) and oriented so that all its perfect matchings have one
 * sign in the Pfaffian of the signed adjacency matrix, or, bipartite, in the determinant of the
 * signed biadjacency matrix of half the order (planar/orient.c); weights may be any numbers.  That
 * sign is read off one perfect matching (planar/match.c).  Then sparse elimination, modulo a prime
 * at a time: the order and its tree of fronts are found once (planar/fronts.c), each prime runs
 * through them (planar/eliminate.c).  A step is a product; n^1.5 of them for n vertices.
 *
 * Over the real numbers it goes by balls of as many bits as it takes (planar/balls.c).
 *
 * A graph on a torus, if its embedding is given, takes four orientations (planar/torus.c). */
#include "base/alloc.h"
#include "engine/engine.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

/* How many times the bytes of a residue a ball takes. */
enum { BALL = 14 };

/* What does not depend on the prime. */
struct choice {
    struct pm_fronts *fronts; /* NULL: no perfect matching */
    int sheets;               /* 1 in the plane, 4 on a torus */
    struct pm_signs signs[4];
};

static void planar_forget(void *choice)
{
    struct choice *const c = choice;

    if (c == NULL)
        return;
    pm_fronts_free(c->fronts);
    for (int k = 0; k < 4; k++)
        pm_signs_clear(&c->signs[k]);
    free(c);
}

/* Signs for a planar graph, or for one that is embedded in a torus. */
static pm_status find_signs(struct choice *c, const struct pm_core *core,
                            const struct pm_adjacency *graph, const int *mate)
{
    struct pm_plane *plane = NULL;
    pm_status status = pm_plane_new(&plane, graph);

    if (status == PM_OK) {
        c->sheets = 1;
        status = pm_signs_planar(&c->signs[0], core->a, core->kind, plane, mate);
    } else if (status == PM_UNABLE && core->around != NULL) {
        c->sheets = 4;
        PM_TRY(pm_plane_given(&plane, graph, core->around));
        status = pm_signs_torus(c->signs, core->a, core->kind, plane, mate);
    }
    pm_plane_free(plane);
    return status;
}

static pm_status prepare(struct choice *c, const struct pm_core *core)
{
    struct pm_adjacency *graph = NULL;
    int *mate = NULL;
    bool perfect;
    pm_status status;

    PM_TRY_GOTO(status, pm_adjacency_new(&graph, core->a, core->kind), done);
    PM_NEW_GOTO(status, mate, graph->vertices, done);
    PM_TRY_GOTO(status, pm_match_perfect(mate, &perfect, graph), done);
    if (!perfect)
        goto done;
    PM_TRY_GOTO(status, find_signs(c, core, graph, mate), done);
    status = pm_fronts_new(&c->fronts, core->a, core->kind, mate, NULL);
done:
    free(mate);
    pm_adjacency_free(graph);
    return status;
}

static pm_status planar_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    struct choice *c;

    (void)limits;
    if (core->a->rows != core->a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", core->a->rows, core->a->cols);
    PM_NEW(c, 1);
    const pm_status status = prepare(c, core);
    if (status != PM_OK) {
        planar_forget(c);
        return status;
    }
    const struct pm_fronts *const fronts = c->fronts;
    *cost = (struct pm_cost){.steps = 1, .units = 1, .choice = c};
    if (fronts == NULL) {
        snprintf(cost->note, sizeof cost->note, "no perfect matching");
        return PM_OK;
    }
    cost->steps += c->sheets * fronts->steps;
    cost->bytes = (number == PM_REAL ? BALL : 1) * (fronts->bytes + 64.0 * pm_matrix_nnz(core->a));
    snprintf(cost->note, sizeof cost->note, "%s%s%s of order %d, %d fronts",
             c->sheets > 1 ? "torus, 4 " : "", fronts->skew ? "Pfaffian" : "determinant",
             c->sheets > 1 ? "s" : "", fronts->n, fronts->count);
    return PM_OK;
}

struct job {
    const struct choice *choice;
    const struct pm_matrix *a;
    struct pm_image *image; /* NULL: over the real numbers */
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
    job->choice = cost->choice;
    job->a = core->a;
    if (ring->number == PM_MOD) {
        const pm_status status = pm_image_new(&job->image, core->a, ring);
        if (status != PM_OK) {
            job->image = NULL;
            planar_close(job);
            return status;
        }
    }
    *out = job;
    return PM_OK;
}

/* x/2 modulo an odd p. */
static uint64_t half_of(uint64_t x, uint64_t p)
{
    return x % 2 == 0 ? x / 2 : x / 2 + p / 2 + 1;
}

static pm_status planar_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct job *const j = job;
    const struct choice *const c = j->choice;
    struct pm_part sheet;

    (void)first;
    (void)count;
    *part = (struct pm_part){.word = {0, 0}};
    if (j->image == NULL)
        return c->fronts == NULL ? PM_OK
                                 : pm_fronts_balls(part, c->fronts, c->signs, c->sheets, j->a);
    const struct pm_ring *const ring = &j->image->ring;
    for (int k = 0; c->fronts != NULL && k < c->sheets; k++) {
        PM_TRY(pm_fronts_eliminate(&sheet, NULL, c->fronts, &c->signs[k], j->image));
        pm_part_add(ring, part, &sheet);
    }
    if (c->sheets > 1)
        part->word[0] = half_of(part->word[0], ring->p);
    return PM_OK;
}

const struct pm_engine pm_engine_planar = {
    .name = "planar",
    .what = "Kasteleyn's determinant or Pfaffian, of graphs in the plane or on a torus",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_REAL_BIT,
    .rate = {[PM_MOD] = 7e8, [PM_REAL] = 1e7},
    .cost = planar_cost,
    .forget = planar_forget,
    .open = planar_open,
    .work = planar_work,
    .close = planar_close,
};
