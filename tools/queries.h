/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions besides the permanent of a matrix or the matchings of a graph: shares of entries or
 * edges, minors, random matchings, matchings of every size. */
#pragma once

#include "answer.h"
#include "watch.h"

/* True if the command line asks one of them. */
bool query_is_asked(const struct cli *cli);

/* Prints the order and generators of the automorphism group of q->graph.  Returns as below. */
int query_symmetry(const struct cli *cli, const struct question *q);

/* Answers the question on stdout.  Returns an exit status, after a message if it is not 0. */
int query_answer(const struct cli *cli, const struct question *question);

/* --structure: which entries or edges the largest matchings use, and what is left after the
 * reductions, as a text of few lines (structure_text.c; as JSON json_structure.c), or as the
 * picture of a matrix in block triangular form, with --marginals the shares (block_picture.c).
 * Return as above. */
int structure_answer(const struct cli *cli, const struct question *q);
int block_picture_answer(const struct cli *cli, const struct question *q);

/* The options of a query with a watch, unless nobody would see it. */
pm_options watch_query(struct watch *watch, const struct cli *cli, const struct question *q);

/* Prints the plan of the question about `count` draws or entries.  Returns an exit status. */
int query_plan(const struct cli *cli, const struct question *q, size_t count);

/* Proves the numbers of --matchings.  Returns an exit status. */
int query_prove(const struct cli *cli, const struct question *q, const pm_values *values);
