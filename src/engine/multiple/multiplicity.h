/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The classes of equal rows and of equal columns of a matrix, for the engine `multiplicity` and its
 * kernel.  A line is a row or a column. */
#pragma once

#include "model/classes.h"

struct pm_multiplicity {
    struct pm_classes signed_lines;  /* the lines that have signs in Glynn's formula: prod (size +
                                      * 1) terms */
    struct pm_classes product_lines; /* the lines whose sums are multiplied */
    bool by_rows;                    /* whether the signed lines are rows; otherwise they are
                                      * columns */
};

/* Matrices of a stack whose lines have multiplicities (multiple_stack.c). */
extern const struct pm_engine_stack pm_multiple_stack;
