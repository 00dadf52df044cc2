/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was read, in one line: the format, the sizes and the numbers, so that a user sees what an
 * input was taken for.  One pass over the weights. */
#include "print/exact.h"

#include "base/argument.h"
#include "base/text.h"
#include "model/graph.h"
#include "model/problem.h"

#include <stdlib.h>
#include <string.h>

/* A number, rounded if it is long. */
static void put_number(FILE *file, const fmpq_t x)
{
    char *const text = fmpq_get_str(NULL, 10, x);

    if (strlen(text) > 12)
        fprintf(file, "about %.6g", fmpq_get_d(x));
    else
        fputs(text, file);
    flint_free(text);
}

static void put_range(FILE *file, const char *what, const struct pm_triplets *t)
{
    size_t least = 0, most = 0;

    for (size_t k = 1; k < t->count; k++) {
        least = fmpq_cmp(t->re + k, t->re + least) < 0 ? k : least;
        most = fmpq_cmp(t->re + k, t->re + most) > 0 ? k : most;
    }
    if (t->count == 0)
        return;
    fprintf(file, ", %s ", what);
    put_number(file, t->re + least);
    if (least == most)
        return;
    fputs(" to ", file);
    put_number(file, t->re + most);
}

/* The name of the format: what stands before a colon in its description. */
static void put_format(FILE *file, const char *format)
{
    fprintf(file, "%.*s, ", (int)strcspn(format, ":"), format);
}

static void put_count(FILE *file, size_t count, const char *one, const char *many)
{
    fprintf(file, "%zu %s", count, count == 1 ? one : many);
}

pm_status pm_graph_account(char **text, const pm_graph *graph)
{
    PM_ARGUMENTS(text, graph);
    struct pm_text buffer;
    const bool arcs = graph->directed && graph->of_edge == NULL;

    *text = NULL;
    if (graph->format == NULL)
        return PM_OK;
    PM_TRY(pm_text_open(&buffer));
    put_format(buffer.file, graph->format);
    put_count(buffer.file, (size_t)pm_graph_vertices(graph), "vertex, ", "vertices, ");
    put_count(buffer.file, graph->edge.count, arcs ? "arc" : "edge", arcs ? "arcs" : "edges");
    if (graph->field == PM_FIELD_COMPLEX)
        fputs(", complex weights", buffer.file);
    else if (graph->powers != NULL)
        fputs(", powers of x", buffer.file);
    else if (graph->field != PM_FIELD_PATTERN)
        put_range(buffer.file, graph->field == PM_FIELD_LOGS ? "exponentials" : "weights",
                  &graph->edge);
    return pm_text_close(text, &buffer, PM_OK);
}

pm_status pm_problem_account(char **text, const pm_problem *problem)
{
    static const char *const numbers[] = {[PM_FIELD_PATTERN] = "no numbers",
                                          [PM_FIELD_INTEGER] = "integers",
                                          [PM_FIELD_REAL] = "decimals or fractions",
                                          [PM_FIELD_COMPLEX] = "complex numbers",
                                          [PM_FIELD_LOGS] = "logarithms"};
    PM_ARGUMENTS(text, problem);
    struct pm_text buffer;

    *text = NULL;
    if (problem->format == NULL)
        return PM_OK;
    PM_TRY(pm_text_open(&buffer));
    put_format(buffer.file, problem->format);
    fprintf(buffer.file, "%d x %d, %s", problem->a->rows, problem->a->cols,
            numbers[problem->field]);
    if ((size_t)problem->a->start[problem->a->rows] <
        (size_t)problem->a->rows * (size_t)problem->a->cols)
        fprintf(buffer.file, ", %d not 0", problem->a->start[problem->a->rows]);
    if (problem->row_name.count > 0 || problem->col_name.count > 0)
        fputs(problem->row_name.count == 0   ? ", names of columns"
              : problem->col_name.count == 0 ? ", names of rows"
                                             : ", names of rows and columns",
              buffer.file);
    return pm_text_close(text, &buffer, PM_OK);
}
