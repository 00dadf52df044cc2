/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the table of a block.  A block of steps goes through the columns of its table, some at a
 * time; the sums of a column go to their places in the next layout. */
#include "base/alloc.h"
#include "proof/blocks.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------- blocks */

struct pass {
    const struct pm_proof_layout *in, *out;
    const struct pm_field *field;
    const struct pm_proof_tile *tile;
    const struct pm_proof_map *columns; /* from y of `in` to `out` */
    const uint64_t *states;             /* the outputs of the tile in `out` */
    const pm_residue *matrix;           /* of the class */
    pm_residue *table;
    int class;
};

static void run_columns(const struct pass *p, pm_residue *rows, size_t first, int lanes)
{
    const size_t width = p->in->width[p->class];
    uint64_t column[PM_PROOF_TILE_LANES];

    for (int l = 0; l < lanes; l++)
        column[l] = pm_proof_map_state(
            p->columns, pm_proof_state(p->in, &p->in->y, p->class, first + (size_t)l));
    pm_proof_tile_run(rows, p->tile, p->field, p->matrix, width, first, lanes);
    for (int k = 0; k < p->tile->outputs; k++) {
        const pm_residue *const row =
            pm_proof_tile_row(p->tile->output[k], rows, p->matrix, width, first);
        for (int l = 0; l < lanes; l++)
            p->table[pm_proof_map_place(p->out, p->states[k] + column[l])] = row[l];
    }
}

static pm_status run_class(struct pass *p, const struct pm_proof_span *span, int threads)
{
    const size_t width = p->in->width[p->class];
    const size_t chunks = (width + PM_PROOF_TILE_LANES - 1) / PM_PROOF_TILE_LANES;
    const size_t room = (size_t)PM_PROOF_TILE_LANES * (size_t)p->tile->rows;
    const size_t teams = (size_t)threads < chunks / 8 + 1 ? (size_t)threads : chunks / 8 + 1;
    struct pm_proof_map map;
    uint64_t *states = NULL;
    pm_residue *rows = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, states, p->tile->outputs, done);
    PM_NEW_GOTO(status, rows, teams * room, done);
    pm_proof_map_init(&map, span->vertex, span->vertices, p->out);
    for (int k = 0; k < p->tile->outputs; k++)
        states[k] = pm_proof_map_state(&map, p->tile->state[k]);
    p->states = states;
#pragma omp parallel for num_threads((int)teams) if (teams > 1)
    for (size_t team = 0; team < teams; team++)
        for (size_t k = chunks * team / teams; k < chunks * (team + 1) / teams; k++) {
            const size_t first = k * PM_PROOF_TILE_LANES, left = width - first;
            run_columns(p, rows + team * room, first,
                        left < PM_PROOF_TILE_LANES ? (int)left : PM_PROOF_TILE_LANES);
        }
done:
    PM_FREE(states, rows);
    return status;
}

pm_status pm_proof_block_run(pm_residue *table, const struct pm_proof_block *block,
                             const pm_residue *in, const struct pm_field *field,
                             const struct pm_proof_weights *weights, int threads)
{
    const struct pm_proof_layout *const l = block->in;
    struct pm_proof_map columns;
    struct pass pass = {
        .in = l, .out = block->out, .field = field, .columns = &columns, .table = table};

    pm_proof_map_init(&columns, l->y.vertex, l->y.count, block->out);
    for (int c = 0; c < l->classes; c++) {
        struct pm_proof_tile *tile;
        if (l->width[c] == 0 || pm_proof_height(l, c) == 0)
            continue;
        PM_TRY(pm_proof_tile_new(&tile, &block->span, l, c, field, weights));
        pass.tile = tile;
        pass.class = c;
        pass.matrix = in + l->first[c];
        const pm_status status = run_class(&pass, &block->span, threads);
        pm_proof_tile_free(tile);
        PM_TRY(status);
    }
    return PM_OK;
}
