/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a matrix in block triangular form. */
#pragma once

#include "answer.h"

/* Draws the structure of the matrix of the question, with --marginals the shares of its entries.
 * Returns an exit status, after a message if it is not 0. */
int block_picture_answer(const struct cli *cli, const struct question *q);
