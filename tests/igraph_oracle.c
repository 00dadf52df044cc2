/* SPDX-License-Identifier: GPL-3.0-or-later */
/* igraph as the second way.  Random graphs: components, sides, maximum matchings and automorphisms.
 * Lattices against those that igraph makes.  The text of pm_graph_text() is read by the readers of
 * igraph. */
#include "bench/lattice_edges.h"
#include "model/blossom.h"
#include "model/graph.h"
#include "model/sides.h"
#include "model/symmetry.h"
#include "test.h"

#include <igraph/igraph.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 };

/* A random graph without loops and parallel edges, for both libraries. */
struct both {
    int n, edges, from[MOST * MOST], to[MOST * MOST], weight[MOST * MOST];
    pm_graph *ours;
    igraph_t theirs;
};

static void need(igraph_error_t code)
{
    if (code != IGRAPH_SUCCESS) {
        fprintf(stderr, "Bail out! igraph: %s\n", igraph_strerror(code));
        exit(1);
    }
}

/* The same graph for igraph. */
static void make_theirs(igraph_t *graph, int n, int edges, const int *from, const int *to)
{
    igraph_vector_int_t ends;

    need(igraph_vector_int_init(&ends, 2 * edges));
    for (int k = 0; k < edges; k++) {
        VECTOR(ends)[2 * k] = from[k];
        VECTOR(ends)[2 * k + 1] = to[k];
    }
    need(igraph_create(graph, &ends, n, IGRAPH_UNDIRECTED));
    igraph_vector_int_destroy(&ends);
}

/* With `bipartite`, edges join even and odd vertices. */
static void draw(struct both *b, uint64_t *state, int n, bool bipartite, int weights)
{
    const int share = test_between(state, 1, 6);
    double weight[MOST * MOST];

    b->n = n;
    b->edges = 0;
    for (int v = 0; v < n; v++)
        for (int w = 0; w < v; w++)
            if (test_between(state, 1, 8) <= share && (!bipartite || (v - w) % 2 != 0)) {
                b->from[b->edges] = v;
                b->to[b->edges] = w;
                b->weight[b->edges] = test_between(state, 1, weights);
                weight[b->edges] = b->weight[b->edges];
                b->edges++;
            }
    test_need(pm_graph_from_edges(&b->ours, false, n, (size_t)b->edges, b->from, b->to,
                                  PM_ENTRIES_REAL, weights > 1 ? weight : NULL));
    make_theirs(&b->theirs, n, b->edges, b->from, b->to);
}

static void clear(struct both *b)
{
    pm_graph_free(b->ours);
    igraph_destroy(&b->theirs);
}

/* Both halves of the adjacency matrix. */
static struct pm_matrix *adjacency(const struct both *b)
{
    static const fmpq one = {1, 1};
    struct pm_triplets t;
    struct pm_matrix *a;

    pm_triplets_init(&t, b->n, b->n, false);
    for (int k = 0; k < b->edges; k++) {
        test_need(pm_triplets_add(&t, b->from[k], b->to[k], &one, NULL));
        test_need(pm_triplets_add(&t, b->to[k], b->from[k], &one, NULL));
    }
    test_need(pm_matrix_from_triplets(&a, &t));
    pm_triplets_clear(&t);
    return a;
}

/* ------------------------------------------------------------------ components */

static bool same_components(const struct both *b, const struct pm_sides *sides)
{
    igraph_vector_int_t of;
    igraph_integer_t count;
    bool same;

    need(igraph_vector_int_init(&of, 0));
    need(igraph_connected_components(&b->theirs, &of, NULL, &count, IGRAPH_WEAK));
    same = count == sides->components;
    for (int v = 0; v < b->n; v++)
        for (int w = 0; w < v; w++)
            same &= (VECTOR(of)[v] == VECTOR(of)[w]) == (sides->of[v] == sides->of[w]);
    igraph_vector_int_destroy(&of);
    return same;
}

