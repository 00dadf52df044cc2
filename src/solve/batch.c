/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_batch() and pm_minors(): many matrices of one shape in arrays.  One choice of an engine serves
 * them all: the cheapest of those that can compute stacks (struct pm_engine_stack).  Only the
 * shape, the question and whether there are few matrices decide, so the bits do not depend on the
 * instruction set or the number of threads.  Matrices whose bounds do not suffice are computed
 * again, more precisely. */
#include "engine/stack_answers.h"
#include "engine/stack_load.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/sized.h"
#include "base/threads.h"
#include "engine/dense/sign_lanes.h"
#include "engine/isa/isa.h"
#include "engine/table/table.h"
#include "engine/abilities.h"

#include <math.h>
#include <stdlib.h>

static pm_status choose_engine(const struct pm_engine_stack **engine, const struct pm_batch *b)
{
    double least = HUGE_VAL;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int way = 0; way < 2; way++) {
            const struct pm_engine_stack *const stack = (*e)->more->stack[way];
            const double seconds = stack != NULL ? stack->seconds(b) : HUGE_VAL;
            if (seconds < least) {
                least = seconds;
                *engine = stack;
            }
        }
    return least < HUGE_VAL ? PM_OK
                            : pm_fail(PM_UNABLE, "%d x %d: no engine computes stacks of these",
                                      b->stack.rows, b->stack.cols);
}

/* Computes again what the range of doubles or the bounds do not suffice for: by numbers with
 * exponents of any size if no entry is negative; by signs, whose bounds are a posteriori; in
 * double-double if this is able and was not the first way; then exactly.  What takes too many steps
 * stays missing.
 */
static pm_status mend(const struct pm_batch *b, const struct pm_engine_stack *first, int threads)
{
    struct pm_batch layered = *b, exact = *b;
    const struct pm_engine_stack *engine;

    if (b->stack.entries == PM_ENTRIES_LOGS)
        return PM_OK;
    if (pm_stack_misses(b) && pm_table_wide.seconds(b) < HUGE_VAL)
        PM_TRY(pm_stack_work(b, &pm_table_wide, threads, true));
    if (first != &pm_signs_stack && pm_stack_misses(b) && pm_signs_stack.seconds(b) < HUGE_VAL)
        PM_TRY(pm_stack_work(b, &pm_signs_stack, threads, true));
    if (b->layers == 1 && b->stack.precision == PM_PRECISION_AUTO && pm_stack_misses(b)) {
        layered.layers = 2;
        layered.stack.gpus = NULL;
        if (choose_engine(&engine, &layered) == PM_OK)
            PM_TRY(pm_stack_work(&layered, engine, threads, true));
    }
    if (!pm_stack_misses(b))
        return PM_OK;
    exact.stack.precision = PM_PRECISION_EXACT;
    exact.layers = 1;
    PM_TRY(choose_engine(&engine, &exact));
    return pm_stack_work(&exact, engine, threads, true);
}

/* Amplitudes of boson sampling have as many photons on both sides. */
static pm_status same_photons(const struct pm_batch *b)
{
    int total[2];

    for (size_t k = 0; k < b->stack.count && b->stack.normalized; k++) {
        for (int side = 0; side < 2; side++)
            PM_TRY(pm_stack_total(&total[side], b, side, k));
        if (total[0] != total[1])
            return pm_fail(PM_INPUT,
                           "matrix %zu: %d photons come in and %d leave; normalized values need as "
                           "many on both sides",
                           k, total[!b->turned], total[b->turned]);
    }
    return PM_OK;
}

struct call {
    struct pm_batch b;
    const struct pm_engine_stack *engine;
    int threads;
};

static pm_status run(void *calling, struct pm_watched *watched)
{
    struct call *const call = calling;
    struct pm_batch *const b = &call->b;
    const bool on_gpus = b->stack.gpus != NULL && call->engine->on_gpus != NULL && !b->minors &&
                         b->stack.cols >= call->engine->gpu_cols;

    b->watched = watched;
    PM_TRY(on_gpus ? call->engine->on_gpus(b, call->threads)
                   : pm_stack_work(b, call->engine, call->threads, false));
    return mend(b, call->engine, call->threads);
}

/* Double-double comes first where double has hardly ever a bound that suffices, and on GPUs; not
 * with multiplicities, since shapes do not tell how large those matrices are. */
