/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of threads of a call. */
#pragma once

/* The number that is asked for; if this is 0, the default of OpenMP (OMP_NUM_THREADS, affinity).
 * Every function that starts threads calls it first: from then on, a fork leaves no threads of
 * OpenMP behind that the child would wait for. */
int pm_threads(int asked);

/* Releases what FLINT and MPFR keep for this thread, which ends. */
void pm_threads_ends(void);

/* The same for a thread of a team, unless it is the team's first.  Each calls it at the end of a
 * parallel region that computes with their numbers: the next region may be smaller, and GCC's
 * OpenMP ends the threads that it does not need. */
void pm_threads_ends_team(void);
