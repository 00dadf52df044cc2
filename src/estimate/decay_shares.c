/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the intervals of classes (decay.c) to those of the shares of a matrix.  An edge has one from
 * each of its ends; both hold.  Cost: linear, but for searches of entries. */
#include "estimate/decay.h"

#include "base/alloc.h"
#include "num/ball.h"
#include "num/mag.h"

static struct pm_range both(struct pm_range x, struct pm_range y)
{
    return (struct pm_range){fmax(x.low, y.low), fmin(x.high, y.high)};
}

/* The probability that a vertex with this ratio is free. */
static struct pm_range free_share(const struct pm_decay_graph *g, int v, struct pm_range ratio)
{
    const struct pm_range alone = g->alone[v];
    const double low = alone.low * ratio.low * (1 - g->gamma[v]);
    const double high = alone.high > 0 ? alone.high * ratio.high * (1 + g->gamma[v]) : 0;

    return (struct pm_range){low > 0x1p-900 ? low : 0,
                             high < 1 ? high + (alone.high > 0 ? PM_BALL_TINY : 0) : 1};
}

struct gathered {
    struct pm_range *entry, *line;
    const struct pm_matrix *a;
    enum pm_kind kind;
    int *vertex; /* of the input, by number */
};

static void put_edge(const struct gathered *to, int u, int v, struct pm_range share)
{
    const int rows = to->a->rows;

    if (to->kind == PM_HAFNIAN) {
        struct pm_range *const there = &to->entry[pm_matrix_entry(to->a, u, v)];
        *there = both(*there, share);
        to->entry[pm_matrix_entry(to->a, v, u)] = *there;
        return;
    }
    struct pm_range *const there = u < v ? &to->entry[pm_matrix_entry(to->a, u, v - rows)]
                                         : &to->entry[pm_matrix_entry(to->a, v, u - rows)];
    *there = both(*there, share);
}

/* All members of a class have the edges of the first one. */
static void put_class(const struct gathered *to, const struct pm_decay *d,
                      const struct pm_decay_class *c)
{
    const struct pm_decay_graph *const g = &d->graph;
    const int first = d->member[c->first];

    for (int i = c->first; i < c->first + c->count; i++) {
        const int v = d->member[i];
        to->line[to->vertex[v]] = free_share(g, v, c->ratio);
        for (int k = 0; c->depth >= 0 && k < g->start[v + 1] - g->start[v]; k++)
            put_edge(to, to->vertex[v], to->vertex[g->to[g->start[v] + k]],
                     d->edge[g->start[first] + k]);
    }
}

/* Half of what is not free: from the sums over all vertices, whose roundings are covered. */
static struct pm_range mean_of(const struct pm_range *line, int n)
{
    double low = 0, high = 0;

    for (int v = 0; v < n; v++) {
        low += 1 - line[v].high;
        high += 1 - line[v].low;
    }
    const double gamma = pm_gamma(n + 4.0);
    return (struct pm_range){low / 2 * (1 - gamma), high / 2 * (1 + gamma)};
}

pm_status pm_decay_shares(struct pm_range *entry, struct pm_range *line, struct pm_range *mean,
                          const struct pm_decay *d, const struct pm_matrix *a, enum pm_kind kind)
{
    struct gathered to = {.entry = entry, .line = line, .a = a, .kind = kind};

    PM_NEW(to.vertex, d->graph.n);
    for (int v = 0; v < d->graph.n; v++)
        to.vertex[d->graph.number[v]] = v;
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        entry[k] = (struct pm_range){0, 1};
    for (int i = 0; i < a->rows && kind == PM_HAFNIAN; i++) /* loops are in no matching */
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (a->col[k] == i)
                entry[k].high = 0;
    for (size_t k = 0; k < d->classes; k++)
        put_class(&to, d, &d->class[k]);
    *mean = mean_of(line, d->graph.n);
    free(to.vertex);
    return PM_OK;
}
