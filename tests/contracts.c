/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments that no function takes: NULL, negative counts and limits, no numbers.  A row has a bad
 * argument and a name in its message, with PM_INPUT.  Each function that can fail has a row. */
#include "test.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#pragma GCC diagnostic ignored "-Woverride-init" /* rows change one member of a right stack */
static const double one[4] = {1, 1, 1, 1};
static const int zeros[2] = {0, 0}, negative[2] = {-1, -1}, start[2] = {0, 1};
static const char *const nothing[1] = {NULL};

#define STACK(...) (&(const pm_stack){.data = one, .count = 1, .rows = 1, .cols = 1, __VA_ARGS__})
#define SPARSE(...)                                                                                \
    (&(const pm_sparse){                                                                           \
        .rows = 1, .cols = 1, .start = start, .index = zeros, .values = one, __VA_ARGS__})
#define HAFNIANS(...)     STACK(.kind = PM_STACK_HAFNIANS, __VA_ARGS__)
#define TORONTONIANS(...) STACK(.kind = PM_STACK_TORONTONIANS, __VA_ARGS__)
#define PFAFFIANS(...)    STACK(.kind = PM_STACK_PFAFFIANS, __VA_ARGS__)
#define OPTIONS(...)      (&(const pm_options){__VA_ARGS__})

