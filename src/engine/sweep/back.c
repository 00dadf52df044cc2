/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep forward and backward: the share of every edge.
 *
 * The answer is a polynomial in the entries.  An entry times the derivative by it is the sum over
 * the matchings with that entry.  A backward sweep finds all derivatives (sweep_back.h).  It needs
 * the vectors of the forward sweep, the last one first.  Some of them are kept; from each, the
 * vectors up to the next kept one are computed again (Griewank and Walther, Evaluating Derivatives,
 * 2nd ed., chapter 12).  That needs about 2 sqrt(passes) vectors, and about 5 times the time of the
 * forward sweep. */
#include "engine/sweep/sweep_run.h"

#include "base/alloc.h"
#include "base/stop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PIECES = 64 }; /* parts of a pass: so sums are the same for any number of threads */

/* The vector before a pass. */
struct kept {
    char *number;
    double grown;
    int64_t exp;
};

struct back {
    size_t step;                /* every step-th vector is kept */
    struct kept *far, *near;    /* those vectors; and the ones before passes step k .. step (k + 1)
                                 * - 1 */
    struct pm_sweep_state x, d; /* the sweep at that pass; the derivatives */
    char *room;                 /* for each thread: copies of the blocks that a pass changes */
    char *sum;                  /* by piece, then by action */
    size_t copies;              /* bytes of `room` for each thread */
    struct pm_part *part;
};

/* ------------------------------------------------------------- vectors that are kept */

static size_t step_of(const struct pm_sweep_passes *p)
{
    return (size_t)ceil(sqrt((double)p->count));
}

static pm_status keep(struct kept *kept, const struct pm_sweep_state *x)
{
    if (kept->number == NULL)
        PM_TRY(pm_sweep_memory(&kept->number, x->vector.bytes));
    memcpy(kept->number, x->vector.number, pm_sweep_frame_room(&x->vector.frame) * x->vector.size);
    kept->grown = x->grown;
    kept->exp = x->exp;
    return PM_OK;
}

static pm_status take_up(struct pm_sweep_state *x, const struct kept *kept, size_t pass)
{
    PM_TRY(pm_sweep_frame_set(&x->vector.frame, &x->passes->pass[pass].shape));
    memcpy(x->vector.number, kept->number, pm_sweep_frame_room(&x->vector.frame) * x->vector.size);
    x->grown = kept->grown;
    x->exp = kept->exp;
    return PM_OK;
}

/* ------------------------------------------------------------------------ backwards */

/* Numbers that the copies of the blocks of a tile take at most, each with the place of its
 * original. */
static double copied(const struct pm_sweep_passes *p)
{
    double most = 0;

    for (size_t i = 0; i < p->count; i++) {
        const struct pm_sweep_pass *const pass = &p->pass[i];
        double blocks = 0;
        for (size_t k = pass->first; k < pass->first + pass->count; k++)
            blocks += ldexp(1, pass->windows - 1 - (p->action[k].act == PM_SWEEP_ACT_ADD));
        most = fmax(most, blocks * (PM_SWEEP_PAD + fmax(PM_SWEEP_PAD, ldexp(1, pass->shape.low))));
    }
    return most;
}

/* Adds up the shares of the edges that a pass uses. */
static void share(struct back *b, const struct pm_sweep_pass *pass, size_t pieces, int64_t exp)
{
    const struct pm_sweep_state *const d = &b->d;
    const struct pm_sweep_kernel *const k = d->kernel;

    for (size_t i = 0; i < pass->count; i++) {
        const size_t at = pass->first + i;
        const int entry = d->passes->action[at].entry;
        if (entry < 0)
            continue;
        b->part[entry] = k->share(b->sum + k->sum * i, pieces, k->sum * pass->count,
                                  d->weight + k->weight * at, &d->factor, d->ring);
        b->part[entry].exp += exp;
    }
}

