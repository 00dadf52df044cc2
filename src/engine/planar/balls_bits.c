/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many bits balls need, and how much time these take.
 *
 * Radii grow with the order of the largest fronts, about the square root of n, that of the matrix,
 * and with d, the mean modulus of the logarithms of the entries, after rows and columns
 * have been scaled such that their means are 0.  Measured with
 * square and triangular lattices and spins, n = 200 to 60,000, d = 0 to 35: determinants lose
 * about 22 + (1/3 + 1.15 d) n^(1/2) bits, Pfaffians 28 + (3 + 4.5 d) n^(1/2). */
#include "base/alloc.h"
#include "engine/planar/planar.h"
#include "model/round.h"
#include <math.h>

enum { MOST_WORDS = 1 << 14, PASSES = 10 };

static int64_t exponent_of(const struct pm_matrix *a, int e)
{
    const bool real = !fmpq_is_zero(a->re + e) || a->im == NULL;

    return pm_fmpq_exponent(real ? a->re + e : a->im + e);
}

/* Takes the means of the lines, of[e] for entry e, off the numbers x. */
static void centre(double *x, const struct pm_matrix *a, const int *of, double *mean, int *count,
                   int lines)
{
    for (int i = 0; i < lines; i++)
        mean[i] = count[i] = 0;
    for (int e = 0; e < pm_matrix_nnz(a); e++) {
        mean[of[e]] += x[e];
        count[of[e]]++;
    }
    for (int e = 0; e < pm_matrix_nnz(a); e++)
        x[e] -= mean[of[e]] / count[of[e]];
}

pm_status pm_balls_spread(double *spread, const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(a), lines = a->rows > a->cols ? a->rows : a->cols;
    double *x = NULL, *mean = NULL;
    int *row = NULL, *count = NULL;
    pm_status status = PM_OK;

    *spread = 0;
    PM_NEW_GOTO(status, x, nnz, done);
    PM_NEW_GOTO(status, row, nnz, done);
    PM_NEW_GOTO(status, mean, lines, done);
    PM_NEW_GOTO(status, count, lines, done);
    PM_EACH_ENTRY(a, i, e) {
        row[e] = i;
        x[e] = (double)exponent_of(a, e);
    }
    for (int pass = 0; pass < PASSES; pass++) {
        centre(x, a, row, mean, count, lines);
        centre(x, a, a->col, mean, count, lines);
    }
    for (int e = 0; e < nnz; e++)
        *spread += fabs(x[e]) / nnz;
done:
    PM_FREE(x, mean, row, count);
    return status;
}

int pm_balls_bits(const struct pm_kasteleyn *k, int wanted)
{
    const double root = sqrt(k->fronts->n);
    const double lost = k->fronts->skew ? 28 + (3 + 4.5 * k->spread) * root
                                        : 22 + (1. / 3 + 1.15 * k->spread) * root;
    const double words = ceil((wanted + PM_BALLS_SPARE + lost) / FLINT_BITS);

    return FLINT_BITS * (int)fmin(words, MOST_WORDS);
}

double pm_balls_price(int bits)
{
    return bits <= 2 * FLINT_BITS ? 1 : 1.5 + bits / 160.;
}
