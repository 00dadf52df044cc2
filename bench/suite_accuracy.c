/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench accuracy: the table of precision of the SUPerman paper, with its modes and ours.
 *
 * All entries are 0.91, so the permanent is n! 0.91^n.  For each order: seconds; the relative error
 * compared with the exact value; and for our modes, the bound that comes with the answer.  If a
 * mode of the paper is predicted to take longer than --time, the prediction is printed with a "~".
 */
#include "base/alloc.h"
#include "base/clock.h"
#include "bench/bench.h"
#include "bench/modes.h"
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>

/* Rows times subsets per second of one thread of the machine on which rates were measured, for
 * predictions. */
static const double paper_rate[PAPER_MODES] = {3e9, 3e9, 3e9, 1e9, 3e9};

static const struct ours {
    const char *name, *engine; /* engine NULL: the planner's choice */
    pm_precision precision;
} ours[] = {
    {"dense", "dense", PM_PRECISION_DOUBLE},
    {"dense dd", "dense", PM_PRECISION_DD},
    {"128 bits", "dense", 128},
    {"graded", "graded", PM_PRECISION_DOUBLE},
    {"default", NULL, PM_PRECISION_AUTO},
};

enum { NUMERATOR = 91, DENOMINATOR = 100 };

static bool constant_entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    (void)im, (void)i, (void)j, (void)context;
    fmpq_set_si(re, NUMERATOR, DENOMINATOR);
    return true;
}

static void known_constant(fmpq_t value, int n)
{
    fmpq_t factor;

    fmpq_init(factor);
    fmpq_one(value);
    for (int k = 1; k <= n; k++) {
        fmpq_set_si(factor, NUMERATOR * k, DENOMINATOR);
        fmpq_mul(value, value, factor);
    }
    fmpq_clear(factor);
}

struct trial {
    const struct bench *b;
    pm_problem *problem;
    struct pm_gauss truth;
};

static double ratio(struct pm_mag x, struct pm_mag y)
{
    return x.m == 0 ? 0 : ldexp(x.m / y.m, (int)(x.e - y.e));
}

/* |value - truth| / |truth|. */
static double relative_error(const struct pm_gauss *value, const struct trial *trial)
{
    struct pm_gauss gap;

    pm_gauss_init(&gap);
    pm_gauss_sub(&gap, value, &trial->truth);
    const double error = ratio(pm_mag_fmpq(gap.re), pm_mag_fmpq(trial->truth.re));
    pm_gauss_clear(&gap);
    return error;
}

/* ------------------------------------------------------------------- the table */

static const struct table_column columns[] = {
    {"matrix", -26}, {"n", 3},     {"threads", 7}, {"mode", -11},       {"seconds", 10},
    {"error", 9},    {"bound", 9}, {"paper s", 9}, {"paper error", 11}, {NULL, 0},
};

/* The paper's table of precision: all entries are 0.91; on a Quadro GV100; NAN: more than 50000
 * s. */
static const struct published {
    int n;
    double seconds[PAPER_MODES], error[PAPER_MODES];
} published[] = {
    {35, {1.31, 1.36, 1.47, 2.63, 1.34}, {1.40e-9, 9.70e-12, 1.06e-11, 9.70e-12, 8.78e-12}},
    {40, {14.25, 15.60, 16.34, 60.12, 14.78}, {2.69e-7, 6.51e-11, 8.56e-11, 6.51e-11, 6.63e-11}},
    {45,
     {496.34, 557.99, 592.17, 2178.91, 526.46},
     {1.49e-4, 2.54e-10, 2.31e-10, 2.54e-10, 2.34e-10}},
    {48,
     {4118.14, 4540.18, 4716.39, 17881.54, 4430.63},
     {1.09e-5, 4.87e-10, 1.31e-10, 4.87e-10, 5.68e-10}},
    {50, {17154.49, 18395.20, 20270.01, NAN, 17692.18}, {3.78e-4, 3.47e-9, 3.13e-9, NAN, 3.36e-9}},
};

