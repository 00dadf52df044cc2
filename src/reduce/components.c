/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `components`: haf A is the product of the hafnians of the graph's connected components.  If
 * a component has an odd number of vertices, or is bipartite with unequal sides, it cannot be
 * matched, and haf A = 0.  A bipartite component with sides R and C becomes the permanent of A(R,
 * C), which has half the order.  Linear in the entries. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "model/sides.h"

#include <stdio.h>

/* True where some component cannot be matched. */
static bool is_unmatched(const struct pm_sides *s)
{
    for (int k = 0; k < s->components; k++) {
        const struct pm_component *const c = s->component + k;
        if ((c->size[0] + c->size[1]) % 2 == 1 || (c->bipartite && c->size[0] != c->size[1]))
            return true;
    }
    return false;
}

/* Sorts vertices by component and side, in ascending order.  The list of a component's side begins
 * at vertex[at[2 * component + side]]. */
static void sort_vertices(int *vertex, int *at, const struct pm_sides *s, int vertices)
{
    for (int k = 0, sum = 0; k < s->components; k++) {
        const bool split = s->component[k].bipartite;
        const int *const size = s->component[k].size;
        at[2 * k] = sum;
        at[2 * k + 1] = split ? sum + size[0] : sum;
        sum += size[0] + size[1];
    }
    for (int v = 0; v < vertices; v++) {
        const int k = s->of[v];
        vertex[at[2 * k + (s->component[k].bipartite ? s->side[v] : 0)]++] = v;
    }
    for (int k = 0; k < s->components; k++) { /* move back to the beginnings of the lists */
        const int *const size = s->component[k].size;
        const bool split = s->component[k].bipartite;
        at[2 * k] -= split ? size[0] : size[0] + size[1];
        at[2 * k + 1] -= split ? size[1] : 0;
    }
}

static pm_status push_component(struct pm_rewrite *rewrite, const struct pm_matrix *a,
                                const struct pm_component *c, const int *rows, const int *cols)
{
    const int size = c->size[0] + c->size[1];
    struct pm_matrix *part;
    pm_status status;

    if (c->bipartite)
        PM_TRY(pm_matrix_sub(&part, a, c->size[0], rows, c->size[1], cols));
    else
        PM_TRY(pm_matrix_sub(&part, a, size, rows, size, rows));
    status =
        c->bipartite ? pm_rewrite_push_permanent(rewrite, part) : pm_rewrite_push(rewrite, part);
    if (status != PM_OK)
        pm_matrix_free(part);
    return status;
}

static void say_components(struct pm_rewrite *rewrite, const struct pm_sides *s, int vertices)
{
    int bipartite = 0;

    for (int k = 0; k < s->components; k++)
        bipartite += s->component[k].bipartite;
    snprintf(rewrite->note, sizeof rewrite->note, "%d vertices: %d component%s, %d bipartite",
             vertices, s->components, s->components == 1 ? "" : "s", bipartite);
}

pm_status pm_components_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    pm_status status;
    struct pm_sides s;
    int *vertex = NULL, *at = NULL;

    PM_TRY(pm_sides_find(&s, a));
    status = PM_OK;
    if (is_unmatched(&s)) {
        rewrite->changed = rewrite->zero = true;
        snprintf(rewrite->note, sizeof rewrite->note, "some component cannot be matched");
        goto done;
    }
    if (s.components == 0 || (s.components == 1 && !s.component[0].bipartite))
        goto done;
    PM_NEW_GOTO(status, vertex, a->rows, done);
    PM_NEW_GOTO(status, at, 2 * (size_t)s.components, done);
    sort_vertices(vertex, at, &s, a->rows);
    for (int k = 0; k < s.components; k++)
        PM_TRY_GOTO(
            status,
            push_component(rewrite, a, s.component + k, vertex + at[2 * k], vertex + at[2 * k + 1]),
            done);
    rewrite->changed = true;
    say_components(rewrite, &s, a->rows);
done:
    pm_sides_clear(&s);
    PM_FREE(vertex, at);
    return status;
}
