/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `hafnian`: the hafnian of any symmetric matrix of order 2h, as a sum over the 2^h subsets
 * of h pairs of vertices.  hafnian_kernel.c describes the method and its source.  A step is a
 * product.  Modulo primes below 2^PRIME_BITS, eight subsets are summed over at the same time
 * (hafnian_lanes_kernel.c). */
#include "engine/abilities.h"
#include "engine/glynn/sign_walk.h"
#include "engine/isa/isa.h"
#include "engine/walk.h"

#include <math.h>

PM_KERNELS(pm_hafnian);
PM_ISA_TABLE(const struct pm_kernel, pm_hafnian_lanes);

enum { PAIRS_MAX = 40, PRIME_BITS = 24 };

/* A unit of lanes has so many terms that the decisions about its other pairs take little. */
enum { LEAST_PAIRS = PM_LOG_LANES + 1, SHORTEST = 15, LONGEST = 17, LOG_UNITS = 6 };

static int log_terms(int h, bool lanes)
{
    const int most = !lanes                      ? PM_STRAND
                     : h < SHORTEST + LOG_UNITS ? SHORTEST
                     : h < LONGEST + LOG_UNITS  ? h - LOG_UNITS
                                                : LONGEST;
    return h < most ? h : most;
}

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
    const int h = core->a->rows / 2, lanes = number == PM_MOD ? PM_LANES : 1;
    const int strand = log_terms(h, lanes > 1), shared = lanes > 1 ? strand - PM_LOG_LANES : strand;
    const double units = lanes * ldexp(1, h - strand);
    double steps = 1, room = 0;

    if (core->a->rows % 2 != 0) {
        pm_walk_cost(cost, 1, 0, 1);
        return PM_OK;
    }
    if (h > PAIRS_MAX)
        return pm_fail(PM_UNABLE, "2^%d subsets of %d pairs", h, h);
    for (int r = 1; r <= h; r++) {
        room += (double)r * (2 * r - 1) * h;
        /* every unit, in all its lanes, decides the other pairs again */
        steps += (r <= shared ? ldexp(1, h - r) : units) * accept_steps(h, r);
    }
    pm_walk_cost(cost, UINT64_C(1) << h, strand, 1);
    cost->steps = steps;
    cost->bytes = lanes * room * (double)pm_image_number_size(number);
    return PM_OK;
}

static pm_status hafnian_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                              const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_kernel *const kernels[PM_NUMBERS] = PM_HALVING_TABLE(pm_hafnian);
    const int h = core->a->rows / 2;
    const bool lanes = ring->number == PM_MOD && ring->p >> PRIME_BITS == 0 && h >= LEAST_PAIRS;
    const struct pm_isa *isa;

    PM_TRY(pm_isa_chosen(&isa, limits->isa));
    PM_TRY(pm_walk_open(job, core, cost, ring,
                        lanes ? pm_hafnian_lanes_sets[isa->number] : kernels[ring->number]));
    ((struct pm_walk *)*job)->stop = limits->stop;
    return PM_OK;
}

const struct pm_engine pm_engine_hafnian = {
    .name = "hafnian",
    .what = "Bjorklund's subsets of vertex pairs, for dense graphs",
    .kinds = PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .figures = {.prime_bits = PRIME_BITS,
                .wide = 20,
                .quick = true,
                .rate = {[PM_MOD] = 1.5e10,
                         [PM_REAL] = 2.5e8,
                         [PM_COMPLEX] = 1.8e8,
                         [PM_DD] = 6e7,
                         [PM_COMPLEX_DD] = 2e7},
                .with_avx2 = {[PM_MOD] = 1.45},
                .portable = {[PM_MOD] = 29}},
    .cost = hafnian_cost,
    .open = hafnian_open,
    .work = pm_walk_work,
    .close = pm_walk_close,
    .more = &pm_engine_no_more,
};
