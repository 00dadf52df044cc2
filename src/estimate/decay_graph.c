/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of decay.c: its vertices in a good order, and its weights as doubles.
 *
 * Order: always the vertex with the fewest neighbours that are left, of those the first of the
 * input.  Then few paths leave a vertex; and in a lattice whose vertices are numbered row by row,
 * rows are removed one after another, so that most neighbourhoods are equal.
 *
 * Weights: the edges of vertex v, and its weight alone, are multiplied by 2^-e, where 4^e is about
 * its largest edge, or 2^e its weight alone.  Each matching has one factor 2^-e for every vertex.
 * Cost: m log n. */
#include "estimate/decay_graph.h"

#include "base/heap.h"
#include "base/splitmix.h"
#include "model/adjacent.h"
#include "num/ball.h"
#include "num/mag.h"

#include <string.h>

/* ------------------------------------------------------------------ order */

/* Vertices by the number of neighbours that are left, then by number; those whose number of
 * neighbours has changed since are passed over. */
static uint64_t key_of(int left, int v)
{
    return (uint64_t)left << 32 | (uint64_t)v;
}

/* number[v] = the place of v in the order */
static pm_status choose_order(int *number, const struct pm_adjacent *a)
{
    struct pm_heap heap = {.item = NULL};
    int *left, placed = 0;
    pm_status status = PM_OK;

    PM_NEW(left, a->vertices);
    for (int v = 0; v < a->vertices && status == PM_OK; v++) {
        number[v] = -1;
        left[v] = a->start[v + 1] - a->start[v];
        status = pm_heap_push(&heap, key_of(left[v], v), v);
    }
    while (placed < a->vertices && status == PM_OK) {
        const struct pm_heap_item first = pm_heap_take(&heap);
        const int v = first.number;
        if (number[v] >= 0 || first.key != key_of(left[v], v))
            continue;
        number[v] = placed++;
        for (int k = a->start[v]; k < a->start[v + 1] && status == PM_OK; k++) {
            const int u = a->to[k];
            if (number[u] < 0)
                status = pm_heap_push(&heap, key_of(--left[u], u), u);
        }
    }
    PM_FREE(heap.item, left);
    return status;
}

/* ------------------------------------------------------------------ weights */

/* The entry of an edge of the adjacent graph. */
static const fmpq *entry(const struct pm_matrix *a, enum pm_kind kind, int u, int v)
{
    if (kind == PM_HAFNIAN)
        return a->re + pm_matrix_entry(a, u, v);
    return a->re +
           (u < v ? pm_matrix_entry(a, u, v - a->rows) : pm_matrix_entry(a, v, u - a->rows));
}

static struct pm_mag size_of(const fmpq *x)
{
    const fmpz num = *fmpq_numref(x);

    if (fmpz_is_one(fmpq_denref(x)) && !COEFF_IS_MPZ(num) && num < (fmpz)1 << 53)
        return pm_mag_double((double)num, 0);
    return pm_mag_fmpq(x);
}

/* x 2^-exp as two doubles; numbers below 2^-900 are only bounded from above. */
static struct pm_range scaled(const fmpq *x, int64_t exp)
{
    struct pm_mag size = size_of(x); /* at most one unit in the last place above it */

    size.e -= size.m > 0 ? exp : 0;
    const double high = pm_mag_get_double(size);
    return (struct pm_range){high < 0x1p-900 ? 0 : high * PM_WEIGHT_BELOW, high};
}

/* The exponent of the least power of two that is larger; 0: there is none. */
static int64_t bits_of(const fmpq *x)
{
    return size_of(x).e;
}

