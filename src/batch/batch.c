/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_batch() and pm_minors(): many small matrices in arrays, without a plan.
 *
 * Small matrices go through the table (table_kernel.h), eight at a time, one in each lane:
 * permanents if the shorter side has at most PM_TABLE_ROWS lines, minors if the longer side has.
 * Larger matrices go one by one, and the lanes are sign vectors of one matrix: permanents by the
 * kernels of the dense walk (strands.h), minors by those of all_minors.h.  Multiplicities, and more
 * than double precision, use the formula of repeated_lines.h.  Only the shape and the question
 * decide, so the bits do not depend on the instruction set or the number of threads. */
#include "batch/walked.h"

#include "base/alloc.h"
#include "base/given.h"
#include "base/threads.h"
#include "batch/table_kernel.h"
#include "engine/isa/isa.h"

#include <stdlib.h>

/* Computes all matrices; or only those that are missing, if there is a method that can. */
static pm_status work_all(const struct pm_batch *b, const struct pm_batch_method *method,
                          int threads, bool missing)
{
    const size_t group = method->group, count = b->stack.count;
    const size_t groups = (count + group - 1) / group;
    struct pm_failure failure = {PM_OK, ""};

#pragma omp parallel num_threads(threads)
    {
        void *room = NULL;
        pm_status status = method->open(&room, b);
#pragma omp for schedule(dynamic)
        for (size_t g = 0; g < groups; g++) {
            const size_t first = g * group, left = count - first;
            if (missing && !pm_batch_is_missing(b, g))
                continue;
            if (status == PM_OK)
                status = pm_batch_go_on(b);
            if (status == PM_OK)
                status = method->work(room, first, (int)(left < group ? left : group));
            if (missing && status == PM_UNABLE) {
                pm_batch_miss_all(b, g);
                status = PM_OK;
            }
            pm_watched_done(b->watched, missing ? 0 : left < group ? left : group);
        }
#pragma omp critical
        pm_failure_keep(&failure, status);
        method->close(room);
    }
    return pm_failure_raise(&failure);
}

static pm_status choose(const struct pm_batch_method **method, const struct pm_batch *b)
{
    const pm_stack *const s = &b->stack;
    const bool plain = s->precision == PM_PRECISION_AUTO || s->precision == PM_PRECISION_DOUBLE;

    if (s->row_times != NULL || s->col_times != NULL || !plain) {
        *method = &pm_batch_formula;
    } else if ((b->minors ? s->cols : s->rows) <= PM_TABLE_ROWS) {
        *method = &pm_batch_table;
    } else if (s->cols <= PM_BATCH_MOST) {
        *method = &pm_batch_walk;
    } else if (b->minors) {
        *method = &pm_batch_formula;
    } else {
        return pm_fail(PM_UNABLE,
                       "%d x %d: at most %d rows or at most %d columns; pm_solve() takes larger "
                       "matrices one by one",
                       s->rows, s->cols, PM_TABLE_ROWS, PM_BATCH_MOST);
    }
    return PM_OK;
}

/* Computes again in balls what the range of doubles does not suffice for.  What takes too many
 * steps stays missing. */
static pm_status mend(const struct pm_batch *b, int threads)
{
    struct pm_batch exact = *b;
    bool missing = false;

    for (size_t k = 0; k < b->stack.count && !missing; k++)
        missing = pm_batch_is_missing(b, k);
    exact.stack.precision = PM_PRECISION_EXACT;
    return missing ? work_all(&exact, &pm_batch_formula, threads, true) : PM_OK;
}

struct call {
    struct pm_batch b;
    const struct pm_batch_method *method;
    int threads;
};

static pm_status run(void *calling, struct pm_watched *watched)
{
    struct call *const call = calling;
    struct pm_batch *const b = &call->b;

    b->watched = watched;
    PM_TRY(b->stack.gpus != NULL && call->method == &pm_batch_walk && !b->minors &&
                   b->stack.cols >= PM_BATCH_SPLIT
               ? pm_batch_on_gpus(b, call->threads)
               : work_all(b, call->method, call->threads, false));
    return mend(b, call->threads);
}

static pm_status work(double *values, double *bounds, const pm_stack *stack, int threads,
                      bool minors)
{
    struct call call = {
        .b = {.minors = minors, .value = values, .bound = bounds, .bounds = bounds != NULL},
        .threads = pm_threads(threads)};
    double *unwanted = NULL;

    PM_TRY(pm_batch_take(&call.b, stack));
    pm_batch_arrange(&call.b);
    PM_TRY(choose(&call.method, &call.b));
    PM_TRY(pm_isa_chosen(&call.b.isa, NULL));
    if (bounds == NULL) {
        PM_NEW(unwanted, stack->count * pm_batch_answers(&call.b));
        call.b.bound = unwanted;
    }
    if (call.method == &pm_batch_formula && stack->count < (size_t)call.threads) {
        call.b.inside = call.threads;
        call.threads = 1;
    }
    const pm_status status = pm_watched_run(run, &call, stack->count, stack->watch, stack->watcher);
    free(unwanted);
    return status;
}

pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_GIVEN(stack);
    PM_GIVEN_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    return work(values, bounds, stack, threads, false);
}

pm_status pm_minors(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_GIVEN(stack);
    PM_GIVEN_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    return work(values, bounds, stack, threads, true);
}
