/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems and graphs made from arrays.  Each is compared with the same problem read from a file:
 * its field, its entries and its answer.  Bad arrays are refused. */
#include <gmp.h>

#include "permatch.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5 };

/* A matrix whose entries are eighths, exact in double and in decimal text. */
struct sketch {
    int rows, cols;
    int eighths[2][MOST][MOST]; /* of real and imaginary parts */
};

static void draw(struct sketch *s, uint64_t *state, int unit)
{
    s->rows = test_between(state, 0, MOST);
    s->cols = test_between(state, 0, MOST);
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < s->rows; i++)
            for (int j = 0; j < s->cols; j++)
                s->eighths[part][i][j] =
                    test_between(state, 0, 2) == 0 ? 0 : unit * test_between(state, -20, 20);
}

static bool is_zero(const struct sketch *s, bool imaginary, int i, int j)
{
    return s->eighths[0][i][j] == 0 && !(imaginary && s->eighths[1][i][j] != 0);
}

/* ----------------------------------------------------------- as the readers do it */

static pm_problem *read_text(const char *text, size_t length)
{
    pm_problem *problem = NULL;
    pm_problem_reader *reader = NULL;
    FILE *const file = fopen("arrays.mtx", "w");

    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0)
        exit(99);
    test_need(pm_problem_open(&reader, "arrays.mtx", NULL));
    test_need(pm_problem_next(&problem, reader));
    pm_problem_close(reader);
    remove("arrays.mtx");
    return problem;
}

static pm_problem *by_file(const struct sketch *s, const char *field)
{
    char *text;
    size_t length;
    const bool imaginary = strcmp(field, "complex") == 0;
    const int digits = strcmp(field, "integer") == 0 ? 0 : 3;
    FILE *const out = open_memstream(&text, &length);
    int count = 0;

    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < s->cols; j++)
            count += !is_zero(s, imaginary, i, j);
    fprintf(out, "%%%%MatrixMarket matrix coordinate %s general\n%d %d %d\n", field, s->rows,
            s->cols, count);
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < s->cols; j++) {
            if (is_zero(s, imaginary, i, j))
                continue;
            fprintf(out, "%d %d %.*f", i + 1, j + 1, digits, s->eighths[0][i][j] / 8.0);
            if (imaginary)
                fprintf(out, " %.3f", s->eighths[1][i][j] / 8.0);
            fputc('\n', out);
        }
    fclose(out);
    pm_problem *const problem = read_text(text, length);
    free(text);
    return problem;
}

/* ------------------------------------------------------------------- comparisons */

static char *answer_of(const pm_problem *problem)
{
    pm_answer *answer = NULL;
    char *text = NULL;

    test_need(pm_solve(&answer, problem, &(pm_options){.precision = PM_PRECISION_EXACT}));
    test_need(pm_answer_text(&text, answer, 0));
    pm_answer_free(answer);
    return text;
}

static void check_same(struct test *t, pm_problem *made, pm_problem *wanted, const char *what)
{
    char *text[2], *value[2];
    pm_problem *const problem[2] = {made, wanted};

    for (int k = 0; k < 2; k++) {
        test_need(pm_problem_mtx(&text[k], problem[k]));
        value[k] = answer_of(problem[k]);
    }
    CHECK(t, strcmp(text[0], text[1]) == 0 && strcmp(value[0], value[1]) == 0,
          "%s: %s as from a file: %s", what, value[0], value[1]);
    for (int k = 0; k < 2; k++) {
        free(text[k]);
        free(value[k]);
        pm_problem_free(problem[k]);
    }
}

/* ------------------------------------------------------------------------ arrays */

/* The same numbers in each type. */
struct arrays {
    double real[MOST * MOST], pair[2 * MOST * MOST];
    int64_t integer[MOST * MOST];
    mpz_t z[MOST * MOST];
    mpq_t q[MOST * MOST];
    int row[MOST * MOST], col[MOST * MOST], start[MOST + 1];
    int count;
};

static void arrays_init(struct arrays *a)
{
    for (int k = 0; k < MOST * MOST; k++) {
        mpz_init(a->z[k]);
        mpq_init(a->q[k]);
    }
}

static void arrays_clear(struct arrays *a)
{
    for (int k = 0; k < MOST * MOST; k++) {
        mpz_clear(a->z[k]);
        mpq_clear(a->q[k]);
    }
}

