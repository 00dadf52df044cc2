/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu_walks.h"

#include "drawn.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/gpu/sweep_gpu.h"

#include <math.h>
#include <stdlib.h>

static const uint64_t PRIME = 2147483629;

/* A grid with some diagonals: a general graph, or the matrix of its two sides if all sizes are
 * even. */
static struct pm_matrix *grid(uint64_t *state, int rows, int cols, enum pm_kind kind, bool weighted)
{
    struct drawn *const g = calloc(1, sizeof *g);

    drawn_grid(g, rows, cols, kind == PM_HAFNIAN ? 60 : 0, state);
    drawn_weigh(g, weighted ? BRUTE_INTEGER : BRUTE_PATTERN, state);
    struct pm_matrix *const a = kind == PM_HAFNIAN ? drawn_adjacency(g) : drawn_biadjacency(g);
    free(g);
    return a;
}

/* The king graph.  Its vertices are numbered row by row. */
static struct pm_matrix *king(int rows, int cols)
{
    struct drawn *const g = calloc(1, sizeof *g);
    uint64_t state = 1;

    drawn_grid(g, rows, cols, 0, &state);
    for (int u = 0; u + cols < rows * cols; u++) {
        if (u % cols > 0)
            drawn_join(g, u, u + cols - 1);
        if (u % cols < cols - 1)
            drawn_join(g, u, u + cols + 1);
    }
    drawn_weigh(g, BRUTE_PATTERN, &state);
    struct pm_matrix *const a = drawn_adjacency(g);
    free(g);
    return a;
}

/* The matrix without its last rows, so that it has more columns than rows. */
static struct pm_matrix *shorter(struct pm_matrix *a, int less)
{
    int *const line = malloc((size_t)a->cols * sizeof *line);
    struct pm_matrix *b;

    for (int k = 0; k < a->cols; k++)
        line[k] = k;
    test_need(pm_matrix_sub(&b, a, a->rows - less, line, a->cols, line));
    pm_matrix_free(a);
    free(line);
    return b;
}

/* The residue by the device; expected: by threads.  Modulo a small prime, weights may be 0, which a
 * device may refuse. */
static void check_device(struct test *t, const struct pm_gpu *gpu, const struct pm_tiles *tiles,
                         const struct pm_order_graph *graph, const struct pm_image *image,
                         uint64_t expected, const char *what)
{
    struct pm_part device = {.word = {0}};

    const pm_status status = pm_sweep_gpu_run(&device, gpu, tiles, graph, image, NULL);
    const bool refused = status == PM_UNABLE && image->ring.p < PRIME;
    CHECK(t, refused || (status == PM_OK && device.word[0] == expected),
          "%s, %d vertices, %d vectors: %llu, on the device %llu%s%s", what, graph->vertices,
          tiles->vectors, (unsigned long long)expected, (unsigned long long)device.word[0],
          status == PM_OK ? "" : ": ", status == PM_OK ? "" : pm_message());
}

/* Compares a device with the CPU: through the whole graph; and to the middle of `sequence`, if that
 * is not NULL, and as the engine chooses. */
static void check_modulo(struct test *t, const struct pm_gpu *gpu, struct pm_matrix *a,
                         enum pm_kind kind, uint64_t prime, const int *sequence, const char *what)
{
    const struct pm_core core = {.a = a, .kind = kind};
    const struct pm_ring ring = pm_number_ring_mod(prime);
    struct pm_order_graph *graph;
    struct pm_order_search *search;
    struct pm_order *order;
    struct pm_order_program *program;
    struct pm_sweep_passes *host;
    struct pm_sweep_mirror *mirror = NULL;
    struct pm_tiles *tiles;
    struct pm_image *image;
    struct pm_part cpu;
    bool done, plain = true; /* plain: all entries are 1 */

    for (int k = 0; k < a->start[a->rows]; k++)
        plain = plain && fmpq_is_one(a->re + k);
    test_need(pm_order_graph_new(&graph, &core, false));
    test_need(pm_order_search_new(&search, graph, INFINITY));
    test_need(pm_order_search_go_on(search, 2e7, &done));
    test_need(pm_order_search_best(&order, search));
    pm_order_search_free(search);
    test_need(pm_order_program_new(&program, graph, order->vertex));
    test_need(pm_sweep_passes_new(&host, graph, program));
    test_need((kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&image, a, &ring));
    test_need(pm_sweep_run(&cpu, host, graph, image, &(struct pm_sweep_use){.threads = 2}));
    for (int weighted = !plain; weighted < 2; weighted++) {
        test_need(pm_tiles_new(&tiles, graph, program, weighted));
        check_device(t, gpu, tiles, graph, image, cpu.word[0], what);
        pm_tiles_free(tiles);
    }
    if (sequence != NULL) {
        bool open;
        test_need(pm_sweep_mirror_new(&mirror, &open, graph, sequence));
        CHECK(t, mirror != NULL, "%s, %d vertices, has a mirror", what, graph->vertices);
    }
    if (mirror != NULL) {
        test_need(pm_tiles_new_half(&tiles, mirror));
        check_device(t, gpu, tiles, graph, image, cpu.word[0], what);
        pm_tiles_free(tiles);
        pm_sweep_mirror_free(mirror);
        test_need(pm_sweep_tiles_choose(&tiles, graph, program, sequence, true, HUGE_VAL));
        check_device(t, gpu, tiles, graph, image, cpu.word[0], what);
        pm_tiles_free(tiles);
    }
    pm_image_free(image);
    pm_sweep_passes_free(host);
    pm_order_program_free(program);
    pm_order_free(order);
    pm_order_graph_free(graph);
    pm_matrix_free(a);
}

