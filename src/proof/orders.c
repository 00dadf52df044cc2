/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps from the orders of two engines: the cheaper of a sweep and a tree.
 *
 * A sweep is one table that closes vertices.  In a merge tree, a node closes the vertices that have
 * all their edges below it.  Two tables of a node are joined, or else the vertices that close below
 * one of them are closed in the table of the other, if this is cheaper: a join multiplies, and has
 * a message for each vertex that both tables have open, while closing only adds. */
#include "proof/step_costs.h"

#include "base/alloc.h"
#include "engine/order/order.h"
#include "engine/tree/tree_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PASSES = 1.7; /* forward and back: measured on king's graphs 18 to 22 */

struct writer {
    const struct pm_proved_problem *statement;
    struct pm_proof_steps *steps;
    int *turn; /* of each vertex */
    struct pm_step_costs costs;
};

static pm_status writer_init(struct writer *w, const struct pm_proved_problem *s)
{
    *w = (struct writer){.statement = s};
    PM_NEW(w->steps, 1);
    PM_NEW(w->turn, s->vertices);
    for (int v = 0; v < s->vertices; v++)
        w->turn[v] = INT32_MAX;
    pm_step_costs_init(&w->costs, s, w->turn);
    return PM_OK;
}

static void writer_clear(struct writer *w)
{
    pm_proof_steps_free(w->steps);
    free(w->turn);
}

/* ------------------------------------------------------------------------- sweep */

/* Closes the vertices that have not been closed. */
static pm_status close_rest(struct writer *w)
{
    if (w->steps->count == 0)
        PM_TRY(pm_proof_steps_add(w->steps, PM_STEP_NEW, -1));
    for (int v = 0; v < w->statement->vertices; v++)
        if (w->turn[v] == INT32_MAX)
            PM_TRY(pm_proof_steps_add(w->steps, PM_STEP_CLOSE, v));
    return PM_OK;
}

static pm_status write_sweep(struct writer *w, const struct pm_order_program *program)
{
    int turn = 0;

    PM_TRY(pm_proof_steps_add(w->steps, PM_STEP_NEW, -1));
    for (size_t i = 0; i < program->count; i++) {
        const struct pm_order_operation *const o = &program->operation[i];
        const int u = w->statement->vertex[o->u];
        if ((o->code != PM_ORDER_DROP && o->code != PM_ORDER_PASS) || u >= w->statement->vertices)
            continue; /* a line without a vertex */
        w->turn[u] = turn++;
        PM_TRY(pm_proof_steps_add(w->steps, PM_STEP_CLOSE, u));
    }
    return close_rest(w);
}

/* Searches as long as the best sweep so far takes a twentieth of its time. */
static pm_status search_sweep(struct pm_order **order, const struct pm_order_graph *graph,
                              double other)
{
    static const double SHARE = 0.05, LEAST = 5e6, MOST = 5e9;
    static const double ADDITION = 4; /* nanoseconds */
    struct pm_order_search *search;
    bool done = false;
    pm_status status;

    PM_TRY(pm_order_search_new(&search, graph, INFINITY));
    for (double allowed = LEAST, used = 0; !done && used < 0.9 * allowed;) {
        PM_TRY_GOTO(status, pm_order_search_go_on(search, allowed - used, &done), done);
        used = pm_order_search_used(search);
        allowed = SHARE * fmin(other, ADDITION * pm_order_search_cost(search));
        allowed = fmin(fmax(LEAST, allowed), MOST);
    }
    status = pm_order_search_best(order, search);
done:
    pm_order_search_free(search);
    return status;
}

/* *cost: that of other steps; then of these, if they are cheaper. */
static pm_status try_sweep(struct writer *w, double *cost)
{
    const struct pm_proved_problem *const s = w->statement;
    struct pm_proof_open table = {0};
    struct pm_order_program *program = NULL;
    struct pm_order *order = NULL;
    struct pm_order_graph *graph;
    double other = *cost;
    pm_status status;

    *cost = 0;
    PM_TRY(pm_order_graph_new(&graph, &s->core, s->what != PM_PROVE_VALUE));
    PM_TRY_GOTO(status, search_sweep(&order, graph, other), done);
    PM_TRY_GOTO(status, pm_order_program_new(&program, graph, order->vertex), done);
    PM_TRY_GOTO(status, write_sweep(w, program), done);
    PM_NEW_GOTO(status, table.vertex, s->vertices, done);
    for (size_t k = 1; k < w->steps->count; k++)
        pm_step_costs_close(cost, &table, &w->costs, &w->steps->step[k].u, 1, other);
done:
    free(table.vertex);
    pm_order_program_free(program);
    pm_order_free(order);
    pm_order_graph_free(graph);
    return status;
}

/* -------------------------------------------------------------------------- tree */

enum way { JOIN, CHAIN, CHAIN_TURNED };

/* What closes below a node of a tree: vertices number first .. end - 1 of the list of all.  The
 * last of them, from `own` on, close at the node itself. */
struct part {
    int first, own, end;
    int larger, smaller; /* its parts; -1: none where something closes */
    enum way way;
    double cost;
    struct pm_proof_open open; /* at the end; cost INFINITY: not known */
};

