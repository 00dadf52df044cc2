/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems and graphs made from arrays of numbers, for callers of the library. */

#include <gmp.h>

#include "base/status.h"
#include "base/argument.h"
#include "base/sized.h"
#include "base/watched.h"
#include "model/graph.h"
#include "model/variant.h"
#include "num/exponential.h"
#include "num/gauss.h"

#include <math.h>

/* -------------------------------------------------------------------- numbers */

static pm_status load_real(struct pm_gauss *z, const void *data, ptrdiff_t k)
{
    return pm_gauss_part_double(z->re, ((const double *)data)[k]);
}

static pm_status load_log(struct pm_gauss *z, const void *data, ptrdiff_t k)
{
    const double log = ((const double *)data)[k];

    if (log == -HUGE_VAL) {
        fmpq_zero(z->re);
        return PM_OK;
    }
    PM_TRY(pm_gauss_part_double(z->re, log));
    return pm_exponential(z->re);
}

static pm_status load_complex(struct pm_gauss *z, const void *data, ptrdiff_t k)
{
    const double *const part = (const double *)data + 2 * k;

    PM_TRY(pm_gauss_part_double(z->re, part[0]));
    return pm_gauss_part_double(z->im, part[1]);
}

static pm_status load_integer(struct pm_gauss *z, const void *data, ptrdiff_t k)
{
    fmpq_set_si(z->re, (slong)((const int64_t *)data)[k], 1);
    return PM_OK;
}

static pm_status load_mpz(struct pm_gauss *z, const void *data, ptrdiff_t k)
{
    fmpz_set_mpz(fmpq_numref(z->re), (const __mpz_struct *)data + k);
    fmpz_one(fmpq_denref(z->re));
    return PM_OK;
}

static pm_status load_mpq(struct pm_gauss *z, const void *data, ptrdiff_t k)
{
    const __mpq_struct *const x = (const __mpq_struct *)data + k;

    if (mpz_sgn(mpq_denref(x)) == 0)
        return pm_fail(PM_INPUT, "its denominator is 0");
    fmpq_set_mpq(z->re, x);
    fmpq_canonicalise(z->re);
    return PM_OK;
}

static pm_status load_one(struct pm_gauss *z, const void *data, ptrdiff_t k)
{
    (void)data, (void)k;
    fmpq_one(z->re);
    return PM_OK;
}

/* Sets *z to element k of an array.  The imaginary part is 0 before the call. */
typedef pm_status load(struct pm_gauss *z, const void *data, ptrdiff_t k);

struct numbers {
    load *load;
    pm_field field;
};

/* `data` NULL: all numbers are 1. */
static pm_status numbers_of(struct numbers *numbers, pm_entries entries, const void *data)
{
    static const struct numbers table[] = {
        [PM_ENTRIES_REAL] = {load_real, PM_FIELD_REAL},
        [PM_ENTRIES_COMPLEX] = {load_complex, PM_FIELD_COMPLEX},
        [PM_ENTRIES_INTEGER] = {load_integer, PM_FIELD_INTEGER},
        [PM_ENTRIES_MPZ] = {load_mpz, PM_FIELD_INTEGER},
        [PM_ENTRIES_MPQ] = {load_mpq, PM_FIELD_REAL},
        [PM_ENTRIES_LOGS] = {load_log, PM_FIELD_LOGS},
    };

    if (data != NULL && (size_t)entries >= sizeof table / sizeof *table)
        return pm_fail(PM_INPUT, "%d is no kind of entries", (int)entries);
    *numbers = data != NULL ? table[entries] : (struct numbers){load_one, PM_FIELD_PATTERN};
    return PM_OK;
}

/* -------------------------------------------------------------------- matrices */

/* A matrix under construction, and the array that its numbers come from. */
struct making {
    struct numbers numbers;
    const void *data;
    struct pm_triplets t;
    struct pm_gauss z;
};

static pm_status making_init(struct making *m, pm_entries entries, const void *data, int rows,
                             int cols)
{
    if (rows < 0 || cols < 0)
        return pm_fail(PM_INPUT, "a matrix of %d x %d: sizes are at least 0", rows, cols);
    PM_TRY(numbers_of(&m->numbers, entries, data));
    m->data = data;
    pm_triplets_init(&m->t, rows, cols, m->numbers.field == PM_FIELD_COMPLEX);
    pm_gauss_init(&m->z);
    return PM_OK;
}

