/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checked allocation.  Sizes are products of untrusted numbers, so the product is checked for
 * overflow; memory comes zeroed; every failure is PM_NOMEM with the size in the message. */
#ifndef PM_BASE_ALLOC_H
#define PM_BASE_ALLOC_H

#include "base/status.h"

#include <stddef.h>

/* NULL (and this thread's message set) on overflow or when memory is out; one element is
 * allocated when count is 0, so that NULL always means failure.  Release with free(). */
void *pm_alloc(size_t count, size_t size) __attribute__((warn_unused_result));

/* Grows *array (elements of `size` bytes, capacity *room) to hold at least `need` elements,
 * by doubling.  On failure the old array is kept. */
pm_status pm_grow(void **array, size_t *room, size_t need, size_t size);

/* `var` becomes an array of `count` elements, or the function returns PM_NOMEM. */
#define PM_NEW(var, count)                                                                         \
    do {                                                                                           \
        if (((var) = pm_alloc((size_t)(count), sizeof *(var))) == NULL)                            \
            return PM_NOMEM;                                                                       \
    } while (0)

/* The same in a function with one exit. */
#define PM_NEW_GOTO(status, var, count, label)                                                     \
    do {                                                                                           \
        if (((var) = pm_alloc((size_t)(count), sizeof *(var))) == NULL) {                          \
            (status) = PM_NOMEM;                                                                   \
            goto label;                                                                            \
        }                                                                                          \
    } while (0)

#endif
