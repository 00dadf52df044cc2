/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failing allocation: the k-th request of the library for memory fails, for every k until the job
 * succeeds.  Each failure must be reported as PM_NOMEM, and nothing may leak (the address sanitizer
 * checks that).  The linker sends calloc and realloc of the library here. */
#include "base/status.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static long countdown = -1; /* requests until one fails; negative: none fails */

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void)
{
    return __atomic_fetch_sub(&countdown, 1, __ATOMIC_RELAXED) == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

/* A problem from a graph file: cycle covers for a digraph (.txt), else matchings. */
static pm_status read_graph(pm_problem **problem, const char *path)
{
    const bool directed = strcmp(path + strlen(path) - 4, ".txt") == 0;
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;
    char *text = NULL;
    pm_status status;

    status = pm_graph_open(&reader, path, &(pm_graph_options){.directed = directed});
    PM_THEN(status, pm_graph_next(&graph, reader));
    if (status == PM_OK)
        status = directed ? pm_problem_cycle_covers(problem, graph, 1)
                          : pm_problem_matchings(problem, graph, false);
    PM_THEN(status, pm_problem_mtx(&text, *problem));
    free(text);
    pm_graph_free(graph);
    pm_graph_close(reader);
    return status;
}

/* Reads a file, solves it and prints the answer; returns the first failure. */
static pm_status job(const char *path, const pm_options *options)
{
    pm_problem *problem = NULL;
    pm_answer *answer = NULL;
    char *text = NULL;
    const bool matrix = strcmp(path + strlen(path) - 4, ".mtx") == 0;
    pm_status status = matrix ? pm_problem_read_mtx(&problem, path) : read_graph(&problem, path);

    PM_THEN(status, pm_solve(&answer, problem, options));
    PM_THEN(status, pm_answer_text(&text, answer, 0));
    free(text);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return status;
}

static void check_job(struct test *t, const char *name, const char *what, const pm_options *options)
{
    const char *const source = getenv("srcdir") != NULL ? getenv("srcdir") : ".";
    pm_status status = PM_NOMEM;
    char path[4096];
    long k = 0;

    snprintf(path, sizeof path, "%s/data/%s", source, name);
    for (; k < 100000 && status == PM_NOMEM; k++) {
        __atomic_store_n(&countdown, k, __ATOMIC_RELAXED);
        status = job(path, options);
    }
    __atomic_store_n(&countdown, -1, __ATOMIC_RELAXED);
    CHECK(t, status == PM_OK && k > 10, "%s, %s: every one of %ld failures is reported (%s)", name,
          what, k - 1, status == PM_OK ? "then it works" : pm_message());
}

int main(void)
{
    struct test t = {0, 0};

    check_job(&t, "decimal.mtx", "default", NULL);
    check_job(&t, "decimal.mtx", "exact", &(pm_options){.precision = PM_PRECISION_EXACT});
    check_job(&t, "complex.mtx", "default", NULL);
    check_job(&t, "rectangular.mtx", "default", NULL);
    check_job(&t, "chessboard.mtx", "default", NULL);
    check_job(&t, "chessboard.mtx", "tree", &(pm_options){.engine = "tree", .threads = 1});
    check_job(&t, "coronene.mtx", "no reduction, tree",
              &(pm_options){.engine = "tree", .reduce = "none", .threads = 1});
    check_job(&t, "benzene.mtx", "enumerate, no reduction",
              &(pm_options){.engine = "enumerate", .reduce = "none"});
    check_job(&t, "wide.mtx", "default", NULL);
    check_job(&t, "petersen.el", "default", NULL);
    check_job(&t, "buckyball.el", "default", &(pm_options){.threads = 1});
    check_job(&t, "icosahedron.el", "hafnian", &(pm_options){.engine = "hafnian", .threads = 1});
    check_job(&t, "feedback.txt", "default", NULL);
    check_job(&t, "torus.el", "planned with rules and without", &(pm_options){.threads = 1});
    return test_done(&t);
}
