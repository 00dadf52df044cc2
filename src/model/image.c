/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where exact entries become machine numbers: each type's conversion stands in convert_TYPE.c,
 * everything else is common. */
#include "model/image.h"

#include "base/alloc.h"
#include "model/convert.h"

#include <stdlib.h>
#include <string.h>

static const struct pm_convert *const converts[PM_NUMBERS] = {
    [PM_MOD] = &pm_convert_mod,         [PM_WRAP] = &pm_convert_wrap, [PM_REAL] = &pm_convert_real,
    [PM_COMPLEX] = &pm_convert_complex, [PM_MODS] = &pm_convert_mods,
};

size_t pm_number_size(enum pm_number number)
{
    return converts[number]->size;
}

/* floor(log2 |x|) to within one, for x != 0. */
static int64_t fmpq_exponent(const fmpq *x)
{
    return (int64_t)fmpz_bits(fmpq_numref(x)) - (int64_t)fmpz_bits(fmpq_denref(x));
}

static int64_t entry_exponent(const struct pm_matrix *a, int k)
{
    const bool re = !fmpq_is_zero(a->re + k);
    const bool im = a->im != NULL && !fmpq_is_zero(a->im + k);
    const int64_t er = re ? fmpq_exponent(a->re + k) : INT64_MIN;
    const int64_t ei = im ? fmpq_exponent(a->im + k) : INT64_MIN;
    return er > ei ? er : ei;
}

/* Exponents to take off rows and columns so that the largest in each is near 0: alternating
 * max-plus passes. */
static pm_status scale_find(int64_t *row, int64_t *col, const struct pm_matrix *a)
{
    enum { PASSES = 4 };
    const int nnz = pm_matrix_nnz(a);
    int64_t *exponent;

    PM_NEW(exponent, nnz);
    for (int k = 0; k < nnz; k++)
        exponent[k] = entry_exponent(a, k);
    for (int pass = 0; pass < PASSES; pass++) {
        for (int i = 0; i < a->rows; i++) {
            int64_t top = INT64_MIN;
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (exponent[k] - col[a->col[k]] > top)
                    top = exponent[k] - col[a->col[k]];
            row[i] = top == INT64_MIN ? 0 : top;
        }
        if (a->rows != a->cols)
            break; /* an unused column's scale would not be paid back */
        for (int j = 0; j < a->cols; j++)
            col[j] = INT64_MIN;
        for (int i = 0; i < a->rows; i++)
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                if (exponent[k] - row[i] > col[a->col[k]])
                    col[a->col[k]] = exponent[k] - row[i];
        for (int j = 0; j < a->cols; j++)
            if (col[j] == INT64_MIN)
                col[j] = 0;
    }
    free(exponent);
    return PM_OK;
}

/* What is left of entry exponents of row i, the diagonal aside, once both scales are taken off:
 * the sum, and the largest. */
static int64_t row_left(int64_t *top, const struct pm_matrix *a, int i, const int64_t *exponent,
                        const int64_t *scale)
{
    int64_t sum = 0;

    *top = 0;
    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
        const int64_t left = exponent[k] - scale[i] - scale[a->col[k]];
        if (a->col[k] == i)
            continue;
        sum += left;
        if (left > *top)
            *top = left;
    }
    return sum;
}

/* The same for a symmetric matrix whose rows and columns are scaled alike: least squares of what is
 * left of the exponents, by relaxation; then no entry is left much above 1. */
static pm_status scale_alike(int64_t *scale, const struct pm_matrix *a)
{
    enum { PASSES = 32, FRACTION = 16 };
    const int nnz = pm_matrix_nnz(a);
    int64_t *exponent, *excess = NULL;
    pm_status status = PM_OK;

    PM_NEW(exponent, nnz);
    PM_NEW_GOTO(status, excess, a->rows, done);
    for (int k = 0; k < nnz; k++)
        exponent[k] = FRACTION * entry_exponent(a, k);
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < a->rows; i++) {
            const int degree = a->start[i + 1] - a->start[i];
            if (degree > 0)
                scale[i] += row_left(&excess[i], a, i, exponent, scale) / degree;
        }
    for (int i = 0; i < a->rows; i++)
        row_left(&excess[i], a, i, exponent, scale);
    for (int i = 0; i < a->rows; i++)
        scale[i] = (scale[i] + (excess[i] + 1) / 2) / FRACTION;
