/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference: expansion edge by edge.  After the first edges, a partial matching matters
 * only by the set of covered vertices that have later edges.  For each such set there is a vector:
 * the sums over the partial matchings of 0, 1, ... edges. */
#include "reference.h"

#include <stdlib.h>

enum { SETS = 30000 }; /* most sets */

struct layer {
    struct sets sets;
    mpz_t *sum; /* for each set, `width` numbers */
    size_t room, width;
};

static void layer_init(struct layer *l, size_t width)
{
    *l = (struct layer){.width = width};
    sets_init(&l->sets);
}

static void layer_clear(struct layer *l)
{
    for (size_t k = 0; k < l->room; k++)
        mpz_clear(l->sum[k]);
    free(l->sum);
    sets_clear(&l->sets);
}

/* The vector of that set. */
static mpz_t *vector(struct layer *l, uint64_t set)
{
    const size_t at = sets_number(&l->sets, set) * l->width;

    if (at >= l->room) {
        const size_t room = 2 * l->room + 8 * l->width;
        l->sum = realloc(l->sum, room * sizeof *l->sum);
        for (; l->room < room; l->room++)
            mpz_init(l->sum[l->room]);
    }
    return l->sum + at;
}

/* to += from, or to += from times the weight of an edge, one size up. */
static void add(mpz_t *to, const mpz_t *from, const struct net *net, int edge, size_t width)
{
    const size_t parts = (size_t)net->parts;

    for (size_t k = 0; k < width; k++) {
        if (mpz_sgn(from[k]) == 0)
            continue;
        if (edge < 0) {
            mpz_add(to[k], to[k], from[k]);
            continue;
        }
        const size_t imaginary = parts == 2 ? k % 2 : 0, up = k - imaginary + parts;
        mpz_addmul(to[up + imaginary], from[k], net->weight[edge][0]);
        if (parts == 2 && imaginary)
            mpz_submul(to[up], from[k], net->weight[edge][1]);
        else if (parts == 2)
            mpz_addmul(to[up + 1], from[k], net->weight[edge][1]);
    }
}

/* The edges by their earlier end, then by the later one; last[v] = the last edge of a vertex. */
static void sort_edges(int *order, int *last, const struct net *net)
{
    int count = 0;

    for (int v = 0; v < net->vertices; v++)
        last[v] = -1;
    for (int u = 0; u < net->vertices; u++)
        for (int v = u + 1; v < net->vertices; v++)
            for (int k = 0; k < net->edges; k++)
                if ((net->from[k] == u && net->to[k] == v) ||
                    (net->from[k] == v && net->to[k] == u)) {
                    last[u] = last[v] = count;
                    order[count++] = k;
                }
}

/* True if the set may go on: each vertex whose last edge this was is covered or may be free.  Such
 * vertices leave the set. */
static bool retire(uint64_t *set, const struct net *net, uint64_t done)
{
    const bool good = (done & ~*set & ~net->may_be_free) == 0;

    *set &= ~done;
    return good;
}

static bool run(struct sums *sums, const struct net *net, int sizes)
{
    const size_t width = (size_t)(sizes + 1) * (size_t)net->parts;
    int order[INSTANCE_ENTRIES], last[INSTANCE_LINES];
    struct layer now, next;
    uint64_t lonely = 0, set = 0;
    bool few = true;

    sort_edges(order, last, net);
    for (int v = 0; v < net->vertices; v++)
        lonely |= (uint64_t)(last[v] < 0) << v;
    layer_init(&now, width);
    if (retire(&set, net, lonely))
        mpz_set_ui(vector(&now, 0)[0], 1);
    for (int e = 0; e < net->edges && few; e++) {
        const int edge = order[e];
        const uint64_t ends = UINT64_C(1) << net->from[edge] | UINT64_C(1) << net->to[edge];
        const uint64_t done = (uint64_t)(last[net->from[edge]] == e) << net->from[edge] |
                              (uint64_t)(last[net->to[edge]] == e) << net->to[edge];
        layer_init(&next, width);
        for (size_t k = 0; k < now.sets.count; k++) {
            set = now.sets.set[k];
            if (retire(&set, net, done))
                add(vector(&next, set), now.sum + k * width, net, -1, width);
            set = now.sets.set[k];
            if ((set & ends) != 0)
                continue;
            set |= ends;
            retire(&set, net, done);
            add(vector(&next, set), now.sum + k * width, net, edge, width - (size_t)net->parts);
        }
        layer_clear(&now);
        now = next;
        few = now.sets.count <= SETS;
    }
    if (few)
        net_sums(sums, net, vector(&now, 0), sizes);
    layer_clear(&now);
    return few;
}

bool refer(struct sums *sums, const struct instance *x, enum reference_free which)
{
    struct net net;
    int rank[INSTANCE_LINES];
    bool able = net_init(&net, x, which);

    if (able) {
        const bool dense = x->count * 2 > x->rows * x->cols;
        if (dense && x->kind != INSTANCE_GRAPH)
            net_longer_first(rank, &net, x);
        else
            net_breadth_first(rank, &net, 0);
        net_renumber(&net, rank);
        able = run(sums, &net, instance_size(x) + 1);
    }
    net_clear(&net);
    return able;
}
