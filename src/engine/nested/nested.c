/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `nested`: matrices in which the entries of every row are in the first places of one order
 * of the columns, or in the last places (model/nested_order.h).  In addition, the entries of a
 * column must be equal.  If there is also a factor for each row, the rule `nested` has moved these
 * factors out of the core before.  nested_kernel.c describes the method.
 *
 * Counting is already hard for chordal bipartite graphs in which not all rows are nested (Okamoto,
 * Uehara, Uno, Counting the number of matchings in chordal and chordal bipartite graph classes, WG
 * 2009).  A step changes one number. */
#include "engine/nested/nested.h"
#include "engine/walk.h"

#include "base/alloc.h"
#include "engine/more.h"

#include <stdio.h>
#include <stdlib.h>

struct choice {
    struct pm_nested *nested;
    struct pm_matrix *values; /* 1 x cols: the values of the columns; a column may be empty */
};

struct job {
    const struct choice *choice;
    struct pm_image *values;
};

static void nested_forget(void *choice)
{
    struct choice *const c = choice;
    if (c == NULL)
        return;
    pm_nested_free(c->nested);
    pm_matrix_free(c->values);
    free(c);
}

static bool same_value(const struct pm_matrix *a, int k, int l)
{
    return fmpq_equal(a->re + k, a->re + l) && (a->im == NULL || fmpq_equal(a->im + k, a->im + l));
}

/* *values = a matrix with one row: the value of each column.  PM_UNABLE: a column has different
 * entries. */
static pm_status find_values(struct pm_matrix **values, const struct pm_matrix *a)
{
    pm_status status;
    int *entry, count = 0; /* entry[j]: one entry of column j, counted from 1; 0: none so far */
    bool one = true;

    PM_NEW(entry, a->cols);
    for (int k = 0; k < pm_matrix_nnz(a); k++) {
        int *const e = &entry[a->col[k]];
        count += *e == 0;
        *e = *e == 0 ? k + 1 : *e;
        one = one && same_value(a, k, *e - 1);
    }
    PM_TRY_GOTO(status, pm_matrix_new(values, 1, a->cols, count, a->im != NULL), done);
    (*values)->start[1] = count;
    for (int j = 0, next = 0; j < a->cols; j++)
        if (entry[j] != 0)
            pm_matrix_put(*values, next++, j, a, entry[j] - 1);
done:
    free(entry);
    return one || status != PM_OK ? status : pm_fail(PM_UNABLE, "a column has different entries");
}

static pm_status find(struct choice *c, const struct pm_matrix *a)
{
    PM_TRY(pm_nested_new(&c->nested, a));
    if (c->nested == NULL)
        return pm_fail(PM_UNABLE, "rows are no prefixes and suffixes of one order of the columns");
    return find_values(&c->values, a);
}

static pm_status nested_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    const struct pm_matrix *const a = core->a;
    struct choice *c;

    (void)limits;
    PM_NEW(c, 1);
    const pm_status status = find(c, a);
    if (status != PM_OK) {
        nested_forget(c);
        return status;
    }
    const int prefixes = c->nested->prefixes;
    const double states = (prefixes + 1.0) * pm_nested_width(c->nested);
    *cost = (struct pm_cost){.steps = (1.0 + a->rows + a->cols) * states,
                             .bytes = 2 * states * (double)pm_number_size(number),
                             .units = 1,
                             .choice = c};
    snprintf(cost->note, sizeof cost->note, "%d prefixes, %d suffixes", prefixes,
             a->rows - prefixes);
    return PM_OK;
}

static void nested_close(void *job)
{
    struct job *const j = job;
    pm_image_free(j->values);
    free(j);
}

static pm_status nested_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                             const struct pm_ring *ring, const struct pm_limits *limits)
{
    const struct choice *const c = cost->choice;
    struct job *j;

    (void)core;
    (void)limits;
    PM_NEW(j, 1);
    j->choice = c;
    const pm_status status = pm_image_new(&j->values, c->values, ring);
    if (status != PM_OK)
        free(j);
    else
        *job = j;
    return status;
}

static pm_status nested_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    static pm_nested_kernel *const kernels[PM_NUMBERS] = PM_KERNEL_TABLE(pm_nested);
    const struct job *const j = job;

    (void)first; /* there is one unit */
    (void)count;
    return kernels[j->values->ring.number](part, j->choice->nested, j->values);
}

static const struct pm_engine_more more = {
    .forget = nested_forget,
};

const struct pm_engine pm_engine_nested = {
    .name = "nested",
    .what = "rows that are prefixes or suffixes of one order of the columns: staircases",
    .kinds = PM_PERMANENT_BIT,
    .numbers = PM_MOD_BIT | PM_WRAP_BIT | PM_FLOATING_BITS,
    .figures = {.steady = true,
                .quick = true,
                .rate = {[PM_MOD] = 1e8,
                         [PM_WRAP] = 1e8,
                         [PM_REAL] = 1e8,
                         [PM_COMPLEX] = 5e7,
                         [PM_DD] = 4e7,
                         [PM_COMPLEX_DD] = 1e7}},
    .cost = nested_cost,
    .open = nested_open,
    .work = nested_work,
    .close = nested_close,
    .more = &more,
};