done:
    free(exponent);
    free(excess);
    return status;
}

/* Exponents of rows and columns, and of the whole. */
static pm_status image_scale(struct pm_image *image, int64_t *row, int64_t *col,
                             const struct pm_matrix *a, bool symmetric)
{
    PM_TRY(symmetric ? scale_alike(row, a) : scale_find(row, col, a));
    for (int i = 0; i < a->rows; i++)
        image->exp += row[i];
    for (int j = 0; j < a->cols; j++)
        if (symmetric)
            col[j] = row[j];
        else
            image->exp += col[j];
    return PM_OK;
}

static pm_status image_values(struct pm_image *image, const struct pm_matrix *a, bool symmetric)
{
    pm_status status = PM_OK;
    const struct pm_convert *const convert = converts[image->ring.number];
    int64_t *row = NULL, *col = NULL;

    PM_NEW_GOTO(status, row, a->rows, done);
    PM_NEW_GOTO(status, col, a->cols, done);
    if (convert->scaled)
        PM_TRY_GOTO(status, image_scale(image, row, col, a, symmetric), done);
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            PM_TRY_GOTO(status,
                        convert->entry((char *)image->row_val + (size_t)k * convert->size,
                                       &image->ring, a->re + k, a->im ? a->im + k : NULL,
                                       -(row[i] + col[a->col[k]])),
                        done);
done:
    free(row);
    free(col);
    return status;
}

/* The same entries by columns. */
static pm_status image_columns(struct pm_image *image)
{
    const size_t size = converts[image->ring.number]->size;
    int *next;

    PM_NEW(next, image->cols + 1);
    for (int k = 0; k < image->nnz; k++)
        image->col_start[image->row_col[k] + 1]++;
    for (int j = 0; j < image->cols; j++)
        image->col_start[j + 1] += image->col_start[j];
    memcpy(next, image->col_start, (size_t)image->cols * sizeof *next);
    for (int i = 0; i < image->rows; i++)
        for (int k = image->row_start[i]; k < image->row_start[i + 1]; k++) {
            const int at = next[image->row_col[k]]++;
            image->col_row[at] = i;
            memcpy((char *)image->col_val + (size_t)at * size,
                   (const char *)image->row_val + (size_t)k * size, size);
        }
    free(next);
    return PM_OK;
}

static pm_status image_new(struct pm_image **out, const struct pm_matrix *a,
                           const struct pm_ring *ring, bool symmetric)
{
    pm_status status = PM_OK;
    struct pm_image *image;
    const int nnz = pm_matrix_nnz(a);
    const size_t size = converts[ring->number]->size;

    PM_NEW(image, 1);
    *image = (struct pm_image){.ring = *ring,
                               .rows = a->rows,
                               .cols = a->cols,
                               .nnz = nnz,
                               .row_start = a->start,
                               .row_col = a->col};
    PM_NEW_GOTO(status, image->col_start, (size_t)a->cols + 1, fail);
    PM_NEW_GOTO(status, image->col_row, nnz, fail);
    if ((image->row_val = pm_alloc((size_t)nnz, size)) == NULL ||
        (image->col_val = pm_alloc((size_t)nnz, size)) == NULL) {
        status = PM_NOMEM;
        goto fail;
    }
    PM_TRY_GOTO(status, image_values(image, a, symmetric), fail);
    PM_TRY_GOTO(status, image_columns(image), fail);
    *out = image;
    return PM_OK;
fail:
    pm_image_free(image);
    return status;
}

pm_status pm_image_new(struct pm_image **image, const struct pm_matrix *a,
                       const struct pm_ring *ring)
{
    return image_new(image, a, ring, false);
}

pm_status pm_image_symmetric(struct pm_image **image, const struct pm_matrix *a,
                             const struct pm_ring *ring)
{
    return image_new(image, a, ring, true);
}

void pm_image_free(struct pm_image *image)
{
    if (image == NULL)
        return;
    free(image->col_start);
    free(image->col_row);
    free(image->row_val);
    free(image->col_val);
    free(image);
}
