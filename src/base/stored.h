/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of text that keep data: a word, then numbers behind blanks.  Stored plans are made of them.
 * A line that is read is checked: its word, how many numbers it has, and the range of each. */
#ifndef PM_BASE_STORED_H
#define PM_BASE_STORED_H

#include "base/status.h"

#include <stddef.h>
#include <stdio.h>

/* Cuts the next line off *rest, without its end; NULL at the end of the text. */
char *pm_stored_next(char **rest);

/* Write a line.  Floating numbers are written in hexadecimal, so that they are read back exactly.
 */
void pm_stored_put_ints(FILE *file, const char *word, const int *list, size_t count);
void pm_stored_put_doubles(FILE *file, const char *word, const double *list, size_t count);

/* Read the next line, which must begin with `word` and have exactly `count` numbers.  PM_INPUT with
 * the reason where it does not.  Integers lie in low .. high; an order has each of 0 .. count - 1
 * once; floating numbers are finite. */
pm_status pm_stored_ints(int *list, size_t count, char **rest, const char *word, int low, int high);
pm_status pm_stored_order(int *order, int count, char **rest, const char *word);
pm_status pm_stored_doubles(double *list, size_t count, char **rest, const char *word);

#endif
