/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sign patterns of a set of columns, up to symmetry.
 *
 * A group permutes the columns of the set, and all signs may be changed at once.  A pattern and its
 * images form an orbit.  Bit k of a pattern is set if the sign of column k of the set is -.  The
 * last column has the sign +, so each pattern stands for itself and its opposite. */
#pragma once

#include "model/symmetry.h"

#include <stdint.h>

enum {
    PM_ORBIT_COLUMNS = 22, /* most columns of a set: the patterns are listed in tables */
    PM_PATTERN_BYTES = 16, /* memory for each pattern of a set, one of two opposite ones */
};

struct pm_sign_orbit {
    uint32_t pattern; /* the least pattern of the orbit */
    uint32_t length;  /* number of patterns */
};

struct pm_sign_orbits {
    struct pm_sign_orbit *orbit;
    size_t count, room;
};

/* Lists the orbits.  The generators of `group` map the set column[0 .. columns - 1] to itself. */
pm_status pm_sign_orbits_init(struct pm_sign_orbits *orbits, const struct pm_symmetry *group,
                              const int *column, int columns);
void pm_sign_orbits_clear(struct pm_sign_orbits *orbits);
