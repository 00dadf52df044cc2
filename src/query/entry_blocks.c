/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the blocks of a matrix, and which entries each contains.  The rule `dm` only uses the
 * places of entries; so it gets a matrix whose entries are the numbers of the entries, and its
 * output shows them.  dm puts blocks of one row into the factor, so we find these here, in the rows
 * and columns that no other block has.  First, blocks of one entry: while some row has a single
 * entry left, it and its column are removed.  Then every row that is left is a block with all its
 * remaining entries, since such rows share no column.
 *
 * Shares and probabilities do not change if a row is multiplied by a number, or a column that every
 * matching uses.  So blocks are scaled to the smallest integers. */
#include "query/entry_blocks.h"

#include "base/alloc.h"
#include "reduce/reduce.h"

#include <flint/fmpz.h>
#include <stdlib.h>
#include <string.h>

/* The matrix of the numbers 1, 2, ... of the entries of `a`; rows <= cols. */
static pm_status number_entries(struct pm_matrix **out, const struct pm_matrix *a)
{
    struct pm_matrix *number, *turned;

    PM_TRY(pm_matrix_copy(&number, a));
    pm_matrix_to_pattern(number);
    for (int k = 0; k < pm_matrix_nnz(number); k++)
        fmpq_set_si(number->re + k, k + 1, 1);
    *out = number;
    if (a->rows <= a->cols)
        return PM_OK;
    const pm_status status = pm_matrix_transpose(&turned, number);
    pm_matrix_free(number);
    if (status == PM_OK)
        *out = turned;
    return status;
}

static int entry_of(const struct pm_matrix *number, int k)
{
    return (int)fmpz_get_si(fmpq_numref(number->re + k)) - 1;
}

/* Fills the block whose entries have the numbers in `number`. */
static pm_status block_fill(struct pm_block *block, const struct pm_matrix *number,
                            const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(number);
    struct pm_gauss factor;
    struct pm_matrix *b;
    bool changed;

    PM_NEW(block->entry, nnz);
    PM_TRY(pm_matrix_new(&block->a, number->rows, number->cols, nnz, a->im != NULL));
    b = block->a;
    memcpy(b->start, number->start, ((size_t)b->rows + 1) * sizeof *b->start);
    memcpy(b->col, number->col, (size_t)nnz * sizeof *b->col);
    for (int k = 0; k < nnz; k++) {
        block->entry[k] = entry_of(number, k);
        fmpq_set(b->re + k, a->re + block->entry[k]);
        if (a->im != NULL)
            fmpq_set(b->im + k, a->im + block->entry[k]);
    }
    pm_gauss_init(&factor);
    const pm_status status = pm_scale_matrix(b, &factor, &changed);
    pm_gauss_clear(&factor);
    return status;
}

/* Finds blocks of one entry among the rows and columns that are not removed yet.  Entries in
 * removed columns do not count.  `turned` lists the rows of each column. */
static pm_status peel(struct pm_blocks *blocks, const struct pm_matrix *number,
                      const struct pm_matrix *turned, bool *row_gone, bool *col_gone)
{
    pm_status status = PM_OK;
    int *left = NULL, *ready = NULL, waiting = 0;

    PM_NEW_GOTO(status, left, number->rows, done);
    PM_NEW_GOTO(status, ready, number->rows, done);
    for (int i = 0; i < number->rows; i++) {
        for (int k = number->start[i]; k < number->start[i + 1]; k++)
            left[i] += !col_gone[number->col[k]];
        if (!row_gone[i] && left[i] == 1)
            ready[waiting++] = i;
    }
    while (waiting > 0) {
        const int i = ready[--waiting];
        int k = number->start[i];
        while (col_gone[number->col[k]])
            k++;
        const int j = number->col[k];
        blocks->single[blocks->singles++] = entry_of(number, k);
        row_gone[i] = col_gone[j] = true;
        for (int l = turned->start[j]; l < turned->start[j + 1]; l++) {
            const int r = turned->col[l];
            if (--left[r] == 1 && !row_gone[r])
                ready[waiting++] = r;
        }
    }
done:
    PM_FREE(left, ready);
    return status;
}

