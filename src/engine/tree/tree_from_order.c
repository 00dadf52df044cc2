/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a merge tree from an order of the vertices.
 *
 * The method is bucket elimination (Dechter, Bucket elimination: a unifying framework for
 * reasoning, 1999): for each vertex of the order, all parts (sets of edges) that touch it are
 * merged.  First the vertex's remaining single edges are merged into a star.  Then the pair of
 * parts that costs least is merged, again and again.  A sweep has only one large part, and merges
 * it with star after star. */
#include "engine/tree/tree_search.h"

#include "base/alloc.h"
#include "base/budget.h"
#include "base/compare.h"

#include <math.h>
#include <stdlib.h>

/* largest number of parts in a bucket (the parts to be merged for one vertex) for which all
 * pairs are compared */
enum { GREEDY = 12 };

struct builder {
    struct pm_tree *t;
    /* union-find over the edges; node[e] = the tree node of the part with the representative e */
    int *part;
    int *node;
    int *bucket;     /* representatives of the parts to be merged */
    int count, next; /* number of parts in the bucket; next free inner node */
};

static int part_of(struct builder *b, int e)
{
    while (b->part[e] != e)
        e = b->part[e] = b->part[b->part[e]];
    return e;
}

static pm_status join(struct builder *b, int *out, int x, int y)
{
    const int p = part_of(b, x), q = part_of(b, y), made = b->next++;

    PM_TRY(pm_budget_ask());
    PM_TRY(pm_tree_join(b->t, made, b->node[p], b->node[q]));
    b->part[q] = p;
    b->node[p] = made;
    *out = p;
    return PM_OK;
}

/* Collects the parts that touch v.  Merges single edges into a star, one after another.  Then the
 * bucket has the star and the other parts. */
static pm_status collect(struct builder *b, int v)
{
    const struct pm_tree *const t = b->t;
    int star = -1;

    b->count = 0;
    for (int i = t->start[v]; i < t->start[v + 1]; i++) {
        const int p = part_of(b, t->incident[i]);
        if (b->node[p] < t->edges) {
            if (star < 0)
                star = p;
            else
                PM_TRY(join(b, &star, star, p));
            continue;
        }
        bool known = star == p;
        for (int k = 0; k < b->count && !known; k++)
            known = b->bucket[k] == p;
        if (!known)
            b->bucket[b->count++] = p;
    }
    if (star >= 0)
        b->bucket[b->count++] = star;
    return PM_OK;
}

/* Merges the bucket into one part, the cheapest pair first; in large buckets, the first two
 * parts. */
static pm_status merge_bucket(struct builder *b)
{
    qsort(b->bucket, (size_t)b->count, sizeof *b->bucket, pm_compare_ints);
    while (b->count > 1) {
        int bi = 0, bj = 1;
        double best = INFINITY;
        for (int i = 0; i < b->count && b->count <= GREEDY; i++) {
            for (int j = i + 1; j < b->count; j++) {
                const double pairs =
                    pm_tree_pairs(b->t, b->node[b->bucket[i]], b->node[b->bucket[j]]);
                if (pairs < best) {
                    best = pairs;
                    bi = i;
                    bj = j;
                }
            }
        }
        int made;
        PM_TRY(join(b, &made, b->bucket[bi], b->bucket[bj]));
        b->bucket[bi] = made;
        b->bucket[bj] = b->bucket[--b->count];
    }
    return PM_OK;
}

static pm_status run(struct builder *b, const int *order, bool sweep)
{
    const int vertices = b->t->vertices;
    int trunk = -1;

    for (int i = 0; i < vertices; i++) {
        PM_TRY(collect(b, order[i]));
        if (sweep && trunk >= 0 && b->count) {
            /* the bucket is the star of a vertex, and the trunk (the single large part) */
            trunk = part_of(b, trunk);
            bool inside = false;
            for (int k = 0; k < b->count; k++)
                inside = inside || b->bucket[k] == trunk;
            if (!inside)
                b->bucket[b->count++] = trunk;
        }
        PM_TRY(merge_bucket(b));
        if (b->count)
            trunk = b->bucket[0];
    }
    /* merge the components of the graph, one after another */
    int all = 0;
    for (int e = 1; e < b->t->edges; e++) {
        if (part_of(b, e) != part_of(b, all))
            PM_TRY(join(b, &all, all, e));
    }
    b->t->root = b->node[part_of(b, all)];
    b->t->node[b->t->root].parent = -1;
    return PM_OK;
}

pm_status pm_tree_build(struct pm_tree *tree, const int *order, bool sweep)
{
    struct builder b = {.t = tree, .next = tree->edges};
    pm_status status;

    PM_NEW_GOTO(status, b.part, tree->edges, done);
    PM_NEW_GOTO(status, b.node, tree->edges, done);
    PM_NEW_GOTO(status, b.bucket, tree->edges + 2, done);
    for (int e = 0; e < tree->edges; e++)
        b.part[e] = b.node[e] = e;
    status = run(&b, order, sweep);
done:
    PM_FREE(b.part, b.node, b.bucket);
    return status;
}
