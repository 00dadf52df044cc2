/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that resemble a word, for messages that ask whether another one was meant. */
#ifndef PM_TOOLS_NEAR_H
#define PM_TOOLS_NEAR_H

#include <stddef.h>

/* The name nearest to a word, among those that cli_near() is shown: it differs in so few letters
 * that the word may be a slip. */
struct cli_near {
    const char *word;
    size_t length;
    const char *name; /* NULL: none is near */
    int distance;     /* of `name` */
};

void cli_near(struct cli_near *near, const char *name);

#endif
