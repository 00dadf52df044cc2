/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random graphs are written in graph6, digraph6 and sparse6 by the library and are read again. */
#include "model/graph.h"
#include "scratch.h"
#include "test.h"

enum { MOST = 70 };

/* A random 0/1 matrix.  It is symmetric with an empty diagonal unless `directed`. */
static void random_arcs(bool *a, int n, bool directed, uint64_t *state)
{
    const int percent = test_between(state, 0, 100);

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = (directed || j < i) && test_between(state, 1, 100) <= percent;
    for (int i = 0; i < n && !directed; i++)
        for (int j = 0; j < i; j++)
            a[j * n + i] = a[i * n + j];
}

/* The graph of the matrix as the library writes it.  The caller frees it. */
static char *written(const bool *a, int n, bool directed, const char *format)
{
    static int from[MOST * MOST], to[MOST * MOST];
    size_t count = 0;
    pm_graph *g;
    char *text;

    for (int k = 0; k < n * n; k++)
        if (a[k] && (directed || k / n > k % n)) {
            from[count] = k / n;
            to[count++] = k % n;
        }
    test_need(pm_graph_from_edges(&g, directed, n, count, from, to, PM_ENTRIES_REAL, NULL));
    test_need(pm_graph_text(&text, g, format, 1));
    pm_graph_free(g);
    return text;
}

static bool same_arcs(const pm_graph *g, const bool *a, int n, bool directed)
{
    size_t count = 0, ones = 0;

    for (int k = 0; k < n * n; k++)
        ones += a[k];
    for (size_t k = 0; k < g->edge.count; k++)
        count += a[g->edge.row[k] * n + g->edge.col[k]];
    return g->directed == directed && pm_graph_vertices(g) == n && count == g->edge.count &&
           count * (directed ? 1 : 2) == ones;
}

/* Reads the only graph of a text. */
static pm_status read_text(pm_graph **graph, const struct scratch *file, const char *text)
{
    pm_graph_reader *reader = NULL;

    scratch_write(file, text, strlen(text), false);
    pm_status status = pm_graph_open(&reader, file->path, &(pm_graph_options){.format = "graph6"});
    PM_THEN(status, pm_graph_next(graph, reader));
    pm_graph_close(reader);
    return status;
}

static void test_sixes(struct test *t, const struct scratch *file)
{
    static const char *const names[] = {"graph6", "digraph6", "sparse6"};
    static bool a[MOST * MOST];
    uint64_t state = 21;

    for (int kind = 0; kind < 3; kind++) {
        int wrong = 0;
        for (int trial = 0; trial < 400; trial++) {
            const int n =
                trial < 300 ? test_between(&state, 0, 20) : test_between(&state, 60, MOST);
            pm_graph *g = NULL;
            random_arcs(a, n, kind == 1, &state);
            char *const text = written(a, n, kind == 1, kind == 2 ? "sparse6" : "graph6");
            const pm_status status = read_text(&g, file, text);
            wrong += status != PM_OK || g == NULL || !same_arcs(g, a, n, kind == 1);
            pm_graph_free(g);
            free(text);
        }
        CHECK(t, wrong == 0, "%s of 400 random graphs (%d wrong)", names[kind], wrong);
    }
}

int main(void)
{
    struct test t = {0};
    struct scratch file;

    scratch_init(&file);
    test_sixes(&t, &file);
    scratch_clear(&file);
    return test_done(&t);
}
