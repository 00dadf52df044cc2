/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions besides the permanent of a matrix or the matchings of a graph: shares of entries or
 * edges, minors, random matchings, matchings of every size. */
#pragma once

#include "answer.h"

/* True if the command line asks one of them. */
bool query_is_asked(const struct cli *cli);

/* Prints the order and generators of the automorphism group of q->graph.  Returns as below. */
int query_symmetry(const struct cli *cli, const struct question *q);

/* Answers the question on stdout.  Returns an exit status, after a message if it is not 0. */
int query_answer(const struct cli *cli, const struct question *question);
