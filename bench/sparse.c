/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench sparse: the sparse table of the SUPerman paper, measured again.
 *
 * The paper treats eleven matrices with no preprocessing, with the Dulmage-Mendelsohn
 * decomposition, with Forbert-Marx splitting, and with both, and reports the submatrices that are
 * left, their mean order and entries, and the seconds on an H200.  Here the submatrices are counted
 * first; what that predicts to take longer than the limit is marked and not run. */
#include "bench/bench.h"
#include "plan/paper.h"

#include <math.h>
#include <stdio.h>

enum rules { NONE, DM, FM, DM_FM };

static const struct {
    const char *title, *reduce; /* the latter as for --reduce */
    bool dm, fm;
} rules[] = {
    [NONE] = {"None", "none", false, false},
    [DM] = {"DM", "dm", true, false},
    [FM] = {"FM", "split", false, true},
    [DM_FM] = {"Both", "dm,split", true, true},
};

struct sparse_case {
    const char *matrix;
    enum rules rules;
    /* The paper's figures, as printed there; leaves 0: none given. */
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

static const double leaves_a_second = 5000; /* counted before giving up, per second of the limit */

/* Wall-clock seconds of the case; NAN when it failed, with *result set. */
static double measure(const struct bench *b, const struct sparse_case *c, const pm_problem *problem,
                      int *result)
{
    pm_options options = b->cli->solve;
    pm_answer *answer = NULL;
    double seconds = NAN;

    options.paper = true;
    options.reduce = rules[c->rules].reduce;
    const pm_status status = pm_solve(&answer, problem, &options);
    if (status == PM_OK)
        seconds = pm_answer_seconds(answer);
    else if (status != PM_UNABLE)
        *result = cli_fail(b->cli, status, c->matrix);
    pm_answer_free(answer);
    return seconds;
}

static const struct table_column columns[] = {
    {"matrix", -14}, {"rules", -5},    {"leaves", 9},    {"n", 7},
    {"nnz", 7},      {"seconds", 11},  {"predicted", 9}, {"paper leaves", 12},
    {"paper n", 7},  {"paper nnz", 9}, {"paper s", 11},  {NULL, 0},
};

static int run(struct table *t, const struct bench *b, const struct sparse_case *c,
               const pm_problem *problem)
{
    const bool given = c->leaves > 0;
    struct pm_paper paper;
    double seconds = NAN;
    int result = CLI_ANSWERED;

    const pm_status status = pm_paper_count(&paper, problem, rules[c->rules].dm, rules[c->rules].fm,
                                            b->limit * leaves_a_second);
    if (status != PM_OK)
        return cli_fail(b->cli, status, c->matrix);
    const double predicted = paper.complete ? paper.seconds / b->threads : NAN;
    const double leaves = paper.complete && paper.leaves > 0 ? paper.leaves : NAN;
    if (predicted <= b->limit)
        seconds = measure(b, c, problem, &result);
    table_put(t, "%s\t%s\t%s%.0f\t%.2f\t%.2f\t%.3f\t%.3g", c->matrix, rules[c->rules].title,
              paper.complete ? "" : ">", paper.leaves, paper.sum_n / leaves, paper.sum_nnz / leaves,
              seconds, predicted);
    table_put(t, "%.0f\t%.2f\t%.2f\t%s\n", given ? c->leaves : NAN, given ? c->n : NAN,
              given ? c->nnz : NAN, c->seconds);
    return result;
}

int bench_sparse(const struct bench *b)
{
    const char *const directory = bench_directory(b);
    int result = CLI_ANSWERED;
    struct table t;

    if (directory == NULL)
        return CLI_USAGE;
    table_note(b->cli->csv, "leaves: submatrices left; n, nnz: their means; at last the paper's "
                            "figures, of an H200\n\n");
    table_start(&t, b->cli->csv, columns);
    for (int i = 0; i < CASES; i++) {
        pm_problem *problem = NULL;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.mtx", directory, cases[i].matrix);
        const pm_status read = pm_problem_read_mtx(&problem, path);
        result = cli_worse(result, read == PM_OK ? run(&t, b, &cases[i], problem)
                                                 : cli_fail(b->cli, read, NULL));
        pm_problem_free(problem);
    }
    return result;
}
