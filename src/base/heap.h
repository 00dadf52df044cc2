/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A binary heap: numbers by their keys, the least key first.  A number whose key changes is put
 * again, and the caller passes over outdated keys. */
#pragma once

#include "base/alloc.h"

#include <stdint.h>

struct pm_heap_item {
    uint64_t key;
    int number;
};

struct pm_heap {
    struct pm_heap_item *item; /* who uses the heap frees it */
    size_t count, room;
};

/* There is room for one more. */
static inline void pm_heap_put(struct pm_heap *h, uint64_t key, int number)
{
    size_t at = h->count++;

    for (; at > 0 && key < h->item[(at - 1) / 2].key; at = (at - 1) / 2)
        h->item[at] = h->item[(at - 1) / 2];
    h->item[at] = (struct pm_heap_item){key, number};
}

static inline pm_status pm_heap_push(struct pm_heap *h, uint64_t key, int number)
{
    PM_TRY(pm_alloc_grow((void **)&h->item, &h->room, h->count + 1, sizeof *h->item));
    pm_heap_put(h, key, number);
    return PM_OK;
}

/* The heap is not empty. */
static inline struct pm_heap_item pm_heap_take(struct pm_heap *h)
{
    const struct pm_heap_item first = h->item[0], last = h->item[--h->count];
    size_t at = 0;

    for (size_t next; (next = 2 * at + 1) < h->count; at = next) {
        if (next + 1 < h->count && h->item[next + 1].key < h->item[next].key)
            next++;
        if (last.key <= h->item[next].key)
            break;
        h->item[at] = h->item[next];
    }
    h->item[at] = last;
    return first;
}
