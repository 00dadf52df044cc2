/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --powers, or weights with x: the generating function of a graph. */
#pragma once

#include "answer.h"

/* Answers for the problem that q->problem is, whose graph has powers as weights, or cycles x. */
int polynomial_answer(const struct cli *cli, const struct question *q);
