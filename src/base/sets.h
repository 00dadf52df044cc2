/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets that are united, as trees with path halving (Tarjan and van Leeuwen, Worst-case analysis of
 * set union algorithms, J. ACM 31, 1984).  At first parent[x] = x; to unite two sets, make one root
 * the parent of the other. */
#pragma once

/* The root of the set of x. */
static inline int pm_set_root(int *parent, int x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}
