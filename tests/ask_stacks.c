/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions for stacks: doubles or integers, and bounds.  Entries may be of any size that
 * doubles have. */
#include "stack_kinds.h"
#include "compare.h"

#include "engine/isa/isa.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The entries as doubles; false: some entry is no double. */
bool doubles_of(double *data, const struct instance *x)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    bool fit = true;
    mpq_t exact, back;

    mpq_inits(exact, back, NULL);
    memset(data, 0, (size_t)(x->rows * x->cols * parts) * sizeof *data);
    for (int k = 0; k < x->count && fit; k++) {
        const struct entry *const e = &x->entry[k];
        for (int part = 0; part < parts; part++) {
            double *const at = &data[(e->row * x->cols + e->col) * parts + part];
            number_get(exact, part == 0 ? &e->re : &e->im);
            *at = mpq_get_d(exact);
            if (!isfinite(*at)) {
                fit = false;
                break;
            }
            mpq_set_d(back, *at);
            fit = fit && mpq_equal(exact, back);
        }
    }
    mpq_clears(exact, back, NULL);
    return fit;
}

/* The entries as 64-bit integers or as doubles; false: some entry is neither. */
static bool numbers_of(void *data, pm_entries *entries, const struct instance *x, uint64_t seed)
{
    int64_t *const integer = data;

    *entries = x->field == PM_FIELD_COMPLEX                   ? PM_ENTRIES_COMPLEX
               : x->field == PM_FIELD_INTEGER && seed % 4 > 0 ? PM_ENTRIES_INTEGER
                                                              : PM_ENTRIES_REAL;
    if (*entries != PM_ENTRIES_INTEGER)
        return doubles_of(data, x);
    memset(integer, 0, (size_t)(x->rows * x->cols) * sizeof *integer);
    for (int k = 0; k < x->count; k++)
        integer[x->entry[k].row * x->cols + x->entry[k].col] = x->entry[k].re.num;
    return true;
}

/* Value k of a stack's function as a value; a bound that is not finite promises nothing. */
enum verdict compare_double(char story[STORY], const char *what, const double *values, double bound,
                            int parts, int k, const struct pm_gauss *truth)
{
    enum verdict verdict = RIGHT;
    struct pm_value value;

    if (isinf(bound) && bound > 0)
        return RIGHT;
    if (!isfinite(bound) || bound < 0 || !isfinite(values[k * parts]))
        return wrong(story, "%s: %g with a bound of %g", what, values[k * parts], bound);
    pm_value_init(&value);
    test_need(pm_gauss_part_double(value.centre.re, values[k * parts]));
    if (parts == 2)
        test_need(pm_gauss_part_double(value.centre.im, values[k * parts + 1]));
    value.error = pm_mag_double(bound, 0);
    verdict = compare_value(story, what, &value, false, truth);
    pm_value_clear(&value);
    return verdict;
}

/* A stack of equal matrices, and the results of its function. */
struct asked_stack {
    pm_stack stack;
    const void *loops;
    int parts, each; /* numbers of a value; values of a matrix */
    double *values, *bounds;
};

typedef pm_status stack_function(double *values, double *bounds, const pm_stack *stack,
                                 const struct asked_stack *more, int threads);

static pm_status by_batch(double *values, double *bounds, const pm_stack *stack,
                          const struct asked_stack *more, int threads)
{
    (void)more;
    return pm_batch(values, bounds, stack, threads);
}

static pm_status by_minors(double *values, double *bounds, const pm_stack *stack,
                           const struct asked_stack *more, int threads)
{
    (void)more;
    return pm_minors(values, bounds, stack, threads);
}

static pm_status by_loops(double *values, double *bounds, const pm_stack *stack,
                          const struct asked_stack *more, int threads)
{
    return ask_hafnians(values, bounds, stack, more->loops, threads);
}

static pm_status by_gradient(double *values, double *bounds, const pm_stack *stack,
                             const struct asked_stack *more, int threads)
{
    (void)more;
    return ask_hafnian_minors(values, bounds, stack, threads);
}

