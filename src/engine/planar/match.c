/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A perfect matching of a graph, and the sign of a sequence of pairs.
 *
 * Edmonds (Paths, trees, and flowers, Canadian Journal of Mathematics 17, 1965) with shrunk odd
 * cycles kept in a disjoint-set forest (Gabow, An efficient implementation of Edmonds' algorithm
 * for maximum matching on graphs, Journal of the ACM 23, 1976).  A greedy matching comes first, so
 * that few searches remain, most of them short.  Cost: at most vertices times edges. */
#include "base/alloc.h"
#include "engine/planar/planar.h"

#include <stdlib.h>

enum { UNSEEN, EVEN, ODD };

struct search {
    const struct pm_adjacency *graph;
    int *mate;         /* -1: exposed */
    int *base;         /* disjoint sets: towards the base of the shrunk cycle */
    int *link;         /* the way back to the root, by edges outside the matching */
    int *queue, *seen; /* EVEN vertices to scan; all that were labelled */
    int *stamp, now;   /* marks for finding common ancestors */
    unsigned char *label;
    int queued, labelled;
};

static int find(struct search *s, int v)
{
    while (s->base[v] != v) {
        s->base[v] = s->base[s->base[v]];
        v = s->base[v];
    }
    return v;
}

static void set_label(struct search *s, int v, int label)
{
    if (s->label[v] == UNSEEN)
        s->seen[s->labelled++] = v;
    s->label[v] = (unsigned char)label;
    if (label == EVEN)
        s->queue[s->queued++] = v;
}

/* The base in which the ways back from two even vertices meet. */
static int common_base(struct search *s, int u, int v)
{
    s->now++;
    for (;;) {
        if (u >= 0) {
            u = find(s, u);
            if (s->stamp[u] == s->now)
                return u;
            s->stamp[u] = s->now;
            u = s->mate[u] < 0 ? -1 : s->link[s->mate[u]];
        }
        const int other = u;
        u = v;
        v = other;
    }
}

/* Shrinks the way from u to `base`; the cycle is closed by the edge (u, v). */
static void shrink(struct search *s, int u, int v, int base)
{
    while (find(s, u) != base) {
        const int mate = s->mate[u];
        s->link[u] = v;
        if (s->label[mate] == ODD)
            set_label(s, mate, EVEN);
        if (s->base[u] == u)
            s->base[u] = base;
        if (s->base[mate] == mate)
            s->base[mate] = base;
        v = mate;
        u = s->link[mate];
    }
}

/* Flips the path that ends with the edge from its last odd vertex v. */
static void augment(struct search *s, int v)
{
    while (v >= 0) {
        const int u = s->link[v], next = s->mate[u];
        s->mate[v] = u;
        s->mate[u] = v;
        v = next;
    }
}

/* Scans the edge (u, v) from an even u; true when the matching has grown. */
static bool scan(struct search *s, int u, int v)
{
    if (s->label[v] == UNSEEN) {
        set_label(s, v, ODD);
        s->link[v] = u;
        if (s->mate[v] < 0) {
            augment(s, v);
            return true;
        }
        set_label(s, s->mate[v], EVEN);
    } else if (s->label[v] == EVEN && find(s, u) != find(s, v)) {
        const int base = common_base(s, u, v);
        shrink(s, u, v, base);
        shrink(s, v, u, base);
    }
    return false;
}

static bool search_from(struct search *s, int root)
{
    const struct pm_adjacency *const g = s->graph;
    bool grown = false;

    s->queued = s->labelled = 0;
    set_label(s, root, EVEN);
    for (int head = 0; head < s->queued && !grown; head++) {
        const int u = s->queue[head];
        for (int k = g->start[u]; k < g->start[u + 1] && !grown; k++)
            grown = scan(s, u, g->to[k]);
    }
    for (int k = 0; k < s->labelled; k++) {
        const int v = s->seen[k];
        s->label[v] = UNSEEN;
        s->base[v] = v;
        s->link[v] = -1;
    }
    return grown;
}

/* Each exposed vertex takes its exposed neighbour of least degree. */
static void match_greedily(int *mate, const struct pm_adjacency *g)
{
    for (int u = 0; u < g->vertices; u++) {
        int best = -1, least = 0;
        for (int k = g->start[u]; k < g->start[u + 1] && mate[u] < 0; k++) {
            const int v = g->to[k], degree = g->start[v + 1] - g->start[v];
            if (mate[v] < 0 && (best < 0 || degree < least)) {
                best = v;
                least = degree;
            }
        }
        if (best >= 0) {
            mate[u] = best;
            mate[best] = u;
        }
    }
}

pm_status pm_match_perfect(int *mate, bool *perfect, const struct pm_adjacency *graph)
{
    const int n = graph->vertices;
    struct search s = {.graph = graph, .mate = mate};
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, s.base, n, done);
    PM_NEW_GOTO(status, s.link, n, done);
    PM_NEW_GOTO(status, s.queue, n, done);
    PM_NEW_GOTO(status, s.seen, n, done);
    PM_NEW_GOTO(status, s.stamp, n, done);
    PM_NEW_GOTO(status, s.label, n, done);
    for (int v = 0; v < n; v++) {
        mate[v] = s.link[v] = -1;
        s.base[v] = v;
    }
    match_greedily(mate, graph);
    *perfect = true;
    for (int v = 0; v < n && *perfect; v++)
        if (mate[v] < 0)
            *perfect = search_from(&s, v);
done:
    free(s.base);
    free(s.link);
    free(s.queue);
    free(s.seen);
    free(s.stamp);
    free(s.label);
    return status;
}

pm_status pm_pairs_sign(int *sign, int pairs, const int *u, const int *v)
{
    bool *seen;
    bool odd = false;

    PM_NEW(seen, 2 * pairs);
    for (int k = 0; k < 2 * pairs; k++) {
        if (seen[k])
            continue;
        /* A cycle of even length is an odd permutation. */
        odd = !odd;
        for (int at = k; !seen[at]; at = at % 2 ? v[at / 2] : u[at / 2]) {
            seen[at] = true;
            odd = !odd;
        }
    }
    free(seen);
    *sign = odd ? -1 : 1;
    return PM_OK;
}
