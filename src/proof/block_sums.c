/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list is made by carrying out the steps on names of rows instead of rows.  A state that is 0
 * has no name; a vertex that is covered or closed only changes which state a name belongs to.  So
 * opening and closing cost nothing, and a sum that is not needed is never made.  Rows of the tile
 * are used again after their last use. */
#include "proof/block_sums.h"

#include "base/alloc.h"

#include <stdlib.h>

enum { STATES = 1 << PM_PROOF_TOUCHED, NONE = INT32_MIN };

struct maker {
    struct pm_proof_tile *tile;
    const struct pm_field *field;
    const struct pm_proof_weights *weights;
    const struct pm_proof_span *span;
    int name[STATES];      /* NONE: the number is 0 */
    uint16_t live[STATES]; /* the states with a name */
    int lives;
};

static pm_status emit(struct maker *m, enum pm_proof_tile_code code, int *to, int from, int more,
                      pm_residue factor)
{
    struct pm_proof_tile *const t = m->tile;

    if (t->count == t->room)
        PM_TRY(pm_alloc_grow((void **)&t->operation, &t->room, t->count + 1, sizeof *t->operation));
    *to = (int)t->count;
    t->operation[t->count++] = (struct pm_proof_tile_operation){code, *to, from, more, factor};
    return PM_OK;
}

/* The name of state t += factor times the number of `more`. */
static pm_status accumulate(struct maker *m, uint32_t t, int more, pm_residue factor)
{
    const bool plain = factor == m->field->one;
    const int from = m->name[t];

    if (from != NONE)
        return emit(m, plain ? PM_PROOF_TILE_ADD : PM_PROOF_TILE_ADD_TIMES, &m->name[t], from, more,
                    factor);
    m->live[m->lives++] = (uint16_t)t;
    if (plain) {
        m->name[t] = more;
        return PM_OK;
    }
    return emit(m, PM_PROOF_TILE_TIMES, &m->name[t], more, more, factor);
}

static pm_status use_edge(struct maker *m, uint32_t ends, pm_residue weight)
{
    const int lives = m->lives;

    for (int k = 0; k < lives; k++)
        if ((m->live[k] & ends) == 0)
            PM_TRY(accumulate(m, m->live[k] | ends, m->name[m->live[k]], weight));
    return PM_OK;
}

static pm_status close_vertex(struct maker *m, int u)
{
    const uint32_t bit = pm_proof_bit(m->span, u);
    const pm_residue stay = m->weights->stay[u];
    int kept = 0;

    if (stay != 0) {
        const int lives = m->lives;
        for (int k = 0; k < lives; k++)
            if ((m->live[k] & bit) == 0)
                PM_TRY(accumulate(m, m->live[k] | bit, m->name[m->live[k]], stay));
    }
    for (int k = 0; k < m->lives; k++) /* uncovered: not wanted any more */
        if ((m->live[k] & bit) == 0)
            m->name[m->live[k]] = NONE;
    for (int k = 0; k < m->lives; k++) {
        const uint32_t s = m->live[k];
        if ((s & bit) == 0)
            continue;
        m->name[s ^ bit] = m->name[s];
        m->name[s] = NONE;
        m->live[kept++] = (uint16_t)(s ^ bit);
    }
    m->lives = kept;
    return PM_OK;
}

static pm_status carry_out(struct maker *m)
{
    for (int i = 0; i < m->span->count; i++) {
        const struct pm_proof_group *const g = &m->span->group[i];
        for (int k = 0; k < g->edges; k++)
            PM_TRY(use_edge(m, pm_proof_bit(m->span, g->u) | pm_proof_bit(m->span, g->v[k]),
                            m->weights->edge[g->edge[k]]));
        if (g->closes)
            PM_TRY(close_vertex(m, g->u));
    }
    return PM_OK;
}

/* The rows that go in: named -1 - rank. */
static void begin(struct maker *m, const struct pm_proof_layout *in, int class)
{
    const int other = pm_proof_class_other(in, class);
    const size_t height = pm_proof_height(in, class);

    for (int s = 0; s < STATES; s++)
        m->name[s] = NONE;
    for (size_t k = 0; k < height; k++) {
        const uint32_t s = pm_proof_state(in, &in->x, other, k);
        m->name[s] = -1 - (int)k;
        m->live[m->lives++] = (uint16_t)s;
    }
}