static bool same_sides(const struct both *b, const struct pm_sides *sides)
{
    igraph_bool_t theirs;
    bool ours = true;

    need(igraph_is_bipartite(&b->theirs, &theirs, NULL));
    for (int c = 0; c < sides->components; c++)
        ours &= sides->component[c].bipartite;
    return ours == theirs;
}

static int maximum_of_ours(const struct pm_matrix *a)
{
    struct pm_forest f;
    int size = 0;

    test_need(pm_forest_init(&f, a->rows, a->start, a->col));
    pm_forest_greedy(&f);
    for (int v = 0; v < a->rows; v++)
        if (f.match[v] < 0) {
            pm_forest_grow(&f, v);
            pm_forest_forget(&f);
        }
    for (int v = 0; v < a->rows; v++)
        size += f.match[v] > v;
    pm_forest_clear(&f);
    return size;
}

static int maximum_of_theirs(const struct both *b)
{
    igraph_vector_bool_t types;
    igraph_integer_t size;

    need(igraph_vector_bool_init(&types, b->n));
    for (int v = 0; v < b->n; v++)
        VECTOR(types)[v] = v % 2 != 0;
    need(igraph_maximum_bipartite_matching(&b->theirs, &types, &size, NULL, NULL, NULL, 0));
    igraph_vector_bool_destroy(&types);
    return (int)size;
}

static void test_components(struct test *t)
{
    const int rounds = test_rounds(400);
    uint64_t state = 21;
    int parts = 0, sides_wrong = 0, matchings = 0;

    for (int round = 0; round < rounds; round++) {
        const bool bipartite = round % 2 != 0;
        struct pm_sides sides;
        struct both b;
        draw(&b, &state, test_between(&state, 1, MOST), bipartite, 1);
        struct pm_matrix *const a = adjacency(&b);
        test_need(pm_sides_find(&sides, a));
        parts += !same_components(&b, &sides);
        sides_wrong += !same_sides(&b, &sides);
        matchings += bipartite && maximum_of_ours(a) != maximum_of_theirs(&b);
        pm_sides_clear(&sides);
        pm_matrix_free(a);
        clear(&b);
    }
    CHECK(t, parts == 0, "components of %d random graphs: %d differ", rounds, parts);
    CHECK(t, sides_wrong == 0, "... bipartite or not: %d differ", sides_wrong);
    CHECK(t, matchings == 0, "sizes of maximum matchings: %d differ", matchings);
}

/* ---------------------------------------------------------------- automorphisms */

/* All automorphisms that keep the weights, by VF2 (Cordella and others, IEEE PAMI 26, 2004), which
 * has no code in common with BLISS. */
static void list_automorphisms(igraph_vector_int_list_t *maps, const struct both *b)
{
    igraph_vector_int_t weight;

    need(igraph_vector_int_init(&weight, b->edges));
    for (int k = 0; k < b->edges; k++)
        VECTOR(weight)[k] = b->weight[k];
    need(igraph_vector_int_list_init(maps, 0));
    need(igraph_get_isomorphisms_vf2(&b->theirs, &b->theirs, NULL, NULL, &weight, &weight, maps,
                                     NULL, NULL, NULL));
    igraph_vector_int_destroy(&weight);
}

static bool is_listed(const igraph_vector_int_list_t *maps, const int *image, int n)
{
    for (igraph_integer_t k = 0; k < igraph_vector_int_list_size(maps); k++) {
        const igraph_vector_int_t *const map = igraph_vector_int_list_get_ptr(maps, k);
        int v = 0;
        while (v < n && VECTOR(*map)[v] == image[v])
            v++;
        if (v == n)
            return true;
    }
    return false;
}

