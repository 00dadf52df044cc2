/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens walks and computes their units, by the kernel of the number type.  Units have a fixed
 * length, so the parts do not depend on who computes them. */
#include "engine/walk.h"

#include "base/alloc.h"
#include "base/status.h"

#include <math.h>

pm_status pm_walk_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_ring *ring, const struct pm_kernel *kernel)
{
    pm_status status;
    struct pm_walk *walk;

    PM_NEW(walk, 1);
    *walk = (struct pm_walk){
        .terms = cost->terms, .strand = cost->strand, .choice = cost->choice, .kernel = kernel};
    status = pm_core_image(&walk->image, core, ring);
    if (status == PM_OK && kernel->setup != NULL)
        status = kernel->setup(walk);
    PM_GIVE(job, walk, status, pm_walk_close);
}

pm_status pm_walk_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct pm_walk *const walk = job;
    const uint64_t strand_terms = UINT64_C(1) << walk->strand;

    for (uint64_t unit = first; unit < first + count; unit++, part++) {
        const uint64_t begin = unit << walk->strand;
        const uint64_t rest = walk->terms - begin;
        const uint64_t end = begin + (rest < strand_terms ? rest : strand_terms);
        PM_TRY(walk->kernel->unit(walk, begin, end, part));
        part->exp += walk->image->exp;
    }
    return PM_OK;
}

void pm_walk_close(void *job)
{
    struct pm_walk *const walk = job;

    if (walk == NULL)
        return;
    pm_image_free(walk->image);
    PM_FREE(walk->dense, walk->index, walk->table, walk);
}

void pm_walk_cost(struct pm_cost *cost, uint64_t terms, int strand, double steps)
{
    const uint64_t strand_terms = UINT64_C(1) << strand;

    *cost = (struct pm_cost){.steps = steps * (double)terms,
                             .terms = terms,
                             .strand = strand,
                             .units = terms / strand_terms + (terms % strand_terms != 0)};
}

pm_status pm_walk_subsets(struct pm_cost *cost, const struct pm_core *core, double steps)
{
    const int n = core->a->rows;

    if (n != core->a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", n, core->a->cols);
    if (n > PM_WALK_MAX)
        return pm_fail(PM_UNABLE, "2^%d subsets, about 10^%.0f steps", n - 1,
                       log10(steps) + (n - 1) * log10(2));
    pm_walk_cost(cost, UINT64_C(1) << (n - 1), PM_STRAND, steps);
    return PM_OK;
}
