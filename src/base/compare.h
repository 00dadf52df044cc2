/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders for qsort(). */
#pragma once

#include <stdint.h>

static inline int pm_compare_ints(const void *x, const void *y)
{
    const int a = *(const int *)x, b = *(const int *)y;

    return (a > b) - (a < b);
}

static inline int pm_compare_words(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}
