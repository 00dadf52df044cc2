/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of --marginals=... and --with=... */
#pragma once

#include "answer.h"
#include "listed.h"

/* The names of edges after an option. */
struct chosen {
    const char *option, *text;
};

/* Moves these edges, in their order, to the front of the list, with their entries in entry[], where
 * each has a character of the text.  False after a message. */
bool chosen_edges(struct listed *list, size_t *entry, const struct cli *cli,
                  const struct question *q, struct chosen chosen);

/* Changes the problem as --pattern and --with ask.  Returns an exit status, after a message if it
 * is not 0. */
int chosen_matchings(const struct cli *cli, const struct question *q);
