/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many draws of a number in [0, 1] give its mean with a relative error of epsilon (enough.c).
 */
#pragma once

enum { PM_GROUPS = 16 };

/* What some draws have shown. */
struct pm_pilot {
    double draws, sum, squares, largest;
    double group[PM_GROUPS]; /* sums: draw number k is in group k mod PM_GROUPS */
    double im;               /* the sum of imaginary parts, where draws have them */
    int looks;               /* how often pm_enough() has been asked, with this pilot growing */
};

/* The number of further draws that is enough, except with probability delta; infinite where the
 * pilot is too short.  Adds a look. */
double pm_enough(struct pm_pilot *pilot, double epsilon, double delta);

/* The same for the pilot's mean and variance as they are: what is needed at best. */
double pm_enough_about(const struct pm_pilot *pilot, double epsilon, double delta);

/* The number of draws that is enough if their mean has a normal distribution with the pilot's
 * variance, which proves nothing.  Infinite while one draw is a large part of the pilot.  Adds a
 * look. */
double pm_enough_normal(struct pm_pilot *pilot, double epsilon, double delta);

/* The mean of a draw is at least this, except with probability delta, if the last look was one of
 * pm_enough_normal().  The draws need no upper bound. */
double pm_enough_least_mean(const struct pm_pilot *pilot, double delta);
