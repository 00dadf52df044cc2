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

#include <math.h>

static const struct pm_mag ONE = {0.5, 1}, NO_BOUND = {INFINITY, 0};

/* Bounds as magnitudes: entries and minors may be far outside the range of double. */
struct entries {
    int n;
    struct pm_mag *size, *inverse; /* [n][n] a'_kl and 1 / a'_kl; without bound for a zero */
};

/* A loose entry's bound: a share rho_ij of per(A'), or relative to per(A). */
struct loose {
    double delta;
    struct pm_mag bound;
    bool is_share;
};

static struct pm_mag least_of(struct pm_mag x, struct pm_mag y)
{
    return pm_mag_is_less(x, y) ? x : y;
}

static struct pm_mag largest_of(struct pm_mag x, struct pm_mag y)
{
    return pm_mag_is_less(x, y) ? y : x;
}

/* a'_kl = grown a_kl.  `step` is the length of a row of delta. */
static void load(struct entries *b, const struct pm_matrix *a, const double *delta, int step)
{
    fmpq_t inverse;

    fmpq_init(inverse);
    for (int k = 0; k < b->n * b->n; k++)
        b->inverse[k] = NO_BOUND;
    for (int i = 0; i < b->n; i++)
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            const int at = i * b->n + a->col[k];
            const double grown = (1 + delta[i * step + a->col[k]]) * PM_UP;
            if (fmpq_is_zero(a->re + k))
                continue;
            fmpq_inv(inverse, a->re + k);
            b->size[at] = pm_mag_mul(pm_mag_fmpq(a->re + k), pm_mag_double(grown, 0));
            b->inverse[at] = pm_mag_div(pm_mag_fmpq(inverse), grown);
        }
    fmpq_clear(inverse);
}

/* Returns an upper bound of the permanent without line i and place j.  Lines are rows and places
 * are columns, or the other way round.  The bound is the least, over lines k, of the sum over l of
 * b_kl times the product of the sums of all other places. */
static struct pm_mag minor(const struct entries *b, int line_step, int place_step, int i, int j)
{
    struct pm_mag sum[64] = {{0, 0}}, others[64], least = NO_BOUND;

    for (int l = 0; l < b->n; l++)
        for (int k = 0; k < b->n; k++)
            if (k != i)
                sum[l] = pm_mag_add(sum[l], b->size[k * line_step + l * place_step]);
    for (int l = 0; l < b->n; l++) {
        others[l] = ONE;
        for (int m = 0; m < b->n; m++)
            others[l] = m != l && m != j ? pm_mag_mul(others[l], sum[m]) : others[l];
    }
    for (int k = 0; k < b->n; k++) {
        struct pm_mag all = {0, 0};
        for (int l = 0; l < b->n; l++)
            if (l != j)
                all =
                    pm_mag_add(all, pm_mag_mul(b->size[k * line_step + l * place_step], others[l]));
        least = k != i ? least_of(all, least) : least;
    }
    return b->n > 1 ? least : ONE;
}

/* Returns rho of line i and place j. */
static struct pm_mag share(const struct entries *b, int line_step, int place_step, int i, int j)
{
    struct pm_mag least = ONE;

    for (int k = 0; k < b->n; k++) {
        struct pm_mag most = {0, 0};
        if (k == j)
            continue;
        for (int l = 0; l < b->n; l++)
            if (l != i)
                most = largest_of(most, pm_mag_mul(b->size[l * line_step + k * place_step],
                                                   b->inverse[l * line_step + j * place_step]));
        const struct pm_mag beside = b->inverse[i * line_step + k * place_step];
        const struct pm_mag ratio =
            pm_mag_mul(b->size[i * line_step + j * place_step], pm_mag_mul(beside, most));
        least = pm_mag_is_finite(beside) ? least_of(ratio, least) : least;
    }
    return least;
}

/* The better bound of entry (i, j).  1 / per(A) is at most 1 / (2^exp low). */
static void bound_entry(struct loose *x, const struct entries *b, int i, int j,
                        const struct pm_scaled *scaled)
{
    const int n = b->n;
    const struct pm_mag least = least_of(minor(b, n, 1, i, j), minor(b, 1, n, j, i));
    const struct pm_mag size = pm_mag_div(pm_mag_mul(b->size[i * n + j], least), scaled->low);
    const struct pm_mag absolute = pm_mag_mul(size, pm_mag_double(1, -scaled->exp));
    const struct pm_mag relative = least_of(share(b, n, 1, i, j), share(b, 1, n, j, i));

    x->is_share = !pm_mag_is_less(absolute, relative);
    x->bound = x->is_share ? relative : absolute;
}

/* Returns a bound of the relative change of the permanent by the entries with delta above
 * `least`. */
static double loose_change(const struct loose *loose, int count, double least)
{
    struct pm_mag shares = {0, 0}, moved = {0, 0};

    for (int k = 0; k < count; k++)
        if (loose[k].delta > least) {
            struct pm_mag *const sum = loose[k].is_share ? &shares : &moved;
            *sum = pm_mag_add(*sum, pm_mag_mul(loose[k].bound, pm_mag_double(loose[k].delta, 0)));
        }
    const double r = pm_mag_get_double(shares), m = pm_mag_get_double(moved);
    return r < 1 ? (m + r) / (1 - r) * PM_UP : INFINITY;
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
    struct entries b = {.n = scaled->a->rows};
    struct loose *loose = NULL;
    double best = INFINITY;
    int count = 0;
    pm_status status;

    PM_NEW(b.size, 2 * b.n * b.n);
    b.inverse = b.size + b.n * b.n;
    PM_NEW_GOTO(status, loose, b.n * b.n, done);
    load(&b, scaled->a, r->delta, r->n);
    for (int i = 0; i < b.n; i++)
        for (int j = 0; j < b.n; j++)
            if (r->delta[i * r->n + j] > limits[0]) {
                loose[count].delta = r->delta[i * r->n + j];
                bound_entry(&loose[count++], &b, i, j, scaled);
            }
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
        best = fmin(best, tight(r->delta, r->n, limits[k]) + loose_change(loose, count, limits[k]));
    *rounding = best * (1 + best) * PM_UP;
    status = best < 0x1p-20
                 ? PM_OK
                 : pm_fail(PM_UNABLE,
                           "entries are too unequal: rounding them may move the permanent "
                           "by %.2g of itself",
                           best);
done:
    PM_FREE(b.size, loose);
    return status;
}
