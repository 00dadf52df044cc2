/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rounding of the entries does to the permanent: entry a_ij moves by at most delta_ij a_ij.
 *
 * Where no delta_ij is large, the permanent moves by at most a factor prod_i (1 + max_j delta_ij).
 * But entries may be too small for the numbers of their row (halves.c), as those that a far larger
 * one leaves behind: delta_ij is up to 1, and they become zero.  Those that are loose, delta_ij >
 * T, move first and are bounded absolutely.
 *
 * The permanent is linear in each entry: where a_ij alone moves by e, it moves by e per(A(i|j)),
 * the minor without row i and column j.  The entries move one after the other; meanwhile those of A
 * are at most a'_kl = (1 + delta_kl) a_kl, so in all the permanent moves by no more than
 *
 *     sum over loose (i, j) of delta_ij a_ij per(A'(i|j)).
 *
 * Expanded along any row k, and each minor bounded by the product of its column sums, a permanent
 * is at most P sum_l b_kl / c_l, P the product of all column sums c_l; and the same with rows for
 * columns.  The least of these is small where it matters: of a far larger entry's row and column
 * there is next to nothing left in the minor of another entry in its row.  O(n^2) for each loose
 * entry, of which most matrices have none; of some T the best is taken. */
#include "engine/graded/halves.h"

#include "base/alloc.h"
#include "model/round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double UP = 1 + 0x1p-40;
static const double UNDERFLOW = 0x1p-900; /* more than all that is lost below 2^-1074 */

/* Entries a'_kl. */
static void load(double *b, const struct pm_matrix *a, const double *delta, int step)
{
    const int n = a->rows;
    double error;

    memset(b, 0, sizeof *b * (size_t)(n * n));
    for (int i = 0; i < n; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            b[i * n + a->col[k]] =
                pm_round(&error, a->re + k, 0) * (1 + delta[i * step + a->col[k]]) * UP;
}

/* A bound of the permanent without line i and place j: the least, over lines k, of P sum_l b_kl /
 * c_l, c_l the sum of place l. */
static double minor(const double *b, int n, int line_step, int place_step, int i, int j)
{
    double sum[64] = {0}, all = 1, least = INFINITY;

    for (int l = 0; l < n; l++) {
        for (int k = 0; k < n; k++)
            sum[l] += k != i ? b[k * line_step + l * place_step] : 0;
        all *= l != j ? sum[l] : 1;
    }
    for (int k = 0; k < n; k++) {
        double share = 0;
        for (int l = 0; l < n; l++)
            share += l != j && sum[l] > 0 ? b[k * line_step + l * place_step] / sum[l] : 0;
        least = k != i ? fmin(least, share) : least;
    }
    return n > 1 ? all * least : 1;
}

/* How far the permanent moves by loose entries. */
static double loose(const double *b, int n, const double *delta, int step, double least)
{
    double moved = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (delta[i * step + j] > least)
                moved += delta[i * step + j] * b[i * n + j] *
                         fmin(minor(b, n, n, 1, i, j), minor(b, n, 1, n, j, i));
    return moved > 0 ? moved * UP + UNDERFLOW : 0;
}

/* How far, relatively, by all others. */
static double tight(const double *delta, int n, double most)
{
    double sum = 0;

    for (int i = 0; i < n; i++) {
        double line = 0;
        for (int j = 0; j < n; j++)
            line = fmax(line, delta[i * n + j] <= most ? delta[i * n + j] : 0);
        sum += line;
    }
    return sum;
}

pm_status pm_halves_rounding(double *rounding, const struct pm_halves *r,
                             const struct pm_scaled *scaled)
{
    static const double limits[] = {0x1p-60, 0x1p-50, 0x1p-40, 0x1p-30};
    const int n = scaled->a->rows;
    double *b, best = INFINITY;

    PM_NEW(b, n * n);
    load(b, scaled->a, r->delta, r->n);
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
        const double moved = loose(b, n, r->delta, r->n, limits[k]);
        best = fmin(best, tight(r->delta, r->n, limits[k]) +
                              ldexp(moved / scaled->low, (int)-scaled->exp) * UP);
        if (!(moved > 0)) /* as with all larger limits */
            break;
    }
    free(b);
    *rounding = best * (1 + best) * UP;
    if (!(best < 0x1p-20))
        return pm_fail(PM_UNABLE,
                       "entries are too unequal: rounding them may move the permanent "
                       "by %.2g of itself",
                       best);
    return PM_OK;
}
