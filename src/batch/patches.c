/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Row sums are exact because all entries of a row are rounded to multiples of one power of two.
 * The largest eigenvalue of a patch's Gram matrix is at most the largest quotient (G x)_s / x_s,
 * for any positive vector x (Collatz and Wielandt).  A few steps of the power method bring x near
 * the eigenvector. */
#include "batch/patches.h"

#include <math.h>

enum {
    STEPS = 3,     /* steps of the power method */
    MANTISSA = 53, /* row sums are multiples of 2^(their exponent - this) */
};

/* ------------------------------------------------------------------ rows */

double pm_batch_modulus(const struct pm_batch_square *a, int i, int j)
{
    const int k = i * a->n + j;

    return a->parts == 1 ? fabs(a->part[0][k]) : pm_above(a->part[0][k], a->part[1][k]);
}

double pm_batch_row_modulus(const struct pm_batch_square *a, int i)
{
    double sum = 0;

    for (int j = 0; j < a->n; j++)
        sum += pm_batch_modulus(a, i, j);
    return sum * PM_UP;
}

void pm_batch_round_row(struct pm_batch_patches *p, struct pm_batch_square *a, int i, bool divided)
{
    const int errors = (divided ? 8 : 0) + (a->rounded ? 1 : 0);
    const double sum = pm_batch_row_modulus(a, i);
    double change = PM_BALL_TINY; /* covers what the scaling of the matrix has rounded */

    p->eta[i] = p->sum[i] = 0;
    p->exp[i] = 0;
    if (!(sum > 0))
        return;
    frexp(sum, &p->exp[i]); /* rounding adds at most 2^-47 to the sum, less than PM_UP has added */
    const double q = ldexp(1, p->exp[i] - MANTISSA), back = ldexp(1, MANTISSA - p->exp[i]);
    for (int j = 0; j < a->n; j++) {
        double rest[2] = {0, 0}; /* exactly what rounding changes */
        for (int part = 0; part < a->parts; part++) {
            double *const b = a->part[part] + i * a->n + j;
            const double rounded = rint(*b * back) * q;
            rest[part] = *b - rounded;
            *b = rounded;
        }
        change += pm_above(rest[0], rest[1]);
    }
    p->eta[i] = PM_UP * (change + errors * PM_BALL_U * sum);
    p->sum[i] = pm_batch_row_modulus(a, i);
}

/* ------------------------------------------------------------------ patches */

/* How much the rows agree about the signs of the columns: 1 for a positive matrix. */
static double agreement(const struct pm_batch_patches *p, const struct pm_batch_square *a)
{
    double sum = 0;

    for (int j = 0; j < a->n; j++) {
        double part[2] = {0, 0};
        for (int i = 0; i < a->n; i++)
            for (int k = 0; k < a->parts && p->sum[i] > 0; k++)
                part[k] += a->part[k][i * a->n + j] / p->sum[i];
        sum += hypot(part[0], part[1]);
    }
    return sum / a->n;
}

void pm_batch_patches_fill(struct pm_batch_patches *p, const struct pm_batch_square *a,
                           const int *own)
{
    p->n = a->n;
    p->parts = a->parts;
    const double q = 1 + 11 * pow(agreement(p, a), 2);
    for (int i = 0; i < a->n; i++) {
        const double least = 0x1p-6 * p->sum[i];
        double squares = 0;
        for (int part = 0; part < a->parts; part++) {
            const double *const b = a->part[part] + i * a->n;
            for (int set = 0; set < PM_BLOCK; set++) { /* their mean is the sum of squares */
                double x = b[own[PM_LOG_BLOCK]];
                for (int bit = 0; bit < PM_LOG_BLOCK; bit++)
                    x += set >> bit & 1 ? -b[own[bit]] : b[own[bit]];
                p->x[part][i][set] = x;
                squares += x * x;
            }
        }
        p->reach[i] = fmax(q * squares / PM_BLOCK, least * least);
    }
}

/* |G_st| + |G_s,-t|. */
static void fill_gram(double gram[PM_BLOCK][PM_BLOCK], const struct pm_batch_patches *p)
{
    double x[2][PM_BATCH_MOST][PM_BLOCK] = {{{0}}};

    for (int k = 0; k < p->n; k++)
        for (int part = 0; part < p->parts && p->reach[k] > 0; part++)
            for (int set = 0; set < PM_BLOCK; set++)
                x[part][k][set] = p->x[part][k][set] / sqrt(p->reach[k]);
    for (int s = 0; s < PM_BLOCK; s++) {
        double re[2][PM_BLOCK], im[2][PM_BLOCK];
        for (int t = 0; t < PM_BLOCK; t++) {
            re[0][t] = re[1][t] = 1;
            im[0][t] = im[1][t] = 0;
        }
        for (int k = 0; k < p->n; k++)
            for (int turn = 0; turn < 2; turn++)
                for (int t = 0; t < PM_BLOCK; t++) {
                    const double a = turn ? -x[0][k][s] : x[0][k][s];
                    const double b = turn ? x[1][k][s] : -x[1][k][s];
                    const double c = 1 + a * x[0][k][t] - b * x[1][k][t];
                    const double d = a * x[1][k][t] + b * x[0][k][t], old = re[turn][t];
                    re[turn][t] = old * c - im[turn][t] * d;
                    im[turn][t] = old * d + im[turn][t] * c;
                }
        for (int t = 0; t < PM_BLOCK; t++)
            gram[s][t] = sqrt(re[0][t] * re[0][t] + im[0][t] * im[0][t]) +
                         sqrt(re[1][t] * re[1][t] + im[1][t] * im[1][t]);
    }
}

/* An upper bound of lambda. */
static double largest(const struct pm_batch_patches *p)
{
    double gram[PM_BLOCK][PM_BLOCK], x[PM_BLOCK], y[PM_BLOCK], most = 0, trace = 0;

    fill_gram(gram, p);
    for (int s = 0; s < PM_BLOCK; s++) {
        trace += 2 * gram[s][s];
        x[s] = 1;
    }
    for (int step = 0; step < STEPS; step++) {
        most = 0;
        for (int s = 0; s < PM_BLOCK; s++) {
            y[s] = 0;
            for (int t = 0; t < PM_BLOCK; t++)
                y[s] += gram[s][t] * x[t];
            most = fmax(most, y[s] / x[s]);
        }
        for (int s = 0; s < PM_BLOCK; s++)
            x[s] = y[s] / most;
    }
    return PM_UP * (most + 0x1p-39 * trace);
}

double pm_batch_patches_share(const struct pm_batch_patches *p, double sums)
{
    const double each = p->parts == 1 ? 1 : 2 + 0x1p-50;
    double c = (p->n * each + sums) * PM_BALL_U;

    for (int k = 0; k < p->n; k++)
        if (p->reach[k] > 0)
            c += p->eta[k] / sqrt(p->reach[k]);
    return PM_UP * c * (1 + c) * sqrt(2 * PM_BLOCK * largest(p));
}
