/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --structure: which entries or edges the largest matchings use, and what is left after the
 * reductions, as a text of few lines; tools/json_structure.c has the same as JSON. */
#pragma once

#include "answer.h"

/* Answers the question on stdout.  Returns an exit status, after a message if it is not 0. */
int structure_answer(const struct cli *cli, const struct question *q);
