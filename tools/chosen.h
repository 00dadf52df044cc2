/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of --marginals=... */
#pragma once

#include "answer.h"
#include "listed.h"

/* Moves the edges that --marginals=... names, in that order, to the front of the list, with their
 * entries in entry[].  False after a message. */
bool chosen_edges(struct listed *list, size_t *entry, const struct cli *cli,
                  const struct question *q);
