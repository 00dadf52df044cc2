/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random perfect matchings of graphs on a torus, of sheets and of Aztec diamonds.  All matchings of
 * a small graph are drawn as often as their weights say.  The edges of a larger one are drawn as
 * often as their exact shares say.  A planar graph is drawn in double-double, whatever its weights.
 */
#include "drawn.h"

#include "base/alloc.h"
#include "base/splitmix.h"

#include "engine/planar/aztec.h"
#include "engine/planar/planar.h"
#include "model/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ lattices */

struct lattice {
    const char *name;
    int rows, cols, steps;
    int step[3][2], weight[3];
    /* SHEET: not on a torus.  STRETCHED: a sheet in which each edge is a path of three edges; it
     * has as many matchings, and is so large that it is divided.  AZTEC: without the corners;
     * weight 0: each edge has another one. */
    enum { TORUS, SHEET, STRETCHED, AZTEC } form;
};

/* True if the point belongs to the lattice. */
static bool is_inside(const struct lattice *l, int i, int j)
{
    if (i >= l->rows || j >= l->cols)
        return false;
    return l->form != AZTEC || abs(2 * i - l->rows + 1) + abs(2 * j - l->cols + 1) <= l->rows;
}

/* Writes edge number k. */
static void put_edge(FILE *out, const struct lattice *l, int k, const int from[2], const int to[2],
                     int weight)
{
    if (l->form == TORUS) {
        fprintf(out, "%d,%d %d,%d %d\n", from[0], from[1], to[0] % l->rows, to[1] % l->cols,
                weight);
    } else if (is_inside(l, from[0], from[1]) && is_inside(l, to[0], to[1])) {
        fprintf(out, "%d,%d ", from[0], from[1]);
        if (l->form == STRETCHED)
            fprintf(out, "a%d\na%d b%d\nb%d ", k, k, k, k);
        fprintf(out, "%d,%d %d\n", to[0], to[1], weight > 0 ? weight : 1 + k * 7 % 5);
    }
}

/* All matchings of a lattice. */
static pm_problem *lattice_problem(const struct lattice *l)
{
    const pm_graph_options options = {.format = "el"};
    pm_graph_reader *reader;
    pm_graph *graph;
    pm_problem *problem;
    char *text;
    size_t length;
    FILE *const out = open_memstream(&text, &length);

    if (l->form == TORUS)
        fprintf(out, "%%place 0,1 1,0\n%%period %d,%d\n", l->rows, l->cols);
    for (int i = 0; i < l->rows; i++)
        for (int j = 0; j < l->cols; j++)
            for (int s = 0; s < l->steps; s++)
                put_edge(out, l, (i * l->cols + j) * l->steps + s, (int[]){i, j},
                         (int[]){i + l->step[s][0], j + l->step[s][1]}, l->weight[s]);
    fclose(out);
    test_need(pm_graph_open_text(&reader, l->name, text, length, &options));
    test_need(pm_graph_next(&graph, reader));
    test_need(pm_problem_matchings(&problem, graph, false));
    pm_graph_free(graph);
    pm_graph_close(reader);
    free(text);
    return problem;
}

/* Draws `count` matchings by the planar engine.  They are returned as entries of the
 * matrix. */
static int *draws(const pm_problem *problem, size_t count)
{
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 1};
    const struct pm_core core = {.a = problem->a, .kind = problem->kind, .around = problem->around};
    int *const entry = calloc(count * (size_t)problem->a->rows, sizeof *entry);
    struct pm_cost cost;
    uint64_t state = 7;

    test_need(pm_planar_draws_query.cost(&cost, &core, PM_MOD, &limits));
    test_need(pm_planar_draws_query.draw(entry, count, &state, &core, &cost, &limits));
    pm_planar_draws_query.forget(cost.choice);
    return entry;
}

/* True if each row and each column has one entry.  In a symmetric matrix each vertex must have one
 * partner, which has it as partner. */
static bool is_perfect(const struct pm_matrix *a, enum pm_kind kind, const int *entry)
{
    int *const hits = calloc((size_t)a->cols, sizeof *hits);
    bool perfect = true;

    for (int i = 0; i < a->rows; i++) {
        const int col = a->col[entry[i]];
        perfect &= entry[i] >= a->start[i] && entry[i] < a->start[i + 1] && hits[col]++ == 0;
        perfect &= kind == PM_PERMANENT || a->col[entry[col]] == i;
    }
    free(hits);
    return perfect;
}

static size_t row_bytes;

static int compare(const void *x, const void *y)
{
    return memcmp(x, y, row_bytes);
}

