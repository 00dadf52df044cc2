/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables on stdout: columns side by side, or with --csv comma-separated. */
#ifndef PM_BENCH_PRINT_TABLE_H
#define PM_BENCH_PRINT_TABLE_H

#include <stdbool.h>

struct table_column {
    const char *title; /* NULL ends the columns */
    int width;         /* negative: to the left */
};

struct table {
    const struct table_column *column;
    int at; /* the column to be written next */
    bool csv;
};

/* Prints the titles. */
void table_start(struct table *t, bool csv, const struct table_column *column);

/* The next cells, as printf() writes them, with a tab between one and the next; a newline ends the
 * row.  "nan" becomes a dash, and an empty cell in CSV. */
void table_put(struct table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line beside tables, which CSV does not have. */
void table_note(bool csv, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