/* Takes the derivatives back over a pass. */
static pm_status go_back(struct back *b, size_t i, struct kept *kept)
{
    struct pm_sweep_state *const d = &b->d;
    const struct pm_sweep_pass *const pass = &d->passes->pass[i];
    const int threads = pm_sweep_state_threads(d, pass);

    PM_TRY(pm_go_on(d->use->stop));
    PM_TRY(pm_sweep_change_back(&d->vector, &pass->change, &pass->shape));
    if (pass->count == 0)
        return PM_OK;
    struct pm_sweep_walk walk = pm_sweep_state_walk(d, pass);
    const uint64_t tiles = UINT64_C(1) << (walk.frame->high - pass->windows);
    const uint64_t pieces = tiles < PIECES ? tiles : PIECES, workers = (uint64_t)threads;
    const size_t apart = d->kernel->sum * pass->count;
    walk.number = kept->number;
    memset(b->sum, 0, pieces * apart);
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
    for (uint64_t w = 0; w < workers; w++)
        for (uint64_t k = pieces * w / workers; k < pieces * (w + 1) / workers; k++) {
            const struct pm_sweep_back back = {.derivative = d->vector.number,
                                               .room = b->room + w * b->copies,
                                               .sum = b->sum + k * apart};
            d->kernel->back(&walk, &back, tiles * k / pieces, tiles * (k + 1) / pieces);
        }
    share(b, pass, pieces, kept->exp + d->exp);
    pm_sweep_state_scale(d, pass);
    return PM_OK;
}

/* Takes back the passes from `first` to before `end`, whose vectors are computed again. */
static pm_status go_back_from(struct back *b, size_t first, size_t end)
{
    PM_TRY(take_up(&b->x, &b->far[first / b->step], first));
    for (size_t i = first; i < end; i++) {
        PM_TRY(keep(&b->near[i - first], &b->x));
        if (i + 1 < end)
            PM_TRY(pm_sweep_state_pass(&b->x, i));
    }
    for (size_t i = end; i-- > first;)
        PM_TRY(go_back(b, i, &b->near[i - first]));
    return PM_OK;
}

static pm_status there_and_back(struct back *b, size_t entries)
{
    const size_t count = b->x.passes->count;

    for (size_t i = 0; i < count; i++) {
        if (i % b->step == 0)
            PM_TRY(keep(&b->far[i / b->step], &b->x));
        PM_TRY(pm_sweep_state_pass(&b->x, i));
    }
    b->part[entries] = pm_sweep_state_end(&b->x);
    for (size_t first = (count - 1) / b->step * b->step, end = count;; first -= b->step) {
        PM_TRY(go_back_from(b, first, end));
        if (first == 0)
            return PM_OK;
        end = first;
    }
}

static pm_status prepare(struct back *b)
{
    const struct pm_sweep_passes *const p = b->x.passes;
    size_t actions = 0;

    b->step = step_of(p);
    b->copies = (size_t)copied(p) * b->x.kernel->size;
    for (size_t i = 0; i < p->count; i++)
        actions = p->pass[i].count > actions ? p->pass[i].count : actions;
    PM_NEW(b->far, (p->count - 1) / b->step + 1);
    PM_NEW(b->near, b->step);
    PM_NEW(b->sum, PIECES * actions * b->x.kernel->sum + 1);
    return pm_sweep_memory(&b->room, b->copies * (size_t)b->x.use->threads);
}

pm_status pm_sweep_shares(struct pm_part *part, size_t entries,
                          const struct pm_sweep_passes *passes, const struct pm_order_graph *graph,
                          const struct pm_image *image, const struct pm_sweep_use *use)
{
    struct back b = {.part = part};
    pm_status status;

    memset(part, 0, entries * sizeof *part);
    PM_TRY(pm_sweep_state_init(&b.x, passes, graph, image, use));
    PM_TRY_GOTO(status, pm_sweep_state_init(&b.d, passes, graph, image, use), done);
    PM_TRY_GOTO(status, prepare(&b), done);
    status = there_and_back(&b, entries);
done:
    for (size_t i = 0; b.far != NULL && i <= (b.x.passes->count - 1) / b.step; i++)
        free(b.far[i].number);
    for (size_t i = 0; b.near != NULL && i < b.step; i++)
        free(b.near[i].number);
    PM_FREE(b.far, b.near, b.sum, b.room);
    PM_EACH(pm_sweep_state_clear, &b.x, &b.d);
    return status;
}

double pm_sweep_shares_bytes(const struct pm_sweep_passes *passes, size_t size, int threads)
{
    const size_t step = step_of(passes), vectors = (passes->count - 1) / step + 1 + step + 2;

    return (double)vectors * pm_sweep_vector_bytes(passes, size) +
           threads * copied(passes) * (double)size;
}