/* By every instruction set, with other threads: the same bits for each matrix. */
static enum verdict same_bits(char story[STORY], const struct asked_stack *s,
                              stack_function *function, int threads)
{
    const size_t count = s->stack.count * (size_t)s->each, numbers = count * (size_t)s->parts;
    const size_t one = (size_t)(s->each * s->parts);
    double *const values = malloc((numbers + count + 1) * sizeof *values);
    enum verdict verdict = RIGHT;

    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL && verdict == RIGHT; isa++) {
        setenv("PM_ISA", (*isa)->name, 1);
        if (function(values, values + numbers, &s->stack, s, threads % 3 + 1) != PM_OK)
            verdict = wrong(story, "%s: %s", (*isa)->name, pm_message());
        else if (memcmp(values, s->values, numbers * sizeof *values) != 0 ||
                 memcmp(values + numbers, s->bounds, count * sizeof *values) != 0)
            verdict = wrong(story, "other bits by %s", (*isa)->name);
    }
    if (verdict == RIGHT && (function(values, NULL, &s->stack, s, threads) != PM_OK ||
                             memcmp(values, s->values, numbers * sizeof *values) != 0))
        verdict = wrong(story, "without bounds: other values, or %s", pm_message());
    for (size_t k = one; k < numbers && verdict == RIGHT; k += one)
        if (memcmp(s->values, s->values + k, one * sizeof *values) != 0)
            verdict = wrong(story, "other bits of an equal matrix of the stack");
    free(values);
    return verdict;
}

/* Asks for a stack of one matrix, or of nine equal ones. */
static enum verdict stack_ask(char story[STORY], struct asked_stack *s, stack_function *function,
                              const struct manner *manner)
{
    const size_t count = manner->seed % 8 == 0 ? 9 : 1;
    const size_t size = (size_t)(s->stack.rows * s->stack.cols * s->parts) * sizeof(double);
    const size_t rows = (size_t)s->stack.rows, cols = (size_t)s->stack.cols;
    const size_t all = count * (size_t)s->each;
    char *const data = malloc(count * size + 1);
    int *const times = malloc(count * (rows + cols) * sizeof *times + 1);

    s->values = malloc((all * (size_t)s->parts + 1) * sizeof *s->values);
    s->bounds = malloc((all + 1) * sizeof *s->bounds);
    for (size_t k = 0; k < count; k++) {
        memcpy(data + k * size, s->stack.data, size);
        if (s->stack.row_times != NULL)
            memcpy(times + k * rows, s->stack.row_times, rows * sizeof *times);
        if (s->stack.col_times != NULL)
            memcpy(times + count * rows + k * cols, s->stack.col_times, cols * sizeof *times);
    }
    s->stack.count = s->loops != NULL ? 1 : count;
    s->stack.data = data;
    s->stack.row_times = s->stack.row_times != NULL ? times : NULL;
    s->stack.col_times = s->stack.col_times != NULL ? times + count * rows : NULL;
    s->stack.precision = manner->precision;
    const pm_status status = function(s->values, s->bounds, &s->stack, s, manner->threads);
    const enum verdict verdict = status == PM_UNABLE ? UNABLE
                                 : status != PM_OK
                                     ? wrong(story, "%s: %s", pm_status_name(status), pm_message())
                                     : same_bits(story, s, function, manner->threads);
    PM_FREE(data, times);
    return verdict;
}

static void stack_clear(struct asked_stack *s)
{
    PM_FREE(s->values, s->bounds);
}

