/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a line of a table: where they begin and end. */
#pragma once

#include "read/word.h"

/* True for [, ], { and }. */
bool pm_cells_is_bracket(char x);

/* True at the end of a line, or where a comment begins. */
bool pm_cells_is_end(const char *at);

const char *pm_cells_skip_blanks(const char *at);

/* Reads the next number of a row: up to a blank or a delimiter, and past one delimiter, which is
 * *separator, a blank if there is none. */
struct pm_word pm_cells_next(char *separator, const char **line);

/* True for a line that begins with one bracket, and not with two. */
bool pm_cells_in_brackets(const char *line);