/* True if all `want` perfect matchings are drawn equally often: chi-squared is within five standard
 * deviations of its mean.  Matchings that were not drawn count, too. */
static void check_uniform(struct test *t, const struct lattice *l, int want)
{
    pm_problem *const problem = lattice_problem(l);
    const size_t lines = (size_t)problem->a->rows, count = (size_t)(3 * want + 2000);
    int *const entry = draws(problem, count);
    double squares = 0;
    int seen = 0;

    row_bytes = lines * sizeof *entry;
    qsort(entry, count, row_bytes, compare);
    for (size_t k = 0, run = 0; k < count; k++) {
        run++;
        if (k + 1 < count && compare(entry + k * lines, entry + (k + 1) * lines) == 0)
            continue;
        squares += (double)(run * run);
        run = 0;
        seen++;
    }
    const double chi = squares * want / (double)count - (double)count, df = want - 1;
    CHECK(t, seen <= want && fabs(chi - df) < 5 * sqrt(2 * df),
          "%s: %d of %d matchings in %zu draws, chi-square %.1f", l->name, seen, want, count, chi);
    free(entry);
    pm_problem_free(problem);
}

/* True if edges are drawn as often as their exact shares say, within five standard deviations. */
static void check_shares(struct test *t, const struct lattice *l, int count)
{
    const pm_options options = {.memory = UINT64_C(1) << 30, .threads = 2};
    pm_problem *const problem = lattice_problem(l);
    const size_t lines = (size_t)problem->a->rows, nnz = pm_problem_entries(problem);
    int *const entry = draws(problem, (size_t)count), *const often = calloc(nnz, sizeof *often);
    double worst = 0;
    pm_values *values;
    bool perfect = true;

    test_need(pm_marginals(&values, problem, &options));
    for (int k = 0; k < count; k++) {
        perfect &= is_perfect(problem->a, problem->kind, entry + (size_t)k * lines);
        for (size_t i = 0; i < lines; i++)
            often[entry[(size_t)k * lines + i]]++;
    }
    for (size_t e = 0; e < nnz; e++) {
        double share;
        pm_values_double(values, e, &share, NULL);
        const double deviation = sqrt(count * share * (1 - share));
        worst = fmax(worst, fabs(often[e] - count * share) / fmax(deviation, 1));
    }
    CHECK(t, perfect, "%s: all draws are perfect matchings", l->name);
    CHECK(t, worst < 5, "%s: the worst edge of %zu is %.2f deviations off in %d draws", l->name,
          nnz, worst, count);
    pm_values_free(values);
    PM_FREE(entry, often);
    pm_problem_free(problem);
}

/* True if most of the work is common to all draws. */
static void check_common(struct test *t, const struct lattice *l)
{
    const struct pm_limits limits = {.memory = UINT64_C(1) << 30, .threads = 1};
    pm_problem *const problem = lattice_problem(l);
    const struct pm_core core = {.a = problem->a, .kind = problem->kind, .around = problem->around};
    struct pm_cost cost;

    test_need(pm_planar_draws_query.cost(&cost, &core, PM_MOD, &limits));
    CHECK(t, cost.each < 0.5 * cost.steps, "%s: %.3g steps, %.3g of them for a draw", l->name,
          cost.steps, cost.each);
    pm_planar_draws_query.forget(cost.choice);
    pm_problem_free(problem);
}

/* ------------------------------------------------------------------ all matchings */

struct all {
    const struct pm_matrix *a;
    int *entry, count; /* those of all matchings */
    double *weight;
};

/* Adds the matchings that begin as now[] does, in rows before `row`. */
static void list_all(struct all *all, int *now, bool *used, int row, double weight)
{
    const struct pm_matrix *const a = all->a;

    if (row == a->rows) {
        memcpy(all->entry + all->count * a->rows, now, (size_t)a->rows * sizeof *now);
        all->weight[all->count++] = weight;
        return;
    }
    for (int e = a->start[row]; e < a->start[row + 1]; e++) {
        if (used[a->col[e]])
            continue;
        used[a->col[e]] = true;
        now[row] = e;
        list_all(all, now, used, row + 1, weight * fmpq_get_d(a->re + e));
        used[a->col[e]] = false;
    }
}

