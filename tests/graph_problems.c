/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycle covers of random digraphs, against counts by brute force over arcs.  Matrices of problems
 * are written and read again.  The plan begins with a note about the graph.
 * tests/differential.c compares matchings. */
#include "model/graph.h"
#include "model/problem.h"
#include "scratch.h"
#include "test.h"

#include <stdlib.h>

enum { VERTICES = 8, EDGES = 16 };

struct sketch {
    int vertices, edges;
    int from[EDGES], to[EDGES], weight[EDGES];
};

static void random_sketch(struct sketch *s, uint64_t *state)
{
    s->vertices = test_between(state, 1, VERTICES);
    s->edges = test_between(state, 0, EDGES);
    for (int k = 0; k < s->edges; k++) {
        s->from[k] = test_between(state, 0, s->vertices - 1);
        s->to[k] = test_between(state, 0, s->vertices - 1);
        s->weight[k] = test_between(state, -3, 5);
    }
}

/* The sum over all sets of arcs with one arc out of each vertex and one into each vertex.  Vertex v
 * chooses next[v].  Cycles have at least `least` vertices, 1, 2 or 3. */
static long brute_covers(const struct sketch *s, int v, unsigned entered, int *next, int least)
{
    long sum = 0;

    if (v == s->vertices)
        return 1;
    for (int k = 0; k < s->edges; k++) {
        const int w = s->to[k];
        if (s->from[k] != v || entered >> w & 1 || (least > 1 && w == v) ||
            (least > 2 && w < v && next[w] == v))
            continue;
        next[v] = w;
        sum += s->weight[k] * brute_covers(s, v + 1, entered | 1u << w, next, least);
    }
    return sum;
}

static void sketch_text(char *text, const struct sketch *s)
{
    for (int v = 0; v < s->vertices; v++)
        text += sprintf(text, "n%d\n", v);
    for (int k = 0; k < s->edges; k++)
        text += sprintf(text, "n%d n%d %d\n", s->from[k], s->to[k], s->weight[k]);
}

static bool answers(const pm_problem *problem, long wanted)
{
    char *const text = test_answer(problem, &(pm_options){.threads = 1});
    const bool good = strtol(text, NULL, 10) == wanted;

    free(text);
    return good;
}

/* True if the matrix of the problem has the same fingerprint after it was written and read. */
static bool comes_back(const pm_problem *problem, const struct scratch *file)
{
    pm_problem *again = NULL;
    char *text = NULL;
    bool good = pm_problem_mtx(&text, problem) == PM_OK;
    uint64_t before = 0, after = 1;

    if (good) {
        scratch_write(file, text, strlen(text), false);
        good = pm_problem_read_mtx(&again, file->path) == PM_OK;
    }
    if (good) {
        again->kind = problem->kind;
        again->field = problem->field;
        good = pm_problem_fingerprint(&before, problem) == PM_OK &&
               pm_problem_fingerprint(&after, again) == PM_OK && before == after;
    }
    free(text);
    pm_problem_free(again);
    return good;
}

/* The graph of a text in format el. */
static pm_graph *read_text(const char *text, bool directed)
{
    const pm_graph_options options = {.format = "el", .directed = directed};
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;

    test_need(pm_graph_open_text(&reader, "text", text, strlen(text), &options));
    test_need(pm_graph_next(&graph, reader));
    pm_graph_close(reader);
    return graph;
}

/* Covers by cycles of at least `least` vertices, with and without weights. */
static bool covers_right(const struct sketch *s, const pm_graph *g, const struct scratch *file,
                         int least)
{
    struct sketch ones = {.vertices = s->vertices};
    pm_problem *problem = NULL;
    int next[VERTICES];
    bool good = pm_problem_cycle_covers(&problem, g, least) == PM_OK &&
                answers(problem, brute_covers(s, 0, 0, next, least)) && comes_back(problem, file);

    for (int k = 0; k < s->edges; k++) { /* parallel arcs become one; weights may cancel */
        int sum = 0, first = k;
        for (int l = 0; l < s->edges; l++)
            if (s->from[l] == s->from[k] && s->to[l] == s->to[k]) {
                sum += s->weight[l];
                first = l < first ? l : first;
            }
        if (sum == 0 || first < k)
            continue;
        ones.from[ones.edges] = s->from[k];
        ones.to[ones.edges] = s->to[k];
        ones.weight[ones.edges++] = 1;
    }
    good = good && pm_problem_to_pattern(problem) == PM_OK &&
           answers(problem, brute_covers(&ones, 0, 0, next, least));
    pm_problem_free(problem);
    return good;
}

