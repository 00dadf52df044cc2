/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables on stdout: aligned columns, or comma-separated with --csv. */
#pragma once

#include <stdbool.h>

struct table_column {
    const char *title; /* NULL after the last column */
    int width;         /* negative: aligned to the left */
};

struct table {
    const struct table_column *column;
    int at; /* the next column */
    bool csv;
};

/* Prints the titles. */
void table_start(struct table *t, bool csv, const struct table_column *column);

/* Prints the next cells, formatted like printf(), with tabs between them; a newline ends the row.
 * "nan" becomes a dash, or an empty cell in CSV. */
void table_put(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a line between tables; not in CSV. */
void table_note(bool csv, const char *format, ...) __attribute__((format(printf, 2, 3)));
