/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much rounding the entries changes the permanent, if entry a_ij changes by at most delta_ij
 * a_ij.
 *
 * If no delta_ij is large, the permanent changes by at most a factor prod_i (1 + max_j delta_ij).
 * But next to a far larger entry, an entry may be too small for the numbers of its row (halves.c).
 * Then delta_ij is up to 1, and the entry may become zero.  Entries with delta_ij > T, where T is a
 * limit, are called loose.  In the proof, loose entries change first, and the change of the
 * permanent is bounded by an absolute number.
 *
 * The permanent is linear in each entry.  If only a_ij changes by e, the permanent changes by e
 * per(A(i|j)), where A(i|j) is A without row i and column j.  Let the entries change one after
 * another.  Meanwhile the entries of A are at most a'_kl = (1 + delta_kl) a_kl, so the total change
 * of the permanent is at most
 *
 *     sum over loose (i, j) of delta_ij a_ij per(A'(i|j)).
 *
 * To bound per(A'(i|j)), expand it along any row k, and bound each minor by the product of its
 * column sums.  So a permanent is at most P sum_l b_kl / c_l, where b_kl are the entries, c_l the
 * column sums and P the product of all c_l.  The same holds with rows and columns exchanged.  The
 * least of these bounds, over all rows and columns, is small where this matters: after the row and
 * column of a far larger entry are removed, almost nothing is left in the minor of another entry in
 * its row.  Cost: O(n^2) for each loose entry; most matrices have no loose entries.  Several T are
 * tried, and the best result is used.
 *
 * If no entry of a row or column is far above the others, this bound is far too large.  But for any
 * k,
 *
 *     per(A'(i|j)) = sum_l a'_lk per(A'(i l|j k)),     per(A'(i|k)) = sum_l a'_lj per(A'(i l|k j)),
 *
 * so per(A'(i|j)) is at most max_l a'_lk / a'_lj times per(A'(i|k)).  With per(A') >= a'_ik
 * per(A'(i|k)), the share of entry (i, j) in the permanent is at most
 *
 *     rho_ij = min_k a'_ij / a'_ik max_(l != i) a'_lk / a'_lj.
 *
 * So rho_ij is tiny beside a far larger entry of the row; the same holds with columns.  For each
 * loose entry the better of the two bounds is used.  Let R = sum delta_ij rho_ij over the entries
 * that use rho_ij, and M the sum of the absolute bounds of the other loose entries, relative to
 * per(A).  Then per(A') - per(A) <= R per(A') + M per(A), so all loose entries together change the
 * permanent by at most (M + R) / (1 - R) of itself. */
#include "engine/graded/halves.h"

#include "base/alloc.h"
#include "model/round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double UNDERFLOW = 0x1p-900; /* more than all losses by underflow, which are below
                                           * 2^-1074 each */

/* b: [n][n] = the entries a'_kl.  `step` is the length of a row of delta. */
static void load(double *b, const struct pm_matrix *a, const double *delta, int step)
{
    const int n = a->rows;
    double error;

    memset(b, 0, sizeof *b * (size_t)(n * n));
    for (int i = 0; i < n; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            b[i * n + a->col[k]] =
                pm_round(&error, a->re + k, 0) * (1 + delta[i * step + a->col[k]]) * PM_UP;
}

/* Returns an upper bound of the permanent without line i and place j.  Lines are rows and places
 * are columns, or the other way round.  The bound is the least, over lines k, of P sum_l b_kl /
 * c_l, where c_l is the sum of place l. */
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

/* Returns the largest ratio of entry k of line j to entry k of line i, over all k except `but`. */
static double most_ratio(const double *b, int n, int line_step, int place_step, int i, int j,
                         int but)
{
    double most = 0;

    for (int k = 0; k < n; k++)
        if (k != but && b[j * line_step + k * place_step] > 0)
            most =
                fmax(most, b[j * line_step + k * place_step] / b[i * line_step + k * place_step]);
    return most;
}

/* Returns rho of line i and place j. */
static double share(const double *b, int n, int line_step, int place_step, int i, int j)
{
    double least = 1;

    for (int k = 0; k < n; k++) {
        const double beside = b[i * line_step + k * place_step];
        const double ratio = b[i * line_step + j * place_step] / beside;
        if (k != j && beside > 0 && ratio < least)
            least = fmin(least, ratio * most_ratio(b, n, place_step, line_step, j, k, i));
    }
    return least * PM_UP;
}

/* Returns a bound of the relative change of the permanent by loose entries, those with delta above
 * `least`. */
static double loose(const double *b, int n, const double *delta, int step, double least,
                    const struct pm_scaled *scaled)
{
    double shares = 0, moved = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double off = delta[i * step + j];
            if (!(off > least))
                continue;
            const double size =
                b[i * n + j] * fmin(minor(b, n, n, 1, i, j), minor(b, n, 1, n, j, i)) + UNDERFLOW;
            const double absolute = ldexp(size / scaled->low, (int)-scaled->exp);
            const double relative = fmin(share(b, n, n, 1, i, j), share(b, n, 1, n, j, i));
            if (absolute < relative)
                moved += off * absolute;
            else
                shares += off * relative;
        }
    return shares < 1 ? (moved + shares) / (1 - shares * PM_UP) * PM_UP : INFINITY;
}

/* The same for all other entries, those with delta at most `most`. */
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
        const double moved = loose(b, n, r->delta, r->n, limits[k], scaled);
        best = fmin(best, tight(r->delta, r->n, limits[k]) + moved);
        if (!(moved > 0)) /* no entry is loose, nor with any larger limit */
            break;
    }
    free(b);
    *rounding = best * (1 + best) * PM_UP;
    if (!(best < 0x1p-20))
        return pm_fail(PM_UNABLE,
                       "entries are too unequal: rounding them may move the permanent "
                       "by %.2g of itself",
                       best);
    return PM_OK;
}
