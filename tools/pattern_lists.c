/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts come first, and lists end after LISTED items, so that the text is short for any matrix. */
#include "pattern_lists.h"
#include "edges.h"
#include "json.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 20, CORES_LISTED = 12 };

struct text {
    FILE *out;
    const struct question *q;
    const pm_structure *s;
    int listed; /* items of the current list */
};

/* ------------------------------------------------------------------------ lists */

static void list_line(struct text *t, bool col, int line)
{
    const int v = edge_line_vertex(t->q->graph, t->q->problem, col, line);
    char number[EDGE_NAME];

    if (v < 0 || t->listed++ >= LISTED)
        return;
    fprintf(t->out, " %s", edge_name(number, t->q->graph, v));
}

static void end_list(struct text *t, const char *end)
{
    if (t->listed > LISTED)
        fprintf(t->out, " and %d more", t->listed - LISTED);
    fputs(end, t->out);
    t->listed = 0;
}

/* The entries with this role. */
static void list_role(struct text *t, pm_role role, size_t count, const char *what)
{
    const char *const each = t->q->graph != NULL ? "edge" : "entr";
    const char *const ending = t->q->graph != NULL ? count == 1 ? "" : "s"
                               : count == 1        ? "y"
                                                   : "ies";
    const char *const joint = t->q->graph != NULL ? "-" : ",";
    char first[EDGE_NAME], second[EDGE_NAME];
    int u, v;

    fprintf(t->out, "%zu %s %s%s%s", count, what, each, ending, count > 0 ? ":" : "");
    for (size_t k = 0; count > 0 && k < pm_problem_entries(t->q->problem); k++)
        if (t->s->role[k] == role && edge_of_entry(t->q->problem, k, &u, &v) &&
            t->listed++ < LISTED)
            fprintf(t->out, " %s%s%s", edge_name(first, t->q->graph, u), joint,
                    edge_name(second, t->q->graph, v));
    end_list(t, "\n");
}

/* The vertices of a part of Gallai and Edmonds. */
static void list_part(struct text *t, pm_part part, const char *what)
{
    const pm_problem *const problem = t->q->problem;
    const bool both = !pm_problem_is_symmetric(problem);
    int count = 0;

    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1)
            fprintf(t->out, "%d %s%s", count, what, count > 0 ? ":" : "");
        for (int i = 0; i < pm_problem_rows(problem); i++)
            if (t->s->row_part[i] == part &&
                edge_line_vertex(t->q->graph, t->q->problem, false, i) >= 0)
                pass == 0 ? (void)count++ : list_line(t, false, i);
        for (int j = 0; both && j < pm_problem_cols(problem); j++)
            if (t->s->col_part[j] == part &&
                edge_line_vertex(t->q->graph, t->q->problem, true, j) >= 0)
                pass == 0 ? (void)count++ : list_line(t, true, j);
    }
    end_list(t, "\n");
}

/* ------------------------------------------------------------------------ parts */

static void say_blocks(struct text *t)
{
    const pm_structure *const s = t->s;
    int single = 0, said = 0, larger = 0;

    for (int b = 0; b < s->blocks; b++)
        single += s->row_start[b + 1] - s->row_start[b] <= 1 &&
                  (s->col_start == NULL || s->col_start[b + 1] - s->col_start[b] <= 1);
    larger = s->blocks - single;
    fprintf(t->out, "%d block%s, %d of one row and one column\n", s->blocks,
            s->blocks == 1 ? "" : "s", single);
    for (int b = 0; b < s->blocks && said < LISTED; b++) {
        const int rows = s->row_start[b + 1] - s->row_start[b],
                  cols = s->col_start[b + 1] - s->col_start[b];
        if (rows <= 1 && cols <= 1)
            continue;
        said++;
        fprintf(t->out, "block %d, %s, %d x %d: rows", b + 1, edge_block_shape(s, b), rows, cols);
        for (int k = s->row_start[b]; k < s->row_start[b + 1]; k++)
            list_line(t, false, s->row_order[k]);
        end_list(t, "; columns");
        for (int k = s->col_start[b]; k < s->col_start[b + 1]; k++)
            list_line(t, true, s->col_order[k]);
        end_list(t, "\n");
    }
    if (larger > said)
        fprintf(t->out, "and %d more such blocks\n", larger - said);
}

