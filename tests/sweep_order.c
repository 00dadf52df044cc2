/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of sweeps.  They are permutations, cost what they state, are the same each time, and the
 * search finds the cheapest one of a small graph.  The additions that an order counts are those of
 * its compiled passes, which follow the shape of the vector instead.  tests/differential.c compares
 * the answers. */
#include "brute.h"
#include "engine/order/order.h"
#include "engine/sweep/passes.h"

#include <math.h>
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
    pm_order_free(again);
    pm_order_free(order);
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
        struct pm_matrix *a = general ? brute_symmetric(&state, rows, percent, BRUTE_PATTERN)
                                      : brute_random(&state, rows, cols, percent, BRUTE_PATTERN);
        const struct pm_core core = {.a = a, .kind = general ? PM_HAFNIAN : PM_PERMANENT};
        struct pm_order_graph *g;

        test_need(pm_order_graph_new(&g, &core, loose));
        random_sequence(&state, sequence, g->vertices);
        check_sequence(t, g, sequence, "a random sequence");
        if (i % 4 == 0)
            check_search(t, g, i % 8 ? INFINITY : 8);
        pm_order_graph_free(g);
        pm_matrix_free(a);
    }
}

/* -------------------------------------------------------- published or known */

/* The search must be at least as good as a plain sweep along the rows of the board.  That sweep has
 * side + 1 slots, 2^side states, and four neighbours for each square. */
static void check_king(struct test *t)
{
    struct pm_matrix *const a = brute_from(144, 144, brute_king);
    const struct pm_core core = {.a = a, .kind = PM_HAFNIAN};
    struct pm_order_graph *g;
    struct pm_order *order;

    test_need(pm_order_graph_new(&g, &core, false));
    order = best_order(NULL, g, INFINITY);
    CHECK(t, order->counts.states <= 4096, "king 12 x 12: %g states", order->counts.states);
    CHECK(t, order->counts.additions <= 144 * 3 * 2048.0, "king 12 x 12: %g additions",
          order->counts.additions);
    pm_order_free(order);
    pm_order_graph_free(g);
    pm_matrix_free(a);
}

/* For a complete matrix the best order has rows only.  The row after x others takes n C(n - 1, x)
 * additions; the first row takes none. */
static void check_complete(struct test *t)
{
    uint64_t state = 1;
    const int n = 14;
    struct pm_matrix *a = brute_random(&state, n, n, 100, BRUTE_PATTERN);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    struct pm_order_graph *g;
    struct pm_order *order;
    const double all = ldexp(n, n - 1);

    test_need(pm_order_graph_new(&g, &core, false));
    order = best_order(NULL, g, INFINITY);
    CHECK(t, order->counts.additions <= all, "complete %d x %d: %g additions, rows only %g", n, n,
          order->counts.additions, all);
    pm_order_free(order);
    pm_order_graph_free(g);
    pm_matrix_free(a);
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
    for (int y = x[i], a = (x[i] = x[j], x[j] = y, i + 1), b = n - 1; a < b; a++, b--) {
        const int z = x[a];
        x[a] = x[b];
        x[b] = z;
    }
    return true;
}

static void check_all_orders(struct test *t)
{
    uint64_t state = 11;

    for (int i = 0; i < test_rounds(20); i++) {
        struct pm_matrix *a = brute_random(&state, 3, 3 + i % 2, 70, BRUTE_PATTERN);
        const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
        struct pm_order_graph *g;
        struct pm_order *order;
        int sequence[] = {0, 1, 2, 3, 4, 5, 6};
        double cheapest = INFINITY;

        test_need(pm_order_graph_new(&g, &core, i % 3 == 0));
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
        pm_matrix_free(a);
    }
}

int main(void)
{
    struct test t = {0};

    check_random(&t);
    check_all_orders(&t);
    check_king(&t);
    check_complete(&t);
    return test_done(&t);
}