static void check(struct test *t, const struct pm_gpu *gpu, struct pm_matrix *a, enum pm_kind kind,
                  const int *sequence, const char *what)
{
    check_modulo(t, gpu, a, kind, PRIME, sequence, what);
}

/* ------------------------------------------------------------ graphs with a mirror */

/* True if |i - j| is small and a pattern allows the entry.  Reversal of rows and columns keeps the
 * pattern. */
static bool band_place(fmpq *re, fmpq *im, int i, int j, void *order)
{
    const int n = *(const int *)order;

    (void)im;
    fmpq_one(re);
    return abs(i - j) <= 4 && (i * j + (n - 1 - i) * (n - 1 - j)) % 5 != 0;
}

/* A band matrix.  The sequence has rows and columns in turn. */
static void check_band(struct test *t, const struct pm_gpu *gpu, int n)
{
    int *const sequence = malloc(2 * (size_t)n * sizeof *sequence);

    for (int i = 0; i < n; i++) {
        sequence[2 * i] = i;
        sequence[2 * i + 1] = n + i;
    }
    check(t, gpu, brute_made(n, n, false, band_place, &n), PM_PERMANENT, sequence,
          "a band that is its own reverse");
    free(sequence);
}

/* The king graph with its vertices permuted at random.  The sequence goes row by row. */
static void check_king(struct test *t, const struct pm_gpu *gpu, int rows, int cols)
{
    const int n = rows * cols;
    int *const name = malloc((size_t)n * sizeof *name);
    struct pm_matrix *const a = king(rows, cols), *b;
    uint64_t state = 3;

    for (int k = 0; k < n; k++) {
        const int other = test_between(&state, 0, k);
        name[k] = name[other];
        name[other] = k;
    }
    int *const vertex = malloc((size_t)n * sizeof *vertex);
    for (int k = 0; k < n; k++)
        vertex[name[k]] = k;
    test_need(pm_matrix_sub(&b, a, n, name, n, name));
    check(t, gpu, b, PM_HAFNIAN, vertex, "a king graph");
    pm_matrix_free(a);
    free(vertex);
    free(name);
}

static void check_mirrors(struct test *t, const struct pm_gpu *gpu)
{
    check_band(t, gpu, 32);
    check_king(t, gpu, 15, 16);
    check_king(t, gpu, 14, 5);
    check_king(t, gpu, 2, 17);
    check_king(t, gpu, 6, 16);
}

/* ------------------------------------------------------------------ kinds of problems */

/* An emulated device takes a tenth of a second for a pass.  Dense matrices of few rows have wide
 * frontiers, so few rows are enough. */
static void check_small(struct test *t, const struct pm_gpu *gpu)
{
    uint64_t state = 20261122;

    check(t, gpu, brute_symmetric(&state, 14, 80, BRUTE_INTEGER), PM_HAFNIAN, NULL, "weighted");
    check(t, gpu, brute_random(&state, 9, 9, 80, BRUTE_INTEGER), PM_PERMANENT, NULL, "weighted");
    check(t, gpu, brute_random(&state, 7, 10, 80, BRUTE_PATTERN), PM_PERMANENT, NULL, "a pattern");
    check(t, gpu, brute_symmetric(&state, 6, 60, BRUTE_PATTERN), PM_HAFNIAN, NULL, "a pattern");
    for (int k = 0; k < 4; k++)
        check_modulo(t, gpu, brute_symmetric(&state, 8, 60, BRUTE_INTEGER), PM_HAFNIAN, 3, NULL,
                     "weights modulo 3");
}

/* Vectors larger than a tile: slots open and close, and blocks differ. */
static void check_wide(struct test *t, const struct pm_gpu *gpu)
{
    uint64_t state = 5;

    check(t, gpu, brute_symmetric(&state, 26, 60, BRUTE_INTEGER), PM_HAFNIAN, NULL, "weighted");
    check(t, gpu, grid(&state, 15, 16, PM_HAFNIAN, false), PM_HAFNIAN, NULL, "a pattern");
    check(t, gpu, shorter(grid(&state, 14, 16, PM_PERMANENT, true), 2), PM_PERMANENT, NULL,
          "weighted");
}

static void check_large(struct test *t, const struct pm_gpu *gpu)
{
    uint64_t state = 20261122;

    for (int weighted = 0; weighted < 2; weighted++) {
        const char *const of = weighted ? "weighted" : "a pattern";
        check(t, gpu, grid(&state, 22, 22, PM_HAFNIAN, weighted), PM_HAFNIAN, NULL, of);
        check(t, gpu, grid(&state, 24, 24, PM_PERMANENT, weighted), PM_PERMANENT, NULL, of);
        check(t, gpu, shorter(grid(&state, 20, 20, PM_PERMANENT, weighted), 2), PM_PERMANENT, NULL,
              of);
    }
}

void gpu_test_sweeps(struct test *t, bool emulated)
{
    struct pm_gpus *gpus;

    if (pm_gpus_usable(&gpus, 1) != PM_OK) {
        test_skip(t, "sweeps on a device: %s", pm_message());
        return;
    }
    test_need(pm_gpu_enter(&gpus->gpu[0]));
    check_small(t, &gpus->gpu[0]);
    check_wide(t, &gpus->gpu[0]);
    check_mirrors(t, &gpus->gpu[0]);
    if (!emulated)
        check_large(t, &gpus->gpu[0]);
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
}
