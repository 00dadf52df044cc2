/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instances as problems by each function that takes arrays: dense, with strides, compressed rows,
 * triplets, edges. */
#include "instance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers in the type that the field of the instance needs. */
struct packed {
    pm_entries type;
    size_t count;
    int64_t *integer;
    double *pair;
    mpz_t *z;
    mpq_t *q;
};

/* All places are 0. */
static void packed_init(struct packed *p, const struct instance *x, size_t count, bool gmp)
{
    p->type = x->field == PM_FIELD_COMPLEX ? PM_ENTRIES_COMPLEX
              : x->field == PM_FIELD_REAL  ? PM_ENTRIES_MPQ
              : gmp                        ? PM_ENTRIES_MPZ
                                           : PM_ENTRIES_INTEGER;
    p->count = count;
    p->integer = calloc(count + 1, sizeof *p->integer);
    p->pair = calloc(2 * count + 1, sizeof *p->pair);
    p->z = calloc(count + 1, sizeof *p->z);
    p->q = calloc(count + 1, sizeof *p->q);
    for (size_t k = 0; k < count; k++) {
        mpz_init(p->z[k]);
        mpq_init(p->q[k]);
    }
}

static void packed_clear(struct packed *p)
{
    for (size_t k = 0; k < p->count; k++) {
        mpz_clear(p->z[k]);
        mpq_clear(p->q[k]);
    }
    free(p->integer);
    free(p->pair);
    free(p->z);
    free(p->q);
}

/* False: the number is no double. */
static bool set_double(double *x, const struct number *number)
{
    mpq_t exact, back;

    mpq_inits(exact, back, NULL);
    number_get(exact, number);
    *x = mpq_get_d(exact);
    bool same = isfinite(*x);
    if (same) {
        mpq_set_d(back, *x);
        same = mpq_equal(exact, back);
    }
    mpq_clears(exact, back, NULL);
    return same;
}

static bool packed_put(struct packed *p, size_t at, const struct entry *e)
{
    number_get(p->q[at], &e->re);
    mpz_set(p->z[at], mpq_numref(p->q[at]));
    p->integer[at] = e->re.num;
    mpz_mul_ui(mpq_numref(p->q[at]), mpq_numref(p->q[at]), 3); /* not in lowest terms */
    mpz_mul_ui(mpq_denref(p->q[at]), mpq_denref(p->q[at]), 3);
    return p->type != PM_ENTRIES_COMPLEX ||
           (set_double(&p->pair[2 * at], &e->re) && set_double(&p->pair[2 * at + 1], &e->im));
}

static const void *packed_data(const struct packed *p)
{
    return p->type == PM_ENTRIES_COMPLEX ? (const void *)p->pair
           : p->type == PM_ENTRIES_MPQ   ? (const void *)p->q
           : p->type == PM_ENTRIES_MPZ   ? (const void *)p->z
                                         : (const void *)p->integer;
}

/* Row after row, or with the strides of the transpose. */
static pm_status by_stack(pm_problem **problem, const struct instance *x, struct packed *p,
                          bool turned)
{
    const pm_stack stack = {.entries = p->type,
                            .data = packed_data(p),
                            .count = 1,
                            .rows = x->rows,
                            .cols = x->cols,
                            .matrix_stride = turned ? x->rows * x->cols : 0,
                            .row_stride = turned,
                            .col_stride = turned ? x->rows : 0,
                            .strided = turned};

    for (int k = 0; k < x->count; k++) {
        const struct entry *const e = &x->entry[k];
        if (!packed_put(p, (size_t)(turned ? e->row + e->col * x->rows : e->row * x->cols + e->col),
                        e))
            return PM_UNABLE;
    }
    return pm_problem_dense(problem, &stack, 0);
}

/* In the order of the entries; compressed rows need that of the rows. */
static pm_status by_list(pm_problem **problem, const struct instance *x, struct packed *p, bool csr)
{
    int row[INSTANCE_ENTRIES], col[INSTANCE_ENTRIES], start[INSTANCE_LINES + 1] = {0}, count = 0;
    const void *const values = x->field == PM_FIELD_PATTERN ? NULL : packed_data(p);

    for (int i = 0; i < (csr ? x->rows : 1); i++) {
        for (int k = 0; k < x->count; k++)
            if (!csr || x->entry[k].row == i) {
                row[count] = x->entry[k].row;
                col[count] = x->entry[k].col;
                if (!packed_put(p, (size_t)count++, &x->entry[k]))
                    return PM_UNABLE;
            }
        start[i + 1] = count;
    }
    return csr ? pm_problem_sparse(problem, &(pm_sparse){.entries = p->type,
                                                         .rows = x->rows,
                                                         .cols = x->cols,
                                                         .start = start,
                                                         .index = col,
                                                         .values = values})
               : pm_problem_triplets(problem, p->type, x->rows, x->cols, (size_t)count, row, col,
                                     values);
}

static pm_status by_edges(pm_problem **problem, const struct instance *x, struct packed *p,
                          bool saturating)
{
    int from[INSTANCE_ENTRIES], to[INSTANCE_ENTRIES];
    pm_graph *graph = NULL;

    for (int k = 0; k < x->count; k++) {
        from[k] = x->entry[k].row;
        to[k] = x->entry[k].col;
        if (!packed_put(p, (size_t)k, &x->entry[k]))
            return PM_UNABLE;
    }
    pm_status status =
        pm_graph_from_edges(&graph, x->kind == INSTANCE_COVERS, x->rows, (size_t)x->count, from, to,
                            p->type, x->field == PM_FIELD_PATTERN ? NULL : packed_data(p));
    if (status == PM_OK)
        status = x->kind == INSTANCE_COVERS ? pm_problem_cycle_covers(problem, graph, 1)
                                            : pm_problem_matchings(problem, graph, saturating);
    pm_graph_free(graph);
    return status;
}

pm_status instance_by_arrays(pm_problem **problem, const struct instance *x, bool saturating,
                             unsigned way)
{
    const bool dense = x->kind == INSTANCE_MATRIX && way % 4 < 2 && x->field != PM_FIELD_PATTERN;
    struct packed p;

    packed_init(&p, x, (size_t)(dense ? x->rows * x->cols : x->count), way / 4 % 2);
    const pm_status status = x->kind != INSTANCE_MATRIX ? by_edges(problem, x, &p, saturating)
                             : dense                    ? by_stack(problem, x, &p, way % 2)
                                                        : by_list(problem, x, &p, way % 2);
    packed_clear(&p);
    return status;
}
