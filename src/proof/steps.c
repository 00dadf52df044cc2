/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps from the orders of two engines.  A sweep is one table: its operations open vertices, use
 * edges and close vertices.  A merge tree joins tables; if one part of a merge is a single edge,
 * the other table uses that edge.  The vertices that a search has no edges for are opened and
 * closed at the end.  The cheaper of both is taken; its cost is the sum of the lengths of its
 * tables. */
#include "proof/steps.h"

#include "base/alloc.h"
#include "engine/order/order.h"
#include "engine/tree/tree_search.h"

#include <math.h>
#include <stdlib.h>

struct writer {
    const struct pm_statement *statement;
    struct pm_proof_steps *steps;
    bool *closed;
};

static pm_status add(struct writer *w, enum pm_proof_code code, int u, int v)
{
    struct pm_proof_steps *const s = w->steps;
    const int low = u < v ? u : v, high = u < v ? v : u;

    if (s->count == s->room)
        PM_TRY(pm_grow((void **)&s->step, &s->room, s->count + 1, sizeof *s->step));
    s->step[s->count++] = (struct pm_proof_step){
        .code = code,
        .u = code == PM_STEP_EDGE ? low : u,
        .v = code == PM_STEP_EDGE ? high : -1,
        .edge = code == PM_STEP_EDGE ? pm_statement_edge(w->statement, low, high) : -1,
    };
    if (code == PM_STEP_CLOSE)
        w->closed[u] = true;
    return PM_OK;
}

/* Opens and closes the vertices without edges. */
static pm_status add_lonely(struct writer *w)
{
    if (w->steps->count == 0)
        PM_TRY(add(w, PM_STEP_NEW, -1, -1));
    for (int v = 0; v < w->statement->vertices; v++) {
        if (w->closed[v])
            continue;
        PM_TRY(add(w, PM_STEP_OPEN, v, -1));
        PM_TRY(add(w, PM_STEP_CLOSE, v, -1));
    }
    return PM_OK;
}

static pm_status writer_init(struct writer *w, const struct pm_statement *statement)
{
    *w = (struct writer){.statement = statement};
    PM_NEW(w->steps, 1);
    PM_NEW(w->closed, statement->vertices);
    return PM_OK;
}

/* ------------------------------------------------------------------------- sweep */

static pm_status add_operation(struct writer *w, const struct pm_sweep_operation *o)
{
    const int u = w->statement->vertex[o->u], v = o->v >= 0 ? w->statement->vertex[o->v] : -1;

    if (u >= w->statement->vertices) /* a line without a vertex */
        return PM_OK;
    switch (o->code) {
    case PM_SWEEP_OPEN:
        return add(w, PM_STEP_OPEN, u, -1);
    case PM_SWEEP_ADD:
        return add(w, PM_STEP_EDGE, u, v);
    case PM_SWEEP_ALONE:
        return PM_OK; /* a part of closing */
    case PM_SWEEP_DROP:
        return add(w, PM_STEP_CLOSE, u, -1);
    case PM_SWEEP_PASS:
        PM_TRY(add(w, PM_STEP_OPEN, v, -1));
        PM_TRY(add(w, PM_STEP_EDGE, u, v));
        return add(w, PM_STEP_CLOSE, u, -1);
    }
    return PM_OK;
}

static pm_status write_sweep(struct writer *w, const struct pm_sweep_program *program)
{
    PM_TRY(add(w, PM_STEP_NEW, -1, -1));
    for (size_t i = 0; i < program->count; i++)
        PM_TRY(add_operation(w, &program->operation[i]));
    return add_lonely(w);
}

/* Searches as long as the best sweep so far takes a twentieth of its time. */
static pm_status search_sweep(struct pm_sweep_order **order, const struct pm_order_graph *graph)
{
    static const double SHARE = 0.05, LEAST = 2e7, MOST = 5e9;
    static const double ADDITION = 4; /* nanoseconds */
    struct pm_sweep_search *search;
    bool done = false;
    pm_status status;

    PM_TRY(pm_sweep_search_new(&search, graph, INFINITY));
    for (double allowed = LEAST, used = 0; !done && used < 0.9 * allowed;) {
        PM_TRY_GOTO(status, pm_sweep_search_go_on(search, allowed - used, &done, NULL), done);
        used = pm_sweep_search_used(search);
        allowed = fmax(LEAST, SHARE * ADDITION * pm_sweep_search_cost(search));
        allowed = fmin(allowed, MOST);
    }
    status = pm_sweep_search_best(order, search);
done:
    pm_sweep_search_free(search);
    return status;
}

