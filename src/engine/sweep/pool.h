/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of long vectors, kept from one prime to the next.  Getting so many new pages from the
 * system takes about as long as a few passes over them.  The system may take kept memory back if it
 * needs memory. */
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

/* Takes memory with any contents, aligned to a cache line.  pool NULL: no memory is kept. */
pm_status pm_sweep_pool_take(char **memory, struct pm_sweep_pool *pool, size_t bytes);

/* Returns memory that was taken with this many bytes; NULL is allowed. */
void pm_sweep_pool_give(struct pm_sweep_pool *pool, char *memory, size_t bytes);

#endif
