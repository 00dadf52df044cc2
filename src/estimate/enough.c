/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two stages.  The first one, the pilot, bounds the mean m from below and the standard deviation s
 * from above.  The second one takes a fixed number of new draws, N, and its mean is the answer.
 *
 * Bernstein's inequality (Bennett, Journal of the American Statistical Association 57, 1962): the
 * mean of N independent draws in [0, 1] differs from m by more than t with probability at most
 * 2 exp(-N t^2 / (2 s^2 + 2 t / 3)).  With t = epsilon m this is d2 for
 *
 *     N = 2 log(2 / d2) (s^2 / m^2 + epsilon / (3 m)) / epsilon^2,
 *
 * which grows with s and falls with m, so that bounds of both may stand in it.
 *
 * After n draws of the pilot, with the mean x and the variance v (divisor n - 1) of the sample and
 * L = log(2 / d1), except with probability d1 both
 *
 *     s <= sqrt(v) + sqrt(2 L / (n - 1))     and     m >= x - s sqrt(2 L / n) - L / (3 n)
 *
 * hold (Maurer and Pontil, Empirical Bernstein bounds and sample-variance penalization, COLT 2009,
 * theorems 3 and 10, each with d1 / 2).  The pilot may be asked several times while it grows, and
 * then another one of larger tables; look number r gets d1 = delta / (8 r (r + 1)), and all looks
 * of both pilots together delta / 4.  The second stage gets the rest, d2 = 3 delta / 4.  Its draws
 * are new, so that N does not depend on them.
 *
 * A method that only counts acceptances with probability X (Huber, A Bernoulli mean estimate with
 * known relative error distribution, Random Structures and Algorithms 50, 2017) has s^2 / m^2 =
 * 1 / m - 1.  The numbers X themselves often have a far smaller variance.
 *
 * Without an upper bound of the draws, m still is bounded from below.  By Markov's inequality the
 * mean of a group of draws is at least c m with probability at most 1 / c, and all g groups are
 * with probability at most c^-g.  So m >= d3^(1 / g) times the least mean of a group, except with
 * probability d3.  Which draw is in which group does not depend on the draws.  Look number r of
 * each of at most three pilots has d3 = delta / (3 r (r + 1)). */
#include "estimate/enough.h"

#include "num/mag.h"

#include <math.h>

static const double PILOT_SHARE = 0.25;          /* the part of delta that pilots get */
static const double PILOTS = 2, MOST_PILOTS = 3; /* with proof; without */
static const double SLACK = 1 + 1e-9;            /* covers the rounding of these formulas */

static double needed(double mean, double square, double epsilon, double delta)
{
    return mean > 0 ? SLACK * 2 * log(2 / delta) * (square / (mean * mean) + epsilon / (3 * mean)) /
                          (epsilon * epsilon)
                    : HUGE_VAL;
}

static double variance(const struct pm_pilot *p)
{
    const double mean = p->sum / p->draws;

    return fmax((p->squares - p->sum * mean) / (p->draws - 1), 0);
}

double pm_enough(struct pm_pilot *p, double epsilon, double delta)
{
    const double looks = ++p->looks, n = p->draws;
    const double log_two = log(2 * PILOTS * looks * (looks + 1) / (PILOT_SHARE * delta));

    if (n < 2)
        return HUGE_VAL;
    const double s = (sqrt(variance(p)) + sqrt(2 * log_two / (n - 1))) * SLACK;
    const double mean =
        p->sum / n / SLACK - SLACK * (s * sqrt(2 * log_two / n) + log_two / (3 * n));
    return needed(mean, s * s, epsilon, (1 - PILOT_SHARE) * delta);
}

double pm_enough_about(const struct pm_pilot *p, double epsilon, double delta)
{
    return needed(p->sum / p->draws, variance(p), epsilon, (1 - PILOT_SHARE) * delta);
}

double pm_enough_normal(struct pm_pilot *p, double epsilon, double delta)
{
    static const double LARGE = 1.0 / 30;
    const double mean = p->sum / p->draws;
    double low = 0, high = 40; /* of z with erfc(z / sqrt 2) = delta */

    p->looks++;
    if (!(p->largest < LARGE * p->sum))
        return HUGE_VAL;
    for (int k = 0; k < 50; k++) {
        const double z = (low + high) / 2;
        *(erfc(z / sqrt(2)) > delta ? &low : &high) = z;
    }
    return high * high * variance(p) / (mean * mean * epsilon * epsilon);
}

double pm_enough_least_mean(const struct pm_pilot *p, double delta)
{
    const double looks = p->looks, draws = ceil(p->draws / PM_GROUPS);
    double least = HUGE_VAL;

    for (int k = 0; k < PM_GROUPS; k++)
        least = fmin(least, p->group[k] / draws);
    return pow(delta / (MOST_PILOTS * looks * (looks + 1)), 1.0 / PM_GROUPS) * least *
           (1 - pm_gamma(draws + 1)) / SLACK;
}
