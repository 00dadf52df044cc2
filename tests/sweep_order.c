/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of sweeps and of nested dissections; separators.  Orders of sweeps are permutations, cost
 * what they state, are the same each time, and the search finds the cheapest one of a small graph.
 * The additions that an order counts are those of its compiled passes, which follow the shape of
 * the vector instead.  tests/differential.c compares the answers. */
#include "brute.h"
#include "engine/order/order_cut.h"
#include "engine/order/order_ways.h"
#include "engine/sweep/passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 }; /* most vertices of random graphs */

/* ----------------------------------------------------------------- checks */

static bool is_permutation(const struct pm_order *order)
{
    unsigned seen = 0;

    for (int i = 0; i < order->vertices; i++)
        seen |= 1u << order->vertex[i];
    return seen == (1u << order->vertices) - 1;
}

/* The graph of a matrix, which is freed. */
static struct pm_order_graph *graph_of(struct pm_matrix *a, enum pm_kind kind, bool loose)
{
    const struct pm_core core = {.a = a, .kind = kind};
    struct pm_order_graph *g;

    test_need(pm_order_graph_new(&g, &core, loose));
    pm_matrix_free(a);
    return g;
}

static void random_sequence(uint64_t *state, int *sequence, int vertices)
{
    for (int v = 0; v < vertices; v++) {
        const int k = test_between(state, 0, v);
        sequence[v] = sequence[k];
        sequence[k] = v;
    }
}

static void check_sequence(struct test *t, const struct pm_order_graph *g, const int *sequence,
                           const char *which)
{
    struct pm_order_counts counts;
    struct pm_order_program *program;
    struct pm_sweep_passes *passes;

    test_need(pm_order_count(&counts, g, sequence));
    test_need(pm_order_program_new(&program, g, sequence));
    test_need(pm_sweep_passes_new(&passes, g, program));
    CHECK(t, counts.additions == passes->additions, "%s: %g additions; by passes %g", which,
          counts.additions, passes->additions);
    pm_sweep_passes_free(passes);
    pm_order_program_free(program);
}

/* The best order that a search finds in a fixed number of steps, and its cost (may be NULL). */
static struct pm_order *best_order(double *cost, const struct pm_order_graph *g, double most_states)
{
    struct pm_order_search *search;
    struct pm_order *order;
    bool done;

    test_need(pm_order_search_new(&search, g, most_states));
    test_need(pm_order_search_go_on(search, 2e7, &done));
    test_need(pm_order_search_best(&order, search));
    if (cost != NULL)
        *cost = pm_order_search_cost(search);
    pm_order_search_free(search);
    return order;
}

static void check_search(struct test *t, const struct pm_order_graph *g, double most_states)
{
    struct pm_order *order, *again;
    struct pm_order_counts counts;
    struct pm_order_search *search;
    double cost, other;
    bool done;

    order = best_order(&cost, g, most_states);
    again = best_order(&other, g, most_states);
    CHECK(t, order->vertices == g->vertices && is_permutation(order), "an order is a permutation");
    CHECK(t, memcmp(order->vertex, again->vertex, (size_t)g->vertices * sizeof(int)) == 0,
          "it is the same each time");
    test_need(pm_order_count(&counts, g, order->vertex));
    CHECK(t,
          counts.additions == order->counts.additions && counts.states == order->counts.states &&
              counts.moved == order->counts.moved && counts.width == order->counts.width,
          "it costs what it says: %g additions, %g", counts.additions, order->counts.additions);
    check_sequence(t, g, order->vertex, "the order found");
    pm_order_free(again);
    test_need(pm_order_search_new(&search, g, most_states));
    do
        test_need(pm_order_search_go_on(search, 1e4, &done));
    while (!done);
    test_need(pm_order_search_best(&again, search));
    other = pm_order_search_cost(search);
    CHECK(t, other <= 1.1 * cost || most_states < INFINITY,
          "a longer search, in pieces, finds hardly worse: %g, %g", other, cost);
    PM_EACH(pm_order_free, again, order);
    pm_order_search_free(search);
}

