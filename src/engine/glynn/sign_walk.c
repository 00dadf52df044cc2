/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the walk of an engine over floating numbers or residues, turns the lanes' sums of a unit
 * into one part, and writes the problem in the form that GPUs read.  The engines' kernels do the
 * walks. */
#include "engine/glynn/sign_walk.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "engine/glynn/rounded.h"
#include "model/round.h"
#include "num/type_mod.h"

#include <math.h>
#include <string.h>

int64_t pm_sign_walk_factor(struct pm_finish *finish, const struct pm_gauss *factor)
{
    const fmpq *const part[2] = {factor->re, factor->im};
    int64_t top = INT64_MIN;
    double error, gap;
    fmpq_t rest;

    for (int k = 0; k < 2; k++) {
        const int64_t e =
            (int64_t)fmpz_bits(fmpq_numref(part[k])) - (int64_t)fmpz_bits(fmpq_denref(part[k]));
        if (!fmpq_is_zero(part[k]) && e > top)
            top = e;
    }
    fmpq_init(rest);
    for (int k = 0; k < 2; k++) {
        finish->factor[k][0] = pm_round(&error, part[k], -top);
        pm_gauss_part_finite(rest, finish->factor[k][0]);
        pm_gauss_part_shift(rest, rest, top);
        fmpq_sub(rest, part[k], rest);
        finish->factor[k][1] = pm_round(&gap, rest, -top);
    }
    fmpq_clear(rest);
    finish->size = pm_above(finish->factor[0][0], finish->factor[1][0]) * PM_UP;
    return top;
}

/* ------------------------------------------------------------------ opening */

static pm_status open_floating(struct pm_sign_walk **signs,
                               const struct pm_sign_walk_engine *engine, const struct pm_core *core,
                               const struct pm_cost *cost, enum pm_number number)
{
    const int parts = number == PM_REAL || number == PM_DD ? 1 : 2;
    const int layers = number == PM_REAL || number == PM_COMPLEX ? 1 : 2;

    if (parts == 1 && core->a->im != NULL)
        return pm_fail(PM_UNABLE, "an entry is not real");
    return engine->floating(signs, core->a, parts, layers, cost->choice);
}

static pm_status open_residues(struct pm_sign_walk **signs,
                               const struct pm_sign_walk_engine *engine, const struct pm_core *core,
                               const struct pm_cost *cost, const struct pm_ring *ring)
{
    struct pm_image *image;

    PM_TRY(pm_image_new(&image, core->a, ring));
    const pm_status status = engine->residues(signs, image, cost->choice);
    pm_image_free(image);
    return status;
}

pm_status pm_sign_walk_open(void **job, const struct pm_sign_walk_engine *engine,
                            const struct pm_core *core, const struct pm_cost *cost,
                            const struct pm_ring *ring, const struct pm_limits *limits)
{
    const struct pm_isa *isa;
    struct pm_sign_walk *signs;

    PM_TRY(pm_isa_chosen(&isa, limits->isa));
    PM_TRY(ring->number == PM_MOD ? open_residues(&signs, engine, core, cost, ring)
                                  : open_floating(&signs, engine, core, cost, ring->number));
    signs->isa = isa;
    *job = signs;
    return PM_OK;
}

void pm_sign_walk_free(void *walk)
{
    struct pm_sign_walk *const signs = walk;

    if (signs == NULL)
        return;
    PM_FREE(signs->memory, signs->places, signs);
}

/* ------------------------------------------------------------------ units */

void pm_sign_walk_begin(double *x, const struct pm_sign_walk *s, uint64_t unit)
{
    const int line = s->rows * s->words;
    const double *const units = s->twice + PM_LOG_LANES * line;

    for (int here = 0; here < line; here++, x += PM_LANES) {
        double sum = s->base[here];
        for (uint64_t rest = unit; rest != 0; rest &= rest - 1)
            sum -= units[__builtin_ctzll(rest) * line + here];
        for (int lane = 0; lane < PM_LANES; lane++) {
            x[lane] = sum;
            for (int bit = 0; bit < PM_LOG_LANES; bit++)
                if (lane >> bit & 1)
                    x[lane] -= s->twice[bit * line + here];
        }
    }
}

static struct pm_part floating_part(const struct pm_sign_walk *s, const struct pm_total *total)
{
    return (struct pm_part){.re = {total->re[0], total->re[1]},
                            .im = {total->im[0], total->im[1]},
                            .err = total->err,
                            .exp = s->exp};
}

/* `total` is congruent to the sum modulo p. */
static struct pm_part residue_part(const struct pm_sign_walk *s, int64_t total)
{
    const int64_t p = (int64_t)s->ring.p, rest = total % p;
    const T residue = t_from_residue(&s->ring, (uint64_t)(rest < 0 ? rest + p : rest));

    return t_part(&s->ring, t_mul(&s->ring, residue, s->factor));
}

