/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps to the middle by threads (middle.c).  Random graphs with an automorphism that exchanges
 * the halves of an order: small ones against the definition; larger ones against whole sweeps, in
 * which nothing is copied or multiplied, and against the tree engine. */
#include "engine/sweep/sweep.h"

#include "brute.h"
#include "ways.h"
#include "engine/isa/isa.h"
#include "model/symmetry.h"

#include <flint/fmpz_vec.h>
#include <flint/ulong_extras.h>
#include <stdlib.h>

extern const struct pm_engine pm_engine_tree;

enum { PRIME = 2147483629 };

/* How the automorphism treats the sides of a matrix.  NEITHER: a general graph. */
enum sides { NEITHER, KEPT, EXCHANGED, SIDES };

/* A graph in order: vertex u < half has the image n - 1 - turn[u]. */
struct halves {
    int half, reach, percent; /* edges join vertices that are at most `reach` apart */
    enum sides sides;
    int *image, *side; /* by place in the order; of a square matrix: 0 for rows */
    bool *edge;        /* [place of u * n + place of v] */
};

static int vertices_of(const struct halves *h)
{
    return 2 * h->half;
}

static void join(struct halves *h, int u, int v)
{
    const size_t n = (size_t)vertices_of(h);

    h->edge[(size_t)u * n + (size_t)v] = h->edge[(size_t)v * n + (size_t)u] = true;
}

static bool may_join(const struct halves *h, int u, int v)
{
    return u != v && abs(u - v) <= h->reach && (h->sides == NEITHER || h->side[u] != h->side[v]);
}

/* The images of an edge under all powers of the automorphism are edges, too. */
static void join_all(struct halves *h, int u, int v)
{
    const int first[2] = {u, v};

    do {
        join(h, u, v);
        u = h->image[u];
        v = h->image[v];
    } while (u != first[0] || v != first[1]);
}

/* A random automorphism that is not far from a reversal, and random edges. */
static void make(struct halves *h, uint64_t *state)
{
    const int n = vertices_of(h);

    h->image = malloc((size_t)n * sizeof *h->image);
    h->side = malloc((size_t)n * sizeof *h->side);
    h->edge = calloc((size_t)n * (size_t)n, sizeof *h->edge);
    for (int u = 0; u < h->half; u++) {
        h->image[u] = n - 1 - u;
        h->side[u] = u % 2;
    }
    for (int u = 0; u + 2 < h->half; u++)
        if (test_between(state, 0, 2) == 0) {
            const int t = h->image[u];
            h->image[u] = h->image[u + 2];
            h->image[u + 2] = t;
        }
    for (int u = 0; u < h->half; u++) {
        h->side[h->image[u]] = h->side[u] ^ (h->sides == EXCHANGED);
        h->image[n - 1 - u] = u; /* its square need not be the identity */
    }
    for (int u = 0; u < n; u++)
        for (int v = 0; v < u; v++)
            if (may_join(h, u, v) && test_between(state, 1, 100) <= h->percent)
                join_all(h, u, v);
}

static void halves_clear(struct halves *h)
{
    free(h->image);
    free(h->side);
    free(h->edge);
}

/* The places of the rows and columns, or of the vertices, which are numbered at random; and the
 * order. */
struct numbered {
    const struct halves *halves;
    int *row, *column, *order;
    int rows;
};

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct numbered *const m = context;
    const size_t n = (size_t)vertices_of(m->halves);

    (void)im;
    fmpq_one(re);
    return m->halves->edge[(size_t)m->row[i] * n + (size_t)m->column[j]];
}

static void shuffle(uint64_t *state, int *x, int count)
{
    for (int k = 1; k < count; k++) {
        const int other = test_between(state, 0, k), t = x[k];
        x[k] = x[other];
        x[other] = t;
    }
}

static struct pm_matrix *number(struct numbered *m, const struct halves *h, uint64_t *state)
{
    const int n = vertices_of(h);
    int cols = 0;

    *m = (struct numbered){.halves = h,
                           .row = malloc((size_t)n * sizeof(int)),
                           .column = malloc((size_t)n * sizeof(int)),
                           .order = malloc((size_t)n * sizeof(int))};
    for (int u = 0; u < n; u++)
        if (h->sides == NEITHER || h->side[u] == 0)
            m->row[m->rows++] = u;
        else
            m->column[cols++] = u;
    shuffle(state, m->row, m->rows);
    shuffle(state, m->column, cols);
    for (int i = 0; i < m->rows; i++)
        m->order[m->row[i]] = i;
    for (int j = 0; j < cols; j++)
        m->order[m->column[j]] = m->rows + j;
    if (h->sides != NEITHER)
        return brute_made(m->rows, cols, false, entry, m);
    for (int i = 0; i < n; i++)
        m->column[i] = m->row[i];
    return brute_made(n, n, false, entry, m);
}

static void numbered_clear(struct numbered *m)
{
    free(m->row);
    free(m->column);
    free(m->order);
}

