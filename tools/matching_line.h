/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A matching as a line of text, for --sample, --list and --best. */
#pragma once

#include "listed.h"
#include "question.h"

#include <stdio.h>

/* Prints one matching, whose partners are as in pm_sample(). */
void matching_line(FILE *out, const struct cli *cli, const struct question *q,
                   const struct listed *list, const int *partner);
