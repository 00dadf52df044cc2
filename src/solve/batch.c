/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_batch(), pm_minors() and pm_gradient(): many matrices of one shape in arrays.  A table tells
 * what is computed of them, and by which function. */
#include "solve/batch.h"

#include "base/alloc.h"
#include "base/argument.h"
#include "base/sized.h"
#include "base/threads.h"
#include "engine/isa/isa.h"
#include "engine/multiple/terms.h"
#include "engine/stack_answers.h"
#include "engine/stack_load.h"
#include "model/matrix.h"

#include <math.h>
#include <stdlib.h>

struct call {
    struct pm_batch b, loops;
    const struct way *way;
    size_t answers; /* of a matrix */
    int threads;
    void *copy[2];
    double *unwanted; /* bounds that the caller does not read */
};

/* What a stack asks for.  `loops` and so on: these members of pm_stack belong to it. */
static const struct way {
    const char *what;
    pm_status (*values)(struct pm_batch *b, int threads);
    pm_status (*minors)(struct pm_batch *b, int threads); /* NULL: there are none */
    bool logs, loops, copies, symmetric, skew, on_gpu;
    int planned; /* one matrix with more lines has a plan; 0: never */
} permanents = {"permanents", pm_batch_permanents, pm_batch_permanents,
                .logs = true, .copies = true,      .planned = 22},
  products = {"permanents of products", pm_batch_products, NULL, .copies = true},
  hafnians = {"hafnians",        pm_batch_hafnians, pm_batch_hafnian_minors,
              .logs = true,      .loops = true,     .copies = true,
              .symmetric = true, .on_gpu = true,    .planned = 34},
  low_rank_hafnians = {"hafnians of low rank", pm_batch_low_rank_hafnians, NULL, .loops = true,
                       .copies = true},
  patterns = {"hafnians of patterns", pm_batch_patterns, NULL,
              .loops = true,          .copies = true,    .symmetric = true},
  torontonians = {"torontonians", pm_batch_torontonians, NULL, .loops = true},
  montrealers = {"montrealers", pm_batch_montrealers, NULL, .loops = true, .symmetric = true},
  pfaffians = {"Pfaffians", pm_batch_pfaffians, pm_batch_pfaffians, .symmetric = true,
               .skew = true};

static pm_status find_way(const struct way **way, const pm_stack *s)
{
    const struct way *const ways[] = {
        [PM_STACK_PERMANENTS] = s->right != NULL ? &products : &permanents,
        [PM_STACK_HAFNIANS] = s->cutoff != 0 ? &patterns : &hafnians,
        [PM_STACK_TORONTONIANS] = &torontonians,
        [PM_STACK_PFAFFIANS] = &pfaffians,
        [PM_STACK_MONTREALERS] = &montrealers,
        [PM_STACK_LOW_RANK_HAFNIANS] = &low_rank_hafnians,
    };

    if ((unsigned)s->kind >= sizeof ways / sizeof *ways)
        return pm_fail(PM_INPUT, "%d is no kind of stacks", (int)s->kind);
    *way = ways[s->kind];
    return PM_OK;
}

/* PM_INPUT: the stack has members that do not belong to what it asks for. */
static pm_status check_members(const struct way *way, const pm_stack *s, bool minors)
{
    const bool copies = s->row_times != NULL || s->col_times != NULL || s->normalized;

    if (minors && way->minors == NULL)
        return pm_fail(PM_INPUT, "%s have no minors here", way->what);
    if (s->entries == PM_ENTRIES_LOGS && (!way->logs || (minors && way->symmetric)))
        return pm_fail(PM_INPUT, "%s%s are taken from numbers, not from logarithms",
                       minors ? "minors of " : "", way->what);
    if (s->loops != NULL && !way->loops)
        return pm_fail(PM_INPUT, "%s have no loops", way->what);
    if ((s->cutoff != 0 && way != &patterns) || (s->right != NULL && way != &products))
        return pm_fail(PM_INPUT, "%s have no %s", way->what,
                       s->cutoff != 0 ? "cutoff" : "right factors");
    if (copies && !way->copies)
        return pm_fail(PM_INPUT, "%s have no multiplicities here", way->what);
    if (s->normalized && minors && way->symmetric)
        return pm_fail(PM_INPUT, "minors of %s are not normalized", way->what);
    if (!(s->rtol >= 0 && s->rtol < 1))
        return pm_fail(PM_INPUT, "rtol is at least 0 and below 1, not %g", s->rtol);
    return way->symmetric ? pm_matrix_check_square("a matrix", way->skew, s->rows, s->cols) : PM_OK;
}

static pm_status take(struct call *call, const pm_stack *stack)
{
    struct pm_batch *const b = &call->b;

    b->any = b->device = b->logs = true;
    PM_TRY(pm_stack_take(b, stack));
    PM_TRY(find_way(&call->way, &b->stack));
    PM_TRY(check_members(call->way, &b->stack, b->minors));
    b->stack.size = sizeof b->stack;
    b->stack.strided = true;
    if (!call->way->on_gpu || b->minors || b->stack.entries == PM_ENTRIES_LOGS)
        PM_TRY(pm_stack_fetch(&b->stack, call->copy));
    PM_TRY(pm_stack_take_loops(b, &call->loops));
    PM_TRY(pm_isa_chosen(&b->isa, NULL));
    b->bounds = b->bound != NULL || b->stack.precision == PM_PRECISION_AUTO;
    call->answers = pm_stack_answers(b);
    if (call->way == &patterns)
        PM_TRY(pm_hafnian_patterns_count(&call->answers, &b->stack));
    if (b->bound == NULL)
        PM_NEW(call->unwanted, b->stack.count * call->answers + 1);
    if (b->bound == NULL)
        b->bound = call->unwanted;
    return PM_OK;
}

