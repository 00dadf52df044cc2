/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matchings as the Kekule structures of a molecule. */
#pragma once

#include "answer.h"
#include "listed.h"

/* Prints a record of an SDF file for each of `count` matchings; partner is as in pm_sample().
 * `first`: none came before.  Returns an exit status. */
int molecules_print(const struct cli *cli, const struct question *q, const struct listed *list,
                    const int *partner, size_t count, bool first);
