/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts the steps into blocks.  A block gets as many stars (the steps up to the next closing) as
 * touch at most TOUCHED vertices; a longer star is cut.  In a layout, the vertices that close last
 * have the lowest bits of y.  So these bits stay where they are from one layout to the next. */
#include "proof/blocks.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOUCHED = 10 };

struct table {
    int *open; /* the open vertices */
    int opens;
    int rows, cols; /* closed */
    int block;      /* that made it; -1: it is new */
};

struct cutter {
    const struct pm_statement *statement;
    const struct pm_proof_steps *steps;
    struct pm_proof_blocks *blocks;
    enum pm_proof_class states;
    size_t *closing; /* of each vertex: its last step */
    struct table *stack;
    int height;
    int *mark, stamp; /* of vertices that a span touches */
    int *list;        /* working memory: a list of vertices */
    double memory;    /* most bytes for lists of states */
};

/* ------------------------------------------------------------------------ layouts */

static int ones_of(const struct cutter *c, const struct table *t)
{
    int rows = 0;

    if (c->states == PM_STATES_FREE)
        return 0;
    if (c->states == PM_STATES_EVEN)
        return (t->rows + t->cols) & 1;
    for (int k = 0; k < t->opens; k++)
        rows += !c->statement->column[t->open[k]];
    return rows + t->rows - t->cols;
}

/* Sorts vertices by their closing, the last one first. */
static void sort_by_closing(const struct cutter *c, int *vertex, int count)
{
    for (int i = 1; i < count; i++) {
        const int v = vertex[i];
        int k = i;
        for (; k > 0 && c->closing[vertex[k - 1]] < c->closing[v]; k--)
            vertex[k] = vertex[k - 1];
        vertex[k] = v;
    }
}

/* The layout of a table whose next span touches the marked vertices. */
static pm_status lay_out(struct pm_proof_layout **layout, struct cutter *c, const struct table *t,
                         const struct pm_proof_span *span)
{
    int x = 0, y;

    for (int k = 0; span != NULL && k < span->vertices; k++) /* those of x come first */
        for (int i = 0; i < t->opens; i++)
            if (t->open[i] == span->vertex[k])
                c->list[x++] = span->vertex[k];
    y = x;
    for (int i = 0; i < t->opens; i++) {
        bool touched = false;
        for (int k = 0; k < x; k++)
            touched = touched || c->list[k] == t->open[i];
        if (!touched)
            c->list[y++] = t->open[i];
    }
    sort_by_closing(c, c->list + x, y - x);
    if (y - x > PM_PROOF_WIDTH)
        return pm_fail(PM_UNABLE, "a proof would need tables over %d vertices; %d are possible", y,
                       PM_PROOF_WIDTH);
    if (c->states == PM_STATES_SQUARE)
        c->blocks->bytes += 2 * sizeof(uint32_t) * exp2(y - x);
    if (c->blocks->bytes > c->memory)
        return pm_fail(PM_UNABLE,
                       "a proof needs lists of more than %.3g bytes: tables over %d vertices",
                       c->memory, y);
    return pm_proof_layout_new(layout, c->states, ones_of(c, t), c->list, x, y - x,
                               c->statement->column);
}

/* ------------------------------------------------------------------------- blocks */

static pm_status add_block(struct cutter *c, const struct pm_proof_block *block)
{
    struct pm_proof_blocks *const b = c->blocks;
    size_t room = (size_t)b->room;

    PM_TRY(pm_grow((void **)&b->block, &room, (size_t)b->count + 1, sizeof *b->block));
    b->room = (int)room;
    b->block[b->count++] = *block;
    return PM_OK;
}