/* Whether it is one large matrix, for which a plan may find a cheaper method. */
static bool is_planned(const struct call *call)
{
    const pm_stack *const s = &call->b.stack;
    const int lines = s->rows > s->cols ? s->rows : s->cols;

    return s->count == 1 && call->way->planned > 0 && lines > call->way->planned &&
           !call->b.minors && pm_stack_is_plain(&call->b) && s->gpus == NULL && s->loops == NULL &&
           s->entries != PM_ENTRIES_INTEGER;
}

static pm_status run(void *calling, struct pm_watched *watched)
{
    struct call *const call = calling;

    call->b.watched = watched;
    return (is_planned(call) ? pm_batch_problems
            : call->b.minors ? call->way->minors
                             : call->way->values)(&call->b, call->threads);
}

/* The greatest sum of the copies of the vertices of a matrix. */
static double most_copies(const pm_stack *s)
{
    double most = s->row_times == NULL ? s->rows : 0;

    for (size_t k = 0; k < s->count && s->row_times != NULL; k++) {
        double sum = 0;
        for (int i = 0; i < s->rows; i++)
            sum += s->row_times[k * (size_t)s->rows + (size_t)i];
        most = fmax(most, sum);
    }
    return most;
}

/* The steps of permanents, until they are many.  More than PM_TERM_MOST lines need numbers of many
 * bits, so that even few steps may take long. */
static double permanent_steps(const struct pm_batch *b, double many)
{
    const pm_stack *const s = &b->stack;
    const double least = fmin(s->rows, s->cols), most = fmax(s->rows, s->cols);
    struct pm_lines *lines;
    double steps = 0;

    if (s->row_times == NULL && s->col_times == NULL)
        return (double)s->count * exp2(least) * most;
    if (pm_repeated_lines_new(&lines, b) != PM_OK)
        return many;
    for (size_t k = 0; k < s->count && steps < many; k++) {
        const bool known = pm_repeated_lines_find(lines, b, k) == PM_OK;
        steps += known && lines->total <= PM_TERM_MOST ? lines->steps : many;
    }
    free(lines);
    return steps;
}

/* Whether the call may take more than some milliseconds, so that a watch is worth a thread. */
static bool is_long(const struct call *call)
{
    static const double MANY = 1e6;
    const pm_stack *const s = &call->b.stack;
    const double count = (double)s->count, most = fmax(s->rows, s->cols);

    if (is_planned(call))
        return true;
    if (call->way == &torontonians)
        return count * exp2(s->rows / 2) > 1 << 18;
    if ((s->precision != PM_PRECISION_AUTO && s->precision != PM_PRECISION_DOUBLE) ||
        s->entries == PM_ENTRIES_LOGS)
        return true;
    if (call->way == &pfaffians)
        return count * most * most * most > 1e6;
    if (call->way == &patterns)
        return count * (double)call->answers * most * s->cutoff > MANY;
    if (call->way == &hafnians && !call->b.minors)
        return count * exp2(most_copies(s) / 2) * most * most * most > 1e7;
    return call->way != &permanents || permanent_steps(&call->b, MANY) >= MANY;
}

static pm_status answer(double *values, double *bounds, const pm_stack *stack, int threads,
                        bool minors)
{
    struct call call = {.b = {.minors = minors, .value = values, .bound = bounds},
                        .threads = pm_threads(threads)};

    pm_status status = take(&call, stack);
    pm_watch *watch = call.b.stack.watch;
    if (status == PM_OK && watch != NULL && !is_long(&call)) {
        status = pm_watched_once(NULL, watch, call.b.stack.watcher);
        watch = NULL;
    }
    PM_THEN(status, pm_watched_run(run, &call, call.b.stack.count, watch, call.b.stack.watcher));
    PM_FREE(call.copy[0], call.copy[1], call.unwanted);
    return status;
}

pm_status pm_batch(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    return answer(values, bounds, stack, threads, false);
}

pm_status pm_minors(double *values, double *bounds, const pm_stack *stack, int threads)
{
    PM_ARGUMENTS(stack);
    PM_ARGUMENTS_IF(stack->count > 0, values);
    PM_AT_LEAST(0, threads);
    return answer(values, bounds, stack, threads, true);
}

/* How many variables of the matrix are equal to entry (i, j), so that each of them has this minor:
 * for hafnians, pairs of copies, and the loops of a vertex behind its row. */
static double copies_of(const pm_stack *s, size_t k, size_t i, size_t j)
{
    const size_t rows = (size_t)s->rows, cols = (size_t)s->cols;
    const bool pairs = s->kind == PM_STACK_HAFNIANS;
    const int *const times = pairs ? s->row_times : s->col_times;
    const double row = s->row_times != NULL ? s->row_times[k * rows + i] : 1,
                 col = j < cols && times != NULL ? times[k * cols + j] : 1;

    return pairs && i == j ? row * (row - 1) / 2 : row * col;
}

/* Values times these numbers, with what that rounds. */
static void multiply(double *values, double *bounds, const pm_stack *s, int parts)
{
    const size_t cols = (size_t)s->cols + (s->loops != NULL), cells = (size_t)s->rows * cols;

    for (size_t at = 0; at < s->count * cells; at++) {
        const double copies = copies_of(s, at / cells, at % cells / cols, at % cols);
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
