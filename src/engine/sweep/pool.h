/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of long vectors, kept from one prime to the next: the system takes about as long to hand
 * out so many pages as a sweep takes to go over them a few times.  What is kept the system may take
 * back where it is short of memory. */
#ifndef PM_ENGINE_SWEEP_POOL_H
#define PM_ENGINE_SWEEP_POOL_H

#include "base/status.h"

#include <pthread.h>
#include <stddef.h>

enum { PM_SWEEP_KEPT = 16 };

struct pm_sweep_pool {
    pthread_mutex_t lock;
    int count;
    char *memory[PM_SWEEP_KEPT];
    size_t bytes[PM_SWEEP_KEPT];
};

void pm_sweep_pool_init(struct pm_sweep_pool *pool);
void pm_sweep_pool_clear(struct pm_sweep_pool *pool);

/* Memory with anything in it, at a multiple of a cache line.  NULL for the pool: nothing is kept.
 */
pm_status pm_sweep_pool_take(char **memory, struct pm_sweep_pool *pool, size_t bytes);

/* Gives back what was taken with so many bytes; NULL is fine. */
void pm_sweep_pool_give(struct pm_sweep_pool *pool, char *memory, size_t bytes);

#endif
