/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds matchings of a graph, and the sign of a sequence of pairs. */
#include "base/alloc.h"
#include "engine/planar/planar.h"
#include "model/blossom.h"

#include <stdlib.h>
#include <string.h>

pm_status pm_match_perfect(int *mate, bool *perfect, const struct pm_adjacent *graph)
{
    struct pm_forest f;

    PM_TRY(pm_blossom_init(&f, graph->vertices, graph->start, graph->to));
    *perfect = pm_blossom_match_all(&f, f.n);
    memcpy(mate, f.match, (size_t)graph->vertices * sizeof *mate);
    pm_blossom_clear(&f);
    return PM_OK;
}

/* Matches vertices of first[] with each other. */
static void match_first(struct pm_forest *f, const struct pm_adjacent *graph, const bool *first)
{
    for (int v = 0; v < graph->vertices; v++)
        for (int k = graph->start[v]; first[v] && f->match[v] < 0 && k < graph->start[v + 1]; k++) {
            const int w = graph->to[k];
            if (!first[w] || f->match[w] >= 0)
                continue;
            f->match[v] = w;
            f->match[w] = v;
        }
}

pm_status pm_match_largest(int *mate, const struct pm_adjacent *graph, const bool *first)
{
    struct pm_forest f;

    PM_TRY(pm_blossom_init(&f, graph->vertices, graph->start, graph->to));
    match_first(&f, graph, first);
    pm_blossom_match_most(&f);
    memcpy(mate, f.match, (size_t)graph->vertices * sizeof *mate);
    pm_blossom_clear(&f);
    return PM_OK;
}

pm_status pm_pairs_sign(int *sign, int pairs, const int *u, const int *v)
{
    bool *seen;
    bool odd = false;

    PM_NEW(seen, 2 * pairs);
    for (int k = 0; k < 2 * pairs; k++) {
        if (seen[k])
            continue;
        /* a cycle of even length is an odd permutation */
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
