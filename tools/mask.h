/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of a lattice in text: a line for each row, and a character for each cell.  A full stop
 * or a space is a hole, and every other printable character is a cell. */
#pragma once

#include "cli.h"

struct mask {
    char *cell; /* row by row, without ends of lines */
    int rows, cols;
};

/* Reads a file, or standard input ("-").  Returns an exit status, after a message that names the
 * line.  The caller must free mask->cell. */
int mask_read(struct mask *mask, const struct cli *cli, const char *path);

static inline bool mask_is_hole(const struct mask *mask, size_t k)
{
    return mask->cell[k] == '.' || mask->cell[k] == ' ';
}
