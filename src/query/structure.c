/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_structure_find(): which entries the largest matchings use.
 *
 * Permanents: BTF or CXSparse gives a block form (reduce/decompose.h).  A largest matching uses an
 * entry only if it lies within a diagonal block, and each such entry is in some largest matching
 * (Dulmage and Mendelsohn).
 *
 * Hafnians: alternating trees (model/blossom.h) from all free vertices of a largest matching give
 * the parts D (outer vertices), A (inner ones) and C of Gallai and Edmonds.  Edges from A to A or
 * C are forbidden, all edges of D are allowed, and those within C are searched by the rule edmonds.
 *
 * Both: an allowed entry is forced if it is the only one of a line that no largest matching leaves
 * free. */
#include "base/alloc.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/sets.h"
#include "base/watched.h"
#include "model/adjacent.h"
#include "plan/facility.h"
#include "query/structure_cores.h"
#include "reduce/decompose.h"
#include "reduce/reduce.h"

#include <stdlib.h>

/* Orders the lines by their blocks, and ascending in each block.  start[b + 1] is where block b
 * ends. */
static void order_lines(int *order, int *start, int blocks, const int *block, int lines)
{
    for (int i = lines - 1; i >= 0; i--) /* places from the ends of the blocks */
        order[--start[block[i] + 1]] = i;
    for (int b = 0; b < blocks; b++)
        start[b] = start[b + 1];
    start[blocks] = lines;
}

/* ------------------------------------------------------------------ permanents */

/* The parts of the lines of a block. */
static void mark_block(pm_structure *s, int *row_block, int *col_block, int b, pm_part rows,
                       pm_part cols)
{
    for (int k = s->row_start[b]; k < s->row_start[b + 1]; k++) {
        row_block[s->row_order[k]] = b;
        s->row_part[s->row_order[k]] = rows;
    }
    for (int k = s->col_start[b]; k < s->col_start[b + 1]; k++) {
        col_block[s->col_order[k]] = b;
        s->col_part[s->col_order[k]] = cols;
    }
}

static pm_status find_blocks(pm_structure *s, const struct pm_matrix *a)
{
    struct pm_block_form form;
    int *block;

    PM_TRY(pm_decompose_form_find(&form, a));
    s->rank = form.rank;
    s->blocks = form.blocks;
    s->row_order = form.row;
    s->col_order = form.col;
    s->row_start = form.row_start;
    s->col_start = form.col_start;
    PM_NEW(block, (size_t)a->rows + (size_t)a->cols);
    for (int b = 0; b < s->blocks; b++) {
        const bool wide = form.horizontal && b == 0, tall = form.vertical && b == s->blocks - 1;
        mark_block(s, block, block + a->rows, b,
                   tall   ? PM_PART_MISSED
                   : wide ? PM_PART_BESIDE
                          : PM_PART_REST,
                   wide   ? PM_PART_MISSED
                   : tall ? PM_PART_BESIDE
                          : PM_PART_REST);
    }
    order_lines(s->row_order, s->row_start, s->blocks, block, a->rows);
    order_lines(s->col_order, s->col_start, s->blocks, block + a->rows, a->cols);
    PM_EACH_ENTRY(a, i, k)
        s->role[k] = block[i] == block[a->rows + a->col[k]] ? PM_SOMETIMES : PM_NEVER;
    free(block);
    return PM_OK;
}

/* -------------------------------------------------------------------- hafnians */

/* The components of the allowed edges, ordered by their first vertices. */
static pm_status find_components(pm_structure *s, const struct pm_matrix *a)
{
    const int n = a->rows;
    int *parent = NULL, *block = NULL;
    pm_status status = PM_OK;

    PM_NEW_GOTO(status, s->row_order, n, done);
    PM_NEW_GOTO(status, s->row_start, n + 1, done);
    PM_NEW_GOTO(status, parent, n, done);
    PM_NEW_GOTO(status, block, n, done);
    for (int v = 0; v < n; v++)
        parent[v] = v;
    PM_EACH_ENTRY(a, v, k)
        if (s->role[k] != PM_NEVER) {
            const int x = pm_set_root(parent, v), y = pm_set_root(parent, a->col[k]);
            parent[x > y ? x : y] = x > y ? y : x;
        }
    for (int v = 0; v < n; v++) {
        block[v] = parent[v] == v ? s->blocks++ : block[pm_set_root(parent, v)];
        s->row_start[block[v] + 1]++;
    }
    for (int b = 0; b < s->blocks; b++)
        s->row_start[b + 1] += s->row_start[b];
    order_lines(s->row_order, s->row_start, s->blocks, block, n);
done:
    PM_FREE(parent, block);
    return status;
}

/* A largest matching, and the tree of vertices that its free vertices reach. */
static void match_largest(pm_structure *s, struct pm_forest *f)
{
    int matched = 0;

    pm_blossom_match_most(f);
    for (int v = 0; v < f->n; v++) {
        matched += f->match[v] >= 0;
        s->row_part[v] = s->col_part[v] = f->label[v] == PM_OUTER   ? PM_PART_MISSED
                                          : f->label[v] == PM_INNER ? PM_PART_BESIDE
                                                                    : PM_PART_REST;
    }
    s->rank = matched / 2;
}

