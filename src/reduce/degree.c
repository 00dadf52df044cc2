/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule `degree`: eliminates lines of a matrix, or vertices of a graph, with one or two entries.
 *
 * One edge of weight x to the vertex u: every perfect matching uses it, so the value is x times
 * that of the graph without both vertices.  Two edges, of weight x to u and y to w: the vertex is
 * matched with one of them, and the rest of the graph with the other.  So the value is that of the
 * graph without the vertex, where one vertex with the edges x A_w + y A_u replaces u and w; an edge
 * between u and w is dropped (Forbert & Marx 2003 for matrices, where the line has no other
 * entries; Karp & Sipser 1981 for unweighted matchings).  For a permanent, the vertices are rows
 * and columns. Every step reduces vertices and edges, so the rule terminates.  Sums may cancel;
 * then more vertices become light, or an isolated one proves that the value is 0.  A few vertices
 * that join distant places may stay (distant.c).
 *
 * Most of this holds for square matrices only.  With fewer rows than columns, some columns stay
 * unused.  So a column with few entries may stay unmatched.  And merging columns j and k of row i
 * is wrong: when row i uses j, column k may stay unused, and the merged column would count this
 * only once for both ([1 1] has permanent 2, the merged matrix without rows has 1).  Only a row
 * with one entry can be eliminated: its column is always used.
 *
 * Cost: a merge is linear in the two lists, or in the shorter one if the other is long.  So long
 * chains and arrow shapes both take a number of operations that is almost linear in the entries. */
#include "reduce/edit.h"
#include "reduce/reduce.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static int lightest_row(const struct pm_matrix *a)
{
    int least = INT_MAX;

    for (int i = 0; i < a->rows; i++)
        if (a->start[i + 1] - a->start[i] < least)
            least = a->start[i + 1] - a->start[i];
    return least;
}

/* Counts columns in batches on the stack, so that nothing can fail. */
int pm_degree_least(const struct pm_matrix *a)
{
    enum { BATCH = 2048 };
    int count[BATCH], least = lightest_row(a);

    for (int first = 0; first < a->cols; first += BATCH) {
        const int batch = a->cols - first < BATCH ? a->cols - first : BATCH;
        memset(count, 0, sizeof count);
        for (int k = 0; k < pm_matrix_nnz(a); k++)
            if (a->col[k] >= first && a->col[k] - first < batch)
                count[a->col[k] - first]++;
        for (int j = 0; j < batch; j++)
            if (count[j] < least)
                least = count[j];
    }
    return a->rows > 0 ? least : 0;
}

static void take_one(struct pm_gauss *factor, struct pm_edit *e, int v)
{
    const int h = e->head[v];

    pm_gauss_set(factor, e->value + h / 2);
    pm_edit_remove(e, e->half[h].to);
    pm_edit_remove(e, v);
}

/* Eliminates a vertex with edges of weight x to u and y to w: these become x A_w + y A_u.  Short
 * lists are multiplied out.  This keeps integers without a gcd, and keeps numbers small, since
 * every term of an entry uses each eliminated vertex once.  A long list is not multiplied: the sum
 * is written as *factor times (longer + ratio * shorter). */
static void take_two(struct pm_gauss *factor, struct pm_edit *e, int v)
{
    enum { SHORT = 8 };
    const int h = e->head[v], i = e->half[h].next;
    const int u = e->half[h].to, w = e->half[i].to;
    const bool u_stays = e->degree[u] >= e->degree[w];
    const int longer = u_stays ? u : w, shorter = u_stays ? w : u;
    struct pm_gauss ratio;

    pm_gauss_init(&ratio);
    pm_gauss_set(&ratio, e->value + (u_stays ? h : i) / 2);
    pm_gauss_set(factor, e->value + (u_stays ? i : h) / 2);
    pm_edit_remove(e, v);
    if (e->degree[longer] <= SHORT) {
        pm_edit_scale(e, longer, factor);
        pm_gauss_set_si(factor, 1);
    } else {
        pm_gauss_div(&ratio, &ratio, factor);
    }
    pm_edit_merge(e, longer, shorter, &ratio);
    pm_gauss_clear(&ratio);
}

/* Eliminates until no vertex is light or the order is `stop`.  *zero: an isolated vertex proves
 * that the value is 0. */
static pm_status eliminate(struct pm_edit *e, struct pm_gauss *factor, int stop, int *steps,
                           bool *zero)
{
    pm_status status = PM_OK;
    struct pm_gauss x;
    struct pm_product product;

    *steps = 0;
    *zero = false;
    pm_rewrite_product_init(&product);
    pm_gauss_init(&x);
    for (int v; status == PM_OK && e->alive > stop && (v = pm_edit_lightest(e)) >= 0;) {
        *zero = e->degree[v] == 0;
        if (*zero)
            break;
        if (e->degree[v] == 1)
            take_one(&x, e, v);
        else
            take_two(&x, e, v);
        ++*steps;
        if (!pm_gauss_is_one(&x))
            status = pm_rewrite_product_add(&product, x.re, x.im);
    }
    pm_rewrite_product_take(factor, &product);
    pm_gauss_clear(&x);
    pm_rewrite_product_clear(&product);
    return status;
}

