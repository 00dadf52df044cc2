/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues of the image are moved to the range -p/2 .. p/2.  Missing rows are filled with ones;
 * rows beyond the number of columns are those of the identity matrix. */
#include "engine/glynn/residues.h"

#include "num/type_mod.h"

void pm_residues_load(double *b, int n, const struct pm_image *image)
{
    for (int i = 0; i < image->rows; i++)
        for (int k = image->row_start[i]; k < image->row_start[i + 1]; k++)
            b[i * n + image->row_col[k]] = t_centred(&image->ring, ((const T *)image->row_val)[k]);
    for (int i = image->rows; i < image->cols; i++)
        for (int j = 0; j < image->cols; j++)
            b[i * n + j] = 1;
    for (int i = image->cols; i < n; i++)
        b[i * n + i] = 1;
}
