/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checked allocation.  Sizes are products of untrusted numbers, so each product is checked for
 * overflow.  New memory is zero, and the budget is asked for it (budget.h).  A failure returns
 * PM_NOMEM and a message with the size. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns zeroed memory, to be released with free().  NULL means failure (overflow or no memory)
 * and sets this thread's message.  For count 0 one element is allocated. */
void *pm_alloc(size_t count, size_t size) __attribute__((warn_unused_result));

/* The same with an alignment, a power of two; the memory is not zeroed.  An alignment of 1 is the
 * fastest: every object fits, and an array of lines of a cache begins at pm_alloc_line() if there
 * are PM_ALLOC_LINE bytes more. */
void *pm_alloc_aligned(size_t alignment, size_t bytes) __attribute__((warn_unused_result));

enum { PM_ALLOC_LINE = 64 };

/* The first multiple of PM_ALLOC_LINE that is not below this address. */
static inline void *pm_alloc_line(void *memory)
{
    return (char *)memory + (-(uintptr_t)memory & (PM_ALLOC_LINE - 1));
}

/* Frees all of these pointers; NULL is fine. */
#define PM_FREE(...)                                                                               \
    do {                                                                                           \
        void *const pm_freed[] = {__VA_ARGS__};                                                    \
        for (size_t pm_k = 0; pm_k < sizeof pm_freed / sizeof *pm_freed; pm_k++)                   \
            free(pm_freed[pm_k]);                                                                  \
    } while (0)

/* Grows *array (elements of `size` bytes, capacity *room) to hold at least `need` elements,
 * by doubling.  On failure the old array is kept. */
pm_status pm_alloc_grow(void **array, size_t *room, size_t need, size_t size);

/* The same for an array with room for `room` elements, to hold `count` of them and no more; new
 * ones have any values. */
pm_status pm_alloc_extend(void **array, size_t room, size_t count, size_t size);

/* qsort(), which copies large arrays. */
void pm_alloc_sort(void *array, size_t count, size_t size,
                   int (*compare)(const void *, const void *));

/* Makes `var` an array of `count` elements; where that fails, the function returns PM_NOMEM. */
#define PM_NEW(var, count)                                                                         \
    do {                                                                                           \
        if (((var) = pm_alloc((size_t)(count), sizeof *(var))) == NULL)                            \
            return PM_NOMEM;                                                                       \
    } while (0)

/* The same for a function with one exit: goes to `label`. */
#define PM_NEW_GOTO(status, var, count, label)                                                     \
    do {                                                                                           \
        if (((var) = pm_alloc((size_t)(count), sizeof *(var))) == NULL) {                          \
            (status) = PM_NOMEM;                                                                   \
            goto label;                                                                            \
        }                                                                                          \
    } while (0)
