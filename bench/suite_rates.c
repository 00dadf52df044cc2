/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench rates: every engine in every number type, the predicted seconds beside the measured
 * ones.
 *
 * An engine computes the largest matrix of all families below that it is predicted to compute
 * within --time.  Columns: the steps of the engine, as its cost() counts them, for all rings;
 * predicted and measured seconds; measured steps per second, which is the engine's rate on these
 * threads or GPUs; and measured divided by predicted seconds.
 */
#include "bench/bench.h"
#include "engine/engine.h"

#include <math.h>

/* ------------------------------------------------------------------ matrices */

static const struct numbers {
    const char *name;
    pm_precision precision;
    bool complex_values;
} numbers[] = {
    {"real", PM_PRECISION_DOUBLE, false}, {"complex", PM_PRECISION_DOUBLE, true},
    {"dd", PM_PRECISION_DD, false},       {"complex dd", PM_PRECISION_DD, true},
    {"exact", PM_PRECISION_EXACT, false},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

struct entries {
    const struct numbers *numbers;
    int n;
    uint64_t state;
};

static bool full_entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    struct entries *const e = context;

    (void)i, (void)j;
    fmpq_set_si(re, 1 + bench_draw(&e->state, 999), 1000);
    if (e->numbers->complex_values)
        fmpq_set_si(im, 1 + bench_draw(&e->state, 999), 1000);
    return true;
}

/* Four entries in every row and column, at distances that differ. */
static bool sparse_entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const int n = ((struct entries *)context)->n, k = (j - i + n) % n;

    return full_entry(re, im, i, j, context) && (k == 0 || k == 1 || k == 4 || k == 9);
}

/* A lattice has no weights, so its numbers are 0 and 1 in every number type. */
static const struct family {
    const char *name;
    bench_entry *entry; /* NULL: a lattice with sides n and n */
    bool king;
    int least, most, step;
} families[] = {
    {"full", full_entry, false, 4, 64, 1},
    {"sparse", sparse_entry, false, 10, 64, 2},
    {"grid", NULL, false, 10, 24, 2},
    {"king", NULL, true, 4, 24, 2},
};

static pm_status make(pm_problem **problem, const struct family *family, const struct numbers *kind,
                      int n)
{
    struct entries entries = {.numbers = kind, .n = n, .state = 12345};
    struct pm_matrix *a;

    if (family->entry != NULL) {
        PM_TRY(bench_matrix(&a, n, kind->complex_values, family->entry, &entries));
        return bench_problem(problem, a);
    }
    return bench_grid(problem, n, family->king);
}

/* ------------------------------------------------------------------ rows */

/* The largest matrix so far that an engine computes within the limit; order 0: none. */
struct rate {
    const char *family;
    pm_problem *problem;
    int order;
    struct bench_plan plan;
};

static pm_options options_of(const struct bench *b, const char *engine, const struct numbers *kind)
{
    pm_options options = b->options;

    options.engine = engine;
    options.reduce = "none";
    options.precision = kind->precision;
    options.gpus = b->gpus > 0 ? b->gpus : PM_GPUS_NONE;
    options.threads = b->threads;
    return options;
}

/* Plans a problem, and keeps it if it is the largest so far.  PM_UNABLE: the engine cannot compute
 * it, or not within the limit. */
static pm_status try_order(struct rate *r, const struct bench *b, const char *engine,
                           const struct family *family, const struct numbers *kind, int n)
{
    const pm_options options = options_of(b, engine, kind);
    struct bench_plan plan;
    pm_problem *problem;

    PM_TRY(make(&problem, family, kind, n));
    const pm_status status = bench_plan(&plan, problem, &options);
    const bool fits = status == PM_OK && isfinite(plan.seconds);
    if (fits && pm_problem_rows(problem) > r->order && plan.cores == 1) {
        pm_problem_free(r->problem);
        *r = (struct rate){family->name, problem, pm_problem_rows(problem), plan};
        problem = NULL;
    }
    pm_problem_free(problem);
    return status == PM_OK && !fits ? PM_UNABLE : status;
}

static pm_status put_row(struct table *t, const struct bench *b, const char *engine,
                         const struct numbers *kind)
{
    pm_options options = options_of(b, engine, kind);
    struct rate r = {.order = 0};
    pm_answer *answer = NULL;
    pm_status status = PM_OK;

    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        const struct family *const f = &families[k];
        status = PM_OK;
        for (int n = f->least; n <= f->most && status == PM_OK; n += f->step)
            status = try_order(&r, b, engine, f, kind, n);
        if (status != PM_OK && status != PM_UNABLE)
            goto done;
    }
    options.seconds = 0; /* --time chooses the matrix; it does not stop the run */
    status = r.order > 0 ? pm_solve(&answer, r.problem, &options) : PM_OK;
    if (r.order > 0 && status == PM_OK) {
        const double seconds = pm_answer_seconds(answer) - pm_answer_spent(answer, PM_PLANNING);
        table_put(t, "%s\t%s\t%s\t%d\t%.4g\t%.3g\t%.3g\t%.3g\t%.2f\n", engine, kind->name, r.family,
                  r.order, r.plan.steps, r.plan.seconds, seconds, r.plan.steps / seconds,
                  seconds / r.plan.seconds);
    }
done:
    pm_answer_free(answer);
    pm_problem_free(r.problem);
    return status;
}

const char *bench_rates_name(int k)
{
    return pm_engines[k] != NULL ? pm_engines[k]->name : NULL;
}

int bench_rates(const struct bench *b)
{
    static const struct table_column columns[] = {
        {"engine", -12},  {"numbers", -10}, {"matrix", -6}, {"n", 4},     {"steps", 10},
        {"predicted", 9}, {"seconds", 9},   {"steps/s", 9}, {"ratio", 6}, {NULL, 0}};
    pm_status status = PM_OK;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (int k = 0; pm_engines[k] != NULL; k++)
        for (int j = 0; j < NUMBERS && status == PM_OK && bench_asked(b, bench_rates_name(k)); j++)
            status = put_row(&t, b, bench_rates_name(k), &numbers[j]);
    return bench_end(b, status);
}
