/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench known: matrices from formulas, whose permanents are published or have a closed form.
 * Measures engines with answers that are certain. */
#include "bench/bench.h"
#include "tools/say.h"

#include <stdlib.h>
#include <string.h>

static int identity(int n, int i, int j)
{
    (void)n;
    return i == j;
}

static int all_ones(int n, int i, int j)
{
    (void)n, (void)i, (void)j;
    return 1;
}

static int derangement(int n, int i, int j)
{
    (void)n;
    return i != j;
}

/* J - I - P, where P is the cyclic shift. */
static int menage(int n, int i, int j)
{
    return j != i && j != (i + 1) % n;
}

/* I + P + P^2. */
static int three_diagonals(int n, int i, int j)
{
    return (j - i + n) % n <= 2;
}

static int tridiagonal(int n, int i, int j)
{
    (void)n;
    return abs(i - j) <= 1;
}

static int hessenberg(int n, int i, int j)
{
    (void)n;
    return j <= i + 1;
}

/* The 8 x 8 chessboard: black squares are rows, white squares are columns, four in each line. */
static int chessboard(int n, int i, int j)
{
    const int y = i / 4, x = 2 * (i % 4) + y % 2;
    const int v = j / 4, u = 2 * (j % 4) + 1 - v % 2;

    (void)n;
    return abs(x - u) + abs(y - v) == 1;
}

struct known {
    const char *name;
    int n;
    int (*entry)(int n, int i, int j);
    const char *engine; /* NULL: the planner's choice */
    const char *reduce; /* NULL: all rules */
    const char *answer;
};

#define FACTORIAL_70                                                                               \
    "119785716699698917960727837216890987364589381425"                                             \
    "46425857555362864628009582789845319680000000000000000"

/* Sources: OEIS A000166 (derangements), A000179 (menage), A004003 (dominoes); Fibonacci and Lucas
 * numbers by continued expansion along the first row; a formula where the name says so. */
/* clang-format off */
static const struct known cases[] = {
    {"identity-1000",      1000, identity,        NULL,        NULL,   "1"},
    {"all-ones-70",          70, all_ones,        NULL,        NULL,   FACTORIAL_70},
    {"fibonacci-90",         90, tridiagonal,     NULL,        NULL,   "4660046610375530309"},
    {"lucas-50",             50, three_diagonals, NULL,        NULL,   "28143753125"},
    {"chessboard",           32, chessboard,      NULL,        NULL,   "12988816"},
    {"menage-20",            20, menage,          NULL,        NULL,   "312400218671253762"},
    {"derangements-24",      24, derangement,     NULL,        NULL,   "228250211305338670494289"},
    {"ryser-20",             20, derangement,     "ryser",     "none", "895014631192902121"},
    {"sparyser-chessboard",  32, chessboard,      "sparyser",  "none", "12988816"},
    {"enumerate-chessboard", 32, chessboard,      "enumerate", "none", "12988816"},
    {"enumerate-hessenberg", 20, hessenberg,      "enumerate", "none", "524288"},
};
/* clang-format on */

enum { CASES = sizeof cases / sizeof *cases };

const char *bench_known_name(int k)
{
    return k < CASES ? cases[k].name : NULL;
}

int bench_known_order(int k)
{
    return cases[k].n;
}

int bench_known_entry(int k, int i, int j)
{
    return cases[k].entry(cases[k].n, i, j);
}

const char *bench_known_rules(int k)
{
    return cases[k].reduce;
}

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct known *const c = context;

    (void)im;
    fmpq_one(re);
    return c->entry(c->n, i, j);
}

static pm_status make(pm_problem **problem, const struct known *c)
{
    struct pm_matrix *a;

    PM_TRY(bench_matrix(&a, c->n, false, entry, (void *)c));
    PM_TRY(bench_problem(problem, a));
    return pm_problem_to_pattern(*problem);
}

static const struct table_column columns[] = {
    {"case", -22}, {"n", 5}, {"engines", -12}, {"seconds", 10}, {"answer", -7}, {NULL, 0},
};

static int run(struct table *t, const struct bench *b, const struct known *c)
{
    pm_options options = b->options;
    pm_problem *problem = NULL;
    pm_answer *answer = NULL;
    char *value = NULL;
    int result;
    pm_status status;

    options.engine = c->engine;
    options.reduce = c->reduce;
    table_put(t, "%s\t%d", c->name, c->n);
    PM_TRY_GOTO(status, make(&problem, c), done);
    PM_TRY_GOTO(status, pm_solve(&answer, problem, &options), done);
    status = pm_answer_text(&value, answer, 0);
done:
    if (status == PM_OK) {
        const bool right = strcmp(value, c->answer) == 0;
        table_put(t, "%s\t%.4f\t%s\n", pm_answer_engines(answer), pm_answer_seconds(answer),
                  right ? "right" : "WRONG");
        result = right ? CLI_ANSWERED : CLI_WRONG;
    } else {
        table_put(t, "nan\tnan\tnot run\n");
        result = cli_fail(b->cli, status, c->name);
    }
    free(value);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return result;
}

int bench_known(const struct bench *b)
{
    int result = CLI_ANSWERED;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (int i = 0; i < CASES; i++)
        if (bench_asked(b, cases[i].name))
            result = cli_worse(result, run(&t, b, &cases[i]));
    return result;
}
