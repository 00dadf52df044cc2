/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields of a table: with --csv separated by commas, otherwise by blanks. */
#pragma once

#include "answer.h"
#include "listed.h"

#include <stdio.h>

/* The first columns of a table, before those of an answer. */
struct fields {
    bool begun; /* the others are known */
    bool files, numbers, titles;
};

/* True if a table begins with this answer: it decides which columns come first. */
bool fields_begin(const struct cli *cli, const struct question *q);

/* The names of the columns, once.  NULL: those of places and their shares. */
void fields_columns(FILE *out, const struct cli *cli, const struct question *q, const char *names);

/* The first fields of a line: of several files, their name and the number of the graph; if a file
 * has several graphs, the number; if graphs have titles, number and title. */
void fields_graph(FILE *out, const struct cli *cli, const struct question *q);

/* "u v " or "u,v,": the names of an edge, or the numbers of row and column. */
void fields_place(FILE *out, const struct cli *cli, const struct question *q,
                  const struct listed_edge *e);

/* Begins a line about several edges: its name, in the place of theirs. */
void fields_name(FILE *out, const struct cli *cli, const struct question *q, const char *name);