/* The permanent, or the minors, with or without multiplicities. */
static enum verdict ask_stack(char story[STORY], const struct instance *x,
                              const struct manner *manner, bool minors)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1, places = x->rows * x->cols;
    struct asked_stack s = {.parts = parts, .each = minors ? places : 1};
    double *const data = malloc((size_t)(places * parts + 1) * sizeof *data);
    struct instance *const more = malloc(sizeof *more);
    int row_times[INSTANCE_LINES], col_times[INSTANCE_LINES];
    uint64_t seed = manner->seed;
    const bool repeated = test_between(&seed, 0, 2) == 0;
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;
    pm_entries entries;
    char what[80];

    pm_gauss_init(&truth);
    for (int k = 0; k < INSTANCE_LINES; k++)
        row_times[k] = col_times[k] = 1;
    if (repeated) {
        draw_times(row_times, x->rows, &seed);
        draw_times(col_times, x->cols, &seed);
    }
    if (numbers_of(data, &entries, x, manner->seed)) {
        s.stack = (pm_stack){.entries = entries,
                             .data = data,
                             .rows = x->rows,
                             .cols = x->cols,
                             .row_times = repeated ? row_times : NULL,
                             .col_times = repeated ? col_times : NULL};
        verdict = stack_ask(story, &s, minors ? by_minors : by_batch, manner);
    }
    for (int k = 0; k < s.each && verdict == RIGHT; k++) {
        const int i = minors ? k / x->cols : 0, j = minors ? k % x->cols : 0;
        if (!is_compared(&seed, (size_t)s.each))
            continue;
        if (minors) {
            snprintf(what, sizeof what, "minor (%d, %d)", i + 1, j + 1);
            row_times[i]--;
            col_times[j]--;
        } else {
            snprintf(what, sizeof what, "permanent");
        }
        pm_gauss_set_si(&truth, 0); /* a minor without a copy */
        const bool able = (minors && (row_times[i] < 0 || col_times[j] < 0)) ||
                          (instance_copies(more, x, row_times, col_times) &&
                           value_of(&truth, more, REFERENCE_FULL));
        verdict =
            able ? compare_double(story, what, s.values, s.bounds[k], parts, k, &truth) : UNABLE;
        row_times[i] += minors;
        col_times[j] += minors;
    }
    pm_gauss_clear(&truth);
    stack_clear(&s);
    PM_FREE(more, data);
    return verdict;
}

enum verdict ask_batch(char story[STORY], const struct instance *x, const struct manner *manner)
{
    return ask_stack(story, x, manner, false);
}

enum verdict batch_agrees(char story[STORY], const struct instance *x, const struct pm_gauss *truth,
                          const struct manner *manner)
{
    const int parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    double *const data = malloc((size_t)(x->rows * x->cols * parts + 1) * sizeof *data);
    enum verdict verdict = RIGHT;
    double value[2], bound;
    pm_stack s = {.data = data, .count = 1, .rows = x->rows, .cols = x->cols};

    if (numbers_of(data, &s.entries, x, manner->seed)) {
        test_need(pm_batch(value, &bound, &s, manner->threads));
        verdict = compare_double(story, "pm_batch", value, bound, parts, 0, truth);
    }
    free(data);
    return verdict;
}

enum verdict ask_batch_minors(char story[STORY], const struct instance *x,
                              const struct manner *manner)
{
    return ask_stack(story, x, manner, true);
}

/* ------------------------------------------------------------------- hafnians */

/* The symmetric matrix of a graph; the diagonal is left. */
static void mirror(double *data, int n, int parts)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            memcpy(data + (j * n + i) * parts, data + (i * n + j) * parts,
                   (size_t)parts * sizeof *data);
}

static void add_entry(struct instance *x, int row, int col, const struct entry *e)
{
    if (x->count < INSTANCE_ENTRIES) {
        x->entry[x->count] = *e;
        x->entry[x->count].row = row;
        x->entry[x->count++].col = col;
    }
}

/* The copies of the vertices; copies of a vertex are joined by its diagonal entry, and each copy is
 * joined to a further vertex by its loop.  The further vertices may be left free. */
