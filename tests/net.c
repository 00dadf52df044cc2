/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the reference computes with: edges with integer weights, orders of the vertices, sets. */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------- numbers */

void exact_init(struct exact *x)
{
    mpq_inits(x->re, x->im, NULL);
}

void exact_clear(struct exact *x)
{
    mpq_clears(x->re, x->im, NULL);
}

void sums_init(struct sums *sums)
{
    sums->sizes = 0;
    for (int k = 0; k <= INSTANCE_LINES / 2; k++)
        exact_init(&sums->size[k]);
}

void sums_clear(struct sums *sums)
{
    for (int k = 0; k <= INSTANCE_LINES / 2; k++)
        exact_clear(&sums->size[k]);
}

void sums_total(struct exact *total, const struct sums *sums)
{
    mpq_set_ui(total->re, 0, 1);
    mpq_set_ui(total->im, 0, 1);
    for (int k = 0; k < sums->sizes; k++) {
        mpq_add(total->re, total->re, sums->size[k].re);
        mpq_add(total->im, total->im, sums->size[k].im);
    }
}

void net_sums(struct sums *sums, const struct net *net, mpz_t *parts, int sizes)
{
    mpq_t power;

    mpq_init(power);
    mpq_set_ui(power, 1, 1);
    sums->sizes = sizes;
    for (int k = 0; k < sizes; k++) {
        mpq_set_z(sums->size[k].re, parts[k * net->parts]);
        mpq_set_ui(sums->size[k].im, 0, 1);
        if (net->parts == 2)
            mpq_set_z(sums->size[k].im, parts[k * net->parts + 1]);
        mpq_div(sums->size[k].re, sums->size[k].re, power);
        mpq_div(sums->size[k].im, sums->size[k].im, power);
        mpz_mul(mpq_numref(power), mpq_numref(power), net->scale);
    }
    mpq_clear(power);
}

/* ------------------------------------------------------------------------- edges */

static void set_weights(struct net *net, const struct instance *x)
{
    mpq_t value[2];

    mpq_inits(value[0], value[1], NULL);
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < x->count; k++) {
            number_get(value[0], &x->entry[k].re);
            number_get(value[1], &x->entry[k].im);
            for (int part = 0; part < net->parts; part++)
                if (pass == 0) {
                    mpz_lcm(net->scale, net->scale, mpq_denref(value[part]));
                } else {
                    mpz_divexact(net->weight[k][part], net->scale, mpq_denref(value[part]));
                    mpz_mul(net->weight[k][part], net->weight[k][part], mpq_numref(value[part]));
                }
        }
    mpq_clears(value[0], value[1], NULL);
}

/* True if the weights of all edges between the ends of edge k do not add up to 0: a sum of 0 is no
 * edge. */
static bool is_edge(const struct net *net, int k)
{
    bool some = false;
    mpz_t sum;

    for (int part = 0; part < net->parts; part++) {
        mpz_init(sum);
        for (int l = 0; l < net->edges; l++)
            if ((net->from[l] == net->from[k] && net->to[l] == net->to[k]) ||
                (net->from[l] == net->to[k] && net->to[l] == net->from[k]))
                mpz_add(sum, sum, net->weight[l][part]);
        some = some || mpz_sgn(sum) != 0;
        mpz_clear(sum);
    }
    return some;
}

/* Colours the component of a vertex; *side = its vertices of each colour. */
static bool colour(uint64_t side[2], const struct net *net, int vertex)
{
    bool grown = true;

    side[0] = UINT64_C(1) << vertex;
    side[1] = 0;
    while (grown) {
        const uint64_t was[2] = {side[0], side[1]};
        for (int k = 0; k < net->edges; k++)
            for (int s = 0; s < 2 && is_edge(net, k); s++) {
                if (side[s] >> net->from[k] & 1)
                    side[1 - s] |= UINT64_C(1) << net->to[k];
                if (side[s] >> net->to[k] & 1)
                    side[1 - s] |= UINT64_C(1) << net->from[k];
            }
        grown = was[0] != side[0] || was[1] != side[1];
    }
    return (side[0] & side[1]) == 0;
}

static bool free_larger_sides(struct net *net)
{
    uint64_t side[2], seen = 0;

    for (int v = 0; v < net->vertices; v++) {
        if (seen >> v & 1)
            continue;
        if (!colour(side, net, v))
            return false;
        const int more = __builtin_popcountll(side[0]) - __builtin_popcountll(side[1]);
        net->may_be_free |= more > 0 ? side[0] : more < 0 ? side[1] : 0;
        seen |= side[0] | side[1];
    }
    return true;
}

