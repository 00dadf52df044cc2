/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths from a vertex, depth first.  Most of the work is at their ends, where the ratios of the
 * same few vertices come again and again: they are remembered for as long as they hold. */
#include "estimate/paths.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "num/ball.h"

enum {
    KNOWN_DEPTH_MOST = 6, /* of the paths of what is known */
    KNOWN = 1 << 18,      /* ratios of a thread */
    BEFORE = 1,
    INSIDE = 2,
};

/* The ratio at the end of an edge, without its other end, for paths of a fixed length.  It holds as
 * long as what was seen then is neither removed nor on the path, and nothing has come back. */
struct pm_paths_known {
    int slot;                                    /* plus 1; 0: empty */
    int root, least, count, seen[PM_PATHS_SEEN]; /* least: of those seen */
    bool cut;
    struct pm_range ratio;
};

static void see(struct pm_paths *w, int v)
{
    if (w->count < PM_PATHS_SEEN)
        w->seen[w->count] = v;
    w->count++;
}

static bool holds(const struct pm_paths_known *e, const struct pm_paths *w, int slot)
{
    if (e->slot != slot + 1 || e->root > w->root || e->least <= w->root)
        return false;
    unsigned on = 0;
    for (int i = 0; i < e->count; i++)
        on |= w->on[e->seen[i]];
    return on == 0;
}

static void keep(struct pm_paths_known *e, const struct pm_paths *w, int slot, struct pm_range r)
{
    *e = (struct pm_paths_known){.slot = slot + 1,
                                 .root = w->root,
                                 .least = w->graph->n,
                                 .count = w->count,
                                 .cut = w->cut,
                                 .ratio = r};
    for (int i = 0; i < w->count; i++) {
        e->seen[i] = w->seen[i];
        e->least = e->seen[i] < e->least ? e->seen[i] : e->least;
    }
}

/* pm_paths_ratio() at the end of this slot of v, for paths of that fixed length.  Steps are counted
 * as if it was known, so that their number does not depend on what this thread did before. */
static struct pm_range recall(struct pm_paths *w, int v, int slot)
{
    struct pm_paths_known *const e = &w->known[slot & w->mask];
    const uint64_t steps = w->steps;
    const bool cut = w->cut;

    if (holds(e, w, slot)) {
        w->steps++;
        w->cut |= e->cut;
        return e->ratio;
    }
    w->count = 0;
    w->parent = v;
    w->crossed = w->cut = false;
    w->where = INSIDE;
    const struct pm_range r = pm_paths_ratio(w, w->graph->to[slot], w->depth);
    w->where = BEFORE;
    if (!w->crossed && w->count <= PM_PATHS_SEEN && !w->late) {
        keep(e, w, slot, r);
        w->steps = steps + 1;
    }
    w->cut |= cut;
    return r;
}

/* The ratio of the neighbour of v in slot k; false: it is on the path. */
static bool of_neighbour(struct pm_range *r, struct pm_paths *w, int v, int k, int depth)
{
    const int u = w->graph->to[k];

    if (w->on[u]) {
        w->crossed |= w->on[u] == BEFORE && u != w->parent;
        return false;
    }
    if (depth == 0) {
        see(w, u);
        w->cut = true;
        *r = w->graph->leaf[k];
    } else
        *r = depth - 1 == w->depth ? recall(w, v, k) : pm_paths_ratio(w, u, depth - 1);
    return true;
}

struct pm_range pm_paths_ratio(struct pm_paths *w, int v, int depth)
{
    const struct pm_decay_graph *const g = w->graph;
    struct pm_range sum = {g->alone[v].low, g->alone[v].high + PM_BALL_TINY}, r;

    see(w, v);
    w->steps++;
    if ((++w->ticks & 0xffff) == 0)
        w->late = pm_budget_ask() != PM_OK;
    if (w->late)
        return g->ratio[v];
    w->on[v] = w->where;
    for (int k = g->start[v]; k < g->start[v + 1] && g->to[k] > w->root; k++)
        if (of_neighbour(&r, w, v, k, depth)) {
            sum.low += g->weight[k].low * r.low;
            sum.high += g->weight[k].high * r.high;
        }
    w->on[v] = 0;
    return pm_decay_inverse(sum, g->gamma[v]);
}

/* The longest paths that see few vertices, for the mean degree. */
static int known_depth(const struct pm_decay_graph *g)
{
    const double branches = fmax((double)g->start[g->n] / g->n - 1, 1);
    double seen = 1 + branches, last = branches; /* by paths of this depth */
    int depth = 0;

    while (seen + last * branches <= PM_PATHS_SEEN && depth < KNOWN_DEPTH_MOST) {
        last *= branches;
        seen += last;
        depth++;
    }
    return depth;
}

struct pm_range pm_paths_products(struct pm_range *product, struct pm_paths *w, int v, int depth)
{
    const struct pm_decay_graph *const g = w->graph;
    struct pm_range sum = {g->alone[v].low, g->alone[v].high + PM_BALL_TINY}, r;

    w->on[v] = BEFORE;
    for (int k = 0; k < g->start[v + 1] - g->start[v]; k++) {
        const struct pm_range weight = g->weight[g->start[v] + k];
        of_neighbour(&r, w, v, g->start[v] + k, depth);
        product[k] = (struct pm_range){weight.low * r.low, weight.high * r.high + PM_BALL_TINY};
        sum.low += product[k].low;
        sum.high += product[k].high;
    }
    w->on[v] = 0;
    return pm_decay_inverse(sum, g->gamma[v]);
}

pm_status pm_paths_init(struct pm_paths *w, const struct pm_decay_graph *graph)
{
    *w = (struct pm_paths){.graph = graph, .mask = 1, .where = BEFORE};
    while (w->mask < KNOWN && w->mask < graph->start[graph->n])
        w->mask *= 2;
    w->depth = known_depth(graph);
    PM_NEW(w->known, w->mask--);
    PM_NEW(w->on, graph->n);
    return PM_OK;
}

void pm_paths_clear(struct pm_paths *w)
{
    PM_FREE(w->on, w->known);
}