/* The last table gets the steps of a span. */
static void update(struct cutter *c, struct table *t, const struct pm_proof_span *span)
{
    for (size_t i = 0; i < span->count; i++) {
        const struct pm_proof_step *const step = &span->step[i];
        if (step->code == PM_STEP_OPEN)
            t->open[t->opens++] = step->u;
        if (step->code != PM_STEP_CLOSE)
            continue;
        int k = 0;
        while (t->open[k] != step->u)
            k++;
        t->open[k] = t->open[--t->opens];
        *(c->statement->column != NULL && c->statement->column[step->u] ? &t->cols : &t->rows) += 1;
    }
}

/* Adds the block of a span. */
static pm_status add_span(struct cutter *c, const struct pm_proof_span *span)
{
    struct table *const t = &c->stack[c->height - 1];
    struct pm_proof_block block = {.span = *span, .left = t->block, .right = -1};

    PM_TRY(lay_out(&block.in, c, t, span));
    const pm_status status = add_block(c, &block);
    if (status != PM_OK) {
        pm_proof_layout_free(block.in);
        return status;
    }
    if (t->block >= 0)
        c->blocks->block[t->block].out = block.in;
    t->block = c->blocks->count - 1;
    update(c, t, span);
    return PM_OK;
}

/* The last block of a table that is joined, or of the whole proof, gets a layout of its own. */
static pm_status finish(struct cutter *c, const struct table *t)
{
    struct pm_proof_block *const block = &c->blocks->block[t->block];

    PM_TRY(lay_out(&block->out, c, t, NULL));
    block->owns = true;
    return PM_OK;
}

static pm_status join(struct cutter *c)
{
    struct table *const right = &c->stack[c->height - 1], *const left = right - 1;
    struct pm_proof_block block = {.joins = true, .left = left->block, .right = right->block};

    PM_TRY(finish(c, left));
    PM_TRY(finish(c, right));
    PM_TRY(add_block(c, &block));
    for (int i = 0; i < right->opens; i++) {
        bool both = false;
        for (int k = 0; k < left->opens; k++)
            both = both || left->open[k] == right->open[i];
        if (!both)
            left->open[left->opens++] = right->open[i];
    }
    left->rows += right->rows;
    left->cols += right->cols;
    left->block = c->blocks->count - 1;
    c->height--;
    return PM_OK;
}

/* --------------------------------------------------------------------------- cuts */

/* The end of the star that begins at step i. */
static size_t star_end(const struct pm_proof_steps *s, size_t i)
{
    for (; i < s->count; i++) {
        if (s->step[i].code == PM_STEP_CLOSE)
            return i + 1;
        if (s->step[i].code == PM_STEP_JOIN || s->step[i].code == PM_STEP_NEW)
            return i;
    }
    return i;
}

/* Adds the vertices of steps to the marked ones.  Returns how many there are then, at most one more
 * than allowed. */
static int touch(struct cutter *c, int touched, size_t first, size_t end)
{
    for (size_t i = first; i < end && touched <= TOUCHED; i++) {
        const int vertex[2] = {c->steps->step[i].u, c->steps->step[i].v};
        for (int k = 0; k < 2; k++) {
            if (vertex[k] < 0 || c->mark[vertex[k]] == c->stamp)
                continue;
            c->mark[vertex[k]] = c->stamp;
            if (touched < PM_PROOF_TOUCHED)
                c->list[touched] = vertex[k];
            touched++;
        }
    }
    return touched;
}

/* The longest span from step i on. */
static void cut(struct pm_proof_span *span, struct cutter *c, size_t i)
{
    const struct pm_proof_steps *const s = c->steps;
    size_t end = i, next = star_end(s, i);

    c->stamp++;
    for (int touched = 0; next > end; next = star_end(s, end)) {
        touched = touch(c, touched, end, next);
        if (touched > TOUCHED)
            break;
        end = next;
    }
    if (end == i) { /* not even a star fits, or a new table or a join follows */
        c->stamp++;
        for (int touched = 0; end < star_end(s, i); end++) {
            touched = touch(c, touched, end, end + 1);
            if (touched > TOUCHED)
                break;
        }
    }
    *span = (struct pm_proof_span){.step = s->step + i, .count = end - i};
}

