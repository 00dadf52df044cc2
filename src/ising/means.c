/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means at one temperature.  <s_u s_v> is the derivative of log Z for K_uv.  If the share s is the
 * fraction of all matchings that have the edge, so that the even set does not, it is 2 s - 1 of
 * domain walls and d (1 - s) + s / d of even sets of the graph (couplings.h); <E> is minus the sum
 * of J_uv <s_u s_v>. */
#include "base/argument.h"
#include "base/sized.h"
#include "ising/couplings.h"
#include "query/values.h"
#include "solve/solve.h"

enum { LOG_Z, ENERGY, ENTROPY, FIRST };

/* x += factor * y */
static void add_times(struct pm_value *x, const struct pm_value *y, const fmpq_t factor)
{
    struct pm_value product;

    pm_value_init(&product);
    fmpq_set(product.centre.re, factor);
    pm_value_mul(&product, y);
    pm_value_add(x, &product);
    pm_value_clear(&product);
}

/* *mean = <s_u s_v> of coupling e, whose edge has this share; 0 where all states weigh the same. */
static void find_mean(struct pm_value *mean, const struct pm_ising *model, int e,
                      const struct pm_value *share)
{
    fmpq_t factor;

    if (fmpq_is_zero(model->beta))
        return;
    fmpq_init(factor);
    if (model->c.walls) {
        fmpq_set_si(factor, -1, 1);
        fmpq_set(mean->centre.re, factor);
        fmpq_set_si(factor, 2, 1);
    } else {
        fmpq_inv(factor, model->weight + e);
        fmpq_sub(factor, factor, model->weight + e);
        fmpq_set(mean->centre.re, model->weight + e);
    }
    add_times(mean, share, factor);
    /* a covariance of two products of spins is at most 1 */
    mean->error = pm_mag_add(mean->error, pm_mag_up(model->c.edges, -PM_ISING_BITS));
    fmpq_clear(factor);
}

static void find_means(struct pm_values *values, const struct pm_ising *model,
                       const struct pm_values *shares)
{
    struct pm_value *const energy = values->value + ENERGY, *const entropy =
                                                                values->value + ENTROPY;
    fmpq_t minus;

    fmpq_init(minus);
    fmpq_neg(energy->centre.re, model->c.loops);
    for (int e = 0; e < model->c.edges; e++) {
        struct pm_value *const mean = values->value + FIRST + e;
        find_mean(mean, model, e, &shares->value[model->entry[e]]);
        fmpq_neg(minus, model->c.coupling + e);
        add_times(energy, mean, minus);
    }
    pm_value_set(entropy, values->value + LOG_Z);
    add_times(entropy, energy, model->beta);
    fmpq_clear(minus);
}

pm_status pm_ising_means(pm_values **out, const pm_ising *model, const pm_options *options)
{
    pm_options asked;
    pm_answer *log = NULL;
    pm_values *shares = NULL, *values = NULL;
    pm_status status;

    PM_ARGUMENTS(out, model);
    PM_TRY(pm_sized_options(&asked, options));
    PM_TRY_GOTO(status, pm_ising_solve(&log, model, &asked), done);
    PM_TRY_GOTO(status, pm_answer_valued(log), done);
    asked.is_signed = true;
    PM_TRY_GOTO(status, pm_marginals(&shares, model->problem, &asked), done);
    PM_TRY_GOTO(
        status,
        pm_values_new(&values, FIRST + (size_t)model->c.edges, model->problem, log->bits, false),
        done);
    values->proved = true;
    pm_value_set(values->value + LOG_Z, &log->value);
    find_means(values, model, shares);
    *out = values;
done:
    pm_answer_free(log);
    pm_values_free(shares);
    return status;
}

bool pm_ising_coupling(const pm_ising *model, size_t k, int *u, int *v)
{
    const struct pm_couplings *const c = &model->c;

    if (k >= (size_t)c->edges)
        return false;
    *u = c->u[k];
    *v = c->field && c->v[k] == c->spins - 1 ? -1 : c->v[k];
    return true;
}
