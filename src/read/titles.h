/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the rows and columns of a table. */
#pragma once

#include "model/labels.h"
#include "read/numbered.h"

struct pm_titles {
    bool said;      /* the user has named the format: fewer lines may be edges */
    bool quoted;    /* the first line begins with a quote */
    int count;      /* fields of the first line, of names; 0: it has numbers */
    char delimiter; /* of names */
    bool named;     /* every row begins with a name */
    bool corner;    /* the first field is empty: it stands above the names of rows */
    bool key;       /* ... or is called 'id' or the like */
    bool whole;     /* the names below and after an empty corner are whole numbers */
    bool ids;       /* and some rows have such names, too */
    bool counted;   /* rows and columns are counted from `first` on */
    bool untitled;  /* names of rows have no field in the first line, as R writes them */
    bool numbered;  /* rows may be named by whole numbers */
    bool pairs;     /* the rows may be edges with weights */
    int64_t first;
    int64_t most; /* the largest whole number that is a name */
};

/* Takes a first line of names; false for another line. */
bool pm_titles_take(struct pm_titles *t, const char *line);

/* Appends the fields of a first line of names. */
pm_status pm_titles_name(struct pm_labels *names, const struct pm_titles *t, const char *line);

/* Finds out from the first row of numbers whether every row begins with a name. */
void pm_titles_find_names(struct pm_titles *t, const char *line);

/* True if blanks separate the names of the first line, and the user has not said that they are
 * names: they are if every row has a name, too. */
bool pm_titles_have_blanks(const struct pm_titles *t);

/* Skips the name of row number `row`, and finds it; false where it is missing. */
bool pm_titles_skip_name(struct pm_titles *t, struct pm_word *name, const char **line, int row);

/* Compares the first line with the first row, which has `cols` numbers. */
pm_status pm_titles_check(const struct pm_titles *t, int cols);

/* Fails where the first line or column of a table may have names or numbers.  *note = what the user
 * should know about them; NULL: nothing. */
pm_status pm_titles_judge(const char **note, const struct pm_titles *t,
                          const struct pm_numbered *numbers);
