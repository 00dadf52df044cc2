/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many bits balls need, and how much time these take.
 *
 * Radii grow with the order of the largest fronts, about the square root of n, that of the matrix,
 * and with d, the mean distance of the logarithms of the entries from their mean.  Measured with
 * square and triangular lattices and spins, n = 200 to 60,000, d = 0 to 100: determinants lose
 * about 22 + (1/3 + 0.7 d) n^(1/2) bits, Pfaffians 28 + (4 + 1.5 d) n^(1/2). */
#include "engine/planar/planar.h"
#include "model/round.h"
#include <math.h>

enum { MOST_WORDS = 1 << 14 };

static int64_t exponent_of(const struct pm_matrix *a, int e)
{
    const bool real = !fmpq_is_zero(a->re + e) || a->im == NULL;

    return pm_fmpq_exponent(real ? a->re + e : a->im + e);
}

double pm_balls_spread(const struct pm_matrix *a)
{
    const int nnz = pm_matrix_nnz(a);
    double mean = 0, distance = 0;

    for (int e = 0; e < nnz; e++)
        mean += (double)exponent_of(a, e) / nnz;
    for (int e = 0; e < nnz; e++)
        distance += fabs((double)exponent_of(a, e) - mean) / nnz;
    return distance;
}

int pm_balls_bits(const struct pm_kasteleyn *k, double spread, int wanted)
{
    const double root = sqrt(k->fronts->n);
    const double lost =
        k->fronts->skew ? 28 + (4 + 1.5 * spread) * root : 22 + (1. / 3 + 0.7 * spread) * root;
    const double words = ceil((wanted + PM_BALLS_SPARE + lost) / FLINT_BITS);

    return FLINT_BITS * (int)fmin(words, MOST_WORDS);
}

double pm_balls_price(int bits)
{
    return bits <= 2 * FLINT_BITS ? 1 : 1.5 + bits / 160.;
}
