/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `rank`: square matrices of low rank r, in 2 n C(n + r - 1, r - 1) steps (exponents.h).  A
 * step is a multiplication.  The cost is predicted from the rank modulo one prime, which is at most
 * the true rank.  The matrix is factored again modulo each prime of an exact answer, and for a
 * floating answer, exactly. */
#include "engine/rank/low_rank.h"

#include "base/alloc.h"
#include "base/status.h"
#include "engine/limits.h"
#include "engine/abilities.h"
#include "num/arb_ball.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPARE = 1 }; /* the true rank may be this much larger than the rank modulo a prime */

static const double STEPS_MOST = 0x1p36;
/* The prime of the prediction, and a square root of -1 modulo this prime. */
static const uint64_t PRIME = UINT64_C(2305843009213693973), IOTA = UINT64_C(1035093963448091331);

struct job {
    const struct pm_core *core;
    enum pm_number number;
    int most;                       /* largest rank that is allowed */
    struct pm_rank_residues *taken; /* the factors modulo a prime; NULL: another ring */
    const int *stop;                /* base/stop.h */
};

static double steps_of(int n, int rank)
{
    return 2.0 * n * pm_exponents_count(n, rank) + (double)n * n * rank;
}

static double bytes_of(int n, int rank, size_t number)
{
    return pm_exponents_count(n, rank) *
           (double)((sizeof(int) + sizeof(long)) * (size_t)rank + 2 * number);
}

/* Returns the largest rank for which steps and memory are within the limits; 0: there is none. */
static int rank_most(int n, size_t number, double memory)
{
    int rank = 0;

    while (rank < n && steps_of(n, rank + 1) <= STEPS_MOST &&
           bytes_of(n, rank + 1, number) <= memory)
        rank++;
    return rank;
}

static size_t bytes_of_number(enum pm_number number)
{
    return number == PM_MOD ? sizeof(T) : sizeof(acb_struct) + 64;
}

static pm_status rank_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                           const struct pm_limits *limits)
{
    const int n = core->a->rows;
    const size_t bytes = bytes_of_number(number);
    const int most = rank_most(n, bytes, pm_limits_memory(limits));
    struct pm_ring ring = pm_number_ring_mod(PRIME);
    struct pm_rank_residues *r = NULL;
    struct pm_image *image = NULL;
    pm_status status;
    int *rank;

    if (n != core->a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", n, core->a->cols);
    if (most == 0)
        return pm_fail(PM_UNABLE, "order %d is too large", n);
    ring.iota = IOTA;
    PM_TRY_GOTO(status, pm_image_new(&image, core->a, &ring), done);
    PM_TRY_GOTO(status, pm_rank_residues_new(&r, image, most), done);
    PM_NEW_GOTO(status, rank, 1, done);
    *rank = r->rank > 0 ? r->rank : 1;
    *cost = (struct pm_cost){.steps = steps_of(n, *rank),
                             .bytes = bytes_of(n, *rank, bytes),
                             .units = 1,
                             .choice = rank};
    snprintf(cost->note, sizeof cost->note, "rank %d, %.6g coefficients", r->rank,
             pm_exponents_count(n, *rank));
done:
    pm_rank_residues_free(r);
    pm_image_free(image);
    return status;
}

static double rank_floor(const struct pm_core *core)
{
    return core->a->rows == core->a->cols ? steps_of(core->a->rows, 1) : HUGE_VAL;
}

static void rank_close(void *job)
{
    struct job *const j = job;

    pm_rank_residues_free(j->taken);
    free(j);
}

static pm_status rank_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                           const struct pm_ring *ring, const struct pm_limits *limits)
{
    const int rank = *(const int *)cost->choice;
    struct pm_image *image = NULL;
    pm_status status = PM_OK;
    struct job *j;

    PM_NEW(j, 1);
    *j = (struct job){
        .core = core, .number = ring->number, .most = rank + SPARE, .stop = limits->stop};
    if (ring->number == PM_MOD) {
        status = pm_image_new(&image, core->a, ring);
        PM_THEN(status, pm_rank_residues_new(&j->taken, image, j->most));
        pm_image_free(image);
    }
    PM_GIVE(job, j, status, rank_close);
}

static pm_status rank_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct job *const j = job;
    const bool real = j->number == PM_REAL || j->number == PM_DD;
    acb_t sum;
    T residue;

    (void)first; /* there is one unit */
    (void)count;
    if (j->taken != NULL) {
        PM_TRY(pm_rank_residues_sum(&residue, j->taken, j->stop));
        *part = t_part(&j->taken->ring, residue);
        return PM_OK;
    }
    acb_init(sum);
    const pm_status status = pm_rank_balls_sum(sum, j->core->a, j->most, 106, j->stop);
    if (status == PM_OK)
        *part = acb_is_zero(sum) ? (struct pm_part){.err = 0}
                                 : ball_part(acb_realref(sum), real ? NULL : acb_imagref(sum));
    acb_clear(sum);
    return status;
}

static pm_status any_value(struct pm_value *value, const struct pm_core *core,
                           const struct pm_cost *cost, int bits, const struct pm_limits *limits)
{
    const int rank = *(const int *)cost->choice;
    acb_t sum;

    acb_init(sum);
    const pm_status status = pm_rank_balls_sum(sum, core->a, rank + SPARE, bits, limits->stop);
    if (status == PM_OK)
        ball_value(value, acb_realref(sum), acb_imagref(sum));
    acb_clear(sum);
    return status;
}

static const struct pm_engine_more more = {
    .forget = free,
    .any = any_value,
};

const struct pm_engine pm_engine_rank = {
    .name = "rank",
    .what = "Barvinok's sum over exponents, for matrices of low rank",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .figures = {.steady = true,
                .look = 1e-4,
                .rate = {[PM_MOD] = 2e8,
                         [PM_REAL] = 5e6,
                         [PM_DD] = 5e6,
                         [PM_COMPLEX] = 5e6,
                         [PM_COMPLEX_DD] = 5e6}},
    .floor = rank_floor,
    .cost = rank_cost,
    .open = rank_open,
    .work = rank_work,
    .close = rank_close,
    .more = &more,
};
