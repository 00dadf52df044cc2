/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the rows and columns of a table, and titles of the columns of edges. */
#pragma once

#include "read/cutter.h"

#include "model/labels.h"

struct pm_titles {
    bool said;      /* the user has named the format: fewer lines may be edges */
    bool quoted;    /* the first line begins with a quote */
    int count;      /* fields of the first line, of names; 0: it has numbers */
    char delimiter; /* of names */
    bool named;     /* every row begins with a name */
    bool corner;    /* the first field is empty: it stands above the names of rows */
    bool dated;     /* a column is called 'date' or 'time' */
    bool summed;    /* a column or a row is called 'total' or 'sum' */
    bool key;       /* the first column is called 'id' or the like */
    bool whole;     /* the names below and after an empty corner are whole numbers */
    bool ids;       /* and some rows have such names, too */
    bool counted;   /* rows and columns are counted from `first` on */
    bool untitled;  /* names of rows have no field in the first line, as R writes them */
    bool numbered;  /* rows may be named by whole numbers */
    bool pairs;     /* the rows may be edges with weights */
    int64_t first;
};

/* Takes a first line of names; false for another line. */
bool pm_titles_take(struct pm_titles *t, const char *line);

/* Appends the fields of a first line of names. */
pm_status pm_titles_name(struct pm_labels *names, const struct pm_titles *t, char *line);

/* Finds out from the first row of numbers whether every row begins with a name. */
void pm_titles_find_names(struct pm_titles *t, const char *line);

/* True if blanks separate the names of the first line, and the user has not said that they are
 * names: they are if every row has a name, too. */
bool pm_titles_have_blanks(const struct pm_titles *t);

/* Finds the name of row number `row`, and what follows it; false where the name is missing. */
bool pm_titles_skip_name(struct pm_titles *t, struct pm_word *name, const char **rest, char *line,
                         int row);

/* Compares the first line with the first row, which has `cols` numbers. */
pm_status pm_titles_check(const struct pm_titles *t, int cols);

/* What is known of the first row, and of the first column, of a table without names. */
struct pm_counted {
    int64_t first[2]; /* its first number */
    int count[2];     /* its numbers */
    bool broken[2];   /* they are not counted from `first` */
    bool decimal[2];  /* some number outside is not whole */
};

/* Takes the next number of the table; numbers come row by row. */
void pm_counted_add(struct pm_counted *counted, struct pm_word word, int row, int col);

/* Fails where the first line or column of a table may have names or numbers. */
pm_status pm_titles_judge(const struct pm_titles *t, const struct pm_counted *counted);

/* The columns of a table of edges, by their titles: source, target, weight. */
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
bool pm_titles_find_edges(struct pm_edge_columns *columns, const char *line,
                          enum pm_edge_columns_trust trust);

/* The same for the line of titles of a table of edges; `names`: the titles with commas between
 * them, NULL: known ones.  PM_INPUT: they are not in the line, or stand twice. */
pm_status pm_titles_take_edges(struct pm_edge_columns *columns, const char *line, const char *names,
                               enum pm_edge_columns_trust trust);
