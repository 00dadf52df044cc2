/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the four bordered matrices. */
#include "engine/planar/curve.h"

#include "base/alloc.h"
#include "base/splitmix.h"
#include "engine/limits.h"
#include "model/bound.h"

#include <stdlib.h>

pm_status pm_curve_signed(struct pm_matrix **k, const struct pm_matrix *a,
                          const struct pm_signs *signs)
{
    PM_TRY(pm_matrix_copy(k, a));
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        if (signs->entry[e] < 0)
            fmpq_neg((*k)->re + e, a->re + e);
    return PM_OK;
}

/* Where a vertex is: a ring alone may not tell two vectors from each other that K makes 0. */
enum { FAR, BESIDE, ON };

/* Puts entry number *e, in a line of the border, for vertex v of the graph. */
static void put(struct pm_matrix *k, int *e, int col, int v, int line, int sign)
{
    uint64_t state = (uint64_t)v * PM_BORDER + (uint64_t)line;

    k->col[*e] = col;
    fmpq_set_si(k->re + (*e)++, sign * ((slong)(pm_random_word(&state) >> 34) + 1), 1);
}

/* *out = k with the border, whose lines have entries at vertices that are not FAR.  Vertex
 * shift + j is that of column j; with shift 0, the matrix is skew-symmetric. */
static pm_status add_border(struct pm_matrix **out, const struct pm_matrix *k, const char *at,
                            int shift)
{
    const int n = k->rows;
    struct pm_matrix *made;
    int e = 0, near = 0;

    for (int v = 0; v < n; v++)
        near += (at[v] != FAR) + (at[shift + v] != FAR);
    PM_TRY(pm_matrix_new(&made, n + PM_BORDER, n + PM_BORDER, pm_matrix_nnz(k) + PM_BORDER * near,
                         false));
    for (int i = 0; i < n; i++) {
        for (int from = k->start[i]; from < k->start[i + 1]; from++)
            pm_matrix_put(made, e++, k->col[from], k, from);
        for (int j = 0; j < PM_BORDER && at[i] != FAR; j++)
            put(made, &e, n + j, i, j, 1);
        made->start[i + 1] = e;
    }
    for (int i = 0; i < PM_BORDER; i++) {
        for (int j = 0; j < n; j++)
            if (at[shift + j] != FAR)
                put(made, &e, j, shift + j, i, shift > 0 ? 1 : -1);
        made->start[n + i + 1] = e;
    }
    *out = made;
    return PM_OK;
}

/* Gives the vertices of a sheet their numbers in the graph. */
static void number_vertices(struct pm_separator *s, int n)
{
    const int sides = s->skew ? 1 : 2;

    for (int v = 0; v < sides * s->n; v++) {
        const int side = v / s->n, line = v % s->n;
        s->vertex[v] = line < n ? side * n + line : sides * n + side * PM_BORDER + line - n;
    }
}

static pm_status make_sheet(struct pm_separator *s, double *bytes, const struct pm_matrix *a,
                            enum pm_kind kind, const struct pm_signs *signs, const char *at,
                            double bits, const char *isa)
{
    struct pm_matrix *k = NULL, *bordered = NULL;
    const int sides = kind == PM_HAFNIAN ? 1 : 2;
    int *own = NULL, owns = 0;
    pm_status status;

    PM_TRY_GOTO(status, pm_curve_signed(&k, a, signs), done);
    PM_TRY_GOTO(status, add_border(&bordered, k, at, (sides - 1) * a->rows), done);
    PM_NEW_GOTO(status, own, 2 * (size_t)bordered->rows, done);
    for (int side = 0; side < sides; side++)
        for (int line = 0; line < bordered->rows; line++)
            if (line >= a->rows || at[side * a->rows + line] == ON)
                own[owns++] = side * bordered->rows + line;
    status = pm_separator_bordered(s, bytes, bordered, kind, own, owns, bits, isa);
    if (status == PM_OK)
        number_vertices(s, a->rows);
done:
    free(own);
    PM_EACH(pm_matrix_free, k, bordered);
    return status;
}

static pm_status fill(struct pm_curve *curve, const struct pm_matrix *a, enum pm_kind kind,
                      const struct pm_sheets *sheets, const struct pm_adjacent *graph,
                      const int *ring, int length, const struct pm_limits *limits)
{
    double bits, bytes = 0, more = 0;
    char *at;
    pm_status status;

    curve->vertices = graph->vertices;
    PM_NEW(at, curve->vertices);
    for (int k = 0; k < length; k++)
        at[ring[k]] = ON;
    for (int k = 0; k < length; k++)
        for (int e = graph->start[ring[k]]; e < graph->start[ring[k] + 1]; e++)
            if (at[graph->to[e]] == FAR)
                at[graph->to[e]] = BESIDE;
    status = pm_bound_bits(&bits, a, kind);
    for (int x = 0; x < 4 && status == PM_OK; x++) {
        curve->minus[x] = sheets->signs[x].turns == 2;
        status =
            make_sheet(&curve->sheet[x], &more, a, kind, &sheets->signs[x], at, bits, limits->isa);
        bytes += more;
    }
    free(at);
    PM_TRY(status);
    PM_TRY(pm_limits_allow(limits, 0, bytes));
    return pm_separators_set_up(curve->sheet, 4, limits->threads);
}

pm_status pm_curve_new(struct pm_curve **out, const struct pm_matrix *a, enum pm_kind kind,
                       const struct pm_sheets *sheets, const struct pm_adjacent *graph,
                       const int *ring, int length, const struct pm_limits *limits)
{
    struct pm_curve *curve;

    PM_NEW(curve, 1);
    const pm_status status = fill(curve, a, kind, sheets, graph, ring, length, limits);
    PM_GIVE(out, curve, status, pm_curve_free);
}

void pm_curve_free(struct pm_curve *curve)
{
    for (int x = 0; curve != NULL && x < 4; x++)
        pm_separator_clear(&curve->sheet[x]);
    free(curve);
}
