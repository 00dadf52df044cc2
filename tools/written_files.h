/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a run writes. */
#pragma once

#include "cli.h"

/* Refuses a file that is to be written if it is also read, or written twice, or cannot be written.
 * Returns an exit status, after a message if it is not 0. */
int written_files_check(const struct cli *cli);
