/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats without a signature: rules for the shapes of their lines.  A rule fits the whole
 * beginning of an input, or one line breaks it. */
#pragma once

#include "read/beginning.h"

typedef void pm_rule(struct pm_finding *finding, const struct pm_sample *sample);

struct pm_grammar {
    const char *format; /* its reader; NULL: none, the rule only competes with others */
    const char *shapes; /* the shapes of lines, between blanks; all lines fit the same one.  NULL:
                           the rule says which lines there may be */
    pm_rule *rule;      /* what the lines must be together */
    const char *what;   /* its lines, in words, for messages */
};

/* The table; it ends with a row without `what`. */
extern const struct pm_grammar pm_grammars[];

/* Finds out how a rule fits.  The sample has at least one line. */
void pm_grammar_find(struct pm_finding *finding, const struct pm_grammar *grammar,
                     const struct pm_sample *sample);

/* The shape among `shapes` that the line fits; NULL: it fits none. */
const char *pm_shape_among(const char *shapes, const char *line);

/* True if the line fits the first of these shapes. */
bool pm_shape_is(const char *shape, const char *line);

/* The shapes of edges in an edge list. */
extern const char pm_edge_shapes[];

/* Rules for numbers: tables, rows of digits (table_rule.c). */
pm_rule pm_table_rule, pm_digits_rule;

/* True if two rows of a table have no blank line between them. */
bool pm_table_is_tall(const struct pm_sample *sample);

/* True if a blank line stands between rows of different lengths, or before a line of names. */
bool pm_table_is_uneven(const struct pm_sample *sample);

/* The number of the comment line that says something that must not be passed over, and why; 0: no
 * comment does.  `sided`: the two columns are known to be two sides. */
size_t pm_comment_speaks(const char **why, const char **text, const struct pm_sample *sample,
                         bool sided);
