/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --best: the heaviest matchings. */
#pragma once

#include "question.h"

/* Answers the question on stdout.  Returns an exit status, after a message if it is not 0. */
int heaviest_answer(const struct cli *cli, const struct question *q);
