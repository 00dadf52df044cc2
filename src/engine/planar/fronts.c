/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of fronts: symbolic elimination, which finds the rows and columns of every front.  A
 * parent and its children in the elimination tree (pair_order.c) are combined into one front if
 * that saves more than it costs (Ashcraft and Grimes, The influence of relaxed supernode
 * partitions, ACM TOMS 15, 1989).  The nodes that the caller wants to keep are the last front.
 * (A node is a pair of a perfect matching: pair_order.h.) */
#include "base/alloc.h"
#include "engine/planar/pair_order.h"

#include <flint/ulong_extras.h>
#include <stdlib.h>

/* The cost of a front besides its products, expressed in products: for the front itself, and for
 * each entry that it passes on. */
enum { FRONT_STEPS = 1500, ENTRY_STEPS = 3 };

/* A front under construction.  Its number is the position of its last node in the order of
 * elimination. */
struct group {
    int own, children;
    int first, last; /* first and last node of the list of its nodes, linked by next[] */
    int border_size;
    /* positions of the nodes in its border; NULL: no border, or the group was merged into
     * another one */
    int *border;
    bool merged;
    double steps;
};

/* The cost, in products, to eliminate `own` rows with `border` others.  A skew matrix needs half
 * the products of another matrix with as many rows. */
static double steps_of(bool skew, double own, double border)
{
    return own * (own * own / 3 + own * border + border * border) / (skew ? 2 : 1) + FRONT_STEPS +
           ENTRY_STEPS * border * border;
}

static double front_steps(const struct pm_pairs *p, int own_nodes, int border_nodes)
{
    return steps_of(p->width == 2, (double)p->width * own_nodes, (double)p->width * border_nodes);
}

double pm_fronts_steps(const struct pm_fronts *f, int s)
{
    return steps_of(f->skew, f->own_start[s + 1] - f->own_start[s],
                    f->border_start[s + 1] - f->border_start[s]);
}

/* Adds those of the `count` positions more[] that are after j to the border of g, without
 * repetition.  If map is not NULL, more[] has nodes, and map[] their positions. */
static pm_status border_add(struct group *g, size_t *room, int j, int count, const int *more,
                            const int *map, int *mark)
{
    void *border = g->border;
    const pm_status status =
        pm_alloc_grow(&border, room, (size_t)g->border_size + (size_t)count, sizeof *g->border);

    g->border = border;
    PM_TRY(status);
    for (int k = 0; k < count; k++) {
        const int at = map != NULL ? map[more[k]] : more[k];
        if (at > j && mark[at] != j) {
            mark[at] = j;
            g->border[g->border_size++] = at;
        }
    }
    return PM_OK;
}

/* Finds the border of the group at position j: the neighbours of its node, and the borders of its
 * children, as far as they are later than j. child[j] is the first child, sibling[c] the next child
 * of the same parent. */
static pm_status find_border(struct group *group, const struct pm_pairs *p, int j, const int *child,
                             const int *sibling, int *mark)
{
    const int node = p->order[j];
    size_t room = 0;

    PM_TRY(border_add(&group[j], &room, j, p->graph->p[node + 1] - p->graph->p[node],
                      p->graph->i + p->graph->p[node], p->position, mark));
    for (int c = child[j]; c >= 0; c = sibling[c])
        PM_TRY(border_add(&group[j], &room, j, group[c].border_size, group[c].border, NULL, mark));
    return PM_OK;
}

/* Merges those children of the group at j for which that pays. */
static void merge_children(struct group *group, const struct pm_pairs *p, int j, const int *child,
                           const int *sibling, int *next)
{
    struct group *const g = &group[j];

    g->own = 1;
    g->first = g->last = j;
    g->steps = front_steps(p, 1, g->border_size);
    for (int c = child[j]; c >= 0; c = sibling[c]) {
        struct group *const h = &group[c];
        const double merged = front_steps(p, g->own + h->own, g->border_size);
        if (c < p->free_nodes && (j >= p->free_nodes || merged > g->steps + h->steps)) {
            g->children++;
            continue;
        }
        next[h->last] = g->first;
        g->first = h->first;
        g->own += h->own;
        g->children += h->children;
        g->steps = merged;
        h->merged = true;
        free(h->border);
        h->border = NULL;
    }
}

