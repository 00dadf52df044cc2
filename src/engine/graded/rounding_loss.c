/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much rounding the entries changes the permanent, if entry a_ij changes by at most delta_ij
 * a_ij.
 *
 * If no delta_ij is large, the permanent changes by at most a factor prod_i (1 + max_j delta_ij).
 * But next to a far larger entry, an entry may be too small for the numbers of its row (halves.c).
 * Then delta_ij is up to 1, and the entry may become zero.  Entries with delta_ij > T, where T is a
 * limit, are called loose.  In the proof, loose entries change first, and the change of the
 * permanent is bounded by an absolute number.  It does not matter how small an entry is, also below
 * 2^-1074: all sizes are exact rationals, rounded up to magnitudes (num/mag.h), whose exponents
 * have 64 bits.
 *
 * The permanent is linear in each entry.  If only a_ij changes by e, the permanent changes by e
 * per(A(i|j)), where A(i|j) is A without row i and column j.  Let the entries change one after
 * another.  Meanwhile the entries of A are at most a'_kl = (1 + delta_kl) a_kl, and a permanent is
 * at most the product of the row sums r'_k.  So the total change is at most
 *
 *     (sum over loose (i, j) of delta_ij a_ij) prod over k of max(r'_k, 1).
 *
 * The rows are scaled to sums near 1, so the product is about 1; a loose entry is below 2^-53 of
 * its row.  Most matrices have no loose entries.  Several T are tried, and the best result is used.
 */
#include "engine/graded/halves.h"

#include <math.h>

/* *lost = the sum of delta_ij a_ij over the loose entries; *product = the product of the larger
 * ones of r'_k and 1. */
static void loose_sums(struct pm_mag *lost, struct pm_mag *product, const struct pm_matrix *a,
                       const struct pm_halves *r, double limit)
{
    const double *delta = r->delta;
    const struct pm_mag one = pm_mag_double(1, 0);

    *lost = pm_mag_double(0, 0);
    *product = one;
    for (int i = 0; i < a->rows; i++) {
        struct pm_mag sum = pm_mag_double(0, 0);
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const struct pm_mag size = pm_mag_fmpq(a->re + k);
            const double d = delta[a->col[k]];
            sum = pm_mag_add(sum, pm_mag_mul(size, pm_mag_double((1 + d) * PM_UP, 0)));
            if (d > limit)
                *lost = pm_mag_add(*lost, pm_mag_mul(size, pm_mag_double(d, 0)));
        }
        *product = pm_mag_mul(*product, pm_mag_is_less(sum, one) ? one : sum);
        delta += r->n;
    }
}

/* A bound of the relative change of the permanent by the loose entries.  1 / per(A) is at most 1 /
 * (2^exp low). */
static double loose_change(const struct pm_scaled *scaled, const struct pm_halves *r, double limit)
{
    struct pm_mag lost, product;

    loose_sums(&lost, &product, scaled->a, r, limit);
    const struct pm_mag size = pm_mag_div(pm_mag_mul(lost, product), scaled->low);
    return pm_mag_get_double(pm_mag_mul(size, pm_mag_double(1, -scaled->exp)));
}

/* The same for all other entries, those with delta at most `most`. */
static double tight_change(const double *delta, int n, double most)
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
    double best = INFINITY;

    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
        best = fmin(best,
                    tight_change(r->delta, r->n, limits[k]) + loose_change(scaled, r, limits[k]));
    *rounding = best * (1 + best) * PM_UP;
    return best < 0x1p-20
               ? PM_OK
               : pm_fail(PM_UNABLE,
                         "entries are too unequal: rounding them may move the permanent by %.2g of "
                         "itself",
                         best);
}
