/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts the steps into blocks.  A block gets as many groups of edges as touch at most TOUCHED
 * vertices.  In a layout, the vertices that close last have the lowest bits of y.  So these bits
 * stay where they are from one layout to the next. */
#include "proof/blocks.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/refusal.h"

#include <stdlib.h>
#include <string.h>

enum { TOUCHED = 10 };

struct table {
    struct pm_proof_open open;
    int block; /* that made it; -1: it is new */
};

struct cutter {
    const struct pm_proved_problem *statement;
    const struct pm_proof_steps *steps;
    struct pm_proof_blocks *blocks;
    enum pm_order_class states;
    int *turn; /* of each vertex: when it is closed */
    struct table *stack;
    int height, tables;                 /* tables: the largest height */
    int *mark, stamp;                   /* of vertices that a span touches */
    int *list;                          /* working memory: a list of vertices */
    struct pm_proof_open start, before; /* of the table, before a span and before its last group */
    struct pm_proof_open left, right;   /* of the last join */
    int meeting;                        /* the join that closings are carried out with; -1: none */
    double memory;                      /* most bytes for lists of states */
};

/* ------------------------------------------------------------------------ layouts */

/* Sorts vertices by their closing, the last one first. */
static void sort_by_closing(const struct cutter *c, int *vertex, int count)
{
    for (int i = 1; i < count; i++) {
        const int v = vertex[i];
        int k = i;
        for (; k > 0 && c->turn[vertex[k - 1]] < c->turn[v]; k--)
            vertex[k] = vertex[k - 1];
        vertex[k] = v;
    }
}

/* The layout of a table whose next span is this; NULL: none. */
static pm_status lay_out(struct pm_proof_layout **layout, struct cutter *c,
                         const struct pm_proof_open *t, const struct pm_proof_span *span)
{
    int x = 0, y;

    c->stamp++;
    for (int k = 0; span != NULL && k < span->vertices; k++) { /* those of x come first */
        c->mark[span->vertex[k]] = c->stamp;
        if (pm_proof_is_open(t, span->vertex[k]))
            c->list[x++] = span->vertex[k];
    }
    y = x;
    for (int i = 0; i < t->count; i++)
        if (c->mark[t->vertex[i]] != c->stamp)
            c->list[y++] = t->vertex[i];
    sort_by_closing(c, c->list + x, y - x);
    if (y - x > PM_PROOF_WIDTH)
        return pm_fail(PM_UNABLE, "a proof would need tables over %d vertices; %d are possible", y,
                       PM_PROOF_WIDTH);
    return pm_proof_layout_new(layout, c->states, pm_proof_open_ones(t, c->states, c->statement),
                               c->list, x, y - x, c->statement->column);
}

/* ------------------------------------------------------------------------- blocks */

static pm_status add_block(struct cutter *c, const struct pm_proof_block *block)
{
    struct pm_proof_blocks *const b = c->blocks;
    size_t room = (size_t)b->room;

    PM_TRY(pm_alloc_grow((void **)&b->block, &room, (size_t)b->count + 1, sizeof *b->block));
    b->room = (int)room;
    b->block[b->count++] = *block;
    return PM_OK;
}

/* Adds the block of a span, whose table is `t` before it. */
static pm_status add_span(struct cutter *c, const struct pm_proof_span *span,
                          const struct pm_proof_open *t)
{
    struct table *const top = &c->stack[c->height - 1];
    struct pm_proof_block block = {
        .span = *span, .meeting = c->meeting, .left = top->block, .right = -1};

    PM_TRY(lay_out(&block.in, c, t, span));
    const pm_status status = add_block(c, &block);
    if (status != PM_OK) {
        pm_proof_layout_free(block.in);
        return status;
    }
    if (top->block >= 0) {
        c->blocks->block[top->block].out = block.in;
        c->blocks->block[top->block].hidden = c->meeting >= 0;
    }
    top->block = c->blocks->count - 1;
    return PM_OK;
}

