/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The endings of file names. */
#pragma once

#include "read/word.h"

/* The ending of a name after its last dot; an ending of compressed files is skipped.  Length 0:
 * there is none. */
struct pm_word pm_ending_of(const char *path);

/* True if the list of words, separated by blanks, contains the word; case is ignored. */
bool pm_ending_in(const char *list, const char *word, size_t length);