/* Makes element k of the array an entry. */
static pm_status making_add(struct making *m, int row, int col, ptrdiff_t k)
{
    const pm_status status = m->numbers.load(&m->z, m->data, k);

    if (status != PM_OK)
        return pm_fail_at(status, "row %d, column %d", row, col);
    return pm_gauss_is_zero(&m->z) ? PM_OK : pm_triplets_add(&m->t, row, col, m->z.re, m->z.im);
}

/* Ends the construction.  If `status` is PM_OK, makes a problem. */
static pm_status making_end(struct pm_problem **problem, struct making *m, pm_status status)
{
    struct pm_matrix *a = NULL;

    PM_THEN(status, pm_matrix_from_triplets(&a, &m->t));
    PM_THEN(status, pm_problem_wrap(problem, m->numbers.field, a));
    if (status != PM_OK)
        pm_matrix_free(a);
    pm_triplets_clear(&m->t);
    pm_gauss_clear(&m->z);
    return status;
}

struct dense {
    const pm_stack *s;
    size_t k;
    struct pm_problem *made;
};

static pm_status make_dense(void *context, struct pm_watched *watched)
{
    struct dense *const d = context;
    const pm_stack *const s = d->s;
    struct making m;
    pm_status status = PM_OK;

    (void)watched;
    PM_TRY(making_init(&m, s->entries, s->data, s->rows, s->cols));
    for (int i = 0; i < s->rows && status == PM_OK; i++) {
        status = pm_budget_ask();
        for (int j = 0; j < s->cols && status == PM_OK; j++)
            status = making_add(&m, i, j,
                                (ptrdiff_t)d->k * s->matrix_stride + i * s->row_stride +
                                    j * s->col_stride);
    }
    return making_end(&d->made, &m, status);
}

/* Only work that takes a tenth of a second is worth a thread that watches it. */
pm_status pm_problem_dense(pm_problem **problem, const pm_stack *stack, size_t k)
{
    enum { FEW = 1 << 18 };
    PM_ARGUMENTS(problem, stack);
    pm_stack s;

    PM_TRY(pm_sized_stack(&s, stack));
    if (s.device != 0)
        return pm_fail(PM_INPUT, "the stack is in the memory of a GPU");
    if (k >= s.count)
        return pm_fail(PM_INPUT, "matrix %zu of a stack of %zu, counted from 0", k, s.count);
    struct dense d = {&s, k, NULL};
    const bool few = (double)s.rows * s.cols < FEW;
    PM_TRY(pm_watched_run(make_dense, &d, 0, few ? NULL : s.watch, s.watcher));
    const pm_status status =
        pm_problem_repeat(d.made, s.row_times != NULL ? s.row_times + k * (size_t)s.rows : NULL,
                          s.col_times != NULL ? s.col_times + k * (size_t)s.cols : NULL);
    PM_GIVE(problem, d.made, status, pm_problem_free);
}

static pm_status outside(size_t k, int row, int col, int rows, int cols)
{
    return pm_fail(PM_INPUT, "entry %zu: (%d, %d) is outside %d x %d, counted from 0", k, row, col,
                   rows, cols);
}

pm_status pm_problem_triplets(pm_problem **problem, pm_entries entries, int m, int n, size_t count,
                              const int *row, const int *col, const void *values)
{
    PM_ARGUMENTS(problem);
    PM_ARGUMENTS_IF(count > 0, row, col);
    struct making making;
    pm_status status = PM_OK;

    PM_TRY(making_init(&making, entries, values, m, n));
    for (size_t k = 0; k < count && status == PM_OK; k++)
        status = row[k] < 0 || row[k] >= m || col[k] < 0 || col[k] >= n
                     ? outside(k, row[k], col[k], m, n)
                     : making_add(&making, row[k], col[k], (ptrdiff_t)k);
    return making_end(problem, &making, status);
}

static int64_t index_of(const void *list, bool wide, int64_t k)
{
    return wide ? ((const int64_t *)list)[k] : ((const int *)list)[k];
}

