/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree grows from one free vertex by breadth-first search.  Where two outer vertices are
 * adjacent, the odd cycle is shrunk.  Where a free vertex is reached, an augmenting path is
 * complete. */
#include "model/blossom.h"

#include "base/alloc.h"

void pm_blossom_clear(struct pm_forest *f)
{
    PM_FREE(f->match, f->pre, f->base, f->label, f->stamp, f->queue, f->touched);
}

pm_status pm_blossom_init(struct pm_forest *f, int n, const int *start, const int *to)
{
    pm_status status = PM_OK;

    *f = (struct pm_forest){.n = n, .start = start, .to = to, .without = -1};
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
        pm_blossom_clear(f);
    return status;
}

static int base_of(struct pm_forest *f, int v)
{
    while (f->base[v] != v)
        v = f->base[v] = f->base[f->base[v]];
    return v;
}

static void set_label(struct pm_forest *f, int v, enum pm_label label)
{
    if (f->label[v] == PM_FREE)
        f->touched[f->touches++] = v;
    f->label[v] = (char)label;
    if (label == PM_OUTER)
        f->queue[f->tail++] = v;
}

void pm_blossom_forget(struct pm_forest *f)
{
    while (f->touches > f->kept) {
        const int v = f->touched[--f->touches];
        f->label[v] = PM_FREE;
        f->pre[v] = -1;
        f->base[v] = v;
    }
    f->tail = f->kept_tail;
}

/* Keeps the labels of a tree that cannot grow.  No other tree enters it. */
static void keep(struct pm_forest *f)
{
    f->kept = f->touches;
    f->kept_tail = f->tail;
}

/* One step from an outer base towards the root: the next outer base, or -1. */
static int base_above(struct pm_forest *f, int v)
{
    const int inner = f->match[v];

    return inner < 0 || f->pre[inner] < 0 ? -1 : base_of(f, f->pre[inner]);
}

/* The base where the paths of two outer vertices of one tree meet. */
static int common_base(struct pm_forest *f, int v, int w)
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
        PM_SWAP(v, w);
    }
}

/* Makes the path from v to the base part of the base's blossom; w is the next vertex on the other
 * way round the odd cycle. */
static void shrink(struct pm_forest *f, int v, int w, int base)
{
    while (base_of(f, v) != base) {
        const int inner = f->match[v];
        f->pre[v] = w;
        if (f->label[inner] == PM_INNER)
            set_label(f, inner, PM_OUTER);
        if (f->base[v] == v)
            f->base[v] = base;
        if (f->base[inner] == inner)
            f->base[inner] = base;
        w = inner;
        v = f->pre[inner];
        f->steps++;
    }
}

/* Augments the matching along the path that ends in the free vertex v. */
static void augment(struct pm_forest *f, int v)
{
    while (v >= 0) {
        const int w = f->pre[v], next = f->match[w];
        f->match[v] = w;
        f->match[w] = v;
        v = next;
    }
}

/* Handles the edge from the outer vertex v to w.  Returns true where that augmented the
 * matching. */
static bool look(struct pm_forest *f, int v, int w)
{
    if (w == f->without || f->label[w] == PM_INNER || base_of(f, v) == base_of(f, w))
        return false;
    if (f->label[w] == PM_OUTER) {
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
    set_label(f, w, PM_INNER);
    set_label(f, f->match[w], PM_OUTER);
    return false;
}

/* True where all neighbours of u are outer. */
static bool all_outer(const struct pm_forest *f, int u)
{
    for (int k = f->start[u]; k < f->start[u + 1]; k++)
        if (f->label[f->to[k]] != PM_OUTER)
            return false;
    return true;
}

bool pm_blossom_grow(struct pm_forest *f, int root)
{
    set_label(f, root, PM_OUTER);
    for (int head = f->kept_tail; head < f->tail; head++) {
        const int v = f->queue[head];
        for (int k = f->start[v]; k < f->start[v + 1]; k++)
            if (look(f, v, f->to[k]))
                return true;
        f->steps += f->start[v + 1] - f->start[v];
        if (f->without >= 0 && (head & (head + 1)) == 0 && all_outer(f, f->without))
            return false;
    }
    return false;
}

void pm_blossom_greedy(struct pm_forest *f)
{
    for (int v = 0; v < f->n; v++) {
        int best = -1, least = 0;
        for (int k = f->start[v]; k < f->start[v + 1] && f->match[v] < 0; k++) {
            const int w = f->to[k], degree = f->start[w + 1] - f->start[w];
            if (f->match[w] < 0 && w != v && (best < 0 || degree < least)) {
                best = w;
                least = degree;
            }
        }
        if (best >= 0) {
            f->match[v] = best;
            f->match[best] = v;
        }
    }
}

bool pm_blossom_match_all(struct pm_forest *f, int vertices)
{
    bool perfect = true;

    pm_blossom_greedy(f);
    for (int v = 0; v < vertices && perfect; v++)
        if (f->match[v] < 0) {
            perfect = pm_blossom_grow(f, v);
            pm_blossom_forget(f);
        }
    return perfect;
}

void pm_blossom_match_most(struct pm_forest *f)
{
    pm_blossom_greedy(f);
    for (int v = 0; v < f->n; v++) {
        if (f->match[v] >= 0)
            continue;
        if (pm_blossom_grow(f, v))
            pm_blossom_forget(f);
        else
            keep(f);
    }
}

pm_status pm_blossom_left(int *left, int n, const int *start, const int *to)
{
    struct pm_forest f;

    PM_TRY(pm_blossom_init(&f, n, start, to));
    pm_blossom_match_most(&f);
    *left = 0;
    for (int v = 0; v < n; v++)
        *left += f.match[v] < 0;
    pm_blossom_clear(&f);
    return PM_OK;
}