static bool looped_copies(struct instance *out, const struct instance *x, const int *times,
                          const struct entry *diagonal, const struct entry *loop)
{
    if (!instance_copies(out, x, times, times) || out->rows > 12 ||
        out->count + out->rows * out->rows > INSTANCE_ENTRIES)
        return false;
    const int copies = out->rows;
    int vertex = 0, before = 0; /* the first copy of a vertex */
    for (int copy = 0; copy < copies; copy++) {
        while (copy >= before + times[vertex])
            before += times[vertex++];
        for (int other = before; other < copy; other++)
            add_entry(out, copy, other, &diagonal[vertex]);
        add_entry(out, copies + copy, copy, &loop[vertex]);
    }
    out->rows = out->cols = 2 * copies;
    out->loose = copies;
    return copies > 0;
}

/* pm_problem_loops() for the matrix with diagonal and loops. */
static enum verdict solve_looped(char story[STORY], const struct instance *x, const int *times,
                                 const struct entry *diagonal, const struct entry *loop,
                                 const struct pm_gauss *truth, const struct manner *manner)
{
    struct instance *const whole = calloc(1, sizeof *whole), *const loops =
                                                                 calloc(1, sizeof *loops);
    const pm_options options = options_of(manner);
    pm_problem *a = NULL, *l = NULL;
    pm_answer *answer = NULL;

    *whole = (struct instance){.field = x->field, .rows = x->rows, .cols = x->cols};
    *loops = (struct instance){.field = x->field, .rows = 1, .cols = x->cols};
    for (int k = 0; k < x->count; k++) {
        add_entry(whole, x->entry[k].row, x->entry[k].col, &x->entry[k]);
        add_entry(whole, x->entry[k].col, x->entry[k].row, &x->entry[k]);
    }
    for (int v = 0; v < x->rows; v++) {
        add_entry(whole, v, v, &diagonal[v]);
        add_entry(loops, 0, v, &loop[v]);
    }
    test_need(instance_problem(&a, whole, false));
    test_need(instance_problem(&l, loops, false));
    pm_problem *problem;
    test_need(pm_problem_loops(&problem, a, l, times));
    const pm_status status = pm_solve(&answer, problem, &options);
    pm_problem_free(problem);
    const enum verdict verdict =
        compare_answer(story, "pm_problem_loops", status, answer, truth, manner);
    pm_answer_free(answer);
    PM_EACH(pm_problem_free, a, l);
    PM_FREE(whole, loops);
    return verdict;
}

/* pm_graph_match_loops() for the graph with these loops. */
static enum verdict solve_graph(char story[STORY], const struct instance *x,
                                const struct entry *loop, const struct pm_gauss *truth,
                                const struct manner *manner)
{
    const pm_graph_options options = {.format = "mtx", .as = "adjacency"};
    struct instance *const whole = malloc(sizeof *whole);
    pm_graph_reader *reader;
    pm_graph *graph, *matched;
    pm_problem *problem;
    pm_answer *answer = NULL;

    *whole = *x;
    for (int v = 0; v < x->rows; v++)
        add_entry(whole, v, v, &loop[v]);
    char *const text = instance_text(whole);
    test_need(pm_graph_open_text(&reader, "instance", text, strlen(text), &options));
    test_need(pm_graph_next(&graph, reader));
    test_need(pm_graph_match_loops(&matched, graph));
    test_need(pm_problem_matchings(&problem, matched, false));
    const pm_status status = pm_solve(&answer, problem, &(pm_options){.threads = manner->threads});
    const enum verdict verdict = status != PM_OK
                                     ? refused(story, status, manner)
                                     : compare_value(story, "pm_graph_match_loops", &answer->value,
                                                     answer->bits == 0, truth);
    pm_answer_free(answer);
    pm_problem_free(problem);
    PM_EACH(pm_graph_free, matched, graph);
    pm_graph_close(reader);
    PM_FREE(text, whole);
    return verdict;
}

static void put(void *data, pm_entries entries, int at, long number)
{
    if (entries == PM_ENTRIES_INTEGER)
        ((int64_t *)data)[at] = number;
    else
        ((double *)data)[at * (entries == PM_ENTRIES_COMPLEX ? 2 : 1)] = (double)number;
}

