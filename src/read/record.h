/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs as records of their nodes and edges: lists of keys and values. */
#pragma once

#include "read/items.h"
#include "read/network.h"

enum pm_record_kind { PM_RECORD_JSON, PM_RECORD_GML, PM_RECORD_XML };

struct pm_records {
    enum pm_record_kind kind;
    struct pm_network *n;
    struct pm_items *v;
    bool directed; /* edges that are added now have a direction */
};

/* Adds a node, with 'id' and perhaps 'name' or 'label', or an edge, with 'source', 'target' and
 * perhaps 'weight'. */
pm_status pm_record_node(const struct pm_records *records, const struct pm_item *node);
pm_status pm_record_edge(const struct pm_records *records, const struct pm_item *edge);

/* Reads JSON: {"nodes": [...], "links": [...]}. */
pm_status pm_record_json(struct pm_network *network, struct pm_items *items,
                         const struct pm_item *data);
