/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table is printed cell by cell, so that a long run shows its results early.  The columns have
 * fixed widths. */
#include "bench/print_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 1024 }; /* largest text of cells that are written at once */

static void put_csv(const char *text)
{
    const bool quoted = strpbrk(text, ",\"") != NULL;

    if (quoted)
        putchar('"');
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    if (quoted)
        putchar('"');
}

static void put_cell(struct table *t, const char *text)
{
    const struct table_column *const column = &t->column[t->at++];
    const bool last = column[1].title == NULL;
    const bool none = strcmp(text, "nan") == 0 || strcmp(text, "-nan") == 0;

    if (t->at > 1)
        putchar(t->csv ? ',' : ' ');
    if (t->csv)
        put_csv(none ? "" : text);
    else
        printf("%*s", last && column->width < 0 ? 0 : column->width, none ? "-" : text);
}

static void end_row(struct table *t)
{
    while (t->csv && t->column[t->at].title != NULL)
        put_cell(t, "");
    putchar('\n');
    fflush(stdout);
    t->at = 0;
}

void table_start(struct table *t, bool csv, const struct table_column *column)
{
    *t = (struct table){.column = column, .csv = csv};
    for (; column->title != NULL; column++)
        put_cell(t, column->title);
    end_row(t);
}

void table_put(struct table *t, const char *format, ...)
{
    char text[ROOM], *at = text;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    char *const newline = strchr(text, '\n');
    if (newline != NULL)
        *newline = '\0';
    while (at != NULL)
        put_cell(t, strsep(&at, "\t"));
    if (newline != NULL)
        end_row(t);
    fflush(stdout);
}

void table_note(bool csv, const char *format, ...)
{
    va_list arguments;

    if (csv)
        return;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    fflush(stdout);
}
