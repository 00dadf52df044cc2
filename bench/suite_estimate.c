/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench estimate: estimates and bounds of matrices that are too large for exact methods, beside
 * the seconds to reach.
 *
 * U: uniform numbers in [0, 1] with six digits; B5 and B2: 0/1 with density 0.5 and 0.2; R5: the
 * sum of five random permutations; S: 0/1 with five entries in each row.  If PM_DATA names a
 * directory, also the patterns of some of its matrices.  Exact engines are off, delta is 0.05, and
 * seconds are processor seconds of all threads.  The value of bounds is the upper one. */
#include "bench/bench.h"
#include "base/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum how { PROVED, UNPROVED, BOUNDS };

/* n 0: a file */
enum entries { UNIFORM, HALF = 50, FIFTH = 20, PERMUTATIONS = 101, FIVE };

static const struct sized {
    const char *name;
    int n;
    enum entries entries;
    enum how how;
    double epsilon, reach;
} cases[] = {
    {"U60", 60, UNIFORM, PROVED, 0.01, 0.2},
    {"B5_60", 60, HALF, PROVED, 0.01, 0.5},
    {"U100", 100, UNIFORM, PROVED, 0.01, 2},
    {"B5_100", 100, HALF, PROVED, 0.01, 2},
    {"B2_40", 40, FIFTH, PROVED, 0.1, 0.3},
    {"B2_60", 60, FIFTH, PROVED, 0.1, 3},
    {"gre_115", 0, UNIFORM, PROVED, 0.1, 60},
    {"can_144", 0, UNIFORM, PROVED, 0.1, 60},
    {"R5_1000", 1000, PERMUTATIONS, UNPROVED, 0.05, 10},
    {"bcsstk05", 0, UNIFORM, UNPROVED, 0.05, 60},
    {"gre_216a", 0, UNIFORM, UNPROVED, 0.05, 60},
    {"can_161", 0, UNIFORM, UNPROVED, 0.05, 60},
    {"lshp_265", 0, UNIFORM, UNPROVED, 0.05, 60},
    {"dwt_209", 0, UNIFORM, UNPROVED, 0.05, 60},
    {"ash292", 0, UNIFORM, UNPROVED, 0.05, 60},
    {"S10000", 10000, FIVE, BOUNDS, 0, 2},
};

enum { CASES = sizeof cases / sizeof *cases };

const char *bench_estimate_name(int k)
{
    return k < CASES ? cases[k].name : NULL;
}

struct drawing {
    const struct sized *c;
    uint64_t state;
    int *lines; /* FIVE columns for each row: of permutations, or different ones */
};

enum { LINES = 5 };

static bool listed(fmpq *re, const struct drawing *d, int i, int j)
{
    long count = 0;

    for (int k = 0; k < LINES; k++)
        count += d->lines[k * d->c->n + i] == j;
    if (count > 0)
        fmpq_set_si(re, d->c->entries == FIVE ? 1 : count, 1);
    return count > 0;
}

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct drawing *const d = context;

    (void)im;
    if (d->lines != NULL)
        return listed(re, d, i, j);
    if (d->c->entries != UNIFORM) {
        fmpq_one(re);
        return bench_draw(&d->state, 100) < (long)d->c->entries;
    }
    fmpq_set_si(re, bench_draw(&d->state, 1000000), 1000000);
    return !fmpq_is_zero(re);
}

/* Five random permutations; with FIVE entries in each row, the first is the diagonal and the others
 * are any columns. */
static void draw_lines(struct drawing *d)
{
    const int n = d->c->n;

    for (int k = 0; k < LINES; k++)
        for (int i = 0; i < n; i++) {
            int *const line = d->lines + k * n;
            const bool five = d->c->entries == FIVE;
            const int j = (int)bench_draw(&d->state, five ? n : i + 1);
            line[i] = !five ? line[j] : k > 0 ? j : i;
            line[j] = five ? line[j] : i;
        }
}

/* *problem = NULL if there is no such file. */
static pm_status make(pm_problem **problem, const struct sized *c)
{
    struct drawing d = {c, 1, NULL};
    struct pm_matrix *a;
    char path[4096];

    *problem = NULL;
    if (c->n > 0) {
        if (c->entries >= PERMUTATIONS) {
            PM_NEW(d.lines, LINES * c->n);
            draw_lines(&d);
        }
        const pm_status status = bench_matrix(&a, c->n, false, entry, &d);
        free(d.lines);
        return status == PM_OK ? bench_problem(problem, a) : status;
    }
    if (getenv("PM_DATA") == NULL)
        return PM_OK;
    snprintf(path, sizeof path, "%s/%s.mtx", getenv("PM_DATA"), c->name);
    PM_TRY(pm_problem_read_mtx(problem, path));
    return pm_problem_to_pattern(*problem);
}

static const struct table_column columns[] = {
    {"case", -10},   {"epsilon", 8}, {"how", -9}, {"seconds", 9},
    {"to reach", 9}, {"value", -14}, {NULL, 0},
};

static pm_status find_value(char **value, pm_problem *problem, const struct bench *b,
                            const struct sized *c)
{
    pm_options options = b->options;
    pm_answer *answer = NULL;
    double log10_bounds[2];

    if (c->how == BOUNDS) {
        PM_TRY(pm_bounds(log10_bounds, NULL, problem, &options));
        return asprintf(value, "10^%.3f", log10_bounds[1]) < 0 ? PM_NOMEM : PM_OK;
    }
    options.engine = "estimate";
    options.estimate = c->epsilon;
    options.unproved = c->how == UNPROVED;
    pm_status status = pm_solve(&answer, problem, &options);
    if (status == PM_OK)
        status = pm_answer_text(value, answer, 0);
    pm_answer_free(answer);
    return status;
}

static pm_status run(struct table *t, const struct bench *b, const struct sized *c)
{
    static const char *const names[] = {"proved", "unproved", "bounds"};
    pm_problem *problem;
    char *value = NULL;

    PM_TRY(make(&problem, c));
    if (problem == NULL)
        return PM_OK;
    const clock_t begin = clock();
    const pm_status status = find_value(&value, problem, b, c);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    if (status == PM_OK)
        table_put(t, "%s\t%g\t%s\t%.3f\t%g\t%s\n", c->name, c->epsilon, names[c->how], seconds,
                  c->reach, value);
    free(value);
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
