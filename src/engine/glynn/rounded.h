/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows rounded so that their sums are exact. */
#ifndef PM_ENGINE_GLYNN_ROUNDED_H
#define PM_ENGINE_GLYNN_ROUNDED_H

#include "engine/glynn/rows.h"

#include <math.h>

/* Bounds computed in a few hundred roundings are multiplied by this. */
static const double PM_UP = 1 + 0x1p-40;

/* Rows in walking order, rounded. */
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
pm_status pm_rounded_init(struct pm_rounded *r, const struct pm_rows *rows, int layers);
void pm_rounded_clear(struct pm_rounded *r);

/* The integer nearest to x, the larger of two; x becomes what is left. */
void pm_rounded_nearest(fmpz_t nearest, fmpq_t x);

#endif
