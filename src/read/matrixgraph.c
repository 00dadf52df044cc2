/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices as graphs.  Rows and columns are either the two sides (biadjacency), or both are all
 * vertices (adjacency): as the user says; otherwise a file whose header says that it is symmetric,
 * or a directed graph, is an adjacency matrix, and any other is a biadjacency matrix, with a note.
 */
#include "read/formats.h"

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
                   "it have commas, as in '0,0 0,1'; edges with commas need a first line of titles "
                   "such as 'u,v'",
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
    const bool adjacency = reader->as == PM_AS_ADJACENCY || reader->directed ||
                           (reader->as == PM_AS_EITHER && problem->mirrored);
    status = adjacency ? pm_graph_adjacency(g, problem)
                       : pm_graph_biadjacency(g, problem, reader->as != PM_AS_EITHER);
    if (status == PM_OK && problem->notes != NULL)
        status = pm_graph_note(g, "%s", problem->notes);
    reader->skipped |= status == PM_INPUT && reader->more;
done:
    pm_problem_free(problem);
    PM_GIVE(graph, g, status, pm_graph_free);
}
