/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the dense engine.  setup.c scales the exact matrix and divides its rows (struct
 * pm_dense_rows), table.c rounds it to tables for the kernels, patch.c proves their
 * error bound, unit.c walks. */
#ifndef PM_ENGINE_DENSE_DENSE_H
#define PM_ENGINE_DENSE_DENSE_H

#include "engine/dense/finish.h"
#include "engine/dense/strands.h"
#include "model/matrix.h"
#include "num/gauss.h"
#include "num/part.h"

#include <math.h>

enum {
    PM_DENSE_MIN = 11, /* smaller matrices are bordered by ones on the diagonal up to this */
};

/* Bounds computed in a few hundred roundings are multiplied by this. */
#define PM_UP (1 + 0x1p-40)

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

/* Copies `a`, bordered by ones on the diagonal, and scales rows and columns by powers of two, so
 * that the largest entry of each lies near 1; in walking order as they are, none divided. */
pm_status pm_dense_rows_load(struct pm_dense_rows *rows, const struct pm_matrix *a, int parts);

/* Divides row i by its entry in column c, which goes into the factor. */
void pm_dense_rows_divide(struct pm_dense_rows *rows, int i, int c);

/* Loads, chooses a pivot and divides the rows by it. */
pm_status pm_dense_rows_init(struct pm_dense_rows *rows, const struct pm_matrix *a, int parts);

/* The same for a real matrix whose rows and columns are scaled already. */
pm_status pm_dense_rows_scaled(struct pm_dense_rows *rows, const struct pm_matrix *a);
void pm_dense_rows_clear(struct pm_dense_rows *rows);

/* Rows in walking order, rounded (round.c). */
struct pm_rounded {
    int n, parts, words; /* words: of an entry, both layers */
    double *b;           /* [n][n][words] by rows and columns; the pivot's too */
    double *eta, *sum;   /* [n] at least what was rounded off a row; at least its sum of moduli */
    double *second;      /* [n] at least the sum of moduli of the second layer */
    int column[64];      /* free columns in walking order, the fixed one last */
};

static inline double *pm_rounded_at(const struct pm_rounded *r, int k, int j)
{
    return r->b + (k * r->n + j) * r->words;
}

/* At least the modulus of a number. */
static inline double pm_modulus(const double *z, int parts)
{
    return parts == 1 ? fabs(z[0]) : sqrt(z[0] * z[0] + z[1] * z[1]) * PM_UP;
}

/* `layers`: 1 for double, 2 for double-double. */
pm_status pm_rounded_init(struct pm_rounded *r, const struct pm_dense_rows *rows, int layers);
void pm_rounded_clear(struct pm_rounded *r);

/* reach[k] = r_k^2 of the patches' bound N S prod sqrt(|u_k|^2 + r_k^2) of the sum of their
 * products' moduli; *share = the error of a patch, relative to prod sqrt(|u_k|^2 + r_k^2)
 * (patch.c). */
pm_status pm_patch_share(double *share, double *reach, const struct pm_rounded *r, int pivot,
                         int log_patch);

/* Sets factor and size to `factor` 2^-e; returns e. */
int64_t pm_finish_factor(struct pm_finish *finish, const struct pm_gauss *factor);

struct pm_dense {
    struct pm_strands walk;
    struct pm_finish finish;
    const struct pm_isa *isa;
    int n, parts, columns; /* columns: those with a free sign, n - 2 */
    int words;             /* of an entry: parts, twice as many in double-double */
    double *memory;        /* of all tables, those of `walk` too */
    double *base;          /* [n][words] row sums with all signs + above the unrolled columns */
    double *twice;         /* [columns][n][words] 2 b in walking order: Gray-coded, lanes, units */
    int64_t exp;
};

/* Rounds to tables, `layers` 1 for double and 2 for double-double; rows is done with. */
pm_status pm_dense_new(struct pm_dense **dense, const struct pm_dense_rows *rows, int layers);

/* With patches of that size, which is at most pm_dense_gray(). */
pm_status pm_dense_patched(struct pm_dense **dense, const struct pm_dense_rows *rows, int layers,
                           int log_patch);
void pm_dense_free(struct pm_dense *dense); /* NULL is fine */

/* The order of the matrix that is walked in place of one of order n; of its walk, the Gray-coded
 * columns of a strand and those of a patch, log2 of the sign vectors of a unit, and the units. */
int pm_dense_order(int n);
int pm_dense_gray(int order);
int pm_dense_log_patch(int order, int words);
int pm_dense_log_unit(int order);
uint64_t pm_dense_units(int order);

/* A sum of units as a part. */
struct pm_part pm_total_part(struct pm_total total, int64_t exp);

/* Row sums x[line][PM_LANES] of the strands of a unit, all Gray-coded signs +: base[line] less
 * twice[columns][line] of the lanes' and the units' columns with sign -. */
void pm_strands_begin(double *x, const double *base, const double *twice, int line, uint64_t unit);

/* The sum of a unit from those of its strands. */
struct pm_total pm_strands_end(const struct pm_strands_sum *sum, const struct pm_finish *finish,
                               int parts, uint64_t unit);

/* The part of one unit. */
void pm_dense_unit(struct pm_part *part, const struct pm_dense *dense, uint64_t unit);

#endif
