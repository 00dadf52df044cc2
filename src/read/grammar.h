/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats without a signature.  One fits the whole beginning of an input, or one line breaks it. */
#pragma once

#include "read/formats.h"

typedef void pm_rule(struct pm_finding *finding, const struct pm_sample *sample);

struct pm_grammar {
    const char *format; /* its reader; NULL: none, the rule only competes with others */
    bool tried;         /* the reader, which is strict then, must read the beginning */
    pm_rule *rule;      /* what the lines must be together; NULL: no more */
    const char *what;   /* its lines, in words, for messages */
};

/* The table; it ends with a row without `what`. */
extern const struct pm_grammar pm_grammars[];

/* Finds out how a row fits.  The sample has at least one line. */
pm_status pm_grammar_find(struct pm_finding *finding, const struct pm_grammar *grammar,
                          const struct pm_graph_reader *reader, const struct pm_sample *sample);

/* Reads the sample by the reader of the format, as the caller of `reader` wants it. */
pm_status pm_grammar_try(struct pm_finding *finding, const struct pm_graph_reader *reader,
                         const struct pm_format *format, const struct pm_sample *sample);

/* What the lines are: rows of a matrix, edges, or edges between two sides. */
enum pm_lines { PM_LINES_ROWS, PM_LINES_EDGES, PM_LINES_SIDES };

/* The number of the comment line that says something that must not be passed over, and why; 0: no
 * comment does. */
size_t pm_comment_speaks(const char **why, const char **text, const struct pm_sample *sample,
                         enum pm_lines lines);
