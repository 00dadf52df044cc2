/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts the number of pairs of keys that a merge multiplies.
 *
 * A merge multiplies keys A and B that are disjoint and together cover every vertex that closes.  A
 * vertex on one side only is covered or not (2 ways).  A vertex that closes is covered from the
 * left or from the right (2 ways).  A shared vertex that stays open may also be uncovered (3 ways).
 * The number of such pairs with the right imbalance (columns minus rows) on both sides is a
 * coefficient of a product of small polynomials in two variables.  The saddle point method
 * approximates it (Good, Saddle-point methods for the multinomial distribution, 1957).  The
 * determinant is that of I + 2 pi H instead of 2 pi H, where H is the Hessian, so that forced
 * choices count as one. */
#include "engine/tree/merge_tree.h"

#include <math.h>

/* The state of Newton's method for the saddle point (s, t). gs and gt are the gradient, hss, hst
 * and htt the Hessian.  Every class of vertices adds to them the means and covariances of the
 * numbers of vertices that are covered from the left and from the right. */
struct saddle {
    double u, w; /* exp(s), exp(t) */
    double gs, gt, hss, hst, htt;
};

static void saddle_class(struct saddle *x, int count, double none, double left, double right,
                         int sign)
{
    if (!count)
        return;
    const double z = none + left + right, p = left / z, q = right / z;
    x->gs += sign * count * p;
    x->gt += sign * count * q;
    x->hss += count * p * (1 - p);
    x->hst -= count * p * q;
    x->htt += count * q * (1 - q);
}

static void saddle_moments(struct saddle *x, const struct pm_merge_tally *m)
{
    x->gs = -m->d_left;
    x->gt = -m->d_right;
    x->hss = x->hst = x->htt = 0;
    for (int kind = 0; kind < 2; kind++) {
        const double u = kind ? x->u : 1 / x->u, w = kind ? x->w : 1 / x->w;
        const int sign = kind ? 1 : -1;
        saddle_class(x, m->left[kind], 1, u, 0, sign);
        saddle_class(x, m->right[kind], 1, 0, w, sign);
        saddle_class(x, m->open[kind], 1, u, w, sign);
        saddle_class(x, m->closing[kind], 0, u, w, sign);
    }
}

static double saddle_value(const struct saddle *x, const struct pm_merge_tally *m, double s,
                           double t)
{
    double f = -s * m->d_left - t * m->d_right;

    for (int kind = 0; kind < 2; kind++) {
        const double u = kind ? x->u : 1 / x->u, w = kind ? x->w : 1 / x->w;
        f += m->left[kind] ? m->left[kind] * log(1 + u) : 0;
        f += m->right[kind] ? m->right[kind] * log(1 + w) : 0;
        f += m->open[kind] ? m->open[kind] * log(1 + u + w) : 0;
        f += m->closing[kind] ? m->closing[kind] * log(u + w) : 0;
    }
    const double c = 6.283185307179586;
    const double det = (1 + c * x->hss) * (1 + c * x->htt) - c * x->hst * c * x->hst;
    return f - 0.5 * log(det);
}

static double clamp(double x, double bound)
{
    return x < -bound ? -bound : x > bound ? bound : x;
}

static double count_pairs_square(const struct pm_merge_tally *m)
{
    struct saddle x;
    double s = 0, t = 0;

    for (int i = 0; i < 8; i++) {
        x.u = exp(s);
        x.w = exp(t);
        saddle_moments(&x, m);
        const double a = x.hss + 1e-3, b = x.htt + 1e-3, det = a * b - x.hst * x.hst;
        const double ds = (b * x.gs - x.hst * x.gt) / det, dt = (a * x.gt - x.hst * x.gs) / det;
        if (ds * x.gs + dt * x.gt < 0.02)
            break;
        s = clamp(s - clamp(ds, 2), 12);
        t = clamp(t - clamp(dt, 2), 12);
    }
    return exp(clamp(saddle_value(&x, m, s, t), PM_MERGE_LOG_MOST));
}

/* The number of pairs if imbalances are not fixed: for matrices with more columns than rows
 * (rectangular), for general graphs, where only their parity is known, and for all matchings
 * (loose).  In a rectangular matrix, closing columns may stay uncovered; for all matchings, all
 * closing vertices may. */
static double count_pairs_free(const struct pm_merge_tally *m)
{
    const int two = m->left[0] + m->left[1] + m->right[0] + m->right[1];
    const int three = m->open[0] + m->open[1] + (m->general ? 0 : m->closing[1]);
    const double ways = m->loose ? 3 : 2, known = m->general && !m->loose ? 2 : 0;

    return exp(fmin((two - known) * log(2) + three * log(3) + m->closing[0] * log(ways),
                    PM_MERGE_LOG_MOST));
}

double pm_merge_pairs(const struct pm_merge_tally *m, double left, double right)
{
    double pairs;

    if (left * right <= 16)
        return left * right;
    pairs = m->square && !m->loose && !m->general ? count_pairs_square(m) : count_pairs_free(m);
    return fmax(1, fmin(pairs, left * right));
}