static void check_random(struct test *t)
{
    uint64_t state = 7;
    int sequence[MOST];

    for (int i = 0; i < test_rounds(60); i++) {
        const bool general = i % 3 == 0, loose = i % 5 == 0;
        const int rows = test_between(&state, 1, general ? 9 : 5);
        const int cols = i % 2 ? rows : rows + test_between(&state, 0, 2);
        const int percent = test_between(&state, 20, 100);
        struct pm_order_graph *const g =
            general
                ? graph_of(brute_symmetric(&state, rows, percent, BRUTE_PATTERN), PM_HAFNIAN, loose)
                : graph_of(brute_random(&state, rows, cols, percent, BRUTE_PATTERN), PM_PERMANENT,
                           loose);

        random_sequence(&state, sequence, g->vertices);
        check_sequence(t, g, sequence, "a random sequence");
        if (i % 4 == 0)
            check_search(t, g, i % 8 ? INFINITY : 8);
        pm_order_graph_free(g);
    }
}

/* -------------------------------------------------------- published or known */

/* The search must be at least as good as a plain sweep along the rows of the board.  That sweep has
 * side + 1 slots, 2^side states, and four neighbours for each square. */
static void check_king(struct test *t)
{
    struct pm_order_graph *const g = graph_of(brute_from(144, 144, brute_king), PM_HAFNIAN, false);
    struct pm_order *const order = best_order(NULL, g, INFINITY);

    CHECK(t, order->counts.states <= 4096, "king 12 x 12: %g states", order->counts.states);
    CHECK(t, order->counts.additions <= 144 * 3 * 2048.0, "king 12 x 12: %g additions",
          order->counts.additions);
    pm_order_free(order);
    pm_order_graph_free(g);
}

/* For a complete matrix the best order has rows only.  The row after x others takes n C(n - 1, x)
 * additions; the first row takes none. */
static void check_complete(struct test *t)
{
    uint64_t state = 1;
    const int n = 14;
    struct pm_order_graph *const g =
        graph_of(brute_random(&state, n, n, 100, BRUTE_PATTERN), PM_PERMANENT, false);
    struct pm_order *const order = best_order(NULL, g, INFINITY);
    const double all = ldexp(n, n - 1);

    CHECK(t, order->counts.additions <= all, "complete %d x %d: %g additions, rows only %g", n, n,
          order->counts.additions, all);
    pm_order_free(order);
    pm_order_graph_free(g);
}

/* Among all orders of six vertices the search finds the cheapest. */
static bool next_permutation(int *x, int n)
{
    int i = n - 2, j = n - 1;

    while (i >= 0 && x[i] > x[i + 1])
        i--;
    if (i < 0)
        return false;
    while (x[j] < x[i])
        j--;
    for (int y = x[i], a = (x[i] = x[j], x[j] = y, i + 1), b = n - 1; a < b; a++, b--)
        PM_SWAP(x[a], x[b]);
    return true;
}

static void check_all_orders(struct test *t)
{
    uint64_t state = 11;

    for (int i = 0; i < test_rounds(20); i++) {
        struct pm_order_graph *const g = graph_of(
            brute_random(&state, 3, 3 + i % 2, 70, BRUTE_PATTERN), PM_PERMANENT, i % 3 == 0);
        struct pm_order *order;
        int sequence[] = {0, 1, 2, 3, 4, 5, 6};
        double cheapest = INFINITY;

        do {
            struct pm_order_counts counts;
            test_need(pm_order_count(&counts, g, sequence));
            cheapest = fmin(cheapest, counts.additions + counts.moved);
        } while (next_permutation(sequence, g->vertices));
        order = best_order(NULL, g, INFINITY);
        CHECK(t, order->counts.additions + order->counts.moved == cheapest,
              "the search finds %g, the cheapest order costs %g",
              order->counts.additions + order->counts.moved, cheapest);
        pm_order_free(order);
        pm_order_graph_free(g);
    }
}

/* --------------------------------------------------------------- dissections */

/* The vertices that can be reached from v without those of the set `without`. */
static unsigned reached(const struct pm_order_graph *g, int v, unsigned without)
{
    unsigned seen = 1u << v, before = 0;
    while (seen != before) {
        before = seen;
        for (int u = 0; u < g->vertices; u++)
            for (int i = g->start[u]; before >> u & 1 && i < g->start[u + 1]; i++)
                seen |= 1u << g->near[i] & ~without;
    }
    return seen;
}

/* The size of the smallest set without which there is no path from u to v. */
static int least_cut(const struct pm_order_graph *g, int u, int v)
{
    int least = g->vertices;
    for (unsigned set = 0; set < 1u << g->vertices; set++)
        if (!(set >> u & 1) && !(set >> v & 1) && __builtin_popcount(set) < least &&
            !(reached(g, u, set) >> v & 1))
            least = __builtin_popcount(set);
    return least;
}

