/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second reference: deletion.  The first remaining vertex v is deleted alone, if it may be
 * free, or with each remaining neighbour w: f(S) = [v may be free] f(S - v) + sum over w of
 * weight(v, w) f(S - v - w). f(S) is a vector, by the number of edges, and is kept for each set S.
 */
#include "reference.h"

#include <stdlib.h>

enum { SETS = 30000 };

struct memo {
    const struct net *net;
    int edge[INSTANCE_LINES][INSTANCE_LINES], degree[INSTANCE_LINES]; /* edges to later vertices */
    struct sets sets;
    mpz_t **value; /* by the number of the set */
    size_t room;
    int sizes;
};

/* value += weight times less, one size up. */
static void add_edge(const struct memo *m, mpz_t *value, mpz_t *less, int edge)
{
    const mpz_t *const w = m->net->weight[edge];

    for (int k = 0; k + 1 < m->sizes; k++) {
        if (m->net->parts == 1) {
            mpz_addmul(value[k + 1], less[k], w[0]);
            continue;
        }
        mpz_addmul(value[2 * k + 2], less[2 * k], w[0]);
        mpz_submul(value[2 * k + 2], less[2 * k + 1], w[1]);
        mpz_addmul(value[2 * k + 3], less[2 * k], w[1]);
        mpz_addmul(value[2 * k + 3], less[2 * k + 1], w[0]);
    }
}

/* f(S); NULL: there are too many sets. */
static mpz_t *f(struct memo *m, uint64_t set)
{
    const int width = m->sizes * m->net->parts, before = (int)m->sets.count;
    const size_t number = sets_number(&m->sets, set);

    if ((int)number < before)
        return m->value[number];
    if (number >= SETS)
        return NULL;
    if (number >= m->room) {
        m->room = 2 * m->room + 64;
        m->value = realloc(m->value, m->room * sizeof *m->value);
    }
    mpz_t *const value = m->value[number] = malloc((size_t)width * sizeof *value);
    for (int k = 0; k < width; k++)
        mpz_init(value[k]);
    if (set == 0) {
        mpz_set_ui(value[0], 1);
        return value;
    }
    const int v = __builtin_ctzll(set);
    set &= set - 1;
    if (m->net->may_be_free >> v & 1) {
        mpz_t *const less = f(m, set);
        if (less == NULL)
            return NULL;
        for (int k = 0; k < width; k++)
            mpz_set(value[k], less[k]);
    }
    for (int k = 0; k < m->degree[v]; k++) {
        const int edge = m->edge[v][k], from = m->net->from[edge], to = m->net->to[edge];
        const int w = from == v ? to : from;
        if (!(set >> w & 1))
            continue;
        mpz_t *const less = f(m, set & ~(UINT64_C(1) << w));
        if (less == NULL)
            return NULL;
        add_edge(m, value, less, edge);
    }
    return value;
}

static bool run(struct sums *sums, const struct net *net, int sizes)
{
    struct memo m = {.net = net, .sizes = sizes};
    const uint64_t all = net->vertices == 64 ? UINT64_MAX : (UINT64_C(1) << net->vertices) - 1;

    for (int k = 0; k < net->edges; k++) {
        const int u = net->from[k] < net->to[k] ? net->from[k] : net->to[k];
        m.edge[u][m.degree[u]++] = k;
    }
    sets_init(&m.sets);
    mpz_t *const value = f(&m, all);
    if (value != NULL)
        net_sums(sums, net, value, sizes);
    for (size_t k = 0; k < m.sets.count && k < SETS; k++) {
        for (int j = 0; j < sizes * net->parts; j++)
            mpz_clear(m.value[k][j]);
        free(m.value[k]);
    }
    free(m.value);
    sets_clear(&m.sets);
    return value != NULL;
}

/* Breadth-first from the last vertex; if that needs too many sets, the longer side first. */
bool reference_delete(struct sums *sums, const struct instance *x, enum reference_free which)
{
    bool able = false;

    for (int way = 0; way < 2 && !able; way++) {
        struct net net;
        int rank[INSTANCE_LINES];
        if (net_init(&net, x, which)) {
            if (way == 0)
                net_breadth_first(rank, &net, net.vertices > 0 ? net.vertices - 1 : 0);
            else
                net_longer_first(rank, &net, x);
            net_renumber(&net, rank);
            able = run(sums, &net, instance_size(x) + 1);
        }
        net_clear(&net);
    }
    return able;
}