static pm_status find_groups(struct group *group, int *next, const struct pm_pairs *p)
{
    int *child = NULL, *sibling = NULL, *mark = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, child, p->nodes, done);
    PM_NEW_GOTO(status, sibling, p->nodes, done);
    PM_NEW_GOTO(status, mark, p->nodes, done);
    for (int j = 0; j < p->nodes; j++)
        child[j] = sibling[j] = mark[j] = next[j] = -1;
    for (int j = 0; j < p->nodes; j++) {
        PM_TRY_GOTO(status, find_border(group, p, j, child, sibling, mark), done);
        merge_children(group, p, j, child, sibling, next);
        if (p->parent[j] >= 0) {
            sibling[j] = child[p->parent[j]];
            child[p->parent[j]] = j;
        }
    }
done:
    PM_FREE(child, sibling, mark);
    return status;
}

/* Sets the rows and columns of the node at this position. */
static void put_node(int *row, int *col, const struct pm_pairs *p, int position)
{
    const int node = p->order[position];

    for (int k = 0; k < p->width; k++) {
        row[k] = p->node_row[node * p->width + k];
        col[k] = p->node_col[node * p->width + k];
    }
}

/* Sets the own rows and columns of a front.  Neighbours do not follow each other: where each row is
 * eliminated right after its neighbour, the errors of balls multiply from row to row.  (The last
 * front of the torus 200 x 200, of 422 rows, then loses 32 bits instead of 8.) */
static void put_own(int *row, int *col, const struct pm_pairs *p, const struct group *g,
                    const int *next)
{
    int stride = (int)(0.618 * g->own) + 1, place = 0;

    while (n_gcd((ulong)stride, (ulong)g->own) > 1)
        stride++;
    for (int i = g->first, left = g->own; left > 0; i = next[i], left--) {
        put_node(row + place * p->width, col + place * p->width, p, i);
        place = (int)(((int64_t)place + stride) % g->own);
    }
}

/* Makes each group that was not merged a front. front[u] = the front of node u. */
static pm_status lay_out(struct pm_fronts *f, int *front, const struct group *group,
                         const int *next, const struct pm_pairs *p)
{
    int borders = 0, own_at = 0, border_at = 0;

    for (int j = 0; j < p->nodes; j++) {
        const int more = group[j].merged ? 0 : group[j].border_size * p->width;
        f->count += !group[j].merged;
        if (more > INT32_MAX / 2 - borders)
            return pm_fail(PM_UNABLE, "the elimination fills in too much");
        borders += more;
    }
    PM_NEW(f->children, f->count);
    PM_NEW(f->tree, f->count);
    PM_NEW(f->own_start, f->count + 1);
    PM_NEW(f->border_start, f->count + 1);
    PM_NEW(f->own_row, f->n);
    PM_NEW(f->own_col, f->n);
    PM_NEW(f->border_row, borders);
    PM_NEW(f->border_col, borders);
    for (int j = 0, k = 0; j < p->nodes; j++) {
        const struct group *const g = &group[j];
        if (g->merged)
            continue;
        f->children[k] = g->children;
        f->tree[k] = 1;
        for (int c = 0; c < g->children; c++)
            f->tree[k] += f->tree[k - f->tree[k]];
        f->steps += g->steps;
        for (int i = g->first, left = g->own; left > 0; i = next[i], left--)
            front[p->order[i]] = k;
        put_own(f->own_row + own_at, f->own_col + own_at, p, g, next);
        own_at += g->own * p->width;
        for (int i = 0; i < g->border_size; i++, border_at += p->width)
            put_node(f->border_row + border_at, f->border_col + border_at, p, g->border[i]);
        k++;
        f->own_start[k] = own_at;
        f->border_start[k] = border_at;
    }
    return PM_OK;
}

