/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the sparse engine.  fast_columns.c chooses the columns, sparse_program.c says which
 * products are made of which (struct pm_program, the same for all numbers and for every machine),
 * sparse_tables.c and sparse_mod.c fill tables with numbers, the files *_kernel.c walk. */
#ifndef PM_ENGINE_SPARSE_SPARSE_WALK_H
#define PM_ENGINE_SPARSE_SPARSE_WALK_H

#include "engine/glynn/residues.h"
#include "engine/isa/isa.h"
#include "engine/sparse/sparse_program.h"
#include "model/image.h"
#include "num/part.h"

/* Over floating numbers. */
struct pm_sparse {
    struct pm_program program;
    struct pm_sparse_walk walk;
    struct pm_finish finish;
    const struct pm_isa *isa;
    int parts, words; /* words: of a number, twice its parts in double-double */
    int64_t exp;
    double *memory;
    double *base, *twice; /* base: [n][words]; twice: [columns][n][words], lanes', units' */
    int *places;          /* of walk */
};

/* `layers`: 1 for double, 2 for double-double. */
pm_status pm_sparse_new(struct pm_sparse **sparse, const struct pm_matrix *a, int parts, int layers,
                        const struct pm_sparse_choice *choice);
void pm_sparse_free(struct pm_sparse *sparse); /* NULL is fine */
void pm_sparse_unit(struct pm_part *part, const struct pm_sparse *sparse, uint64_t unit);

/* Modulo a prime below 2^PM_RESIDUE_BITS. */
struct pm_sparse_mod {
    struct pm_program program;
    struct pm_sparse_walk walk;
    const struct pm_isa *isa;
    struct pm_ring ring;
    bool wide[64];
    uint64_t factor; /* in Montgomery form */
    double *memory, *base, *twice;
    int *places;
};

pm_status pm_sparse_mod_new(struct pm_sparse_mod **sparse, const struct pm_image *image,
                            const struct pm_sparse_choice *choice);
void pm_sparse_mod_free(struct pm_sparse_mod *sparse); /* NULL is fine */
void pm_sparse_mod_unit(struct pm_part *part, const struct pm_sparse_mod *sparse, uint64_t unit);

#endif
