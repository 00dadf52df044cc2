/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines "%rotation V A ~B C ..." of an edge list: the neighbours of the vertex V in their order
 * around it.  '~' stands before the neighbours at twisted edges (model/rotation.h), in the lines of
 * both ends.  A vertex with at most two neighbours needs no line. */
#pragma once

#include "read/names.h"

#include <stdint.h>

struct pm_rotation_part;

struct pm_rotation_lines {
    struct pm_rotation_part *part;
    size_t count, room;
};

/* True for such a line. */
bool pm_rotation_is_line(const char *line);

/* Reads one, which is line `number` of the input. */
pm_status pm_rotation_line(struct pm_rotation_lines *lines, struct pm_names *names,
                           const char *line, uint64_t number);

/* When all edges are known: *around = the rotation of the vertices of the graph; NULL: there are no
 * such lines.  PM_INPUT: the lines name others than the neighbours. */
pm_status pm_rotation_finish(struct pm_rotation **around, const struct pm_rotation_lines *lines,
                             const struct pm_graph *graph);

void pm_rotation_lines_clear(struct pm_rotation_lines *lines);
