/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawing, the directions and the order come from the engine for planar graphs.  Rows are
 * eliminated in pairs.  A pair should be one of a perfect matching, but its entry may have become
 * 0; then the row is paired with the next one in the order that has an entry.  An entry that is 0
 * modulo a random prime is taken as 0. */
#include "proof/plane.h"

#include "base/alloc.h"
#include "base/compare.h"
#include "base/budget.h"
#include "base/status.h"
#include "engine/planar/pair_order.h"
#include "model/blossom.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    int v; /* a row has its entries by this */
    pm_residue x;
};

struct row {
    struct entry *entry;
    int count;
    bool gone;
};

struct pm_proof_plane {
    const struct pm_proved_problem *statement;
    const struct pm_matrix *a;
    enum pm_kind kind;
    const int *vertex; /* of the statement, of each vertex of the graph */
    struct pm_adjacent graph;
    int *mate;    /* of each vertex of the graph; -1: none */
    bool *inner;  /* of each vertex: it is in the barrier, if there is one */
    bool perfect; /* there is no barrier; only then what follows is there */
    struct pm_plane *plane;
    bool *along;   /* of each half-edge */
    int *order;    /* of the vertices */
    int *position; /* in the order */
    int *pair;     /* two vertices each */
    struct row *row;
    pm_residue square; /* of the product of the pivots */
};

/* ------------------------------------------------------------------ elimination */

static void clear_rows(struct pm_proof_plane *p)
{
    for (int v = 0; p->row != NULL && v < p->graph.vertices; v++)
        free(p->row[v].entry);
    free(p->row);
    p->row = NULL;
}

/* The matrix: the weight of an edge along its direction, and minus it against it. */
static pm_status fill_rows(struct pm_proof_plane *p, const struct pm_oracle *oracle)
{
    const struct pm_proved_problem *const s = p->statement;
    const struct pm_field *const f = &oracle->field;

    clear_rows(p);
    PM_NEW(p->row, p->graph.vertices);
    for (int v = 0; v < p->graph.vertices; v++) {
        struct row *const row = &p->row[v];
        PM_NEW(row->entry, p->graph.start[v + 1] - p->graph.start[v]);
        for (int h = p->plane->first[v]; h >= 0;) {
            const int w = p->plane->head[h],
                      e = pm_proved_problem_edge(s, p->vertex[v], p->vertex[w]);
            const pm_residue x = pm_oracle_residue(oracle, s->re + e, NULL);
            row->entry[row->count++] = (struct entry){w, p->along[h] ? x : pm_field_sub(f, 0, x)};
            h = p->plane->next[h] == p->plane->first[v] ? -1 : p->plane->next[h];
        }
        pm_alloc_sort(row->entry, (size_t)row->count, sizeof *row->entry, pm_compare_ints);
    }
    return PM_OK;
}

/* Adds factor times `other` to row x, without the columns u and v and the diagonal. */
static pm_status add_row(struct pm_proof_plane *p, int x, pm_residue factor,
                         const struct row *other, int u, int v, const struct pm_field *f)
{
    struct row *const row = &p->row[x];
    struct entry *sum;
    int i = 0, k = 0, count = 0;

    PM_NEW(sum, (size_t)row->count + (size_t)other->count);
    while (i < row->count || k < other->count) {
        const int mine = i < row->count ? row->entry[i].v : INT32_MAX;
        const int theirs = k < other->count ? other->entry[k].v : INT32_MAX;
        const int at = mine < theirs ? mine : theirs;
        struct entry next = mine == at ? row->entry[i++] : (struct entry){.v = at};
        const pm_residue more = theirs == at ? other->entry[k++].x : 0;
        if (at == u || at == v || at == x)
            continue;
        if (theirs == at)
            next.x = pm_field_add(f, next.x, pm_field_mul(f, factor, more));
        sum[count++] = next;
    }
    free(row->entry);
    row->entry = sum;
    row->count = count;
    return PM_OK;
}