/* Adds line i, a row or a column. */
static pm_status add_line(struct making *m, const pm_sparse *s, int i)
{
    const int64_t from = index_of(s->start, s->wide, i), to = index_of(s->start, s->wide, i + 1);
    const int places = s->by_cols ? s->rows : s->cols;

    if (from > to)
        return pm_fail(PM_INPUT, "%s %d ends at entry %lld, before its begin at %lld",
                       s->by_cols ? "column" : "row", i, (long long)to, (long long)from);
    for (int64_t k = from; k < to; k++) {
        const int64_t at = index_of(s->index, s->wide, k);
        if (at < 0 || at >= places)
            return pm_fail(PM_INPUT, "entry %lld: %lld is outside %s %d of %d x %d, counted from 0",
                           (long long)k, (long long)at, s->by_cols ? "column" : "row", i, s->rows,
                           s->cols);
        PM_TRY(s->by_cols ? making_add(m, (int)at, i, k) : making_add(m, i, (int)at, k));
    }
    return PM_OK;
}

pm_status pm_problem_sparse(pm_problem **problem, const pm_sparse *matrix)
{
    PM_ARGUMENTS(problem, matrix);
    struct making making;
    pm_status status = PM_OK;
    pm_sparse s;

    PM_TRY(pm_sized_sparse(&s, matrix));
    PM_TRY(making_init(&making, s.entries, s.values, s.rows, s.cols));
    const int lines = s.by_cols ? s.cols : s.rows;
    if (s.start == NULL || (s.index == NULL && index_of(s.start, s.wide, lines) > 0))
        status =
            pm_fail(PM_INPUT, "%s of a sparse matrix is NULL", s.start == NULL ? "start" : "index");
    else if (index_of(s.start, s.wide, 0) != 0)
        status = pm_fail(PM_INPUT, "the first line begins at entry %lld, not at 0",
                         (long long)index_of(s.start, s.wide, 0));
    for (int i = 0; i < lines && status == PM_OK; i++)
        status = add_line(&making, &s, i);
    return making_end(problem, &making, status);
}

/* ---------------------------------------------------------------------- graphs */

pm_status pm_graph_from_edges(pm_graph **graph, bool directed, int vertices, size_t count,
                              const int *from, const int *to, pm_entries entries,
                              const void *weights)
{
    PM_ARGUMENTS(graph);
    PM_ARGUMENTS_IF(count > 0, from, to);
    struct numbers numbers = {0};
    struct pm_graph *g = NULL;
    struct pm_gauss z;
    pm_status status;

    if (vertices < 0)
        return pm_fail(PM_INPUT, "a graph of %d vertices", vertices);
    PM_TRY(numbers_of(&numbers, entries, weights));
    pm_gauss_init(&z);
    PM_TRY_GOTO(status, pm_graph_new(&g, directed), done);
    g->field = numbers.field;
    PM_TRY_GOTO(status, pm_graph_add_vertices(g, vertices), done);
    for (size_t k = 0; k < count; k++) {
        if (from[k] < 0 || from[k] >= vertices || to[k] < 0 || to[k] >= vertices) {
            status = pm_fail(PM_INPUT, "edge %zu: there is no vertex %d or %d; they are 0 to %d", k,
                             from[k], to[k], vertices - 1);
            goto done;
        }
        status = numbers.load(&z, weights, (ptrdiff_t)k);
        if (status != PM_OK) {
            pm_fail_at(status, "edge %zu", k);
            goto done;
        }
        PM_TRY_GOTO(status,
                    pm_graph_add_edge(g, from[k], to[k], z.re,
                                      numbers.field == PM_FIELD_COMPLEX ? z.im : NULL),
                    done);
    }
    pm_graph_settle(g, directed);
    *graph = g;
    g = NULL;
done:
    pm_graph_free(g);
    pm_gauss_clear(&z);
    return status;
}

pm_status pm_problem_hafnian(pm_problem **problem, const pm_problem *matrix)
{
    PM_ARGUMENTS(problem, matrix);
    struct pm_graph *graph;

    PM_TRY(pm_variant_check(matrix));
    if (matrix->a->rows == matrix->a->cols) /* rows count from 0 here, and from 1 in files */
        PM_TRY(pm_matrix_check_symmetric("the matrix", false, matrix->a, 0));
    PM_TRY(pm_graph_new(&graph, false));
    graph->field = matrix->field;
    pm_status status = pm_graph_add_adjacency(graph, matrix->a);
    PM_THEN(status, pm_problem_matchings(problem, graph, false));
    pm_graph_free(graph);
    return status;
}