/* The last block of a table that is joined, or of the whole proof, gets a layout of its own. */
static pm_status finish(struct cutter *c, const struct table *t)
{
    struct pm_proof_block *const block = &c->blocks->block[t->block];

    PM_TRY(lay_out(&block->out, c, &t->open, NULL));
    block->owns = true;
    return PM_OK;
}

static pm_status join(struct cutter *c)
{
    struct table *const right = &c->stack[c->height - 1], *const left = right - 1;
    struct pm_proof_block block = {
        .joins = true, .meeting = c->blocks->count, .left = left->block, .right = right->block};

    PM_TRY(finish(c, left));
    PM_TRY(finish(c, right));
    PM_TRY(add_block(c, &block));
    pm_proof_open_copy(&c->left, &left->open);
    pm_proof_open_copy(&c->right, &right->open);
    pm_proof_open_join(&left->open, &right->open);
    left->block = c->blocks->count - 1;
    c->height--;
    return PM_OK;
}

/* --------------------------------------------------------------------------- cuts */

/* Adds the vertices of a group to those of a span, if there are not too many. */
static bool touch(struct pm_proof_span *span, struct cutter *c, const struct pm_proof_group *g)
{
    int count = span->vertices;

    for (int k = -1; k < g->edges; k++) {
        const int v = k < 0 ? g->u : g->v[k];
        if (c->mark[v] == c->stamp)
            continue;
        if (count == TOUCHED)
            return false;
        span->vertex[count++] = v;
        c->mark[v] = c->stamp;
    }
    span->vertices = count;
    return true;
}

/* Puts the vertices that are open before the span first. */
static void sort_vertices(struct pm_proof_span *span, const struct pm_proof_open *t)
{
    int list[PM_PROOF_TOUCHED], count = 0;

    for (int open = 1; open >= 0; open--)
        for (int k = 0; k < span->vertices; k++)
            if (pm_proof_is_open(t, span->vertex[k]) == (open == 1))
                list[count++] = span->vertex[k];
    memcpy(span->vertex, list, sizeof list);
}

static pm_status emit(struct cutter *c, struct pm_proof_span *span)
{
    sort_vertices(span, &c->start);
    return add_span(c, span, &c->start);
}

/* Carries out step i, and successive closings after it, as blocks.  Sets *end behind them.
 * meeting: the join before them; -1: none. */
static pm_status cut_closings(size_t *end, struct cutter *c, size_t i, int meeting)
{
    const struct pm_proof_steps *const s = c->steps;
    struct pm_proof_blocks *const b = c->blocks;
    struct table *const top = &c->stack[c->height - 1];
    struct pm_proof_span span = {.group = b->group + b->groups};

    c->stamp++;
    c->meeting = meeting;
    pm_proof_open_copy(&c->start, &top->open);
    for (; i < s->count && s->step[i].code == PM_STEP_CLOSE; i++) {
        for (int edge = 0, last = 0; !last; edge += PM_PROOF_GROUP) {
            struct pm_proof_group *const g = &b->group[b->groups++];
            pm_proof_open_copy(&c->before, &top->open);
            last = pm_proof_group_next(g, c->statement, &top->open, c->turn, s->step[i].u, edge);
            const bool leaves = c->meeting >= 0 && !pm_proof_meeting_takes(&c->left, &c->right, g);
            if (leaves || !touch(&span, c, g)) {
                if (span.count > 0)
                    PM_TRY(emit(c, &span));
                c->meeting = leaves ? -1 : c->meeting;
                span = (struct pm_proof_span){.group = g};
                c->stamp++;
                pm_proof_open_copy(&c->start, &c->before);
                touch(&span, c, g);
            }
            span.count++;
        }
    }
    *end = i;
    return span.count > 0 || top->block < 0 ? emit(c, &span) : PM_OK;
}