static pm_status try_sweep(struct writer *w)
{
    const struct pm_statement *const s = w->statement;
    struct pm_sweep_program *program = NULL;
    struct pm_sweep_order *order = NULL;
    struct pm_order_graph *graph;
    pm_status status;

    PM_TRY(pm_order_graph_new(&graph, &s->core, s->what != PM_PROVE_VALUE));
    PM_TRY_GOTO(status, search_sweep(&order, graph), done);
    PM_TRY_GOTO(status, pm_sweep_program_new(&program, graph, order->vertex), done);
    status = write_sweep(w, program);
done:
    pm_sweep_program_free(program);
    pm_sweep_order_free(order);
    pm_order_graph_free(graph);
    return status;
}

/* -------------------------------------------------------------------------- tree */

/* Opens the ends of an edge that the table does not have yet, and uses the edge. */
static pm_status use_edge(struct writer *w, const struct pm_tree *tree, int edge,
                          const struct pm_tree_node *table)
{
    const int end[2] = {tree->row[edge], tree->col[edge]};

    for (int side = 0; side < 2; side++) {
        bool open = false;
        for (int i = 0; table != NULL && i < table->width; i++)
            open = open || table->scope[i].vertex == end[side];
        if (!open)
            PM_TRY(add(w, PM_STEP_OPEN, w->statement->vertex[end[side]], -1));
    }
    return add(w, PM_STEP_EDGE, w->statement->vertex[end[0]], w->statement->vertex[end[1]]);
}

/* Closes the vertices of the parts of a node that are not in its scope. */
static pm_status close_all(struct writer *w, const struct pm_tree_node *part,
                           const struct pm_tree_node *node)
{
    for (int i = 0; i < part->width; i++) {
        const int v = w->statement->vertex[part->scope[i].vertex];
        bool open = false;
        for (int k = 0; k < node->width; k++)
            open = open || node->scope[k].vertex == part->scope[i].vertex;
        if (!open && !w->closed[v])
            PM_TRY(add(w, PM_STEP_CLOSE, v, -1));
    }
    return PM_OK;
}

/* Vertices of one edge alone have no scope: they close at the leaf. */
static pm_status close_ends(struct writer *w, const struct pm_tree *tree, int edge)
{
    const int end[2] = {tree->row[edge], tree->col[edge]};

    for (int side = 0; side < 2; side++)
        if (tree->degree[end[side]] == 1)
            PM_TRY(add(w, PM_STEP_CLOSE, w->statement->vertex[end[side]], -1));
    return PM_OK;
}

/* Writes the steps of a merge whose larger part is done. */
static pm_status merge(struct writer *w, const struct pm_tree *tree,
                       const struct pm_tree_node *node, int first, int second)
{
    if (second < tree->edges) {
        PM_TRY(use_edge(w, tree, second, &tree->node[first]));
        PM_TRY(close_ends(w, tree, second));
    } else {
        PM_TRY(add(w, PM_STEP_JOIN, -1, -1));
    }
    PM_TRY(close_all(w, &tree->node[first], node));
    return close_all(w, &tree->node[second], node);
}

/* Writes the steps of the whole tree, without recursion: a stack of nodes and what is done of them.
 */
static pm_status write_tree(struct writer *w, const struct pm_tree *tree)
{
    struct visit {
        int node, done;
    } * stack;
    size_t height = 1;
    pm_status status = PM_OK;

    PM_NEW(stack, tree->nodes + 1);
    stack[0] = (struct visit){tree->root, 0};
    while (height > 0) {
        struct visit *const top = &stack[height - 1];
        const struct pm_tree_node *const node = &tree->node[top->node];
        if (top->node < tree->edges) {
            PM_TRY_GOTO(status, add(w, PM_STEP_NEW, -1, -1), done);
            PM_TRY_GOTO(status, use_edge(w, tree, top->node, NULL), done);
            PM_TRY_GOTO(status, close_ends(w, tree, top->node), done);
            height--;
            continue;
        }
        const bool turned = node->left < tree->edges; /* a leaf comes second */
        const int first = turned ? node->right : node->left;
        const int second = turned ? node->left : node->right;
        if (top->done == 0) {
            stack[height++] = (struct visit){first, 0};
        } else if (top->done == 1 && second >= tree->edges) {
            stack[height++] = (struct visit){second, 0};
        } else {
            PM_TRY_GOTO(status, merge(w, tree, node, first, second), done);
            height--;
            continue;
        }
        top->done++;
    }
    status = add_lonely(w);
done:
    free(stack);
    return status;
}

static pm_status try_tree(struct writer *w)
{
    const struct pm_statement *const s = w->statement;
    struct pm_tree_search *search;

    if (s->edges == 0)
        return pm_fail(PM_UNABLE, "no edge");
    PM_TRY(pm_tree_search_alone(&search, &s->core, INFINITY, s->what != PM_PROVE_VALUE, NULL));
    const pm_status status = write_tree(w, pm_tree_search_best(search));
    pm_tree_search_free(search);
    return status;
}

/* -------------------------------------------------------------------------- cost */