/* A row of the table. */
struct figures {
    double seconds, error, bound;
    double paper_seconds, paper_error;
    bool foreseen; /* the seconds are a prediction */
};

static struct figures no_figures(int n, enum paper_mode mode)
{
    struct figures f = {NAN, NAN, NAN, NAN, NAN, false};

    for (size_t k = 0; k < sizeof published / sizeof *published; k++)
        if (published[k].n == n && mode < PAPER_MODES) {
            f.paper_seconds = published[k].seconds[mode];
            f.paper_error = published[k].error[mode];
        }
    return f;
}

static void put_row(struct table *t, const struct trial *trial, const char *mode,
                    const struct figures *f)
{
    table_put(t, "all entries 0.91\t%d\t%d\t%s\t%s%.2e\t%.2e\t%.2e\t%.2f\t%.2e\n",
              pm_problem_rows(trial->problem), trial->b->threads, mode, f->foreseen ? "~" : "",
              f->seconds, f->error, f->bound, f->paper_seconds, f->paper_error);
}

static pm_status run_paper(struct figures *f, const struct trial *trial, enum paper_mode mode)
{
    const int n = pm_problem_rows(trial->problem), threads = trial->b->threads;

    f->seconds = ldexp(n, n - 1) / paper_rate[mode] / threads;
    f->foreseen = f->seconds > trial->b->limit;
    if (f->foreseen)
        return PM_OK;
    double *column, start;
    struct pm_value value;
    PM_NEW(column, n * n);
    for (int k = 0; k < n * n; k++)
        column[k] = (double)NUMERATOR / DENOMINATOR;
    start = pm_clock();
    const struct pm_dd sum = paper_permanent(mode, column, n, threads);
    f->seconds = pm_clock() - start;
    free(column);
    const struct pm_part part = {.re = {sum.hi, sum.lo}};
    pm_value_init(&value);
    const pm_status status = pm_value_set_part(&value, &part);
    f->error = relative_error(&value.centre, trial);
    pm_value_clear(&value);
    return status;
}

/* The seconds stay NAN if the engine cannot compute the matrix within the limit. */
static pm_status run_ours(struct figures *f, const struct trial *trial, const struct ours *mode)
{
    pm_options options = trial->b->options;
    pm_answer *answer = NULL;

    options.engine = mode->engine;
    options.precision = mode->precision;
    options.reduce = "none";
    options.gpus = trial->b->gpus > 0 ? trial->b->gpus : PM_GPUS_NONE;
    const pm_status status = pm_solve(&answer, trial->problem, &options);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    f->seconds = pm_answer_seconds(answer);
    f->error = relative_error(&answer->value.centre, trial);
    f->bound = ratio(answer->value.error, pm_mag_fmpq(trial->truth.re));
    pm_answer_free(answer);
    return PM_OK;
}

static pm_status run_order(struct table *t, const struct bench *b, int n)
{
    struct trial trial = {.b = b};
    struct pm_matrix *a;
    pm_status status;

    pm_gauss_init(&trial.truth);
    known_constant(trial.truth.re, n);
    PM_TRY_GOTO(status, bench_matrix(&a, n, false, constant_entry, NULL), done);
    PM_TRY_GOTO(status, bench_problem(&trial.problem, a), done);
    for (enum paper_mode k = 0; k < PAPER_MODES; k++) {
        struct figures f = no_figures(n, k);
        PM_TRY_GOTO(status, run_paper(&f, &trial, k), done);
        put_row(t, &trial, paper_mode_name(k), &f);
    }
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
        struct figures f = no_figures(n, PAPER_MODES);
        PM_TRY_GOTO(status, run_ours(&f, &trial, &ours[k]), done);
        put_row(t, &trial, ours[k].name, &f);
    }
done:
    pm_problem_free(trial.problem);
    pm_gauss_clear(&trial.truth);
    return status;
}

int bench_accuracy(const struct bench *b)
{
    pm_status status = PM_OK;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (int k = 0; k < b->orders && status == PM_OK; k++)
        status = run_order(&t, b, b->order[k]);
    return bench_end(b, status);
}
