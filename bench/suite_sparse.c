/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench sparse: the SUPerman paper's table of sparse matrices, measured again.
 *
 * The paper treats eleven matrices without preprocessing, with the Dulmage-Mendelsohn
 * decomposition, with Forbert-Marx splitting, and with both.  It reports the number of submatrices
 * that are left, their mean order and number of entries, and the seconds on an H200.  Here, the
 * submatrices are counted first; cases that are predicted to take longer than the limit are marked
 * and not run.  Some of the paper's counts differ: if several lines have the smallest degree, the
 * paper does not say which one is split.  The last row of each matrix is this project's own
 * plan. */
#include "bench/bench.h"
#include "tools/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum rules { NONE, DM, FM, DM_FM, OWN, RULES };

static const struct {
    const char *title, *reduce; /* reduce: as for --reduce */
} rules[] = {
    [NONE] = {"None", "none"},      [DM] = {"DM", "dm"},   [FM] = {"FM", "split"},
    [DM_FM] = {"Both", "dm,split"}, [OWN] = {"own", NULL},
};

struct sparse_case {
    const char *matrix;
    enum rules rules;
    /* The paper's figures, as printed; leaves 0: not given. */
    double n, nnz, leaves;
    const char *seconds;
};

/* Table "Sparse matrix experiments with 11 real-life matrices" of the paper. TIMEOUT: more than
 * 30,000 s; IMPOSSIBLE: a submatrix of order above 63. */
/* clang-format off */
static const struct sparse_case cases[] = {
    {"bcspwr02",      NONE,  49,    167,    1,       "4567.23"},
    {"bcspwr02",      DM,    49,    167,    1,       "4567.23"},
    {"bcspwr02",      FM,    30,    110,    1,       "0.40"},
    {"bcspwr02",      DM_FM, 30,    110,    1,       "0.40"},
    {"d_ss",          NONE,  53,    144,    1,       "TIMEOUT"},
    {"d_ss",          DM,    53,    144,    1,       "TIMEOUT"},
    {"d_ss",          FM,    30,    94,     1,       "0.92"},
    {"d_ss",          DM_FM, 30,    94,     1,       "0.92"},
    {"curtis54",      NONE,  54,    291,    1,       "TIMEOUT"},
    {"curtis54",      DM,    54,    291,    1,       "TIMEOUT"},
    {"curtis54",      FM,    30,    164.59, 143219,  "1362.92"},
    {"curtis54",      DM_FM, 30,    164.59, 143219,  "1362.92"},
    {"will57",        NONE,  57,    281,    1,       "TIMEOUT"},
    {"will57",        DM,    57,    281,    1,       "TIMEOUT"},
    {"will57",        FM,    30,    150.89, 6834,    "65.89"},
    {"will57",        DM_FM, 30,    150.89, 6834,    "65.89"},
    {"impcol_b",      NONE,  59,    271,    1,       "TIMEOUT"},
    {"impcol_b",      DM,    3.1,   11.26,  19,      "18.16"},
    {"impcol_b",      FM,    30,    174,    1,       "0.76"},
    {"impcol_b",      DM_FM, 2.52,  10.1,   19,      "0.42"},
    {"dwt_59",        NONE,  59,    267,    1,       "TIMEOUT"},
    {"dwt_59",        DM,    59,    267,    1,       "TIMEOUT"},
    {"dwt_59",        FM,    30,    137.56, 162192,  "1575.81"},
    {"dwt_59",        DM_FM, 30,    137.56, 162192,  "1575.81"},
    {"bfwb62",        NONE,  62,    342,    1,       "TIMEOUT"},
    {"bfwb62",        DM,    31,    171,    2,       "1.06"},
    {"bfwb62",        FM,    0,     0,      0,       "overflow"},
    {"bfwb62",        DM_FM, 29.66, 181.44, 9,       "0.47"},
    {"ww_36_pmec_36", NONE,  66,    1194,   1,       "IMPOSSIBLE"},
    {"ww_36_pmec_36", DM,    6,     107.63, 11,      "TIMEOUT"},
    {"ww_36_pmec_36", FM,    30,    872,    1,       "0.87"},
    {"ww_36_pmec_36", DM_FM, 3.63,  80.18,  11,      "0.42"},
    {"west0067",      NONE,  67,    294,    1,       "IMPOSSIBLE"},
    {"west0067",      DM,    33.5,  146.5,  2,       "IMPOSSIBLE"},
    {"west0067",      FM,    30,    135.25, 3291509, "TIMEOUT"},
    {"west0067",      DM_FM, 30,    134.23, 2533556, "25093.45"},
    {"CAG_mat72",     NONE,  72,    1012,   1,       "IMPOSSIBLE"},
    {"CAG_mat72",     DM,    12,    128.5,  6,       "0.40"},
    {"CAG_mat72",     FM,    32.63, 479.15, 596728,  "TIMEOUT"},
    {"CAG_mat72",     DM_FM, 12,    128.5,  6,       "0.40"},
    {"steam3",        NONE,  80,    314,    1,       "IMPOSSIBLE"},
    {"steam3",        DM,    3.8,   14,     21,      "TIMEOUT"},
    {"steam3",        FM,    30,    143.04, 88,      "1.66"},
    {"steam3",        DM_FM, 23.55, 111.62, 90,      "1.64"},
};
/* clang-format on */

enum { CASES = sizeof cases / sizeof *cases };

enum { DIGITS = 17 };

/* What a run gave: wall-clock seconds with planning, NAN when it failed, but without those for
 * compiling kernels for GPUs, which a second run takes from the cache; the value, and its bound. */
