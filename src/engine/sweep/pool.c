/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A few long blocks of memory, found by their length.  They are aligned for huge pages. */
#include "engine/sweep/pool.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    LINE = 64,
    PAGE = 2 << 20,  /* a huge page */
    LONG = 4 * PAGE, /* shortest block that is kept */
};

void pm_sweep_pool_init(struct pm_sweep_pool *pool)
{
    pool->count = 0;
    pthread_mutex_init(&pool->lock, NULL);
}

void pm_sweep_pool_clear(struct pm_sweep_pool *pool)
{
    for (int i = 0; i < pool->count; i++)
        free(pool->memory[i]);
    pthread_mutex_destroy(&pool->lock);
}

/* A kept block of that length, or NULL. */
static char *find(struct pm_sweep_pool *pool, size_t bytes)
{
    char *memory = NULL;
    pthread_mutex_lock(&pool->lock);
    for (int i = pool->count - 1; i >= 0 && memory == NULL; i--) {
        if (pool->bytes[i] != bytes)
            continue;
        memory = pool->memory[i];
        pool->memory[i] = pool->memory[--pool->count];
        pool->bytes[i] = pool->bytes[pool->count];
    }
    pthread_mutex_unlock(&pool->lock);
    return memory;
}

pm_status pm_sweep_pool_take(char **memory, struct pm_sweep_pool *pool, size_t bytes)
{
    const size_t line = bytes >= LONG ? PAGE : LINE;
    void *p = pool != NULL && bytes >= LONG ? find(pool, bytes) : NULL;
    if (p == NULL) {
        if (bytes > PTRDIFF_MAX || posix_memalign(&p, line, bytes + LINE) != 0)
            return pm_fail(PM_NOMEM, "out of memory for %zu bytes", bytes);
        if (line == PAGE)
            madvise(p, bytes, MADV_HUGEPAGE);
    }
    *memory = p;
    return PM_OK;
}

void pm_sweep_pool_give(struct pm_sweep_pool *pool, char *memory, size_t bytes)
{
    bool kept = false;
    if (memory != NULL && pool != NULL && bytes >= LONG) {
        madvise(memory, bytes, MADV_FREE);
        pthread_mutex_lock(&pool->lock);
        kept = pool->count < PM_SWEEP_KEPT;
        if (kept) {
            pool->memory[pool->count] = memory;
            pool->bytes[pool->count++] = bytes;
        }
        pthread_mutex_unlock(&pool->lock);
    }
    if (!kept)
        free(memory);
}
