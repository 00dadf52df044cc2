/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The public functions that read graphs and matrices. */
#include "read/formats.h"

#include "base/alloc.h"
#include "base/status.h"
#include "base/argument.h"
#include "base/sized.h"
#include "read/decimal.h"
#include "read/grammar.h"
#include "model/turned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct pm_format *format_called(const char *name)
{
    const char *const called = pm_format_called(name);

    return called != NULL ? pm_format_named(called) : NULL;
}

/* Checks the number for missing ones; titles of columns name the format. */
static pm_status check_numbers(struct pm_graph_reader *reader)
{
    const struct pm_format *const csv = pm_format_named("csv");
    fmpq_t value;

    PM_REFUSE_IF(reader->columns != NULL && reader->format != NULL && reader->format != csv,
                 "titles of columns are those of edges, in the format csv");
    if (reader->columns != NULL) {
        reader->format = csv;
        reader->said = true;
    }
    if (reader->missing == NULL)
        return PM_OK;
    fmpq_init(value);
    const pm_status status =
        pm_weight_parse(value, reader->missing, strlen(reader->missing), reader->logs);
    fmpq_clear(value);
    return status;
}

static pm_status parse_options(struct pm_graph_reader *reader, const pm_graph_options *options)
{
    reader->directed = options->directed;
    reader->undirected = options->undirected;
    reader->from_zero = options->from_zero;
    reader->logs = options->logs;
    reader->weights = options->powers == 0  ? PM_WEIGHTS_NUMBERS
                      : options->powers > 2 ? PM_WEIGHTS_EITHER
                                            : PM_WEIGHTS_EXPONENTS;
    reader->any_degrees = options->powers % 2 == 0;
    reader->missing = options->missing;
    reader->columns = options->columns;
    PM_REFUSE_IF(options->powers < 0 || options->powers > 4, "powers is %d", options->powers);
    if (options->as == NULL)
        reader->as = PM_AS_EITHER;
    else if (strcmp(options->as, "biadjacency") == 0)
        reader->as = PM_AS_BIADJACENCY;
    else if (strcmp(options->as, "adjacency") == 0)
        reader->as = PM_AS_ADJACENCY;
    else if (strcmp(options->as, "molecule") == 0)
        reader->as = PM_AS_MOLECULE;
    else if (strcmp(options->as, "skeleton") == 0)
        reader->as = PM_AS_SKELETON;
    else
        return pm_fail(PM_INPUT, "a matrix is a biadjacency or an adjacency matrix, not '%s'",
                       options->as);
    PM_REFUSE_IF(options->directed && reader->as != PM_AS_EITHER && reader->as != PM_AS_ADJACENCY,
                 "the matrix of a digraph is its adjacency matrix, not '%s'", options->as);
    PM_REFUSE_IF(!(options->seconds >= 0), "%g seconds are no limit", options->seconds);
    reader->said = options->format != NULL;
    pm_source_limit(reader->source, options->memory, options->seconds);
    PM_REFUSE_IF(options->format != NULL &&
                     (reader->format = format_called(options->format)) == NULL,
                 "there is no format '%s'", options->format);
    return check_numbers(reader);
}

/* Makes a reader for an open source.  The reader owns the source, also after a failure. */
static pm_status reader_new(pm_graph_reader **reader, struct pm_source *source,
                            const pm_graph_options *options)
{
    pm_graph_options asked;
    pm_status status = PM_NOMEM;
    struct pm_graph_reader *const r = pm_alloc(1, sizeof *r);

    if (r == NULL) {
        pm_source_close(source);
        return status;
    }
    r->source = source;
    PM_TRY_GOTO(status, pm_sized_graph_options(&asked, options), done);
    PM_TRY_GOTO(status, parse_options(r, &asked), done);
done:
    PM_GIVE(reader, r, status, pm_graph_close);
}

pm_status pm_graph_open(pm_graph_reader **reader, const char *path, const pm_graph_options *options)
{
    PM_ARGUMENTS(reader, path);
    struct pm_source *source;

    PM_TRY(pm_source_open(&source, path));
    return reader_new(reader, source, options);
}