/* Draws with so few bits that these often do not decide. */
static int *draws_of_bits(const struct pm_matrix *a, size_t count, int bits)
{
    int *const entry = calloc(count * (size_t)a->rows, sizeof *entry);
    struct pm_aztec *aztec;
    struct pm_shuffling *shuffling;
    uint64_t state = 11;

    test_need(pm_aztec_find(&aztec, a));
    test_need(pm_shuffling_new(&shuffling, aztec, a, bits, NULL));
    for (size_t k = 0; k < count; k++)
        test_need(pm_shuffling_draw(entry + k * (size_t)a->rows, shuffling, &state));
    pm_shuffling_free(shuffling);
    pm_aztec_free(aztec);
    return entry;
}

/* True if each of `want` matchings of an Aztec diamond is drawn as often as its weight says.  bits
 * 0: by the engine. */
static void check_each(struct test *t, int order, int weight, int want, int bits)
{
    const struct lattice l = {"Aztec diamond",  2 * order,        2 * order, 2,
                              {{0, 1}, {1, 0}}, {weight, weight}, AZTEC};
    pm_problem *const problem = lattice_problem(&l);
    const size_t lines = (size_t)problem->a->rows, count = 20000;
    struct all all = {.a = problem->a};
    int *const entry = bits > 0 ? draws_of_bits(problem->a, count, bits) : draws(problem, count);
    int *const now = calloc(lines, sizeof *now);
    bool *const used = calloc(lines, sizeof *used);
    double sum = 0, chi = 0;

    all.entry = calloc((size_t)want * lines, sizeof *all.entry);
    all.weight = calloc((size_t)want, sizeof *all.weight);
    list_all(&all, now, used, 0, 1);
    for (int k = 0; k < all.count; k++)
        sum += all.weight[k];
    for (int k = 0; k < all.count; k++) {
        const double expected = (double)count * all.weight[k] / sum;
        int seen = 0;
        for (size_t d = 0; d < count; d++)
            seen += memcmp(entry + d * lines, all.entry + (size_t)k * lines,
                           lines * sizeof *entry) == 0;
        chi += (seen - expected) * (seen - expected) / expected;
    }
    const double df = want - 1;
    CHECK(t, all.count == want && fabs(chi - df) < 5 * sqrt(2 * df),
          "Aztec diamond of order %d, weight %d, %d bits: chi-square %.1f", order, weight, bits,
          chi);
    PM_FREE(entry, now, used, all.entry, all.weight);
    pm_problem_free(problem);
}

/* True if the graph is recognised as an Aztec diamond. */
static void check_recognised(struct test *t, const struct lattice *l, bool want)
{
    pm_problem *const problem = lattice_problem(l);
    struct pm_aztec *aztec;

    test_need(pm_aztec_find(&aztec, problem->a));
    CHECK(t, (aztec != NULL) == want, "%s %d x %d: %s", l->name, l->rows, l->cols,
          want ? "Aztec" : "not Aztec");
    pm_aztec_free(aztec);
    pm_problem_free(problem);
}

static void check_large(struct test *t, const struct lattice *l)
{
    pm_problem *const problem = lattice_problem(l);
    int *const entry = draws(problem, 1);

    CHECK(t, is_perfect(problem->a, problem->kind, entry), "%s: a perfect matching", l->name);
    free(entry);
    pm_problem_free(problem);
}

#define SQUARE                                                                                     \
    2,                                                                                             \
    {                                                                                              \
        {0, 1},                                                                                    \
        {                                                                                          \
            1, 0                                                                                   \
        }                                                                                          \
    }
#define TRIANGULAR                                                                                 \
    3,                                                                                             \
    {                                                                                              \
        {0, 1}, {1, 0},                                                                            \
        {                                                                                          \
            1, 1                                                                                   \
        }                                                                                          \
    }

/* The least power of two of bytes with which a planar graph can be drawn 20 times.  `spread`: so
 * many bits may the weights differ. */
static int least_memory(int spread)
{
    static struct drawn g;
    int bits = 16, entry[20 * 1024];
    uint64_t state = 3;
    pm_status status;

    drawn_grid(&g, 32, 32, 100, &state);
    for (int e = 0; e < g.edges; e++) {
        g.weight[e] = (long)(pm_random_word(&state) >> (2 + test_between(&state, 0, spread)));
        g.divisor[e] = 1;
    }
    struct pm_matrix *const a = drawn_adjacency(&g);
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    struct pm_limits limits = {.threads = 1};
    do {
        struct pm_cost cost;
        limits.memory = UINT64_C(1) << ++bits;
        test_need(pm_planar_draws_query.cost(&cost, &core, PM_MOD, &limits));
        status = pm_planar_draws_query.draw(entry, 20, &state, &core, &cost, &limits);
        pm_planar_draws_query.forget(cost.choice);
    } while (status == PM_UNABLE && bits < 40);
    test_need(status);
    pm_matrix_free(a);
    return bits;
}