/* Loop hafnians with multiplicities: pm_batch() and pm_problem_loops(). */
enum verdict ask_loops(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const int n = x->rows, parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    struct asked_stack s = {.parts = parts, .each = 1};
    double *const data = calloc((size_t)(n * n * parts + 1), sizeof *data);
    double *const loops = calloc(2 * INSTANCE_LINES, sizeof *loops);
    struct entry diagonal[INSTANCE_LINES], loop[INSTANCE_LINES];
    struct instance *const more = malloc(sizeof *more);
    int times[INSTANCE_LINES];
    uint64_t seed = manner->seed;
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;
    pm_entries entries;

    const bool once = test_between(&seed, 0, 2) == 0;
    draw_times(times, n, &seed);
    for (int v = 0; v < n && once; v++)
        times[v] = 1;
    pm_gauss_init(&truth);
    const bool able = numbers_of(data, &entries, x, manner->seed);
    mirror(data, n, parts);
    for (int v = 0; v < n; v++) {
        const int weight[] = {test_between(&seed, -3, 3), test_between(&seed, -3, 3)};
        const bool ones = x->field == PM_FIELD_PATTERN;
        diagonal[v] = (struct entry){v, v, {ones ? 1 : weight[0], 1, 0, 0}, {0, 1, 0, 0}};
        loop[v] = (struct entry){0, v, {ones ? 1 : weight[1], 1, 0, 0}, {0, 1, 0, 0}};
        put(data, entries, v * n + v, diagonal[v].re.num);
        put(loops, entries, v, loop[v].re.num);
    }
    if (able && looped_copies(more, x, times, diagonal, loop) &&
        value_of(&truth, more, REFERENCE_FULL)) {
        s.loops = loops;
        s.stack =
            (pm_stack){.entries = entries, .data = data, .rows = n, .cols = n, .row_times = times};
        verdict = stack_ask(story, &s, by_loops, manner);
        if (verdict == RIGHT)
            verdict =
                compare_double(story, "loop hafnian", s.values, s.bounds[0], parts, 0, &truth);
        if (verdict == RIGHT)
            verdict = solve_looped(story, x, times, diagonal, loop, &truth, manner);
        if (verdict == RIGHT && once)
            verdict = solve_graph(story, x, loop, &truth, manner);
    }
    pm_gauss_clear(&truth);
    stack_clear(&s);
    PM_FREE(loops, more, data);
    return verdict;
}

enum verdict ask_gradient(char story[STORY], const struct instance *x, const struct manner *manner)
{
    const int n = x->rows, parts = x->field == PM_FIELD_COMPLEX ? 2 : 1;
    struct asked_stack s = {.parts = parts, .each = n * n};
    double *const data = calloc((size_t)(n * n * parts + 1), sizeof *data);
    uint64_t seed = manner->seed;
    enum verdict verdict = UNABLE;
    struct pm_gauss truth;
    pm_entries entries;
    char what[80];

    pm_gauss_init(&truth);
    if (n <= 12 && numbers_of(data, &entries, x, manner->seed)) {
        mirror(data, n, parts);
        s.stack = (pm_stack){.entries = entries, .data = data, .rows = n, .cols = n};
        verdict = stack_ask(story, &s, by_gradient, manner);
    }
    for (int k = 0; k < n * n && verdict == RIGHT; k++) {
        const int i = k / n, j = k % n;
        if (!is_compared(&seed, (size_t)s.each))
            continue;
        snprintf(what, sizeof what, "gradient (%d, %d)", i + 1, j + 1);
        pm_gauss_set_si(&truth, 0);
        verdict = i == j || value_through(&truth, x, i > j ? i : j, i > j ? j : i, NULL)
                      ? compare_double(story, what, s.values, s.bounds[k], parts, k, &truth)
                      : UNABLE;
    }
    pm_gauss_clear(&truth);
    stack_clear(&s);
    free(data);
    return verdict;
}
