/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds names that are similar to a word, for messages such as "did you mean". */
#pragma once

#include <stddef.h>

/* A word, and the name nearest to it among all names that were passed to cli_spelling_compare().
 * Only names count that differ in so few letters that the word may be a typing error. */
struct cli_spelling {
    const char *word;
    size_t length;
    const char *name; /* NULL: no name is near */
    int distance;     /* the number of letters in which `name` differs */
};

void cli_spelling_compare(struct cli_spelling *near, const char *name);
