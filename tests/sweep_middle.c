/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle by threads (middle.c).  Random parts of boards that a half turn maps to
 * themselves: small ones against the definition; larger ones against whole sweeps, in which nothing
 * is copied or multiplied, and against the tree engine. */
#include "base/alloc.h"
#include "engine/sweep/sweep.h"

#include "brute.h"
#include "ways.h"
#include "engine/isa/isa.h"
#include "engine/sweep/swap.h"

#include <stdlib.h>
#include <string.h>

extern const struct pm_engine pm_engine_tree;

enum { PRIME = 2147483629 };

/* A part of a king's graph of rows x cols vertices, numbered row by row, or of a grid if it is the
 * matrix of its two sides.  Turning the board by 180 degrees keeps it, and exchanges the first half
 * of the numbers and the second. */
struct board {
    int rows, cols, percent; /* of the possible edges */
    uint64_t seed;
    bool general;
    int *line[2]; /* the vertex of each row, and of each column */
};

/* True for an edge, and then also for its image. */
static bool is_edge(const struct board *b, int u, int v)
{
    const int last = b->rows * b->cols - 1, low = u < v ? u : v, high = u < v ? v : u;
    const int down = high / b->cols - low / b->cols, right = abs(high % b->cols - low % b->cols);
    const bool first = low + high <= last;
    uint64_t state =
        b->seed + (uint64_t)(first ? low * 997 + high : (last - high) * 997 + last - low);

    return u != v && down <= 1 && right <= 1 && (b->general || down + right == 1) &&
           test_between(&state, 1, 100) <= b->percent;
}

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct board *const b = context;

    (void)im;
    fmpq_one(re);
    return is_edge(b, b->line[0][i], b->line[1][j]);
}

/* The matrix of a board; order[v] = the number of vertex v in sweeps.  The sides of a grid are its
 * two colours. */
static struct pm_matrix *make(struct board *b, int *order)
{
    const int n = b->rows * b->cols;
    int count[2] = {0, 0};

    for (int side = 0; side < 2; side++)
        b->line[side] = malloc((size_t)n * sizeof(int));
    for (int v = 0; v < n; v++) {
        const int side = !b->general && (v / b->cols + v % b->cols) % 2;
        order[v] = count[side];
        b->line[side][count[side]++] = v;
    }
    for (int v = 0; v < n; v++)
        if (!b->general && (v / b->cols + v % b->cols) % 2)
            order[v] += count[0];
    if (b->general)
        memcpy(b->line[1], b->line[0], (size_t)n * sizeof(int));
    return brute_made(count[0], b->general ? n : count[1], false, entry, b);
}

/* What was seen: sweeps to the middle, and answers other than 0. */
struct tally {
    int middles, nonzero, wrong;
};

/* Sweeps to the middle and through the whole graph, with every instruction set. */
static void compare(struct tally *tally, const struct pm_core *core, const int *order,
                    uint64_t truth)
{
    const struct pm_ring ring = pm_number_ring_mod(PRIME);
    struct pm_order_graph *graph;
    struct pm_order_program *program;
    struct pm_sweep_passes *whole;
    struct pm_sweep_middle *middle;
    struct pm_image *image;
    struct pm_part part;
    bool open;

    test_need(pm_order_graph_new(&graph, core, false));
    test_need(pm_order_program_new(&program, graph, order));
    test_need(pm_sweep_passes_new(&whole, graph, program));
    test_need(pm_core_image(&image, core, &ring));
    test_need(pm_sweep_run(&part, whole, graph, image, &(struct pm_sweep_use){.threads = 1}));
    tally->wrong += part.word[0] != truth;
    tally->nonzero += truth != 0;
    test_need(pm_sweep_middle_new(&middle, &open, graph, order));
    tally->middles += middle != NULL;
    for (const struct pm_isa *const *isa = pm_isa_list(); middle != NULL && *isa != NULL; isa++)
        for (int threads = 1; threads <= 3; threads += 2) {
            test_need(pm_sweep_middle_run(
                &part, middle, image,
                &(struct pm_sweep_use){.threads = threads, .set = (*isa)->name}));
            tally->wrong += part.word[0] != truth;
        }
    pm_sweep_middle_free(middle);
    pm_image_free(image);
    pm_sweep_passes_free(whole);
    pm_order_program_free(program);
    pm_order_graph_free(graph);
}

static void check_one(struct tally *tally, struct board *b, bool small)
{
    int *const order = malloc((size_t)(b->rows * b->cols) * sizeof *order);
    struct pm_matrix *const a = make(b, order);
    const struct pm_core core = {.a = a, .kind = b->general ? PM_HAFNIAN : PM_PERMANENT};

    uint64_t truth;
    if (small)
        truth = brute_residue(a, core.kind, PRIME);
    else
        test_need(ways_residue(&truth, &core, &pm_engine_tree, PRIME));
    if (a->rows == a->cols)
        compare(tally, &core, order, truth);
    pm_matrix_free(a);
    PM_FREE(b->line[0], b->line[1], order);
}

/* Graphs; and matrices whose rows the automorphism maps to rows (if rows + cols is even) or to
 * columns. */
