/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Permanents and minors of a stack.  One choice of an engine serves all matrices: the cheapest of
 * those that can compute stacks (struct pm_engine_stack).  Only the shape, the question and whether
 * there are few matrices decide, so the bits do not depend on the instruction set or the number of
 * threads.  Matrices whose bounds do not suffice are computed again, more precisely. */
#include "solve/batch.h"

#include "base/alloc.h"
#include "engine/abilities.h"
#include "engine/dense/sign_lanes.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"
#include "engine/table/table.h"

#include <math.h>
#include <stdlib.h>

static pm_status choose_engine(const struct pm_engine_stack **engine, const struct pm_batch *b)
{
    double least = HUGE_VAL;

    for (const struct pm_engine *const *e = pm_engines; *e != NULL; e++)
        for (int way = 0; way < 2 && (*e)->more->stack[way] != NULL; way++) {
            const struct pm_engine_stack *const stack = (*e)->more->stack[way];
            const double seconds = stack->seconds(b);
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
    const struct pm_engine_stack *engine;

    if (b->stack.entries == PM_ENTRIES_LOGS || !pm_stack_misses(b))
        return PM_OK;
    struct pm_batch layered = *b, exact = *b;
    if (pm_table_wide.seconds(b) < HUGE_VAL)
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

/* Double-double comes first where double has hardly ever a bound that suffices, and on GPUs; not
 * with multiplicities, since shapes do not tell how large those matrices are. */
static pm_status choose_first(const struct pm_engine_stack **engine, struct pm_batch *b)
{
    enum { ROWS = 13, ON_GPUS = 15, SQUARE_REAL = 27, SQUARE_COMPLEX = 25 };
    const bool repeated = b->stack.row_times != NULL || b->stack.col_times != NULL;
    const bool on_gpus = b->stack.gpus != NULL && pm_stack_is_plain(b) && !b->minors;
    const int square = on_gpus ? ON_GPUS : b->parts == 1 ? SQUARE_REAL : SQUARE_COMPLEX;
    const int least = b->minors || b->stack.rows < b->stack.cols ? ROWS : square;

    if (b->stack.entries == PM_ENTRIES_LOGS) {
        *engine = &pm_table_wide;
        return pm_table_wide.seconds(b) < HUGE_VAL
                   ? PM_OK
                   : pm_fail(PM_UNABLE,
                             "%d x %d: minors of logarithms are taken for up to 16 rows, each "
                             "once, in double precision",
                             b->stack.rows, b->stack.cols);
    }
    b->layers = 2;
    if (((b->stack.precision == PM_PRECISION_AUTO && b->stack.epsilon <= PM_USUAL_EPSILON) ||
         on_gpus) &&
        !repeated && b->stack.rows >= least && choose_engine(engine, b) == PM_OK)
        return PM_OK;
    b->layers = 1;
    return choose_engine(engine, b);
}

static pm_status compute(struct pm_batch *b, int threads)
{
    const struct pm_engine_stack *engine = NULL;

    pm_stack_arrange(b);
    PM_TRY(same_photons(b));
    if (b->stack.entries == PM_ENTRIES_LOGS && !b->minors && pm_table_wide.seconds(b) == HUGE_VAL)
        return pm_batch_problems(b, threads);
    if (pm_stack_is_plain(b) && b->stack.entries != PM_ENTRIES_LOGS)
        b->degree = b->stack.rows - (b->minors ? 1 : 0);
    PM_TRY(choose_first(&engine, b));
    if (engine->inside)
        threads = pm_stack_outside(b, threads);
    const bool on_gpus = b->stack.gpus != NULL && engine->on_gpus != NULL && !b->minors &&
                         b->stack.cols >= engine->gpu_cols;
    PM_TRY(on_gpus ? engine->on_gpus(b, threads) : pm_stack_work(b, engine, threads, false));
    return mend(b, engine, threads);
}

pm_status pm_batch_permanents(struct pm_batch *b, int threads)
{
    void *part = NULL;

    pm_status status = b->minors ? PM_OK : pm_stack_part(&b->stack, &part);
    PM_THEN(status, compute(b, threads));
    free(part);
    return status;
}
