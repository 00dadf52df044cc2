/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces embed.c if permatch is built without the planarity suite (the library of embed.c). */
#include "engine/planar/planar.h"

pm_status pm_plane_new(struct pm_plane **out, const struct pm_adjacent *graph)
{
    (void)graph;
    *out = NULL;
    return pm_fail(PM_UNABLE, "permatch was built without the planarity suite");
}

pm_status pm_plane_obstacle(int *edge, int *edges, const struct pm_adjacent *graph)
{
    (void)edge;
    (void)graph;
    *edges = 0;
    return pm_fail(PM_UNABLE, "permatch was built without the planarity suite");
}