static struct pm_part floating_end(const struct pm_strands_sum *sum, const struct pm_sign_walk *s,
                                   uint64_t unit)
{
    struct pm_total tree[PM_LANES];

    for (int lane = 0; lane < PM_LANES; lane++) {
        const double high[2] = {sum->high[0][lane], sum->high[1][lane]};
        const double low[2] = {sum->low[0][lane], sum->low[1][lane]};
        const int minus = (pm_popcount(unit) + pm_popcount((uint64_t)lane)) & 1;
        tree[lane] = pm_total_strand(high, low, sum->bound[lane], s->parts, minus, s->finish.share);
    }
    for (int count = PM_LANES / 2; count > 0; count /= 2)
        for (int k = 0; k < count; k++) {
            tree[k] = tree[2 * k];
            pm_total_add(&tree[k], &tree[2 * k + 1]);
        }
    tree[0] = pm_total_scale(&tree[0], s->parts, &s->finish);
    return floating_part(s, &tree[0]);
}

static struct pm_part residues_end(const double sum[PM_LANES], const struct pm_sign_walk *s,
                                   uint64_t unit)
{
    int64_t total = 0;

    for (int lane = 0; lane < PM_LANES; lane++)
        total += pm_popcount((uint64_t)lane) & 1 ? -(int64_t)sum[lane] : (int64_t)sum[lane];
    return residue_part(s, pm_popcount(unit) & 1 ? -total : total);
}

void pm_sign_walk_unit(struct pm_part *part, const void *walk, uint64_t unit)
{
    const struct pm_sign_walk *const s = walk;
    double x[64 * 4 * PM_LANES] __attribute__((aligned(64)));
    struct pm_strands_sum sum;

    pm_sign_walk_begin(x, s, unit);
    s->kind->walk(&sum, s, x);
    *part = s->kind->residues ? residues_end(sum.high[0], s, unit) : floating_end(&sum, s, unit);
}

pm_status pm_sign_walk_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    for (uint64_t k = 0; k < count; k++)
        pm_sign_walk_unit(&part[k], job, first + k);
    return PM_OK;
}

/* ------------------------------------------------------------------ GPUs */

void pm_sign_walk_put(struct pm_sign_walk_problem *problem, const double *from, int count)
{
    if (problem->to != NULL)
        memcpy(problem->to + problem->count, from, (size_t)count * sizeof *from);
    problem->count += (size_t)count;
}

void pm_sign_walk_put_far(struct pm_sign_walk_problem *problem, const struct pm_sign_walk *signs)
{
    const int line = signs->rows * signs->words;

    pm_sign_walk_put(problem, signs->base, line);
    pm_sign_walk_put(problem, signs->twice, signs->slow * line);
}

static size_t put_problem(double *to, const struct pm_sign_walk *s)
{
    const double p = (double)s->ring.p, prime[] = {p, 1 / p};
    struct pm_sign_walk_problem problem = {.to = to};

    if (s->kind->residues)
        pm_sign_walk_put(&problem, prime, 2);
    else
        pm_sign_walk_put(&problem, (const double *)&s->finish, sizeof s->finish / sizeof *to);
    s->kind->problem(&problem, s);
    return problem.count * sizeof *to;
}

static void problem_of(void *problem, const void *walk)
{
    put_problem(problem, walk);
}

static void node_of(struct pm_part *part, const void *walk, const void *node)
{
    const struct pm_sign_walk *const s = walk;

    *part = s->kind->residues ? residue_part(s, *(const int64_t *)node) : floating_part(s, node);
}

pm_status pm_sign_walk_describe(struct pm_device_walk *walk, struct pm_recipe_text *recipe,
                                const void *job)
{
    const struct pm_sign_walk *const s = job;

    PM_TRY(s->kind->recipe(recipe, s));
    pm_compile_define(recipe, "-DROWS=%d", s->rows);
    pm_compile_define(recipe, "-DLOG_STRANDS=%d", s->slow);
    pm_compile_define(recipe, "-DTHREADS=%d", PM_DEVICE_THREADS);
    if (!s->kind->residues) {
        pm_compile_define(recipe, "-DPARTS=%d", s->parts);
        pm_compile_define(recipe, "-DWORDS=%d", s->words);
    }
    *walk = (struct pm_device_walk){.walk = s,
                                    .recipe = &recipe->recipe,
                                    .units = UINT64_C(1) << (s->slow - PM_LOG_LANES),
                                    .problem_size = put_problem(NULL, s),
                                    .node_size = s->kind->residues ? sizeof(int64_t)
                                                                   : sizeof(struct pm_total),
                                    .problem = problem_of,
                                    .node = node_of,
                                    .unit = pm_sign_walk_unit};
    return PM_OK;
}

pm_status pm_sign_walk_recipe(struct pm_recipe_text *recipe, const void *job,
                              const struct pm_gpu *gpu)
{
    struct pm_device_walk walk;

    (void)gpu;
    return pm_sign_walk_describe(&walk, recipe, job);
}

pm_status pm_sign_walk_open_gpu(void **device, const void *job, const struct pm_gpu *gpu)
{
    return pm_gpu_walk_open(device, pm_sign_walk_describe, job, gpu);
}
