/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads INPUT in all ways in which a program may have read it, and compares the lines of the
 * problem.  The text of a problem has each graph or matrix in one form alone (permatch_proof(5)).
 */
#include "permatch.h"
#include "proof_file.h"

#include <stdlib.h>
#include <string.h>

enum way { MATRIX, MATCHINGS, LOOPS, COVERS, COVERS_WITHOUT_LOOPS, WAYS };

/* *more: there is a second matrix.  The same for graphs below. */
static pm_status read_matrix(pm_problem **problem, bool *more, const char *input)
{
    pm_problem *second = NULL;
    pm_problem_reader *reader;

    pm_status status = pm_problem_open(&reader, input, NULL);
    if (status != PM_OK)
        return status;
    status = pm_problem_next(problem, reader);
    if (status == PM_OK && *problem != NULL)
        status = pm_problem_next(&second, reader);
    *more = second != NULL;
    pm_problem_free(second);
    pm_problem_close(reader);
    return status;
}

static pm_status read_graph(pm_problem **problem, bool *more, const char *input, enum way way)
{
    const bool covers = way == COVERS || way == COVERS_WITHOUT_LOOPS;
    const pm_graph_options options = {.directed = covers};
    pm_graph_reader *reader;
    pm_graph *graph = NULL, *second = NULL;

    pm_status status = pm_graph_open(&reader, input, &options);
    if (status != PM_OK)
        return status;
    status = pm_graph_next(&graph, reader);
    if (status == PM_OK && graph != NULL && way == LOOPS) {
        pm_graph *all = NULL;
        status = pm_graph_match_loops(&all, graph);
        pm_graph_free(graph);
        graph = all;
    }
    if (status == PM_OK && graph != NULL)
        status = covers ? pm_problem_cycle_covers(problem, graph, way == COVERS ? 1 : 2)
                        : pm_problem_matchings(problem, graph, false);
    if (status == PM_OK && graph != NULL)
        status = pm_graph_next(&second, reader);
    *more = second != NULL;
    pm_graph_free(second);
    pm_graph_free(graph);
    pm_graph_close(reader);
    return status;
}

/* True if the lines of the problem are this text. */
static bool is_problem(const struct proof *p, const char *text)
{
    for (size_t k = 1; k < 5 + p->edges; k++) {
        const size_t length = strlen(p->line[k]);
        if (strncmp(text, p->line[k], length) != 0 || text[length] != '\n')
            return false;
        text += length + 1;
    }
    return *text == '\0';
}

enum verdict proof_compare(struct proof *proof, const char *input, bool pattern, bool loops)
{
    static const pm_proved asked[] = {
        [ASK_PERFECT] = PM_PROVE_VALUE, [ASK_TOTAL] = PM_PROVE_TOTAL, [ASK_SIZES] = PM_PROVE_SIZES};
    bool read = false, same = false, more = false;

    for (enum way way = MATRIX; way < (loops ? COVERS_WITHOUT_LOOPS : WAYS) && !same && !more;
         way++) {
        pm_problem *problem = NULL;
        char *text = NULL;
        pm_status status = way == MATRIX ? read_matrix(&problem, &more, input)
                                         : read_graph(&problem, &more, input, way);
        if (status == PM_OK && problem != NULL)
            status = pattern ? pm_problem_to_pattern(problem) : PM_OK;
        if (status == PM_OK && problem != NULL)
            status = pm_proof_problem(&text, problem, asked[proof->ask]);
        read = read || text != NULL;
        same = text != NULL && is_problem(proof, text);
        free(text);
        pm_problem_free(problem);
    }
    if (more)
        return proof_fail(proof, UNREADABLE_PROOF, "%s has more than one graph or matrix", input);
    if (!read)
        return proof_fail(proof, UNREADABLE_PROOF, "%s", pm_message());
    return same ? FINE
                : proof_fail(proof, WRONG, "the proof is about another problem than %s", input);
}