/* The rows of a function of two pointers, and what it calls them. */
#define BAD_BOTH(function, first, first_name, second, second_name)                                 \
    BAD(function(NULL, second), #first_name " is NULL")                                            \
    BAD(function(first, NULL), #second_name " is NULL")

/* The same, with other arguments after the two. */
#define BAD_FIRST(function, first, first_name, second, second_name, ...)                           \
    BAD(function(NULL, second, __VA_ARGS__), #first_name " is NULL")                               \
    BAD(function(first, NULL, __VA_ARGS__), #second_name " is NULL")

/* The rows of a function with options. */
#define BAD_OPTIONS(function, ...)                                                                 \
    BAD(function(__VA_ARGS__, OPTIONS(.threads = -1)), "threads is -1")                            \
    BAD(function(__VA_ARGS__, OPTIONS(.threads = INT_MIN)), "threads")                             \
    BAD(function(__VA_ARGS__, OPTIONS(.gpus = -2)), "gpus is -2")                                  \
    BAD(function(__VA_ARGS__, OPTIONS(.seconds = -1)), "seconds is -1")                            \
    BAD(function(__VA_ARGS__, OPTIONS(.seconds = NAN)), "seconds is nan")                          \
    BAD(function(__VA_ARGS__, OPTIONS(.checkpoint_every = -1)), "checkpoint_every is -1")          \
    BAD(function(__VA_ARGS__, OPTIONS(.checkpoint_every = NAN)), "checkpoint_every is nan")        \
    BAD(function(__VA_ARGS__, OPTIONS(.epsilon = NAN)), "epsilon is nan")                          \
    BAD(function(__VA_ARGS__, OPTIONS(.audit = NAN)), "audit is nan")                              \
    BAD(function(__VA_ARGS__, OPTIONS(.audit = 2)), "audit is 2")                                  \
    BAD(function(__VA_ARGS__, OPTIONS(.precision = -1)), "precision is -1")                        \
    BAD(function(__VA_ARGS__, OPTIONS(.precision = 2000000)), "precision is 2000000")

/* The rows of a function with a stack as argument number three, and its other arguments. */
#define BAD_STACK(function, ...)                                                                   \
    BAD(function(values, NULL, NULL, __VA_ARGS__), " is NULL")                                     \
    BAD(function(values, NULL, STACK(.data = NULL), __VA_ARGS__), "data of a stack is NULL")       \
    BAD(function(values, NULL, STACK(.rows = -1), __VA_ARGS__), "-1 x 1 is no shape")              \
    BAD(function(values, NULL, STACK(.cols = -1), __VA_ARGS__), "1 x -1 is no shape")              \
    BAD(function(values, NULL, STACK(.precision = -1), __VA_ARGS__), "-1 is no precision")         \
    BAD(function(values, NULL, STACK(.entries = 9), __VA_ARGS__), "is expected")                   \
    BAD(function(NULL, NULL, STACK(.count = 1), __VA_ARGS__), "values is NULL")

static bool visit(void *visitor, const int *partner)
{
    (void)visitor, (void)partner;
    return true;
}

/* The names of the functions that have rows, separated by blanks. */
static char called[1 << 16] = " ";

static void check(struct test *t, const char *text, pm_status status, const char *said)
{
    const size_t length = strcspn(text, "(");

    CHECK(t, status == PM_INPUT && strstr(pm_message(), said) != NULL, "%.60s: %s: %s", text,
          pm_status_name(status), status != PM_OK ? pm_message() : "");
    strncat(called, text, length);
    strcat(called, " ");
}

#define BAD(call, said) check(t, #call, call, said);

static void problems(struct test *t, pm_problem *p)
{
    pm_problem *made = NULL;
    pm_problem_reader *reader = NULL;
    char *text;

    BAD_BOTH(pm_problem_read_mtx, &made, problem, "x.mtx", path)
    BAD(pm_problem_new(NULL, PM_FIELD_REAL, 1, 1, 0, NULL, NULL, NULL), "problem is NULL")
    BAD(pm_problem_new(&made, PM_FIELD_REAL, -1, 1, 0, NULL, NULL, NULL), "-1 x 1")
    BAD(pm_problem_new(&made, PM_FIELD_REAL, 1, -1, 0, NULL, NULL, NULL), "1 x -1")
    BAD(pm_problem_new(&made, PM_FIELD_REAL, 1, 1, 1, NULL, zeros, NULL), "rows is NULL")
    BAD(pm_problem_new(&made, PM_FIELD_REAL, 1, 1, 1, zeros, NULL, NULL), "cols is NULL")
    BAD(pm_problem_new(&made, PM_FIELD_REAL, 1, 1, 1, zeros, zeros, nothing), "value is NULL")
    BAD(pm_problem_new(&made, 9, 1, 1, 0, NULL, NULL, NULL), "no type")
    BAD_FIRST(pm_problem_dense, &made, problem, STACK(.count = 1), stack, 0)
    BAD(pm_problem_dense(&made, STACK(.data = NULL), 0), "data of a stack is NULL")
    BAD(pm_problem_dense(&made, STACK(.rows = -1), 0), "-1 x 1 is no shape")
    BAD(pm_problem_dense(&made, STACK(.cols = -1), 0), "1 x -1 is no shape")
    BAD(pm_problem_dense(&made, STACK(.count = 1), 1), "matrix 1 of a stack of 1")
    BAD(pm_problem_dense(&made, STACK(.row_times = &(const int){-1}), 0), "no multiplicity")
    BAD_BOTH(pm_problem_sparse, &made, problem, SPARSE(.rows = 1), matrix)
    BAD(pm_problem_sparse(&made, SPARSE(.rows = -1)), "-1 x 1")
    BAD(pm_problem_sparse(&made, SPARSE(.cols = -1)), "1 x -1")
    BAD(pm_problem_sparse(&made, SPARSE(.start = NULL)), "start of a sparse matrix is NULL")
    BAD(pm_problem_sparse(&made, SPARSE(.index = NULL)), "index of a sparse matrix is NULL")
    BAD(pm_problem_sparse(&made, SPARSE(.entries = 9)), "no kind of entries")
    BAD(pm_problem_sparse(&made, SPARSE(.size = 8)), "pm_sparse.size is 8")
    BAD(pm_problem_triplets(NULL, PM_ENTRIES_REAL, 1, 1, 1, zeros, zeros, one), "problem is NULL")
    BAD(pm_problem_triplets(&made, PM_ENTRIES_REAL, -1, 1, 1, zeros, zeros, one), "-1 x 1")
    BAD(pm_problem_triplets(&made, PM_ENTRIES_REAL, 1, -1, 1, zeros, zeros, one), "1 x -1")
    BAD(pm_problem_triplets(&made, PM_ENTRIES_REAL, 1, 1, 1, NULL, zeros, one), "row is NULL")
    BAD(pm_problem_triplets(&made, PM_ENTRIES_REAL, 1, 1, 1, zeros, NULL, one), "col is NULL")
    BAD_BOTH(pm_problem_cycle_weight, p, problem, "1", weight)
    BAD_BOTH(pm_problem_hafnian, &made, problem, p, matrix)
    BAD(pm_problem_to_pattern(NULL), "problem is NULL")
    BAD(pm_problem_repeat(NULL, NULL, NULL), "problem is NULL")
    BAD(pm_problem_require(p, 1, (const size_t[]){9}), "there is no entry 9")
    BAD(pm_problem_repeat(p, (const int[]){-1, 1}, NULL), "-1 is no multiplicity")
    BAD(pm_problem_repeat(p, NULL, (const int[]){1, -1}), "-1 is no multiplicity")
    BAD_BOTH(pm_problem_mtx, &text, text, p, problem)
    BAD_BOTH(pm_problem_total, &made, out, p, problem)
    BAD(pm_problem_monomers(&made, p, NULL, NULL), "weights is NULL")
    BAD(pm_problem_unmatched(NULL, p, 1), "out is NULL")
    BAD(pm_problem_unmatched(&made, p, -2), "-2 vertices cannot stay free")
    BAD_FIRST(pm_problem_open, &reader, reader, "x.mtx", path, NULL)
    BAD(pm_problem_next(&made, NULL), "reader is NULL")
    test_need(pm_graph_open_text(&reader, "x", "1 1", 3, NULL));
    BAD(pm_problem_next(NULL, reader), "problem is NULL")
    pm_problem_close(reader);
    CHECK(t, made == NULL, "no problem is made");
}

static void graphs(struct test *t, pm_graph *g)
{
    pm_ising *model;
    pm_answer *answer;
    pm_values *values;
    pm_graph_reader *reader = NULL;
    pm_symmetry *symmetry = NULL;
    pm_problem *problem = NULL;
    pm_graph *made = NULL;
    size_t parallel;
    bool opposite;
    int *degrees = NULL;
    char *text;

    BAD_FIRST(pm_graph_open, &reader, reader, "x.el", path, NULL)
    BAD(pm_graph_open(&reader, "/dev/null", &(pm_graph_options){.format = "none"}), "no format")
    BAD_FIRST(pm_graph_open_text, &reader, reader, "x", name, "0 1", 3, NULL)
    BAD(pm_graph_open_text(&reader, "x", NULL, 3, NULL), "text is NULL")
    BAD(pm_graph_next(&made, NULL), "reader is NULL")
    test_need(pm_graph_open_text(&reader, "x", "0 1", 3, NULL));
    BAD(pm_graph_next(NULL, reader), "graph is NULL")
    pm_graph_close(reader);
    BAD(pm_graph_from_edges(NULL, false, 1, 1, zeros, zeros, 0, NULL), "graph is NULL")
    BAD(pm_graph_from_edges(&made, false, -1, 1, zeros, zeros, 0, NULL), "graph of -1 vertices")
    BAD(pm_graph_from_edges(&made, false, 1, 1, NULL, zeros, 0, NULL), "from is NULL")
    BAD(pm_graph_from_edges(&made, false, 1, 1, zeros, NULL, 0, NULL), "to is NULL")
    BAD(pm_graph_from_edges(&made, false, 1, 1, zeros, zeros, 9, one), "no kind of entries")
    BAD(pm_graph_parallel(NULL, &opposite, g), "parallel is NULL")
    BAD(pm_graph_parallel(&parallel, NULL, g), "opposite is NULL")
    BAD(pm_graph_parallel(&parallel, &opposite, NULL), "graph is NULL")
    BAD(pm_graph_lay_out(NULL), "graph is NULL")
    BAD_BOTH(pm_graph_account, &text, text, g, graph)
    BAD_BOTH(pm_problem_account, &text, text, NULL, problem)
    BAD_FIRST(pm_graph_text, &text, text, g, graph, "edgelist", 1)
    BAD(pm_graph_text(&text, g, NULL, 1), "format is NULL")
    BAD(pm_graph_text(&text, g, "graph6", -1), "number is -1")
    BAD_FIRST(pm_graph_kekule, &text, text, g, graph, zeros)
    BAD(pm_graph_kekule(&text, g, NULL), "partner is NULL")
    BAD_BOTH(pm_graph_symmetry, &symmetry, symmetry, g, graph)
    BAD_FIRST(pm_graph_degrees, &degrees, degree, g, graph, "2")
    BAD(pm_graph_degrees(&degrees, g, NULL), "degrees is NULL")
    BAD_FIRST(pm_problem_factors, &problem, problem, g, graph, zeros)
    BAD(pm_problem_factors(&problem, g, NULL), "degree is NULL")
    BAD(pm_problem_factors(&problem, g, negative), "-1 is no degree")
    BAD_FIRST(pm_coefficients, &values, values, g, graph, problem, NULL)
    BAD_BOTH(pm_graph_match_loops, &made, out, g, graph)
    BAD_FIRST(pm_problem_matchings, &problem, problem, g, graph, false)
    BAD_FIRST(pm_problem_cycle_covers, &problem, problem, g, graph, 1)
    BAD(pm_problem_cycle_covers(&problem, g, 0), "least is 0")
    BAD(pm_problem_cycle_covers(&problem, g, -1), "least is -1")
    CHECK(t, made == NULL && problem == NULL && symmetry == NULL, "nothing is made");
    BAD(pm_ising_new(&model, g, NULL, false, NULL), "beta is NULL")
    BAD(pm_ising_solve(&answer, NULL, NULL), "model is NULL")
    BAD(pm_ising_means(&values, NULL, NULL), "model is NULL")
    BAD(pm_ising_heat(&values, NULL, NULL), "model is NULL")
    BAD(pm_ising_pairs(&values, NULL, 0, NULL, NULL, NULL), "model is NULL")
    BAD(pm_ising_signed_pair(NULL, NULL, NULL, 0, 0, 0, NULL, NULL), "model is NULL")
    BAD(pm_ising_energies(&values, NULL, NULL), "model is NULL")
    BAD(pm_ising_plan(&answer, PM_ISING_LOG_Z, 0, NULL, NULL), "model is NULL")
    BAD(pm_ising_sample(NULL, 1, 1, NULL, NULL), "model is NULL")
}

static void answers(struct test *t, pm_problem *p)
{
    pm_answer *made = NULL, *answer;
    pm_problem *other = NULL;
    pm_progress progress;
    double log;
    char *text;

    BAD_FIRST(pm_solve, &made, answer, p, problem, NULL)
    BAD_OPTIONS(pm_solve, &made, p)
    BAD(pm_solve(&made, p, OPTIONS(.parts = 3, .part = 4)), "no part 4 of 3")
    BAD(pm_solve(&made, p, OPTIONS(.engine = "none")), "none")
    BAD(pm_problem_loops(NULL, p, NULL, NULL), " is NULL")
    BAD(pm_problem_loops(&other, NULL, NULL, NULL), "matrix is NULL")
    BAD(pm_problem_loops(&other, p, p, NULL), "1 x 2 is expected")
    BAD(pm_problem_loops(&other, p, NULL, (const int[]){-1, 1}), "no multiplicity")
    test_need(pm_problem_loops(&other, p, NULL, NULL));
    BAD_OPTIONS(pm_solve, &made, other)
    pm_problem_free(other);
    BAD_BOTH(pm_problem_pfaffian, &other, out, p, matrix)
    BAD(pm_problem_pfaffian(&other, p), "not skew-symmetric: row 0, column 0")
    BAD(pm_problem_repeat(p, (const int[]){-1, 1}, NULL), "no multiplicity")
    BAD(pm_problem_repeat(p, NULL, (const int[]){1, -1}), "no multiplicity")
    BAD_FIRST(pm_sum, &made, answer, nothing, files, 1)
    BAD(pm_sum(&made, nothing, 1), "files[k] is NULL")
    BAD(pm_sum(&made, nothing, 0), "nothing to add up")
    BAD_BOTH(pm_progress_read, &progress, progress, "x", file)
    CHECK(t, made == NULL, "no answer is made");

    test_need(pm_solve(&answer, p, NULL));
    BAD_FIRST(pm_answer_text, &text, text, answer, answer, 0)
    BAD(pm_answer_text(&text, answer, -1), "digits is -1")
    BAD(pm_answer_text(&text, answer, 1000001), "digits")
    BAD_FIRST(pm_answer_text_bound, &text, text, answer, answer, 0)
    BAD(pm_answer_text_bound(&text, answer, -1), "digits is -1")
    BAD(pm_answer_log(&log, NULL, NULL), "answer is NULL")
    BAD(pm_answer_log_modulus(NULL, &log, NULL, NULL), "answer is NULL")
    BAD_BOTH(pm_answer_bound, &text, text, answer, answer)
    BAD_BOTH(pm_answer_plan_json, &text, text, answer, answer)
    pm_answer_free(answer);
}

static void queries(struct test *t, pm_problem *p)
{
    pm_answer *planned = NULL;
    pm_values *made = NULL, *list;
    pm_structure *structure = NULL;
    const char *const number = "1";
    double bounds[2], ends[3], beliefs[4];
    int partner[2];
    char *text;

    BAD_FIRST(pm_marginals, &made, out, p, problem, NULL)
    BAD(pm_entropies(&made, p, OPTIONS(.is_signed = true)), "no entropies")
    BAD_OPTIONS(pm_marginals, &made, p)
    BAD(pm_bounds(NULL, NULL, p, NULL), "log10_bounds is NULL")
    BAD(pm_bounds(bounds, NULL, NULL, NULL), "problem is NULL")
    BAD_OPTIONS(pm_bounds, bounds, NULL, p)
    BAD(pm_bounds(bounds, NULL, p, OPTIONS(.engine = "ryser")), "no engine computes these")
    BAD_FIRST(pm_bethe, ends, log10_ends, ends, ends, beliefs, p, NULL)
    BAD(pm_share_bounds(NULL, NULL, p, NULL), "bounds is NULL")
    BAD_FIRST(pm_interval, &made, ends, p, problem, p, NULL)
    BAD(pm_interval(&made, p, NULL, NULL), "errors is NULL")
    BAD(pm_interval(&made, p, p, OPTIONS(.modulus = "7")), "two ends")
    BAD_OPTIONS(pm_interval, &made, p, p)
    BAD(pm_problem_errors(NULL, p, "1"), "errors is NULL")
    BAD_FIRST(pm_structure_find, &structure, structure, p, problem, NULL)
    BAD_OPTIONS(pm_structure_find, &structure, p)
    BAD(pm_structure_find(&structure, p, OPTIONS(.modulus = "7")), "for the answer itself")
    BAD_FIRST(pm_prove, &text, proof, p, problem, PM_PROVE_VALUE, &number, 1, NULL)
    BAD(pm_prove(&text, p, PM_PROVE_VALUE, NULL, 1, NULL), "values is NULL")
    BAD_OPTIONS(pm_prove, &text, p, PM_PROVE_VALUE, &number, 1)
    BAD_FIRST(pm_proof_plan, &text, text, p, problem, PM_PROVE_VALUE, NULL)
    BAD_OPTIONS(pm_proof_plan, &text, p, PM_PROVE_VALUE)
    BAD(pm_prove(&text, p, PM_PROVE_VALUE, &number, 1, OPTIONS(.estimate = 0.1)), "of its own kind")
    BAD(pm_proof_plan(&text, p, PM_PROVE_VALUE, OPTIONS(.parts = 2)), "about the whole answer")
    BAD_FIRST(pm_proof_problem, &text, text, p, problem, PM_PROVE_VALUE)
    BAD_FIRST(pm_matchings, &made, out, p, problem, NULL)
    BAD_OPTIONS(pm_matchings, &made, p)
    BAD_FIRST(pm_clar, &made, counts, p, problem, NULL)
    BAD_OPTIONS(pm_clar, &made, p)
    BAD(pm_clar(&made, p, OPTIONS(.modulus = "7")), "exact and whole")
    BAD(pm_question_plan(NULL, PM_ASK_SIZES, 0, p, NULL), "plan is NULL")
    BAD(pm_question_plan(&planned, PM_ASK_SIZES, 0, NULL, NULL), "problem is NULL")
    BAD(pm_question_plan(&planned, PM_QUESTIONS, 0, p, NULL), "no question 19")
    BAD(pm_question_plan(&planned, PM_ASK_LIST, 0, p, NULL), "nothing to choose")
    BAD_OPTIONS(pm_question_plan, &planned, PM_ASK_SHARES, 0, p)
    BAD_FIRST(pm_problem_minors, &made, out, p, problem, NULL)
    BAD_OPTIONS(pm_problem_minors, &made, p)
    BAD(pm_joint_marginals(NULL, 0, NULL, p, NULL), "is NULL")
    BAD(pm_joint_marginals(&made, 1, NULL, p, NULL), "entry is NULL")
    BAD(pm_joint_marginals(&made, 1, (const size_t[]){1000000}, p, NULL), "no entry 1000000")
    BAD_OPTIONS(pm_joint_marginals, &made, 0, NULL, p)
    BAD(pm_sample(NULL, 1, 0, p, NULL), "partner is NULL")
    BAD(pm_sample(partner, 1, 0, NULL, NULL), "problem is NULL")
    BAD_OPTIONS(pm_sample, partner, 1, 0, p)
    BAD_OPTIONS(pm_best, &made, &(size_t){1}, partner, bounds, p)
    BAD(pm_list(NULL, 0, visit, NULL, NULL), "problem is NULL")
    BAD(pm_list(p, 0, NULL, NULL, NULL), "visit is NULL")
    BAD_OPTIONS(pm_list, p, 0, visit, NULL)
    BAD_FIRST(pm_kept_open, (pm_kept *[1]){NULL}, kept, "what", question, p, NULL)
    BAD_OPTIONS(pm_kept_open, (pm_kept *[1]){NULL}, "what", p)
    BAD(pm_kept_find(NULL, NULL, NULL, 1, p, NULL), "text is NULL")
    BAD(pm_kept_put(NULL, "1"), "kept is NULL")
    BAD(pm_kept_save(NULL), "kept is NULL")
    CHECK(t, made == NULL, "no list is made");
    test_need(pm_matchings(&list, p, NULL));
    BAD_FIRST(pm_values_text, &text, text, list, values, 0, 0)
    BAD(pm_values_text(&text, list, 0, -1), "digits is -1")
    BAD(pm_values_text(&text, list, pm_values_count(list), 0), "counted from 0")
    pm_values_free(list);
}

static void stacks(struct test *t)
{
    double values[1], bounds[1];
    pm_answer *answer;
    pm_gpus *gpus;

    BAD(pm_gpus_usable(NULL, 1), "gpus is NULL")
    BAD(pm_gpus_usable(&gpus, -1), "most is -1")
    BAD(pm_gpus_put(NULL, NULL, 1, NULL, 0), "at is NULL")
    BAD_STACK(pm_batch, 1)
    BAD(pm_batch(values, NULL, STACK(.count = 1), -1), "threads is -1")
    BAD(pm_batch(values, NULL, STACK(.row_times = &(const int){-1}), 1), "no multiplicity")
    BAD(pm_batch(values, NULL, STACK(.row_times = &(const int){2}, .normalized = true), 1),
        "1 photons come in and 2 leave")
    BAD(pm_batch(values, NULL, STACK(.cols = 2, .normalized = true), 1), "2 photons come in and 1")
    BAD_STACK(pm_minors, 1)
    BAD(pm_minors(values, NULL, STACK(.count = 1), -1), "threads is -1")
    BAD(pm_minors(values, NULL, STACK(.row_times = &(const int){-1}), 1), "no multiplicity")
    BAD_STACK(pm_gradient, 1)
    BAD_FIRST(pm_stack_symmetric, values, means, STACK(.count = 1), stack, 0)
    BAD(pm_stack_symmetric(values, STACK(.entries = PM_ENTRIES_INTEGER), 0), "floating-point")
    BAD(pm_stack_symmetric(values, STACK(.cols = 2), 0), "not symmetric: 1 x 2")
    BAD_FIRST(pm_shares, values, values, bounds, bounds, STACK(.count = 1), 1)
    BAD(pm_shares(values, bounds, NULL, 1), "stack is NULL")
    BAD(pm_shares(values, bounds, STACK(.data = NULL), 1), "data of a stack is NULL")
    BAD(pm_shares(values, bounds, STACK(.entries = 9), 1), "is expected")
    BAD(pm_shares(values, bounds, STACK(.count = 1), -1), "threads is -1")
    BAD(pm_shares(values, bounds, STACK(.row_times = &(const int){1}), 1), "without multiplicities")
    BAD(pm_shares(values, bounds, STACK(.data = &(const double){NAN}, .entries = PM_ENTRIES_LOGS),
                  1),
        "no logarithm")
    BAD(pm_joint_shares(values, bounds, STACK(.count = 1), NULL, 1, 1), "rows is NULL")
    BAD(pm_joint_shares(values, bounds, STACK(.count = 1), &(const int){1}, 1, 1), "row 1")
    BAD(pm_joint_shares(values, bounds, STACK(.count = 1), &(const int){0}, 0, 1), "count is 0")
    BAD(pm_joint_shares(values, bounds, STACK(.count = 1), &(const int){0}, 1, -1), "threads is -1")
    BAD(pm_joint_shares(values, bounds, STACK(.rows = 2), &(const int){0}, 1, 1), "as many columns")
    BAD(pm_answer_of_doubles(NULL, PM_ENTRIES_REAL, values, 0, 0), "answer is NULL")
    BAD(pm_answer_of_doubles(&answer, PM_ENTRIES_REAL, NULL, 0, 0), "value is NULL")
    BAD(pm_batch(values, NULL, STACK(.kind = 6), 1), "6 is no kind of stacks")
    BAD(pm_batch(values, NULL, STACK(.loops = values), 1), "permanents have no loops")
    BAD(pm_batch(values, NULL, STACK(.cutoff = 2), 1), "permanents have no cutoff")
    BAD(pm_batch(values, NULL, STACK(.right = STACK(.data = NULL)), 1), "data of a stack is NULL")
    BAD(pm_batch(values, NULL, STACK(.right = STACK(.rows = 2)), 1), "have no products")
    BAD(pm_batch(values, NULL, STACK(.right = STACK(.kind = PM_STACK_HAFNIANS)), 1),
        "permanents is expected")
    BAD(pm_batch(values, NULL, STACK(.row_times = &(const int){-1}, .right = STACK(.count = 1)), 1),
        "no multiplicity")
    BAD(pm_minors(values, NULL, STACK(.right = STACK(.count = 1)), 1), "have no minors")
    BAD(pm_batch(values, NULL, HAFNIANS(.right = STACK(.count = 1)), 1), "no right factors")
    BAD(pm_batch(values, NULL, HAFNIANS(.row_times = &(const int){-1}), 1), "no multiplicity")
    BAD(pm_batch(values, NULL, HAFNIANS(.cols = 2), 1), "not symmetric: 1 x 2")
    BAD(pm_batch(values, NULL, HAFNIANS(.cutoff = -1), 1), "a cutoff of -1")
    BAD(pm_minors(values, NULL, HAFNIANS(.cutoff = 2), 1), "have no minors")
    BAD(pm_minors(values, NULL, STACK(.loops = values), 1), "have no loops")
    BAD(pm_minors(values, NULL, HAFNIANS(.normalized = true), 1), "are not normalized")
    BAD(pm_gradient(values, NULL, HAFNIANS(.row_times = &(const int){-1}), 1), "no multiplicity")
    BAD(pm_gradient(values, NULL, PFAFFIANS(.row_times = &(const int){1}), 1), "no multiplicities")
    BAD(pm_shares(values, bounds, HAFNIANS(.count = 1), 1), "shares are those of permanents")
    BAD(pm_photons_probabilities(values, NULL, HAFNIANS(.count = 1), NULL),
        "permanents is expected")
    BAD(pm_batch(values, NULL, TORONTONIANS(.count = 1), 1), "a mode has two rows")
    BAD(pm_batch(values, NULL, TORONTONIANS(.rtol = 1), 1), "rtol is at least 0")
    BAD(pm_batch(values, NULL, TORONTONIANS(.normalized = true), 1), "no multiplicities")
    BAD(pm_gradient(values, NULL, TORONTONIANS(.count = 1), 1), "have no minors")
    BAD(pm_batch(values, NULL, PFAFFIANS(.count = 1), 1), "not skew-symmetric: row 0, column 0")
    BAD(pm_batch(values, NULL, PFAFFIANS(.cols = 2), 1), "not skew-symmetric: 1 x 2")
    BAD(pm_batch(values, NULL, PFAFFIANS(.loops = values), 1), "have no loops")
    BAD(pm_minors(values, NULL, PFAFFIANS(.row_times = &(const int){1}), 1), "no multiplicities")
    BAD(pm_team_start(NULL), "NULL")
    BAD(pm_team_serve(NULL, NULL, NULL), "team is NULL")
    CHECK(t, pm_batch(NULL, NULL, STACK(.count = 0, .data = NULL), 1) == PM_OK,
          "an empty stack needs no arrays");
}

#define BAD_PATTERNS(function)                                                                     \
    BAD(function(values, NULL, NULL, zeros, 1, NULL), "state is NULL")                             \
    BAD(function(values, NULL, &state, NULL, 1, NULL), "s is NULL")                                \
    BAD_OPTIONS(function, values, NULL, &state, zeros, 1)

#define BAD_STATE(text, member, value)                                                             \
    bad = state;                                                                                   \
    bad.member = value;                                                                            \
    BAD(pm_photons_clicks(values, NULL, &bad, zeros, 1, NULL), text)

static void photons(struct test *t)
{
    double values[1];
    int pattern[1];
    size_t count;
    const double vacuum[4] = {1, 0, 0, 1};
    const pm_gaussian state = {.size = sizeof state, .modes = 1, .covariance = vacuum, .hbar = 2};
    pm_gaussian bad;

    BAD_STACK(pm_photons_probabilities, NULL)
    BAD_OPTIONS(pm_photons_probabilities, values, NULL, STACK(.count = 1))
    BAD(pm_photons_probabilities(values, NULL, STACK(.row_times = &(const int){-1}), NULL), "-1")
    BAD_FIRST(pm_photons_count, &count, count, STACK(.count = 1), interferometer, false)
    BAD(pm_photons_count(&count, STACK(.count = 2), false), "2 interferometers")
    BAD(pm_photons_outputs(NULL, NULL, pattern, STACK(.count = 1), false, NULL), "values is NULL")
    BAD(pm_photons_outputs(values, NULL, NULL, STACK(.count = 1), false, NULL), "patterns is NULL")
    BAD(pm_photons_outputs(values, NULL, pattern, STACK(.count = 0), false, NULL), "0 interfero")
    BAD(pm_photons_outputs(values, NULL, pattern, STACK(.data = (const double[]){2}), true, NULL),
        "makes photons")
    BAD_OPTIONS(pm_photons_outputs, values, NULL, pattern, STACK(.count = 1), false)
    BAD(pm_photons_partly(NULL, NULL, NULL, STACK(.count = 1), one, -1, NULL), "value is NULL")
    BAD(pm_photons_partly(values, NULL, NULL, STACK(.count = 1), NULL, -1, NULL), "gram is NULL")
    BAD(pm_photons_partly(values, NULL, NULL, STACK(.count = 1), (const double[]){NAN, 0}, -1,
                          NULL),
        "overlaps: entry 0, 0 is not finite")
    BAD_OPTIONS(pm_photons_partly, values, NULL, NULL, STACK(.count = 1), one, -1)
    BAD_PATTERNS(pm_photons_gaussian)
    BAD_PATTERNS(pm_photons_clicks)
    BAD_PATTERNS(pm_photons_moments)
    BAD_PATTERNS(pm_photons_cumulants)
    BAD(pm_photons_beyond(values, NULL, &state, -1, NULL), "cutoff is -1")
    BAD(pm_photons_gaussian(values, NULL, &state, &(const int){-1}, 1, NULL), "-1")
    BAD(pm_photons_density(values, NULL, &state, zeros, NULL, 1, NULL), "right is NULL")
    BAD(pm_photons_partly_clicks(values, NULL, NULL, one, 0, zeros, 1, NULL), "interferometer is")
    BAD(pm_photons_partly_clicks(values, NULL, STACK(.count = 1), one, 0, (int[]){2}, 1, NULL),
        "not 2")
    BAD(pm_photons_check(NULL, false), "interferometer is NULL")
    BAD(pm_photons_check(STACK(.count = 2), false), "2 interferometers")
    BAD(pm_photons_check(STACK(.count = 1, .data = (const double[]){2}), true), "makes photons")
    BAD(pm_photons_check(STACK(.count = 1, .data = (const double[]){0.5}), false), "below 1, 0.5")
    BAD(pm_photons_sample(NULL, 1, 1, STACK(.count = 1), NULL), "patterns is NULL")
    BAD(pm_photons_sample(pattern, 1, 1, NULL, NULL), "interferometer is NULL")
    BAD(pm_photons_sample(pattern, 1, 1, STACK(.count = 1, .data = (const double[]){0.5}), NULL),
        "not unitary")
    BAD_OPTIONS(pm_photons_sample, pattern, 1, 1, STACK(.count = 1))
    BAD(pm_photons_gaussian_sample(NULL, 1, 1, &state, 8, 60, NULL), "patterns is NULL")
    BAD(pm_photons_gaussian_sample(pattern, 1, 1, NULL, 8, 60, NULL), "state is NULL")
    BAD(pm_photons_gaussian_sample(pattern, 1, 1, &state, -1, 60, NULL), "cutoff is -1")
    BAD(pm_photons_gaussian_sample(pattern, 1, 1, &state, 8, -1, NULL), "most is -1")
    BAD_OPTIONS(pm_photons_gaussian_sample, pattern, 1, 1, &state, 8, 60)
    BAD(pm_photons_clicks_sample(NULL, 1, 1, &state, 30, NULL), "patterns is NULL")
    BAD(pm_photons_clicks_sample(pattern, 1, 1, NULL, 30, NULL), "state is NULL")
    BAD(pm_photons_clicks_sample(pattern, 1, 1, &state, -1, NULL), "most is -1")
    BAD_OPTIONS(pm_photons_clicks_sample, pattern, 1, 1, &state, 30)
    BAD_STATE("not symmetric", covariance, ((const double[]){1, 0.5, 0, 1}))
    BAD_STATE("uncertainty", covariance, ((const double[]){0.5, 0, 0, 0.5}))
    BAD_STATE("hbar is 0", hbar, 0)
    BAD_STATE("without a covariance matrix", covariance, NULL)
    BAD_STATE("pm_gaussian.size is 1", size, 1)
    BAD_STATE("mean 1 is not finite", means, ((const double[]){0, INFINITY}))
}

/* All functions of this part of the header that return a status were called. */
static void header(struct test *t, const char *part)
{
    const char *const srcdir = getenv("srcdir");
    char path[4096], line[4096], wanted[128];
    int functions = 0;

    snprintf(path, sizeof path, "%s/src/permatch/%s.h", srcdir != NULL ? srcdir : ".", part);
    FILE *const file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "pm_status pm_%100[a-z_](", wanted) != 1)
            continue;
        snprintf(line, sizeof line, " pm_%s ", wanted);
        CHECK(t, strstr(called, line) != NULL, "a bad argument of%s", line);
        functions++;
    }
    CHECK(t, functions >= 5, "%d functions in %s", functions, path);
    if (file != NULL)
        fclose(file);
}

int main(void)
{
    static const char *const parts[] = {"inputs", "graph_inputs", "answers", "questions",
                                        "stacks", "photons",      "ising"};
    struct test t = {0, 0};
    char version[40];
    pm_problem *problem;
    pm_graph *graph;

    test_need(pm_problem_dense(&problem, STACK(.rows = 2, .cols = 2), 0));
    test_need(
        pm_graph_from_edges(&graph, false, 2, 1, (const int[]){0}, (const int[]){1}, 0, NULL));
    problems(&t, problem);
    graphs(&t, graph);
    answers(&t, problem);
    queries(&t, problem);
    stacks(&t);
    photons(&t);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        header(&t, parts[k]);
    snprintf(version, sizeof version, "%d.%d.%d", PM_VERSION_MAJOR, PM_VERSION_MINOR,
             PM_VERSION_PATCH);
    CHECK(&t, strcmp(version, pm_version()) == 0, "version %s of header and library", version);
    pm_graph_free(graph);
    pm_problem_free(problem);
    return test_done(&t);
}