static pm_status find_edges(pm_structure *s, const struct pm_matrix *a)
{
    struct pm_adjacent graph;
    struct pm_forest forest = {0};
    char *label = NULL;
    bool *keep = NULL;
    int forbidden;
    pm_status status;

    PM_TRY(pm_adjacent_new(&graph, a, PM_HAFNIAN));
    PM_TRY_GOTO(status, pm_blossom_init(&forest, graph.vertices, graph.start, graph.to), done);
    PM_NEW_GOTO(status, keep, graph.start[graph.vertices], clear);
    PM_NEW_GOTO(status, label, graph.vertices, clear);
    match_largest(s, &forest);
    for (int v = 0; v < forest.n; v++)
        label[v] = forest.label[v];
    forest.kept = forest.kept_tail = 0;
    pm_blossom_forget(&forest);
    PM_TRY_GOTO(status, pm_edmonds_forbidden(&forbidden, keep, &forest, label), clear);
    for (int v = 0, at = 0; v < a->rows; v++)
        for (int k = a->start[v]; k < a->start[v + 1]; k++) /* a loop is not in the graph */
            s->role[k] = a->col[k] != v && keep[at++] ? PM_SOMETIMES : PM_NEVER;
clear:
    pm_blossom_clear(&forest);
done:
    pm_adjacent_clear(&graph);
    PM_FREE(label, keep);
    return status == PM_OK ? find_components(s, a) : status;
}

/* ------------------------------------------------------------------------ both */

/* Marks forced entries, and counts. */
static pm_status find_forced(pm_structure *s, const struct pm_matrix *a, bool symmetric)
{
    const size_t twice = symmetric ? 2 : 1;
    size_t loops = 0;
    int *count;

    PM_NEW(count, (size_t)a->rows + (size_t)a->cols);
    for (int pass = 0; pass < 2; pass++)
        PM_EACH_ENTRY(a, i, k) {
            const int j = a->col[k];
            if (s->role[k] == PM_NEVER) {
                s->never += (size_t)pass;
                loops += (size_t)pass * (symmetric && i == j);
            } else if (pass == 0) {
                count[i]++;
                count[a->rows + j]++;
            } else if ((s->row_part[i] != PM_PART_MISSED && count[i] == 1) ||
                       (s->col_part[j] != PM_PART_MISSED && count[a->rows + j] == 1)) {
                s->role[k] = PM_ALWAYS;
                s->always++;
            }
        }
    s->never = (s->never - loops) / twice;
    s->always /= twice;
    free(count);
    return PM_OK;
}

/* The lines with this label: rows first, or columns only. */
static pm_status list_lines(int **list, int *count, const char *label, enum pm_label want,
                            int lines, int rows)
{
    PM_NEW(*list, lines);
    for (int v = 0; v < lines; v++)
        if (label[v] == (char)want)
            (*list)[(*count)++] = v < rows ? v : v - rows;
    return PM_OK;
}

static pm_status find_obstacle(pm_structure *s, const struct pm_problem *problem)
{
    const bool symmetric = problem->kind == PM_HAFNIAN;
    const struct pm_matrix *const a = problem->a;
    const int rows = a->rows, lines = symmetric ? rows : rows + a->cols;
    char *label;

    PM_TRY(pm_problem_obstacle(&s->why, &label, problem));
    s->perfect = s->why == NULL;
    if (label == NULL)
        return PM_OK;
    pm_status status = list_lines(&s->unmatched, &s->unmatcheds, label, PM_OUTER, lines, rows);
    PM_THEN(status, list_lines(&s->partners, &s->partnered, label, PM_INNER, lines, rows));
    for (int v = rows; v < lines; v++)
        s->unmatched_cols = s->unmatched_cols || label[v] == PM_OUTER;
    for (int i = 0; symmetric && i < rows; i++)
        for (int k = a->start[i]; label[i] == PM_OUTER && k < a->start[i + 1]; k++)
            s->tutte = s->tutte || (a->col[k] != i && label[a->col[k]] == PM_OUTER);
    free(label);
    return status;
}

struct asked {
    pm_structure *structure;
    const struct pm_problem *problem;
    pm_options options;
};

static pm_status find(void *call, struct pm_watched *watched)
{
    (void)watched;
    const struct asked *const asked = call;
    const struct pm_matrix *const a = asked->problem->a;
    const bool symmetric = asked->problem->kind == PM_HAFNIAN;
    pm_structure *const s = asked->structure;
    unsigned rules;

    PM_TRY(pm_problem_without_gadgets(asked->problem, "structure"));
    PM_TRY(pm_rules_parse(&rules, asked->options.reduce, asked->options.no_reduce));
    PM_NEW(s->row_part, a->rows);
    PM_NEW(s->col_part, a->cols);
    PM_NEW(s->role, pm_matrix_nnz(a));
    PM_TRY(symmetric ? find_edges(s, a) : find_blocks(s, a));
    PM_TRY(find_forced(s, a, symmetric));
    PM_TRY(find_obstacle(s, asked->problem));
    return pm_structure_reduce(s, asked->problem, rules);
}

pm_status pm_structure_find(pm_structure **structure, const pm_problem *problem,
                            const pm_options *options)
{
    PM_ARGUMENTS(structure, problem);
    struct asked asked = {.problem = problem};

    PM_TRY(pm_facility_options(&asked.options, PM_ASK_STRUCTURE, problem, options));
    PM_NEW(asked.structure, 1);
    PM_GIVE(structure, asked.structure, pm_watched_within(find, &asked, &asked.options),
            pm_structure_free);
}

void pm_structure_free(pm_structure *s)
{
    if (s == NULL)
        return;
    PM_FREE(s->why, s->unmatched, s->partners, s->row_order, s->col_order, s->row_start,
            s->col_start, s->row_part, s->col_part, s->role, s->reductions, s->core, s);
}