static const char *surface_name(pm_surface surface)
{
    return surface == PM_SURFACE_PLANE   ? "planar"
           : surface == PM_SURFACE_TORUS ? "on a torus"
                                         : "not found to be planar";
}

static void say_cores(struct text *t)
{
    const pm_structure *const s = t->s;

    fprintf(t->out, "%s; reductions: ", surface_name(s->surface));
    for (const char *c = s->reductions; *c != '\0'; c++)
        fputs(*c == ',' ? ", " : (char[]){*c, '\0'}, t->out);
    fprintf(t->out, "%s; %zu core%s left\n", *s->reductions == '\0' ? "none" : "", s->cores,
            s->cores == 1 ? " is" : "s are");
    for (size_t k = 0; k < s->cores && k < CORES_LISTED; k++) {
        const pm_structure_core *const c = &s->core[k];
        fprintf(t->out, "core %zu: %d x %d, %zu entries%s, %s", k + 1, c->rows, c->cols, c->entries,
                c->symmetric ? ", hafnian" : "", surface_name(c->surface));
        if (c->tree_width >= 0)
            fprintf(t->out, ", tree of width %d", c->tree_width);
        if (c->frontier >= 0)
            fprintf(t->out, ", frontier of %d", c->frontier);
        putc('\n', t->out);
    }
    if (s->cores > CORES_LISTED)
        fprintf(t->out, "and %zu smaller cores\n", s->cores - CORES_LISTED);
}

static void say_first(struct text *t)
{
    const struct question *const q = t->q;
    const pm_structure *const s = t->s;

    if (q->graph == NULL)
        fprintf(t->out, "%d x %d, %zu entries; structural rank %d%s\n", pm_problem_rows(q->problem),
                pm_problem_cols(q->problem), pm_problem_entries(q->problem), s->rank,
                s->perfect ? "" : ": the permanent is 0");
    else
        fprintf(t->out, "%d vertices, %zu edges; the largest matchings have %d edges%s\n",
                pm_graph_vertices(q->graph), pm_graph_edges(q->graph), s->rank,
                s->perfect ? "" : ": none is perfect");
    if (!s->perfect)
        fprintf(t->out, "%s\n", s->why);
}

static char *structure_lines(const struct question *q, const pm_structure *s)
{
    struct text t = {.q = q, .s = s};
    char *text = NULL;
    size_t length;

    if ((t.out = open_memstream(&text, &length)) == NULL)
        return NULL;
    say_first(&t);
    if (q->graph == NULL) {
        say_blocks(&t);
    } else {
        list_part(&t, PM_PART_MISSED, "vertices that some largest matching leaves free (D)");
        list_part(&t, PM_PART_BESIDE, "vertices beside them (A)");
        list_part(&t, PM_PART_REST, "other vertices (C)");
        fprintf(t.out, "%d component%s of edges that are not forbidden\n", s->blocks,
                s->blocks == 1 ? "" : "s");
    }
    list_role(&t, PM_NEVER, s->never, "forbidden");
    list_role(&t, PM_ALWAYS, s->always, "forced");
    say_cores(&t);
    return cli_text(t.out, &text);
}

int structure_answer(const struct cli *cli, const struct question *q)
{
    pm_structure *s;

    const pm_status status = pm_structure_find(&s, q->problem, &cli->solve);
    if (status != PM_OK)
        return answer_fail(cli, status, q, false);
    const int result =
        answer_line(cli, q, cli->json ? json_structure_line(q, s) : structure_lines(q, s));
    pm_structure_free(s);
    return result;
}
