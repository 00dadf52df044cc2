/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proof of the dense walk's error bound.
 *
 * A patch is the set of the N = 2^5 to 2^8 sign vectors that differ only in the pivot, the unrolled
 * columns and the first Gray-coded ones.  In a patch T_i(s) = u_i + X_i(s), where u_i is the sum of
 * the other columns; the X_i are the same in every patch.  For any r_i > 0 let z_i = X_i / r_i.
 * Then T_i(s) is the product of the row (u_i, r_i) and the column (1, z_i(s)), so prod T_i(s) is
 * the product of their Kronecker products U and Z(s), and
 *
 *     sum over s of |prod T_i(s)|^2 <= lambda |U|^2 = lambda prod W_i^2,
 *     where W_i^2 = |u_i|^2 + r_i^2.
 *
 * Here lambda is the largest eigenvalue of sum over s of Z(s) Z(s)*, which is that of the Gram
 * matrix
 *
 *     G_st = Z(s)* Z(t) = prod_i (1 + conj z_i(s) z_i(t)).
 *
 * Its trace would give the triangle inequality.  No u is large for all vectors s of a patch at
 * once, so lambda is much smaller than the trace.  Hence
 *
 *     mean over s of prod |T_i(s)| <= S prod W_i,     S = sqrt(lambda / N).
 *
 * The mean over the product of some of the rows is at most S times the W_i of these, since G
 * without a row is smaller: G = G' + D G' D*, D = diag(z).  So let P be a polynomial in the |T_i|
 * with coefficients >= 0, in which each |T_i| occurs at most once in a term.  Its mean is at most S
 * times its value at the W_i.
 *
 * The error is bounded by such a polynomial.  Let t_i be the exact row sums of the given rows and
 * T_i those of the rounded ones (glynn/rounded.c), |t_i - T_i| <= eta_i.  Each factor enters a
 * product with one relative error of at most v (u = 2^-53 for real numbers; 2u + u^2 for complex
 * ones, glynn/products.h).  So the difference between the computed product and prod t_i is at most
 *
 *     prod (|T_i| + eta_i) (1 + v)^n - prod |T_i|
 *         -> S prod W_i (exp(n v + sum_i eta_i / W_i) - 1),     W_i >= r_i.
 *
 * Adding up a block is a tree of PM_LOG_BLOCK + 1 levels.  The running sum keeps its rounding
 * errors (the errors of the second part stay below u sum |terms|, since a strand has at most 2^13
 * blocks).  The term u (PM_LOG_BLOCK + 3) in the exponent covers both (`sums`).  So the error of a
 * patch is at most N S prod W_i (exp(c) - 1) with c < 2^-30, and exp(c) - 1 <= c (1 + c).
 *
 * Double-double.  Both layers (glynn/rounded.c) of a row sum T = Th + Tl are exact, |Tl| <= D, the
 * sum of the moduli of the row's second layer.  A product h + l becomes
 *
 *     h' = fl(h Th),  l' = (h Th - h') + l Th + fl(h + l) Tl, rounded three times
 *
 * (complex: at most twenty times, each of a part of it; there, h Th - h' comes in two pieces of at
 * most 4u |h Th| in all).  With g = sum_i (D_i / r_i + 4u), h is at most 1.01 and l at most 1.01 g
 * times the product of W_i.  Each rounding is at most u times the latter: 4 n u g in total, or 20 n
 * u g.  Adding up, where sums of high parts are split exactly, takes less than 16 u g.  So c = (4
 * or 20) (n + 2) u g + 16 u g + sum_i eta_i / r_i, times 1 + 2g since |T_i| <= |Th_i| + D_i.
 *
 * Choice of r.  r_i^2 = q sum |b_ij|^2 over the patch's columns, where q is the power of two with
 * the smallest predicted bound.  Large u need a large q, so positive matrices need another q than
 * signed ones.  The prediction uses a sample of patches, drawn with various fractions of minus
 * signs.  It proves nothing and need not: every q gives a bound.
 *
 * lambda <= max_s (|G| x)_s / x_s for every x > 0 (Collatz, Einschliessungssatz fuer die
 * charakteristischen Zahlen von Matrizen, Math. Z. 48, 1942).  G is computed with an error of at
 * most 2^-40 sqrt(G_ss G_tt), whose norm is 2^-40 trace G. */
#include "engine/dense/dense_walk.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "num/ball.h"
#include "num/random.h"

#include <math.h>
#include <stdlib.h>

enum {
    HALF = 1 << (PM_LOG_BLOCK + PM_LOG_PATCH_MOST), /* at least the `half` of struct patch */
    SCALES = 7,
    BIASES = 6, /* fractions of minus signs are 2^-1 .. 2^-BIASES */
    DRAWS = 24, /* draws for each fraction */
    FEW_ROWS = 18,
    STEPS = 6, /* steps of the power method */
};

static const double LEAST_SCALE = 0x1p-1;
/* Lower bounds of r_i, relative to a row's sum; LEAST_ROUNDED if entries were rounded.  Sums below
 * LEAST_SUM are replaced by it: a product of W_i^2 over half the rows is above 2^-900, and below
 * 2^900 since W_i^2 <= 2 sum^2. */
static const double LEAST = 0x1p-12, LEAST_ROUNDED = 0x1p-6, LEAST_SUM = 0x1p-2;

struct patch {
    const struct pm_rounded *r;
    double sums;              /* roundings of a product, besides those of its factors */
    int columns, half;        /* half: number of sign vectors with sign + for the pivot */
    double square[64];        /* sum of |b_ij|^2 over the patch */
    double size[64];          /* sums of moduli to the power -2; 0 for an empty row */
    double reach[SCALES][64]; /* r_i^2 */
    double *product;          /* [half][half]: |G_st| + |G_s,-t| */
    double x[];               /* [n][2][half]: X_i; opposite sign vectors have the opposite value */
};

/* The sums of one part of row k; 0 for the imaginary part of real numbers. */
static double *sums_at(struct patch *p, int k, int part)
{
    return p->x + (2 * k + part) * p->half;
}

static double *product_at(struct patch *p, int s)
{
    return p->product + s * p->half;
}

/* Does something for each sign vector t, in rounds whose length the compiler knows. */
#define EACH(t, half)                                                                              \
    for (int t##_first = 0; t##_first < (half); t##_first += PM_BLOCK)                             \
        for (int t = t##_first; t < t##_first + PM_BLOCK; t++)

/* ------------------------------------------------------------------ rows */

static void fill_row(struct patch *p, int k)
{
    const struct pm_rounded *const r = p->r;

    for (int part = 0; part < r->parts; part++) {
        double *const x = sums_at(p, k, part);
        for (int s = 0; s < p->half; s++)
            x[s] = pm_rounded_at(r, k, r->pivot)[part];
        p->square[k] += x[0] * x[0];
        for (int j = 0; j < p->columns; j++) {
            const double b = pm_rounded_at(r, k, r->column[j])[part];
            p->square[k] += b * b;
            for (int s = 0; s < p->half; s++)
                x[s] += s >> j & 1 ? -b : b;
        }
    }
}

static void fill_reach(struct patch *p, int k)
{
    const struct pm_rounded *const r = p->r;
    const double share = r->eta[k] + r->second[k] > 0 ? LEAST_ROUNDED : LEAST;
    const double sum = r->sum[k], least = sum > 0 ? share * fmax(sum, LEAST_SUM) : 0;
    double q = LEAST_SCALE;

    p->size[k] = sum > 0 ? 1 / (sum * sum) : 0;
    for (int scale = 0; scale < SCALES; scale++, q *= 2)
        p->reach[scale][k] = fmax(fmin(q * p->square[k], sum * sum), least * least);
}

/* exp(c) - 1 */
static double relative_error(const struct patch *p, const double *reach)
{
    const struct pm_rounded *const r = p->r;
    const double each = r->parts == 1 ? 1 : 2 + 0x1p-50;
    double entries = 0, g = 0;

    for (int k = 0; k < r->n; k++) {
        const double inverse = r->eta[k] + r->second[k] > 0 ? 1 / sqrt(reach[k]) : 0;
        entries += r->eta[k] * inverse;
        g += r->second[k] * inverse + 4 * PM_BALL_U;
    }
    const double c = entries + (r->words == r->parts
                                    ? (r->n * each + p->sums) * PM_BALL_U
                                    : ((r->parts == 1 ? 4 : 20) * (r->n + 2) + 16) * PM_BALL_U * g);
    return c * (1 + c) * (1 + 2 * g) * PM_UP;
}

/* ------------------------------------------------------------------ lambda */

/* The sum over s of G_ss, both halves: an upper bound of lambda. */
static double trace(struct patch *p, const double *reach)
{
    double diagonal[HALF], sum = 0;

    for (int s = 0; s < p->half; s++)
        diagonal[s] = 2;
    for (int k = 0; k < p->r->n; k++) {
        const double inverse = reach[k] > 0 ? 1 / reach[k] : 0;
        const double *const x = sums_at(p, k, 0), *const y = sums_at(p, k, 1);
        EACH(s, p->half)
        diagonal[s] *= 1 + (x[s] * x[s] + y[s] * y[s]) * inverse;
    }
    for (int s = 0; s < p->half; s++)
        sum += diagonal[s];
    return sum * PM_UP;
}

/* Row s of p->product. */
static void multiply_real(struct patch *p, const double *reach, int s)
{
    double same[HALF], opposite[HALF];

    for (int t = 0; t < p->half; t++)
        same[t] = opposite[t] = 1;
    for (int k = 0; k < p->r->n; k++) {
        const double *const x = sums_at(p, k, 0);
        const double z = reach[k] > 0 ? x[s] / reach[k] : 0;
        EACH(t, p->half)
        {
            same[t] *= 1 + z * x[t];
            opposite[t] *= 1 - z * x[t];
        }
    }
    for (int t = 0; t < p->half; t++)
        product_at(p, s)[t] = fabs(same[t]) + fabs(opposite[t]);
}

static void multiply_complex(struct patch *p, const double *reach, int s)
{
    double same[2][HALF], opposite[2][HALF]; /* re, im of G_st, G_s,-t */

    for (int t = 0; t < p->half; t++) {
        same[0][t] = opposite[0][t] = 1;
        same[1][t] = opposite[1][t] = 0;
    }
    for (int k = 0; k < p->r->n; k++) {
        const double *const x = sums_at(p, k, 0), *const y = sums_at(p, k, 1);
        const double inverse = reach[k] > 0 ? 1 / reach[k] : 0;
        const double a = x[s] * inverse, b = -y[s] * inverse;
        EACH(t, p->half)
        {
            const double c = a * x[t] - b * y[t], d = a * y[t] + b * x[t];
            const double re = same[0][t], turned = opposite[0][t];
            same[0][t] = re * (1 + c) - same[1][t] * d;
            same[1][t] = re * d + same[1][t] * (1 + c);
            opposite[0][t] = turned * (1 - c) + opposite[1][t] * d;
            opposite[1][t] = opposite[1][t] * (1 - c) - turned * d;
        }
    }
    for (int t = 0; t < p->half; t++)
        product_at(p, s)[t] =
            sqrt(same[0][t] * same[0][t] + same[1][t] * same[1][t]) +
            sqrt(opposite[0][t] * opposite[0][t] + opposite[1][t] * opposite[1][t]);
}

/* An upper bound of lambda. */
static double largest(struct patch *p, const double *reach)
{
    double x[HALF], y[HALF], most = 0;

    for (int s = 0; s < p->half; s++) {
        (p->r->parts == 1 ? multiply_real : multiply_complex)(p, reach, s);
        x[s] = 1;
    }
    for (int step = 0; step < STEPS; step++) {
        most = 0;
        for (int s = 0; s < p->half; s++) {
            y[s] = 0;
            for (int t = 0; t < p->half; t++)
                y[s] += product_at(p, s)[t] * x[t];
            most = fmax(most, y[s] / x[s]);
        }
        for (int s = 0; s < p->half; s++)
            x[s] = y[s] / most;
    }
    return most * PM_UP + trace(p, reach) * 0x1p-39;
}

/* ------------------------------------------------------------------ choice */

/* weight[m] = 2^-count / the probability of `m` given minus signs among `count`. */
static void set_weights(double *weight, int count)
{
    for (int m = 0; m <= count; m++) {
        double chance = 0, rare = 0.5;
        for (int bias = 0; bias < BIASES; bias++, rare /= 2) {
            double here = 1;
            for (int j = 0; j < count; j++)
                here *= 2 * (j < m ? rare : 1 - rare);
            chance += here;
        }
        weight[m] = BIASES / chance;
    }
}

/* The signs for which the columns of the rows' largest sums add up. */
static uint64_t leading_signs(const struct patch *p)
{
    const struct pm_rounded *const r = p->r;
    uint64_t minus = 0;

    for (int j = p->columns; j < r->n - 1; j++) {
        double lead = 0;
        for (int k = 0; k < r->n; k++)
            if (r->sum[k] > 0)
                lead += pm_rounded_at(r, k, r->column[j])[0] / r->sum[k];
        if (lead < 0)
            minus |= UINT64_C(1) << j;
    }
    return minus;
}

/* sum[scale] += weight prod W_i, with rows divided by their sums of moduli. */
static void add_draw(double sum[SCALES], const struct patch *p, uint64_t minus, double weight)
{
    const struct pm_rounded *const r = p->r;
    double product[SCALES], sign[64];

    for (int scale = 0; scale < SCALES; scale++)
        product[scale] = 1;
    for (int j = p->columns; j < r->n - 1; j++)
        sign[j] = minus >> j & 1 ? -1 : 1;
    for (int k = 0; k < r->n; k++) {
        const double *const b = pm_rounded_at(r, k, 0);
        double u[2] = {0, 0};
        for (int j = p->columns; j < r->n - 1; j++)
            for (int part = 0; part < r->parts; part++)
                u[part] += sign[j] * b[r->column[j] * r->words + part];
        const double square = u[0] * u[0] + u[1] * u[1];
        for (int scale = 0; scale < SCALES; scale++)
            product[scale] *= (square + p->reach[scale][k]) * p->size[k];
    }
    for (int scale = 0; scale < SCALES; scale++)
        sum[scale] += weight * sqrt(product[scale]);
}

/* A stack's walk may be short.  From one order to the next, it takes twice as long. */
static int draws(const struct patch *p)
{
    const int more = p->r->n > FEW_ROWS ? p->r->n - FEW_ROWS : 0;

    return p->half > PM_BLOCK || more > 3 ? DRAWS : 2 << more;
}

static int choose(struct patch *p)
{
    const uint64_t lead = leading_signs(p);
    const uint64_t outer = (UINT64_C(1) << (p->r->n - 1)) - (UINT64_C(1) << p->columns);
    double weight[65], sum[SCALES] = {0}, least = INFINITY;
    uint64_t state = 1;
    int best = 0;

    set_weights(weight, p->r->n - 1 - p->columns);
    for (int bias = 0; bias < BIASES; bias++)
        for (int draw = 0; draw < draws(p); draw++) {
            uint64_t flip = outer;
            for (int k = 0; k <= bias; k++)
                flip &= pm_random_word(&state);
            add_draw(sum, p, flip ^ lead, weight[pm_popcount(flip)]);
        }
    for (int scale = 0; scale < SCALES; scale++) {
        const double bound =
            sum[scale] * sqrt(trace(p, p->reach[scale])) * relative_error(p, p->reach[scale]);
        if (bound < least) {
            least = bound;
            best = scale;
        }
    }
    return best;
}

pm_status pm_dense_patch_share(double *share, double *reach, const struct pm_rounded *r,
                               int log_patch, double sums)
{
    const int columns = PM_LOG_BLOCK + log_patch, half = 1 << columns, room = r->n * 2 * half;
    struct patch *p;

    if ((p = pm_alloc(1, sizeof *p + (size_t)(room + half * half) * sizeof *p->x)) == NULL)
        return PM_NOMEM;
    p->r = r;
    p->sums = sums;
    p->columns = columns;
    p->half = half;
    p->product = p->x + room;
    for (int k = 0; k < r->n; k++) {
        fill_row(p, k);
        fill_reach(p, k);
    }
    const double *const chosen = p->reach[choose(p)];
    for (int k = 0; k < r->n; k++)
        reach[k] = chosen[k];
    /* N S = sqrt(N lambda) */
    *share = relative_error(p, chosen) * sqrt(2 * p->half * largest(p, chosen)) * PM_UP;
    free(p);
    return PM_OK;
}
