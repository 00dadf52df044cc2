/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's OpenMP keeps the threads of a parallel region for the next one.  A child process has no
 * such threads, but its copy of the thread that called fork() still expects them, and its next
 * parallel region would wait for them for ever.  So they are ended before each fork.  The function
 * that ends them is of OpenMP 5.0, and it is looked up: another package may have loaded an older
 * OpenMP before this library, which then uses it, too.  There a child works with one thread. */
#include "base/threads.h"

#include <dlfcn.h>
#include <flint/flint.h>
#include <mpfr.h>
#include <omp.h>
#include <pthread.h>

typedef int pause_all(omp_pause_resource_t);

static pause_all *find_pause(void)
{
    pause_all *found;

    *(void **)&found = dlsym(RTLD_DEFAULT, "omp_pause_resource_all"); /* POSIX, dlsym: RATIONALE */
    return found;
}

void pm_threads_end_teams(void)
{
    pause_all *const pause = find_pause();

    if (pause != NULL)
        pause(omp_pause_soft); /* fails inside a region, where threads are needed */
}

static void be_alone(void)
{
    omp_set_max_active_levels(0);
}

static void heed_forks(void)
{
    if (find_pause() != NULL)
        pthread_atfork(pm_threads_end_teams, NULL, NULL);
    else
        pthread_atfork(NULL, NULL, be_alone);
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
