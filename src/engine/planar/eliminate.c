/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination modulo a prime (fronts_template.h). */
#define PM_TYPE mod
#include "engine/planar/field_residues.h"
#include "engine/planar/fronts_back_template.h"

static struct field field_of(const struct pm_kasteleyn *k, const struct pm_image *image)
{
    return (struct field){.ring = &image->ring,
                          .iota = k->sheets.imaginary ? iota_of(&image->ring) : t_zero()};
}

static struct job job_of(const struct field *field, const struct pm_image *image)
{
    return (struct job){.field = field, .entry_col = image->row_col, .entry = image->row_val};
}

pm_status pm_kasteleyn_sum(struct pm_part *part, const struct pm_kasteleyn *k,
                           const struct pm_image *image, uint64_t first, uint64_t count)
{
    const struct field field = field_of(k, image);
    N sum = t_zero();

    PM_TRY(add_leaves(&sum, NULL, k, job_of(&field, image), image->nnz, first, count));
    *part = t_part(field.ring, sum);
    return PM_OK;
}

pm_status pm_fronts_shares(uint64_t *share, const struct pm_kasteleyn *k,
                           const struct pm_image *image)
{
    const struct field field = field_of(k, image);
    N *sum;

    PM_NEW(sum, (size_t)image->nnz + 1);
    const pm_status status = add_leaves(&sum[image->nnz], sum, k, job_of(&field, image), image->nnz,
                                        0, (uint64_t)k->leaves);
    for (int e = 0; e <= image->nnz; e++)
        share[e] = t_to_residue(field.ring, sum[e]);
    free(sum);
    return status;
}