static uint64_t first_vertices(int count)
{
    return count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

bool net_init(struct net *net, const struct instance *x, enum reference_free which)
{
    const bool graph = x->kind == INSTANCE_GRAPH;
    const int n = graph ? x->rows : x->rows + x->cols;

    net->vertices = n;
    net->edges = x->count;
    net->parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    net->may_be_free = 0;
    mpz_init_set_ui(net->scale, 1);
    for (int k = 0; k < x->count; k++) {
        mpz_inits(net->weight[k][0], net->weight[k][1], NULL);
        net->from[k] = x->entry[k].row;
        net->to[k] = x->entry[k].col + (graph ? 0 : x->rows);
    }
    set_weights(net, x);
    if (n > 64)
        return false;
    if (which == REFERENCE_ALL)
        net->may_be_free = first_vertices(n);
    else if (which == REFERENCE_SATURATING)
        return free_larger_sides(net);
    else if (graph && x->loose > 0)
        net->may_be_free = first_vertices(n) & ~first_vertices(x->loose);
    else if (!graph && x->rows > x->cols)
        net->may_be_free = first_vertices(x->rows);
    else if (!graph && x->rows < x->cols)
        net->may_be_free = first_vertices(n) & ~first_vertices(x->rows);
    return true;
}

void net_clear(struct net *net)
{
    for (int k = 0; k < net->edges; k++)
        mpz_clears(net->weight[k][0], net->weight[k][1], NULL);
    mpz_clear(net->scale);
}

/* ------------------------------------------------------------------------ orders */

void net_renumber(struct net *net, const int *rank)
{
    uint64_t may_be_free = 0;

    for (int k = 0; k < net->edges; k++) {
        net->from[k] = rank[net->from[k]];
        net->to[k] = rank[net->to[k]];
    }
    for (int v = 0; v < net->vertices; v++)
        may_be_free |= (net->may_be_free >> v & 1) << rank[v];
    net->may_be_free = may_be_free;
}

void net_breadth_first(int *rank, const struct net *net, int first)
{
    int queue[64], seen = 0;

    for (int v = 0; v < net->vertices; v++)
        rank[v] = -1;
    for (int start = 0; start < net->vertices; start++) {
        const int root = (first + start) % net->vertices;
        if (rank[root] >= 0)
            continue;
        rank[root] = seen;
        queue[seen++] = root;
        for (int head = seen - 1; head < seen; head++)
            for (int k = 0; k < net->edges; k++) {
                const int v = queue[head] == net->from[k] ? net->to[k]
                              : queue[head] == net->to[k] ? net->from[k]
                                                          : -1;
                if (v < 0 || rank[v] >= 0)
                    continue;
                rank[v] = seen;
                queue[seen++] = v;
            }
    }
}

void net_longer_first(int *rank, const struct net *net, const struct instance *x)
{
    const bool cols = x->kind != INSTANCE_GRAPH && x->cols > x->rows;

    for (int v = 0; v < net->vertices; v++)
        rank[v] = !cols ? v : v < x->rows ? v + x->cols : v - x->rows;
}

/* -------------------------------------------------------------------------- sets */

void sets_init(struct sets *sets)
{
    sets->room = 64;
    sets->count = 0;
    sets->set = malloc(sets->room * sizeof *sets->set);
    sets->slot = malloc(2 * sets->room * sizeof *sets->slot);
    memset(sets->slot, -1, 2 * sets->room * sizeof *sets->slot);
}

void sets_clear(struct sets *sets)
{
    free(sets->set);
    free(sets->slot);
}

/* Where the set is, or belongs. */
static int *slot_of(const struct sets *sets, uint64_t set)
{
    size_t at = (set * UINT64_C(0x9E3779B97F4A7C15)) >> 20;

    for (;; at++) {
        int *const slot = &sets->slot[at & (2 * sets->room - 1)];
        if (*slot < 0 || sets->set[*slot] == set)
            return slot;
    }
}

size_t sets_number(struct sets *sets, uint64_t set)
{
    int *slot = slot_of(sets, set);

    if (*slot >= 0)
        return (size_t)*slot;
    if (sets->count == sets->room) {
        sets->room *= 2;
        sets->set = realloc(sets->set, sets->room * sizeof *sets->set);
        sets->slot = realloc(sets->slot, 2 * sets->room * sizeof *sets->slot);
        memset(sets->slot, -1, 2 * sets->room * sizeof *sets->slot);
        for (size_t k = 0; k < sets->count; k++)
            *slot_of(sets, sets->set[k]) = (int)k;
        slot = slot_of(sets, set);
    }
    sets->set[sets->count] = set;
    *slot = (int)sets->count;
    return sets->count++;
}
