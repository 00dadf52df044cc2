/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `edmonds`: a graph without a perfect matching has hafnian 0.  Edges that no perfect matching
 * uses are removed.
 *
 * Alternating trees (model/blossom.h) find a maximum matching M.  A tree that cannot grow proves
 * that there is no perfect matching: without its k inner vertices, its k + 1 outer blossoms are
 * components of odd size (Tutte, J. London Math. Soc. 22, 1947).  Let M be perfect and match u with
 * w.  The edge uv is in some perfect matching exactly if the graph without u and v has one; that
 * is, if v is an outer vertex of the tree grown from w in the graph without u (Lovasz & Plummer,
 * Matching Theory, 1986, section 3.2, on the Gallai-Edmonds decomposition).
 *
 * Cost: vertices times entries; usually much less, since a search ends once it has reached all
 * neighbours of u.  After BUDGET steps in all, the searches for edges stop and the other edges
 * stay. */
#include "reduce/rewrite.h"

#include "base/alloc.h"
#include "model/blossom.h"
#include "reduce/decompose.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const int64_t BUDGET = 200000000;

/* Clears keep[k] for edges of vertices that are FREE in `label` (NULL: of all), where no largest
 * matching uses them. */
static void find_forbidden(bool *keep, struct pm_forest *f, const char *label)
{
    f->steps = 0;
    for (int u = 0; u < f->n && f->steps < BUDGET; u++) {
        if (label != NULL && label[u] != PM_FREE)
            continue;
        f->without = u;
        pm_blossom_grow(f, f->match[u]);
        for (int k = f->start[u]; k < f->start[u + 1]; k++)
            keep[k] = keep[k] && f->label[f->to[k]] == PM_OUTER;
        pm_blossom_forget(f);
    }
    f->without = -1;
}

/* Keeps an edge unless it was found to be forbidden from one of its ends.  When the budget ends, an
 * edge may have been checked from only one end. */
static pm_status keep_symmetric(int *forbidden, bool *keep, const struct pm_forest *f)
{
    int *at;

    PM_NEW(at, f->n);
    for (int v = 0; v < f->n; v++)
        at[v] = f->start[v];
    /* vertices in order meet the edges of each neighbour in order: at[w] is the mirror of (v, w) */
    for (int v = 0; v < f->n; v++)
        for (int k = f->start[v]; k < f->start[v + 1]; k++) {
            const int mirror = at[f->to[k]]++;
            keep[k] = keep[mirror] = keep[k] && keep[mirror];
        }
    *forbidden = 0;
    for (int k = 0; k < f->start[f->n]; k++)
        *forbidden += !keep[k];
    free(at);
    return PM_OK;
}

pm_status pm_edmonds_forbidden(int *forbidden, bool *keep, struct pm_forest *f, const char *label)
{
    for (int v = 0; v < f->n; v++)
        for (int k = f->start[v]; k < f->start[v + 1]; k++)
            keep[k] = label == NULL || label[v] != PM_INNER || label[f->to[k]] == PM_OUTER;
    find_forbidden(keep, f, label);
    return keep_symmetric(forbidden, keep, f);
}

static pm_status push_kept(struct pm_rewrite *rewrite, const struct pm_matrix *a, const bool *keep)
{
    struct pm_matrix *b;

    PM_TRY(pm_matrix_copy(&b, a));
    pm_matrix_keep(b, keep);
    const pm_status status = pm_rewrite_push(rewrite, b);
    if (status != PM_OK)
        pm_matrix_free(b);
    return status;
}

static pm_status drop_forbidden(struct pm_rewrite *rewrite, struct pm_forest *f,
                                const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    bool *keep;
    int forbidden;

    PM_NEW(keep, pm_matrix_nnz(a));
    PM_TRY_GOTO(status, pm_edmonds_forbidden(&forbidden, keep, f, NULL), done);
    if (forbidden == 0)
        goto done;
    PM_TRY_GOTO(status, push_kept(rewrite, a, keep), done);
    rewrite->changed = true;
    snprintf(rewrite->note, sizeof rewrite->note,
             "%d vertices, %d edges: %d edges are in no perfect matching", a->rows,
             pm_matrix_nnz(a) / 2, forbidden / 2);
done:
    free(keep);
    return status;
}

pm_status pm_edmonds_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    struct pm_forest f;

    PM_TRY(pm_blossom_init(&f, a->rows, a->start, a->col));
    if (pm_blossom_match_all(&f, f.n)) {
        status = drop_forbidden(rewrite, &f, a);
    } else {
        rewrite->zero = rewrite->changed = true;
        snprintf(rewrite->note, sizeof rewrite->note, "some vertices cannot be matched");
    }
    pm_blossom_clear(&f);
    return status;
}