static bool good_group(const struct both *b, const igraph_vector_int_list_t *maps)
{
    pm_symmetry *symmetry;
    int image[MOST];

    test_need(pm_graph_symmetry(&symmetry, b->ours));
    bool good = atoll(pm_symmetry_order(symmetry)) == igraph_vector_int_list_size(maps);
    for (size_t g = 0; g < pm_symmetry_generators(symmetry); g++) {
        for (int v = 0; v < b->n; v++)
            image[v] = pm_symmetry_image(symmetry, g, v);
        good &= is_listed(maps, image, b->n);
    }
    pm_symmetry_free(symmetry);
    return good;
}

static bool swaps(const int *image, const bool *side, int n)
{
    for (int v = 0; v < n; v++)
        if (side[v] == side[image[v]])
            return false;
    return true;
}

/* Automorphisms that exchange the halves of a random cut.  Weights are not compared. */
static bool good_swap(bool *any, const struct both *b, const igraph_vector_int_list_t *maps,
                      uint64_t *state)
{
    const struct pm_coloured graph = {
        .vertices = b->n, .edges = (size_t)b->edges, .from = b->from, .to = b->to};
    bool side[MOST] = {false}, exists = false;
    int image[MOST];

    for (int left = b->n / 2; left > 0;) {
        const int v = test_between(state, 0, b->n - 1);
        left -= !side[v];
        side[v] = true;
    }
    test_need(pm_symmetry_swap(any, image, &graph, side));
    for (igraph_integer_t k = 0; k < igraph_vector_int_list_size(maps) && !exists; k++) {
        int map[MOST];
        for (int v = 0; v < b->n; v++)
            map[v] = (int)VECTOR(*igraph_vector_int_list_get_ptr(maps, k))[v];
        exists = swaps(map, side, b->n);
    }
    return *any == exists && (!*any || (swaps(image, side, b->n) && is_listed(maps, image, b->n)));
}

static void test_automorphisms(struct test *t)
{
    const int rounds = test_rounds(400);
    uint64_t state = 4;
    int groups = 0, cuts = 0, found = 0;

    for (int round = 0; round < rounds; round++) {
        igraph_vector_int_list_t maps;
        struct both b;
        bool any;
        draw(&b, &state, test_between(&state, 1, 7), round % 2 != 0, 1 + round % 3);
        list_automorphisms(&maps, &b);
        groups += !good_group(&b, &maps);
        igraph_vector_int_list_destroy(&maps);
        clear(&b);
        draw(&b, &state, 2 * test_between(&state, 1, 3), round % 2 != 0, 1);
        list_automorphisms(&maps, &b);
        cuts += !good_swap(&any, &b, &maps, &state);
        found += any;
        igraph_vector_int_list_destroy(&maps);
        clear(&b);
    }
    CHECK(t, groups == 0, "groups of %d random graphs with weights: %d differ", rounds, groups);
    CHECK(t, cuts == 0 && found > 0, "%d automorphisms that exchange halves: %d wrong", found,
          cuts);
}

/* ------------------------------------------------------------------ lattices */

static pm_graph *read_text(const char *text, const char *format)
{
    const pm_graph_options options = {.format = format};
    pm_graph_reader *reader;
    pm_graph *graph;

    test_need(pm_graph_open_text(&reader, "text", text, strlen(text), &options));
    test_need(pm_graph_next(&graph, reader));
    pm_graph_close(reader);
    return graph;
}

static void convert(igraph_t *to, const pm_graph *graph)
{
    make_theirs(to, graph->edge.rows, (int)graph->edge.count, graph->edge.row, graph->edge.col);
}

static bool is_isomorphic(const igraph_t *a, const igraph_t *b)
{
    igraph_bool_t same;

    need(igraph_isomorphic(a, b, &same));
    return same;
}