static pm_status cut_all(struct cutter *c)
{
    const struct pm_proof_steps *const s = c->steps;
    size_t end;

    for (size_t i = 0; i < s->count; i = end) {
        end = i + 1;
        if (s->step[i].code == PM_STEP_NEW) {
            struct table *const t = &c->stack[c->height++];
            if (t->open.vertex == NULL)
                PM_NEW(t->open.vertex, c->statement->vertices + 1);
            *t = (struct table){.open = {.vertex = t->open.vertex}, .block = -1};
            PM_TRY(cut_closings(&end, c, i + 1, -1));
        } else if (s->step[i].code == PM_STEP_JOIN) {
            PM_TRY(join(c));
            if (i + 1 < s->count && s->step[i + 1].code == PM_STEP_CLOSE)
                PM_TRY(cut_closings(&end, c, i + 1, c->blocks->count - 1));
        } else {
            PM_TRY(cut_closings(&end, c, i, -1));
        }
    }
    return finish(c, &c->stack[0]);
}

/* The lists of states of all tables. */
static pm_status count_lists(struct cutter *c)
{
    for (int b = 0; b < c->blocks->count; b++) {
        const struct pm_proof_block *const block = &c->blocks->block[b];
        c->blocks->bytes += block->hidden ? 0 : pm_proof_layout_list_bytes(block->out);
    }
    return c->blocks->bytes <= c->memory
               ? PM_OK
               : pm_refusal_of_memory("a proof", c->blocks->bytes, c->memory);
}

/* --------------------------------------------------------------------- interface */

static pm_status cutter_init(struct cutter *c, const struct pm_proof_steps *steps)
{
    const struct pm_proved_problem *const s = c->statement;
    int height = 0;

    c->states = pm_proof_states(s);
    PM_NEW(c->turn, s->vertices);
    PM_NEW(c->mark, s->vertices);
    PM_NEW(c->list, s->vertices + PM_PROOF_TOUCHED);
    PM_NEW(c->start.vertex, s->vertices + 1);
    PM_NEW(c->before.vertex, s->vertices + 1);
    PM_NEW(c->left.vertex, s->vertices + 1);
    PM_NEW(c->right.vertex, s->vertices + 1);
    PM_NEW(c->blocks->group, s->vertices + s->edges);
    for (size_t i = 0; i < steps->count; i++) {
        if (steps->step[i].code == PM_STEP_CLOSE)
            c->turn[steps->step[i].u] = (int)i;
        height += (steps->step[i].code == PM_STEP_NEW) - (steps->step[i].code == PM_STEP_JOIN);
        c->tables = height > c->tables ? height : c->tables;
    }
    PM_NEW(c->stack, c->tables);
    return PM_OK;
}

static void cutter_clear(struct cutter *c)
{
    for (int k = 0; c->stack != NULL && k < c->tables; k++)
        free(c->stack[k].open.vertex);
    PM_FREE(c->stack, c->turn, c->mark, c->list, c->start.vertex, c->before.vertex, c->left.vertex,
            c->right.vertex);
}

pm_status pm_proof_blocks_new(struct pm_proof_blocks **blocks,
                              const struct pm_proved_problem *statement,
                              const struct pm_proof_steps *steps, uint64_t memory)
{
    struct cutter c = {.statement = statement, .steps = steps, .memory = (double)memory};
    pm_status status;

    PM_NEW_GOTO(status, c.blocks, 1, done);
    PM_TRY_GOTO(status, cutter_init(&c, steps), done);
    PM_TRY_GOTO(status, cut_all(&c), done);
    status = count_lists(&c);
done:
    cutter_clear(&c);
    PM_GIVE(blocks, c.blocks, status, pm_proof_blocks_free);
}

void pm_proof_blocks_free(struct pm_proof_blocks *blocks)
{
    if (blocks == NULL)
        return;
    for (int b = 0; b < blocks->count; b++) {
        pm_proof_layout_free(blocks->block[b].in);
        if (blocks->block[b].owns)
            pm_proof_layout_free(blocks->block[b].out);
    }
    PM_FREE(blocks->block, blocks->group, blocks);
}
