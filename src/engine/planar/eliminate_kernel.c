/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elimination modulo eight primes at once (fronts_template.h), for one instruction set.  A pivot
 * must be a unit modulo all of them. */
#include "engine/planar/field_residues.h"
#include "engine/planar/fronts_back_template.h"

extern pm_kasteleyn_eight PM_NAME(pm_kasteleyn_eight);

pm_status PM_NAME(pm_kasteleyn_eight)(struct pm_part *part, bool *mixed,
                                      const struct pm_kasteleyn *k, const struct pm_image *image,
                                      uint64_t first, uint64_t count)
{
    const struct field field = {.ring = &image->ring,
                                .mixed = mixed,
                                .iota = k->sheets.imaginary ? iota_of(&image->ring) : t_zero()};
    const struct job job = {.field = &field, .entry_col = image->row_col, .entry = image->row_val};
    N sum = t_zero();

    *mixed = false;
    PM_TRY(add_leaves(&sum, NULL, k, job, image->nnz, first, count));
    *part = t_part(field.ring, sum);
    return PM_OK;
}
