/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An edge in a line: its ends, perhaps with a mark between them, and its weight. */
#pragma once

#include "model/graph.h"
#include "read/cutter.h"

struct pm_edge_line {
    char shape[PM_SHAPE_MOST + 2];
    struct pm_word end[2], weight, more; /* `more`: what is too much */
    bool marked;                         /* u -> v, u--v or (u,v) */
    bool inside;                         /* ((u), (v)) */
    enum pm_direction direction;         /* of the mark */
    int ends;
};

/* Cuts the line, and changes it.  In the shape, a weight such as 2*x^3 is a real number; x alone
 * beside names is if `powers`. */
void pm_edge_line_cut(struct pm_edge_line *edge, char *line, bool powers);