static uint64_t by_tree(const struct pm_core *core)
{
    const struct pm_ask ask = {.kind = core->kind, .want = PM_WANT_RESIDUE, .prime = PRIME};
    struct pm_value value;

    pm_value_init(&value);
    test_need(ways_value(&value, core, &pm_engine_tree, ask, 1));
    const uint64_t r = fmpz_fdiv_ui(fmpq_numref(value.centre.re), PRIME);
    pm_value_clear(&value);
    return r;
}

static uint64_t by_definition(const struct pm_core *core)
{
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    brute_value(&truth, core->a, core->kind);
    const uint64_t r = fmpz_fdiv_ui(fmpq_numref(truth.re), PRIME);
    pm_gauss_clear(&truth);
    return r;
}

/* What was seen: sweeps to the middle, and answers other than 0. */
struct tally {
    int middles, nonzero, wrong;
};

/* Sweeps to the middle and through the whole graph, with every instruction set. */
static void compare(struct tally *tally, const struct pm_core *core, const int *order,
                    uint64_t truth)
{
    const struct pm_ring ring = pm_ring_mod(PRIME);
    struct pm_sweep_graph *graph;
    struct pm_sweep_program *program;
    struct pm_sweep_passes *whole;
    struct pm_sweep_middle *middle;
    struct pm_image *image;
    struct pm_part part;

    test_need(pm_sweep_graph_new(&graph, core, false));
    test_need(pm_sweep_program_new(&program, graph, order));
    test_need(pm_sweep_passes_new(&whole, graph, program));
    test_need(
        (core->kind == PM_HAFNIAN ? pm_image_symmetric : pm_image_new)(&image, core->a, &ring));
    test_need(pm_sweep_run(&part, whole, graph, image, &(struct pm_sweep_use){.threads = 1}));
    tally->wrong += part.word[0] != truth;
    tally->nonzero += truth != 0;
    test_need(pm_sweep_middle_new(&middle, graph, order));
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
    pm_sweep_program_free(program);
    pm_sweep_graph_free(graph);
}

static void check_one(struct tally *tally, struct halves *h, uint64_t *state, bool small)
{
    struct numbered m;

    make(h, state);
    struct pm_matrix *const a = number(&m, h, state);
    const struct pm_core core = {.a = a, .kind = h->sides == NEITHER ? PM_HAFNIAN : PM_PERMANENT};
    if (a->rows == a->cols)
        compare(tally, &core, m.order, small ? by_definition(&core) : by_tree(&core));
    pm_matrix_free(a);
    numbered_clear(&m);
    halves_clear(h);
}

static const char *const names[SIDES] = {"graphs", "matrices, rows to rows",
                                         "matrices, rows to columns"};

/* Halves of even and of odd length. */
static void check_small(struct test *t, enum sides sides)
{
    uint64_t state = 161803 + (uint64_t)sides;
    struct tally tally = {.wrong = 0};
    const int rounds = test_rounds(120);

    for (int round = 0; round < rounds; round++) {
        struct halves h = {.half = sides == KEPT ? 2 * test_between(&state, 1, 3)
                                                 : test_between(&state, 1, 6),
                           .reach = test_between(&state, 3, 12),
                           .percent = test_between(&state, 30, 100),
                           .sides = sides};
        check_one(&tally, &h, &state, true);
    }
    CHECK(t, tally.wrong == 0 && tally.middles > rounds / 3 && tally.nonzero > rounds / 6,
          "small %s: %d to the middle, %d are not 0, %d wrong", names[sides], tally.middles,
          tally.nonzero, tally.wrong);
}

static void check_large(struct test *t, enum sides sides, int half, int reach)
{
    uint64_t state = 5772 + (uint64_t)half;
    struct tally tally = {.wrong = 0};
    struct halves h = {.half = half, .reach = reach, .percent = 75, .sides = sides};

    check_one(&tally, &h, &state, false);
    CHECK(t, tally.wrong == 0 && tally.middles == 1 && tally.nonzero == 1,
          "large %s, 2 x %d vertices, edges to %d: %d to the middle, %d wrong", names[sides], half,
          reach, tally.middles, tally.wrong);
}

int main(void)
{
    static const int from = 0, to = 1;
    const struct pm_coloured edge = {.vertices = 2, .edges = 1, .from = &from, .to = &to};
    struct test t = {0, 0};
    struct pm_symmetry *symmetry;

    if (pm_symmetry_find(&symmetry, &edge) != PM_OK) {
        test_skip(&t, "sweeps to the middle: %s", pm_message());
        return test_done(&t);
    }
    pm_symmetry_free(symmetry);
    for (enum sides sides = NEITHER; sides < SIDES; sides++) {
        check_small(&t, sides);
        check_large(&t, sides, 24, 12);
        check_large(&t, sides, 30, 15);
    }
    check_large(&t, NEITHER, 31, 14);
    check_large(&t, EXCHANGED, 31, 18);
    return test_done(&t);
}