static void test_covers(struct test *t, const struct scratch *file)
{
    struct sketch s;
    uint64_t state = 31;
    int wrong = 0;

    for (int trial = 0; trial < 600; trial++) {
        char text[2048] = "";
        random_sketch(&s, &state);
        sketch_text(text, &s);
        pm_graph *const g = read_text(text, true);
        for (int least = 1; least <= 3; least++)
            wrong += !covers_right(&s, g, file, least);
        pm_graph_free(g);
    }
    CHECK(t, wrong == 0, "cycle covers of 600 random digraphs (%d wrong)", wrong);
}

/* Weights in every notation are kept by --to-mtx. */
static void test_weights(struct test *t, const struct scratch *file)
{
    static const char text[] = "a b 0.5\nb c -1/3\nc d 12.25\nd e -0.001\ne f 1e-30\nf g 1e20\n"
                               "g h 5/2\nh a 7\na c 1e-120\nb d 0.1\n";
    pm_graph *const g = read_text(text, false);
    pm_problem *p;

    test_need(pm_problem_matchings(&p, g, false));
    CHECK(t, comes_back(p, file), "weights written and read again");
    pm_problem_free(p);
    pm_graph_free(g);
}

/* The note at the begin of the plan, and the values of saturating problems. */
static void test_notes(struct test *t)
{
    static const struct {
        const char *text, *words;
        bool saturating;
        long value; /* -1: the problem cannot be made */
    } rows[] = {
        {"a b\nb c\nc d\nd a\n", "graph: 4 vertices, 4 edges; bipartite, sides of 2 and 2", false,
         2},
        {"a b\nb c\n", "sides of 1 and 2: unequal", false, 0},
        {"a b\nb c\n", "sides of 1 and 2; the smaller side is to be saturated", true, 2},
        {"a b\na b 2\na a\n", "3 edges, 1 loops ignored, 1 added up or dropped as 0", false, 3},
        {"a b\nb c\nc a\na d\n", "4 edges; not bipartite", false, 1},
        {"a b\nb c\nc a\n", "", true, -1},
        {"a b\nx y\nx z\nx w\n", "sides of 2 and 4", true, 3},
        {"v\n", "sides of 0 and 1: unequal", false, 0},
        {"v\n", "sides of 0 and 1; the smaller", true, 1},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        pm_graph *const g = read_text(rows[k].text, false);
        pm_problem *p = NULL;
        const pm_status status = pm_problem_matchings(&p, g, rows[k].saturating);
        if (rows[k].value < 0)
            CHECK(t, status == PM_DOMAIN && p == NULL, "note %zu: %s", k, pm_message());
        else
            CHECK(t,
                  status == PM_OK && strstr(p->note, rows[k].words) != NULL &&
                      answers(p, rows[k].value),
                  "note %zu: %s", k, p != NULL ? p->note : pm_message());
        pm_problem_free(p);
        pm_graph_free(g);
    }
}

/* Permutations without cycles of length one or two: OEIS A038205. */
static void test_permutations(struct test *t)
{
    static const long count[] = {1, 0, 0, 2, 6, 24, 160, 1140};

    for (int n = 1; n < (int)(sizeof count / sizeof *count); n++) {
        char text[1024] = "", *end = text;
        pm_problem *p = NULL;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                end += sprintf(end, "%d %d\n", i, j);
        pm_graph *const g = read_text(text, true);
        CHECK(t, pm_problem_cycle_covers(&p, g, 3) == PM_OK && answers(p, count[n]),
              "permutations of %d without cycles of one or two: %ld", n, count[n]);
        pm_problem_free(p);
        pm_graph_free(g);
    }
}

int main(void)
{
    struct test t = {0};
    struct scratch file;

    scratch_init(&file);
    test_covers(&t, &file);
    test_permutations(&t);
    test_weights(&t, &file);
    test_notes(&t);
    scratch_clear(&file);
    return test_done(&t);
}
