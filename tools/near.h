/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds names that are similar to a word, for messages such as "did you mean". */
#ifndef PM_TOOLS_NEAR_H
#define PM_TOOLS_NEAR_H

#include <stddef.h>

/* Of all names that were passed to cli_near(), the one nearest to a word, if it differs in so few
 * letters that the word may be a typing error. */
struct cli_near {
    const char *word;
    size_t length;
    const char *name; /* NULL: no name is near */
    int distance;     /* that of `name` */
};

void cli_near(struct cli_near *near, const char *name);

#endif
