/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A merge marks the vertex with the longer list, so that each edge of the other one finds its place
 * in constant time. */
#include "reduce/edit.h"

#include "base/alloc.h"
#include "reduce/rewrite.h"

#include <limits.h>
#include <string.h>

static bool is_column(const struct pm_edit *e, int v)
{
    return e->kind == PM_PERMANENT && v >= e->rows;
}

/* ------------------------------------------------------------- light vertices */

/* A vertex is put into the heap whenever it becomes light, or its key changes while it is light.
 * Each time belongs to a vertex at the start, a removed edge or a merge; edit_new() allocates that
 * much room. */

static uint64_t light_key(const struct pm_edit *e, int v)
{
    return (uint64_t)e->degree[v] << 33 | (uint64_t)!is_column(e, v) << 32 | (uint32_t)e->place[v];
}

static bool is_light(const struct pm_edit *e, int v)
{
    const int most = e->square && (e->kept == NULL || !e->kept[v]) ? 2 : 1;

    return e->degree[v] >= 0 && e->degree[v] <= most && (e->square || v < e->rows);
}

static void light_push(struct pm_edit *e, int v)
{
    if (is_light(e, v))
        pm_heap_put(&e->light, light_key(e, v), v);
}

int pm_edit_lightest(struct pm_edit *e)
{
    while (e->light.count > 0) {
        const struct pm_heap_item item = pm_heap_take(&e->light);
        if (is_light(e, item.number) && light_key(e, item.number) == item.key)
            return item.number;
    }
    return -1;
}

/* ---------------------------------------------------------------------- lists */

/* One vertex is marked, so that its edge to another one is found in constant time.  It is the
 * vertex to which another one was added last.  Marks are updated with it, so a long list is walked
 * only once when many vertices are merged into it. */
static void mark_vertex(struct pm_edit *e, int v)
{
    if (v == e->marked)
        return;
    if (e->marked >= 0)
        for (int h = e->head[e->marked]; h >= 0; h = e->half[h].next)
            e->mark[e->half[h].to] = 0;
    for (int h = e->head[v]; h >= 0; h = e->half[h].next)
        e->mark[e->half[h].to] = h + 1;
    e->marked = v;
}

static void link_half(struct pm_edit *e, int v, int h)
{
    struct pm_half *const x = e->half + h;

    x->prev = -1;
    x->next = e->head[v];
    if (x->next >= 0)
        e->half[x->next].prev = h;
    e->head[v] = h;
    e->degree[v]++;
    if (v == e->marked)
        e->mark[x->to] = h + 1;
}

static void unlink_half(struct pm_edit *e, int v, int h)
{
    const struct pm_half *const x = e->half + h;

    if (x->prev >= 0)
        e->half[x->prev].next = x->next;
    else
        e->head[v] = x->next;
    if (x->next >= 0)
        e->half[x->next].prev = x->prev;
    e->degree[v]--;
    if (v == e->marked)
        e->mark[x->to] = 0;
}

/* Removes the edge of half h, which is in the list of v; its other end may become light. */
static void drop_edge(struct pm_edit *e, int v, int h)
{
    const int w = e->half[h].to;

    unlink_half(e, v, h);
    unlink_half(e, w, h ^ 1);
    light_push(e, w);
}

/* ---------------------------------------------------------------- life, death */

static pm_status edit_new(struct pm_edit *e, size_t edges)
{
    const size_t size = (size_t)e->size;

    PM_NEW(e->head, size);
    PM_NEW(e->degree, size);
    PM_NEW(e->place, size);
    PM_NEW(e->mark, size);
    PM_NEW(e->light.item, 2 * size + edges);
    PM_NEW(e->half, 2 * edges);
    PM_NEW(e->value, edges);
    return PM_OK;
}

static void edit_fill(struct pm_edit *e, const struct pm_matrix *a)
{
    const int shift = e->kind == PM_PERMANENT ? a->rows : 0;

    if (e->origin != NULL)
        memcpy(e->origin, a->origin, (size_t)e->size * sizeof *e->origin);
    for (int v = 0; v < e->size; v++) {
        e->head[v] = -1;
        e->place[v] = is_column(e, v) ? v - e->rows : v;
    }
    PM_EACH_ENTRY(a, v, k) {
        const int w = shift + a->col[k], x = e->edges;
        if (shift == 0 && w > v) /* an edge of a symmetric matrix has two entries */
            continue;
        pm_gauss_init(e->value + x);
        pm_entry_get(e->value + x, a, k);
        e->half[2 * x].to = w;
        e->half[2 * x + 1].to = v;
        e->edges++;
        link_half(e, v, 2 * x);
        link_half(e, w, 2 * x + 1);
    }
    for (int v = 0; v < e->size; v++)
        light_push(e, v);
}

