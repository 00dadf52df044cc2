/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench known: matrices that a formula makes and whose permanent is published or follows from
 * a closed formula.  Times engines where nobody can doubt the answer. */
#include "bench.h"

#include <stdio.h>
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

/* J - I - P, P the cyclic shift. */
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

/* The 8 x 8 chessboard: black squares are rows, white squares columns, four to a line. */
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
    {"glynn-20",             20, derangement,     "glynn",     "none", "895014631192902121"},
    {"recompute-20",         20, derangement,     "recompute", "none", "895014631192902121"},
    {"sparyser-chessboard",  32, chessboard,      "sparyser",  "none", "12988816"},
    {"enumerate-chessboard", 32, chessboard,      "enumerate", "none", "12988816"},
    {"enumerate-hessenberg", 20, hessenberg,      "enumerate", "none", "524288"},
};
/* clang-format on */

enum { CASES = sizeof cases / sizeof *cases };

static pm_status make(pm_problem **problem, const struct known *c)
{
    const size_t room = (size_t)c->n * (size_t)c->n;
    int *const rows = malloc(2 * room * sizeof *rows), *const cols = rows + room;
    size_t count = 0;

    if (rows == NULL)
        return PM_NOMEM;
    for (int i = 0; i < c->n; i++) {
        for (int j = 0; j < c->n; j++) {
            if (c->entry(c->n, i, j)) {
                rows[count] = i;
                cols[count++] = j;
            }
        }
    }
    const pm_status status =
        pm_problem_new(problem, PM_FIELD_PATTERN, c->n, c->n, count, rows, cols, NULL);
    free(rows);
    return status;
}

static int run(const struct cli *cli, const struct known *c)
{
    pm_options options = cli->solve;
    pm_problem *problem = NULL;
    pm_answer *answer = NULL;
    char *value = NULL;
    int result = CLI_ANSWERED;

    options.engine = c->engine;
    options.reduce = c->reduce;
    pm_status status = make(&problem, c);
    if (status == PM_OK)
        status = pm_solve(&answer, problem, &options);
    if (status == PM_OK)
        status = pm_answer_text(&value, answer, 0);
    if (status == PM_OK) {
        const bool right = strcmp(value, c->answer) == 0;

        printf("%-22s %5d  %-12s %10.4f  %s\n", c->name, c->n, pm_answer_engines(answer),
               pm_answer_seconds(answer), right ? "right" : "WRONG");
        result = right ? CLI_ANSWERED : CLI_WRONG;
    } else {
        printf("%-22s %5d  %-12s %10s  not run\n", c->name, c->n, "-", "-");
        result = cli_fail(cli, status, c->name);
    }
    fflush(stdout);
    free(value);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return result;
}

/* No operand asks for all cases. */
static bool asked(const char *name, int count, const char *const *operand)
{
    for (int k = 0; k < count; k++) {
        if (strcmp(name, operand[k]) == 0)
            return true;
    }
    return count == 0;
}

static bool exists(const char *name)
{
    for (int i = 0; i < CASES; i++) {
        if (strcmp(name, cases[i].name) == 0)
            return true;
    }
    return false;
}

int bench_known(const struct cli *cli, int count, const char *const *operand)
{
    int status = CLI_ANSWERED;

    for (int k = 0; k < count; k++) {
        if (!exists(operand[k]))
            return cli_usage(cli->program, "known: there is no case '%s'", operand[k]);
    }
    printf("%-22s %5s  %-12s %10s\n", "case", "n", "engines", "seconds");
    for (int i = 0; i < CASES; i++) {
        if (asked(cases[i].name, count, operand))
            status = cli_worse(status, run(cli, &cases[i]));
    }
    return status;
}
