/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marginals: what share of the permanent has each entry in it, a_ij per(minor) / per.  Shares of a
 * block are shares of the whole, since the other blocks' factor cancels; an entry outside all
 * blocks is in every matching or in none. */
#include "run/blocks.h"
#include "run/hafnians.h"
#include "run/shares.h"
#include "run/values.h"

#include "base/alloc.h"

#include <stdlib.h>

/* The shares of block `b`, where its entries stand in the whole. */
static pm_status block_shares(struct pm_values *shares, const struct pm_block *b,
                              const struct pm_request *request)
{
    const int nnz = pm_matrix_nnz(b->a);
    struct pm_value *share;

    PM_NEW(share, nnz);
    for (int e = 0; e < nnz; e++)
        pm_value_init(&share[e]);
    const pm_status status = pm_shares_of_one(share, b->a, request);
    for (int e = 0; e < nnz; e++) {
        if (status == PM_OK)
            pm_value_set(&shares->value[b->entry[e]], &share[e]);
        pm_value_clear(&share[e]);
    }
    free(share);
    return status;
}

pm_status pm_marginals(pm_values **out, const pm_problem *problem, const pm_options *options)
{
    static const char *const type[2][2] = {{"rational", "real"}, {"gaussian", "complex"}};
    pm_status status;
    struct pm_request request;
    struct pm_blocks blocks = {0};
    struct pm_values *shares = NULL;

    PM_TRY(pm_request_parse(&request, problem, options));
    if (problem->kind == PM_PERMANENT)
        PM_TRY(pm_blocks_find(&blocks, problem->a));
    const int digits = request.bits > 0 ? pm_number_digits(request.bits) : 0;
    const bool imaginary = problem->field == PM_FIELD_COMPLEX || problem->a->im != NULL;
    PM_TRY_GOTO(
        status,
        pm_values_new(&shares, pm_problem_entries(problem), digits, type[imaginary][digits > 0]),
        done);
    if (problem->kind == PM_HAFNIAN)
        PM_TRY_GOTO(status, pm_hafnian_shares(shares->value, problem->a, &request.limits), done);
    for (size_t k = 0; k < blocks.singles; k++)
        pm_gauss_set_si(&shares->value[blocks.single[k]].centre, 1);
    for (size_t k = 0; k < blocks.count; k++)
        PM_TRY_GOTO(status, block_shares(shares, &blocks.block[k], &request), done);
    *out = shares;
    shares = NULL;
done:
    pm_values_free(shares);
    pm_blocks_clear(&blocks);
    return status;
}
