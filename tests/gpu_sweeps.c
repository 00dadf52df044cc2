/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu_sweeps.h"

#include "drawn.h"
#include "engine/sweep/passes.h"
#include "engine/sweep/sweep_gpu.h"
#include "model/symmetry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t PRIME = 2147483629;
static const char symmetric[] = "a king graph";

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

struct problem {
    const struct pm_gpu *gpu;
    const struct pm_sweep_graph *graph;
    const struct pm_sweep_program *program;
    const struct pm_image *image;
    const int *sequence;
};

/* The residue by the device, with vectors stored in that way. */
static void check_storage(struct test *t, const struct problem *p, enum pm_sweep_storage storage,
                          uint64_t expected, const char *what)
{
    static const char *const names[] = {"by rows", "by tiles", "to the middle", "fastest"};
    struct pm_sweep_launches *launches;
    struct pm_part device = {.word = {0}};
    double seconds = 0;

    test_need(
        pm_sweep_launches_new(&launches, p->graph, p->program, p->sequence, storage, true, p->gpu));
    const pm_status status =
        pm_sweep_gpu_run(&device, &seconds, p->gpu, launches, p->graph, p->image, NULL);
    CHECK(t, status == PM_OK && device.word[0] == expected,
          "%s, %d vertices, %s: %llu, on the device %llu%s%s", what, p->graph->vertices,
          names[storage], (unsigned long long)expected, (unsigned long long)device.word[0],
          status == PM_OK ? "" : ": ", status == PM_OK ? "" : pm_message());
    if (getenv("PM_SWEEP_TIMES") != NULL)
        printf("# %s, %s: %.3g additions, %.3g numbers moved, %.4g s, %.3g additions/s\n", what,
               names[storage], pm_sweep_launches_additions(launches),
               pm_sweep_launches_touched(launches), seconds,
               pm_sweep_launches_additions(launches) / seconds);
    pm_sweep_launches_free(launches);
}

/* Compares both ways to store vectors with the CPU.  *seen: which operations the passes by rows
 * used.  NULL: only tiles are tested. */
static void check(struct test *t, const struct pm_gpu *gpu, struct pm_matrix *a, enum pm_kind kind,
                  unsigned *seen, const char *what)
{
    const struct pm_core core = {.a = a, .kind = kind};
    const struct pm_ring ring = pm_ring_mod(PRIME);
    struct pm_sweep_graph *graph;
    struct pm_sweep_search *search;
    struct pm_sweep_order *order;
    struct pm_sweep_program *program;
    struct pm_sweep_passes *passes, *host;
    struct pm_image *image;
    struct pm_part cpu;
    bool done;

    test_need(pm_sweep_graph_new(&graph, &core, false));
    test_need(pm_sweep_search_new(&search, graph, INFINITY));
    test_need(pm_sweep_search_go_on(search, 2e7, &done, NULL));
    test_need(pm_sweep_search_best(&order, search));
    pm_sweep_search_free(search);
    test_need(pm_sweep_program_new(&program, graph, order->vertex));
    test_need(pm_sweep_passes_new(&host, graph, program, &pm_sweep_reach_cpu));
    test_need((kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&image, a, &ring));
    test_need(pm_sweep_run(&cpu, host, graph, image, &(struct pm_sweep_use){.threads = 2}));
    test_need(pm_sweep_passes_new(&passes, graph, program, &pm_sweep_reach_gpu));
    for (size_t i = 0; seen != NULL && i < passes->count; i++)
        *seen |= 1u << passes->pass[i].change.move;
    for (int k = seen == NULL; k < 2; k++)
        check_storage(t, &(struct problem){gpu, graph, program, image, NULL},
                      k ? PM_SWEEP_BY_TILES : PM_SWEEP_BY_ROWS, cpu.word[0], what);
    if (strcmp(what, symmetric) == 0)
        check_storage(t, &(struct problem){gpu, graph, program, image, NULL}, PM_SWEEP_TO_MIDDLE,
                      cpu.word[0], what);
    pm_image_free(image);
    pm_sweep_passes_free(passes);
    pm_sweep_passes_free(host);
    pm_sweep_program_free(program);
    pm_sweep_order_free(order);
    pm_sweep_graph_free(graph);
    pm_matrix_free(a);
}

/* ------------------------------------------------------------ cuts in other orders */

/* A sweep to the middle, with the first half of a sequence on each side.  Any other order gives the
 * wanted residue on the CPU. */
static void check_halves(struct test *t, const struct pm_gpu *gpu, struct pm_matrix *a,
                         enum pm_kind kind, const int *sequence, const char *what)
{
    const struct pm_core core = {.a = a, .kind = kind};
    const struct pm_ring ring = pm_ring_mod(PRIME);
    struct pm_sweep_graph *graph;
    struct pm_sweep_program *program;
    struct pm_sweep_passes *host;
    struct pm_image *image;
    struct pm_part cpu;

