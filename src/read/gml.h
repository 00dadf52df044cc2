/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs as records of their nodes and edges. */
#pragma once

#include "read/items.h"
#include "read/network.h"

/* Reads an item, {"nodes": [...], "links": [...]}. */
pm_status pm_gml_records(struct pm_network *network, const struct pm_items *items,
                         const struct pm_item *item);
