/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of a lattice in text: a line for each row, and a character for each cell.  A full stop
 * or a space is a hole, and every other printable character is a cell. */
#pragma once

#include "cli.h"

struct mask {
    char *cell; /* row by row, without ends of lines */
    int rows, cols;
};

/* Reads cli->mask, a file, or standard input ("-").  Returns an exit status, after a message that
 * names the line.  The caller must free mask->cell. */
int mask_read(struct mask *mask, const struct cli *cli);

/* The cell of the plane at (i, j), which the picture covers again and again. */
static inline char mask_at(const struct mask *mask, int i, int j)
{
    return mask->cell[(size_t)(i % mask->rows) * (size_t)mask->cols + (size_t)(j % mask->cols)];
}

static inline bool mask_is_hole(char cell)
{
    return cell == '.' || cell == ' ';
}

/* False, after a message, if a cell other than '#' has a letter without weights. */
bool mask_has_letters(const struct mask *mask, const struct cli *cli, const char *const *of_letter);
