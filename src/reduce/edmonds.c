/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `edmonds`: a graph without a perfect matching has hafnian 0, and an edge that no perfect
 * matching uses goes.
 *
 * A maximum matching M is found by growing alternating trees and shrinking blossoms (Edmonds,
 * Paths, trees, and flowers, Canadian J. Math. 17, 1965).  A tree that cannot grow proves that
 * there is no perfect matching: without its k inner vertices its k + 1 outer blossoms are
 * components of odd size (Tutte, J. London Math. Soc. 22, 1947).  If M is perfect and matches u
 * with w, the edge from u to v is in some perfect matching exactly if the graph without u and v has
 * one, and that is if v is an outer vertex of the tree grown from w in the graph without u (Lovasz
 * & Plummer, Matching Theory, 1986, section 3.2, on the Gallai-Edmonds decomposition).
 *
 * Cost: vertices times entries, as a rule much less, since a search ends once it has reached all
 * neighbours of u; the searches for edges end after BUDGET steps in all, and other edges stay. */
#include "reduce/rule.h"

#include "base/alloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const int64_t BUDGET = 200000000;

enum label { FREE, OUTER, INNER };

struct forest {
    const struct pm_matrix *a;
    int without;     /* a vertex that is not there, or -1 */
    int *match;      /* partner, or -1 */
    int *pre;        /* the vertex before on an alternating path */
    int *base;       /* union-find: the base of the blossom */
    char *label;     /* enum label */
    int *stamp, now; /* for the search of a common base */
    int *queue, tail;
    int *touched, touches; /* to be reset */
    int64_t steps;
};

static void forest_clear(struct forest *f)
{
    free(f->match);
    free(f->pre);
    free(f->base);
    free(f->label);
    free(f->stamp);
    free(f->queue);
    free(f->touched);
}

static pm_status forest_init(struct forest *f, const struct pm_matrix *a)
{
    pm_status status = PM_OK;
    const int n = a->rows;

    *f = (struct forest){.a = a, .without = -1};
    PM_NEW_GOTO(status, f->match, n, done);
    PM_NEW_GOTO(status, f->pre, n, done);
    PM_NEW_GOTO(status, f->base, n, done);
    PM_NEW_GOTO(status, f->label, n, done);
    PM_NEW_GOTO(status, f->stamp, n, done);
    PM_NEW_GOTO(status, f->queue, n, done);
    PM_NEW_GOTO(status, f->touched, n, done);
    for (int v = 0; v < n; v++) {
        f->match[v] = f->pre[v] = -1;
        f->base[v] = v;
    }
done:
    if (status != PM_OK)
        forest_clear(f);
    return status;
}

static int base_of(struct forest *f, int v)
{
    while (f->base[v] != v)
        v = f->base[v] = f->base[f->base[v]];
    return v;
}

static void set_label(struct forest *f, int v, enum label label)
{
    if (f->label[v] == FREE)
        f->touched[f->touches++] = v;
    f->label[v] = (char)label;
    if (label == OUTER)
        f->queue[f->tail++] = v;
}

static void forget(struct forest *f)
{
    while (f->touches > 0) {
        const int v = f->touched[--f->touches];
        f->label[v] = FREE;
        f->pre[v] = -1;
        f->base[v] = v;
    }
    f->tail = 0;
}

/* One step from an outer base towards the root: the next outer base, or -1. */
static int base_above(struct forest *f, int v)
{
    const int inner = f->match[v];

    return inner < 0 || f->pre[inner] < 0 ? -1 : base_of(f, f->pre[inner]);
}

/* Where the paths of two outer vertices of one tree meet. */
static int common_base(struct forest *f, int v, int w)
{
    v = base_of(f, v);
    w = base_of(f, w);
    for (f->now++;;) {
        if (v >= 0) {
            if (f->stamp[v] == f->now)
                return v;
            f->stamp[v] = f->now;
            v = base_above(f, v);
        }
        const int swap = v;
        v = w;
        w = swap;
    }
}

/* The path from v down to the base becomes part of its blossom; w is the way round it. */
static void shrink(struct forest *f, int v, int w, int base)
{
    while (base_of(f, v) != base) {
        const int inner = f->match[v];
        f->pre[v] = w;
        if (f->label[inner] == INNER)
            set_label(f, inner, OUTER);
        if (f->base[v] == v)
            f->base[v] = base;
        if (f->base[inner] == inner)
            f->base[inner] = base;
        w = inner;
        v = f->pre[inner];
        f->steps++;
    }
}

/* Matches along the path that ends in the free vertex v. */
static void augment(struct forest *f, int v)
{
    while (v >= 0) {
        const int w = f->pre[v], next = f->match[w];
        f->match[v] = w;
        f->match[w] = v;
        v = next;
    }
}

/* The edge from the outer vertex v to w. True: an augmenting path has been used. */
static bool look(struct forest *f, int v, int w)
{
    if (w == f->without || f->label[w] == INNER || base_of(f, v) == base_of(f, w))
        return false;
    if (f->label[w] == OUTER) {
        const int base = common_base(f, v, w);
        shrink(f, v, w, base);
        shrink(f, w, v, base);
        return false;
    }
    f->pre[w] = v;
    if (f->match[w] < 0) {
        f->touched[f->touches++] = w;
        augment(f, w);
        return true;
    }
    set_label(f, w, INNER);
    set_label(f, f->match[w], OUTER);
    return false;
}

/* True where all neighbours of u are outer. */
static bool all_outer(const struct forest *f, int u)
{
    for (int k = f->a->start[u]; k < f->a->start[u + 1]; k++)
        if (f->label[f->a->col[k]] != OUTER)
            return false;
    return true;
}