static void say_zero(struct pm_rewrite *rewrite, const struct pm_matrix *a, enum pm_kind kind,
                     int steps)
{
    if (kind == PM_HAFNIAN)
        snprintf(rewrite->note, sizeof rewrite->note,
                 "%d vertices: one without edges is left after %d eliminations", a->rows, steps);
    else
        snprintf(rewrite->note, sizeof rewrite->note,
                 "%d x %d: an empty row or column is left after %d eliminations", a->rows, a->cols,
                 steps);
}

static void say_rest(struct pm_rewrite *rewrite, const struct pm_matrix *a,
                     const struct pm_matrix *rest, enum pm_kind kind, int steps)
{
    if (kind == PM_HAFNIAN)
        snprintf(rewrite->note, sizeof rewrite->note,
                 "%d vertices, %d edges -> %d vertices, %d edges, %d eliminations", a->rows,
                 pm_matrix_nnz(a) / 2, rest->rows, pm_matrix_nnz(rest) / 2, steps);
    else
        snprintf(rewrite->note, sizeof rewrite->note,
                 "%d x %d, %d entries -> %d x %d, %d entries, %d eliminations", a->rows, a->cols,
                 pm_matrix_nnz(a), rest->rows, rest->cols, pm_matrix_nnz(rest), steps);
}

/* Begins with the matrix itself, or with its integers (rule `scale`) if there are so many fractions
 * that the greatest common divisors of long sums would take most of the time. */
static pm_status begin(struct pm_edit *e, struct pm_gauss *factor, const struct pm_matrix *a,
                       enum pm_kind kind)
{
    static pm_rule_apply *const scale[PM_KINDS] = {
        [PM_PERMANENT] = pm_scale_apply, [PM_HAFNIAN] = pm_scale_vertices_apply};
    enum { MANY = 100 };
    struct pm_rewrite scaled;

    if (a->rows <= MANY || pm_matrix_is_integer(a))
        return pm_edit_init(e, a, kind);
    pm_rewrite_init(&scaled);
    pm_status status = scale[kind](&scaled, a);
    PM_THEN(status, pm_edit_init(e, scaled.changed ? scaled.out[0] : a, kind));
    pm_gauss_mul(factor, factor, &scaled.factor);
    pm_rewrite_clear(&scaled);
    return status;
}

static pm_status apply(struct pm_rewrite *rewrite, const struct pm_matrix *a, enum pm_kind kind)
{
    struct pm_matrix *rest = NULL;
    struct pm_edit e;
    pm_status status;
    int steps;

    PM_TRY(begin(&e, &rewrite->factor, a, kind));
    PM_TRY_GOTO(status, pm_edit_keep_distant(&e), done);
    PM_TRY_GOTO(status, eliminate(&e, &rewrite->factor, 0, &steps, &rewrite->zero), done);
    rewrite->changed = steps > 0 || rewrite->zero;
    if (!rewrite->changed)
        goto done;
    if (rewrite->zero) {
        say_zero(rewrite, a, kind, steps);
        goto done;
    }
    PM_TRY_GOTO(status, pm_edit_matrix(&rest, &e), done);
    say_rest(rewrite, a, rest, kind, steps);
    PM_TRY_GOTO(status, pm_rewrite_push(rewrite, rest), done);
    rest = NULL;
done:
    pm_matrix_free(rest);
    pm_edit_clear(&e);
    return status;
}

pm_status pm_degree_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    if (a->rows == 0 || (a->rows == a->cols ? pm_degree_least(a) > 2 : lightest_row(a) > 1))
        return PM_OK;
    return apply(rewrite, a, PM_PERMANENT);
}

pm_status pm_degree_vertices_apply(struct pm_rewrite *rewrite, const struct pm_matrix *a)
{
    return lightest_row(a) > 2 ? PM_OK : apply(rewrite, a, PM_HAFNIAN);
}

pm_status pm_degree_reduce(struct pm_matrix **out, struct pm_gauss *factor,
                           const struct pm_matrix *a, int stop, int *steps)
{
    pm_status status;
    struct pm_edit e;
    struct pm_gauss f;
    struct pm_matrix *rest = NULL;
    bool zero, changed;

    pm_gauss_init(&f);
    pm_gauss_set_si(&f, 1);
    PM_TRY_GOTO(status, pm_edit_init(&e, a, PM_PERMANENT), clear);
    PM_TRY_GOTO(status, eliminate(&e, &f, stop, steps, &zero), done);
    if (zero) {
        pm_gauss_set_si(&f, 0);
        PM_TRY_GOTO(status, pm_matrix_new(&rest, 0, 0, 0, false), done);
    } else {
        PM_TRY_GOTO(status, pm_edit_matrix(&rest, &e), done);
    }
    if (pm_matrix_is_integer(a) && !pm_matrix_is_integer(rest))
        PM_TRY_GOTO(status, pm_scale_matrix(rest, &f, &changed), done);
    pm_gauss_set(factor, &f);
    *out = rest;
    rest = NULL;
done:
    pm_matrix_free(rest);
    pm_edit_clear(&e);
clear:
    pm_gauss_clear(&f);
    return status;
}
