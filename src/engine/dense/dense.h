/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the dense engine.  setup.c scales the exact matrix and divides its rows (struct
 * pm_dense_rows), table.c rounds it to tables for the kernels, unit.c walks. */
#ifndef PM_ENGINE_DENSE_DENSE_H
#define PM_ENGINE_DENSE_DENSE_H

#include "engine/dense/strands.h"
#include "model/matrix.h"
#include "num/gauss.h"
#include "num/part.h"

enum {
    PM_DENSE_MIN = 11,  /* smaller matrices are bordered by ones on the diagonal up to this */
    PM_DENSE_GRAY = 13, /* Gray-coded columns of a strand at most */
    /* columns with a sign below the units': with the pivot, and with the fixed one */
    PM_LOG_UNIT = PM_LOG_BLOCK + PM_DENSE_GRAY + PM_LOG_LANES + 1,
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
    const struct pm_isa *isa;
    int n, parts, columns; /* columns: those with a free sign, n - 2 */
    double *memory;        /* of all tables, those of `walk` too */
    double *base;          /* [n][parts] row sums with all signs + above the unrolled columns */
    double *twice;         /* [columns][n][parts] 2 b in walking order: Gray-coded, lanes, units */
    double factor[2][2];   /* re, im: what a unit's sum is multiplied by, in double-double */
    double size;           /* at least |factor| */
    int64_t exp;
    double share; /* error of a patch, relative to its bound */
    double floor; /* error of a unit by underflow */
};

/* Rounds to tables; rows is done with. */
pm_status pm_dense_new(struct pm_dense **dense, const struct pm_dense_rows *rows);
void pm_dense_free(struct pm_dense *dense); /* NULL is fine */

/* The order of the matrix that is walked in place of one of order n, and units of its walk. */
int pm_dense_order(int n);
uint64_t pm_dense_units(int order);

/* The part of one unit. */
void pm_dense_unit(struct pm_part *part, const struct pm_dense *dense, uint64_t unit);

#endif
