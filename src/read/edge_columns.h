/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of a table of edges, by their titles: source, target, weight. */
#pragma once

#include "read/cutter.h"

enum { PM_COLUMN_FROM, PM_COLUMN_TO, PM_COLUMN_WEIGHT, PM_COLUMNS };

struct pm_edge_columns {
    char separator;
    int count;          /* all columns */
    int at[PM_COLUMNS]; /* the numbers of these; -1: there is none */
    bool twice;         /* one of these titles stands twice */
};

/* What counts as a line of titles: SURE if no other text has it; STRICT if between blanks all words
 * are titles. */
enum pm_edge_columns_trust { PM_COLUMNS_SURE, PM_COLUMNS_STRICT, PM_COLUMNS_ANY };

/* True for a line of titles that names the two ends of edges. */
bool pm_edge_columns_find(struct pm_edge_columns *columns, const char *line,
                          enum pm_edge_columns_trust trust);
