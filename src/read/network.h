/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a graph of nodes with ids, in any order with their edges, for GML, GraphML, GEXF and DOT.
 * What a graph cannot hold is an error with its line. */
#pragma once

#include "read/formats.h"
#include "read/spots.h"
#include "read/names.h"

struct pm_network_node;

struct pm_network {
    const struct pm_graph_reader *reader;
    struct pm_names names; /* of all ids */
    struct pm_names pairs; /* of ends, of edges that are joined once */
    struct pm_network_node *node;
    size_t room;
    struct pm_labels label; /* of the nodes that have one, in the order of their declarations */
    struct pm_spots layout;
    size_t weights;        /* number of edges that have one */
    struct pm_word unread; /* an attribute that may be the weight in other programs */
    fmpq_t weight;
};

/* `directed`: what the graph is by default. */
pm_status pm_network_begin(struct pm_network *network, const struct pm_graph_reader *reader,
                           bool directed);
void pm_network_clear(struct pm_network *network);

/* Declares a node; an empty label is none.  PM_INPUT: it has been declared. */
pm_status pm_network_node(int *vertex, struct pm_network *network, struct pm_word id,
                          struct pm_word label);

/* Gives a vertex its label. */
pm_status pm_network_label(struct pm_network *network, int vertex, struct pm_word label);

/* Adds an edge.  PM_INPUT: the weight is no number; there is none (an empty word), and other edges
 * have one. */
pm_status pm_network_edge(struct pm_network *network, struct pm_word from, struct pm_word to,
                          struct pm_word weight, bool directed);

/* The same in two steps: the vertex with that id, and an edge of two vertices. */
pm_status pm_network_vertex(int *vertex, struct pm_network *network, struct pm_word id);
pm_status pm_network_join(struct pm_network *network, int from, int to, struct pm_word weight,
                          enum pm_direction direction);

/* The same for graphs without parallel edges, all of whose edges are added so: an edge that is
 * there stays alone, for `ordered` one in the same direction.  PM_INPUT: it has another weight. */
pm_status pm_network_join_once(struct pm_network *network, int from, int to, struct pm_word weight,
                               enum pm_direction direction, bool ordered);

/* The same for an edge to one of the neighbours of `from`, which are added one after another.
 * PM_INPUT: it is one of them already. */
pm_status pm_network_neighbour(struct pm_network *network, int from, int to, struct pm_word weight,
                               enum pm_direction direction, bool ordered);

/* Declares a vertex.  PM_INPUT: it has been declared. */
pm_status pm_network_declare(struct pm_network *network, int vertex);
bool pm_network_is_declared(const struct pm_network *network, int vertex);

/* PM_INPUT: a vertex has not been declared. */
pm_status pm_network_check_declared(const struct pm_network *network);

/* True for "weight" in any case.  Keeps an attribute of edges in mind that other programs use. */
bool pm_network_is_weight(struct pm_network *network, struct pm_word attribute);

/* *graph = the graph.  Vertices are called by their labels, if all have one, and no two the same.
 * `declared`: PM_INPUT where a node was not declared.  Clears the network. */
pm_status pm_network_finish(struct pm_graph **graph, struct pm_network *network, bool declared);