    test_need(pm_sweep_graph_new(&graph, &core, false));
    test_need(pm_sweep_program_new(&program, graph, sequence));
    test_need(pm_sweep_passes_new(&host, graph, program, &pm_sweep_reach_cpu));
    test_need((kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&image, a, &ring));
    test_need(pm_sweep_run(&cpu, host, graph, image, &(struct pm_sweep_use){.threads = 2}));
    const struct problem p = {gpu, graph, program, image, sequence};
    check_storage(t, &p, PM_SWEEP_TO_MIDDLE, cpu.word[0], what);
    check_storage(t, &p, PM_SWEEP_FASTEST, cpu.word[0], what);
    pm_image_free(image);
    pm_sweep_passes_free(host);
    pm_sweep_program_free(program);
    pm_sweep_graph_free(graph);
    pm_matrix_free(a);
}

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
    check_halves(t, gpu, brute_made(n, n, false, band_place, &n), PM_PERMANENT, sequence,
                 "a band that is its own reverse");
    free(sequence);
}

/* The king graph with its vertices permuted at random.  The sequence goes row by row. */
static void check_renamed(struct test *t, const struct pm_gpu *gpu, int rows, int cols)
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
    check_halves(t, gpu, b, PM_HAFNIAN, vertex, "a king graph, renamed");
    pm_matrix_free(a);
    free(vertex);
    free(name);
}

/* Sweeps to the middle by automorphisms. */
static void check_cuts(struct test *t, const struct pm_gpu *gpu)
{
    static const int from = 0, to = 1;
    const struct pm_coloured edge = {.vertices = 2, .edges = 1, .from = &from, .to = &to};
    struct pm_symmetry *symmetry;

    if (pm_symmetry_find(&symmetry, &edge) != PM_OK) {
        test_skip(t, "cuts by automorphisms: %s", pm_message());
        return;
    }
    pm_symmetry_free(symmetry);
    check_band(t, gpu, 32);
    check_renamed(t, gpu, 14, 5);
    check_renamed(t, gpu, 6, 16);
}

/* ------------------------------------------------------------------ kinds of problems */

/* An emulated device takes a tenth of a second for a pass.  Dense matrices of few rows have wide
 * frontiers, so few rows are enough. */
static void check_small(struct test *t, const struct pm_gpu *gpu, unsigned *seen)
{
    uint64_t state = 20261122;

    check(t, gpu, brute_symmetric(&state, 14, 80, BRUTE_INTEGER), PM_HAFNIAN, seen, "weighted");
    check(t, gpu, brute_random(&state, 9, 9, 80, BRUTE_INTEGER), PM_PERMANENT, seen, "weighted");
    check(t, gpu, brute_random(&state, 7, 10, 80, BRUTE_PATTERN), PM_PERMANENT, seen, "a pattern");
    check(t, gpu, brute_symmetric(&state, 6, 60, BRUTE_PATTERN), PM_HAFNIAN, seen, "a pattern");
}

/* Vectors larger than a tile: slots open and close, and blocks differ. */
static void check_wide(struct test *t, const struct pm_gpu *gpu)
{
    uint64_t state = 5;

    check(t, gpu, brute_symmetric(&state, 26, 60, BRUTE_INTEGER), PM_HAFNIAN, NULL, "weighted");
    check(t, gpu, grid(&state, 15, 16, PM_HAFNIAN, false), PM_HAFNIAN, NULL, "a pattern");
    check(t, gpu, king(15, 16), PM_HAFNIAN, NULL, symmetric);
    check(t, gpu, king(14, 5), PM_HAFNIAN, NULL, symmetric);
    check(t, gpu, king(2, 17), PM_HAFNIAN, NULL, symmetric);
    check(t, gpu, shorter(grid(&state, 14, 16, PM_PERMANENT, true), 2), PM_PERMANENT, NULL,
          "weighted");
}

static void check_large(struct test *t, const struct pm_gpu *gpu, unsigned *seen)
{
    uint64_t state = 20261122;

    for (int weighted = 0; weighted < 2; weighted++) {
        const char *const of = weighted ? "weighted" : "a pattern";
        check(t, gpu, grid(&state, 22, 22, PM_HAFNIAN, weighted), PM_HAFNIAN, seen, of);
        check(t, gpu, grid(&state, 24, 24, PM_PERMANENT, weighted), PM_PERMANENT, seen, of);
        check(t, gpu, shorter(grid(&state, 20, 20, PM_PERMANENT, weighted), 2), PM_PERMANENT, seen,
              of);
    }
}

void gpu_test_sweeps(struct test *t, bool emulated)
{
    struct pm_gpus *gpus;
    unsigned seen = 0;

    if (pm_gpus_usable(&gpus, 1) != PM_OK) {
        test_skip(t, "sweeps on a device: %s", pm_message());
        return;
    }
    test_need(pm_gpu_enter(&gpus->gpu[0]));
    check_small(t, &gpus->gpu[0], &seen);
    check_wide(t, &gpus->gpu[0]);
    check_cuts(t, &gpus->gpu[0]);
    if (!emulated)
        check_large(t, &gpus->gpu[0], &seen);
    const unsigned all =
        1u << PM_SWEEP_EXCHANGE | 1u << PM_SWEEP_RISE | 1u << PM_SWEEP_FALL | 1u << PM_SWEEP_REMAKE;
    CHECK(t, (seen & all) == all, "all changes of slots: %x", seen);
    pm_gpu_leave(&gpus->gpu[0]);
    pm_gpus_close(gpus);
}
