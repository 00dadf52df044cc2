/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_bethe(): the Bethe permanent is the product of those of the blocks (estimate/beliefs.c),
 * because a doubly stochastic matrix is 0 at all entries that no perfect matching uses.  So are the
 * bounds of the permanent: it is at least the Bethe permanent (Gurvits 2011), and at most sqrt(2)^n
 * times as large for a block of order n (Anari and Rezaei 2019); single entries are what they are.
 */
#include "base/alloc.h"
#include "base/argument.h"
#include "base/watched.h"
#include "estimate/bounds.h"
#include "plan/facility.h"
#include "query/entry_blocks.h"
#include "reduce/reduce.h"

#include <math.h>
#include <stdlib.h>

struct asked {
    const struct pm_problem *problem;
    double *log10_ends, *ends, *beliefs;
};

/* The factors of the Bethe permanent's ends and of the permanent's upper end, as bits. */
struct sums {
    arb_t bits[3];
};

static void add_single(struct sums *sums, const fmpq *entry)
{
    arb_t x;

    arb_init(x);
    arb_set_fmpq(x, entry, PM_LOG_BITS);
    arb_log(x, x, PM_LOG_BITS);
    pm_to_bits(x);
    for (int k = 0; k < 3; k++)
        arb_add(sums->bits[k], sums->bits[k], x, PM_LOG_BITS);
    arb_clear(x);
}

/* The block gets its entries back, which were scaled. */
static pm_status add_block(struct sums *sums, double *beliefs, struct pm_block *block,
                           const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(block->a);
    double ends[2], *own;

    for (int k = 0; k < nnz; k++)
        fmpq_set(block->a->re + k, a->re + block->entry[k]);
    PM_NEW(own, nnz);
    const pm_status status = pm_beliefs_find(ends, own, block->a);
    for (int k = 0; k < nnz && status == PM_OK; k++)
        beliefs[block->entry[k]] = own[k];
    free(own);
    PM_TRY(status);
    for (int k = 0; k < 3; k++)
        pm_add_bits(sums->bits[k], ends[k > 0]);
    pm_add_bits(sums->bits[2], 0.5 * block->a->rows);
    return PM_OK;
}

static void deliver(const struct asked *asked, struct sums *sums)
{
    const bool rounded = asked->problem->field == PM_FIELD_LOGS; /* weights, by much less */
    arb_t power;

    arb_init(power);
    for (int k = 0; k < 3; k++) {
        const double to = k > 0 ? HUGE_VAL : -HUGE_VAL;
        arb_const_log2(power, PM_LOG_BITS);
        arb_mul(power, power, sums->bits[k], PM_LOG_BITS);
        arb_exp(power, power, PM_LOG_BITS);
        asked->ends[k] = k > 0 ? pm_end_above(power) : pm_end_below(power);
        asked->log10_ends[k] = pm_bits_to_log10(sums->bits[k], k > 0);
        if (rounded) {
            asked->ends[k] = fmax(nextafter(asked->ends[k], to), 0);
            asked->log10_ends[k] = nextafter(asked->log10_ends[k], to);
        }
    }
    arb_clear(power);
}

static pm_status add_up(const struct asked *asked, struct pm_blocks *blocks)
{
    const struct pm_matrix *const a = asked->problem->a;
    pm_status status = PM_OK;
    struct sums sums;

    for (int k = 0; k < 3; k++)
        arb_init(sums.bits[k]);
    for (size_t k = 0; k < blocks->singles; k++) {
        asked->beliefs[blocks->single[k]] = 1;
        add_single(&sums, a->re + blocks->single[k]);
    }
    for (size_t k = 0; k < blocks->count && status == PM_OK; k++)
        status = add_block(&sums, asked->beliefs, &blocks->block[k], a);
    if (status == PM_OK)
        deliver(asked, &sums);
    for (int k = 0; k < 3; k++)
        arb_clear(sums.bits[k]);
    return status;
}

static pm_status answer(void *call, struct pm_watched *watched)
{
    const struct asked *const asked = call;
    const struct pm_matrix *const a = asked->problem->a;
    const int nnz = pm_matrix_nnz(a);
    struct pm_blocks blocks;

    (void)watched;
    pm_status status = pm_entry_blocks_find(&blocks, a, PM_EVERY_RULE);
    for (int k = 0; k < nnz; k++)
        asked->beliefs[k] = status == PM_DOMAIN ? NAN : 0;
    if (status == PM_DOMAIN) { /* no perfect matching */
        for (int k = 0; k < 3; k++) {
            asked->ends[k] = 0;
            asked->log10_ends[k] = -HUGE_VAL;
        }
        return PM_OK;
    }
    PM_TRY(status);
    status = add_up(asked, &blocks);
    pm_entry_blocks_clear(&blocks);
    return status;
}

static pm_status check(const struct pm_problem *p)
{
    if (p->kind != PM_PERMANENT || p->base != NULL || p->variant != NULL || p->gadgets > 0 ||
        p->looped > 0)
        return pm_fail(PM_UNABLE, "Bethe permanents are those of matrices, without free or "
                                  "repeated lines and loops");
    if (p->a->rows != p->a->cols)
        return pm_fail(PM_UNABLE,
                       "Bethe permanents are those of square matrices, and this one is %d x %d; "
                       "lines of ones make it square",
                       p->a->rows, p->a->cols);
    return pm_matrix_is_nonnegative(p->a)
               ? PM_OK
               : pm_fail(PM_DOMAIN, "an entry is negative or complex, and beliefs are shares");
}

pm_status pm_bethe(double *log10_ends, double *ends, double *beliefs, const pm_problem *problem,
                   const pm_options *options)
{
    struct asked asked = {
        .problem = problem, .log10_ends = log10_ends, .ends = ends, .beliefs = beliefs};
    pm_options own;
    unsigned rules; /* without influence */

    PM_ARGUMENTS(log10_ends, ends, beliefs, problem);
    PM_TRY(pm_facility_options(&own, PM_ASK_BOUNDS, problem, options));
    PM_TRY(pm_rules_parse(&rules, own.reduce, own.no_reduce));
    PM_TRY(check(problem));
    return pm_watched_within(answer, &asked, &own);
}
