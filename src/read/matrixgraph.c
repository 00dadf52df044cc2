/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as graphs.  Rows and columns are either the two sides (biadjacency), or both are all
 * vertices (adjacency): as the user says; otherwise a file whose header says that it is symmetric,
 * or a directed graph, is an adjacency matrix, and any other is a biadjacency matrix, with a note.
 */
#include "read/formats.h"

#include <string.h>

/* Adds a vertex for each of `count` names. */
static pm_status add_named(struct pm_graph *g, const struct pm_labels *names, int count)
{
    for (int k = 0; k < count; k++) {
        const char *const name = pm_labels_name(names, k);
        PM_TRY(pm_graph_add_named(g, name, strlen(name)));
    }
    return PM_OK;
}

/* Vertices have the names of rows and columns if all have one, and no two are the same. */
static pm_status add_biadjacency(struct pm_graph *g, const struct pm_problem *p)
{
    const struct pm_matrix *const a = p->a;
    bool named = p->row_name.count == a->rows && p->col_name.count == a->cols;

    if (named)
        PM_TRY(pm_labels_distinct(&named, &p->row_name, &p->col_name));
    PM_TRY(named ? add_named(g, &p->row_name, a->rows) : pm_graph_add_vertices(g, a->rows));
    PM_TRY(named ? add_named(g, &p->col_name, a->cols) : pm_graph_add_vertices(g, a->cols));
    g->left = a->rows;
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            PM_TRY(pm_graph_add_edge(g, i, a->rows + a->col[k], a->re + k, pm_matrix_im(a, k)));
    return PM_OK;
}

/* Rows and columns are the same vertices, in the same order. */
static pm_status add_adjacency(struct pm_graph *g, const struct pm_problem *p)
{
    const struct pm_labels none = {.count = 0}, *const names = p->row_name.count > 0 ? &p->row_name
                                                                                     : &p->col_name;
    bool named = names->count > 0 && names->count == p->a->rows;

    for (int k = 0; k < p->row_name.count && k < p->col_name.count; k++)
        PM_REFUSE_IF(strcmp(pm_labels_name(&p->row_name, k), pm_labels_name(&p->col_name, k)) != 0,
                     "row %d is called '%s' and column %d '%s'; in an adjacency matrix, both are "
                     "the same vertex",
                     k + 1, pm_labels_name(&p->row_name, k), k + 1,
                     pm_labels_name(&p->col_name, k));
    if (named)
        PM_TRY(pm_labels_distinct(&named, names, &none));
    if (named)
        PM_TRY(add_named(g, names, p->a->rows));
    return pm_graph_add_adjacency(g, p->a);
}

/* *adjacent: the diagonal is empty and the pattern is symmetric, which is how many programs write
 * an undirected graph. */
static pm_status looks_adjacent(bool *adjacent, const struct pm_matrix *a)
{
    struct pm_matrix *turned;

    *adjacent = false;
    if (a->rows != a->cols || a->start[a->rows] == 0)
        return PM_OK;
    for (int i = 0; i < a->rows; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            if (a->col[k] == i)
                return PM_OK;
    PM_TRY(pm_matrix_transpose(&turned, a));
    bool same = true;
    for (int i = 0; i <= a->rows && same; i++)
        same = a->start[i] == turned->start[i];
    for (int k = 0; same && k < a->start[a->rows]; k++)
        same = a->col[k] == turned->col[k];
    *adjacent = same;
    pm_matrix_free(turned);
    return PM_OK;
}

static pm_status note_biadjacency(struct pm_graph *g, const struct pm_matrix *a)
{
    bool adjacent;

    PM_TRY(looks_adjacent(&adjacent, a));
    return adjacent
               ? pm_graph_note(g,
                               "the matrix, which is symmetric without a diagonal, is read as the "
                               "biadjacency matrix of a graph of %d + %d vertices; --as=adjacency "
                               "reads it as the adjacency matrix of a graph of %d vertices",
                               a->rows, a->cols, a->rows)
               : PM_OK;
}

/* Fails where the format holds only numbers and the user has not said which matrix of a graph they
 * are. */
static pm_status check_said(const struct pm_graph_reader *reader)
{
    if (reader->as != PM_AS_EITHER || reader->directed || reader->format->holds != PM_HOLDS_NUMBERS)
        return PM_OK;
    PM_REFUSE_IF(reader->format->matrix == pm_lists_next,
                 "a list of lists: --as=biadjacency or --as=adjacency reads it as a matrix, "
                 "--format=brackets as a list of edges");
    return pm_fail(PM_INPUT,
                   "a matrix (%s: %s): --as=biadjacency or --as=adjacency says of which graph; a "
                   "list of edges with blanks between the names needs --format=el, and points in "
                   "it have commas, as in '0,0 0,1'",
                   reader->format->name, reader->format->what);
}

/* Lists of two or three numbers may be arcs, too. */
static pm_status check_arcs(const struct pm_graph_reader *reader, const struct pm_matrix *a)
{
    if (reader->as != PM_AS_EITHER || !reader->directed || reader->said ||
        reader->format->matrix != pm_lists_next || (a->cols != 2 && a->cols != 3))
        return PM_OK;
    return pm_fail(PM_INPUT,
                   "lists of %d numbers: a matrix (--as=adjacency) or arcs (--format=brackets)?",
                   a->cols);
}

pm_status pm_matrix_graph_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    struct pm_problem *problem = NULL;
    struct pm_graph *g = NULL;
    pm_status status;

    PM_TRY_GOTO(status, check_said(reader), done);
    PM_TRY_GOTO(status, reader->format->matrix(&problem, reader), done);
    if (problem == NULL)
        goto done;
    PM_TRY_GOTO(status, check_arcs(reader, problem->a), done);
    PM_TRY_GOTO(status, pm_graph_new(&g, reader->directed && !reader->undirected), done);
    g->field = problem->field;
    const bool adjacency = reader->as == PM_AS_ADJACENCY || reader->directed ||
                           (reader->as == PM_AS_EITHER && problem->mirrored);
    status = adjacency ? add_adjacency(g, problem) : add_biadjacency(g, problem);
    if (status == PM_OK && !adjacency && reader->as == PM_AS_EITHER)
        status = note_biadjacency(g, problem->a);
    if (status == PM_OK && problem->notes != NULL)
        status = pm_graph_note(g, "%s", problem->notes);
    reader->skipped |= status == PM_INPUT && reader->more;
done:
    pm_problem_free(problem);
    PM_GIVE(graph, g, status, pm_graph_free);
}
