/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's OpenMP keeps the threads of a parallel region for the next one.  A child process has no
 * such threads, but its copy of the thread that called fork() still expects them, and its next
 * parallel region would wait for them for ever.  So they are ended before each fork. */
#include "base/threads.h"

#include <flint/flint.h>
#include <mpfr.h>
#include <omp.h>
#include <pthread.h>

static void end_threads(void)
{
    omp_pause_resource_all(omp_pause_soft); /* fails inside a region, where threads are needed */
}

static void heed_forks(void)
{
    pthread_atfork(end_threads, NULL, NULL);
}

int pm_threads(int asked)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, heed_forks);
    return asked > 0 ? asked : omp_get_max_threads();
}

void pm_threads_ends(void)
{
    mpfr_free_cache();
    flint_cleanup();
}

void pm_threads_ends_team(void)
{
    if (omp_get_thread_num() > 0)
        pm_threads_ends();
}
