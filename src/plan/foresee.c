/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the relative error of a floating answer, by estimates of its error bound and of the
 * answer itself.  The error bound is the sum of the bounds of the units.  These are similar, so a
 * few units are computed and give an estimate of the sum.  The answer is estimated as that of a
 * matrix whose entries have the same moduli and random signs or arguments.  The mean of the square
 * of its modulus is the permanent of the squared moduli.  For this permanent we use van der
 * Waerden's bound, after dividing rows and columns by their sums in turn (Sinkhorn); if it is
 * rectangular, the number of its terms times the product of the means of the rows.  If most entries
 * have the same sign, the answer is larger: about n! times the product of the means of the rows.
 * All this proves nothing; if it is wrong, only a slower way is chosen. */
#include "plan/foresee.h"

#include "base/alloc.h"
#include "num/part.h"

#include <math.h>
#include <stdlib.h>

enum {
    SAMPLES = 2, /* number of units that are computed */
    UNITS = 64,  /* a way with fewer units than this is not examined */
    PASSES = 10, /* number of passes over rows and columns */
};

/* A faster way is not examined, since opening its engine would take too long. */
static const double LEAST_SECONDS = 0.02;

/* Nor is a way whose unit takes longer than this: nobody can stop a unit while a plan is made. */
static const double UNIT_SECONDS = 0.1;

/* ------------------------------------------------------------------ the answer */

static double square_of(const struct pm_matrix *a, int k)
{
    const double re = fmpq_get_d(a->re + k), im = a->im != NULL ? fmpq_get_d(a->im + k) : 0;

    return re * re + im * im;
}

/* log2 of the number of terms times the product over the rows of the mean of the entries, or of
 * their squares. */
static double log_of_means(const struct pm_matrix *a, bool squares)
{
    double log_product = (lgamma(a->cols + 1.0) - lgamma(a->cols - a->rows + 1.0)) / log(2);

    for (int i = 0; i < a->rows; i++) {
        double re = 0, im = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            re += squares ? square_of(a, k) : fmpq_get_d(a->re + k);
            im += a->im != NULL && !squares ? fmpq_get_d(a->im + k) : 0;
        }
        log_product += log2(hypot(re, im) / a->cols);
    }
    return log_product;
}

/* log2 of van der Waerden's bound of the permanent of the squared moduli. b: nnz numbers of working
 * memory; sum: rows numbers of working memory. */
static double log_of_squares(const struct pm_matrix *a, double *b, double *sum)
{
    const int n = a->rows;
    double log_product = (lgamma(n + 1.0) - n * log(n)) / log(2);

    for (int k = 0; k < a->start[n]; k++)
        b[k] = square_of(a, k);
    for (int pass = 0; pass < 2 * PASSES; pass++) {
        for (int i = 0; i < n; i++)
            sum[i] = 0;
        PM_EACH_ENTRY(a, i, k)
            sum[pass % 2 ? i : a->col[k]] += b[k];
        for (int i = 0; i < n; i++) {
            log_product += log2(sum[i]);
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                b[k] /= sum[pass % 2 ? i : a->col[k]];
        }
    }
    return log_product;
}

/* *bits = an estimate of log2 of the modulus of the permanent, or NaN if there is none. */
static pm_status expect(double *bits, const struct pm_matrix *a)
{
    double *memory;

    *bits = fmax(log_of_means(a, true) / 2, log_of_means(a, false));
    if (a->rows < a->cols)
        return PM_OK;
    PM_NEW(memory, (size_t)pm_matrix_nnz(a) + (size_t)a->rows);
    *bits = fmax(log_of_squares(a, memory, memory + pm_matrix_nnz(a)) / 2, log_of_means(a, false));
    free(memory);
    return PM_OK;
}

/* ------------------------------------------------------------------ its bound */

/* *bits = an estimate of log2 of the error bound. */
static pm_status sample(double *bits, const struct pm_way *way, const struct pm_core *core,
                        const struct pm_limits *limits)
{
    const struct pm_engine *const engine = way->engine;
    const struct pm_ring ring = pm_number_ring_of(way->number);
    double most = -INFINITY;
    pm_status status = PM_OK;
    void *job;

    PM_TRY(engine->open(&job, core, &way->cost, &ring, limits));
    for (int k = 0; k < SAMPLES && status == PM_OK; k++) {
        struct pm_part part = {.exp = 0};
        status = engine->work(job, way->cost.units / SAMPLES * (uint64_t)k, 1, &part);
        most = fmax(most, log2(part.err) + (double)part.exp);
    }
    engine->close(job);
    *bits = most + log2((double)way->cost.units);
    return status;
}

static bool can_tell(const struct pm_way *way, const struct pm_core *core)
{
    return way->engine != NULL && !way->exact && way->any == 0 &&
           (way->gpus == 0 || way->cost.bytes == 0) &&
           !(way->engine->figures.steady && pm_matrix_is_nonnegative(core->a)) &&
           way->fixed == NULL && (way->number == PM_REAL || way->number == PM_COMPLEX) &&
           way->cost.units >= UNITS && way->seconds >= LEAST_SECONDS &&
           way->seconds <= UNIT_SECONDS * (double)way->cost.units && core->kind == PM_PERMANENT;
}

pm_status pm_foresee_way(struct pm_way *way, const struct pm_core *core,
                         const struct pm_planner *planner)
{
    struct pm_limits limits = planner->policy.limits;
    double answer, bound;

    if (way->foreseen || !can_tell(way, core))
        return PM_OK;
    limits.epsilon = way->epsilon;
    PM_TRY(expect(&answer, core->a));
    PM_TRY(sample(&bound, way, core, &limits));
    way->error = bound - answer;
    way->foreseen = !isnan(way->error);
    return PM_OK;
}
