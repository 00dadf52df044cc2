/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --powers: the generating function of a graph whose weights are exponents. */
#pragma once

#include "answer.h"

/* Answers for the problem that q->problem is, whose graph has powers as weights. */
int polynomial_answer(const struct cli *cli, const struct question *q);
