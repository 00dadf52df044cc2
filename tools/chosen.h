/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of --marginals=... and --with=... */
#pragma once

#include "answer.h"
#include "listed.h"

/* The names of edges after an option. */
struct chosen {
    const char *option, *text;
};

/* Makes a list of all edges, these at its front in their order, and an array of their entries; the
 * caller clears the list and frees the array.  Returns an exit status; if it is not 0, after a
 * message, and there is nothing to clear or free. */
int chosen_edges(struct listed *list, size_t **entry, const struct cli *cli,
                 const struct question *q, struct chosen chosen);

/* Changes the problem as --pattern and --with ask.  Returns an exit status, after a message if it
 * is not 0. */
int chosen_matchings(const struct cli *cli, const struct question *q);
