/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model with two numbers, which were fitted to runs on the reference machine. */
#include "plan/sharing.h"

#include <math.h>

/* Threads share the bandwidth of memory: of passes over tables that are larger than caches, this
 * part takes as long on many threads as on one.  Measured on 4 and 16 threads with sweeps of
 * can_187, pde225, king 20 x 20 and box 6 x 6 x 6, and trees of bcspwr07 and gre_115: 16 threads
 * were 1.8 to 2.2 times as fast as 4. */
static const double SHARED = 1.0 / 9;

/* Threads share cores and their clock, too: work that could be t times as fast is t^SPEED times as
 * fast.  Fitted to five walks of orders 28 to 40 on 16 threads: the time of one thread, predicted
 * for four of them and measured for one, is 7.9 to 9.8 times that taken. */
static const double SPEED = 0.8;

double pm_sharing_part(bool streams, double part)
{
    const double shared = streams ? SHARED : 0;

    return shared + (1 - shared) * pow(part, SPEED);
}

/* Passes count only for the part that shares the bandwidth.  On a Xeon they took 2.6 to 4.3 times
 * the reference time on one thread and .4 to .6 times on 16; walks took 1.5 and 1.1 times, and
 * sweeps and trees 1 to 1.6 and .8 to 1.7 times. */
double pm_sharing_times(double walks, double passes)
{
    return pow(walks, 1 - SHARED) * pow(passes, SHARED);
}
