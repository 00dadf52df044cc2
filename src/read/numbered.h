/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A first row or a first column of whole numbers that may be names: pandas counts columns from 0,
 * and objects have numbers.  Nothing in the file decides; what the other numbers look like says how
 * likely it is. */
#pragma once

#include "read/word.h"

/* The first row, or the first column. */
struct pm_numbered_line {
    int count;     /* its numbers so far */
    bool whole;    /* they are integers */
    bool counted;  /* they are 0, 1, 2, ... or 1, 2, 3, ... */
    bool rising;   /* each is larger than the one before */
    bool decimals; /* the numbers outside this line are decimals */
    int64_t last;  /* the last number */
    int crossing;  /* the last row with a decimal number outside this line */
    int crossings; /* how many such rows there are */
};

struct pm_numbered {
    struct pm_numbered_line row, col;
    struct pm_numbered_line none; /* all numbers are outside of it */
    int rows;
};

void pm_numbered_begin(struct pm_numbered *numbered);

/* Takes the next number of the table; numbers come row by row. */
void pm_numbered_add(struct pm_numbered *numbered, struct pm_word word, int row, int col);

enum pm_named { PM_NAMED_NO, PM_NAMED_PERHAPS, PM_NAMED_LIKELY };

/* How likely the first row, or the first column, has names.  It is LIKELY if at least three numbers
 * are counted and every other row has a decimal number. */
enum pm_named pm_numbered_row(const struct pm_numbered *numbered);
enum pm_named pm_numbered_col(const struct pm_numbered *numbered);

/* True if every row has a decimal number, so that whole numbers beside them may be names. */
bool pm_numbered_is_decimal(const struct pm_numbered *numbered);
