/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains why a graph has no perfect matching, a digraph no cycle cover, or a matrix no nonzero
 * product of entries in different rows and columns.
 *
 * An alternating tree (blossom.h) that cannot grow is a proof.  If no two outer vertices are
 * adjacent, all their neighbours are inner vertices, and there are fewer of these: Hall's condition
 * is violated (J. London Math. Soc. 10, 1935).  Otherwise, deleting the inner vertices leaves more
 * odd components than there are inner vertices: Tutte's condition is violated (J. London Math. Soc.
 * 22, 1947).  For a bipartite graph, the vertices are rows and columns.  A cycle cover is a perfect
 * matching of the tails of arcs with the heads of arcs.  Cost: as for a maximum matching. */
#include "model/problem.h"

#include "base/alloc.h"
#include "base/text.h"
#include "model/blossom.h"
#include "model/adjacent.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 12 }; /* names in a list */

/* The rows and columns of a problem as vertices. */
struct lines {
    const struct pm_problem *problem;
    struct pm_adjacent graph;
};

/* True for lines that must be matched: all vertices, or those of the smaller side. */
static bool is_needed(const struct lines *g, int line)
{
    const struct pm_matrix *const a = g->problem->a;
    const bool row = line < g->graph.rows;

    if (g->problem->kind != PM_HAFNIAN && a->rows != a->cols && row != (a->rows < a->cols))
        return false;
    return g->problem->gadgets > 0 || pm_problem_line_vertex(g->problem, line) >= 0;
}

/* ---------------------------------------------------------------------- words */

void pm_problem_say_line(FILE *out, const struct pm_problem *problem, int line)
{
    const int vertex = pm_problem_line_vertex(problem, line), rows = problem->a->rows;
    const bool col = line >= rows;
    const char *const own =
        col ? pm_problem_col_name(problem, line - rows) : pm_problem_row_name(problem, line);
    const char *const name =
        own != NULL || vertex < 0 ? own : pm_labels_name(&problem->vertex_name, vertex);
    const struct pm_problem *const base = problem->base; /* its lines come first on each side */
    const int of_base = base != NULL ? pm_problem_vertex_lines(base, col) : 0;

    if (base != NULL && line - col * rows < of_base)
        pm_problem_say_line(out, base, col ? base->a->rows + line - rows : line);
    else if (base != NULL || vertex < 0)
        fputs("an added vertex", out);
    else if (name != NULL)
        fputs(name, out);
    else
        fprintf(out, "%d", vertex + 1);
}

static int count(const struct pm_forest *f, enum pm_label label)
{
    int sum = 0;

    for (int v = 0; v < f->n; v++)
        sum += f->label[v] == (char)label;
    return sum;
}

/* "a, b, c" */
static void say_list(FILE *out, const struct lines *g, const struct pm_forest *f,
                     enum pm_label label)
{
    int said = 0;

    for (int v = 0; v < f->n; v++) {
        if (f->label[v] != (char)label || said++ >= SHOWN)
            continue;
        if (said > 1)
            fputs(", ", out);
        pm_problem_say_line(out, g->problem, v);
    }
    if (said > SHOWN)
        fprintf(out, " and %d more", said - SHOWN);
}

/* True where no two outer vertices are neighbours. */
static bool is_hall(const struct pm_forest *f)
{
    for (int v = 0; v < f->n; v++)
        for (int k = f->start[v]; f->label[v] == PM_OUTER && k < f->start[v + 1]; k++)
            if (f->label[f->to[k]] == PM_OUTER)
                return false;
    return true;
}

static void say_cover(FILE *out, const struct lines *g, const struct pm_forest *f, bool from)
{
    if (count(f, PM_INNER) == 0) {
        fprintf(out, "no cycle cover: no arc leads %s ", from ? "from" : "to");
        say_list(out, g, f, PM_OUTER);
        return;
    }
    fprintf(out, "no cycle cover: arcs %s ", from ? "from" : "to");
    say_list(out, g, f, PM_OUTER);
    fputs(from ? " lead only to " : " come only from ", out);
    say_list(out, g, f, PM_INNER);
}

/* True where empty lines make the matrix of unequal sides square. */
static bool is_padded(const struct lines *g)
{
    for (int v = 0; v < g->graph.vertices; v++)
        if (pm_problem_line_vertex(g->problem, v) < 0)
            return true;
    return false;
}

