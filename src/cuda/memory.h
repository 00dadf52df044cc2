/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of a device, and page-locked memory of the host for what comes back from it.
 *
 * A device frees memory only when all its kernels are over, which would keep other threads from
 * theirs: what is dropped is kept for who asks next, or makes place for something larger. */
#ifndef PM_CUDA_MEMORY_H
#define PM_CUDA_MEMORY_H

#include "cuda/driver.h"

#include <pthread.h>
#include <stdbool.h>

/* Of either kind. */
struct pm_room {
    struct pm_room *next;
    size_t size;
    pm_cu_pointer at;
    void *host; /* NULL: of the device */
    bool taken;
};

struct pm_rooms {
    pthread_mutex_t lock;
    struct pm_room *first;
};

void pm_rooms_init(struct pm_rooms *rooms);

/* Nobody has any; the thread has entered the device if there is any at all. */
void pm_rooms_clear(struct pm_rooms *rooms, const struct pm_cu *cu);

/* *room: of at least `size` bytes, until it is dropped. */
pm_status pm_room_take(struct pm_room **room, struct pm_rooms *rooms, const struct pm_cu *cu,
                       bool host, size_t size);

/* That of the device at `at`, or, where that is 0, of the host at `host`. */
void pm_room_drop(struct pm_rooms *rooms, pm_cu_pointer at, const void *host);

#endif
