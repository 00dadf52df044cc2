/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench engines: sums of k random permutation matrices, one line for the planner's choice and
 * one for each other engine that is predicted to answer within the limit (--time, else 10 seconds):
 * predicted and measured seconds, and the value, which all must share.  Reductions are left out but
 * for blocks, so that all engines see the same. */
#include "bench.h"

#include "engine/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct size {
    int n, k;
} sizes[] = {{40, 3}, {40, 4}, {40, 5}, {40, 6}, {40, 7}, {40, 8}, {60, 3}, {60, 4}};

static uint64_t next(uint64_t *state) /* xorshift64* */
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Entries that several permutations share stand once. */
static pm_status make(pm_problem **problem, struct size s)
{
    const size_t n = (size_t)s.n;
    uint64_t state = 1000 * (uint64_t)s.n + (uint64_t)s.k;
    char *const full = calloc(n * n, 1);
    int *const row = calloc(3 * n * n, sizeof *row), *const col = row + n * n,
               *const p = col + n * n;
    size_t count = 0;

    for (int round = 0; round < s.k; round++) {
        for (int i = 0; i < s.n; i++) {
            const int at = (int)(next(&state) % (uint64_t)(i + 1));
            p[i] = p[at];
            p[at] = i;
        }
        for (int i = 0; i < s.n; i++)
            full[(size_t)i * n + (size_t)p[i]] = 1;
    }
    for (int i = 0; i < s.n; i++) {
        for (int j = 0; j < s.n; j++) {
            if (full[(size_t)i * n + (size_t)j]) {
                row[count] = i;
                col[count++] = j;
            }
        }
    }
    const pm_status status =
        pm_problem_new(problem, PM_FIELD_PATTERN, s.n, s.n, count, row, col, NULL);
    free(full);
    free(row);
    return status;
}

/* One engine, or the planner's choice. */
static int run(const struct cli *cli, struct size s, const pm_problem *problem, const char *engine)
{
    pm_options options = cli->solve;
    pm_answer *answer = NULL;
    char *value = NULL;
    int result = CLI_ANSWERED;

    options.engine = engine;
    options.reduce = "dm";
    options.seconds = options.seconds > 0 ? options.seconds : 10;
    pm_status status = pm_solve(&answer, problem, &options);
    if (status == PM_OK)
        status = pm_answer_text(&value, answer, 0);
    if (status == PM_OK)
        printf("%4d %3d  %-9s %-12s %10.3f  %s\n", s.n, s.k, engine == NULL ? "chosen" : "",
               pm_answer_engines(answer), pm_answer_seconds(answer), value);
    else if (engine == NULL || status != PM_UNABLE)
        result = cli_fail(cli, status, engine);
    fflush(stdout);
    free(value);
    pm_answer_free(answer);
    return result;
}

int bench_engines(const struct cli *cli, int count, const char *const *operand)
{
    int result = CLI_ANSWERED;

    (void)count;
    (void)operand;
    printf("%4s %3s  %-9s %-12s %10s  %s\n", "n", "k", "", "engine", "seconds", "permanent");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        pm_problem *problem = NULL;
        if (make(&problem, sizes[i]) != PM_OK)
            return cli_fail(cli, PM_NOMEM, NULL);
        result = cli_worse(result, run(cli, sizes[i], problem, NULL));
        for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++) {
            if ((*e)->kinds & PM_PERMANENT_BIT)
                result = cli_worse(result, run(cli, sizes[i], problem, (*e)->name));
        }
        pm_problem_free(problem);
    }
    return result;
}