struct woods {
    struct writer *writer;
    const struct pm_tree *tree;
    struct part *part;
    int *size;             /* of the parts in the order before this one: how much closes below */
    int *vertex, vertices; /* in the order of their closing */
    int *order;            /* of the nodes */
};

static int length_of(const struct part *p)
{
    return p->end - p->first;
}

/* Lists the nodes; those below a node come just before it, the larger part first. */
static pm_status order_nodes(struct woods *w)
{
    const struct pm_tree *const t = w->tree;
    int *stack, height = 1;

    PM_NEW(stack, t->nodes);
    stack[0] = t->root;
    for (int at = t->nodes; height > 0;) { /* from the end */
        const int x = w->order[--at] = stack[--height];
        if (x < t->edges)
            continue;
        const int left = t->node[x].left, right = t->node[x].right;
        const bool turned = w->size[right] >= w->size[left];
        stack[height++] = turned ? right : left;
        stack[height++] = turned ? left : right;
    }
    free(stack);
    return PM_OK;
}

static bool in_scope(const struct pm_tree_node *node, int v)
{
    for (int k = 0; k < node->width; k++)
        if (node->scope[k].vertex == v)
            return true;
    return false;
}

static void list_vertex(struct woods *w, int v)
{
    const int u = w->writer->statement->vertex[v];

    if (w->writer->turn[u] != INT32_MAX)
        return;
    w->writer->turn[u] = w->vertices;
    w->vertex[w->vertices++] = u;
}

/* The vertices that close at a node. */
static void list_own(struct woods *w, int x)
{
    const struct pm_tree *const t = w->tree;
    const struct pm_tree_node *const node = &t->node[x];

    if (x < t->edges) {
        const int end[2] = {t->row[x], t->col[x]};
        for (int side = 0; side < 2; side++)
            if (t->degree[end[side]] == 1)
                list_vertex(w, end[side]);
        return;
    }
    for (int side = 0; side < 2; side++) {
        const struct pm_tree_node *const child = &t->node[side == 0 ? node->left : node->right];
        for (int k = 0; k < child->width; k++)
            if (!in_scope(node, child->scope[k].vertex))
                list_vertex(w, child->scope[k].vertex);
    }
}

/* Lists what closes below each node.  Its parts that close nothing are left out. */
static void list_closings(struct woods *w)
{
    const struct pm_tree *const t = w->tree;

    for (int k = 0; k < w->vertices; k++)
        w->writer->turn[w->vertex[k]] = INT32_MAX;
    w->vertices = 0;
    for (int k = 0; k < t->nodes; k++) {
        const int x = w->order[k];
        struct part *const p = &w->part[x];
        *p = (struct part){.first = w->vertices, .own = w->vertices, .larger = -1, .smaller = -1};
        list_own(w, x);
        p->end = w->vertices;
        for (int side = 0; side < 2 && x >= t->edges; side++) {
            const int child = side == 0 ? t->node[x].left : t->node[x].right;
            const int length = length_of(&w->part[child]);
            if (length == 0)
                continue;
            const bool larger = p->larger < 0 || length >= length_of(&w->part[p->larger]);
            p->first -= length;
            p->smaller = larger ? p->larger : child;
            p->larger = larger ? child : p->larger;
        }
        w->size[x] = length_of(p);
    }
}

/* The cost of `p` if the second part closes in the table of the first. */
static double chain_cost(const struct woods *w, const struct part *p, const struct part *first,
                         const struct part *second, double limit)
{
    const struct pm_step_costs *const costs = &w->writer->costs;
    int vertex[PM_COSTS_OPEN];
    struct pm_proof_open table = {.vertex = vertex};
    double cost = first->cost;

    pm_proof_open_copy(&table, &first->open);
    pm_step_costs_close(&cost, &table, costs, w->vertex + second->first, length_of(second), limit);
    pm_step_costs_close(&cost, &table, costs, w->vertex + p->own, p->end - p->own, limit);
    return cost;
}

/* Chooses the way of a node, and finds its cost. */
static pm_status choose_way(struct woods *w, struct part *p)
{
    const struct pm_step_costs *const costs = &w->writer->costs;
    const struct part *const large = p->larger >= 0 ? &w->part[p->larger] : NULL;
    const struct part *const small = p->smaller >= 0 ? &w->part[p->smaller] : NULL;
    int vertex[2 * PM_COSTS_OPEN];
    struct pm_proof_open table = {.vertex = vertex};

    p->cost = large != NULL ? large->cost : 0;
    if (large != NULL)
        pm_proof_open_copy(&table, &large->open);
    if (small != NULL) {
        p->cost += small->cost;
        pm_step_costs_join(&p->cost, &table, costs, &small->open, w->vertex + p->own,
                           p->end - p->own);
        const double chain = chain_cost(w, p, large, small, p->cost);
        p->way = chain < p->cost ? CHAIN : JOIN;
        p->cost = fmin(p->cost, chain);
        const double turned = chain_cost(w, p, small, large, p->cost);
        p->way = turned < p->cost ? CHAIN_TURNED : p->way;
        p->cost = fmin(p->cost, turned);
    } else {
        pm_step_costs_close(&p->cost, &table, costs, w->vertex + p->own, p->end - p->own, INFINITY);
    }
    if (!(p->cost < INFINITY))
        return pm_fail(PM_UNABLE, "a proof would need tables over more than %d vertices",
                       PM_COSTS_OPEN - PM_PROOF_GROUP);
    PM_NEW(p->open.vertex, table.count);
    pm_proof_open_copy(&p->open, &table);
    return PM_OK;
}

