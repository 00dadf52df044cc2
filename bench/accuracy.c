/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench accuracy: the table of precision of the SUPerman paper, its modes beside ours.
 *
 * For each matrix and order: seconds, the relative error against the exact value, and for our modes
 * the bound that comes with the answer.  The exact value of a constant matrix is n! a^n; that of a
 * matrix of rank three a sum over three exponents; that of the others, whose entries are integers
 * over one denominator, is computed exactly, or, where that takes too long, in double-double.  What
 * is predicted to take longer than --time is left out. */
#include "base/alloc.h"
#include "base/clock.h"
#include "bench/bench.h"
#include "bench/families.h"
#include "bench/matrix.h"
#include "bench/modes.h"
#include "solve/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The exact value may take so many times longer than a mode. */
static const double REFERENCE = 2;

/* Rows times subsets that one thread of the machine on which rates were measured does in a second,
 * for predictions. */
static const double paper_rate[PAPER_MODES] = {3e9, 3e9, 3e9, 1e9, 3e9};

static const struct ours {
    const char *name, *engine; /* engine NULL: the planner's choice */
    pm_precision precision;
} ours[] = {
    {"dense", "dense", PM_PRECISION_DOUBLE},
    {"ryser", "ryser", PM_PRECISION_DOUBLE},
    {"dense dd", "dense", PM_PRECISION_DD},
    {"glynn dd", "glynn", PM_PRECISION_DD},
    {"128 bits", "dense", 128},
    {"graded", "graded", PM_PRECISION_DOUBLE},
    {"default", NULL, PM_PRECISION_AUTO},
};

/* ------------------------------------------------------------------- a case */

struct trial {
    const struct bench *b;
    pm_problem *problem;
    double *column; /* real ones: doubles by columns */
    struct pm_value truth;
    bool known;
};

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct sample *const s = context;

    fmpq_set(re, s->re + i * s->n + j);
    fmpq_set(im, s->im + i * s->n + j);
    return true;
}

static pm_status trial_fill(struct trial *trial, const struct family *family, int n)
{
    struct sample s = {.n = n, .re = _fmpq_vec_init(n * n), .im = _fmpq_vec_init(n * n)};
    struct pm_matrix *a;
    pm_status status;

    family->fill(&s);
    PM_NEW_GOTO(status, trial->column, n * n, done);
    for (int k = 0; k < n * n; k++)
        trial->column[k % n * n + k / n] = fmpq_get_d(s.re + k);
    PM_TRY_GOTO(status, bench_matrix(&a, n, family->complex_values, entry, &s), done);
    status = bench_problem(&trial->problem, a);
done:
    _fmpq_vec_clear(s.re, n * n);
    _fmpq_vec_clear(s.im, n * n);
    return status;
}

/* The permanent by an engine (NULL: the planner's choice); *seconds is NAN where that cannot be, or
 * would take longer than the limit. */
static pm_status solve(struct pm_value *value, double *seconds, const struct trial *trial,
                       const char *engine, pm_precision precision, double limit)
{
    pm_options options = trial->b->options;
    pm_answer *answer = NULL;

    options.engine = engine;
    options.precision = precision;
    options.reduce = "none";
    options.gpus = trial->b->gpus > 0 ? trial->b->gpus : PM_GPUS_NONE;
    options.seconds = limit;
    *seconds = NAN;
    const pm_status status = pm_solve(&answer, trial->problem, &options);
    if (status != PM_OK)
        return status == PM_UNABLE ? PM_OK : status;
    *seconds = pm_answer_seconds(answer);
    pm_value_set(value, &answer->value);
    pm_answer_free(answer);
    return PM_OK;
}

static pm_status find_truth(struct trial *trial, const struct family *family)
{
    const double limit = REFERENCE * trial->b->limit;
    double seconds = 0;

    if (family->known != NULL)
        family->known(trial->truth.centre.re, pm_problem_rows(trial->problem));
    else
        PM_TRY(solve(&trial->truth, &seconds, trial, "dense", PM_PRECISION_EXACT, limit));
    if (isnan(seconds)) /* good for all modes in double */
        PM_TRY(solve(&trial->truth, &seconds, trial, "dense", PM_PRECISION_DD, limit));
    trial->known = !isnan(seconds);
    return PM_OK;
}

static double ratio(struct pm_mag x, struct pm_mag y)
{
    return x.m == 0 ? 0 : ldexp(x.m / y.m, (int)(x.e - y.e));
}

