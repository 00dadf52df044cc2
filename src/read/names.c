/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with open addressing, at most half full.  One text holds all names.  A lookup takes
 * constant time on average. */
#include "read/names.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

void pm_names_clear(struct pm_names *names)
{
    free(names->slot);
    names->slot = NULL;
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
static size_t find_slot(const struct pm_names *names, const char *text, size_t length)
{
    size_t at = hash_of(text, length) & (names->slots - 1);

    for (; names->slot[at] != 0; at = (at + 1) & (names->slots - 1)) {
        const char *const name = pm_graph_vertex_name(names->graph, names->slot[at] - 1);
        if (strncmp(name, text, length) == 0 && name[length] == '\0')
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
        names->slot[find_slot(names, name, strlen(name))] = v + 1;
    }
    return PM_OK;
}

pm_status pm_names_vertex(int *vertex, struct pm_names *names, struct pm_word name)
{
    PM_TRY(make_room(names));
    const size_t at = find_slot(names, name.text, name.length);
    if (names->slot[at] == 0) {
        PM_TRY(pm_graph_add_named(names->graph, name.text, name.length));
        names->slot[at] = pm_graph_vertices(names->graph);
    }
    *vertex = names->slot[at] - 1;
    return PM_OK;
}
