/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `multiplicity`: square matrices with few different rows or columns.  (The rule `lines`
 * makes proportional lines equal.)  multiplicity_kernel.c describes the formula.  A step is one
 * product. */
#include "engine/multiple/multiplicity.h"
#include "engine/walk.h"

#include "base/alloc.h"
#include "engine/abilities.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

PM_KERNELS(pm_multiplicity);

static double terms_of(const struct pm_classes *classes)
{
    double terms = 1;

    for (int j = 0; j < classes->count; j++)
        terms *= classes->size[j] + 1.0;
    return terms;
}

static void multiplicity_forget(void *choice)
{
    struct pm_multiplicity *const lines = choice;

    PM_EACH(pm_classes_clear, &lines->signed_lines, &lines->product_lines);
    free(lines);
}

/* Finds the classes of equal rows and of equal columns.  The side with fewer terms gets the
 * signs. */
static pm_status lines_choose(struct pm_multiplicity *choice, const struct pm_core *core)
{
    pm_status status;
    struct pm_matrix *rows = NULL, *cols = NULL;

    PM_TRY_GOTO(status, pm_matrix_copy(&rows, core->a), done);
    PM_TRY_GOTO(status, pm_matrix_transpose(&cols, core->a), done);
    PM_TRY_GOTO(status, pm_classes_find(&choice->product_lines, rows), done);
    PM_TRY_GOTO(status, pm_classes_find(&choice->signed_lines, cols), done);
    choice->by_rows = terms_of(&choice->product_lines) < terms_of(&choice->signed_lines);
    if (choice->by_rows)
        PM_SWAP(choice->signed_lines, choice->product_lines);
done:
    PM_EACH(pm_matrix_free, rows, cols);
    return status;
}

static pm_status multiplicity_cost(struct pm_cost *cost, const struct pm_core *core,
                                   enum pm_number number, const struct pm_limits *limits)
{
    pm_status status;
    struct pm_multiplicity *choice;
    const int n = core->a->rows;

    (void)number;
    (void)limits;
    if (n != core->a->cols)
        return pm_fail(PM_UNABLE, "%d x %d is not square", n, core->a->cols);
    PM_NEW(choice, 1);
    PM_TRY_GOTO(status, lines_choose(choice, core), fail);
    const struct pm_classes *const lines = &choice->signed_lines;
    const double terms = terms_of(lines);
    if (lines->count == n) {
        status = pm_fail(PM_UNABLE, "no equal lines");
        goto fail;
    }
    double steps = lines->count;
    for (int i = 0; i < choice->product_lines.count; i++)
        steps += 2 + log2(choice->product_lines.size[i]);
    if (terms > 0x1p62) {
        status = pm_fail(PM_UNABLE, "%d different lines of %d, %.1e steps", lines->count, n,
                         terms * steps);
        goto fail;
    }
    pm_walk_cost(cost, (uint64_t)terms, 10, steps);
    cost->choice = choice;
    snprintf(cost->note, sizeof cost->note, "%d different %s of %d, %.6g terms", lines->count,
             choice->by_rows ? "rows" : "columns", n, terms);
    return PM_OK;
fail:
    multiplicity_forget(choice);
    return status;
}

static pm_status multiplicity_open(void **job, const struct pm_core *core,
                                   const struct pm_cost *cost, const struct pm_ring *ring,
                                   const struct pm_limits *limits)
{
    static const struct pm_kernel *const kernels[PM_NUMBERS] = PM_HALVING_TABLE(pm_multiplicity);

    (void)limits;
    return pm_walk_open(job, core, cost, ring, kernels[ring->number]);
}

static const struct pm_engine_more more = {
    .forget = multiplicity_forget,
    .stack = {&pm_multiple_stack},
};

const struct pm_engine pm_engine_multiplicity = {
    .name = "multiplicity",
    .what = "Glynn's formula over classes of equal rows or columns",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT | PM_FLOATING_BITS,
    .figures = {.quick = true,
                .rate = {[PM_MOD] = 1e8,
                         [PM_REAL] = 1e8,
                         [PM_COMPLEX] = 5e7,
                         [PM_DD] = 4e7,
                         [PM_COMPLEX_DD] = 1e7}},
    .cost = multiplicity_cost,
    .open = multiplicity_open,
    .work = pm_walk_work,
    .close = pm_walk_close,
    .more = &more,
};
