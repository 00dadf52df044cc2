/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checked allocation.  Sizes are products of untrusted numbers, so each product is checked for
 * overflow.  New memory is zero.  A failure returns PM_NOMEM and a message with the size. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Returns zeroed memory, to be released with free().  NULL means failure (overflow or no memory)
 * and sets this thread's message.  For count 0 one element is allocated. */
void *pm_alloc(size_t count, size_t size) __attribute__((warn_unused_result));

/* Frees all of these pointers; NULL is fine. */
#define PM_FREE(...)                                                                               \
    do {                                                                                           \
        void *const pm_freed[] = {__VA_ARGS__};                                                    \
        for (size_t pm_k = 0; pm_k < sizeof pm_freed / sizeof *pm_freed; pm_k++)                   \
            free(pm_freed[pm_k]);                                                                  \
    } while (0)

/* Grows *array (elements of `size` bytes, capacity *room) to hold at least `need` elements,
 * by doubling.  On failure the old array is kept. */
pm_status pm_grow(void **array, size_t *room, size_t need, size_t size);

/* While this thread reads untrusted input, an allowance limits what pm_alloc() and pm_grow() give
 * it, without regard to what is freed.  So no reader has to count.  PM_NOMEM: more than that is
 * asked for. */
void pm_allowance_begin(uint64_t most);
void pm_allowance_end(void);

/* Counts bytes that others allocate, as for large numbers; nothing without an allowance. */
pm_status pm_allowance_take(uint64_t bytes);

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
