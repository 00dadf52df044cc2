/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a block as a list of additions.  The block touches only the vertices of x and those
 * that it opens.  So for each y it does the same to a small table, with one number for each subset
 * of these vertices.  Which numbers of that table are not 0 depends on the class of y alone: there
 * is one list for each class.  An operation applies to a row, the numbers of many y. */
#pragma once

#include "proof/field.h"
#include "proof/table_layout.h"
#include "proof/steps.h"

/* The groups of edges that a block uses, and the vertices that it touches. */
struct pm_proof_span {
    const struct pm_proof_group *group;
    int count;
    int vertex[PM_PROOF_TOUCHED]; /* those of x, then those that are opened */
    int vertices;
};

static inline uint32_t pm_proof_bit(const struct pm_proof_span *span, int vertex)
{
    int k = 0;

    while (span->vertex[k] != vertex)
        k++;
    return UINT32_C(1) << k;
}

/* The factors of edges, and of vertices that stay uncovered; 0 for those that must be covered. */
struct pm_proof_weights {
    const pm_residue *edge, *stay;
};

enum pm_proof_tile_code { PM_PROOF_TILE_ADD, PM_PROOF_TILE_ADD_TIMES, PM_PROOF_TILE_TIMES };

/* A row: one of the table if it is negative (-1 - rank), else one of the tile. */
struct pm_proof_tile_operation {
    enum pm_proof_tile_code code;
    int to, from, more; /* ADD: from + more; ADD_TIMES: from + factor more; TIMES: factor more */
    pm_residue factor;
};

struct pm_proof_tile {
    struct pm_proof_tile_operation *operation;
    size_t count, room;
    int rows; /* in the tile */
    int outputs;
    int *output;     /* the row of each output */
    uint32_t *state; /* its subset of the span's vertices */
};

pm_status pm_proof_tile_new(struct pm_proof_tile **tile, const struct pm_proof_span *span,
                            const struct pm_proof_layout *in, int class,
                            const struct pm_field *field, const struct pm_proof_weights *weights);
void pm_proof_tile_free(struct pm_proof_tile *tile); /* NULL is fine */

enum { PM_PROOF_TILE_LANES = 16 }; /* most columns at once */

/* Computes all rows for columns first .. first + lanes - 1 of a class. */
void pm_proof_tile_run(pm_residue *rows, const struct pm_proof_tile *tile,
                       const struct pm_field *field, const pm_residue *matrix, size_t width,
                       size_t first, int lanes);

/* Row `row` after pm_proof_tile_run(). */
static inline const pm_residue *pm_proof_tile_row(int row, const pm_residue *rows,
                                                  const pm_residue *matrix, size_t width,
                                                  size_t first)
{
    return row < 0 ? matrix + (size_t)(-1 - row) * width + first
                   : rows + (size_t)row * PM_PROOF_TILE_LANES;
}