static void arrays_put(struct arrays *a, const struct sketch *s, int i, int j, int at)
{
    const int re = s->eighths[0][i][j];

    a->real[at] = a->pair[2 * at] = re / 8.0;
    a->pair[2 * at + 1] = s->eighths[1][i][j] / 8.0;
    a->integer[at] = re / 8;
    mpz_set_si(a->z[at], re / 8);
    /* These fractions are not in lowest terms. */
    mpz_set_si(mpq_numref(a->q[at]), 3L * re);
    mpz_set_si(mpq_denref(a->q[at]), 24);
    a->row[at] = i;
    a->col[at] = j;
}

static const struct kind {
    pm_entries entries;
    const char *field;
    int unit;
    size_t offset;
} kinds[] = {
    {PM_ENTRIES_REAL, "real", 1, offsetof(struct arrays, real)},
    {PM_ENTRIES_COMPLEX, "complex", 1, offsetof(struct arrays, pair)},
    {PM_ENTRIES_INTEGER, "integer", 8, offsetof(struct arrays, integer)},
    {PM_ENTRIES_MPZ, "integer", 8, offsetof(struct arrays, z)},
    {PM_ENTRIES_MPQ, "real", 1, offsetof(struct arrays, q)},
};

/* Dense, row after row, or with the strides of the transpose. */
static void check_dense(struct test *t, struct arrays *a, const struct sketch *s,
                        const struct kind *kind, bool columns_first)
{
    pm_problem *problem = NULL;
    pm_stack stack = {.entries = kind->entries,
                      .data = (char *)a + kind->offset,
                      .count = 1,
                      .rows = s->rows,
                      .cols = s->cols};

    if (columns_first) {
        stack.matrix_stride = MOST * MOST;
        stack.row_stride = 1;
        stack.col_stride = s->rows;
        stack.strided = true;
    }
    for (int i = 0; i < s->rows; i++)
        for (int j = 0; j < s->cols; j++)
            arrays_put(a, s, i, j, columns_first ? i + j * s->rows : i * s->cols + j);
    test_need(pm_problem_dense(&problem, &stack, 0));
    check_same(t, problem, by_file(s, kind->field), kind->field);
}

/* Compressed rows in their order, or triplets in reverse order. */
static void check_sparse(struct test *t, struct arrays *a, const struct sketch *s,
                         const struct kind *kind, bool csr)
{
    const bool imaginary = kind->entries == PM_ENTRIES_COMPLEX;
    pm_problem *problem = NULL;
    const void *const data = (char *)a + kind->offset;

    a->count = 0;
    for (int i = 0; i < s->rows; i++) {
        a->start[i] = a->count;
        for (int j = 0; j < s->cols; j++) {
            const int row = csr ? i : s->rows - 1 - i;
            if (!is_zero(s, imaginary, row, j))
                arrays_put(a, s, row, j, a->count++);
        }
    }
    a->start[s->rows] = a->count;
    if (csr)
        test_need(
            pm_problem_csr(&problem, kind->entries, s->rows, s->cols, a->start, a->col, data));
    else
        test_need(pm_problem_triplets(&problem, kind->entries, s->rows, s->cols, (size_t)a->count,
                                      a->row, a->col, data));
    check_same(t, problem, by_file(s, kind->field), csr ? "CSR" : "triplets");
}

static void check_matrices(struct test *t, struct arrays *a, uint64_t *state)
{
    struct sketch s;

    for (int round = 0; round < test_rounds(40); round++)
        for (const struct kind *kind = kinds; kind < kinds + sizeof kinds / sizeof *kinds; kind++) {
            draw(&s, state, kind->unit);
            check_dense(t, a, &s, kind, false);
            check_dense(t, a, &s, kind, true);
            check_sparse(t, a, &s, kind, true);
            check_sparse(t, a, &s, kind, false);
        }
}

/* ------------------------------------------------------------------------ graphs */

static pm_graph *graph_of_text(const char *text, size_t length, bool directed)
{
    const pm_graph_options options = {.format = "el", .directed = directed};
    pm_graph_reader *reader = NULL;
    pm_graph *graph = NULL;

    test_need(pm_graph_open_text(&reader, "text", text, length, &options));
    test_need(pm_graph_next(&graph, reader));
    pm_graph_close(reader);
    return graph;
}

/* Counts perfect matchings, or cycle covers, of a graph from arrays and of the same graph from
 * text.  The text first has a loop of weight 0 at each vertex, so that the vertices have the same
 * order. */
