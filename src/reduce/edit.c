/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A merge marks the longer line, so that each entry of the shorter one finds its place in constant
 * time. */
#include "reduce/edit.h"

#include "base/alloc.h"
#include "reduce/rule.h"

#include <stdlib.h>

/* ---------------------------------------------------------------- light lines */

/* A binary heap with lazy deletion.  A line is pushed whenever it becomes light, or its key changes
 * while it is light.  Outdated keys are skipped when they are popped.  Every push belongs to a line
 * at the start, a removed entry or a merge; edit_fill allocates that much room. */

static uint64_t light_key(const struct pm_edit *e, int side, int line)
{
    return (uint64_t)e->degree[side][line] << 33 | (uint64_t)(side == 0) << 32 |
           (uint32_t)e->place[side][line];
}

static bool is_light(const struct pm_edit *e, int side, int line)
{
    const int degree = e->degree[side][line];
    return degree >= 0 && (e->square ? degree <= 2 : side == 0 && degree <= 1);
}

static void light_push(struct pm_edit *e, int side, int line)
{
    if (!is_light(e, side, line))
        return;
    size_t hole = e->heap_count++;
    const struct pm_light item = {light_key(e, side, line), line};
    for (size_t up; hole > 0 && e->heap[up = (hole - 1) / 2].key > item.key; hole = up)
        e->heap[hole] = e->heap[up];
    e->heap[hole] = item;
}

static struct pm_light light_pop(struct pm_edit *e)
{
    const struct pm_light top = e->heap[0], item = e->heap[--e->heap_count];
    size_t hole = 0;

    for (size_t child; (child = 2 * hole + 1) < e->heap_count; hole = child) {
        if (child + 1 < e->heap_count && e->heap[child + 1].key < e->heap[child].key)
            child++;
        if (e->heap[child].key >= item.key)
            break;
        e->heap[hole] = e->heap[child];
    }
    e->heap[hole] = item;
    return top;
}

bool pm_edit_lightest(struct pm_edit *e, int *side, int *line)
{
    while (e->heap_count > 0) {
        const struct pm_light item = light_pop(e);
        const int s = (item.key >> 32 & 1) == 0;
        if (!is_light(e, s, item.line) || light_key(e, s, item.line) != item.key)
            continue;
        *side = s;
        *line = item.line;
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------------- lists */

/* One line is marked, so that its entry in a crossing line is found in constant time.  It is the
 * line to which a line was added last.  Marks are updated with it, so a long line is walked only
 * once when many lines are merged into it. */
static void mark_set(struct pm_edit *e, int side, int line, int crossing, int mark)
{
    if (side == e->marked_side && line == e->marked)
        e->mark[crossing] = mark;
}

static void mark_line(struct pm_edit *e, int side, int line)
{
    const int old = e->marked_side;

    if (side == old && line == e->marked)
        return;
    if (e->marked >= 0)
        for (int k = e->head[old][e->marked]; k >= 0; k = e->entry[k].next[old])
            e->mark[e->entry[k].line[!old]] = 0;
    for (int k = e->head[side][line]; k >= 0; k = e->entry[k].next[side])
        e->mark[e->entry[k].line[!side]] = k + 1;
    e->marked_side = side;
    e->marked = line;
}

static void list_add(struct pm_edit *e, int side, int line, int k)
{
    struct pm_entry *const x = e->entry + k;

    x->line[side] = line;
    x->prev[side] = -1;
    x->next[side] = e->head[side][line];
    if (x->next[side] >= 0)
        e->entry[x->next[side]].prev[side] = k;
    e->head[side][line] = k;
    e->degree[side][line]++;
    mark_set(e, side, line, x->line[!side], k + 1);
}

static void list_drop(struct pm_edit *e, int side, int k)
{
    const struct pm_entry *const x = e->entry + k;

    if (x->prev[side] >= 0)
        e->entry[x->prev[side]].next[side] = x->next[side];
    else
        e->head[side][x->line[side]] = x->next[side];
    if (x->next[side] >= 0)
        e->entry[x->next[side]].prev[side] = x->prev[side];
    e->degree[side][x->line[side]]--;
    mark_set(e, side, x->line[side], x->line[!side], 0);
}

/* Removes an entry; its crossing line may become light. */
static void entry_drop(struct pm_edit *e, int side, int k)
{
    list_drop(e, side, k);
    list_drop(e, !side, k);
    light_push(e, !side, e->entry[k].line[!side]);
}

/* ---------------------------------------------------------------- life, death */

static pm_status side_init(struct pm_edit *e, int side)
{
    PM_NEW(e->head[side], e->size[side]);
    PM_NEW(e->degree[side], e->size[side]);
    PM_NEW(e->place[side], e->size[side]);
    for (int i = 0; i < e->size[side]; i++) {
        e->head[side][i] = -1;
        e->place[side][i] = i;
    }
    return PM_OK;
}

static pm_status edit_fill(struct pm_edit *e, const struct pm_matrix *a)
{
    const size_t lines = (size_t)a->rows + (size_t)a->cols;

    PM_TRY(side_init(e, 0));
    PM_TRY(side_init(e, 1));
    PM_NEW(e->mark, a->rows > a->cols ? a->rows : a->cols);
    PM_NEW(e->heap, 2 * lines + (size_t)pm_matrix_nnz(a));
    PM_NEW(e->entry, pm_matrix_nnz(a));
    e->entries = pm_matrix_nnz(a);
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            pm_gauss_init(&e->entry[k].value);
            pm_gauss_set_parts(&e->entry[k].value, a->re + k, a->im ? a->im + k : NULL);
            list_add(e, 0, i, k);
            list_add(e, 1, a->col[k], k);
        }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < e->size[side]; i++)
            light_push(e, side, i);
    return PM_OK;
}

