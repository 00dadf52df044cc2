/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lattices of tools/lattice.c by name and sizes: "grid-8x8". */
#ifndef PM_BENCH_LATTICE_EDGES_H
#define PM_BENCH_LATTICE_EDGES_H

#include "base/status.h"

/* *edges = the edge list of a lattice, which the caller must free; weight[] = weights of its first
 * two directions, NULL: none.  PM_INPUT: there is no such lattice. */
pm_status lattice_edges(char **edges, const char *name, const char *const weight[2]);

#endif
