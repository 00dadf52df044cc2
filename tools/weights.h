/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of a lattice's edges: by direction, by letters of a picture, by height, at random. */
#pragma once

#include "cli.h"
#include "drawing.h"

/* *count = the number of lattices by ranges of weights; *swept: there are some.  `ranged`: *count
 * is given already by ranges of sizes.  False, after a message, if they do not go together. */
bool weights_count(long *count, bool *swept, const struct cli_program *program,
                   const struct cli *cli, bool ranged);

/* Takes the options of weights for lattice number k.  False after a message. */
bool weights_take(struct drawing *d, const struct cli_program *program, const struct cli *cli,
                  long k);