static void check_graph(struct test *t, uint64_t *state)
{
    enum { VERTICES = 6, EDGES = 12 };
    const bool directed = test_between(state, 0, 1);
    int from[VERTICES + EDGES], to[VERTICES + EDGES];
    double weight[VERTICES + EDGES];
    pm_graph *graph = NULL;
    pm_problem *made = NULL, *wanted = NULL;
    char *text;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    for (int k = 0; k < VERTICES + EDGES; k++) {
        from[k] = k < VERTICES ? k : test_between(state, 0, VERTICES - 1);
        to[k] = k < VERTICES ? k : test_between(state, 0, VERTICES - 1);
        weight[k] = k < VERTICES ? 0 : test_between(state, -8, 8) / 8.0;
        fprintf(out, "%d %d %.3f\n", from[k] + 1, to[k] + 1, weight[k]);
    }
    fclose(out);
    pm_graph *const read = graph_of_text(text, length, directed);
    test_need(pm_graph_from_edges(&graph, directed, VERTICES, VERTICES + EDGES, from, to,
                                  PM_ENTRIES_REAL, weight));
    if (directed) {
        test_need(pm_problem_cycle_covers(&made, graph, 1));
        test_need(pm_problem_cycle_covers(&wanted, read, 1));
    } else {
        test_need(pm_problem_matchings(&made, graph, false));
        test_need(pm_problem_matchings(&wanted, read, false));
    }
    check_same(t, made, wanted, directed ? "digraph" : "graph");
    pm_graph_free(graph);
    pm_graph_free(read);
    free(text);
}

/* The hafnian of a symmetric matrix is the sum over matchings of the graph with the same edges. */
static void check_hafnian(struct test *t, uint64_t *state)
{
    enum { N = 6 };
    double a[N][N];
    int from[N * N], to[N * N];
    double weight[N * N];
    size_t count = 0;
    pm_problem *matrix = NULL, *made = NULL, *wanted = NULL;
    pm_graph *graph = NULL;

    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            a[i][j] = a[j][i] = test_between(state, -4, 4) / 4.0;
            if (a[i][j] == 0)
                continue;
            from[count] = i;
            to[count] = j;
            weight[count++] = a[i][j];
        }
    test_need(pm_problem_dense(
        &matrix,
        &(pm_stack){.entries = PM_ENTRIES_REAL, .data = a, .count = 1, .rows = N, .cols = N}, 0));
    test_need(pm_problem_hafnian(&made, matrix));
    test_need(pm_graph_from_edges(&graph, false, N, count, from, to, PM_ENTRIES_REAL, weight));
    test_need(pm_problem_matchings(&wanted, graph, false));
    check_same(t, made, wanted, "hafnian");
    a[0][N - 1] += 1;
    pm_problem_free(matrix);
    test_need(pm_problem_dense(
        &matrix,
        &(pm_stack){.entries = PM_ENTRIES_REAL, .data = a, .count = 1, .rows = N, .cols = N}, 0));
    CHECK(t, pm_problem_hafnian(&made, matrix) == PM_INPUT, "not symmetric: %s", pm_message());
    pm_problem_free(matrix);
    pm_graph_free(graph);
}

/* ------------------------------------------------------------------------- edges */

/* A double stands for its exact value.  A pattern has entries 1. */
static void check_exact(struct test *t)
{
    static const double tenth[] = {0.1}, tiny[] = {0x1p-1074, 1, 1, -0x1.fffffffffffffp+1023};
    static const int start[] = {0, 2, 4}, col[] = {1, 0, 1, 0};
    pm_problem *problem = NULL;
    char *text;

    test_need(pm_problem_dense(
        &problem,
        &(pm_stack){.entries = PM_ENTRIES_REAL, .data = tenth, .count = 1, .rows = 1, .cols = 1},
        0));
    text = answer_of(problem);
    CHECK(t, strcmp(text, "3602879701896397/36028797018963968") == 0, "0.1: %s", text);
    free(text);
    pm_problem_free(problem);
    /* 2^-1074 (-(2 - 2^-52) 2^1023) + 1 = 1 - (2^53 - 1) / 2^103  */
    test_need(pm_problem_dense(
        &problem,
        &(pm_stack){.entries = PM_ENTRIES_REAL, .data = tiny, .count = 1, .rows = 2, .cols = 2},
        0));
    text = answer_of(problem);
    CHECK(t, strcmp(text, "10141204801825826204774370902017/10141204801825835211973625643008") == 0,
          "the ends of double: %s", text);
    free(text);
    pm_problem_free(problem);
    test_need(pm_problem_csr(&problem, PM_ENTRIES_REAL, 2, 2, start, col, NULL));
    text = answer_of(problem);
    CHECK(t, strcmp(text, "2") == 0, "a pattern: %s", text);
    free(text);
    pm_problem_free(problem);
}

/* A stack with repeated lines: x^2 y has the coefficient 4 in (x + y)^2 (x + 2 y), and the
 * permanent is that times 2! 1!. */