pm_status pm_problem_open(pm_problem_reader **reader, const char *path,
                          const pm_graph_options *options)
{
    PM_ARGUMENTS(reader, path);
    return pm_graph_open(reader, path, options);
}

void pm_problem_close(pm_problem_reader *reader)
{
    pm_graph_close(reader);
}

pm_status pm_graph_open_text(pm_graph_reader **reader, const char *name, const char *text,
                             size_t length, const pm_graph_options *options)
{
    PM_ARGUMENTS(reader, name);
    PM_ARGUMENTS_IF(length > 0, text);
    struct pm_source *source;

    PM_TRY(pm_source_open_text(&source, name, text, length));
    return reader_new(reader, source, options);
}

/* Recognises the format by the beginning.  Refuses an input without any word. */
static pm_status look(struct pm_graph_reader *reader, struct pm_sample *sample, bool matrices)
{
    PM_REFUSE_IF(sample->blank, "the input is empty");
    if (reader->format != NULL)
        return PM_OK;
    const bool said = reader->as == PM_AS_BIADJACENCY || reader->as == PM_AS_ADJACENCY;
    return pm_format_recognise(reader, sample,
                               matrices ? PM_WANTED_MATRIX
                               : said   ? PM_WANTED_SAID
                                        : PM_WANTED_GRAPH);
}

/* Finds the format before the first graph or matrix is read. */
static pm_status begin(struct pm_graph_reader *reader, bool matrices)
{
    struct pm_sample sample;
    bool more;

    if (reader->begun || (reader->format != NULL && reader->format->many))
        return PM_OK;
    PM_TRY(pm_sample_take(&sample, reader->source));
    while (sample.blank && !sample.whole) {
        pm_sample_clear(&sample);
        PM_TRY(pm_source_skip_blank(&more, reader->source));
        PM_TRY(pm_sample_take(&sample, reader->source));
    }
    struct pm_finding all = {.tall = false};
    pm_status status = look(reader, &sample, matrices);
    if (status == PM_OK && reader->format->matrix != NULL && !pm_format_is_signed(reader->format))
        status = pm_grammar_try(&all, reader, reader->format, &sample);
    reader->tall = all.tall;
    reader->uneven = all.uneven;
    pm_sample_clear(&sample);
    reader->begun = status == PM_OK;
    return status;
}

/* Vertices without names are called 0, 1, ... */
static pm_status name_from_zero(struct pm_graph *graph)
{
    const int n = pm_graph_vertices(graph);
    char name[12];

    if (graph->name != NULL)
        return PM_OK;
    graph->edge.rows = graph->edge.cols = 0;
    for (int v = 0; v < n; v++)
        PM_TRY(pm_graph_add_named(graph, name, (size_t)snprintf(name, sizeof name, "%d", v)));
    return PM_OK;
}

/* Takes the directions and the names that the caller asks for, the same for all formats. */
static pm_status finish(struct pm_graph *graph, const struct pm_graph_reader *reader)
{
    const bool arcs = reader->directed && !reader->undirected;

    pm_graph_settle(graph, arcs);
    PM_REFUSE_IF(reader->undirected && graph->directed,
                 "the input says that edges are directed, and --undirected is for inputs that do "
                 "not say it");
    if (reader->as == PM_AS_ADJACENCY && (!reader->directed || !graph->directed))
        PM_TRY(pm_turned_merge(graph));
    if (graph->weights == PM_WEIGHTS_TERMS || reader->weights == PM_WEIGHTS_EXPONENTS)
        PM_TRY(pm_graph_to_powers(graph, reader->any_degrees));
    return reader->from_zero ? name_from_zero(graph) : PM_OK;
}

