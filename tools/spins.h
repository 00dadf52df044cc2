/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about an Ising model besides log Z: means, correlations, states of every energy, random
 * states. */
#pragma once

#include "answer.h"

/* True if the command line asks one of them. */
bool spins_are_asked(const struct cli *cli);

/* Answers the question about q->model on stdout.  Returns an exit status, after a message if it is
 * not 0. */
int spins_answer(const struct cli *cli, const struct question *q);