struct measured {
    double seconds, compiling;
    char *value, *error;
};

static pm_options options_of(const struct bench *b, const struct sparse_case *c)
{
    pm_options options = b->cli->solve;

    options.paper = c->rules != OWN;
    options.reduce = rules[c->rules].reduce;
    options.gpus = b->gpus > 0 ? b->gpus : PM_GPUS_NONE;
    return options;
}

static int measure(struct measured *m, const struct bench *b, const struct sparse_case *c,
                   const pm_problem *problem)
{
    const pm_options options = options_of(b, c);
    pm_answer *answer = NULL;

    pm_status status = pm_solve(&answer, problem, &options);
    if (status == PM_UNABLE)
        return CLI_ANSWERED;
    if (status == PM_OK) {
        m->compiling = pm_answer_spent(answer, PM_COMPILING);
        m->seconds = pm_answer_seconds(answer) - m->compiling;
        status = pm_answer_text(&m->value, answer, DIGITS);
    }
    if (status == PM_OK)
        status = pm_answer_bound(&m->error, answer);
    pm_answer_free(answer);
    return status == PM_OK ? CLI_ANSWERED : cli_fail(b->cli, status, c->matrix);
}

static const struct table_column columns[] = {
    {"matrix", -14},      {"rules", -5},    {"leaves", 9},    {"n", 7},        {"nnz", 7},
    {"seconds", 11},      {"compiling", 9}, {"predicted", 9}, {"value", -24},  {"bound", -8},
    {"paper leaves", 12}, {"paper n", 7},   {"paper nnz", 9}, {"paper s", 11}, {NULL, 0},
};

/* True if the decomposition did not change the matrix; then counting again is not needed. */
static bool is_whole(const struct bench_plan *dm, const pm_problem *problem)
{
    return dm->leaves == 1 && dm->order == pm_problem_rows(problem);
}

/* The leaves of the paper's preprocessing, however long they would take.  A dash: there are too
 * many to be counted, or no engine can compute one. */
static int count_leaves(struct table *t, struct bench_plan counted[RULES], const struct bench *b,
                        const struct sparse_case *c, const pm_problem *problem)
{
    struct bench_plan *const plan = &counted[c->rules];
    pm_options options = options_of(b, c);
    pm_status status = PM_OK;

    options.seconds = 0;
    if (c->rules == DM_FM && is_whole(&counted[DM], problem))
        *plan = counted[FM];
    else
        status = bench_plan(plan, problem, &options);
    if (status != PM_OK)
        return cli_fail(b->cli, status, c->matrix);
    const double leaves =
        c->rules != OWN && plan->leaves > 0 && isfinite(plan->seconds) ? plan->leaves : NAN;
    table_put(t, "%s\t%s\t%.0f\t%.2f\t%.2f", c->matrix, rules[c->rules].title, leaves,
              plan->order / leaves, plan->entries / leaves);
    return CLI_ANSWERED;
}

static int run(struct table *t, struct bench_plan counted[RULES], const struct bench *b,
               const struct sparse_case *c, const pm_problem *problem)
{
    struct measured m = {NAN, NAN, NULL, NULL};
    const bool given = c->leaves > 0;
    int result = count_leaves(t, counted, b, c, problem);
    if (result != CLI_ANSWERED)
        return result;
    const double predicted = counted[c->rules].seconds;
    if (predicted <= b->limit)
        result = measure(&m, b, c, problem);
    table_put(t, "%.3f\t%.3f\t%.3g\t%s\t%s", m.seconds, m.compiling,
              isfinite(predicted) ? predicted : NAN, m.value != NULL ? m.value : "-",
              m.error != NULL ? m.error : "-");
    table_put(t, "%.0f\t%.2f\t%.2f\t%s\n", given ? c->leaves : NAN, given ? c->n : NAN,
              given ? c->nnz : NAN, c->seconds);
    free(m.value);
    free(m.error);
    return result;
}

/* Runs all rows of the matrix of case `first`; *next = the first case of another matrix. */
static int run_matrix(struct table *t, int *next, const struct bench *b, int first,
                      const char *directory)
{
    const struct sparse_case own = {.matrix = cases[first].matrix, .rules = OWN, .seconds = "-"};
    struct bench_plan counted[RULES];
    pm_problem *problem = NULL;
    char path[4096];
    int i = first;

    snprintf(path, sizeof path, "%s/%s.mtx", directory, own.matrix);
    const pm_status read = pm_problem_read_mtx(&problem, path);
    int result = read == PM_OK ? CLI_ANSWERED : cli_fail(b->cli, read, NULL);
    for (; i < CASES && strcmp(cases[i].matrix, own.matrix) == 0; i++)
        if (read == PM_OK)
            result = cli_worse(result, run(t, counted, b, &cases[i], problem));
    if (read == PM_OK)
        result = cli_worse(result, run(t, counted, b, &own, problem));
    pm_problem_free(problem);
    *next = i;
    return result;
}

int bench_sparse(const struct bench *b)
{
    const char *const directory = bench_directory(b);
    int result = CLI_ANSWERED;
    struct table t;

    if (directory == NULL)
        return CLI_USAGE;
    table_note(
        b->cli->csv,
        "leaves: submatrices left; n, nnz: their means; compiling: seconds that kernels for GPUs "
        "took before; own: this project's own plan; at last the paper's figures, of an H200\n\n");
    table_start(&t, b->cli->csv, columns);
    for (int i = 0; i < CASES;)
        result = cli_worse(result, run_matrix(&t, &i, b, i, directory));
    return result;
}
