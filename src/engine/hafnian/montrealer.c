/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single cycles of matchings.  A mode is passed from one of its two vertices to the other.  f(Z, v)
 * is the sum over the ways that begin at the last mode, pass those of the set Z, each once, and
 * have just left the vertex v:
 *
 *     f(Z + j, y') = sum over v in Z of f(Z, v) a(v, y),  y' the other vertex of y, in mode j.
 *
 * Each cycle is a way from one vertex of the last mode to the other.  For paths, a mode more has
 * the loops as its entries; each path is found in both directions.  Nothing cancels but what the
 * entries bring along.  About 2^n n^2 / 2 products and 2^n n balls for n modes.
 *
 * Source: the recurrence of Bellman (1962) and of Held and Karp (1962) for tours. */
#include "engine/hafnian/pairs.h"

#include "base/alloc.h"

enum { MODES_MOST = 18 };

struct tour {
    int modes;         /* those before the last one */
    const int *vertex; /* [2][modes + 1]: rows of the entries; -1: the mode of the loops */
    const struct pm_looped *w;
    acb_ptr sum; /* [2^modes][2 modes]: f */
    slong bits;
};

/* The factor of the vertices u and v, of all modes. */
static acb_srcptr factor(const struct tour *t, int u, int v)
{
    const int i = t->vertex[u], j = t->vertex[v];

    return j < 0 ? t->w->mean + i : i < 0 ? t->w->mean + j : t->w->entry + i * t->w->n + j;
}

/* Goes on from f(set, v), where v is a vertex of all modes, to all modes that are left. */
static void go_on(struct tour *t, acb_srcptr from, size_t set, int v)
{
    const int m = t->modes;

    for (int j = 0; j < m; j++) {
        const acb_ptr to = t->sum + (set | (size_t)1 << j) * 2 * (size_t)m;
        if ((set >> j & 1) != 0)
            continue;
        acb_addmul(to + m + j, from, factor(t, v, j), t->bits);
        acb_addmul(to + j, from, factor(t, v, m + 1 + j), t->bits);
    }
}

/* sum += all cycles, which begin at vertex 2 m + 1 and end at vertex m. */
static pm_status add_tours(acb_t sum, struct tour *t)
{
    const int m = t->modes;
    const size_t all = ((size_t)1 << m) - 1;
    acb_t one;

    acb_init(one);
    acb_one(one);
    go_on(t, one, 0, 2 * m + 1);
    acb_clear(one);
    for (size_t set = 1; set <= all; set++) {
        PM_TRY(pm_go_on(t->w->stop));
        for (int k = 0; k < 2 * m; k++) {
            const acb_srcptr here = t->sum + set * 2 * (size_t)m + k;
            const int v = k < m ? k : k + 1;
            if (acb_is_zero(here))
                continue;
            if (set == all)
                acb_addmul(sum, here, factor(t, v, m), t->bits);
            else
                go_on(t, here, set, v);
        }
    }
    return PM_OK;
}

/* sum += all cycles of the modes of vertex[2][modes]. */
static pm_status find_tours(acb_t sum, const struct pm_looped *w, const int *vertex, int modes,
                            slong bits)
{
    struct tour t = {modes - 1, vertex, w, NULL, bits};
    const size_t cells = ((size_t)2 * (size_t)t.modes) << t.modes;

    if (modes == 1) {
        acb_add(sum, sum, factor(&t, 0, 1), bits);
        return PM_OK;
    }
    PM_NEW(t.sum, cells); /* zeros */
    const pm_status status = add_tours(sum, &t);
    for (size_t at = 0; at < cells; at++)
        acb_clear(t.sum + at);
    free(t.sum);
    return status;
}

/* vertex[2][modes + looped], all copies of all modes; -1 for the mode of the loops. */
static void list_vertices(int *vertex, const struct pm_looped *w, int modes, bool looped)
{
    const int m = w->n / 2, row = modes + looped;
    int at = 0;

    for (int i = 0; i < m; i++)
        for (int copy = 0; copy < (w->times != NULL ? w->times[i] : 1); copy++, at++) {
            vertex[at] = i;
            vertex[row + at] = i + m;
        }
    if (looped)
        vertex[at] = vertex[row + at] = -1;
}

pm_status pm_pairs_cycles_sum(acb_t sum, const struct pm_looped *w, slong bits)
{
    const int modes = w->total / 2;
    int vertex[2 * (MODES_MOST + 1)];
    pm_status status = PM_OK;

    if (modes > MODES_MOST)
        return pm_fail(PM_UNABLE, "a montrealer of %d modes; at most %d are possible", modes,
                       MODES_MOST);
    acb_zero(sum);
    if (modes > 0 && !_acb_vec_is_zero(w->mean, w->n)) {
        list_vertices(vertex, w, modes, true);
        status = find_tours(sum, w, vertex, modes + 1, bits);
        acb_mul_2exp_si(sum, sum, -1);
    }
    list_vertices(vertex, w, modes, false);
    return modes > 0 && status == PM_OK ? find_tours(sum, w, vertex, modes, bits) : status;
}
