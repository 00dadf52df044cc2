/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A value for each pair k < j of vertices: that of j and k has number pm_triangle(j) + k. */
#pragma once

#include <stddef.h>

/* The number of pairs of n vertices. */
static inline size_t pm_triangle(int n)
{
    return (size_t)n * (size_t)(n > 0 ? n - 1 : 0) / 2;
}
