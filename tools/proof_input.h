/* SPDX-License-Identifier: GPL-3.0-or-later */
/* INPUT as it was read: the entries of a matrix, or the edges of a list. */
#pragma once

#include "proof_file.h"

/* An entry of a matrix, or an edge. */
struct cell {
    size_t u, v;
    mpq_t re, im;
};

/* A word that names a vertex, and its place among all such words. */
struct name {
    const char *text;
    size_t place;
};

struct input {
    struct proof *p; /* its problem; takes the message */
    const struct proof_reading *how;
    const char *path;
    char *text, **line;
    size_t lines, at;
    bool list, symmetric, undirected;
    size_t rows, columns;
    struct cell *cell;
    size_t cells, cell_room, counted; /* the first `counted` cells are of the problem */
    struct name *name;
    size_t names, name_room;
};

/* Reads INPUT, whose lines were cut, as a Matrix Market file or as an edge list (proof_formats.c).
 */
enum verdict proof_read_matrix(struct input *in);
enum verdict proof_read_list(struct input *in);

/* Cuts the text, of `length` bytes, into lines. */
enum verdict proof_cut_lines(struct input *in, size_t length);
