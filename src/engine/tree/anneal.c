/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Local search on merge trees by rotations: if a node is the union of X = (A, B) and C, it is
 * replaced by the union of (A, C) and B, or of (B, C) and A. Only the scope of X changes, so a
 * trial costs two scope merges.  The search is simulated annealing (Kirkpatrick, Gelatt, Vecchi
 * 1983) on the logarithm of the steps of the two nodes, as Gray and Kourtis (Hyper-optimized tensor
 * network contraction, Quantum 5, 2021) do for contraction trees.  The number of moves is fixed in
 * advance, so the result does not depend on the machine. */
#include "engine/tree/tree_search.h"

#include "base/budget.h"
#include "base/alloc.h"
#include "base/splitmix.h"

#include <math.h>
#include <stdlib.h>

static const double HOT = 0.3, COLD = 0.03, COSTLY = 1e-3;
enum { REFRESH = 4096 }; /* number of moves between two updates of the list of costly nodes */

/* Tries a rotation of inner node x and its parent p: one child of x (the left one if keep_left is
 * true) moves up, and the sibling of x takes its place.  The node after the last one is working
 * memory.  The rotation is accepted if its cost is below a random bound.  Often the cost of the
 * first of the two merges alone exceeds this bound. */
static pm_status rotate(struct pm_tree *t, int x, bool keep_left, double temperature,
                        uint64_t *state)
{
    const int scratch = t->nodes, p = t->node[x].parent;
    const int sibling = t->node[p].left == x ? t->node[p].right : t->node[p].left;
    const int up = keep_left ? t->node[x].left : t->node[x].right;
    const int down = keep_left ? t->node[x].right : t->node[x].left;
    const double chance = (double)((pm_random_word(state) >> 11) + 1) * 0x1p-53;
    const double bar =
        (pm_tree_node_cost(t, x) + pm_tree_node_cost(t, p)) * pow(chance, -temperature);

    PM_TRY(pm_tree_join(t, scratch, down, sibling));
    double pairs = 0, after = pm_tree_node_cost(t, scratch);
    if (after < bar) {
        pairs = pm_tree_pairs(t, scratch, up);
        after +=
            pm_tree_merge_cost(t, pairs, t->node[p].keys, t->node[scratch].keys, t->node[up].keys);
    }
    if (after >= bar) {
        t->node[down].parent = x;
        t->node[sibling].parent = p;
        return PM_OK;
    }
    PM_SWAP(t->node[x], t->node[scratch]);
    t->node[x].parent = p;
    t->node[down].parent = t->node[sibling].parent = x;
    t->node[up].parent = p;
    t->node[p].left = x;
    t->node[p].right = up;
    t->node[p].pairs = pairs;
    return PM_OK;
}

/* costly[] = the inner nodes that cost at least the fraction COSTLY of the cost of the tree;
 * returns their number. */
static int find_costly(const struct pm_tree *t, int *costly)
{
    const double bar = COSTLY * pm_tree_cost(t);
    int count = 0;

    for (int x = t->edges; x < t->nodes; x++) {
        if (pm_tree_node_cost(t, x) >= bar)
            costly[count++] = x;
    }
    return count;
}

/* Chooses the node to rotate: in about three of four cases a costly one or a child of one,
 * otherwise any inner node. r is a random word. */
static int node_choose(const struct pm_tree *t, const int *costly, int count, uint64_t r)
{
    const uint64_t inner = (uint64_t)(t->nodes - t->edges);

    if (!count || (r & 6) == 0)
        return t->edges + (int)((r >> 32) % inner);
    const int x = costly[(r >> 32) % (uint64_t)count];
    const int child = r & 8 ? t->node[x].left : t->node[x].right;
    return r & 16 || child < t->edges ? x : child;
}

static pm_status anneal(struct pm_tree *t, uint64_t moves, uint64_t seed)
{
    const double cooler = pow(COLD / HOT, 1 / (double)moves);
    double temperature = HOT;
    int *costly, count = 0;
    pm_status status = PM_OK;

    PM_NEW(costly, t->nodes);
    for (uint64_t i = 0; i < moves && status == PM_OK; i++, temperature *= cooler) {
        const uint64_t r = pm_random_word(&seed);
        if (i % REFRESH == 0) {
            count = find_costly(t, costly);
            status = pm_budget_ask();
        }
        const int x = node_choose(t, costly, count, r);
        if (status == PM_OK && x != t->root)
            status = rotate(t, x, r & 1, temperature, &seed);
    }
    free(costly);
    return status;
}

pm_status pm_tree_anneal(struct pm_tree **tree, struct pm_tree **other, uint64_t moves,
                         uint64_t seed)
{
    if ((*tree)->nodes < 5)
        return PM_OK;
    PM_TRY(pm_tree_copy(other, *tree));
    PM_TRY(anneal(*other, moves, seed));
    if (pm_tree_cost(*other) < pm_tree_cost(*tree))
        PM_SWAP(*tree, *other);
    return PM_OK;
}