static pm_status end(struct maker *m)
{
    struct pm_proof_tile *const t = m->tile;

    PM_NEW(t->output, m->lives);
    PM_NEW(t->state, m->lives);
    for (int k = 0; k < m->lives; k++) {
        t->output[t->outputs] = m->name[m->live[k]];
        t->state[t->outputs++] = m->live[k];
    }
    return PM_OK;
}

/* Replaces the names of sums, which are the numbers of their operations, by rows of the tile. */
static pm_status assign_rows(struct pm_proof_tile *t)
{
    int *last = NULL, *row = NULL, *unused = NULL, spare = 0;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, last, t->count, done);
    PM_NEW_GOTO(status, row, t->count, done);
    PM_NEW_GOTO(status, unused, t->count, done);
    for (size_t i = 0; i < t->count; i++) {
        const struct pm_proof_tile_operation *const o = &t->operation[i];
        if (o->from >= 0)
            last[o->from] = (int)i;
        if (o->more >= 0)
            last[o->more] = (int)i;
    }
    for (int k = 0; k < t->outputs; k++)
        if (t->output[k] >= 0)
            last[t->output[k]] = INT32_MAX;
    for (size_t i = 0; i < t->count; i++) {
        struct pm_proof_tile_operation *const o = &t->operation[i];
        const int from = o->from, more = o->more;
        o->from = from >= 0 ? row[from] : from;
        o->more = more >= 0 ? row[more] : more;
        if (from >= 0 && last[from] == (int)i)
            unused[spare++] = row[from];
        if (more >= 0 && more != from && last[more] == (int)i)
            unused[spare++] = row[more];
        o->to = row[i] = spare > 0 ? unused[--spare] : t->rows++;
    }
    for (int k = 0; k < t->outputs; k++)
        if (t->output[k] >= 0)
            t->output[k] = row[t->output[k]];
done:
    PM_FREE(last, row, unused);
    return status;
}

pm_status pm_proof_tile_new(struct pm_proof_tile **tile, const struct pm_proof_span *span,
                            const struct pm_proof_layout *in, int class,
                            const struct pm_field *field, const struct pm_proof_weights *weights)
{
    struct maker *m;
    pm_status status;

    PM_NEW(m, 1);
    *m = (struct maker){.field = field, .weights = weights, .span = span};
    PM_NEW_GOTO(status, m->tile, 1, done);
    begin(m, in, class);
    PM_TRY_GOTO(status, carry_out(m), done);
    PM_TRY_GOTO(status, end(m), done);
    PM_TRY_GOTO(status, assign_rows(m->tile), done);
    *tile = m->tile;
    m->tile = NULL;
done:
    pm_proof_tile_free(m->tile);
    free(m);
    return status;
}

void pm_proof_tile_free(struct pm_proof_tile *tile)
{
    if (tile == NULL)
        return;
    PM_FREE(tile->operation, tile->output, tile->state, tile);
}

void pm_proof_tile_run(pm_residue *rows, const struct pm_proof_tile *tile,
                       const struct pm_field *field, const pm_residue *matrix, size_t width,
                       size_t first, int lanes)
{
    for (size_t i = 0; i < tile->count; i++) {
        const struct pm_proof_tile_operation *const o = &tile->operation[i];
        const pm_residue *const from = pm_proof_tile_row(o->from, rows, matrix, width, first);
        const pm_residue *const more = pm_proof_tile_row(o->more, rows, matrix, width, first);
        pm_residue *const to = rows + (size_t)o->to * PM_PROOF_TILE_LANES;
        switch (o->code) {
        case PM_PROOF_TILE_ADD:
            for (int l = 0; l < lanes; l++)
                to[l] = pm_field_add(field, from[l], more[l]);
            break;
        case PM_PROOF_TILE_ADD_TIMES:
            for (int l = 0; l < lanes; l++)
                to[l] = pm_field_add(field, from[l], pm_field_mul(field, o->factor, more[l]));
            break;
        case PM_PROOF_TILE_TIMES:
            for (int l = 0; l < lanes; l++)
                to[l] = pm_field_mul(field, o->factor, more[l]);
            break;
        }
    }
}