/* exp[v] of each vertex of the input */
static void choose_exponents(int64_t *exp, const struct pm_adjacent *g, const struct pm_matrix *a,
                             enum pm_kind kind, const fmpq *alone)
{
    for (int v = 0; v < g->vertices; v++) {
        const bool some = alone == NULL || !fmpq_is_zero(alone + v);
        int64_t least = INT64_MIN;
        for (int k = g->start[v]; k < g->start[v + 1]; k++) {
            const int64_t bits = bits_of(entry(a, kind, v, g->to[k]));
            least = bits > least ? bits : least;
        }
        exp[v] = least == INT64_MIN ? 0 : least >= 0 ? least / 2 : -((1 - least) / 2);
        if (some) {
            const int64_t own = alone != NULL ? bits_of(alone + v) - 1 : 0;
            exp[v] = least == INT64_MIN || own > exp[v] ? own : exp[v];
        }
    }
}

static pm_status make(struct pm_decay_graph *g)
{
    const size_t n = (size_t)g->n;

    PM_NEW(g->start, n + 1);
    PM_NEW(g->number, n);
    PM_NEW(g->alone, n);
    PM_NEW(g->ratio, n);
    PM_NEW(g->gamma, n);
    return PM_OK;
}

struct slot {
    int to, from; /* a place in the adjacent graph */
};

static int compare(const void *a, const void *b)
{
    const struct slot *const x = a, *const y = b;

    return y->to - x->to;
}

/* Fills the slots of all vertices; order[i] = the vertex with number i. */
static pm_status fill(struct pm_decay_graph *g, const struct pm_adjacent *from, const int *order,
                      const int64_t *exp, const struct pm_matrix *a, enum pm_kind kind)
{
    struct slot *slot;

    PM_NEW(g->to, from->start[g->n]);
    PM_NEW(g->weight, from->start[g->n]);
    PM_NEW(g->leaf, from->start[g->n]);
    PM_NEW(slot, g->n);
    for (int i = 0; i < g->n; i++) {
        const int v = order[i], degree = from->start[v + 1] - from->start[v];
        for (int k = 0; k < degree; k++)
            slot[k] = (struct slot){g->number[from->to[from->start[v] + k]], from->start[v] + k};
        qsort(slot, (size_t)degree, sizeof *slot, compare);
        g->start[i + 1] = g->start[i] + degree;
        for (int k = 0; k < degree; k++) {
            const int u = from->to[slot[k].from];
            g->to[g->start[i] + k] = slot[k].to;
            g->weight[g->start[i] + k] = scaled(entry(a, kind, v, u), exp[v] + exp[u]);
        }
    }
    free(slot);
    return PM_OK;
}

static void set_alone(struct pm_decay_graph *g, const int64_t *exp, const fmpq *alone)
{
    fmpq_t one;

    fmpq_init(one);
    fmpq_one(one);
    for (int v = 0; v < g->n; v++) {
        g->alone[g->number[v]] = scaled(alone != NULL ? alone + v : one, exp[v]);
        g->exponent += exp[v];
    }
    fmpq_clear(one);
}

/* ------------------------------------------------------------------ ratios and kinds */

/* The bounds of the ratio of v in every subgraph without its neighbour u. */
static struct pm_range without(const struct pm_decay_graph *g, int v, int u)
{
    double sum = g->alone[v].high + PM_BALL_TINY;

    for (int k = g->start[v]; k < g->start[v + 1]; k++)
        if (g->to[k] != u)
            sum += g->weight[k].high * g->ratio[g->to[k]].high;
    const double low = pm_decay_inverse((struct pm_range){0, sum}, g->gamma[v]).low;
    return (struct pm_range){low, g->ratio[v].high};
}

