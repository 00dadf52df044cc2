/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number of threads of a call. */
#pragma once

/* The number that is asked for; if this is 0, the default of OpenMP (OMP_NUM_THREADS, affinity).
 * Every function that starts threads calls it first: from then on, a fork leaves no threads of
 * OpenMP behind that the child would wait for. */
int pm_threads(int asked);

/* Ends the threads that OpenMP keeps for the next parallel region; not inside one, and not where
 * OpenMP is older than 5.0. */
void pm_threads_end_teams(void);

/* Releases what FLINT and MPFR keep for this thread, which ends. */
void pm_threads_ends(void);

/* The same for a thread of a team, unless it is the team's first.  Each calls it at the end of a
 * parallel region that computes with their numbers: the next region may be smaller, and GCC's
 * OpenMP ends the threads that it does not need. */
void pm_threads_ends_team(void);
