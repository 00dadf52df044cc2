/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of text that hold data: a word, then numbers separated by blanks.  Stored plans use them.
 * Reading checks the word, the count of numbers and the range of each. */
#pragma once

#include "base/status.h"

#include <stddef.h>
#include <stdio.h>

/* Cuts the next line off *rest and returns it without its end; NULL at the end of the text. */
char *pm_stored_next(char **rest);

/* Writes one line. */
void pm_stored_put_ints(FILE *file, const char *word, const int *list, size_t count);

/* Read the next line, which must begin with `word` and have exactly `count` numbers.  Numbers
 * must lie in low .. high; an order must contain each of 0 .. count - 1 once.  Error: PM_INPUT with
 * the reason. */
pm_status pm_stored_ints(int *list, size_t count, char **rest, const char *word, int low, int high);
pm_status pm_stored_reals(double *list, size_t count, char **rest, const char *word, double low,
                          double high);
pm_status pm_stored_order(int *order, int count, char **rest, const char *word);