static void check_small(struct test *t, bool general)
{
    uint64_t state = 161803 + general;
    struct tally tally = {.wrong = 0};
    const int rounds = test_rounds(240);

    for (int round = 0; round < rounds; round++) {
        struct board b = {.rows = 2 * test_between(&state, 1, general ? 2 : 3),
                          .cols = test_between(&state, 2, 3),
                          .percent = test_between(&state, 75, 100),
                          .seed = (uint64_t)round * 7919,
                          .general = general};
        check_one(&tally, &b, true);
    }
    CHECK(t, tally.wrong == 0 && tally.middles > rounds / 3 && tally.nonzero > rounds / 6,
          "small %s: %d to the middle, %d are not 0, %d wrong", general ? "graphs" : "matrices",
          tally.middles, tally.nonzero, tally.wrong);
}

static void check_large(struct test *t, int rows, int cols, int percent, bool general)
{
    struct tally tally = {.wrong = 0};
    struct board b = {
        .rows = rows, .cols = cols, .percent = percent, .seed = 5772, .general = general};

    check_one(&tally, &b, false);
    CHECK(t, tally.wrong == 0 && tally.middles == 1 && tally.nonzero == 1,
          "%s, %d x %d: %d to the middle, %d wrong", general ? "a graph" : "a matrix", rows, cols,
          tally.middles, tally.wrong);
}

/* ------------------------------------------------------------ automorphisms alone */

enum { MOST = 48, FORMS = 5 };

/* Joins u and v of n vertices.  Adding n / 2 modulo n is an automorphism: random edges with their
 * images; a torus; a complete bipartite graph; a hypercube; triangles. */
static bool is_joined(int form, int n, int u, int v, uint64_t seed)
{
    const int half = n / 2, low = u < v ? u : v, high = u < v ? v : u;
    const int right = abs(u % 6 - v % 6), down = abs(u / 6 - v / 6);
    const int first = low < half && high >= half && high - half < low ? high - half : low % half;
    const int second = low < half && high >= half && high - half < low ? low : high % half;
    uint64_t state = seed + (uint64_t)(first * 997 + second * 31 + (low < half && high >= half));

    switch (form) {
    case 0:
        return test_between(&state, 1, 100) <= 15;
    case 1:
        return (down == 0 && right % 4 == 1) || (right == 0 && (down == 1 || down == n / 6 - 1));
    case 2:
        return (u % half < half / 2) != (v % half < half / 2);
    case 3:
        return __builtin_popcount((unsigned)(u ^ v)) == 1;
    default:
        return u / 3 == v / 3;
    }
}

/* Finds the automorphism of a graph with other names.  `spoilt`: one half has an edge less, so
 * there is none. */
static bool finds_swap(int form, int n, bool spoilt, uint64_t *state)
{
    int name[MOST], start[MOST + 1] = {0}, near[MOST * MOST], *image;
    bool joined[MOST][MOST], right[MOST], open, good = true, edge = false;
    const uint64_t seed = test_random(state);

    for (int k = 0; k < n; k++) {
        const int at = test_between(state, 0, k);
        name[k] = name[at];
        name[at] = k;
    }
    for (int u = 0; u < n; u++)
        for (int v = 0; v < n; v++) {
            bool is = u != v && is_joined(form, n, u, v, seed);
            if (spoilt && is && u < v && v < n / 2 && !edge) {
                edge = true;
                is = false;
            }
            joined[name[u]][name[v]] = v > u ? is : joined[name[v]][name[u]];
            right[name[u]] = u >= n / 2;
        }
    for (int u = 0; u < n; u++) {
        start[u + 1] = start[u];
        for (int v = 0; v < n; v++)
            if (u != v && joined[u][v])
                near[start[u + 1]++] = v;
    }
    const struct pm_order_graph graph = {.vertices = n, .start = start, .near = near};
    test_need(pm_sweep_swap_find(&image, &open, &graph, right));
    for (int u = 0; u < n && image != NULL; u++)
        for (int v = 0; v < n; v++)
            good = good && right[image[u]] != right[u] &&
                   (u == v || joined[u][v] == joined[image[u]][image[v]]);
    good = good && !open && (image == NULL) == edge;
    free(image);
    return good;
}

static void check_swaps(struct test *t)
{
    static const int order[FORMS] = {40, 48, 24, 32, 12};
    uint64_t state = 7;

    for (int form = 0; form < FORMS; form++) {
        int wrong = 0;
        for (int round = 0; round < 40; round++)
            wrong += !finds_swap(form, order[form], round % 2 == 1, &state);
        CHECK(t, wrong == 0, "halves of %d vertices, form %d: %d wrong", order[form], form, wrong);
    }
}

int main(void)
{
    struct test t = {0, 0};

    check_swaps(&t);
    check_small(&t, true);
    check_small(&t, false);
    check_large(&t, 6, 15, 90, true);
    check_large(&t, 6, 11, 75, true);
    check_large(&t, 8, 14, 100, false);
    check_large(&t, 8, 15, 100, false);
    return test_done(&t);
}
