/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A statement: a problem and the options that decide the bits of its answer, as lines of text.  It
 * heads a checkpoint, and it is what the first rank tells the others; who has it needs nothing else
 * to work on the problem. */
#ifndef PM_CHECKPOINT_STATEMENT_H
#define PM_CHECKPOINT_STATEMENT_H

#include "model/problem.h"

#include <stdio.h>

/* Writes the problem, the same text for the same problem. */
pm_status pm_statement_write_problem(FILE *file, const struct pm_problem *problem);

/* Writes the options that differ from the defaults. */
void pm_statement_write_options(FILE *file, const pm_options *options);

/* What begins the line with the embedding of the problem's graph, the last line of a problem, if
 * there is one. */
#define PM_STATEMENT_AROUND "around"

/* Reads a problem off *rest, which moves on.  PM_INPUT where the text is none. */
pm_status pm_statement_read_problem(struct pm_problem **problem, char **rest);

/* Takes over an option of such a line; text stays where it is.  False: the line is no option. */
bool pm_statement_read_option(pm_options *options, char *line);

/* Options that are at their defaults become those of `from`, whose
 * texts are borrowed.  The name of one that is at odds with `from`; NULL: none. */
const char *pm_statement_adopt(pm_options *options, const pm_options *from);

/* The name of an option that is not the same in both; NULL: none. */
const char *pm_statement_difference(const pm_options *a, const pm_options *b);

#endif
