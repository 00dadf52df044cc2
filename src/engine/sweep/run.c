/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sweep/run.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "engine/sweep/change.h"

#include <stdlib.h>

#define LONG   32768.0 /* numbers of a vector that are worth threads */
#define PIECES 8       /* of a pass, for each thread */
#define ROOM   400     /* powers of two that numbers may grow or shrink by before they are scaled */

struct run {
    const struct pm_sweep_kernel *kernel;
    const struct pm_sweep_passes *passes;
    const struct pm_sweep_use *use;
    const struct pm_ring *ring;
    struct pm_sweep_vector vector;
    char *weight;
    double grown; /* powers of two since numbers were scaled */
    int64_t exp;  /* numbers are 2^exp times what they seem */
};

static pm_status walk(struct run *r, const struct pm_sweep_pass *pass)
{
    const struct pm_sweep_walk walk = {.ring = r->ring,
                                       .frame = &r->vector.frame,
                                       .pass = pass,
                                       .action = r->passes->action + pass->first,
                                       .weight = r->weight + r->kernel->weight * pass->first,
                                       .number = r->vector.number};
    const int threads = pm_sweep_shape_room(&pass->shape) >= LONG ? r->use->threads : 1;
    const uint64_t tiles = UINT64_C(1) << (walk.frame->high - pass->windows);
    const uint64_t most = threads > 1 ? (uint64_t)(PIECES * threads) : 1;
    const uint64_t pieces = tiles < most ? tiles : most;

#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
    for (uint64_t k = 0; k < pieces; k++)
        r->kernel->walk(&walk, tiles * k / pieces, tiles * (k + 1) / pieces);
    return PM_OK;
}

/* Floating numbers are brought near 1 before they can overflow or vanish. */
static void scale(struct run *r, const struct pm_sweep_pass *pass)
{
    const struct pm_sweep_kernel *const k = r->kernel;
    if (k->growth == NULL)
        return;
    for (size_t i = pass->first; i < pass->first + pass->count; i++)
        r->grown += k->growth(r->weight, i);
    if (r->grown < ROOM)
        return;
    const size_t count = pm_sweep_frame_room(&r->vector.frame);
    const int exp = k->top(r->vector.number, count);
    k->shrink(r->vector.number, count, exp);
    r->exp += exp;
    r->grown = 0;
}

static pm_status run_passes(struct run *r)
{
    r->kernel->begin(r->vector.number, r->ring);
    for (size_t i = 0; i < r->passes->count; i++) {
        const struct pm_sweep_pass *const pass = &r->passes->pass[i];
        PM_TRY(pm_go_on(r->use->stop));
        if (pass->count > 0) {
            PM_TRY(walk(r, pass));
            scale(r, pass);
        }
        PM_TRY(pm_sweep_change(&r->vector, &pass->change));
    }
    return PM_OK;
}

pm_status pm_sweep_run(struct pm_part *part, const struct pm_sweep_passes *passes,
                       const struct pm_sweep_graph *graph, const struct pm_image *image,
                       const struct pm_sweep_use *use)
{
    struct run r = {.kernel = pm_sweep_kernel_of(&image->ring, use->set),
                    .passes = passes,
                    .use = use,
                    .ring = &image->ring};
    struct pm_part factor;
    pm_status status;

    if ((r.weight = pm_alloc(passes->actions, r.kernel->weight)) == NULL)
        return PM_NOMEM;
    PM_TRY_GOTO(status, r.kernel->weigh(r.weight, &factor, passes, graph, image), done);
    PM_TRY_GOTO(status,
                pm_sweep_vector_init(&r.vector, passes, r.kernel->size, use->pool, use->threads),
                done);
    PM_TRY_GOTO(status, run_passes(&r), done);
    *part = r.kernel->end(r.vector.number, &factor, &image->ring);
    part->exp += r.exp;
done:
    pm_sweep_vector_clear(&r.vector);
    free(r.weight);
    return status;
}
