/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries that the engine `sweep` can answer: shares of single entries, from a sweep forward and
 * backward (back.h); matchings of every size, from sweeps over graphs whose vertices may stay
 * uncovered (engine/sizes.h). */
#include "base/refusal.h"
#include "engine/limits.h"
#include "engine/sizes.h"
#include "engine/sweep/sweep_run.h"
#include "engine/sweep/sweep.h"
#include "engine/engine_query.h"

#include <flint/fmpz_vec.h>
#include <math.h>

/* ------------------------------------------------------------------- shares */

static pm_status shares_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    if (pm_matrix_nnz(core->a) == 0 || pm_sweep_is_empty(core))
        return pm_fail(PM_UNABLE, "there are no matchings");
    PM_TRY(pm_sweep_choose(cost, core, number, limits, PM_SWEEP_SHARES, NULL));
    const struct pm_sweep_choice *const c = cost->choice;
    /* vectors are kept, so slices do not help */
    const double slices = c->slices.count > 0 ? ldexp(1, c->slices.count) : 1;
    cost->bytes =
        slices * pm_sweep_shares_bytes(c->passes, pm_sweep_number_size(number), limits->threads);
    if (c->slices.count > 0 || cost->bytes > pm_limits_memory(limits)) {
        const pm_status status = pm_refusal_of_memory(NULL, cost->bytes, (double)limits->memory);
        pm_sweep_forget(cost->choice);
        return status;
    }
    cost->steps = pm_sweep_shares_steps(c->passes, number);
    return PM_OK;
}

static pm_status shares(struct pm_part *part, const struct pm_core *core,
                        const struct pm_cost *cost, const struct pm_ring *ring,
                        const struct pm_limits *limits)
{
    struct pm_sweep_choice *const c = cost->choice;
    const struct pm_sweep_use use = pm_sweep_use_of(limits);
    struct pm_image *image;

    PM_TRY(pm_core_image(&image, core, ring));
    const pm_status status =
        pm_sweep_shares(part, (size_t)pm_matrix_nnz(core->a), c->passes, c->graph, image, &use);
    pm_image_free(image);
    return status;
}

const struct pm_engine_query pm_sweep_shares_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .cost = shares_cost,
    .forget = pm_sweep_forget,
    .shares = shares,
};

/* -------------------------------------------------------------------- sizes */

struct values {
    const struct pm_sweep_choice *choice;
    struct pm_sweep_use use;
};

static pm_status value(struct pm_part *part, const void *self, const struct pm_image *image)
{
    const struct values *const v = self;

    return pm_sweep_units(part, v->choice, image, &v->use);
}

static pm_status sizes(fmpz *sum, const struct pm_core *core, const struct pm_cost *cost,
                       const struct pm_limits *limits)
{
    const int at_once = pm_sizes_at_once(core, cost, limits);
    struct values v = {cost->choice, pm_sweep_use_of(limits)};

    v.use.threads /= at_once;
    return pm_sizes_add_up(sum, core, PM_SWEEP_PRIME_BITS, value, &v, at_once);
}

static pm_status sizes_cost(struct pm_cost *cost, const struct pm_core *core, enum pm_number number,
                            const struct pm_limits *limits)
{
    if (pm_matrix_nnz(core->a) == 0)
        return pm_fail(PM_UNABLE, "there are no edges");
    PM_TRY(pm_sweep_choose(cost, core, number, limits, PM_SWEEP_SIZES, NULL));
    cost->steps *= pm_sizes_values(core, PM_SWEEP_PRIME_BITS);
    return PM_OK;
}

const struct pm_engine_query pm_sweep_sizes_query = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT,
    .cost = sizes_cost,
    .forget = pm_sweep_forget,
    .sizes = sizes,
};
