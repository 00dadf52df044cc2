/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench estimate: estimates with proved errors, of matrices that are too large for exact
 * methods.
 *
 * U: uniform numbers in [0, 1] with six digits; B5 and B2: 0/1 with density 0.5 and 0.2.  If
 * PM_DATA names a directory, also the patterns of some of its matrices, which exact engines could
 * compute. Exact engines are off, delta is 0.05, and seconds are processor seconds of all threads.
 */
#include "bench/bench.h"
#include "tools/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const struct sized {
    const char *name;
    int n, percent; /* 0/1 entries with this density; 0: uniform numbers; n 0: a file */
    double epsilon;
} cases[] = {
    {"U60", 60, 0, 0.01},      {"B5_60", 60, 50, 0.01}, {"U100", 100, 0, 0.01},
    {"B5_100", 100, 50, 0.01}, {"B2_40", 40, 20, 0.1},  {"B2_60", 60, 20, 0.1},
    {"gre_115", 0, 0, 0.1},    {"can_144", 0, 0, 0.1},
};

enum { CASES = sizeof cases / sizeof *cases };

const char *bench_estimate_name(int k)
{
    return k < CASES ? cases[k].name : NULL;
}

struct drawing {
    const struct sized *c;
    uint64_t state;
};

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct drawing *const d = context;

    (void)im, (void)i, (void)j;
    if (d->c->percent > 0) {
        fmpq_one(re);
        return bench_draw(&d->state, 100) < d->c->percent;
    }
    fmpq_set_si(re, bench_draw(&d->state, 1000000), 1000000);
    return !fmpq_is_zero(re);
}

/* *problem = NULL if there is no such file. */
static pm_status make(pm_problem **problem, const struct sized *c)
{
    struct drawing d = {c, 1};
    struct pm_matrix *a;
    char path[4096];

    *problem = NULL;
    if (c->n > 0) {
        PM_TRY(bench_matrix(&a, c->n, false, entry, &d));
        return bench_problem(problem, a);
    }
    if (getenv("PM_DATA") == NULL)
        return PM_OK;
    snprintf(path, sizeof path, "%s/%s.mtx", getenv("PM_DATA"), c->name);
    PM_TRY(pm_problem_read_mtx(problem, path));
    return pm_problem_to_pattern(*problem);
}

static const struct table_column columns[] = {
    {"case", -10}, {"epsilon", 8}, {"seconds", 9}, {"value", -14}, {NULL, 0},
};

static pm_status run(struct table *t, const struct bench *b, const struct sized *c)
{
    pm_options options = b->options;
    pm_problem *problem;
    pm_answer *answer = NULL;
    char *value = NULL;

    PM_TRY(make(&problem, c));
    if (problem == NULL)
        return PM_OK;
    options.engine = "estimate";
    options.estimate = c->epsilon;
    const clock_t begin = clock();
    pm_status status = pm_solve(&answer, problem, &options);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (status == PM_OK)
        status = pm_answer_text(&value, answer, 0);
    if (status == PM_OK)
        table_put(t, "%s\t%g\t%.3f\t%s\n", c->name, c->epsilon, seconds, value);
    free(value);
    pm_answer_free(answer);
    pm_problem_free(problem);
    return status;
}

int bench_estimate(const struct bench *b)
{
    pm_status status = PM_OK;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (int i = 0; i < CASES && status == PM_OK; i++)
        if (bench_asked(b, cases[i].name))
            status = run(&t, b, &cases[i]);
    return bench_end(b, status);
}