/* The number of subsets of a table's class: see blocks.h. */
static double states(const struct pm_statement *s, int rows, int cols, int imbalance)
{
    const int n = rows + cols, k = rows + imbalance; /* uncovered rows and covered columns */

    if (s->column == NULL)
        return exp2(n > 0 ? n - 1 : 0);
    return k < 0 || k > n ? 0 : exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0));
}

/* A table, for its price. */
struct priced {
    int *open, opens;
    int rows, cols; /* of the open vertices */
    int imbalance;
};

struct pricing {
    const struct pm_statement *statement;
    struct priced *stack;
    size_t height;
    bool is_free; /* all subsets are possible */
};

static double states_of(const struct pricing *p, const struct priced *t)
{
    return p->is_free ? exp2(t->opens) : states(p->statement, t->rows, t->cols, t->imbalance);
}

static void open_vertex(const struct pricing *p, struct priced *t, int v)
{
    const bool column = p->statement->column != NULL && p->statement->column[v];

    t->open[t->opens++] = v;
    *(column ? &t->cols : &t->rows) += 1;
}

static void close_vertex(const struct pricing *p, struct priced *t, int v)
{
    const bool column = p->statement->column != NULL && p->statement->column[v];
    int k = 0;

    while (t->open[k] != v)
        k++;
    t->open[k] = t->open[--t->opens];
    *(column ? &t->cols : &t->rows) -= 1;
    t->imbalance += column ? -1 : 1;
}

/* The number of pairs of states that have no vertex in common, about. */
static double join(struct pricing *p)
{
    const struct priced *const right = &p->stack[--p->height];
    struct priced *const left = &p->stack[p->height - 1];
    double pairs = states_of(p, left) * states_of(p, right);
    const int opens = left->opens;

    for (int i = 0; i < right->opens; i++) {
        bool both = false;
        for (int k = 0; k < opens; k++)
            both = both || left->open[k] == right->open[i];
        if (both)
            pairs *= 0.75;
        else
            open_vertex(p, left, right->open[i]);
    }
    left->imbalance += right->imbalance;
    return pairs;
}

static pm_status price_step(double *cost, struct pricing *p, const struct pm_proof_step *step)
{
    static const double PRODUCT = 4; /* additions */

    if (step->code == PM_STEP_NEW) {
        struct priced *const t = &p->stack[p->height++];
        int *const open = t->open;
        *t = (struct priced){.open = open};
        if (open == NULL)
            PM_NEW(t->open, p->statement->vertices);
    } else if (step->code == PM_STEP_JOIN) {
        *cost += PRODUCT * join(p);
    } else if (step->code == PM_STEP_OPEN) {
        open_vertex(p, &p->stack[p->height - 1], step->u);
    } else if (step->code == PM_STEP_CLOSE) {
        close_vertex(p, &p->stack[p->height - 1], step->u);
    } else {
        *cost += states_of(p, &p->stack[p->height - 1]);
    }
    return PM_OK;
}

/* The cost of a list of steps in additions. */
static pm_status price(double *cost, const struct pm_proof_steps *steps,
                       const struct pm_statement *s)
{
    struct pricing p = {.statement = s};
    pm_status status = PM_OK;

    for (int v = 0; v < s->vertices; v++)
        p.is_free = p.is_free || s->stays[v];
    PM_NEW(p.stack, steps->count + 1);
    *cost = 0;
    for (size_t i = 0; i < steps->count && status == PM_OK; i++)
        status = price_step(cost, &p, &steps->step[i]);
    for (size_t k = 0; k <= steps->count; k++)
        free(p.stack[k].open);
    free(p.stack);
    return status;
}

/* --------------------------------------------------------------------- interface */

pm_status pm_proof_steps_new(struct pm_proof_steps **steps, const struct pm_statement *statement)
{
    pm_status (*const tries[])(struct writer *) = {try_sweep, try_tree};
    double best = INFINITY, cost;
    struct pm_proof_steps *found = NULL;
    struct writer w;
    pm_status status = PM_OK, last = PM_OK;

    for (size_t k = 0; k < sizeof tries / sizeof *tries && status == PM_OK; k++) {
        status = writer_init(&w, statement);
        if (status == PM_OK) {
            last = tries[k](&w);
            status = last == PM_UNABLE ? PM_OK : last;
        }
        if (last == PM_OK && status == PM_OK) {
            status = price(&cost, w.steps, statement);
            if (status == PM_OK && cost < best) {
                struct pm_proof_steps *const old = found;
                best = cost;
                found = w.steps;
                w.steps = old;
            }
        }
        pm_proof_steps_free(w.steps);
        free(w.closed);
    }
    if (status == PM_OK && found != NULL) {
        *steps = found;
        return PM_OK;
    }
    pm_proof_steps_free(found);
    return status != PM_OK ? status : last;
}

void pm_proof_steps_free(struct pm_proof_steps *steps)
{
    if (steps == NULL)
        return;
    free(steps->step);
    free(steps);
}
