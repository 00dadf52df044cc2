/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of spins, from a file with the names of two vertices in each line. */
#pragma once

#include "cli.h"

struct spin_pairs {
    size_t count;
    int *u, *v; /* vertices; v -1: the field */
};

/* Reads cli->pairs for this graph.  Returns an exit status, after a message if it is not 0; then
 * *pairs is empty. */
int spin_pairs_read(struct spin_pairs *pairs, const struct cli *cli, const pm_graph *graph);
void spin_pairs_clear(struct spin_pairs *pairs);

/* Pair k; false past the last one. */
bool spin_pairs_get(const struct spin_pairs *pairs, size_t k, int *u, int *v);
