/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates a table as a polynomial.  The polynomial of a table T is the sum over its states s of
 * T[s] times the product of the variables of the vertices in s. */
#pragma once

#include "proof/field.h"
#include "proof/table_layout.h"

/* small[x] = the value for all states with this x; y[k] is the factor of bit k of y.  `small` has
 * 2^x elements. */
pm_status pm_proof_fold(pm_residue *small, const struct pm_proof_layout *layout,
                        const pm_residue *table, const pm_residue *y, const struct pm_field *field,
                        int threads);

/* small[key] = the same for a layout without x, where bit k of a key is bit[k] of y, and these bits
 * have no factor; for the coefficient of the bits in `closed`. */
pm_status pm_proof_fold_keys(pm_residue *small, const struct pm_proof_layout *layout,
                             const pm_residue *table, const pm_residue *y, const int *bit,
                             int count, uint32_t closed, const struct pm_field *field);

/* T(s) += r T(s and a bit), for all sets s of so many bits without this one. */
static inline void pm_proof_transform(pm_residue *table, int bits, int bit, pm_residue r,
                                      const struct pm_field *f)
{
    const size_t one = (size_t)1 << bit;

    for (size_t s = 0; s < (size_t)1 << bits; s++)
        if ((s & one) == 0)
            table[s] = pm_field_add(f, table[s], pm_field_mul(f, r, table[s | one]));
}

/* Evaluates a small table over the bits in `open`, except those in `kept`: the results are at the
 * subsets of `kept`.  r[k] is the factor of bit k.  The table is overwritten. */
void pm_proof_evaluate(pm_residue *small, uint32_t open, uint32_t kept, const pm_residue *r,
                       const struct pm_field *field);
