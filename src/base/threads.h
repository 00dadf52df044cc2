/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of threads of a call. */
#ifndef PM_BASE_THREADS_H
#define PM_BASE_THREADS_H

/* The number that is asked for; if this is 0, the default of OpenMP (OMP_NUM_THREADS, affinity).
 * Every function that starts threads calls it first: from then on, a fork leaves no threads of
 * OpenMP behind that the child would wait for. */
int pm_threads(int asked);

#endif
