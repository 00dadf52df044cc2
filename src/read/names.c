/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with open addressing, at most half full.  One text holds all names.  A lookup takes
 * constant time on average. */
#include "read/names.h"

#include "base/alloc.h"
#include "base/printable.h"
#include "read/edge.h"
#include "read/formats.h"
#include "model/turned.h"

#include <stdlib.h>
#include <string.h>

void pm_names_clear(struct pm_names *names)
{
    pm_graph_free(names->graph);
    PM_FREE(names->slot, names->second);
    *names = (struct pm_names){.graph = NULL};
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo); the upper bits are mixed into the lower ones. */
static uint64_t hash_of(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t k = 0; k < length; k++)
        hash = (hash ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* The slot of a name: where it is, or where to insert it. */
static size_t find_slot(const struct pm_names *names, const char *text, size_t length, bool second)
{
    size_t at = (hash_of(text, length) + second) & (names->slots - 1);

    for (; names->slot[at] != 0; at = (at + 1) & (names->slots - 1)) {
        const int v = names->slot[at] - 1;
        const char *const name = pm_graph_vertex_name(names->graph, v);
        if (strncmp(name, text, length) == 0 && name[length] == '\0' &&
            (!names->sided || names->second[v] == second))
            break;
    }
    return at;
}

/* Keeps at least half of the slots empty. */
static pm_status make_room(struct pm_names *names)
{
    const int vertices = pm_graph_vertices(names->graph);

    if (2 * ((size_t)vertices + 1) <= names->slots)
        return PM_OK;
    free(names->slot);
    names->slots = names->slots > 0 ? 2 * names->slots : 1024;
    if ((names->slot = pm_alloc(names->slots, sizeof *names->slot)) == NULL)
        return PM_NOMEM;
    for (int v = 0; v < vertices; v++) {
        const char *const name = pm_graph_vertex_name(names->graph, v);
        names->slot[find_slot(names, name, strlen(name), names->sided && names->second[v])] = v + 1;
    }
    return PM_OK;
}

static pm_status find_vertex(int *vertex, struct pm_names *names, struct pm_word name, bool second)
{
    char *shown = NULL; /* the graph keeps names in a printable form */

    PM_TRY(make_room(names));
    if (!pm_printable_is(name.text, name.length)) {
        shown = pm_printable_new(name.text, name.length, PM_PRINTABLE_NAME);
        if (shown == NULL)
            return pm_no_memory();
    }
    const size_t at = find_slot(names, shown != NULL ? shown : name.text,
                                shown != NULL ? strlen(shown) : name.length, second);
    free(shown);
    if (names->slot[at] == 0) {
        const size_t v = (size_t)pm_graph_vertices(names->graph);
        if (names->sided) {
            PM_TRY(pm_alloc_grow((void **)&names->second, &names->second_room, v + 1, 1));
            names->second[v] = second;
        }
        PM_TRY(pm_graph_add_named(names->graph, name.text, name.length));
        names->slot[at] = (int)v + 1;
    }
    *vertex = names->slot[at] - 1;
    return PM_OK;
}

pm_status pm_names_vertex(int *vertex, struct pm_names *names, struct pm_word name)
{
    PM_REFUSE_IF(names->sided, "--as=biadjacency: an edge with two ends is expected");
    names->alone = true;
    return find_vertex(vertex, names, name, false);
}

pm_status pm_names_ends(int *from, int *to, struct pm_names *names, struct pm_word first,
                        struct pm_word second)
{
    PM_TRY(find_vertex(from, names, first, false));
    return find_vertex(to, names, second, names->sided);
}

/* Renumbers the vertices: those of the first side first. */
static pm_status part_sides(struct pm_names *names)
{
    struct pm_graph *const g = names->graph;
    const int n = pm_graph_vertices(g);
    int *to, next = 0;
    size_t *name = NULL;
    pm_status status = PM_OK;

    PM_NEW(to, n);
    PM_NEW_GOTO(status, name, n, done);
    for (int second = 0; second < 2; second++) {
        for (int v = 0; v < n; v++)
            if (names->second[v] == second)
                to[v] = next++;
        g->left = second == 0 ? next : g->left;
    }
    for (int v = 0; v < n; v++)
        name[to[v]] = g->name[v];
    if (n > 0)
        memcpy(g->name, name, (size_t)n * sizeof *name);
    for (size_t k = 0; k < g->edge.count; k++) {
        g->edge.row[k] = to[g->edge.row[k]];
        g->edge.col[k] = to[g->edge.col[k]];
    }
done:
    PM_FREE(to, name);
    return status;
}

pm_status pm_names_finish(struct pm_names *names, const struct pm_graph_reader *reader)
{
    struct pm_turned found;

    if (names->sided)
        return part_sides(names);
    if (reader->as != PM_AS_EITHER || reader->directed || names->alone ||
        pm_graph_loops(names->graph) == 0)
        return PM_OK;
    PM_TRY(pm_turned_find(&found, names->graph));
    PM_REFUSE_IF(found.both,
                 "some edges are loops, and some are listed in both directions: --format=%s "
                 "--as=biadjacency says that the first and the second ends are two sides with "
                 "names of their own, --as=adjacency that they are the same vertices, and both "
                 "directions are one edge",
                 reader->format->name);
    return PM_OK;
}
