/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Releases what FLINT and MPFR keep for each thread, then FLINT's threads themselves. */
#include "permatch.h"

#include "base/threads.h"

#include <flint/flint.h>
#include <mpfr.h>

void pm_cleanup(void)
{
#pragma omp parallel
    {
        mpfr_free_cache();
        flint_cleanup();
    }
    flint_cleanup_master();
    pm_threads_end_teams();
}
