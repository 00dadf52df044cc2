/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many draws of a number in [0, 1] give its mean with a relative error of epsilon (enough.c).
 */
#ifndef PM_ESTIMATE_ENOUGH_H
#define PM_ESTIMATE_ENOUGH_H

/* What some draws have shown. */
struct pm_pilot {
    double draws, sum, squares, largest;
    double im; /* the sum of imaginary parts, where draws have them */
    int looks; /* how often pm_enough() has been asked, with this pilot growing */
};

/* The number of further draws that is enough, except with probability delta; infinite where the
 * pilot is too short.  Adds a look. */
double pm_enough(struct pm_pilot *pilot, double epsilon, double delta);

/* The same for the pilot's mean and variance as they are: what is needed at best. */
double pm_enough_about(const struct pm_pilot *pilot, double epsilon, double delta);

/* The number of draws that is enough if their mean has a normal distribution with the pilot's
 * variance, which proves nothing.  Infinite while one draw is a large part of the pilot. */
double pm_enough_normal(const struct pm_pilot *pilot, double epsilon, double delta);

#endif
