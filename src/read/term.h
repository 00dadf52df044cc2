/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights that are terms of a polynomial, as in 2*x^3. */
#pragma once

#include "model/graph.h"
#include "read/word.h"

/* True for x, and for it with a number and '*' before it, or '^' and a number after it.  Where
 * these are no integers, pm_term_read() says so, and pm_graph_is_weight() is false. */
bool pm_term_is(struct pm_word word);

/* *weight = the term or the number, packed (model/variable.h) if this graph has terms; its first
 * term makes coefficients of the numbers before.  PM_INPUT: it is neither, or a term while weights
 * are numbers, or is too large. */
pm_status pm_term_read(fmpq_t weight, struct pm_graph *graph, struct pm_word word);
