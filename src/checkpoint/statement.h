/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A statement: a problem, and the options that determine the bits of its answer, as lines of text.
 * A checkpoint begins with it, and the first rank sends it to the others.  Nothing else is needed
 * to work on the problem. */
#pragma once

#include "model/problem.h"

#include <stdio.h>

/* Writes the problem; equal problems give equal text. */
pm_status pm_statement_write_problem(FILE *file, const struct pm_problem *problem);

/* Writes the options that differ from the defaults. */
void pm_statement_write_options(FILE *file, const pm_options *options);

/* The first word of the line with the embedding of the problem's graph.  It is the last line of a
 * problem, if there is an embedding. */
#define PM_STATEMENT_AROUND "around"

/* Reads a problem at *rest and moves *rest on.  PM_INPUT: the text is none. */
pm_status pm_statement_read_problem(struct pm_problem **problem, char **rest);

/* Sets the option that the line gives; its text stays in the line.  False: the line is no
 * option. */
bool pm_statement_read_option(pm_options *options, char *line);

/* Options that have their defaults are set to those of `from`; texts are not copied.  Returns the
 * name of an option that contradicts `from`; NULL: none. */
const char *pm_statement_adopt(pm_options *options, const pm_options *from);

/* The name of an option that differs between both; NULL: none. */
const char *pm_statement_difference(const pm_options *a, const pm_options *b);
