/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads share each pass by tiles, which are independent.  Floating numbers are scaled by a power
 * of two before they leave the range of double. */
#include "engine/sweep/sweep_run.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "engine/sweep/passes.h"
#include "num/ball.h"

#include <stdlib.h>

enum { PIECES = 8 }; /* parts of a pass for each thread */

struct pm_sweep_walk pm_sweep_state_walk(const struct pm_sweep_state *s,
                                         const struct pm_sweep_pass *pass)
{
    return (struct pm_sweep_walk){.ring = s->ring,
                                  .frame = &s->vector.frame,
                                  .pass = pass,
                                  .action = s->passes->action + pass->first,
                                  .weight = s->weight + s->kernel->weight * pass->first,
                                  .number = s->vector.number};
}

int pm_sweep_state_threads(const struct pm_sweep_state *s, const struct pm_sweep_pass *pass)
{
    return pm_sweep_shape_room(&pass->shape) >= PM_SWEEP_LONG ? s->use->threads : 1;
}

static void walk(struct pm_sweep_state *s, const struct pm_sweep_pass *pass)
{
    const struct pm_sweep_walk walk = pm_sweep_state_walk(s, pass);
    const int threads = pm_sweep_state_threads(s, pass);
    const uint64_t tiles = UINT64_C(1) << (walk.frame->high - pass->windows);
    const uint64_t most = threads > 1 ? (uint64_t)(PIECES * threads) : 1;
    const uint64_t pieces = tiles < most ? tiles : most;

#pragma omp parallel for schedule(dynamic) num_threads(threads) if (threads > 1)
    for (uint64_t k = 0; k < pieces; k++)
        s->kernel->walk(&walk, tiles * k / pieces, tiles * (k + 1) / pieces);
}

void pm_sweep_state_scale(struct pm_sweep_state *s, const struct pm_sweep_pass *pass)
{
    const struct pm_sweep_kernel *const k = s->kernel;
    if (k->growth == NULL)
        return;
    for (size_t i = pass->first; i < pass->first + pass->count; i++)
        s->grown += k->growth(s->weight, i);
    if (s->grown < k->room)
        return;
    const size_t count = pm_sweep_frame_room(&s->vector.frame);
    const int exp = k->top(s->vector.number, count);
    s->raised |= k->shrink(s->vector.number, count, exp);
    s->exp += exp;
    s->grown = 0;
}

pm_status pm_sweep_state_pass(struct pm_sweep_state *s, size_t i)
{
    const struct pm_sweep_pass *const pass = &s->passes->pass[i];

    PM_TRY(pm_go_on(s->use->stop));
    if (pass->count > 0) {
        walk(s, pass);
        pm_sweep_state_scale(s, pass);
    }
    return pm_sweep_change(&s->vector, &pass->change);
}

/* ------------------------------------------------------------------- long passes */

/* The end of the actions from `first` on that scaling need not interrupt: at least one. */
static size_t end_of_piece(const struct pm_sweep_state *s, const struct pm_sweep_pass *pass,
                           size_t first)
{
    const size_t end = pass->first + pass->count;
    double grown = 0;

    for (size_t i = first; i < end; i++) {
        grown += s->kernel->growth(s->weight, i);
        if (grown > s->kernel->room / 2 && i > first)
            return i;
    }
    return end;
}

static size_t count_pieces(const struct pm_sweep_state *s, const struct pm_sweep_pass *pass)
{
    size_t pieces = 1, end = end_of_piece(s, pass, pass->first);

    for (; end < pass->first + pass->count; pieces++)
        end = end_of_piece(s, pass, end);
    return pieces;
}

/* Appends the pieces of a pass.  Only the last one changes places. */
static void add_pieces(struct pm_sweep_passes *to, const struct pm_sweep_state *s,
                       const struct pm_sweep_pass *pass)
{
    const size_t last = pass->first + pass->count;

    for (size_t first = pass->first, end; first < last || first == pass->first; first = end) {
        struct pm_sweep_pass *const piece = &to->pass[to->count++];
        end = end_of_piece(s, pass, first);
        *piece = *pass;
        piece->first = first;
        piece->count = end - first;
        if (end == last)
            return;
        piece->change = pm_sweep_stay(&pass->shape);
    }
}

/* A pass over few slots may have any number of actions.  Splits those in which numbers could leave
 * the range before they are scaled. */
static pm_status split_passes(struct pm_sweep_state *s)
{
    const struct pm_sweep_passes *const passes = s->passes;
    size_t pieces = 0;

    for (size_t i = 0; i < passes->count && s->kernel->growth != NULL; i++)
        pieces += count_pieces(s, &passes->pass[i]);
    if (pieces <= passes->count)
        return PM_OK;
    PM_NEW(s->split, 1);
    *s->split = *passes;
    s->split->count = 0;
    PM_NEW(s->split->pass, pieces);
    for (size_t i = 0; i < passes->count; i++)
        add_pieces(s->split, s, &passes->pass[i]);
    s->passes = s->split;
    return PM_OK;
}

pm_status pm_sweep_state_init(struct pm_sweep_state *s, const struct pm_sweep_passes *passes,
                              const struct pm_order_graph *graph, const struct pm_image *image,
                              const struct pm_sweep_use *use)
{
    *s = (struct pm_sweep_state){.kernel = use->moduli ? pm_sweep_kernel_of_moduli(use->set)
                                                       : pm_sweep_kernel_of(&image->ring, use->set),
                                 .passes = passes,
                                 .use = use,
                                 .ring = &image->ring};
    if ((s->weight = pm_alloc(passes->actions, s->kernel->weight)) == NULL)
        return PM_NOMEM;
    pm_status status = s->kernel->weigh(s->weight, &s->factor, passes, graph, image);
    PM_THEN(status, split_passes(s));
    PM_THEN(status, pm_sweep_vector_init(&s->vector, passes, s->kernel->size, use->threads));
    if (status == PM_OK)
        s->kernel->begin(s->vector.number, s->ring);
    else
        pm_sweep_state_clear(s);
    return status;
}

void pm_sweep_state_clear(struct pm_sweep_state *s)
{
    pm_sweep_vector_clear(&s->vector);
    if (s->split != NULL)
        free(s->split->pass);
    PM_FREE(s->weight, s->split);
    s->weight = NULL;
    s->split = NULL;
}

struct pm_part pm_sweep_state_end(const struct pm_sweep_state *s)
{
    struct pm_part part = s->kernel->end(s->vector.number, &s->factor, s->ring);
    part.exp += s->exp;
    if (s->raised) {
        part.re[0] = (part.re[0] + part.err) / 2;
        part.err = pm_up(part.re[0]);
    }
    return part;
}

pm_status pm_sweep_run(struct pm_part *part, const struct pm_sweep_passes *passes,
                       const struct pm_order_graph *graph, const struct pm_image *image,
                       const struct pm_sweep_use *use)
{
    struct pm_sweep_state s;
    pm_status status = PM_OK;

    PM_TRY(pm_sweep_state_init(&s, passes, graph, image, use));
    for (size_t i = 0; i < s.passes->count; i++)
        PM_TRY_GOTO(status, pm_sweep_state_pass(&s, i), done);
    *part = pm_sweep_state_end(&s);
done:
    pm_sweep_state_clear(&s);
    return status;
}
