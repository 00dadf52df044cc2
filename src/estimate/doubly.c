/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exactly doubly stochastic matrices, as integers with line sums 2^PM_DOUBLY_BITS.
 *
 * The approximate entries are rounded.  What a line lacks is added along a spanning tree of the
 * bipartite graph, from the leaves to the root: the entry to its parent takes what the line lacks,
 * so that only the root is left, and that is 0 because both sides have the same sum.  The tree
 * consists of the largest entries (Kruskal, Proceedings of the American Mathematical Society 7,
 * 1956), so that corrections are small beside them.  In a wide matrix all rows of ones are one
 * vertex, which every column has an edge to.
 *
 * Where blocks are joined by entries that are smaller than the errors of their line sums, a
 * correction may be larger than its entry.  Then small entries are left out, more and more of them,
 * until the tree falls into trees of blocks that have as many rows as columns. */
#include "base/alloc.h"
#include "base/sets.h"
#include "estimate/bounds.h"

#include <math.h>

static const double COARSER = 8, COARSEST = 0.1; /* steps of what is left out, and their end */

/* An edge of the graph: entry k of the matrix, or column j's one to the lower rows at nnz + j. */
struct tree {
    const struct pm_positive *p;
    int vertices; /* rows, columns, and one more if the matrix is wide */
    int edges;
    int *root_of;  /* [vertices] for the union of components */
    int *edge;     /* [edges] in the order of the entries, largest first */
    int *degree;   /* [vertices] edges of the tree */
    int64_t *lack; /* [vertices] */
    int64_t *tied; /* [vertices] exclusive or of the tree's edges */
};

static int row_end(const struct tree *t, int e)
{
    const int nnz = pm_matrix_nnz(t->p->a);

    return e < nnz ? t->p->row_of[e] : t->p->rows + t->p->cols;
}

static int col_end(const struct tree *t, int e)
{
    const int nnz = pm_matrix_nnz(t->p->a);

    return t->p->rows + (e < nnz ? t->p->a->col[e] : e - nnz);
}

static int64_t *value_of(struct pm_doubly *d, const struct tree *t, int e)
{
    const int nnz = pm_matrix_nnz(t->p->a);

    return e < nnz ? d->entry + e : d->rest + (e - nnz);
}

static int by_size(const void *x, const void *y, void *near)
{
    const double *const size = near;
    const int a = *(const int *)x, b = *(const int *)y;

    return size[a] != size[b] ? (size[a] < size[b] ? 1 : -1) : (a > b) - (a < b);
}

static void sort_edges(struct tree *t, const double *near)
{
    for (int e = 0; e < t->edges; e++)
        t->edge[e] = e;
    qsort_r(t->edge, (size_t)t->edges, sizeof *t->edge, by_size, (void *)near);
}

/* All entries that are not below `least`, rounded, and what lines lack then. */
static void round_entries(struct pm_doubly *d, struct tree *t, const double *near, double least)
{
    const struct pm_positive *const p = t->p;

    for (int v = 0; v < t->vertices; v++)
        t->lack[v] = (int64_t)(v == p->rows + p->cols ? p->ones : 1) << PM_DOUBLY_BITS;
    for (int e = 0; e < t->edges; e++) {
        const double x = near[e] < least ? 0 : fmin(near[e], p->cols);
        *value_of(d, t, e) = (int64_t)rint(ldexp(x, PM_DOUBLY_BITS));
        t->lack[row_end(t, e)] -= *value_of(d, t, e);
        t->lack[col_end(t, e)] -= *value_of(d, t, e);
    }
}

/* Of these entries; where they do not join all lines, several trees. */
static void find_tree(struct tree *t, const double *near, double least)
{
    for (int v = 0; v < t->vertices; v++) {
        t->root_of[v] = v;
        t->degree[v] = 0;
        t->tied[v] = 0;
    }
    for (int k = 0; k < t->edges && !(near[t->edge[k]] < least); k++) {
        const int e = t->edge[k], u = row_end(t, e), v = col_end(t, e);
        const int top = pm_set_root(t->root_of, u), other = pm_set_root(t->root_of, v);
        if (top == other)
            continue;
        t->root_of[top] = other;
        t->degree[u]++, t->degree[v]++;
        t->tied[u] ^= e, t->tied[v] ^= e;
    }
}

/* Removes leaves one after another. */
static void correct(struct pm_doubly *d, struct tree *t)
{
    for (int first = 0; first < t->vertices; first++)
        for (int v = first; t->degree[v] == 1;) {
            const int e = (int)t->tied[v], u = row_end(t, e) == v ? col_end(t, e) : row_end(t, e);
            *value_of(d, t, e) += t->lack[v];
            t->lack[u] -= t->lack[v];
            t->lack[v] = 0;
            t->degree[v] = 0;
            t->degree[u]--;
            t->tied[u] ^= e;
            v = u;
        }
}

static pm_status verify(const struct pm_doubly *d, const struct tree *t)
{
    int64_t least = 0;
    bool whole = true;

    for (int e = 0; e < t->edges; e++) {
        const int64_t x = *value_of((struct pm_doubly *)d, t, e);
        least = x < least ? x : least;
    }
    for (int v = 0; v < t->vertices; v++)
        whole = whole && t->lack[v] == 0;
    return least < 0 || !whole ? pm_fail(PM_UNABLE, "no doubly stochastic matrix was found")
                               : PM_OK;
}

static pm_status tree_init(struct tree *t, const struct pm_positive *p)
{
    const int wide = p->ones > 0;

    *t = (struct tree){.p = p,
                       .vertices = p->rows + p->cols + wide,
                       .edges = pm_matrix_nnz(p->a) + (wide ? p->cols : 0)};
    PM_NEW(t->root_of, t->vertices);
    PM_NEW(t->edge, t->edges);
    PM_NEW(t->degree, t->vertices);
    PM_NEW(t->lack, t->vertices);
    PM_NEW(t->tied, t->vertices);
    return PM_OK;
}

static void tree_clear(struct tree *t)
{
    PM_FREE(t->root_of, t->edge, t->degree, t->lack, t->tied);
}

pm_status pm_doubly_init(struct pm_doubly *d, const struct pm_positive *p, const double *near)
{
    struct tree t;
    pm_status status;

    *d = (struct pm_doubly){.p = p};
    PM_TRY_GOTO(status, tree_init(&t, p), done);
    PM_NEW_GOTO(status, d->entry, pm_matrix_nnz(p->a), done);
    PM_NEW_GOTO(status, d->rest, p->cols, done);
    sort_edges(&t, near);
    double least = 0;
    do {
        round_entries(d, &t, near, least);
        find_tree(&t, near, least);
        correct(d, &t);
        status = verify(d, &t);
        least = fmax(COARSER * least, ldexp(1, -PM_DOUBLY_BITS));
    } while (status == PM_UNABLE && least < COARSEST);
done:
    tree_clear(&t);
    if (status != PM_OK)
        pm_doubly_clear(d);
    return status;
}

void pm_doubly_clear(struct pm_doubly *d)
{
    PM_FREE(d->entry, d->rest);
    *d = (struct pm_doubly){.p = NULL};
}
