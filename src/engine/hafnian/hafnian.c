/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `hafnian`: the hafnian of any symmetric matrix of order 2h, as a sum over the 2^h subsets
 * of h pairs of vertices.  hafnian_kernel.c describes the method and its source.  A step is a
 * product. */
#include "engine/walk.h"
#include "engine/abilities.h"

#include <math.h>

PM_KERNELS(pm_hafnian);

enum { PAIRS_MAX = 40 };

/* The number of products for accepting the last of r pairs that are left (hafnian_kernel.c). */
static double accept_steps(int h, int r)
{
    const double n = 2 * r - 2;

    return r == 1 ? h : n * (n - 1) / 2 * h * (h - 1) + h * (h + 1) / 2.0;
}

static pm_status hafnian_cost(struct pm_cost *cost, const struct pm_core *core,
                              enum pm_number number, const struct pm_limits *limits)
{
    (void)limits;
    const int h = core->a->rows / 2, strand = h < PM_STRAND ? h : PM_STRAND;
    const double units = ldexp(1, h - strand);
    double steps = 1, room = 0;

    if (core->a->rows % 2 != 0) {
        pm_walk_cost(cost, 1, 0, 1);
        return PM_OK;
    }
    if (h > PAIRS_MAX)
        return pm_fail(PM_UNABLE, "2^%d subsets of %d pairs", h, h);
    for (int r = 1; r <= h; r++) {
        room += (double)r * (2 * r - 1) * h;
        /* every unit decides the pairs above the lowest `strand` again */
        steps += (r <= strand ? ldexp(1, h - r) : units) * accept_steps(h, r);
    }
    pm_walk_cost(cost, UINT64_C(1) << h, strand, 1);
    cost->steps = steps;
    cost->bytes = room * (double)pm_image_number_size(number);
    return PM_OK;
}

static pm_status hafnian_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                              const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_kernel *const kernels[PM_NUMBERS] = PM_KERNEL_TABLE(pm_hafnian);

    (void)limits;
    return pm_walk_open(job, core, cost, ring, kernels[ring->number]);
}

const struct pm_engine pm_engine_hafnian = {
    .name = "hafnian",
    .what = "Bjorklund's subsets of vertex pairs, for dense graphs",
    .kinds = PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_WRAP_BIT | PM_FLOATING_BITS,
    .figures = {.quick = true,
                .rate = {[PM_MOD] = 5e8,
                         [PM_WRAP] = 5e8,
                         [PM_REAL] = 2.5e8,
                         [PM_COMPLEX] = 1.8e8,
                         [PM_DD] = 6e7,
                         [PM_COMPLEX_DD] = 2e7}},
    .cost = hafnian_cost,
    .open = hafnian_open,
    .work = pm_walk_work,
    .close = pm_walk_close,
    .more = &pm_engine_no_more,
};
