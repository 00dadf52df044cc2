/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measure of this machine: how many times as long as the reference machine it takes for each
 * kind of work, on one, on a few and on all threads. */
#pragma once

#include "base/status.h"

enum pm_benchmark_kind {
    PM_BENCHMARK_FLOATING,
    PM_BENCHMARK_MODULAR,
    PM_BENCHMARK_STREAMS, /* passes over memory */
    PM_BENCHMARK_KINDS
};
enum { PM_BENCHMARK_COUNTS = 3 }; /* numbers of threads */

struct pm_benchmark {
    int all; /* threads that can run at once */
    double times[PM_BENCHMARK_KINDS][PM_BENCHMARK_COUNTS];
};

/* The number of threads with this index, of so many. */
int pm_benchmark_threads(int all, int index);

/* Measures the machine for b->all threads.  PM_NOMEM, or what an engine says. */
pm_status pm_benchmark_run(struct pm_benchmark *b);

/* False: no machine is so much slower or faster. */
bool pm_benchmark_is_possible(const struct pm_benchmark *b);
