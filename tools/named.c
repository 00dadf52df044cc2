/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph is a Hamiltonian cycle with chords, whose lengths repeat (Coxeter, Frucht and Powers,
 * Zero-Symmetric Graphs, 1981, call this the LCF notation; here a vertex may have several), or a
 * generalised Petersen graph: an outer cycle, an inner vertex for each of its vertices, and edges
 * between inner vertices at one distance (Watkins, A theorem on Tait colorings, J. Combin. Theory
 * 6, 1969). */
#include "named.h"

#include <stddef.h>
#include <string.h>

enum { CHORDS = 18 };

struct named {
    const char *name;
    int vertices; /* of the cycle */
    int inner;    /* the distance of a generalised Petersen graph; else minus the chords of a vertex
                   * besides one */
    int chord[CHORDS];
};

static const struct named graphs[] = {
    {"tetrahedron", 4, 0, {2}},
    {"k33", 6, 0, {3}},
    {"cube", 4, 1, {0}},
    {"octahedron", 6, -1, {2, -2}},
    {"icosahedron", 12, -2, {2, 3, -2, 4, -3, -4}},
    {"wagner", 8, 0, {4}},
    {"petersen", 5, 2, {0}},
    {"duerer", 6, 2, {0}},
    {"franklin", 12, 0, {5, -5}},
    {"frucht", 12, 0, {-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2}},
    {"truncated-tetrahedron", 12, 0, {2, 6, -2}},
    {"heawood", 14, 0, {5, -5}},
    {"moebius-kantor", 8, 3, {0}},
    {"pappus", 18, 0, {5, 7, -7, 7, -7, -5}},
    {"desargues", 10, 3, {0}},
    {"dodecahedron", 10, 2, {0}},
    {"mcgee", 24, 0, {12, 7, -7}},
    {"nauru", 12, 5, {0}},
    {"f26a", 26, 0, {-7, 7}},
    {"tutte-coxeter", 30, 0, {-13, -9, 7, -7, 9, 13}},
    {"dyck", 32, 0, {5, -5, 13, -13}},
    {"gray", 54, 0, {-25, 7, -7, 13, -13, 25}},
    {"foster", 90, 0, {17, -9, 37, -37, 9, -17}},
    {"tutte-12-cage",
     126,
     0,
     {17, 27, -13, -59, -35, 35, -11, 13, -53, 53, -27, 21, 57, 11, -21, -57, 59, -17}},
};

enum { GRAPHS = sizeof graphs / sizeof *graphs };

const struct named *named_find(const char *name)
{
    for (int k = 0; k < GRAPHS; k++)
        if (strcmp(graphs[k].name, name) == 0)
            return &graphs[k];
    return NULL;
}

void named_list(char *list, size_t size)
{
    size_t used = 0;

    *list = '\0';
    for (int k = 0; k < GRAPHS && used < size; k++)
        used +=
            (size_t)snprintf(list + used, size - used, "%s%s", k > 0 ? ", " : "", graphs[k].name);
}

/* An edge that both its ends list is printed by the first of them. */
static void print_chord(FILE *out, int n, int u, int step)
{
    const int v = ((u + step) % n + n) % n;

    if (u < v)
        fprintf(out, "%d %d\n", u + 1, v + 1);
}

void named_print(FILE *out, const struct named *graph)
{
    const int n = graph->vertices;
    int chords = 0;

    while (chords < CHORDS && graph->chord[chords] != 0)
        chords++;
    fputs("%graph undirected\n", out);
    for (int u = 0; u < n; u++) {
        fprintf(out, "%d %d\n", u + 1, (u + 1) % n + 1);
        for (int k = graph->inner; k <= 0; k++)
            print_chord(out, n, u, graph->chord[(u * (1 - graph->inner) - k) % chords]);
        if (graph->inner > 0)
            fprintf(out, "%d %d\n%d %d\n", u + 1, n + u + 1, n + u + 1,
                    n + (u + graph->inner) % n + 1);
    }
}