/* Makes row i a block, without removed columns. */
static pm_status row_block(struct pm_blocks *blocks, const struct pm_matrix *number,
                           const struct pm_matrix *a, int i, const bool *col_gone)
{
    struct pm_matrix *row;
    int count = 0;

    for (int k = number->start[i]; k < number->start[i + 1]; k++)
        count += !col_gone[number->col[k]];
    PM_TRY(pm_matrix_new(&row, 1, count, count, false));
    count = 0;
    for (int k = number->start[i]; k < number->start[i + 1]; k++)
        if (!col_gone[number->col[k]]) {
            row->col[count] = count;
            fmpq_set(row->re + count++, number->re + k);
        }
    const pm_status status = block_fill(&blocks->block[blocks->count++], row, a);
    pm_matrix_free(row);
    return status;
}

/* Finds the blocks that are in no core of the reduction. */
static pm_status rest_find(struct pm_blocks *blocks, const struct pm_matrix *number,
                           const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    struct pm_matrix *turned = NULL;
    bool *row_gone = NULL, *col_gone = NULL, *used = NULL;

    PM_NEW_GOTO(status, blocks->single, number->rows, done);
    PM_NEW_GOTO(status, row_gone, number->rows, done);
    PM_NEW_GOTO(status, col_gone, number->cols, done);
    PM_NEW_GOTO(status, used, pm_matrix_nnz(number), done);
    for (size_t b = 0; b < blocks->count; b++)
        for (int k = 0; k < pm_matrix_nnz(blocks->block[b].a); k++)
            used[blocks->block[b].entry[k]] = true;
    PM_EACH_ENTRY(number, i, k)
        if (used[entry_of(number, k)])
            row_gone[i] = col_gone[number->col[k]] = true;
    PM_TRY_GOTO(status, pm_matrix_transpose(&turned, number), done);
    PM_TRY_GOTO(status, peel(blocks, number, turned, row_gone, col_gone), done);
    for (int i = 0; i < number->rows && status == PM_OK; i++)
        if (!row_gone[i])
            status = row_block(blocks, number, a, i, col_gone);
done:
    pm_matrix_free(turned);
    PM_FREE(row_gone, col_gone, used);
    return status;
}

pm_status pm_entry_blocks_find(struct pm_blocks *out, const struct pm_matrix *a, unsigned rules)
{
    pm_status status;
    struct pm_blocks blocks = {0};
    struct pm_reduction reduction = {.cores = 0};
    struct pm_matrix *number = NULL;
    unsigned dm;

    PM_TRY(number_entries(&number, a));
    PM_TRY_GOTO(status, pm_rules_parse(&dm, "dm", NULL), number);
    PM_TRY_GOTO(status, pm_reduce(&reduction, number, PM_PERMANENT, rules & dm), number);
    if (reduction.zero) {
        status = pm_fail(PM_DOMAIN, "the permanent is 0");
        goto done;
    }
    PM_NEW_GOTO(status, blocks.block, reduction.cores + (size_t)number->rows, done);
    for (size_t k = 0; k < reduction.cores; k++) {
        blocks.count++;
        PM_TRY_GOTO(status, block_fill(&blocks.block[k], reduction.core[k], a), done);
    }
    status = rest_find(&blocks, number, a);
done:
    pm_reduce_clear(&reduction);
number:
    pm_matrix_free(number);
    if (status == PM_OK)
        *out = blocks;
    else
        pm_entry_blocks_clear(&blocks);
    return status;
}

void pm_entry_blocks_clear(struct pm_blocks *blocks)
{
    for (size_t k = 0; k < blocks->count; k++) {
        pm_matrix_free(blocks->block[k].a);
        free(blocks->block[k].entry);
    }
    PM_FREE(blocks->block, blocks->single);
    *blocks = (struct pm_blocks){0};
}
