/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The image as a dense matrix by columns, for walks that need one. */
#ifndef PM_ENGINE_CLASSIC_COLUMNS_H
#define PM_ENGINE_CLASSIC_COLUMNS_H

#include "base/alloc.h"
#include "engine/walk.h"
#include "num/type.h"

/* walk->dense = the image, with zeros. */
static inline pm_status pm_dense_fill(struct pm_walk *walk)
{
    const struct pm_image *const a = walk->image;
    T *dense;

    PM_NEW(dense, (size_t)a->rows * (size_t)a->cols);
    for (int j = 0; j < a->cols; j++)
        for (int i = 0; i < a->rows; i++)
            dense[(size_t)j * (size_t)a->rows + (size_t)i] = t_zero();
    for (int i = 0; i < a->rows; i++)
        for (int k = a->row_start[i]; k < a->row_start[i + 1]; k++)
            dense[(size_t)a->row_col[k] * (size_t)a->rows + (size_t)i] = ((const T *)a->row_val)[k];
    walk->dense = dense;
    return PM_OK;
}

/* Multiplies row i of the dense matrix by `factor`, the constant factor of a formula. */
static inline void pm_dense_scale_row(struct pm_walk *walk, int i, T factor)
{
    const struct pm_image *const a = walk->image;
    T *const dense = walk->dense;

    for (int j = 0; j < a->cols; j++) {
        T *const entry = &dense[(size_t)j * (size_t)a->rows + (size_t)i];
        if (!t_is_zero(*entry))
            *entry = t_mul(&a->ring, *entry, factor);
    }
}

#endif