/* Grows the tree of `root` until it augments (true), or cannot, or the neighbours of the vertex
 * that is left out are outer. */
static bool grow(struct forest *f, int root)
{
    const struct pm_matrix *const a = f->a;

    set_label(f, root, OUTER);
    for (int head = 0; head < f->tail; head++) {
        const int v = f->queue[head];
        for (int k = a->start[v]; k < a->start[v + 1]; k++)
            if (look(f, v, a->col[k]))
                return true;
        f->steps += a->start[v + 1] - a->start[v];
        if (f->without >= 0 && (head & (head + 1)) == 0 && all_outer(f, f->without))
            return false;
    }
    return false;
}

/* ------------------------------------------------------------- what it shows */

static void match_greedily(struct forest *f)
{
    for (int v = 0; v < f->a->rows; v++)
        for (int k = f->a->start[v]; k < f->a->start[v + 1] && f->match[v] < 0; k++)
            if (f->match[f->a->col[k]] < 0) {
                f->match[v] = f->a->col[k];
                f->match[f->a->col[k]] = v;
            }
}

static void say_unmatched(struct pm_rewrite *rewrite, const struct forest *f)
{
    enum { SHOWN = 12 };
    char *const note = rewrite->note;
    const size_t size = sizeof rewrite->note;
    int inner = 0;
    size_t at = 0;

    for (int v = 0; v < f->a->rows; v++)
        inner += f->label[v] == INNER;
    if (inner == 0) {
        snprintf(note, size, "a component has an odd number of vertices");
        return;
    }
    at += (size_t)(inner == 1 ? snprintf(note, size, "without vertex")
                              : snprintf(note, size, "without the %d vertices", inner));
    for (int v = 0, shown = 0; v < f->a->rows && shown < SHOWN; v++)
        if (f->label[v] == INNER)
            at += (size_t)snprintf(note + at, size - at, "%s%d", shown++ > 0 ? ", " : " ", v + 1);
    snprintf(note + at, size - at, "%s there are at least %d components of odd size",
             inner > SHOWN ? ", ..." : "", inner + 1);
}

/* keep[k]: some perfect matching uses entry k.  Counts the others. */
static int find_forbidden(bool *keep, struct forest *f)
{
    const struct pm_matrix *const a = f->a;
    int forbidden = 0;

    for (int k = 0; k < pm_matrix_nnz(a); k++)
        keep[k] = true;
    f->steps = 0;
    for (int u = 0; u < a->rows && f->steps < BUDGET; u++) {
        f->without = u;
        grow(f, f->match[u]);
        for (int k = a->start[u]; k < a->start[u + 1]; k++)
            if (f->label[a->col[k]] != OUTER) {
                keep[k] = false;
                forbidden++;
            }
        forget(f);
    }
    f->without = -1;
    return forbidden;
}

/* Where the budget ended, an edge may have been looked at from one of its ends only. */
static int keep_symmetric(bool *keep, const struct pm_matrix *a)
{
    int *at, forbidden = 0;

    if ((at = pm_alloc((size_t)a->rows, sizeof *at)) == NULL)
        return -1;
    for (int v = 0; v < a->rows; v++)
        at[v] = a->start[v];
    /* Rows in order meet the entries of every column in order: at[w] is the mirror of (v, w). */
    for (int v = 0; v < a->rows; v++)
        for (int k = a->start[v]; k < a->start[v + 1]; k++) {
            const int mirror = at[a->col[k]]++;
            keep[k] = keep[mirror] = keep[k] && keep[mirror];
        }
    for (int k = 0; k < pm_matrix_nnz(a); k++)
        forbidden += !keep[k];
    free(at);
    return forbidden;
}

static pm_status push_kept(struct pm_rewrite *rewrite, const struct pm_matrix *a, const bool *keep,
                           int kept)
{
    struct pm_matrix *b;

    PM_TRY(pm_matrix_new(&b, a->rows, a->cols, kept, a->im != NULL));
    for (int v = 0, at = 0; v < a->rows; v++) {
        b->start[v] = at;
        for (int k = a->start[v]; k < a->start[v + 1]; k++) {
            if (!keep[k])
                continue;
            b->col[at] = a->col[k];
            fmpq_set(b->re + at, a->re + k);
            if (a->im != NULL)
                fmpq_set(b->im + at, a->im + k);
            at++;
        }
        b->start[v + 1] = at;
    }
    pm_matrix_drop_zero_im(b);
    const pm_status status = pm_rewrite_push(rewrite, b);
    if (status != PM_OK)
        pm_matrix_free(b);
    return status;
}

static pm_status drop_forbidden(struct pm_rewrite *rewrite, struct forest *f)
{
    const struct pm_matrix *const a = f->a;
    pm_status status = PM_OK;
    bool *keep;
    int forbidden;

    PM_NEW(keep, pm_matrix_nnz(a));
    forbidden = find_forbidden(keep, f);
    if (forbidden == 0)
        goto done;
    if ((forbidden = keep_symmetric(keep, a)) < 0) {
        status = PM_NOMEM;
        goto done;
    }
    PM_TRY_GOTO(status, push_kept(rewrite, a, keep, pm_matrix_nnz(a) - forbidden), done);
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
    struct forest f;

    PM_TRY(forest_init(&f, a));
    match_greedily(&f);
    for (int v = 0; v < a->rows && !rewrite->zero; v++) {
        if (f.match[v] >= 0)
            continue;
        if (!grow(&f, v)) {
            rewrite->zero = rewrite->changed = true;
            say_unmatched(rewrite, &f);
        }
        forget(&f);
    }
    if (!rewrite->zero)
        status = drop_forbidden(rewrite, &f);
    forest_clear(&f);
    return status;
}