/* 1/a, for a factor a, by Fermat's little theorem. */
static pm_residue invert(pm_residue a, const struct pm_field *f)
{
    pm_residue power = f->one;

    for (int bit = 127; bit >= 0; bit--) {
        power = pm_field_mul(f, power, power);
        if ((f->p - 2) >> bit & 1)
            power = pm_field_mul(f, power, a);
    }
    return power;
}

/* Eliminates rows u and v, whose entry is a. */
static pm_status eliminate(struct pm_proof_plane *p, int u, int v, pm_residue a,
                           const struct pm_field *f)
{
    const pm_residue inverse = invert(pm_field_factor(f, a), f);

    for (int side = 0; side < 2; side++) {
        const struct row *const from = &p->row[side == 0 ? v : u];
        const struct row *const other = &p->row[side == 0 ? u : v];
        for (int k = 0; k < from->count; k++) {
            const pm_residue b = pm_field_mul(f, inverse, from->entry[k].x);
            if (from->entry[k].v != u && from->entry[k].v != v)
                PM_TRY(add_row(p, from->entry[k].v,
                               pm_field_factor(f, side == 0 ? b : pm_field_sub(f, 0, b)), other, u,
                               v, f));
        }
    }
    p->row[u].gone = p->row[v].gone = true;
    return PM_OK;
}

/* The entry with which row u is eliminated; NULL: the row is 0. */
static const struct entry *pivot_of(const struct pm_proof_plane *p, int u)
{
    const struct row *const row = &p->row[u];
    const struct entry *best = NULL;

    for (int k = 0; k < row->count; k++) {
        const struct entry *const e = &row->entry[k];
        if (e->x == 0)
            continue;
        if (e->v == p->mate[u])
            return e;
        if (best == NULL || p->position[e->v] < p->position[best->v])
            best = e;
    }
    return best;
}

/* Eliminates all rows, and lists their pairs. */
static pm_status eliminate_all(struct pm_proof_plane *p, const struct pm_oracle *oracle)
{
    const struct pm_field *const f = &oracle->field;
    pm_residue product = f->one; /* of the pivots, as a factor */
    int count = 0;

    PM_NEW(p->pair, p->graph.vertices);
    PM_TRY(fill_rows(p, oracle));
    for (int k = 0; k < p->graph.vertices; k++) {
        const int u = p->order[k];
        if (p->row[u].gone)
            continue;
        const struct entry *const pivot = pivot_of(p, u);
        if (pivot == NULL)
            return pm_fail(PM_UNABLE, "a pivot is 0");
        p->pair[count++] = u;
        p->pair[count++] = pivot->v;
        product = pm_field_mul(f, product, pm_field_factor(f, pivot->x));
        PM_TRY(pm_budget_ask());
        PM_TRY(eliminate(p, u, pivot->v, pivot->x, f));
    }
    clear_rows(p);
    p->square = pm_field_mul(f, pm_field_mul(f, product, product), 1);
    return PM_OK;
}

/* --------------------------------------------------------------------- interface */

/* Finds a perfect matching, or else a barrier: the inner vertices of trees that cannot grow.
 * Without them, each outer vertex or blossom is an odd component of its own, and there are more of
 * these than inner vertices (Edmonds 1965). */
static pm_status find_mates(struct pm_proof_plane *p)
{
    struct pm_forest f;

    PM_NEW(p->mate, p->graph.vertices);
    PM_NEW(p->inner, p->graph.vertices);
    PM_TRY(pm_blossom_init(&f, p->graph.vertices, p->graph.start, p->graph.to));
    pm_blossom_match_most(&f);
    p->perfect = true;
    for (int v = 0; v < p->graph.vertices; v++) {
        p->mate[v] = f.match[v];
        p->inner[v] = f.label[v] == PM_INNER;
        p->perfect = p->perfect && f.match[v] >= 0;
    }
    pm_blossom_clear(&f);
    return PM_OK;
}