/* Lists the vertices of a span: those that are open, then those that it opens. */
static void list_vertices(struct pm_proof_span *span, struct cutter *c, const struct table *t)
{
    const size_t first = (size_t)(span->step - c->steps->step);

    c->stamp++;
    const int touched = touch(c, 0, first, first + span->count);
    for (int open = 1; open >= 0; open--) {
        for (int k = 0; k < touched; k++) {
            bool is_open = false;
            for (int i = 0; i < t->opens; i++)
                is_open = is_open || t->open[i] == c->list[k];
            if (is_open == (open == 1))
                span->vertex[span->vertices++] = c->list[k];
        }
    }
}

static pm_status push(struct cutter *c)
{
    struct table *const t = &c->stack[c->height];

    if (t->open == NULL)
        PM_NEW(t->open, c->statement->vertices);
    *t = (struct table){.open = t->open, .block = -1};
    c->height++;
    return PM_OK;
}

static pm_status cut_all(struct cutter *c)
{
    const struct pm_proof_steps *const s = c->steps;
    struct pm_proof_span span;

    for (size_t i = 0; i < s->count; i += span.count) {
        if (s->step[i].code == PM_STEP_JOIN) {
            PM_TRY(join(c));
            span.count = 1;
            continue;
        }
        if (s->step[i].code == PM_STEP_NEW) {
            PM_TRY(push(c));
            cut(&span, c, i + 1);
            if (span.count == 0)
                PM_TRY(add_span(c, &span));
            span.count = 1;
            continue;
        }
        cut(&span, c, i);
        list_vertices(&span, c, &c->stack[c->height - 1]);
        PM_TRY(add_span(c, &span));
    }
    return finish(c, &c->stack[0]);
}

/* --------------------------------------------------------------------- interface */

static pm_status cutter_init(struct cutter *c, const struct pm_proof_steps *steps)
{
    const struct pm_statement *const s = c->statement;
    int height = 0, highest = 0;

    c->states = s->column != NULL ? PM_STATES_SQUARE : PM_STATES_EVEN;
    for (int v = 0; v < s->vertices; v++)
        if (s->stays[v])
            c->states = PM_STATES_FREE;
    for (int e = 0; e < s->edges; e++)
        if (s->u[e] == s->v[e])
            c->states = PM_STATES_FREE;
    PM_NEW(c->closing, s->vertices);
    PM_NEW(c->mark, s->vertices);
    PM_NEW(c->list, s->vertices + PM_PROOF_TOUCHED);
    for (size_t i = 0; i < steps->count; i++) {
        if (steps->step[i].code == PM_STEP_CLOSE)
            c->closing[steps->step[i].u] = i;
        height += (steps->step[i].code == PM_STEP_NEW) - (steps->step[i].code == PM_STEP_JOIN);
        highest = height > highest ? height : highest;
    }
    PM_NEW(c->stack, highest + 1);
    return PM_OK;
}

static void cutter_clear(struct cutter *c, const struct pm_proof_steps *steps)
{
    for (size_t k = 0; c->stack != NULL && k < steps->count; k++) {
        if (c->stack[k].open == NULL)
            break;
        free(c->stack[k].open);
    }
    free(c->stack);
    free(c->closing);
    free(c->mark);
    free(c->list);
}

pm_status pm_proof_blocks_new(struct pm_proof_blocks **blocks, const struct pm_statement *statement,
                              const struct pm_proof_steps *steps, uint64_t memory)
{
    struct cutter c = {.statement = statement, .steps = steps, .memory = (double)memory};
    pm_status status;

    PM_NEW_GOTO(status, c.blocks, 1, done);
    PM_TRY_GOTO(status, cutter_init(&c, steps), done);
    status = cut_all(&c);
done:
    cutter_clear(&c, steps);
    if (status == PM_OK)
        *blocks = c.blocks;
    else
        pm_proof_blocks_free(c.blocks);
    return status;
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
    free(blocks->block);
    free(blocks);
}