pm_status pm_edit_init(struct pm_edit *e, const struct pm_matrix *a)
{
    *e = (struct pm_edit){.square = a->rows == a->cols,
                          .size = {a->rows, a->cols},
                          .alive = {a->rows, a->cols},
                          .marked = -1};
    const pm_status status = edit_fill(e, a);

    if (status != PM_OK)
        pm_edit_clear(e);
    return status;
}

void pm_edit_clear(struct pm_edit *e)
{
    for (int k = 0; k < e->entries; k++)
        pm_gauss_clear(&e->entry[k].value);
    for (int side = 0; side < 2; side++) {
        free(e->head[side]);
        free(e->degree[side]);
        free(e->place[side]);
    }
    free(e->entry);
    free(e->mark);
    free(e->heap);
    *e = (struct pm_edit){0};
}

/* -------------------------------------------------------------------- editing */

void pm_edit_remove(struct pm_edit *e, int side, int line)
{
    while (e->head[side][line] >= 0)
        entry_drop(e, side, e->head[side][line]);
    e->degree[side][line] = -1;
    e->alive[side]--;
}

void pm_edit_scale(struct pm_edit *e, int side, int line, const struct pm_gauss *x)
{
    if (pm_gauss_is_one(x))
        return;
    for (int k = e->head[side][line]; k >= 0; k = e->entry[k].next[side])
        pm_gauss_mul(&e->entry[k].value, &e->entry[k].value, x);
}

void pm_edit_merge(struct pm_edit *e, int side, int to, int from, const struct pm_gauss *ratio)
{
    const bool one = pm_gauss_is_one(ratio);

    mark_line(e, side, to);
    while (e->head[side][from] >= 0) {
        const int k = e->head[side][from], there = e->mark[e->entry[k].line[!side]] - 1;
        if (!one)
            pm_gauss_mul(&e->entry[k].value, &e->entry[k].value, ratio);
        if (there < 0) {
            list_drop(e, side, k);
            list_add(e, side, to, k);
            continue;
        }
        struct pm_gauss *const sum = &e->entry[there].value;
        pm_gauss_add(sum, sum, &e->entry[k].value);
        entry_drop(e, side, k);
        if (pm_gauss_is_zero(sum))
            entry_drop(e, side, there);
    }
    if (e->place[side][from] < e->place[side][to])
        e->place[side][to] = e->place[side][from];
    pm_edit_remove(e, side, from);
    light_push(e, side, to);
}

/* --------------------------------------------------------------------- output */

/* line[] = the remaining lines of a side, by place. */
static pm_status lines_left(int **line, const struct pm_edit *e, int side)
{
    int *at, count = 0;

    PM_NEW(at, e->size[side]);
    for (int i = 0; i < e->size[side]; i++)
        if (e->degree[side][i] >= 0)
            at[e->place[side][i]] = i + 1;
    for (int place = 0; place < e->size[side]; place++)
        if (at[place] > 0)
            at[count++] = at[place] - 1;
    *line = at;
    return PM_OK;
}

pm_status pm_edit_matrix(struct pm_matrix **out, const struct pm_edit *e)
{
    pm_status status = PM_OK;
    int *row = NULL, *col = NULL, *next = NULL, nnz = 0;
    struct pm_matrix *a;

    PM_TRY_GOTO(status, lines_left(&row, e, 0), done);
    PM_TRY_GOTO(status, lines_left(&col, e, 1), done);
    PM_NEW_GOTO(status, next, e->size[0], done);
    for (int i = 0; i < e->alive[0]; i++)
        nnz += e->degree[0][row[i]];
    PM_TRY_GOTO(status, pm_matrix_new(&a, e->alive[0], e->alive[1], nnz, true), done);
    for (int i = 0, sum = 0; i < e->alive[0]; i++) {
        a->start[i] = next[row[i]] = sum;
        sum += e->degree[0][row[i]];
    }
    for (int j = 0; j < e->alive[1]; j++)
        for (int k = e->head[1][col[j]]; k >= 0; k = e->entry[k].next[1]) {
            const int l = next[e->entry[k].line[0]]++;
            a->col[l] = j;
            fmpq_set(a->re + l, e->entry[k].value.re);
            fmpq_set(a->im + l, e->entry[k].value.im);
        }
    pm_matrix_drop_zero_im(a);
    *out = a;
done:
    free(row);
    free(col);
    free(next);
    return status;
}
