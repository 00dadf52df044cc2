/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of a device, and page-locked memory of the host for results.
 *
 * A device frees memory only when all its kernels have ended, and other threads would have to wait
 * for that.  So dropped rooms are kept for the next request, or freed to make space for a larger
 * one. */
#pragma once

#include "cuda/driver.h"

#include <pthread.h>
#include <stdbool.h>

/* A piece of memory, of the device or of the host. */
struct pm_room {
    struct pm_room *next;
    size_t size;
    pm_cu_pointer at;
    void *host; /* NULL: memory of the device */
    bool taken;
};

struct pm_rooms {
    pthread_mutex_t lock;
    struct pm_room *first;
};

void pm_rooms_init(struct pm_rooms *rooms);

/* Frees all rooms.  None may be in use.  If there are any, the thread must have entered the
 * device. */
void pm_rooms_clear(struct pm_rooms *rooms, const struct pm_cu *cu);

/* *room has at least `size` bytes and stays taken until it is dropped. */
pm_status pm_room_take(struct pm_room **room, struct pm_rooms *rooms, const struct pm_cu *cu,
                       bool host, size_t size);

/* Drops the device memory at `at`; if that is 0, the host memory at `host`. */
void pm_room_drop(struct pm_rooms *rooms, pm_cu_pointer at, const void *host);

/* The bytes of device memory that are kept and not in use. */
size_t pm_rooms_kept(struct pm_rooms *rooms);
