/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts exact entries to machine numbers.  Conversions are in convert_*.c, one file for all
 * floating types; the rest is common to all types. */
#include "model/image.h"

#include "base/alloc.h"
#include "base/status.h"
#include "model/balance.h"
#include "model/convert.h"

#include <stdlib.h>
#include <string.h>

static const struct pm_convert *const converts[PM_NUMBERS] = {
    [PM_MOD] = &pm_convert_mod,   [PM_WRAP] = &pm_convert_wrap,
    [PM_REAL] = &pm_convert_real, [PM_COMPLEX] = &pm_convert_complex,
    [PM_DD] = &pm_convert_dd,     [PM_COMPLEX_DD] = &pm_convert_complex_dd,
    [PM_MODS] = &pm_convert_mods,
};

size_t pm_image_number_size(enum pm_number number)
{
    return converts[number]->size;
}

/* Exponents of rows and columns, and of the whole matrix. */
static pm_status image_scale(struct pm_image *image, int64_t *row, int64_t *col,
                             const struct pm_matrix *a, bool symmetric)
{
    PM_TRY(symmetric ? pm_balance_symmetric(row, a) : pm_balance(row, col, a));
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
    PM_EACH_ENTRY(a, i, k)
        PM_TRY_GOTO(status,
                    convert->entry((char *)image->row_val + (size_t)k * convert->size, &image->ring,
                                   a->re + k, a->im ? a->im + k : NULL, -(row[i] + col[a->col[k]])),
                    done);
done:
    PM_FREE(row, col);
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
    PM_NEW_GOTO(status, image->col_start, (size_t)a->cols + 1, done);
    PM_NEW_GOTO(status, image->col_row, nnz, done);
    if ((image->row_val = pm_alloc((size_t)nnz, size)) == NULL ||
        (image->col_val = pm_alloc((size_t)nnz, size)) == NULL) {
        status = PM_NOMEM;
        goto done;
    }
    PM_TRY_GOTO(status, image_values(image, a, symmetric), done);
    PM_TRY_GOTO(status, image_columns(image), done);
done:
    PM_GIVE(out, image, status, pm_image_free);
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
    PM_FREE(image->col_start, image->col_row, image->row_val, image->col_val, image);
}