pm_status pm_edit_init(struct pm_edit *e, const struct pm_matrix *a, enum pm_kind kind)
{
    const bool permanent = kind == PM_PERMANENT;

    *e = (struct pm_edit){.size = 0};
    if (pm_matrix_nnz(a) > INT_MAX / 2)
        return pm_fail(PM_UNABLE, "%d entries are too many for eliminations", pm_matrix_nnz(a));
    *e = (struct pm_edit){.kind = kind,
                          .square = a->rows == a->cols,
                          .rows = a->rows,
                          .size = a->rows + (permanent ? a->cols : 0),
                          .alive = a->rows,
                          .marked = -1};
    pm_status status = edit_new(e, (size_t)pm_matrix_nnz(a) / (permanent ? 1 : 2));

    if (status == PM_OK && a->origin != NULL &&
        (e->origin = pm_alloc((size_t)e->size, sizeof *e->origin)) == NULL)
        status = PM_NOMEM;
    if (status == PM_OK)
        edit_fill(e, a);
    else
        pm_edit_clear(e);
    return status;
}

void pm_edit_clear(struct pm_edit *e)
{
    for (int k = 0; k < e->edges; k++)
        pm_gauss_clear(e->value + k);
    PM_FREE(e->head, e->degree, e->place, e->origin, e->kept, e->mark, e->light.item, e->half,
            e->value);
    *e = (struct pm_edit){0};
}

/* -------------------------------------------------------------------- editing */

void pm_edit_remove(struct pm_edit *e, int v)
{
    while (e->head[v] >= 0)
        drop_edge(e, v, e->head[v]);
    e->degree[v] = -1;
    e->alive -= !is_column(e, v);
}

void pm_edit_scale(struct pm_edit *e, int v, const struct pm_gauss *x)
{
    if (pm_gauss_is_one(x))
        return;
    for (int h = e->head[v]; h >= 0; h = e->half[h].next)
        pm_gauss_mul(e->value + h / 2, e->value + h / 2, x);
}

void pm_edit_merge(struct pm_edit *e, int to, int from, const struct pm_gauss *ratio)
{
    const bool one = pm_gauss_is_one(ratio);

    mark_vertex(e, to);
    while (e->head[from] >= 0) {
        const int h = e->head[from], w = e->half[h].to, there = e->mark[w] - 1;
        struct pm_gauss *const value = e->value + h / 2;
        if (w == to) {
            drop_edge(e, from, h);
            continue;
        }
        if (!one)
            pm_gauss_mul(value, value, ratio);
        if (there < 0) {
            unlink_half(e, from, h);
            e->half[h ^ 1].to = to;
            link_half(e, to, h);
            continue;
        }
        struct pm_gauss *const sum = e->value + there / 2;
        pm_gauss_add(sum, sum, value);
        drop_edge(e, from, h);
        if (pm_gauss_is_zero(sum))
            drop_edge(e, to, there);
    }
    if (e->place[from] < e->place[to])
        e->place[to] = e->place[from];
    if (e->origin != NULL)
        e->origin[to] = -1;
    pm_edit_remove(e, from);
    light_push(e, to);
}

/* --------------------------------------------------------------------- output */

/* *line = the remaining vertices first .. end - 1, by place; *count = their number. */
static pm_status lines_left(int **line, int *count, const struct pm_edit *e, int first, int end)
{
    int *at;

    PM_NEW(at, end - first);
    for (int v = first; v < end; v++)
        if (e->degree[v] >= 0)
            at[e->place[v]] = v + 1;
    *count = 0;
    for (int place = 0; place < end - first; place++)
        if (at[place] > 0)
            at[(*count)++] = at[place] - 1;
    *line = at;
    return PM_OK;
}

pm_status pm_edit_matrix(struct pm_matrix **out, const struct pm_edit *e)
{
    const bool permanent = e->kind == PM_PERMANENT;
    int *row = NULL, *col = NULL, *next = NULL, rows, cols, nnz = 0;
    struct pm_matrix *a = NULL;
    pm_status status;

    PM_TRY_GOTO(status, lines_left(&row, &rows, e, 0, e->rows), done);
    PM_TRY_GOTO(status, lines_left(&col, &cols, e, permanent ? e->rows : 0, e->size), done);
    PM_NEW_GOTO(status, next, e->rows, done);
    for (int i = 0; i < rows; i++)
        nnz += e->degree[row[i]];
    PM_TRY_GOTO(status, pm_matrix_new(&a, rows, cols, nnz, true), done);
    for (int i = 0, sum = 0; i < rows; i++) {
        a->start[i] = next[row[i]] = sum;
        sum += e->degree[row[i]];
    }
    for (int j = 0; j < cols; j++)
        for (int h = e->head[col[j]]; h >= 0; h = e->half[h].next) {
            const int l = next[e->half[h].to]++;
            a->col[l] = j;
            fmpq_set(a->re + l, e->value[h / 2].re);
            fmpq_set(a->im + l, e->value[h / 2].im);
        }
    pm_matrix_drop_zero_im(a);
    if (e->origin != NULL)
        PM_NEW_GOTO(status, a->origin, (size_t)rows + (size_t)cols, done);
    for (int i = 0; e->origin != NULL && i < rows + cols; i++)
        a->origin[i] = e->origin[i < rows ? row[i] : col[i - rows]];
done:
    PM_FREE(row, col, next);
    PM_GIVE(out, a, status, pm_matrix_free);
}