static void say_matching(FILE *out, const struct lines *g, const struct pm_forest *f)
{
    const int inner = count(f, PM_INNER), outer = count(f, PM_OUTER);

    fputs("no perfect matching: ", out);
    if (is_hall(f)) {
        fprintf(out, "%s ", outer == 1 ? "vertex" : "vertices");
        say_list(out, g, f, PM_OUTER);
        fprintf(out, " %s ", outer == 1 ? "has" : "have");
        fputs(inner == 0 ? "no neighbour" : "only ", out);
        say_list(out, g, f, PM_INNER);
        if (inner > 0)
            fprintf(out, " as %s", inner == 1 ? "neighbour" : "neighbours");
        if (is_padded(g))
            fputs("; 'countmatch --saturating' matches the smaller side", out);
    } else if (inner == 0) {
        fputs("the component of vertices ", out);
        say_list(out, g, f, PM_OUTER);
        fputs(" has an odd number of vertices", out);
    } else {
        fputs("without ", out);
        say_list(out, g, f, PM_INNER);
        fprintf(out, " at least %d components with an odd number of vertices are left", inner + 1);
    }
}

static void say_matrix(FILE *out, const struct lines *g, const struct pm_forest *f, bool columns)
{
    static const char *const name[] = {"row", "column"};
    const int inner = count(f, PM_INNER), outer = count(f, PM_OUTER);

    fprintf(out, "%s%s ", name[columns], outer == 1 ? "" : "s");
    say_list(out, g, f, PM_OUTER);
    if (inner == 0) {
        fputs(" is empty", out);
        return;
    }
    fprintf(out, " meet only %s%s ", name[!columns], inner == 1 ? "" : "s");
    say_list(out, g, f, PM_INNER);
}

static pm_status say(char **why, const struct lines *g, const struct pm_forest *f, int root)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    if (g->problem->asked == PM_ASKED_MATRIX)
        say_matrix(text.file, g, f, root >= g->graph.rows);
    else if (g->problem->asked == PM_ASKED_COVERS)
        say_cover(text.file, g, f, root < g->graph.rows);
    else if (g->problem->gadgets > 0) /* which have no names */
        fputs("no subgraph has these degrees", text.file);
    else
        say_matching(text.file, g, f);
    return pm_text_close(why, &text, PM_OK);
}

/* -------------------------------------------------------------------- problem */

/* With this many steps, all free vertices need not be tried. */
static const int64_t ENOUGH = 10000000;

/* *label = the labels of the tree with the fewest outer vertices, of those that cannot grow from a
 * vertex that must be matched, and *root = this vertex.  NULL: all can be matched. */
static pm_status find(char **label, int *root, const struct lines *g, struct pm_forest *f)
{
    int least = 0;

    pm_blossom_greedy(f);
    for (int v = 0; v < g->graph.vertices && (*label == NULL || f->steps < ENOUGH); v++) {
        if (f->match[v] >= 0 || !is_needed(g, v))
            continue;
        if (!pm_blossom_grow(f, v)) {
            const int size = count(f, PM_OUTER);
            f->steps += f->n;
            if (*label == NULL)
                PM_NEW(*label, f->n);
            if (least == 0 || size < least) {
                memcpy(*label, f->label, (size_t)f->n);
                *root = v;
                least = size;
            }
        }
        pm_blossom_forget(f);
    }
    return PM_OK;
}

pm_status pm_problem_obstacle(char **why, char **label, const struct pm_problem *problem)
{
    struct pm_forest forest;
    struct lines g = {.problem = problem};
    char *found = NULL;
    int root = 0;
    pm_status status;

    *why = *label = NULL;
    if (problem->gadgets > 0 && problem->asked != PM_ASKED_FACTORS)
        return PM_OK;
    PM_TRY(pm_adjacent_new(&g.graph, problem->a, problem->kind));
    PM_TRY_GOTO(status, pm_blossom_init(&forest, g.graph.vertices, g.graph.start, g.graph.to),
                done);
    status = find(&found, &root, &g, &forest);
    if (status == PM_OK && found != NULL) {
        memcpy(forest.label, found, (size_t)forest.n);
        status = say(why, &g, &forest, root);
    }
    pm_blossom_clear(&forest);
done:
    pm_adjacent_clear(&g.graph);
    *label = status == PM_OK ? found : NULL;
    if (status != PM_OK)
        free(found);
    return status;
}

pm_status pm_problem_why(char **why, const struct pm_problem *problem)
{
    char *label;

    PM_TRY(pm_problem_obstacle(why, &label, problem));
    free(label);
    return PM_OK;
}

pm_status pm_problem_blame(pm_status status, const struct pm_problem *problem)
{
    char *why;

    if (status != PM_DOMAIN)
        return status;
    PM_TRY(pm_problem_why(&why, problem));
    if (why != NULL)
        status = pm_fail(PM_DOMAIN, "%s%s",
                         problem->asked == PM_ASKED_MATRIX ? "the permanent is 0: " : "", why);
    free(why);
    return status;
}