/* 2^21 bytes are enough for double-double, and numbers of more bits need five times as many. */
static void check_double_double(struct test *t)
{
    const int close = least_memory(0), far = least_memory(30);

    CHECK(t, close <= 22 && far <= 22, "draws with close weights take 2^%d bytes, with others 2^%d",
          close, far);
}

int main(void)
{
    struct test t = {0};

    /* OEIS A341741; Fendley, Moessner and Sondhi, Phys. Rev. B 66 (2002): see tests/lattices.sh. */
    check_uniform(&t, &(struct lattice){"torus 4 x 4", 4, 4, SQUARE, {1, 1}, TORUS}, 272);
    check_uniform(&t, &(struct lattice){"torus 4 x 3", 4, 3, SQUARE, {1, 1}, TORUS}, 50);
    check_uniform(&t, &(struct lattice){"triangular 3 x 4", 3, 4, TRIANGULAR, {1, 1, 1}, TORUS},
                  344);
    check_shares(&t, &(struct lattice){"torus 6 x 6, weights", 6, 6, SQUARE, {3, 1}, TORUS},
                 test_rounds(2000));
    check_shares(&t, &(struct lattice){"torus 5 x 6, weights", 5, 6, SQUARE, {2, 1}, TORUS},
                 test_rounds(1000));
    check_shares(&t,
                 &(struct lattice){"triangular 6 x 6, weights", 6, 6, TRIANGULAR, {1, 2, 3}, TORUS},
                 test_rounds(600));
    check_uniform(&t, &(struct lattice){"stretched 4 x 4", 4, 4, SQUARE, {1, 1}, STRETCHED}, 36);
    check_uniform(&t, &(struct lattice){"stretched 5 x 4", 5, 4, SQUARE, {1, 1}, STRETCHED}, 95);
    check_shares(&t, &(struct lattice){"sheet 12 x 11, weights", 12, 11, SQUARE, {3, 1}, SHEET},
                 test_rounds(1000));
    check_shares(&t,
                 &(struct lattice){"triangular sheet 9 x 14", 9, 14, TRIANGULAR, {1, 2, 3}, SHEET},
                 test_rounds(1000));
    check_large(&t, &(struct lattice){"sheet 60 x 60", 60, 60, SQUARE, {1, 1}, SHEET});
    check_large(&t, &(struct lattice){"torus 20 x 20", 20, 20, SQUARE, {1, 1}, TORUS});
    check_shares(&t, &(struct lattice){"torus 12 x 12", 12, 12, SQUARE, {1, 1}, TORUS},
                 test_rounds(1000));
    check_shares(&t, &(struct lattice){"torus 8 x 14, weights", 8, 14, SQUARE, {2, 3}, TORUS},
                 test_rounds(2000)); /* rare edges need more draws */
    check_large(&t, &(struct lattice){"triangular 32 x 32", 32, 32, TRIANGULAR, {1, 1, 1}, TORUS});
    check_common(&t, &(struct lattice){"triangular 12 x 12", 12, 12, TRIANGULAR, {1, 1, 1}, TORUS});
    check_shares(&t, &(struct lattice){"triangular 10 x 8", 10, 8, TRIANGULAR, {1, 1, 1}, TORUS},
                 test_rounds(1000));
    check_shares(
        &t, &(struct lattice){"triangular 9 x 14, weights", 9, 14, TRIANGULAR, {2, 1, 5}, TORUS},
        test_rounds(500));
    check_large(&t, &(struct lattice){"torus 19 x 20", 19, 20, SQUARE, {1, 1}, TORUS});
    for (int weight = 0; weight < 2; weight++) {
        check_each(&t, 2, weight, 8, 0);
        check_each(&t, 3, weight, 64, 0);
        check_each(&t, 3, weight, 64, 3);
    }
    check_shares(&t, &(struct lattice){"Aztec diamond 20", 40, 40, SQUARE, {1, 1}, AZTEC},
                 test_rounds(1000));
    check_shares(&t, &(struct lattice){"Aztec diamond 20, weights", 40, 40, SQUARE, {0, 0}, AZTEC},
                 test_rounds(1000));
    for (int order = 1; order < 8; order++)
        check_recognised(
            &t, &(struct lattice){"Aztec", 2 * order, 2 * order, SQUARE, {1, 1}, AZTEC}, true);
    check_double_double(&t);
    /* as many vertices and edges as order 3 has */
    check_recognised(&t, &(struct lattice){"torus", 4, 6, SQUARE, {1, 1}, TORUS}, false);
    return test_done(&t);
}
