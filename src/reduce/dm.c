/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `dm`: the Dulmage-Mendelsohn decomposition (decompose.h).
 *
 * Coarse decomposition: if a maximum matching leaves a row free, the permanent is 0
 * (model/obstacle.c finds rows that violate Hall's condition).  Otherwise the free columns, and the
 * columns that are reached from them, form the horizontal part with their rows.  These rows can be
 * matched only there, since the other rows use all other columns.  So their entries in other
 * columns contribute nothing.  The rest is square. Fine decomposition: an entry of the square part
 * contributes only if it lies within a strongly connected component.  Every entry of the horizontal
 * part lies in some maximum matching, so that part only splits into its connected components.
 * Columns without entries are dropped.
 *
 * The permanent is the product over the blocks.  Blocks of one entry are multiplied at once; all
 * others are filled in one pass over the entries. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "reduce/decompose.h"

#include <stdio.h>
#include <stdlib.h>

/* --------------------------------------------------------------------- blocks */

/* The block of every row and column (-1: a dropped column), and its number in the block. */
struct blocks {
    int count;
    int *of_row, *of_col, *in_row, *in_col;
    int *rows, *cols, *nnz; /* by block */
    bool *complex_values;
};

static void blocks_clear(struct blocks *b)
{
    PM_FREE(b->of_row, b->of_col, b->in_row, b->in_col, b->rows, b->cols, b->nnz,
            b->complex_values);
}

/* Numbers the blocks by their first rows, and the rows and columns of each block in their old
 * order. */
static pm_status number_blocks(struct blocks *b, const struct pm_matrix *a, const int *row_name,
                               const int *col_name)
{
    int *number;

    PM_NEW(number, (size_t)a->rows + (size_t)a->cols);
    for (int i = 0; i < a->rows; i++) {
        if (number[row_name[i]] == 0)
            number[row_name[i]] = ++b->count;
        b->of_row[i] = number[row_name[i]] - 1;
        b->in_row[i] = b->rows[b->of_row[i]]++;
    }
    for (int j = 0; j < a->cols; j++) {
        b->of_col[j] = col_name[j] < 0 ? -1 : number[col_name[j]] - 1; /* a column that is in no
                                                                        * block is empty */
        if (b->of_col[j] >= 0)
            b->in_col[j] = b->cols[b->of_col[j]]++;
    }
    PM_EACH_ENTRY(a, i, k) {
        const int block = b->of_row[i];
        if (b->of_col[a->col[k]] != block)
            continue;
        b->nnz[block]++;
        b->complex_values[block] |= a->im != NULL && !fmpq_is_zero(a->im + k);
    }
    free(number);
    return PM_OK;
}

static pm_status blocks_new(struct blocks *b, const struct pm_matrix *a)
{
    *b = (struct blocks){0};
    PM_NEW(b->of_row, a->rows);
    PM_NEW(b->in_row, a->rows);
    PM_NEW(b->of_col, a->cols);
    PM_NEW(b->in_col, a->cols);
    PM_NEW(b->rows, a->rows);
    PM_NEW(b->cols, a->rows);
    PM_NEW(b->nnz, a->rows);
    PM_NEW(b->complex_values, a->rows);
    return PM_OK;
}

/* Allocates an empty matrix for every block with more than one entry; blocks with one entry get
 * none. */
static pm_status blocks_allocate(struct pm_matrix **block, const struct blocks *b)
{
    for (int k = 0; k < b->count; k++)
        if (b->rows[k] > 1 || b->cols[k] > 1)
            PM_TRY(
                pm_matrix_new(block + k, b->rows[k], b->cols[k], b->nnz[k], b->complex_values[k]));
    return PM_OK;
}

/* The origins of the lines of the blocks, if `a` has origins. */
static pm_status blocks_trace(struct pm_matrix **block, const struct blocks *b,
                              const struct pm_matrix *a)
{
    if (a->origin == NULL)
        return PM_OK;
    for (int k = 0; k < b->count; k++)
        if (block[k] != NULL)
            PM_NEW(block[k]->origin, (size_t)b->rows[k] + (size_t)b->cols[k]);
    for (int i = 0; i < a->rows; i++)
        if (block[b->of_row[i]] != NULL)
            block[b->of_row[i]]->origin[b->in_row[i]] = a->origin[i];
    for (int j = 0; j < a->cols; j++) {
        const int k = b->of_col[j];
        if (k >= 0 && block[k] != NULL)
            block[k]->origin[b->rows[k] + b->in_col[j]] = a->origin[a->rows + j];
    }
    return PM_OK;
}

/* Distributes the entries to the blocks, those of 1 x 1 blocks to the product.  fill[k]: number of
 * entries of block k so far. */
static pm_status blocks_fill(struct pm_matrix **block, int *fill, struct pm_product *product,
                             const struct blocks *b, const struct pm_matrix *a)
{
    for (int i = 0; i < a->rows; i++) {
        const int k = b->of_row[i];
        if (block[k] != NULL)
            block[k]->start[b->in_row[i]] = fill[k];
        for (int l = a->start[i]; l < a->start[i + 1]; l++) {
            const int j = a->col[l];
            if (b->of_col[j] != k)
                continue;
            if (block[k] == NULL) {
                PM_TRY(pm_rewrite_product_add(product, a->re + l, pm_matrix_im(a, l)));
                continue;
            }
            pm_matrix_put(block[k], fill[k]++, b->in_col[j], a, l);
        }
    }
    return PM_OK;
}

static void blocks_note(struct pm_rewrite *rewrite, const struct blocks *b,
                        const struct pm_matrix *a)
{
    int largest = 0, entries = 0, single = 0;

    for (int k = 0; k < b->count; k++) {
        if (b->rows[k] > b->rows[largest] ||
            (b->rows[k] == b->rows[largest] && b->cols[k] > b->cols[largest]))
            largest = k;
        entries += b->nnz[k];
        single += b->rows[k] == 1 && b->cols[k] == 1;
    }
    size_t at = (size_t)snprintf(rewrite->note, sizeof rewrite->note,
                                 "%d x %d, %d entries -> %d block%s, largest %d x %d", a->rows,
                                 a->cols, pm_matrix_nnz(a), b->count, b->count == 1 ? "" : "s",
                                 b->rows[largest], b->cols[largest]);
    if (single > 0)
        at += (size_t)snprintf(rewrite->note + at, sizeof rewrite->note - at,
                               ", %d of a single entry", single);
    if (entries < pm_matrix_nnz(a))
        snprintf(rewrite->note + at, sizeof rewrite->note - at, "; %d entries dropped",
                 pm_matrix_nnz(a) - entries);
}

static pm_status blocks_push(struct pm_rewrite *rewrite, const struct blocks *b,
                             const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    struct pm_matrix **block = NULL;
    struct pm_product product;
    int *fill = NULL;

    pm_rewrite_product_init(&product);
    PM_NEW_GOTO(status, block, b->count, done);
    PM_NEW_GOTO(status, fill, b->count, done);
    PM_TRY_GOTO(status, blocks_allocate(block, b), done);
    PM_TRY_GOTO(status, blocks_trace(block, b, a), done);
    PM_TRY_GOTO(status, blocks_fill(block, fill, &product, b, a), done);
    pm_rewrite_product_take(&rewrite->factor, &product);
    for (int k = 0; k < b->count; k++) {
        if (block[k] == NULL)
            continue;
        PM_TRY_GOTO(status, pm_rewrite_push(rewrite, block[k]), done);
        block[k] = NULL;
    }
    rewrite->changed = true;
    blocks_note(rewrite, b, a);
done:
    for (int k = 0; block != NULL && k < b->count; k++)
        pm_matrix_free(block[k]);
    PM_FREE(block, fill);
    pm_rewrite_product_clear(&product);
    return status;
}

/* True where the only block is the whole matrix. */
static bool is_whole(const struct blocks *b, const struct pm_matrix *a)
{
    return b->count == 1 && b->cols[0] == a->cols && b->nnz[0] == pm_matrix_nnz(a) &&
           (a->rows > 1 || a->cols > 1);
}

pm_status pm_dm_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    struct blocks b = {0};
    int *row_name = NULL, *col_name = NULL;
    bool full;
    pm_status status;

    if (a->rows == 0)
        return PM_OK;
    PM_NEW_GOTO(status, row_name, a->rows, done);
    PM_NEW_GOTO(status, col_name, a->cols, done);
    PM_TRY_GOTO(status, pm_decompose(row_name, col_name, &full, a), done);
    if (!full) {
        rewrite->zero = rewrite->changed = true;
        snprintf(rewrite->note, sizeof rewrite->note, "some rows cannot be matched");
        goto done;
    }
    PM_TRY_GOTO(status, blocks_new(&b, a), done);
    PM_TRY_GOTO(status, number_blocks(&b, a, row_name, col_name), done);
    if (!is_whole(&b, a))
        status = blocks_push(rewrite, &b, a);
done:
    blocks_clear(&b);
    PM_FREE(row_name, col_name);
    return status;
}
