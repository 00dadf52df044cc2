/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <time.h>

/* Seconds of a monotonic clock. */
static inline double pm_clock(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of processor time of this thread. */
static inline double pm_clock_of_thread(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
