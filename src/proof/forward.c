/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the table of a block.  A block of steps goes through the columns of its table, some at a
 * time; the sums of a column go to their places in the next layout.  A join multiplies all pairs of
 * numbers whose states have no vertex in common. */
#include "base/alloc.h"
#include "proof/blocks.h"

#include <stdlib.h>

/* ------------------------------------------------------------------------- blocks */

struct pass {
    const struct pm_proof_layout *in, *out;
    const struct pm_field *field;
    const struct pm_tile *tile;
    const struct pm_proof_map *columns; /* from y of `in` to `out` */
    const uint64_t *states;             /* the outputs of the tile in `out` */
    const pm_residue *matrix;           /* of the class */
    pm_residue *table;
    int class;
};

static void run_columns(const struct pass *p, pm_residue *rows, size_t first, int lanes)
{
    const size_t width = p->in->width[p->class];
    uint64_t column[PM_TILE_LANES];

    for (int l = 0; l < lanes; l++)
        column[l] = pm_proof_map_state(
            p->columns, pm_proof_state(p->in, &p->in->y, p->class, first + (size_t)l));
    pm_tile_run(rows, p->tile, p->field, p->matrix, width, first, lanes);
    for (int k = 0; k < p->tile->outputs; k++) {
        const pm_residue *const row =
            pm_tile_row(p->tile->output[k], rows, p->matrix, width, first);
        for (int l = 0; l < lanes; l++)
            p->table[pm_proof_map_place(p->out, p->states[k] + column[l])] = row[l];
    }
}

static pm_status run_class(struct pass *p, const struct pm_proof_span *span, int threads)
{
    const size_t width = p->in->width[p->class];
    const size_t chunks = (width + PM_TILE_LANES - 1) / PM_TILE_LANES;
    const size_t room = (size_t)PM_TILE_LANES * (size_t)p->tile->rows;
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
            const size_t first = k * PM_TILE_LANES, left = width - first;
            run_columns(p, rows + team * room, first,
                        left < PM_TILE_LANES ? (int)left : PM_TILE_LANES);
        }
done:
    free(states);
    free(rows);
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
        struct pm_tile *tile;
        if (l->width[c] == 0 || pm_proof_height(l, c) == 0)
            continue;
        PM_TRY(pm_tile_new(&tile, &block->span, l, c, field, weights));
        pass.tile = tile;
        pass.class = c;
        pass.matrix = in + l->first[c];
        const pm_status status = run_class(&pass, &block->span, threads);
        pm_tile_free(tile);
        PM_TRY(status);
    }
    return PM_OK;
}

/* -------------------------------------------------------------------------- joins */

/* The states of the right table, by what they have of the shared vertices. */
struct side {
    uint32_t *sorted; /* numbers of states */
    size_t *start;    /* where those with the same shared vertices begin */
    uint64_t *place;  /* of each state in `sorted`: its bits in the joined table */
};

/* The class of y in a layout without x. */
static int class_of(const struct pm_proof_layout *l)
{
    return l->states == PM_STATES_EVEN ? l->ones & 1 : l->ones;
}

void pm_proof_shared_bits(int *bit, const struct pm_proof_layout *l, const int *shared, int count)
{
    for (int k = 0; k < count; k++) {
        bit[k] = 0;
        while (l->y.vertex[bit[k]] != shared[k])
            bit[k]++;
    }
}

uint32_t pm_proof_key(const struct pm_proof_layout *l, size_t rank, const int *bit, int count)
{
    const uint32_t state = pm_proof_state(l, &l->y, class_of(l), rank);
    uint32_t key = 0;

    for (int k = 0; k < count; k++)
        key |= (state >> bit[k] & 1) << k;
    return key;
}

static pm_status side_init(struct side *s, const struct pm_proof_layout *l,
                           const struct pm_proof_map *map, const int *bit, int shared)
{
    const size_t keys = (size_t)1 << shared;

    PM_NEW(s->sorted, l->length);
    PM_NEW(s->place, l->length);
    PM_NEW(s->start, keys + 2);
    for (size_t r = 0; r < l->length; r++)
        s->start[pm_proof_key(l, r, bit, shared) + 2]++;
    for (size_t k = 2; k < keys + 2; k++)
        s->start[k] += s->start[k - 1];
    for (size_t r = 0; r < l->length; r++) {
        const size_t at = s->start[pm_proof_key(l, r, bit, shared) + 1]++;
        s->sorted[at] = (uint32_t)r;
        s->place[at] = pm_proof_map_state(map, pm_proof_state(l, &l->y, class_of(l), r));
    }
    return PM_OK;
}

/* Adds the products of one number of the left table. */
static void join_one(pm_residue *table, const struct pm_proof_layout *out, const struct side *right,
                     const pm_residue *right_table, const struct pm_field *field, uint64_t place,
                     uint32_t free_keys, pm_residue value)
{
    const pm_residue factor = pm_field_factor(field, value);

    for (uint32_t key = free_keys;; key = (key - 1) & free_keys) {
        for (size_t i = right->start[key]; i < right->start[key + 1]; i++) {
            pm_residue *const to = &table[pm_proof_map_place(out, place + right->place[i])];
            *to = pm_field_add(field, *to,
                               pm_field_mul(field, factor, right_table[right->sorted[i]]));
        }
        if (key == 0)
            break;
    }
}

int pm_proof_shared(int *shared, const struct pm_proof_layout *left,
                    const struct pm_proof_layout *right)
{
    int count = 0;

    for (int k = 0; k < left->y.count; k++) {
        bool both = false;
        for (int i = 0; i < right->y.count; i++)
            both = both || right->y.vertex[i] == left->y.vertex[k];
        if (!both)
            continue;
        int at = count++; /* ascending */
        for (; at > 0 && shared[at - 1] > left->y.vertex[k]; at--)
            shared[at] = shared[at - 1];
        shared[at] = left->y.vertex[k];
    }
    return count;
}

pm_status pm_proof_block_join(pm_residue *table, const struct pm_proof_layout *out,
                              const struct pm_proof_layout *left, const pm_residue *left_table,
                              const struct pm_proof_layout *right, const pm_residue *right_table,
                              const struct pm_field *field)
{
    int shared[PM_PROOF_WIDTH], bit[PM_PROOF_WIDTH];
    const int count = pm_proof_shared(shared, left, right);
    const uint32_t all = (uint32_t)(((uint64_t)1 << count) - 1);
    struct pm_proof_map left_map, right_map;
    struct side side = {0};
    pm_status status;

    pm_proof_map_init(&left_map, left->y.vertex, left->y.count, out);
    pm_proof_map_init(&right_map, right->y.vertex, right->y.count, out);
    pm_proof_shared_bits(bit, right, shared, count);
    PM_TRY_GOTO(status, side_init(&side, right, &right_map, bit, count), done);
    pm_proof_shared_bits(bit, left, shared, count);
    for (size_t l = 0; l < left->length; l++)
        join_one(table, out, &side, right_table, field,
                 pm_proof_map_state(&left_map, pm_proof_state(left, &left->y, class_of(left), l)),
                 all & ~pm_proof_key(left, l, bit, count), left_table[l]);
done:
    free(side.sorted);
    free(side.place);
    free(side.start);
    return status;
}