static void check_repeated(struct test *t)
{
    static const int64_t a[] = {0, 0, 0, 0, 1, 1, 1, 2};
    static const int rows[] = {1, 1, 2, 1}, cols[] = {1, 1, 2, 1};
    pm_stack stack = {.entries = PM_ENTRIES_INTEGER, .data = a, .count = 2, .rows = 2, .cols = 2};
    pm_problem *problem = NULL;

    stack.row_times = rows;
    stack.col_times = cols;
    test_need(pm_problem_dense(&problem, &stack, 1));
    char *const text = answer_of(problem);
    CHECK(t, pm_problem_rows(problem) == 3 && strcmp(text, "8") == 0, "multiplicities: %s", text);
    free(text);
    pm_problem_free(problem);
}

/* A matrix whose entries are all one number of the array: n! 2^n. */
static void check_broadcast(struct test *t)
{
    static const double two[2] = {2, 0};
    static const int64_t integer = 2;
    const struct {
        pm_entries entries;
        const void *data;
    } arrays[] = {
        {PM_ENTRIES_REAL, two}, {PM_ENTRIES_COMPLEX, two}, {PM_ENTRIES_INTEGER, &integer}};

    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        const pm_stack stack = {.size = sizeof stack,
                                .entries = arrays[k].entries,
                                .data = arrays[k].data,
                                .count = 1,
                                .rows = 3,
                                .cols = 3,
                                .strided = true};
        pm_problem *problem = NULL;
        test_need(pm_problem_dense(&problem, &stack, 0));
        char *const text = answer_of(problem);
        CHECK(t, strcmp(text, k == 1 ? "48+0i" : "48") == 0, "one number everywhere: %s", text);
        free(text);
        pm_problem_free(problem);
    }
}

static void check_refused(struct test *t)
{
    static const double bad[] = {1, INFINITY, NAN, 1};
    static const int start[] = {0, 2, 1}, late[] = {1, 2, 2}, col[] = {0, 1, 2, -1};
    const pm_stack stack = {
        .entries = PM_ENTRIES_REAL, .data = bad, .count = 1, .rows = 2, .cols = 2};
    pm_problem *problem = NULL;
    pm_graph *graph = NULL;
    mpq_t none;

    mpq_init(none);
    mpz_set_si(mpq_denref(none), 0);
    const struct {
        const char *what;
        pm_status status;
    } calls[] = {
        {"infinity", pm_problem_dense(&problem, &stack, 0)},
        {"a matrix that is not there", pm_problem_dense(&problem, &stack, 1)},
        {"no such entries",
         pm_problem_dense(
             &problem,
             &(pm_stack){.entries = (pm_entries)7, .data = bad, .count = 1, .rows = 2, .cols = 2},
             0)},
        {"negative sizes",
         pm_problem_triplets(&problem, PM_ENTRIES_REAL, -1, 2, 0, col, col, NULL)},
        {"a column outside",
         pm_problem_triplets(&problem, PM_ENTRIES_REAL, 3, 2, 4, col, col, NULL)},
        {"a row that ends before its begin",
         pm_problem_csr(&problem, PM_ENTRIES_REAL, 2, 2, start, col, NULL)},
        {"a late begin", pm_problem_csr(&problem, PM_ENTRIES_REAL, 2, 2, late, col, NULL)},
        {"a denominator 0", pm_problem_triplets(&problem, PM_ENTRIES_MPQ, 2, 2, 1, col, col, none)},
        {"a vertex outside",
         pm_graph_from_edges(&graph, false, 2, 4, col, col, PM_ENTRIES_REAL, NULL)},
        {"a weight that is no number",
         pm_graph_from_edges(&graph, false, 2, 2, col, col, PM_ENTRIES_REAL, bad + 1)},
    };
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        CHECK(t, calls[k].status == PM_INPUT, "%s is refused", calls[k].what);
    CHECK(t, problem == NULL && graph == NULL, "... and nothing is made");
    mpz_set_si(mpq_denref(none), 1);
    mpq_clear(none);
}

int main(void)
{
    struct test t = {0};
    uint64_t state = 20;
    struct arrays arrays;

    arrays_init(&arrays);
    check_matrices(&t, &arrays, &state);
    arrays_clear(&arrays);
    for (int round = 0; round < test_rounds(60); round++) {
        check_graph(&t, &state);
        check_hafnian(&t, &state);
    }
    check_exact(&t);
    check_repeated(&t);
    check_broadcast(&t);
    check_refused(&t);
    pm_cleanup();
    return test_done(&t);
}