static void test_lattices(struct test *t)
{
    static const struct {
        const char *name;
        int dims, size[4];
        bool wrapped[4];
    } cases[] = {
        {"grid-5x7", 2, {5, 7}, {false}},           {"grid-1x6", 2, {1, 6}, {false}},
        {"torus-4x6", 2, {4, 6}, {true, true}},     {"torus-3x5", 2, {3, 5}, {true, true}},
        {"cylinder-4x5", 2, {4, 5}, {false, true}}, {"cylinder-5x4", 2, {5, 4}, {false, true}},
        {"box-2x3x4", 3, {2, 3, 4}, {false}},       {"hypercube-4", 4, {2, 2, 2, 2}, {false}},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        igraph_vector_int_t size;
        igraph_vector_bool_t wrapped;
        igraph_t ours, theirs;
        char *text;
        need(igraph_vector_int_init(&size, cases[k].dims));
        need(igraph_vector_bool_init(&wrapped, cases[k].dims));
        for (int d = 0; d < cases[k].dims; d++) {
            VECTOR(size)[d] = cases[k].size[d];
            VECTOR(wrapped)[d] = cases[k].wrapped[d];
        }
        need(igraph_square_lattice(&theirs, &size, 1, false, false, &wrapped));
        test_need(lattice_edges(&text, cases[k].name, (const char *const[2]){NULL, NULL}));
        pm_graph *const graph = read_text(text, "el");
        convert(&ours, graph);
        CHECK(t, is_isomorphic(&ours, &theirs), "%s is that of igraph", cases[k].name);
        igraph_destroy(&ours);
        igraph_destroy(&theirs);
        pm_graph_free(graph);
        free(text);
        igraph_vector_int_destroy(&size);
        igraph_vector_bool_destroy(&wrapped);
    }
}

/* ------------------------------------------------------------------ formats */

static igraph_error_t read_graphml(igraph_t *graph, FILE *file)
{
    return igraph_read_graph_graphml(graph, file, 0);
}

static igraph_error_t read_lgl(igraph_t *graph, FILE *file)
{
    return igraph_read_graph_lgl(graph, file, true, IGRAPH_ADD_WEIGHTS_IF_PRESENT, false);
}

static void test_formats(struct test *t)
{
    static const struct {
        const char *format, *reader;
        igraph_error_t (*read)(igraph_t *graph, FILE *file); /* NULL: igraph cannot read it */
    } cases[] = {
        {"graphml", "graphml", read_graphml},
        {"gml", "gml", igraph_read_graph_gml},
        {"pajek", "pajek", igraph_read_graph_pajek},
        {"lgl", "lgl", read_lgl},
        {"el", "el", NULL},
        {"graph6", "graph6", NULL},
        {"sparse6", "graph6", NULL},
    };
    const int rounds = test_rounds(50);

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        uint64_t state = 6;
        int ours_wrong = 0, theirs_wrong = 0;
        for (int round = 0; round < rounds; round++) {
            igraph_t ours;
            struct both b;
            char *text;
            draw(&b, &state, test_between(&state, 2, MOST), false, 1);
            test_need(pm_graph_text(&text, b.ours, cases[k].format, 1));
            pm_graph *const graph = read_text(text, cases[k].reader);
            convert(&ours, graph);
            ours_wrong += !is_isomorphic(&ours, &b.theirs);
            if (cases[k].read != NULL && b.edges > 0) {
                FILE *const file = fmemopen(text, strlen(text), "r");
                igraph_t theirs;
                need(cases[k].read(&theirs, file));
                theirs_wrong += !is_isomorphic(&theirs, &b.theirs);
                igraph_destroy(&theirs);
                fclose(file);
            }
            igraph_destroy(&ours);
            pm_graph_free(graph);
            free(text);
            clear(&b);
        }
        CHECK(t, ours_wrong == 0 && theirs_wrong == 0,
              "%s: of %d graphs we read %d wrong, igraph reads %d wrong", cases[k].format, rounds,
              ours_wrong, theirs_wrong);
    }
}

int main(void)
{
    struct test t = {0};

    igraph_set_attribute_table(&igraph_cattribute_table);
    test_components(&t);
    test_automorphisms(&t);
    test_lattices(&t);
    test_formats(&t);
    return test_done(&t);
}