/* The bounds of ratios in every subgraph: a vertex without neighbours has the largest ratio. */
static void bound_ratios(struct pm_decay_graph *g)
{
    for (int v = 0; v < g->n; v++) {
        g->gamma[v] = pm_gamma(2.0 * (g->start[v + 1] - g->start[v]) + 8);
        g->ratio[v] = pm_decay_inverse((struct pm_range){g->alone[v].low, HUGE_VAL}, g->gamma[v]);
    }
    for (int v = 0; v < g->n; v++) {
        double sum = g->alone[v].high + PM_BALL_TINY;
        for (int k = g->start[v]; k < g->start[v + 1]; k++)
            sum += g->weight[k].high * g->ratio[g->to[k]].high;
        g->ratio[v].low = pm_decay_inverse((struct pm_range){0, sum}, g->gamma[v]).low;
    }
    for (int v = 0; v < g->n; v++)
        for (int k = g->start[v]; k < g->start[v + 1]; k++)
            g->leaf[k] = without(g, g->to[k], v);
}

/* Pairs of doubles, and their numbers. */
struct kinds {
    struct pm_range *key;
    int *number; /* from 1; 0: an empty place */
    size_t mask;
    int count;
};

static int kind_of(struct kinds *t, struct pm_range key)
{
    uint64_t bits[2];

    memcpy(bits, &key, sizeof bits);
    size_t at = pm_random_mix(bits[0] ^ pm_random_mix(bits[1])) & t->mask;
    while (t->number[at] != 0 && memcmp(&t->key[at], &key, sizeof key) != 0)
        at = (at + 1) & t->mask;
    if (t->number[at] == 0) {
        t->key[at] = key;
        t->number[at] = ++t->count;
    }
    return t->number[at];
}

static pm_status find_kinds(struct pm_decay_graph *g)
{
    const int slots = g->start[g->n];
    struct kinds t = {.mask = 1};
    pm_status status = PM_OK;

    while (t.mask < 2 * ((size_t)g->n + (size_t)slots))
        t.mask *= 2;
    PM_NEW_GOTO(status, t.key, t.mask, done);
    PM_NEW_GOTO(status, t.number, t.mask, done);
    PM_NEW_GOTO(status, g->kind, g->n, done);
    PM_NEW_GOTO(status, g->edge_kind, slots, done);
    t.mask--;
    for (int v = 0; v < g->n; v++)
        g->kind[v] = kind_of(&t, (struct pm_range){g->alone[v].high, g->ratio[v].low});
    for (int k = 0; k < slots; k++)
        g->edge_kind[k] = kind_of(&t, (struct pm_range){g->weight[k].high, g->leaf[k].low});
done:
    PM_FREE(t.key, t.number);
    return status;
}

static pm_status convert(struct pm_decay_graph *g, const struct pm_adjacent *from,
                         const struct pm_matrix *a, enum pm_kind kind, const fmpq *alone)
{
    int64_t *exp = NULL;
    int *order = NULL;
    pm_status status = make(g);

    PM_THEN(status, choose_order(g->number, from));
    if (status != PM_OK)
        return status;
    PM_NEW_GOTO(status, exp, g->n, done);
    PM_NEW_GOTO(status, order, g->n, done);
    for (int v = 0; v < g->n; v++)
        order[g->number[v]] = v;
    choose_exponents(exp, from, a, kind, alone);
    set_alone(g, exp, alone);
    PM_TRY_GOTO(status, fill(g, from, order, exp, a, kind), done);
    bound_ratios(g);
    status = find_kinds(g);
done:
    PM_FREE(exp, order);
    return status;
}

pm_status pm_decay_graph_init(struct pm_decay_graph *g, const struct pm_matrix *a,
                              enum pm_kind kind, const fmpq *alone)
{
    struct pm_adjacent from;

    PM_TRY(pm_adjacent_new(&from, a, kind));
    *g = (struct pm_decay_graph){.n = from.vertices};
    const pm_status status = convert(g, &from, a, kind, alone);
    pm_adjacent_clear(&from);
    return status;
}

void pm_decay_graph_clear(struct pm_decay_graph *g)
{
    PM_FREE(g->start, g->to, g->number, g->weight, g->leaf, g->alone, g->ratio, g->gamma, g->kind,
            g->edge_kind);
    *g = (struct pm_decay_graph){.n = 0};
}
