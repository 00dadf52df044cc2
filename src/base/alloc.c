/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocation by calloc() and realloc(); a failure sets a message.  An array that grows doubles its
 * capacity, so n additions copy fewer than 2 n elements. */
#include "base/alloc.h"

#include "base/budget.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

void *pm_alloc(size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX) {
        pm_fail(PM_NOMEM, "out of memory: %zu elements of %zu bytes do not fit", count, size);
        return NULL;
    }
    if (pm_budget_take(bytes) != PM_OK)
        return NULL;
    void *const memory = bytes ? calloc(count, size) : calloc(1, 1);
    if (memory == NULL)
        pm_fail(PM_NOMEM, "out of memory: %zu bytes are not available", bytes);
    return memory;
}

void *pm_alloc_aligned(size_t alignment, size_t bytes)
{
    const size_t least = bytes > 0 ? bytes : 1;
    void *memory = NULL;

    if (bytes <= PTRDIFF_MAX && pm_budget_take(bytes) != PM_OK)
        return NULL;
    if (bytes <= PTRDIFF_MAX && alignment <= alignof(max_align_t))
        memory = malloc(least);
    else if (bytes > PTRDIFF_MAX || posix_memalign(&memory, alignment, least) != 0)
        memory = NULL;
    if (memory == NULL)
        pm_fail(PM_NOMEM, "out of memory: %zu bytes are not available", bytes);
    return memory;
}

pm_status pm_alloc_extend(void **array, size_t room, size_t count, size_t size)
{
    size_t bytes;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX)
        return pm_fail(PM_NOMEM, "out of memory: %zu elements of %zu bytes do not fit", count,
                       size);
    PM_TRY(pm_budget_take(bytes - room * size));
    void *const memory = realloc(*array, bytes);
    if (memory == NULL)
        return pm_fail(PM_NOMEM, "out of memory: %zu bytes are not available", bytes);
    *array = memory;
    return PM_OK;
}

pm_status pm_alloc_grow(void **array, size_t *room, size_t need, size_t size)
{
    if (need <= *room)
        return PM_OK;
    size_t more = *room ? *room : 16;

    while (more < need)
        if (__builtin_mul_overflow(more, 2, &more))
            return pm_fail(PM_NOMEM, "out of memory: %zu elements do not fit", need);
    PM_TRY(pm_alloc_extend(array, *room, more, size));
    memset((char *)*array + *room * size, 0, (more - *room) * size);
    *room = more;
    return PM_OK;
}

void pm_alloc_sort(void *array, size_t count, size_t size,
                   int (*compare)(const void *, const void *))
{
    pm_budget_force(count * size);
    qsort(array, count, size, compare);
    pm_budget_return(count * size);
}