/* Writes the steps of the tree, without recursion. */
static pm_status write_tree(struct woods *w)
{
    struct visit {
        int node, done;
        bool flat; /* in a table that is there */
    } * stack;
    size_t height = 1;
    pm_status status = PM_OK;

    PM_NEW(stack, w->tree->nodes + 1);
    stack[0] = (struct visit){w->tree->root, 0, false};
    while (height > 0) {
        struct visit *const top = &stack[height - 1];
        const struct part *const p = &w->part[top->node];
        const bool both = p->smaller >= 0, turned = p->way == CHAIN_TURNED && !top->flat;
        const bool joins = both && p->way == JOIN && !top->flat;
        const bool flat = top->flat;
        switch (top->done++) {
        case 0:
            if (p->larger >= 0)
                stack[height++] = (struct visit){turned ? p->smaller : p->larger, 0, flat};
            else if (!flat)
                PM_TRY_GOTO(status, pm_proof_steps_add(w->writer->steps, PM_STEP_NEW, -1), done);
            break;
        case 1:
            if (both)
                stack[height++] = (struct visit){turned ? p->larger : p->smaller, 0, !joins};
            break;
        default:
            if (joins)
                PM_TRY_GOTO(status, pm_proof_steps_add(w->writer->steps, PM_STEP_JOIN, -1), done);
            for (int k = p->own; k < p->end; k++)
                PM_TRY_GOTO(status,
                            pm_proof_steps_add(w->writer->steps, PM_STEP_CLOSE, w->vertex[k]),
                            done);
            height--;
        }
    }
    status = close_rest(w->writer);
done:
    free(stack);
    return status;
}

static pm_status plant(struct woods *w, double *cost)
{
    PM_NEW(w->part, w->tree->nodes);
    PM_NEW(w->size, w->tree->nodes);
    PM_NEW(w->vertex, w->writer->statement->vertices);
    PM_NEW(w->order, w->tree->nodes);
    for (int round = 0; round < 2; round++) { /* now the larger part of each node is known */
        PM_TRY(order_nodes(w));
        list_closings(w);
    }
    for (int k = 0; k < w->tree->nodes; k++)
        if (length_of(&w->part[w->order[k]]) > 0)
            PM_TRY(choose_way(w, &w->part[w->order[k]]));
    *cost = w->part[w->tree->root].cost;
    return write_tree(w);
}

static pm_status try_tree(struct writer *writer, double *cost, double known)
{
    const struct pm_proved_problem *const s = writer->statement;
    struct woods w = {.writer = writer};
    struct pm_tree_search *search;

    if (s->edges == 0)
        return pm_fail(PM_UNABLE, "no edge");
    PM_TRY(pm_tree_search_alone(&search, &s->core, INFINITY, s->what != PM_PROVE_VALUE, PM_REAL,
                                &(struct pm_limits){.known = known}));
    w.tree = pm_tree_search_best(search);
    const pm_status status = plant(&w, cost);
    for (int x = 0; w.part != NULL && x < w.tree->nodes; x++)
        free(w.part[x].open.vertex);
    PM_FREE(w.part, w.size, w.vertex, w.order);
    pm_tree_search_free(search);
    return status;
}

/* --------------------------------------------------------------------- interface */

pm_status pm_proof_steps_new(struct pm_proof_steps **steps,
                             const struct pm_proved_problem *statement, double known)
{
    static const double LITTLE = 2e7; /* nanoseconds: too little for another search */
    struct writer tree = {0}, sweep = {0};
    double tree_cost = INFINITY, sweep_cost;
    pm_status status = writer_init(&tree, statement);

    PM_THEN(status, try_tree(&tree, &tree_cost, known));
    tree_cost = status == PM_OK ? tree_cost : INFINITY;
    if ((status == PM_OK || status == PM_UNABLE) && tree_cost > LITTLE) {
        sweep_cost = fmin(tree_cost, known > 0 ? 1e9 * known / PASSES : INFINITY);
        pm_status other = writer_init(&sweep, statement);
        PM_THEN(other, try_sweep(&sweep, &sweep_cost));
        if (other == PM_OK && sweep_cost < tree_cost) {
            PM_SWAP(tree, sweep);
            tree_cost = sweep_cost;
            status = PM_OK;
        } else if (other != PM_OK && other != PM_UNABLE) {
            status = other;
        }
    }
    if (status == PM_OK) {
        tree.steps->seconds = PASSES * 1e-9 * tree_cost;
        *steps = tree.steps;
        tree.steps = NULL;
    }
    PM_EACH(writer_clear, &tree, &sweep);
    return status;
}
