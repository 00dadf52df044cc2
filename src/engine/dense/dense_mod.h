/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dense walk modulo a prime below 2^PM_RESIDUE_BITS. */
#ifndef PM_ENGINE_DENSE_DENSE_MOD_H
#define PM_ENGINE_DENSE_DENSE_MOD_H

#include "engine/dense/dense_walk.h"
#include "model/image.h"
#include "num/part.h"

struct pm_modular {
    struct pm_residues walk;
    const struct pm_isa *isa;
    struct pm_ring ring;
    int columns;          /* those with a free sign */
    int row[65];          /* walk.row */
    double *memory;       /* of all tables */
    double *base, *twice; /* as in struct pm_dense */
    uint64_t factor;      /* 2^(1-n), or less that, in Montgomery form */
};

pm_status pm_modular_new(struct pm_modular **m, const struct pm_image *image);
void pm_modular_free(struct pm_modular *m); /* NULL is fine */

/* A sum of strands with their signs, or a representative of it, as a part. */
struct pm_part pm_modular_part(const struct pm_modular *m, int64_t total);

void pm_modular_unit(struct pm_part *part, const struct pm_modular *m, uint64_t unit);

#endif
