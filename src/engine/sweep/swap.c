/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two copies of the graph are coloured alike until the colours name the image of every vertex.  At
 * first, the left half of one copy has the colour of the right half of the other.  Then a vertex
 * gets a new colour from its own and those of its neighbours, until no cell (the vertices of one
 * colour) divides any more (Weisfeiler and Leman, 1968).  If a cell has more vertices of one copy
 * than of the other, there is no automorphism; this ends the search at once for most graphs.
 * If a cell has several vertices of each copy, one of the first copy is tried with each of the
 * second, and both get a colour of their own (McKay, Practical graph isomorphism, 1981).  For
 * lattices with open or periodic sides one to three such choices suffice, whatever the names of the
 * vertices are, and the first try succeeds.
 *
 * Cost of a round: linear in the edges, and sorting the vertices. */
#include "engine/sweep/swap.h"

#include "base/alloc.h"
#include "base/compare.h"
#include "base/splitmix.h"

#include <stdlib.h>
#include <string.h>

/* The visits of vertices and edges after which the search ends: about 0.2 s. */
static const double MOST = 2e7;

struct key {
    int colour, vertex;
    uint64_t around; /* of the colours of its neighbours */
};

struct search {
    const struct pm_order_graph *graph;
    int n;
    int *colour;     /* of vertex v in copy c at c n + v */
    struct key *key; /* 2n, sorted by colours */
    int cells;
    double left; /* visits */
    int *image;
    bool found;
};

static int compare(const void *x, const void *y)
{
    const struct key *const a = x, *const b = y;

    return a->colour != b->colour ? (a->colour > b->colour) - (a->colour < b->colour)
                                  : (a->around > b->around) - (a->around < b->around);
}

/* Numbers the cells of the sorted keys.  False: some cell has more vertices of one copy. */
static bool number_cells(struct search *s)
{
    int more = 0;

    s->cells = 0;
    for (int k = 0; k < 2 * s->n; k++) {
        if (k == 0 || compare(&s->key[k - 1], &s->key[k]) != 0) {
            if (more != 0)
                return false;
            s->cells++;
        }
        more += s->key[k].vertex < s->n ? 1 : -1;
        s->colour[s->key[k].vertex] = s->cells - 1;
    }
    for (int k = 0; k < 2 * s->n; k++)
        s->key[k].colour = s->colour[s->key[k].vertex];
    return more == 0;
}

/* Divides cells by the colours of neighbours, until this changes nothing.  False: this is no
 * beginning of an automorphism, or no visits are left. */
static bool refine(struct search *s)
{
    const struct pm_order_graph *const g = s->graph;
    int before;

    s->cells = 0;
    do {
        before = s->cells;
        for (int x = 0; x < 2 * s->n; x++) {
            const int copy = x < s->n ? 0 : s->n, v = x - copy;
            struct key *const key = &s->key[x];
            *key = (struct key){.colour = s->colour[x], .vertex = x};
            for (int i = g->start[v]; i < g->start[v + 1]; i++)
                key->around += pm_random_mix((uint64_t)s->colour[copy + g->near[i]]);
        }
        qsort(s->key, 2 * (size_t)s->n, sizeof *s->key, compare);
        s->left -= 2.0 * (s->n + g->start[s->n]);
        if (!number_cells(s) || s->left < 0)
            return false;
    } while (s->cells > before && s->cells < s->n);
    return true;
}

/* Different vertices may have got the same number from the colours around them by chance. */
static bool is_automorphism(const struct search *s)
{
    const struct pm_order_graph *const g = s->graph;

    for (int v = 0; v < s->n; v++) {
        const int w = s->image[v], degree = g->start[w + 1] - g->start[w];
        if (g->start[v + 1] - g->start[v] != degree)
            return false;
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            if (bsearch(&s->image[g->near[i]], g->near + g->start[w], (size_t)degree, sizeof(int),
                        pm_compare_ints) == NULL)
                return false;
    }
    return true;
}

/* A vertex of the first copy in the smallest cell that has several. */
static int choose(const struct search *s)
{
    int best = -1, size = 2 * s->n + 1;

    for (int k = 0, end; k < 2 * s->n; k = end) {
        int first = k;
        for (end = k; end < 2 * s->n && s->key[end].colour == s->key[k].colour; end++)
            first = s->key[end].vertex < s->n ? end : first;
        if (end - k > 2 && end - k < size) {
            size = end - k;
            best = s->key[first].vertex;
        }
    }
    return best;
}

static pm_status look(struct search *s)
{
    const size_t bytes = 2 * (size_t)s->n * sizeof(int);
    int *saved;

    if (!refine(s))
        return PM_OK;
    if (s->cells == s->n) {
        for (int k = 0; k < 2 * s->n; k += 2) {
            const int one = s->key[k].vertex, other = s->key[k + 1].vertex;
            s->image[one < other ? one : other] = (one < other ? other : one) - s->n;
        }
        s->found = is_automorphism(s);
        return PM_OK;
    }
    const int x = choose(s);
    pm_status status = PM_OK;
    PM_NEW(saved, 2 * (size_t)s->n);
    memcpy(saved, s->colour, bytes);
    for (int y = s->n; y < 2 * s->n && status == PM_OK && !s->found && s->left >= 0; y++) {
        if (saved[y] != saved[x])
            continue;
        memcpy(s->colour, saved, bytes);
        s->colour[x] = s->colour[y] = 2 * s->n;
        status = look(s);
    }
    free(saved);
    return status;
}

pm_status pm_sweep_swap_find(int **image, bool *open, const struct pm_order_graph *graph,
                             const bool *right)
{
    struct search s = {.graph = graph, .n = graph->vertices, .left = MOST};
    pm_status status;

    *image = NULL;
    PM_NEW_GOTO(status, s.colour, 2 * (size_t)s.n, done);
    PM_NEW_GOTO(status, s.key, 2 * (size_t)s.n, done);
    PM_NEW_GOTO(status, s.image, s.n, done);
    for (int v = 0; v < s.n; v++) {
        s.colour[v] = right[v];
        s.colour[s.n + v] = !right[v];
    }
    status = look(&s);
    *open = !s.found && s.left < 0;
    if (s.found && status == PM_OK) {
        *image = s.image;
        s.image = NULL;
    }
done:
    PM_FREE(s.colour, s.key, s.image);
    return status;
}
