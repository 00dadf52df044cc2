/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Releases what FLINT and MPFR keep for each thread, then FLINT's threads themselves. */
#include "permatch.h"

#include <flint/flint.h>
#include <mpfr.h>
#include <omp.h>

void pm_cleanup(void)
{
#pragma omp parallel
    {
        mpfr_free_cache();
        flint_cleanup();
    }
    flint_cleanup_master();
    omp_pause_resource_all(omp_pause_soft);
}
