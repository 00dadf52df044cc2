/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the dense engine.  setup.c scales the exact matrix and divides its rows (struct
 * pm_dense_rows), table.c rounds it to tables for the kernels, unit.c walks. */
#ifndef PM_ENGINE_DENSE_DENSE_H
#define PM_ENGINE_DENSE_DENSE_H

#include "engine/dense/finish.h"
#include "engine/dense/strands.h"
#include "model/matrix.h"
#include "num/gauss.h"
#include "num/part.h"

enum {
    PM_DENSE_MIN = 11,  /* smaller matrices are bordered by ones on the diagonal up to this */
};

/* An exact square matrix with rows and columns scaled:
 *     per(original) = 2^exp factor per(this). */
struct pm_dense_rows {
    int n, parts;
    fmpq *part[2]; /* re, im: [n * n]; im NULL where parts is 1 */
    int64_t exp;
    struct pm_gauss factor;
    int pivot;       /* the column whose signs are paired */
    int ones, zeros; /* see struct pm_strands */
    int order[64];   /* rows in the order of the walk */
};

pm_status pm_dense_rows_init(struct pm_dense_rows *rows, const struct pm_matrix *a, int parts);
void pm_dense_rows_clear(struct pm_dense_rows *rows);

struct pm_dense {
    struct pm_strands walk;
    struct pm_finish finish;
    const struct pm_isa *isa;
    int n, parts, columns; /* columns: those with a free sign, n - 2 */
    double *memory;        /* of all tables, those of `walk` too */
    double *base;          /* [n][parts] row sums with all signs + above the unrolled columns */
    double *twice;         /* [columns][n][parts] 2 b in walking order: Gray-coded, lanes, units */
    int64_t exp;
};

/* Rounds to tables; rows is done with. */
pm_status pm_dense_new(struct pm_dense **dense, const struct pm_dense_rows *rows);
void pm_dense_free(struct pm_dense *dense); /* NULL is fine */

/* The order of the matrix that is walked in place of one of order n; of its walk, the Gray-coded
 * columns of a strand, log2 of the sign vectors of a unit, and the units. */
int pm_dense_order(int n);
int pm_dense_gray(int order);
int pm_dense_log_unit(int order);
uint64_t pm_dense_units(int order);

/* A sum of units as a part. */
struct pm_part pm_dense_part(const struct pm_dense *dense, struct pm_total total);

/* The part of one unit. */
void pm_dense_unit(struct pm_part *part, const struct pm_dense *dense, uint64_t unit);

#endif