static struct pm_mag modulus(const struct pm_gauss *x)
{
    const struct pm_mag re = pm_mag_fmpq(x->re), im = pm_mag_fmpq(x->im);

    return im.m == 0   ? re
           : re.m == 0 ? im
                       : pm_mag_double(hypot(re.m, ldexp(im.m, (int)(im.e - re.e))), re.e);
}

/* |value - truth| / |truth|; NAN where that is not above what the reference itself may be off, or
 * where there is none. */
static double relative_error(const struct pm_gauss *value, const struct trial *trial)
{
    struct pm_gauss gap;

    if (!trial->known)
        return NAN;
    pm_gauss_init(&gap);
    pm_gauss_sub(&gap, value, &trial->truth.centre);
    const double error = ratio(modulus(&gap), modulus(&trial->truth.centre));
    pm_gauss_clear(&gap);
    const double off = ratio(trial->truth.error, modulus(&trial->truth.centre));
    return off > 0 && error <= off ? NAN : error;
}

/* ------------------------------------------------------------------- the table */

static const struct table_column columns[] = {
    {"matrix", -26}, {"n", 3},     {"threads", 7}, {"mode", -9},
    {"seconds", 9},  {"error", 9}, {"bound", 9},   {NULL, 0},
};

static void put_row(struct table *t, const struct family *family, const struct trial *trial,
                    const char *mode, const double figures[3])
{
    table_put(t, "%s\t%d\t%d\t%s\t%.2e\t%.2e\t%.2e\n", family->name,
              pm_problem_rows(trial->problem), trial->b->threads, mode, figures[0], figures[1],
              figures[2]);
}

static pm_status run_paper(double figures[3], const struct trial *trial, enum paper_mode mode)
{
    const int n = pm_problem_rows(trial->problem), threads = trial->b->threads;
    struct pm_value value;

    if (ldexp(n, n - 1) / paper_rate[mode] / threads > trial->b->limit)
        return PM_OK;
    const double start = pm_clock();
    const struct pm_dd sum = paper_permanent(mode, trial->column, n, threads);
    figures[0] = pm_clock() - start;
    pm_value_init(&value);
    const struct pm_part part = {.re = {sum.hi, sum.lo}};
    const pm_status status = pm_value_set_part(&value, &part, 0);
    figures[1] = relative_error(&value.centre, trial);
    pm_value_clear(&value);
    return status;
}

static pm_status run_ours(double figures[3], const struct trial *trial, const struct ours *mode)
{
    struct pm_value value;

    pm_value_init(&value);
    const pm_status status =
        solve(&value, &figures[0], trial, mode->engine, mode->precision, trial->b->limit);
    if (status == PM_OK && !isnan(figures[0]) && trial->known) {
        figures[1] = relative_error(&value.centre, trial);
        figures[2] = ratio(value.error, modulus(&trial->truth.centre));
    }
    pm_value_clear(&value);
    return status;
}

static pm_status run_case(struct table *t, const struct bench *b, const struct family *family,
                          int n)
{
    struct trial trial = {.b = b};
    pm_status status;

    pm_value_init(&trial.truth);
    PM_TRY_GOTO(status, trial_fill(&trial, family, n), done);
    PM_TRY_GOTO(status, find_truth(&trial, family), done);
    for (enum paper_mode k = 0; k < PAPER_MODES && !family->complex_values; k++) {
        double figures[3] = {NAN, NAN, NAN};
        PM_TRY_GOTO(status, run_paper(figures, &trial, k), done);
        put_row(t, family, &trial, paper_mode_name(k), figures);
    }
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
        double figures[3] = {NAN, NAN, NAN};
        PM_TRY_GOTO(status, run_ours(figures, &trial, &ours[k]), done);
        put_row(t, family, &trial, ours[k].name, figures);
    }
done:
    free(trial.column);
    pm_problem_free(trial.problem);
    pm_value_clear(&trial.truth);
    return status;
}

const char *bench_accuracy_name(int k)
{
    return families[k].name;
}

int bench_accuracy(const struct bench *b)
{
    pm_status status = PM_OK;
    struct table t;

    table_start(&t, b->cli->csv, columns);
    for (const struct family *family = families; family->name != NULL; family++)
        for (int k = 0; k < b->orders && status == PM_OK && bench_asked(b, family->name); k++)
            status = run_case(&t, b, family, b->order[k]);
    return bench_end(b, status);
}
