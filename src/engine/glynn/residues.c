/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residues of the image are moved to the range -p/2 .. p/2.  Missing rows are filled with ones;
 * rows beyond the number of columns are those of the identity matrix. */
#include "engine/glynn/residues.h"

#include "num/type_mod.h"

#include <math.h>

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

int pm_residues_groups(const struct pm_matrix *a)
{
    const double bits = PM_GROUP_BITS;
    double product = bits; /* of the group so far, in bits */
    int groups = 0;

    for (int i = 0; i < a->rows; i++) {
        double sum = 0;
        bool integers = true;
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            sum += fabs(fmpq_get_d(a->re + k));
            integers = integers && fmpz_is_one(fmpq_denref(a->re + k)) &&
                       (a->im == NULL || fmpq_is_zero(a->im + k));
        }
        int exponent = 0;
        frexp(sum, &exponent);
        const bool alone = !integers || exponent > PM_RESIDUE_BITS - 2;
        if (alone || product + exponent > bits) {
            groups++;
            product = 0;
        }
        product += alone ? bits : exponent;
    }
    return groups;
}