static pm_status choose_first(struct call *call)
{
    enum { ROWS = 13, SQUARE_REAL = 21, SQUARE_COMPLEX = 15 };
    struct pm_batch *const b = &call->b;
    const bool repeated = b->stack.row_times != NULL || b->stack.col_times != NULL;
    const bool on_gpus = b->stack.gpus != NULL && pm_stack_is_plain(b) && !b->minors;
    const int square = b->parts == 1 && !on_gpus ? SQUARE_REAL : SQUARE_COMPLEX;
    const int least = b->minors || b->stack.rows < b->stack.cols ? ROWS : square;

    if (b->stack.entries == PM_ENTRIES_LOGS) {
        call->engine = &pm_table_wide;
        return pm_table_wide.seconds(b) < HUGE_VAL
                   ? PM_OK
                   : pm_fail(PM_UNABLE,
                             "%d x %d: logarithms of entries are taken for up to 16 rows, "
                             "each once, in double precision; pm_solve() takes more",
                             b->stack.rows, b->stack.cols);
    }
    b->layers = 2;
    if (((b->stack.precision == PM_PRECISION_AUTO && b->stack.epsilon <= PM_USUAL_EPSILON) ||
         on_gpus) &&
        !repeated && b->stack.rows >= least && choose_engine(&call->engine, b) == PM_OK)
        return PM_OK;
    b->layers = 1;
    return choose_engine(&call->engine, b);
}

static pm_status batch_values(double *values, double *bounds, const pm_stack *stack, int threads,
                              bool minors)
{
    struct call call = {.b = {.minors = minors, .logs = true, .value = values, .bound = bounds},
                        .threads = pm_threads(threads)};
    double *unwanted = NULL;

    PM_TRY(pm_stack_take(&call.b, stack));
    pm_stack_arrange(&call.b);
    PM_TRY(same_photons(&call.b));
    if (pm_stack_is_plain(&call.b) && stack->entries != PM_ENTRIES_LOGS)
        call.b.degree = call.b.stack.rows - (minors ? 1 : 0);
    call.b.bounds = bounds != NULL || call.b.stack.precision == PM_PRECISION_AUTO;
    PM_TRY(choose_first(&call));
    PM_TRY(pm_isa_chosen(&call.b.isa, NULL));
    if (bounds == NULL) {
        PM_NEW(unwanted, stack->count * pm_stack_answers(&call.b));
        call.b.bound = unwanted;
    }
    if (call.engine->inside)
        call.threads = pm_stack_outside(&call.b, call.threads);
    if (stack->row_times == NULL && stack->col_times == NULL)
        pm_stack_watch(&call.b, (double)stack->count * call.engine->seconds(&call.b));
    const pm_status status =
        pm_watched_run(run, &call, stack->count, call.b.stack.watch, stack->watcher);
    free(unwanted);
    return status;
}

pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    const void *loops = NULL;
    void *copy[2], *part = NULL;
    pm_stack own;
    pm_status status;

    PM_TRY_GOTO(status, pm_stack_fetch(&own, &loops, copy, stack), done);
    PM_TRY_GOTO(status, pm_stack_part(&own, &part), done);
    status = batch_values(values, bounds, &own, threads, false);
done:
    PM_FREE(copy[0], part);
    return status;
}

pm_status pm_minors(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    return batch_values(values, bounds, stack, threads, true);
}

/* Values times the copies of their rows and columns, with what that rounds. */
static void multiply(double *values, double *bounds, const pm_stack *s, int parts)
{
    const size_t cells = (size_t)s->rows * (size_t)s->cols;

    for (size_t at = 0; at < s->count * cells; at++) {
        const size_t k = at / cells, i = at % cells / (size_t)s->cols, j = at % (size_t)s->cols;
        const double rows = s->row_times != NULL ? s->row_times[k * (size_t)s->rows + i] : 1;
        const double copies =
            rows * (s->col_times != NULL ? s->col_times[k * (size_t)s->cols + j] : 1);
        struct pm_mag bound = {0, 0};
        bool finite = true;
        for (int part = 0; part < parts && copies != 1; part++) {
            double *const value = values + at * (size_t)parts + part;
            const struct pm_mag before = pm_mag_double(fabs(*value), -53);
            *value = copies > 0 ? *value * copies : 0;
            finite = finite && isfinite(*value);
            bound = pm_mag_add(bound, pm_mag_mul(before, pm_mag_double(copies, 0)));
        }
        bound = pm_mag_add(bound, pm_mag_mul(pm_mag_double(bounds != NULL ? bounds[at] : 0, 0),
                                             pm_mag_double(copies, 0)));
        if (bounds != NULL && copies != 1)
            bounds[at] = finite ? pm_mag_get_double(bound) : HUGE_VAL;
    }
}

pm_status pm_gradient(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_ARGUMENTS(stack);
    pm_stack own;

    PM_TRY(pm_sized_stack(&own, stack));
    own.size = sizeof own;
    own.strided = true;
    own.exponents = NULL;
    PM_TRY(pm_minors(values, bounds, &own, threads));
    if (own.row_times != NULL || own.col_times != NULL)
        multiply(values, bounds, &own, own.entries == PM_ENTRIES_COMPLEX ? 2 : 1);
    return PM_OK;
}