/* There are as many paths as the least separator has vertices (Menger).  The one that is kept
 * separates the two vertices. */
static void check_cuts(struct test *t)
{
    uint64_t state = 5;
    int checked = 0;
    for (int i = 0; i < test_rounds(60); i++) {
        struct pm_order_graph *const g =
            graph_of(brute_symmetric(&state, 10, 35, BRUTE_PATTERN), PM_HAFNIAN, false);
        const int pair[] = {0, 9}, all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        struct pm_order_cut cut;
        test_need(pm_order_cut_init(&cut, g));
        bool are_apart = reached(g, 0, 0) == (1u << g->vertices) - 1;
        for (int k = g->start[0]; k < g->start[1]; k++)
            are_apart = are_apart && g->near[k] != 9;
        if (are_apart) {
            const int least = least_cut(g, 0, 9);
            unsigned set = 0;
            test_need(pm_order_cut_between(&cut, all, 10, pair, -1));
            CHECK(t, cut.paths == least, "graph %d: %d paths, least cut %d", i, cut.paths, least);
            test_need(pm_order_cut_between(&cut, all, 10, pair, INFINITY));
            for (int k = 0; k < cut.count; k++)
                set |= 1u << cut.vertex[k];
            const unsigned side = reached(g, 0, set), other = reached(g, 9, set);
            CHECK(t, cut.count >= least && !(side & other) && !(set & ((1u << 9) | 1)),
                  "graph %d: a separator of %d vertices", i, cut.count);
            checked++;
        }
        pm_order_cut_clear(&cut);
        pm_order_graph_free(g);
    }
    CHECK(t, checked > 5, "%d graphs have a separator", checked);
}

/* The largest number of neighbours that a vertex has when it is eliminated. */
static int width_of(const struct pm_order_graph *g, const int *sequence)
{
    const int n = g->vertices;
    bool *const edge = calloc((size_t)n * (size_t)n, sizeof *edge);
    int width = 0;
    for (int v = 0; v < n; v++)
        for (int i = g->start[v]; i < g->start[v + 1]; i++)
            edge[v * n + g->near[i]] = true;
    for (int i = 0; i < n; i++) {
        const int v = sequence[i];
        int count = 0;
        for (int j = i + 1; j < n; j++)
            count += edge[v * n + sequence[j]];
        width = count > width ? count : width;
        for (int j = i + 1; j < n; j++)
            for (int k = i + 1; edge[v * n + sequence[j]] && k < n; k++)
                if (edge[v * n + sequence[k]] && j != k)
                    edge[sequence[j] * n + sequence[k]] = true;
    }
    free(edge);
    return width;
}

/* The order of a king's graph is a permutation and narrow: a separator is a line of the board, and
 * both lie in at most four separators at the same time.  It is the same for the same seed, and
 * incomplete if it may take few steps. */
static void check_dissection(struct test *t)
{
    enum { SIDE = 12, N = SIDE * SIDE };
    struct pm_order_graph *const g = graph_of(brute_from(N, N, brute_king), PM_HAFNIAN, false);
    int sequence[N], again[N];
    bool seen[N] = {false}, all = true, complete, is_whole;
    double steps = 0, few = 0;
    test_need(pm_order_dissect(&complete, sequence, &steps, g, INFINITY, 1));
    test_need(pm_order_dissect(&complete, again, &steps, g, INFINITY, 1));
    for (int i = 0; i < N; i++)
        seen[sequence[i]] = true;
    for (int i = 0; i < N; i++)
        all = all && seen[i];
    CHECK(t, complete && all && memcmp(sequence, again, sizeof again) == 0,
          "a nested dissection is a permutation, the same each time");
    CHECK(t, width_of(g, sequence) <= 2 * SIDE, "king 12 x 12: width %d", width_of(g, sequence));
    test_need(pm_order_dissect(&is_whole, again, &few, g, steps / 20, 1));
    CHECK(t, !is_whole && few < steps / 4, "it ends after %g of %g steps", few, steps / 2);
    pm_order_graph_free(g);
}

int main(void)
{
    struct test t = {0};

    check_random(&t);
    check_all_orders(&t);
    check_king(&t);
    check_complete(&t);
    check_cuts(&t);
    check_dissection(&t);
    return test_done(&t);
}
