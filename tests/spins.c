/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

long double spins_number(const char *text)
{
    const char *const slash = strchr(text, '/');

    return strtold(text, NULL) / (slash != NULL ? strtold(slash + 1, NULL) : 1);
}

void spins_join(struct spins *s, int u, int v, const char *coupling)
{
    s->edge[s->edges++] = (struct spins_edge){u, v, coupling, spins_number(coupling)};
}

pm_graph *spins_graph(const struct spins *s)
{
    static char text[SPINS_EDGES * 64];
    const pm_graph_options options = {.size = sizeof options, .format = "el"};
    pm_graph_reader *reader;
    pm_graph *graph;
    size_t used = (size_t)sprintf(text, "%s", s->head != NULL ? s->head : "%graph undirected\n");

    for (int e = 0; e < s->edges; e++)
        used += (size_t)sprintf(text + used, "%d,%d %d,%d %s\n", s->edge[e].u / s->width + 1,
                                s->edge[e].u % s->width + 1, s->edge[e].v / s->width + 1,
                                s->edge[e].v % s->width + 1, s->edge[e].coupling);
    test_need(pm_graph_open_text(&reader, "system", text, used, &options));
    test_need(pm_graph_next(&graph, reader));
    pm_graph_close(reader);
    return graph;
}

int spins_place(const struct spins *s, const pm_graph *graph, int vertex)
{
    int row, col;

    if (vertex < 0 || sscanf(pm_graph_vertex_name(graph, vertex), "%d,%d", &row, &col) != 2)
        return -1;
    return (row - 1) * s->width + col - 1;
}

long double spins_weight(const struct spins *s, long state, long double field)
{
    long double sum = 0;

    for (int e = 0; e < s->edges; e++)
        sum += (state >> s->edge[e].u ^ state >> s->edge[e].v) & 1 ? -s->edge[e].j : s->edge[e].j;
    for (int v = 0; v < s->spins; v++)
        sum += state >> v & 1 ? -field : field;
    return sum;
}

long double spins_most(const struct spins *s, long double field)
{
    long double most = s->spins * fabsl(field);

    for (int e = 0; e < s->edges; e++)
        most += fabsl(s->edge[e].j);
    return most;
}

long double spins_log(const struct spins *s, const char *beta, const char *field)
{
    const long double b = spins_number(beta), h = field != NULL ? spins_number(field) : 0;
    const long double most = spins_most(s, h);
    long double sum = 0, part = 0;

    for (long state = 0; state < 1L << s->spins; state++) {
        part += expl(b * (spins_weight(s, state, h) - most));
        if (state % 4096 == 4095) { /* long sums are rounded less */
            sum += part;
            part = 0;
        }
    }
    return b * most + logl(sum + part);
}

static const char *const kinds[][6] = {
    {"1", "-1", "1", "-1", "1", "-1"},
    {"0.3", "-1.7", "2/3", "0", "1.25", "-0.01"},
    {"1", "1", "1", "1", "1", "1"},
    {"40", "-35", "1", "-1", "1e-30", "0"},
    {"1e-30", "-1e-60", "1e-300", "-0.5", "0.5", "1"},
};

const char *spins_draw(int kind, uint64_t *state)
{
    return kinds[kind][test_between(state, 0, 5)];
}

void spins_grid(struct spins *s, int rows, int cols, int closes, int kind, uint64_t *state)
{
    static char head[128];

    sprintf(head,
            closes == 4
                ? "%%graph undirected\n%%place 0,1 1,0\n%%period 0,%d\n%%seam %d,%d 1,0 0,-1\n"
            : closes == 3 ? "%%graph undirected\n%%place 0,1 1,0\n%%period %d,%d\n"
                          : "%%graph undirected\n%%place 0,1 1,0\n",
            closes == 4 ? cols : rows, closes == 4 ? -rows : cols, cols + 1);
    *s = (struct spins){.spins = rows * cols, .width = cols, .head = head};
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
            const int mirror = closes == 4 && i + 1 == rows ? (cols - 1 - j) : j;
            if (j + 1 < cols || (closes & 6) || closes == 3)
                spins_join(s, i * cols + j, i * cols + (j + 1) % cols, spins_draw(kind, state));
            if (i + 1 < rows || closes != 0)
                spins_join(s, i * cols + j, (i + 1) % rows * cols + mirror,
                           spins_draw(kind, state));
        }
}

int spins_sign(uint64_t seed, int place, int down)
{
    uint64_t state = seed + (uint64_t)place * 2 + (uint64_t)down;

    return seed > 0 && test_between(&state, 0, 1) ? -1 : 1;
}

pm_graph *spins_lattice(int rows, int cols, double across, double down, bool closes, uint64_t seed)
{
    const size_t edges = 2 * (size_t)rows * (size_t)cols;
    int *const from = malloc(edges * sizeof *from), *const to = malloc(edges * sizeof *to);
    double *const weight = malloc(edges * sizeof *weight);
    size_t count = 0;
    pm_graph *graph;

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            for (int k = 0; k < 2; k++) {
                const int y = (i + (k == 1)) % rows, x = (j + (k == 0)) % cols;
                if (!closes && y + x < i + j)
                    continue;
                from[count] = i * cols + j;
                to[count] = y * cols + x;
                weight[count++] = (k == 0 ? across : down) * spins_sign(seed, i * cols + j, k);
            }
    test_need(
        pm_graph_from_edges(&graph, false, rows * cols, count, from, to, PM_ENTRIES_REAL, weight));
    free(from);
    free(to);
    free(weight);
    return graph;
}
