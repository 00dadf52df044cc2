/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs that have names of their own, most of them cubic. */
#pragma once

#include <stdio.h>

struct named; /* a row of the table */

/* The graph with that name; NULL: there is none. */
const struct named *named_find(const char *name);

/* All names, separated by commas. */
void named_list(char *list, size_t size);

/* Writes the edges; vertices are called 1, 2, .... */
void named_print(FILE *out, const struct named *graph);