/* Each entry is added in the front that eliminates its row or its column, whichever is first. */
static pm_status place_entries(struct pm_fronts *f, const struct pm_matrix *a, const int *front,
                               const struct pm_pairs *p)
{
    const int nnz = pm_matrix_nnz(a);
    int *home, *next = NULL;
    pm_status status = PM_OK;

    PM_NEW(home, nnz);
    PM_NEW_GOTO(status, next, f->count, done);
    PM_NEW_GOTO(status, f->entry_start, f->count + 1, done);
    PM_NEW_GOTO(status, f->entry, nnz, done);
    PM_NEW_GOTO(status, f->entry_row, nnz, done);
    PM_EACH_ENTRY(a, i, k) {
        const int u = front[p->row_node[i]], v = front[p->col_node[a->col[k]]];
        home[k] = u < v ? u : v;
        f->entry_start[home[k] + 1]++;
    }
    for (int s = 0; s < f->count; s++) {
        next[s] = f->entry_start[s];
        f->entry_start[s + 1] += f->entry_start[s];
    }
    PM_EACH_ENTRY(a, i, k) {
        const int at = next[home[k]]++;
        f->entry[at] = k;
        f->entry_row[at] = i;
    }
done:
    PM_FREE(home, next);
    return status;
}

/* Computes the memory for shares, and the memory of the largest stack: data that wait for their
 * parent, and the current front with its copy of U. */
static pm_status count_bytes(struct pm_fronts *f)
{
    double *waiting, held = 0;
    int depth = 0;

    PM_NEW(waiting, f->count + 1);
    for (int s = 0; s < f->count; s++) {
        const double own = f->own_start[s + 1] - f->own_start[s];
        const double border = f->border_start[s + 1] - f->border_start[s];
        const double now = held + 8 * (own + border) * (2 * own + border) + 8 * border * border;
        f->bytes = now > f->bytes ? now : f->bytes;
        f->kept += 8 * own * (own + 2 * border);
        for (int c = 0; c < f->children[s]; c++)
            held -= waiting[--depth];
        waiting[depth] = 8 * border * border;
        held += waiting[depth++];
    }
    free(waiting);
    return PM_OK;
}

static pm_status fronts_build(struct pm_fronts *f, const struct pm_matrix *a,
                              const struct pm_pairs *p)
{
    struct group *group = NULL;
    int *next = NULL, *front = NULL;
    pm_status status;

    PM_NEW(group, p->nodes);
    PM_NEW_GOTO(status, next, p->nodes, done);
    PM_NEW_GOTO(status, front, p->nodes, done);
    PM_TRY_GOTO(status, find_groups(group, next, p), done);
    PM_TRY_GOTO(status, lay_out(f, front, group, next, p), done);
    PM_TRY_GOTO(status, place_entries(f, a, front, p), done);
    status = count_bytes(f);
done:
    for (int j = 0; j < p->nodes; j++)
        free(group[j].border);
    PM_FREE(group, next, front);
    return status;
}

pm_status pm_fronts_new(struct pm_fronts **out, const struct pm_matrix *a, enum pm_kind kind,
                        const int *mate, const bool *last)
{
    struct pm_pairs pairs;
    struct pm_fronts *f;

    PM_NEW(f, 1);
    f->n = a->rows;
    f->skew = kind == PM_HAFNIAN;
    pm_status status = pm_pairs_order(&pairs, a, kind, mate, last);
    PM_THEN(status, fronts_build(f, a, &pairs));
    pm_pairs_clear(&pairs);
    if (status != PM_OK) {
        pm_fronts_free(f);
        f = NULL;
    }
    *out = f;
    return status;
}

void pm_fronts_free(struct pm_fronts *f)
{
    if (f == NULL)
        return;
    PM_FREE(f->children, f->tree, f->own_start, f->border_start, f->own_row, f->own_col,
            f->border_row, f->border_col, f->entry_start, f->entry, f->entry_row, f);
}