static pm_status find_order(struct pm_proof_plane *p)
{
    const int rows = p->kind == PM_HAFNIAN ? 0 : p->a->rows;
    struct pm_pairs pairs = {0};
    int count = 0;

    PM_NEW(p->order, p->graph.vertices);
    PM_NEW(p->position, p->graph.vertices);
    const pm_status status = pm_pairs_order(&pairs, p->a, p->kind, p->mate, NULL);
    for (int k = 0; status == PM_OK && k < pairs.nodes; k++) {
        const int node = pairs.order[k];
        for (int i = 0; i < pairs.width; i++)
            p->order[count++] = pairs.node_row[node * pairs.width + i];
        if (rows > 0)
            p->order[count++] = rows + pairs.node_col[node];
    }
    for (int k = 0; k < count; k++)
        p->position[p->order[k]] = k;
    pm_pairs_clear(&pairs);
    return status;
}

pm_status pm_proof_plane_new(struct pm_proof_plane **plane, const struct pm_proved_problem *s,
                             const struct pm_matrix *a, enum pm_kind kind, const int *vertex,
                             const struct pm_oracle *oracle)
{
    struct pm_proof_plane *p;
    pm_status status;

    PM_NEW(p, 1);
    p->statement = s;
    p->a = a;
    p->kind = kind;
    p->vertex = vertex;
    PM_TRY_GOTO(status, pm_adjacent_new(&p->graph, a, kind), done);
    PM_TRY_GOTO(status, find_mates(p), done);
    if (!p->perfect)
        goto done;
    PM_TRY_GOTO(status, pm_plane_new(&p->plane, &p->graph), done);
    PM_NEW_GOTO(status, p->along, p->plane->halves, done);
    PM_TRY_GOTO(status, pm_plane_orient(p->along, p->plane), done);
    PM_TRY_GOTO(status, find_order(p), done);
    status = eliminate_all(p, oracle);
done:
    PM_GIVE(plane, p, status, pm_proof_plane_free);
}

bool pm_proof_plane_square(pm_residue *square, const struct pm_proof_plane *p)
{
    *square = p->square;
    return p->perfect;
}

void pm_proof_plane_free(struct pm_proof_plane *p)
{
    if (p == NULL)
        return;
    clear_rows(p);
    pm_adjacent_clear(&p->graph);
    pm_plane_free(p->plane);
    PM_FREE(p->mate, p->inner, p->along, p->order, p->position, p->pair, p);
}

static void write_barrier(FILE *file, const struct pm_proof_plane *p)
{
    fputs("barrier", file);
    for (int v = 0; v < p->graph.vertices; v++)
        if (p->inner[v])
            fprintf(file, " %d", p->vertex[v] + 1);
    putc('\n', file);
}

/* The lines of vertices ascend as these do in the statement. */
pm_status pm_proof_plane_write(FILE *file, const struct pm_proof_plane *p)
{
    const int vertices = p->graph.vertices, all = p->statement->vertices;
    int *at; /* of a vertex of the statement: 1 + that of the graph */

    if (!p->perfect) {
        write_barrier(file, p);
        return PM_OK;
    }
    PM_NEW(at, all);
    for (int v = 0; v < vertices; v++)
        at[p->vertex[v]] = 1 + v;
    fprintf(file, "plane %d\n", vertices);
    for (int u = 0; u < all; u++) {
        const int first = at[u] > 0 ? p->plane->first[at[u] - 1] : -1;
        for (int h = first; h >= 0;) {
            fprintf(file, "%s%d", p->along[h] ? "" : "-", p->vertex[p->plane->head[h]] + 1);
            h = p->plane->next[h] == first ? -1 : p->plane->next[h];
            putc(h < 0 ? '\n' : ' ', file);
        }
    }
    free(at);
    fprintf(file, "pairs %d\n", vertices / 2);
    for (int k = 0; k < vertices; k += 2)
        fprintf(file, "%d %d\n", p->vertex[p->pair[k]] + 1, p->vertex[p->pair[k + 1]] + 1);
    return PM_OK;
}
