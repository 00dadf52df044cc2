/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges between points, as Python prints pairs of tuples and NetworkX the edges of a grid. */
#pragma once

#include <stdbool.h>

/* True for a line '(0, 0) (0, 1) [weight]' or '((0, 0), (0, 1)[, weight])', whose points have at
 * least two integers each. */
bool pm_points_are(const char *line);

/* Makes '0,0 0,1 [weight]' of such a line, in its place.  False: it is another line, and stays. */
bool pm_points_rewrite(char *line);
