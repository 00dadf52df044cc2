/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `hafnian`: the hafnian of any symmetric matrix of order 2h, as a sum over the 2^h subsets
 * of h pairs of vertices.  hafnian_kernel.c describes the method and its source.  Eight subsets are
 * summed over at the same time, in floating numbers (hafnian_floats_kernel.c), and modulo primes
 * below 2^PRIME_BITS (hafnian_lanes_kernel.c).  A step is a product. */
#include "engine/abilities.h"
#include "engine/hafnian/walks_lanes.h"
#include "engine/isa/isa.h"
#include "engine/walk.h"

#include <math.h>

PM_KERNELS(pm_hafnian);
PM_ISA_TABLE(const struct pm_kernel, pm_hafnian_lanes);

enum { PRIME_BITS = 24 };

/* log2 of the number of subsets in a unit.  Each unit decides about the other pairs again, so it
 * has many subsets; but there must be enough units for all threads. */
enum { SHORTEST = 15, LONGEST = 17, LOG_UNITS = 6 };

static int log_subsets(int h)
{
    const int wanted = h - LOG_UNITS > SHORTEST ? h - LOG_UNITS : SHORTEST;

    return pm_walks_least(h, pm_walks_least(wanted, LONGEST));
}

/* The number of products for accepting the last of r pairs that are left (hafnian_kernel.c). */
static double accept_steps(int h, int r)
{
    const double n = 2 * r - 2;

    return r == 1 ? h : n * (n - 1) / 2 * h * (h - 1) + h * (h + 1) / 2.0;
}

/* Doubles of a number in a lane. */
static double doubles_of(enum pm_number number)
{
    return number == PM_MOD ? 1
                            : PM_HAF_MORE + (number == PM_REAL         ? 1
                                             : number == PM_COMPLEX_DD ? 4
                                                                       : 2);
}

static pm_status hafnian_cost(struct pm_cost *cost, const struct pm_core *core,
                              enum pm_number number, const struct pm_limits *limits)
{
    const int h = core->a->rows / 2, strand = log_subsets(h);
    const bool modular = number == PM_MOD;
    const int lanes = modular && limits->prime >> PRIME_BITS != 0 ? 1 : PM_HAF_LANES;
    const double units = PM_HAF_LANES * ldexp(1, h - strand);
    double steps = 1, room = modular ? 0 : 9.0 * h * h + 18 * h;

    if (core->a->rows % 2 != 0) {
        pm_walk_cost(cost, 1, 0, 1);
        return PM_OK;
    }
    if (h > PM_HAF_PAIRS)
        return pm_fail(PM_UNABLE, "2^%d subsets of %d pairs", h, h);
    for (int r = 1; r <= h; r++) {
        room += r * (2.0 * r + 1) * (modular ? h : h - r + 1);
        steps += (r <= strand - PM_HAF_LOG_LANES ? ldexp(1, h - r) : units) * accept_steps(h, r);
    }
    pm_walk_cost(cost, UINT64_C(1) << h, strand, 1);
    cost->steps = steps;
    cost->bytes = lanes * room * doubles_of(number) * sizeof(double);
    return PM_OK;
}

static pm_status hafnian_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                              const struct pm_ring *ring, const struct pm_limits *limits)
{
    static const struct pm_kernel *const kernels[PM_NUMBERS] = PM_HALVING_TABLE(pm_hafnian);
    const bool lanes = ring->number == PM_MOD && ring->p >> PRIME_BITS == 0 &&
                       core->a->rows / 2 > PM_HAF_LOG_LANES;
    const struct pm_isa *isa;

    PM_TRY(pm_isa_chosen(&isa, limits->isa));
    PM_TRY(pm_walk_open(job, core, cost, ring,
                        lanes ? pm_hafnian_lanes_sets[isa->number] : kernels[ring->number]));
    struct pm_walk *const walk = *job;
    walk->stop = limits->stop;
    walk->isa = isa;
    return PM_OK;
}

const struct pm_engine pm_engine_hafnian = {
    .name = "hafnian",
    .what = "Bjorklund's subsets of vertex pairs, for dense graphs",
    .kinds = PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .figures =
        {.prime_bits = PRIME_BITS,
         .wide = 20,
         .quick = true,
         /* measured with orders 40 and 28 */
         .rate = {[PM_MOD] = 1.5e10,
                  [PM_REAL] = 4.9e9,
                  [PM_COMPLEX] = 2.7e9,
                  [PM_DD] = 2.8e9,
                  [PM_COMPLEX_DD] = 1.25e9},
         .with_avx2 = {[PM_MOD] = 1.45, [PM_REAL] = 1.35, [PM_DD] = 1.1, [PM_COMPLEX_DD] = 1.2},
         .portable =
             {[PM_MOD] = 7, [PM_REAL] = 24, [PM_COMPLEX] = 20, [PM_DD] = 19, [PM_COMPLEX_DD] = 19}},
    .cost = hafnian_cost,
    .open = hafnian_open,
    .work = pm_walk_work,
    .close = pm_walk_close,
    .more = &pm_engine_no_more,
};
