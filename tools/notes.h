/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes of the reader on the graphs or matrices of a file.  Each kind is said of a few; at the end,
 * a line says of how many more.  Two notes that differ in numbers only are of one kind. */
#pragma once

#include "answer.h"

struct notes {
    struct noted {
        char *text; /* the last one */
        long count;
    } kind[16];
    int kinds;
};

/* Says what was read, on a terminal or with --verbose, and the notes of the question: each line
 * after the names of the program and the graph; with --verbose all. */
void notes_say(struct notes *notes, const struct cli *cli, const struct question *q);

/* Says how many were left out, and releases the notes. */
void notes_end(struct notes *notes, const struct cli *cli, const char *file);