static pm_status next_graph(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    PM_TRY(begin(reader, false));
    PM_REFUSE_IF(reader->as >= PM_AS_MOLECULE && reader->format->next != pm_molfile_next,
                 "no molecule (%s: %s)", reader->format->name, reader->format->what);
    PM_REFUSE_IF(reader->as == PM_AS_BIADJACENCY && reader->format->matrix == NULL &&
                     !pm_format_has_columns(reader->format),
                 "the format %s (%s), and --as=biadjacency is for matrices and lists of edges; "
                 "--format=table reads rows of numbers as a matrix",
                 reader->format->name, reader->format->what);
    if (reader->format->many || reader->done == 0 || reader->more)
        PM_TRY((reader->format->matrix != NULL ? pm_matrix_graph_next
                                               : reader->format->next)(graph, reader));
    if (*graph == NULL)
        return PM_OK;
    (*graph)->format = reader->format->what;
    (*graph)->listed = pm_format_has_columns(reader->format);
    return finish(*graph, reader);
}

static pm_status next_problem(struct pm_problem **problem, struct pm_graph_reader *reader)
{
    PM_TRY(begin(reader, true));
    PM_REFUSE_IF(reader->format->next == pm_brackets_next && !reader->said,
                 "values in brackets that are no list of rows, as [[1, 2], [3, 4]]: if they are a "
                 "graph, countmatch counts its perfect matchings, cyclecover its cycle covers, and "
                 "either prints its matrix with --to-mtx");
    PM_REFUSE_IF(reader->format->matrix == NULL,
                 "no matrix, but the format %s (%s): if a graph is meant, countmatch counts its "
                 "perfect matchings, cyclecover its cycle covers, and either prints its matrix "
                 "with --to-mtx; --format=table reads rows of numbers as a matrix",
                 reader->format->name, reader->format->what);
    if (reader->format->many || reader->done == 0 || reader->more)
        PM_TRY(reader->format->matrix(problem, reader));
    return PM_OK;
}

pm_status pm_graph_next(pm_graph **graph, pm_graph_reader *reader)
{
    PM_ARGUMENTS(graph, reader);
    struct pm_graph *g = NULL;

    reader->skipped = false;
    free(reader->skipped_title);
    reader->skipped_title = NULL;
    pm_source_enter(reader->source);
    const pm_status status = pm_source_leave(reader->source, next_graph(&g, reader));
    if (status != PM_OK) {
        pm_graph_free(g);
        return status;
    }
    reader->done++;
    if (g != NULL) {
        g->memory = pm_source_memory(reader->source);
        g->seconds = pm_source_seconds(reader->source);
    }
    *graph = g;
    return PM_OK;
}

bool pm_graph_goes_on(const pm_graph_reader *reader)
{
    return reader->skipped;
}

const char *pm_graph_skipped_title(const pm_graph_reader *reader)
{
    return reader->skipped_title;
}

pm_status pm_problem_next(pm_problem **problem, pm_problem_reader *reader)
{
    PM_ARGUMENTS(problem, reader);
    struct pm_problem *p = NULL;

    reader->skipped = false;
    pm_source_enter(reader->source);
    const pm_status status = pm_source_leave(reader->source, next_problem(&p, reader));
    PM_TRY(status);
    reader->done++;
    if (p != NULL) {
        p->memory = pm_source_memory(reader->source);
        p->format = reader->format->what;
    }
    *problem = p;
    return PM_OK;
}

void pm_graph_close(pm_graph_reader *reader)
{
    if (reader == NULL)
        return;
    pm_source_close(reader->source);
    free(reader->last);
    free(reader->skipped_title);
    if (reader->state != NULL)
        reader->state_free(reader->state);
    free(reader);
}

pm_status pm_problem_read_mtx(pm_problem **problem, const char *path)
{
    PM_ARGUMENTS(problem, path);
    const pm_graph_options options = {.size = sizeof options, .format = "mtx"};
    struct pm_problem *read = NULL;
    pm_graph_reader *reader;
    bool more = false;

    PM_TRY(pm_problem_open(&reader, path, &options));
    pm_status status = pm_problem_next(&read, reader);
    PM_THEN(status, pm_source_skip_blank(&more, reader->source));
    if (more)
        status = pm_source_fail(reader->source, PM_INPUT,
                                "a second matrix begins here; one is expected");
    pm_problem_close(reader);
    PM_GIVE(problem, read, status, pm_problem_free);
}
